r"""Deterministic quadrature for delta = u (2r - 1) with independent u ~ Beta(a, b) and r ~ Beta(c, d).

Given one of the two, the tail of delta is a tail of the other, in closed form: left is an integral over the normal
score of the first. Where the tail is smooth, a trapezoid rule of few nodes over u is exact to rounding; else it is over
the one whose tail is less steep, from the kink where it begins, with nodes that crowd at both ends (tanh-sinh).
"""

from collections.abc import Callable
from functools import lru_cache, partial

import numpy as np
from scipy import special

from bayescmp._support._typing import Array, Floats
from bayescmp.posteriors._one_quantity import beta_density

_COARSE = np.linspace(-7.0, 7.0, 64)  # normal scores beyond 7 have probability 3e-12
_COARSE_WEIGHTS = np.exp(-0.5 * _COARSE**2) / np.exp(-0.5 * _COARSE**2).sum()
_REACH = 7.5  # normal scores beyond it have probability 6e-14
_STEPS = np.linspace(-2.8, 2.8, 97)
_ENDS = special.expit(np.pi * np.sinh(_STEPS))  # places between the ends, of which the nearest are 1e-11 from them
_ENDS_WEIGHTS = np.pi * np.cosh(_STEPS) * _ENDS * (1 - _ENDS) * (_STEPS[1] - _STEPS[0])
_SMOOTH_COUNT = 10.0  # least parameter of r for the coarse rule
_STEEPEST = 1.0  # largest slope of the inner in the outer normal score
_CHUNK = 2048  # experiments at a time: bounds the memory


def difference_cdf(x: Array, a: Array, b: Array, c: Array, d: Array) -> Floats:
    """P(delta <= x), elementwise over arrays that broadcast."""
    return np.where(np.equal(x, 0), special.betainc(c, d, 0.5), _by_chunk(_cdf, x, a, b, c, d))


def difference_pdf(x: Array, a: Array, b: Array, c: Array, d: Array) -> Floats:
    """Density of delta at x, elementwise; infinite at 0 if a <= 1, where u may be arbitrarily small."""
    with np.errstate(divide="ignore"):
        mean_inverse = np.where(np.greater(a, 1), np.divide(a + b - 1, np.subtract(a, 1)), np.inf)  # E[1/u]
    at_zero = beta_density(np.array(0.5), c, d) * mean_inverse / 2
    return np.where(np.equal(x, 0), at_zero, _by_chunk(partial(_beyond, density=True), x, a, b, c, d))


def difference_moments(a: Floats, b: Floats, c: Floats, d: Floats) -> tuple[Floats, Floats]:
    """Mean and standard deviation of delta, in closed form."""
    # E = u lambda, Var = v_d (lambda^2 + 4 v_r) + 4 u^2 v_r (docs/trust/formulas.md, "The paired table")
    mean_u, var_u = a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1))
    lean, var_r = (c - d) / (c + d), c * d / ((c + d) ** 2 * (c + d + 1))
    return mean_u * lean, np.sqrt(var_u * (lean**2 + 4 * var_r) + 4 * mean_u**2 * var_r)


def beta_of_score(t: Floats, a: Floats | float, b: Floats | float) -> Floats:
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


def _cdf(x: Floats, *shapes: Floats) -> Floats:
    tail = np.clip(_beyond(x, *shapes, density=False), 0.0, 1.0)  # weights sum to 1 but for rounding
    return np.where(x < 0, tail, 1 - tail)


def _beyond(x: Floats, *shapes: Floats, density: bool) -> Floats:
    """Return the tail beyond the size of x, above 0, or its density; for negative x that of the swapped pair."""
    a, b, *sides = shapes
    size, (c, d) = np.clip(np.abs(x), np.finfo(float).tiny, 1.0), np.where(x < 0, sides[::-1], sides)
    is_steep = np.abs(c - d) / (2 * np.sqrt(c * d)) * np.sqrt(b / (a + b)) > _STEEPEST
    is_smooth = ~is_steep & (np.minimum(c, d) >= _SMOOTH_COUNT)
    found = np.empty(x.size)
    for rule, chosen in ((_over_r, is_steep), (_over_all_u, is_smooth), (_over_u_from_kink, ~is_steep & ~is_smooth)):
        if chosen.any():
            weighted = rule(*(values[chosen, None] for values in (size, a, b, c, d)), density=density)
            found[chosen] = weighted.sum(axis=1)
    return found


def _over_all_u(size: Floats, a: Floats, b: Floats, c: Floats, d: Floats, *, density: bool) -> Floats:
    """Integrate over u by few nodes."""
    nodes = np.stack([_nodes(*shapes) for shapes in np.hstack([a, b]).tolist()])
    return _over_u(size, nodes, _COARSE_WEIGHTS, c, d, density=density)


@lru_cache(maxsize=4096)  # a posterior is asked at one point after another
def _nodes(a: float, b: float) -> Floats:
    return beta_of_score(_COARSE, a, b)


def _over_u_from_kink(size: Floats, a: Floats, b: Floats, c: Floats, d: Floats, *, density: bool) -> Floats:
    """Integrate over u from the kink at the size, beyond which the tail of r begins."""
    t, weights = _from_kink(size, a, b)
    return _over_u(size, beta_of_score(t, a, b), weights, c, d, density=density)


def _over_u(size: Floats, u: Floats, weights: Floats, c: Floats, d: Floats, *, density: bool) -> Floats:
    """Expect the tail or the density of u (2r - 1) given u."""
    # P(delta > x) = E_u (1 - F_r((1 + x / u) / 2)) (docs/trust/formulas.md, "The paired table")
    u = np.maximum(u, size)  # below it the inner probability is 0; scipy's quantile is 0 at isolated points
    v = (u - size) / (2 * u)
    if not density:
        return weights * special.betainc(d, c, v)
    with np.errstate(divide="ignore", over="ignore"):  # over: at 0, whose density is asked apart
        return weights * np.where(v > 0, beta_density(v, d, c) / (2 * u), 0.0)


def _over_r(size: Floats, a: Floats, b: Floats, c: Floats, d: Floats, *, density: bool) -> Floats:
    """Integrate over s = 2r - 1 from the size, below which no u is large enough."""
    t, weights = _from_kink((1 + size) / 2, c, d)
    s = np.maximum(1 - 2 * beta_of_score(-t, d, c), size)  # by 1 - r, exact where r is nearly 1
    u = size / s
    if not density:
        return weights * special.betaincc(a, b, u)
    with np.errstate(over="ignore"):
        return weights * np.where(u < 1, beta_density(np.where(u < 1, u, 0.5), a, b) / s, 0.0)


def _from_kink(kink: Floats, a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Return normal scores from that of a kink upwards, and their weights."""
    begin = np.clip(score_of_beta(kink, a, b), -_REACH, _REACH)
    t = begin + (_REACH - begin) * _ENDS
    return t, (_REACH - begin) * _ENDS_WEIGHTS * np.exp(-0.5 * t**2) / np.sqrt(2 * np.pi)
