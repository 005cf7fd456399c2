"""Mixtures of posteriors, many parts compressed to few, and the pooled prior."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self, override

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._typing import Array, Floats
from bayescmp.results import POINT, Law, Posterior, Values, in_line, in_one_line

_SETTLED = 1e-12  # error in the normal score at which a quantile is accepted


@dataclass(frozen=True, kw_only=True, eq=False)
class MixturePosterior(Posterior):
    """A mixture of posteriors of the same quantity.

    Attributes
    ----------
    parts : Posterior
        A batch over the dim `over`, and maybe over experiments, of distributions that have numbers as parameters.
    weights : DataArray, dims (..., over)
        Their probabilities, which sum to 1.
    over : str
        The dim of what is mixed over.
    name : str
        The quantity.
    """

    parts: Posterior
    weights: xr.DataArray
    over: str
    name: str
    __repr__ = in_one_line

    @property
    def mirrored(self) -> Self:
        """Posterior of the negative."""
        parts: Any = self.parts
        return replace(self, parts=parts.mirrored)

    @property  # not kept, for formulas cannot be pickled
    @override
    def law(self) -> Law:
        if self.parts.rows:
            got = type(self.parts).__name__
            raise TypeError(f"`parts` must have numbers as parameters, but got a {got}: draw from each part instead.")
        return _mixed(self.parts.law)

    @cached_property
    @override
    def parameters(self) -> tuple[Values, ...]:
        alike = 0.0 * self.weights.sum([dim for dim in self.weights.dims if dim != self.over])
        return tuple(values + alike for values in (self.weights, *self.parts.parameters))

    @cached_property
    @override
    def rows(self) -> tuple[str, ...]:
        return (self.over,) * len(self.parameters)

    @override
    def quadrature(self) -> tuple[xr.DataArray, xr.DataArray]:
        of_parts, shares = self.parts.quadrature()
        both = xr.broadcast(of_parts, shares * self.weights)
        points, weights = (in_line(values.rename({POINT: "inner"}), self.over, "inner") for values in both)
        return points, weights


def _mixed(of: Law) -> Law:
    """Return the formulas of mixtures: of points, weights, and parameters of the parts, along the last axis."""

    def moments(weights: Array, *parameters: Array) -> tuple[Array, Array]:
        means, sds = of.moments(*parameters)
        mean = np.asarray((weights * means).sum(-1))
        squares = np.where(weights > 0, sds**2 + (means - mean[..., None]) ** 2, 0.0)  # which may be infinite
        return mean, np.sqrt((weights * squares).sum(-1))

    def at(function: Any) -> Any:
        return lambda x, weights, *parameters: (weights * function(np.asarray(x)[..., None], *parameters)).sum(-1)

    @np.errstate(divide="ignore", over="ignore", invalid="ignore")  # at shares of 0 and 1, and of what is endless
    def ppf(q: Array, *parameters: Array) -> Array:
        """Search where, by Cantelli's inequality, a quantile lies: so many standard deviations from the mean."""
        from scipy.optimize import elementwise as roots

        shape = np.broadcast_shapes(np.shape(q), *(row.shape[:-1] for row in parameters))
        rows = [np.broadcast_to(row, (*shape, row.shape[-1])).reshape(-1, row.shape[-1]) for row in parameters]
        wanted = np.broadcast_to(q, shape).ravel()
        middle, spread = moments(*rows)
        low, high = (
            np.clip(middle + np.where(spread > 0, sign * 1.01 * spread * np.sqrt(odds), 0.0), *of.support)
            for sign, odds in ((-1, (1 - wanted) / wanted), (1, wanted / (1 - wanted)))
        )
        endless = np.isinf(spread)
        if endless.any():  # it lies between the quantiles of the parts
            ends = of.ppf(wanted[:, None], *rows[1:])
            low, high = np.where(endless, ends.min(-1), low), np.where(endless, ends.max(-1), high)

        def gap(x: Array, place: Array) -> Array:  # the search asks at fewer and fewer places
            place = place.astype(int)
            return _score(at(of.cdf)(x, *(row[place] for row in rows))) - score[place]

        place, score = np.arange(wanted.size), _score(wanted)
        found = roots.find_root(gap, (low, high), args=(place,), tolerances={"fatol": _SETTLED})
        edge = np.where(found.f_bracket[0] >= 0, low, high)  # no change of sign
        return np.asarray(np.where(found.success, found.x, edge)).reshape(shape)

    def draw(source: Any, shape: tuple[int, ...], weights: Array, *parameters: Array) -> Array:
        n_parts = weights.shape[-2]
        values = of.draw(source, (*shape[:-1], n_parts, shape[-1]), *parameters)
        chosen = (np.cumsum(weights, axis=-2) < source.random(shape)[..., None, :]).sum(-2)
        return np.take_along_axis(values, np.minimum(chosen, n_parts - 1)[..., None, :], -2)[..., 0, :]

    return Law(moments=moments, cdf=at(of.cdf), sf=at(of.sf), pdf=at(of.pdf), ppf=ppf, draw=draw)


def _score(probability: Array) -> Floats:
    """Return the normal score of a probability, which most quantities are nearly linear in."""
    return np.asarray(special.ndtri(np.clip(probability, 1e-300, 1 - 1e-16)))


def law_by_search(**formulas: Any) -> Law:
    """Return the law of a distribution from all formulas but that of its quantiles, which are searched."""

    def ppf(q: Array, *parameters: Array) -> Array:
        return np.asarray(_mixed(law).ppf(q, *(np.asarray(one, dtype=float)[..., None] for one in (1.0, *parameters))))

    law = Law(ppf=ppf, **formulas)
    return law


_EXHAUSTED = 1e-12  # a direction shorter than this is rounding: there are no more points
_AT_ONCE = 32  # rows whose directions stay in the processor's cache
_PARTS = 10  # leaves an error of some 1e-8 in probability, measured over tables of 20 to 2,000 records


def mean_sizes(size: xr.DataArray, weights: xr.DataArray, edges: Floats, dim: str) -> xr.DataArray:
    """Return the sizes with the mean variance between shares of a distribution, (..., part), least variances first."""

    def between(size: Floats, weights: Floats) -> Floats:
        order = np.argsort(-size)
        share = weights[order]
        below, variance = np.cumsum(share) / share.sum(), np.cumsum(share / size[order])
        return np.diff(edges) / np.diff(np.interp(edges, [0.0, *below], [0.0, *variance]))

    core: Any = {"input_core_dims": [[dim], [dim]], "output_core_dims": [["part"]], "exclude_dims": {dim}}
    return xr.apply_ufunc(between, size, weights, vectorize=True, **core)


def parts_over(weights: xr.DataArray, size: xr.DataArray, dim: str) -> tuple[xr.DataArray, xr.DataArray]:
    """Compress a distribution of effective sizes along `dim` to few parts: their weights and sizes, (..., part).

    Few points of Gauss quadrature in the logarithm of the size, of which probabilities are smooth functions.
    """
    if weights.sizes[dim] == size.sizes[dim] == 1:
        weights, size = (values.drop_vars(dim, errors="ignore").rename({dim: "part"}) for values in (weights, size))
        return weights.transpose(..., "part"), size.transpose(..., "part")
    core: Any = {"input_core_dims": [[dim], [dim]], "output_core_dims": [["part"], ["part"]]}
    both = xr.broadcast(weights, xr.apply_ufunc(np.log, size))
    share, middle = xr.apply_ufunc(gauss_rule, *both, kwargs={"size": _PARTS}, **core)
    return share, np.exp(middle)


def gauss_rule(weights: Array, values: Array, size: int) -> tuple[Array, Array]:
    r"""Return few points and weights under which polynomials have the mean that they have under many.

    The means of polynomials up to degree ``2 * size - 1`` are kept (status S: [1]_). The recurrence comes from Lanczos'
    method with repeated orthogonalisation.

    References
    ----------
    .. [1] G. H. Golub and J. H. Welsch, "Calculation of Gauss Quadrature Rules", Mathematics of Computation 23(106),
       1969. :doi:`10.1090/S0025-5718-69-99647-1`
    """
    total = weights.sum(-1, keepdims=True)
    share = weights / np.where(total > 0, total, 1.0)
    mean = (share * values).sum(-1, keepdims=True)
    reach = np.abs(values - mean).max(-1, keepdims=True)
    reach = np.where(reach > 0, reach, 1.0)
    recurrence = _recurrence(np.sqrt(share), (values - mean) / reach, size)
    nodes, vectors = np.linalg.eigh(recurrence)
    return total * vectors[..., 0, :] ** 2, mean + reach * nodes


def _recurrence(start: Array, values: Array, size: int) -> Array:
    """Return the symmetric tridiagonal matrices of the orthogonal polynomials, (..., size, size)."""
    rows = start.reshape(-1, start.shape[-1])
    of_rows = np.broadcast_to(values, start.shape).reshape(rows.shape)
    matrices = np.empty((len(rows), size, size))
    for begin in range(0, len(rows), _AT_ONCE):
        some = slice(begin, begin + _AT_ONCE)
        matrices[some] = _recurrence_of_some(rows[some], of_rows[some], size)
    return matrices.reshape(*start.shape[:-1], size, size)


def _recurrence_of_some(start: Array, values: Array, size: int) -> Array:
    every = np.empty((len(start), size, start.shape[-1]))
    every[:, 0] = start
    matrix = np.zeros((len(start), size, size))
    for step in range(size):
        basis = every[:, : step + 1]
        new = values * basis[:, step]
        matrix[:, step, step] = (new * basis[:, step]).sum(-1)
        for _ in range(2):  # once leaves rounding errors that grow
            along = (basis @ new[..., None])[..., 0]
            new = new - (along[:, None] @ basis)[:, 0]
        length = np.sqrt((new**2).sum(-1, keepdims=True))
        length = np.where(length > _EXHAUSTED, length, 0.0)
        if step + 1 < size:
            matrix[:, step, step + 1] = matrix[:, step + 1, step] = length[:, 0]
            every[:, step + 1] = new / np.where(length > 0, length, np.inf)
    return matrix


POOLED_SCALE = 0.05
"""Of the half-Cauchy prior of the spread of pooled losses: a share of the widest difference, else of their mean."""
ROUNDING = 1e-8  # of the size of losses: less is no difference, and no deviation
SIGMAS = np.tan(np.pi / 2 * (np.arange(200) + 0.5) / 200)  # spreads, each with the same prior probability at scale 1


def scale_of(widest: float | None, losses: Floats) -> float:
    """Return the scale of the prior of the spread: for losses without bounds, relative to their mean size."""
    return POOLED_SCALE * (float(np.abs(losses).mean()) or ROUNDING if widest is None else widest)


def density_of_difference(middle: Floats, width: Floats | float, scale: float) -> Floats:
    """Return the mean density that the prior gives the difference of two losses, in cells: it is infinite at 0."""
    sd, half = np.sqrt(2) * scale * SIGMAS, np.asarray(width)[..., None] / 2
    inside = special.ndtr((middle[:, None] + half) / sd) - special.ndtr((middle[:, None] - half) / sd)
    return np.asarray(inside.mean(axis=1) / np.where(np.asarray(width) > 0, width, 1))
