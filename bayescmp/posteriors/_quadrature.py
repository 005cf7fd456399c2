r"""Deterministic quadrature for delta = u (2r - 1) with independent u ~ Beta(a, b) and r ~ Beta(c, d).

Given one of the two, the tail of delta is a tail of the other, in closed form: what is left is an integral over the
normal score of the first. Where the tail is smooth, a trapezoid rule of few nodes over u is exact to rounding;
elsewhere the integral is over the one in whose score the tail is less steep, from the kink upwards where the tail
begins, with nodes that crowd at both ends (tanh-sinh), so that no kink is ever inside.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from scipy import special

from bayescmp._support._typing import Array, Floats, Integers
from bayescmp.posteriors._one_quantity import beta_density

Evaluate = Callable[[Floats, Integers], Floats]
"""From points and the rows that they belong to, to cdf and density, (2, n_points)."""

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

    def alone(q: Floats, *parameters: Floats) -> Floats:
        return _quantiles(q, *(one[:, None] for one in parameters), np.ones((q.size, 1)), settled=(1e-4, _SETTLED))

    return np.where(np.greater_equal(q, 0) & np.less_equal(q, 1), _by_chunk(alone, q, a, b, c, d), np.nan)


def difference_mixture_ppf(q: Floats, a: Floats, b: Floats, c: Floats, d: Floats, weights: Floats) -> Floats:
    """Quantiles of mixtures: q of shape (n,), parameters and weights of shape (n, n_parts).

    Those of the mixture of `difference_cdf`: at a quantile it is q to 1e-9.
    """
    steps = range(0, q.size, max(1, _CHUNK // weights.shape[1]))
    pieces = [slice(begin, begin + steps.step) for begin in steps]
    given = (q, a, b, c, d, weights)
    return np.concatenate([_quantiles(*(one[i] for one in given), settled=(1e-11, 1e-9)) for i in pieces])


def difference_moments(a: Floats, b: Floats, c: Floats, d: Floats) -> tuple[Floats, Floats]:
    """Mean and standard deviation of delta, in closed form."""
    # E = u lambda, Var = v_d (lambda^2 + 4 v_r) + 4 u^2 v_r (docs/formulas.md, "The paired table")
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
    asked, places = np.unique([one.astype(float).ravel() for one in arrays], axis=1, return_inverse=True)
    found = np.empty(asked.shape[1])
    for begin in range(0, found.size, _CHUNK):
        *part, at = asked[:, begin : begin + _CHUNK]
        found[begin : begin + _CHUNK] = function(at, *part)
    return found[places].reshape(arrays[0].shape)


def _quantiles(q: Floats, *parameters: Floats, settled: tuple[float, float]) -> Floats:
    """Newton from the normal approximation by the cheap coarse rule, and from there by the exact one."""
    *of_parts, weights = parameters
    n_parts = weights.shape[1]

    def mixed(rule: Evaluate) -> Evaluate:
        def evaluate(x: Floats, rows: Integers) -> Floats:
            parts = (rows[:, None] * n_parts + np.arange(n_parts)).ravel()
            found = rule(np.repeat(x, n_parts), parts).reshape(2, -1, n_parts)
            return np.asarray((found * weights[rows]).sum(axis=-1))

        return evaluate

    mean, sd = difference_moments(*of_parts)
    centre = (mean * weights).sum(axis=1)
    spread = np.sqrt(((sd**2 + mean**2) * weights).sum(axis=1) - centre**2)
    x = np.where(q <= 0, -1.0, np.where(q >= 1, 1.0, np.clip(centre + spread * special.ndtri(q), -0.99, 0.99)))
    for rule, error in zip(_rules(*(one.ravel() for one in of_parts)), settled, strict=True):
        x = _newton(q, x, mixed(rule) if n_parts > 1 else rule, settled=error)
    return x


def _newton(q: Floats, start: Floats, evaluate: Evaluate, *, settled: float) -> Floats:
    """Solve cdf(x) = q by Newton steps that stay inside a shrinking bracket."""
    low, high, x = np.full_like(q, -1.0), np.ones_like(q), start.copy()
    todo = np.flatnonzero((q > 0) & (q < 1))
    while todo.size:
        cdf, pdf = evaluate(x[todo], todo)
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


def _rules(a: Floats, b: Floats, c: Floats, d: Floats) -> tuple[Evaluate, Evaluate]:
    """Return the coarse rule, whose nodes are the same at every point, and the exact one."""
    is_steep = np.abs(c - d) / (2 * np.sqrt(c * d)) * np.sqrt(b / (a + b)) > _STEEPEST
    is_few = ~is_steep & (np.minimum(c, d) < _SMOOTH_COUNT)
    distinct, place = np.unique([a, b], axis=1, return_inverse=True)  # pairs that disagree equally often
    shapes = distinct.tobytes()

    def coarsely(x: Floats, rows: Integers) -> Floats:
        return _over_u(x, _coarse_nodes(shapes)[place[rows]], _COARSE_WEIGHTS, c[rows], d[rows])

    def exactly(x: Floats, rows: Integers) -> Floats:
        found, steep, few = np.empty((2, x.size)), is_steep[rows], is_few[rows]
        for rule, chosen in ((_given_r, steep), (_given_u, few)):
            if chosen.any():
                found[:, chosen] = rule(x[chosen], *(one[rows[chosen]] for one in (a, b, c, d)))
        smooth = ~steep & ~few
        if smooth.any():
            found[:, smooth] = coarsely(x[smooth], rows[smooth])
        found[0] = np.clip(found[0], 0.0, 1.0)  # weights sum to 1 but for rounding
        return found

    return coarsely, exactly


def _exactly(x: Floats, *parameters: Floats) -> Floats:
    return _rules(*parameters)[1](x, np.arange(x.size))


def _given_u(x: Floats, a: Floats, b: Floats, c: Floats, d: Floats) -> Floats:
    """Integrate over u from the kink at |x|, beyond which the tail of r begins."""
    t, weights = _from_kink(_size(x), a, b)
    return _over_u(x, beta_of_score(t, a[:, None], b[:, None]), weights, c, d)


def _over_u(x: Floats, u: Floats, weights: Floats, c: Floats, d: Floats) -> Floats:
    """Expect the cdf and the density of u (2r - 1) given u; r is mirrored for negative x."""
    # P(delta <= x) = E_u F_r((1 + x / u) / 2) (docs/formulas.md, "The paired table")
    c, d = np.where(x < 0, d, c)[:, None], np.where(x < 0, c, d)[:, None]
    size = _size(x)
    u = np.maximum(u, size)  # below it the inner probability is 0; scipy's quantile is 0 at isolated points
    v = (u - size) / (2 * u)
    with np.errstate(divide="ignore", over="ignore"):  # over: at 0, whose density is asked apart
        density = np.where(v > 0, beta_density(v, d, c) / (2 * u), 0.0)
    return _of_side(x, weights * special.betainc(d, c, v), weights * density)


def _given_r(x: Floats, a: Floats, b: Floats, c: Floats, d: Floats) -> Floats:
    """Integrate over s = 2r - 1 from |x|, below which no u is large enough."""
    c, d, size = np.where(x < 0, d, c), np.where(x < 0, c, d), _size(x)
    t, weights = _from_kink((1 + size) / 2, c, d)
    s = np.maximum(1 - 2 * beta_of_score(-t, d[:, None], c[:, None]), size)  # by 1 - r, exact where r is nearly 1
    u = size / s
    with np.errstate(over="ignore"):
        density = np.where(u < 1, beta_density(np.where(u < 1, u, 0.5), a[:, None], b[:, None]) / s, 0.0)
    return _of_side(x, weights * special.betaincc(a[:, None], b[:, None], u), weights * density)


def _from_kink(kink: Floats, a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Return normal scores from that of a kink upwards, and their weights."""
    begin = np.clip(score_of_beta(kink, a[:, None], b[:, None]), -_REACH, _REACH)
    t = begin + (_REACH - begin) * _ENDS
    return t, (_REACH - begin) * _ENDS_WEIGHTS * np.exp(-0.5 * t**2) / np.sqrt(2 * np.pi)


def _of_side(x: Floats, beyond: Floats, density: Floats) -> Floats:
    """Add up nodes to the cdf and the density, of probabilities farther from 0 than x."""
    tail = beyond.sum(axis=1)
    return np.stack([np.where(x < 0, tail, 1 - tail), density.sum(axis=1)])


def _size(x: Floats) -> Floats:
    """Return the sizes of differences, above 0, as a column."""
    return np.clip(np.abs(x), np.finfo(float).tiny, 1.0)[:, None]
