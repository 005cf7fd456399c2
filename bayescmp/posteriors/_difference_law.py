r"""Deterministic quadrature for delta = u (2r - 1) with independent u ~ Beta(a, b) and r ~ Beta(c, d).

Given one of the two, the tail of delta is a tail of the other, in closed form: left is an integral over the normal
score of the first. Where the tail is smooth, a trapezoid rule of few nodes over u is exact to rounding; else it is over
the one whose tail is less steep, from the kink where it begins, with nodes that crowd at both ends (tanh-sinh).
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from scipy import special

from bayescmp._support._typing import Array, Floats, Integers
from bayescmp.posteriors._one_quantity import beta_density

Rule = Callable[[Floats, Integers], Floats]
"""From points and the rows of parameters that they belong to, to cdf and density, (2, n_points)."""

_COARSE = np.linspace(-7.0, 7.0, 64)  # normal scores beyond 7 have probability 3e-12
_COARSE_WEIGHTS = np.exp(-0.5 * _COARSE**2) / np.exp(-0.5 * _COARSE**2).sum()
_REACH = 7.5  # normal scores beyond it have probability 6e-14
_STEPS = np.linspace(-2.8, 2.8, 129)
_ENDS = special.expit(np.pi * np.sinh(_STEPS))  # places between the ends, of which the nearest are 1e-11 from them
_ENDS_WEIGHTS = np.pi * np.cosh(_STEPS) * _ENDS * (1 - _ENDS) * (_STEPS[1] - _STEPS[0])
_SMOOTH_COUNT = 10.0  # least parameter of r for the coarse rule
_STEEPEST = 1.0  # largest slope of the inner in the outer normal score
_CHUNK = 2048  # experiments at a time: bounds the memory
_SETTLED = 1e-12  # error in probability at which a quantile is accepted


def difference_cdf(x: Array, a: Array, b: Array, c: Array, d: Array) -> Floats:
    """P(delta <= x), elementwise over arrays that broadcast."""
    return np.where(np.equal(x, 0), special.betainc(c, d, 0.5), _by_chunk(lambda *of: _exactly(*of)[0], x, a, b, c, d))


def difference_pdf(x: Array, a: Array, b: Array, c: Array, d: Array) -> Floats:
    """Density of delta at x, elementwise; infinite at 0 if a <= 1, where u may be arbitrarily small."""
    with np.errstate(divide="ignore"):
        mean_inverse = np.where(np.greater(a, 1), np.divide(a + b - 1, np.subtract(a, 1)), np.inf)  # E[1/u]
    at_zero = beta_density(np.array(0.5), c, d) * mean_inverse / 2
    return np.where(np.equal(x, 0), at_zero, _by_chunk(lambda *of: _exactly(*of)[1], x, a, b, c, d))


def difference_ppf(q: Array, a: Array, b: Array, c: Array, d: Array) -> Floats:
    """Quantiles of delta, elementwise; missing where q is not a probability."""

    def alone(q: Floats, *shapes: Floats) -> Floats:
        return _quantiles(q, *(values[:, None] for values in shapes), np.ones((q.size, 1)), settled=(1e-4, _SETTLED))

    return np.where(np.greater_equal(q, 0) & np.less_equal(q, 1), _by_chunk(alone, q, a, b, c, d), np.nan)


def difference_mixture_ppf(q: Floats, a: Floats, b: Floats, c: Floats, d: Floats, weights: Floats) -> Floats:
    """Quantiles of mixtures: q of shape (n,), parameters and weights of shape (n, n_parts).

    Those of the mixture of `difference_cdf`: at a quantile it is q to 1e-9.
    """
    given, step = (q, a, b, c, d, weights), max(1, _CHUNK // weights.shape[1])
    pieces = np.split(np.arange(q.size), range(step, q.size, step))
    return np.concatenate([_quantiles(*(values[i] for values in given), settled=(1e-11, 1e-9)) for i in pieces])


def difference_moments(a: Floats, b: Floats, c: Floats, d: Floats) -> tuple[Floats, Floats]:
    """Mean and standard deviation of delta, in closed form."""
    # E = u lambda, Var = v_d (lambda^2 + 4 v_r) + 4 u^2 v_r (docs/trust/formulas.md, "The paired table")
    mean_u, var_u = a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1))
    lean, var_r = (c - d) / (c + d), c * d / ((c + d) ** 2 * (c + d + 1))
    return mean_u * lean, np.sqrt(var_u * (lean**2 + 4 * var_r) + 4 * mean_u**2 * var_r)


def beta_of_score(t: Floats, a: Floats, b: Floats) -> Floats:
    """Return the Beta(a, b) variate whose normal score is t, from the nearer tail."""
    below, tail, found = t < 0, special.ndtr(-np.abs(t)), np.empty(np.broadcast(t, a, b).shape)
    special.betaincinv(a, b, tail, where=below, out=found)
    return np.asarray(special.betainccinv(a, b, tail, where=~below, out=found))


def score_of_beta(u: Floats, a: Floats, b: Floats) -> Floats:
    """Return the normal score of a Beta(a, b) variate u, from the nearer tail."""
    below, above = special.betainc(a, b, u), special.betaincc(a, b, u)
    return np.where(below < above, special.ndtri(below), -special.ndtri(above))


def _by_chunk(function: Callable[..., Floats], point: Array, *parameters: Array) -> Floats:
    """Apply a function to some experiments at a time; what is asked twice is answered once."""
    arrays = np.broadcast_arrays(*parameters, point)
    asked, places = np.unique([values.astype(float).ravel() for values in arrays], axis=1, return_inverse=True)
    chunks = np.split(asked, range(_CHUNK, asked.shape[1], _CHUNK), axis=1)
    found = np.concatenate([function(at, *shapes) for *shapes, at in chunks])
    return found[places].reshape(arrays[0].shape)


def _quantiles(q: Floats, *parameters: Floats, settled: tuple[float, float]) -> Floats:
    """Newton from the normal approximation by the cheap coarse rule, and from there by the exact one."""
    *of_parts, weights = parameters
    mean, sd = difference_moments(*of_parts)
    centre = (mean * weights).sum(axis=1)
    spread = np.sqrt(((sd**2 + mean**2) * weights).sum(axis=1) - centre**2)
    x = np.where(q <= 0, -1.0, np.where(q >= 1, 1.0, np.clip(centre + spread * special.ndtri(q), -0.99, 0.99)))
    for rule, error in zip(_rules(*(values.ravel() for values in of_parts)), settled, strict=True):
        x = _newton(q, x, rule, weights, settled=error)
    return x


def _newton(q: Floats, start: Floats, rule: Rule, weights: Floats, *, settled: float) -> Floats:
    """Solve cdf(x) = q by Newton steps that stay inside a shrinking bracket."""
    low, high, x, n_parts = np.full_like(q, -1.0), np.ones_like(q), start.copy(), weights.shape[1]
    todo = np.flatnonzero((q > 0) & (q < 1))
    while todo.size:
        parts = (todo[:, None] * n_parts + np.arange(n_parts)).ravel()
        of_parts = rule(np.repeat(x[todo], n_parts), parts).reshape(2, -1, n_parts)
        cdf, pdf = (of_parts * weights[todo]).sum(axis=-1)
        error = cdf - q[todo]
        low[todo] = np.where(error < 0, x[todo], low[todo])
        high[todo] = np.where(error < 0, high[todo], x[todo])
        is_open = (np.abs(error) > settled) & (high[todo] - low[todo] > 1e-15)
        todo, error, pdf = todo[is_open], error[is_open], pdf[is_open]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            new = x[todo] - error / pdf
        inside = (new > low[todo]) & (new < high[todo])
        x[todo] = np.where(inside, new, (low[todo] + high[todo]) / 2)
    return x


@lru_cache(maxsize=8)  # a posterior is asked at one point after another
def _coarse_nodes(shapes: bytes) -> Floats:
    return beta_of_score(_COARSE, *np.frombuffer(shapes).reshape(2, -1, 1))


def _rules(*shapes: Floats) -> tuple[Rule, Rule]:
    """Return the coarse rule, whose nodes are the same at every point, and the exact one."""
    a, b, c, d = shapes
    is_steep = np.abs(c - d) / (2 * np.sqrt(c * d)) * np.sqrt(b / (a + b)) > _STEEPEST
    is_few = ~is_steep & (np.minimum(c, d) < _SMOOTH_COUNT)
    distinct, place = np.unique([a, b], axis=1, return_inverse=True)  # pairs that disagree equally often
    key = distinct.tobytes()

    def coarsely(x: Floats, rows: Integers) -> Floats:
        u = _coarse_nodes(key)[place[rows]]
        return _by_tail(lambda size, _a, _b, c, d: _over_u(size, u, _COARSE_WEIGHTS, c, d), x, rows, shapes)

    def exactly(x: Floats, rows: Integers) -> Floats:
        found, steep, few = np.empty((2, x.size)), is_steep[rows], is_few[rows]
        for rule, chosen in ((_over_r, steep), (_over_u_from_kink, few)):
            if chosen.any():
                found[:, chosen] = _by_tail(rule, x[chosen], rows[chosen], shapes)
        smooth = ~steep & ~few
        if smooth.any():
            found[:, smooth] = coarsely(x[smooth], rows[smooth])
        return np.clip(found, 0.0, [[1.0], [np.inf]])  # weights sum to 1 but for rounding

    return coarsely, exactly


def _exactly(x: Floats, *shapes: Floats) -> Floats:
    return _rules(*shapes)[1](x, np.arange(x.size))


def _by_tail(
    rule: Callable[..., tuple[Floats, Floats]], x: Floats, rows: Integers, shapes: tuple[Floats, ...]
) -> Floats:
    """Return cdf and density by the tail beyond the size of x, above 0; for negative x that of the swapped pair."""
    a, b, c, d = (values[rows] for values in shapes)
    size, swapped = np.clip(np.abs(x), np.finfo(float).tiny, 1.0), np.where(x < 0, [d, c], [c, d])
    weighted = rule(*(values[:, None] for values in (size, a, b, *swapped)))
    tail, density = (values.sum(axis=1) for values in weighted)
    return np.stack([np.where(x < 0, tail, 1 - tail), density])


def _over_u_from_kink(size: Floats, a: Floats, b: Floats, c: Floats, d: Floats) -> tuple[Floats, Floats]:
    """Integrate over u from the kink at the size, beyond which the tail of r begins."""
    t, weights = _from_kink(size, a, b)
    return _over_u(size, beta_of_score(t, a, b), weights, c, d)


def _over_u(size: Floats, u: Floats, weights: Floats, c: Floats, d: Floats) -> tuple[Floats, Floats]:
    """Expect the tail and the density of u (2r - 1) given u."""
    # P(delta > x) = E_u (1 - F_r((1 + x / u) / 2)) (docs/trust/formulas.md, "The paired table")
    u = np.maximum(u, size)  # below it the inner probability is 0; scipy's quantile is 0 at isolated points
    v = (u - size) / (2 * u)
    with np.errstate(divide="ignore", over="ignore"):  # over: at 0, whose density is asked apart
        density = np.where(v > 0, beta_density(v, d, c) / (2 * u), 0.0)
    return weights * special.betainc(d, c, v), weights * density


def _over_r(size: Floats, a: Floats, b: Floats, c: Floats, d: Floats) -> tuple[Floats, Floats]:
    """Integrate over s = 2r - 1 from the size, below which no u is large enough."""
    t, weights = _from_kink((1 + size) / 2, c, d)
    s = np.maximum(1 - 2 * beta_of_score(-t, d, c), size)  # by 1 - r, exact where r is nearly 1
    u = size / s
    with np.errstate(over="ignore"):
        density = np.where(u < 1, beta_density(np.where(u < 1, u, 0.5), a, b) / s, 0.0)
    return weights * special.betaincc(a, b, u), weights * density


def _from_kink(kink: Floats, a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Return normal scores from that of a kink upwards, and their weights."""
    begin = np.clip(score_of_beta(kink, a, b), -_REACH, _REACH)
    t = begin + (_REACH - begin) * _ENDS
    return t, (_REACH - begin) * _ENDS_WEIGHTS * np.exp(-0.5 * t**2) / np.sqrt(2 * np.pi)
