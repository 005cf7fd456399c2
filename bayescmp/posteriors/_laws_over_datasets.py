"""Posteriors over data sets: in batches, as points, their mean, the average and the next one."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, override

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._typing import Array, Floats
from bayescmp.posteriors._mixture import law_by_search
from bayescmp.posteriors._one_quantity import CellsPosterior, StudentPosterior
from bayescmp.results import POINT, Law, Posterior, in_one_line


def picked[T](posterior: T, **where: int | slice) -> T:
    """Return one posterior of a batch, at a place along each of its dims, or several of them."""

    def chosen(parts: Sequence[Any]) -> Any:
        (part,) = parts
        return part.isel(where, drop=True, missing_dims="ignore") if isinstance(part, xr.DataArray) else part

    return _joined([posterior], chosen)


def batches_of(posteriors: Sequence[Any], dim: str) -> list[tuple[list[int], Any]]:
    """Put posteriors that are alike, of one class and with arrays of one shape, into batches: their places, and it."""

    def stacked(parts: Sequence[Any]) -> Any:
        first = parts[0]
        if isinstance(first, xr.DataArray):
            coords = {name: coord for name, coord in first.coords.items() if name in first.dims}
            values = np.stack([part.to_numpy() for part in parts])
            return xr.DataArray(values, dims=(dim, *first.dims), coords=coords, attrs=first.attrs)
        return xr.DataArray(list(parts), dims=dim) if isinstance(first, float) and len(set(parts)) > 1 else first

    places: dict[Hashable, list[int]] = {}
    for place, posterior in enumerate(posteriors):
        places.setdefault(_shape(posterior), []).append(place)
    return [(batch, _joined([posteriors[place] for place in batch], stacked)) for batch in places.values()]


def _joined(alike: Sequence[Any], function: Callable[[Sequence[Any]], Any]) -> Any:
    """Apply a function to what is at the same place in dataclasses and datasets that are alike."""
    first = alike[0]
    if isinstance(first, xr.Dataset):
        return xr.Dataset({name: _joined([data[name] for data in alike], function) for name in first.data_vars})
    if is_dataclass(first) and not isinstance(first, type):
        names = [part.name for part in fields(first)]
        return replace(first, **{name: _joined([getattr(whole, name) for whole in alike], function) for name in names})
    return function(alike)


def _shape(value: Any) -> Hashable:
    """Return what posteriors of a batch have in common."""
    if isinstance(value, xr.DataArray):
        return value.dims, value.shape
    if isinstance(value, xr.Dataset):
        return tuple((name, _shape(array)) for name, array in value.data_vars.items())
    if is_dataclass(value):
        return type(value), tuple(_shape(getattr(value, part.name)) for part in fields(value))
    return None if isinstance(value, float) else id(value) if isinstance(value, np.ndarray) else str(value)


def points_of(posterior: Posterior, count: int) -> Floats:
    """Return points that stand for posteriors, with their means and standard deviations, (n_experiments, count).

    Each is the mean over its share of the probability, moved away from that of all by as much as varies within shares.
    """
    rule = (array.transpose(..., POINT).to_numpy() for array in xr.broadcast(*posterior.quadrature()))
    values, weights = (array.reshape(-1, array.shape[-1]) for array in rule)
    mean, sd = (np.ravel(np.asarray(moment, dtype=float)) for moment in (posterior.mean, posterior.sd))
    points = np.stack([_shared_out(*row, count) for row in zip(values, weights, strict=True)])
    known = np.isfinite(mean) & np.isfinite(points).all(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        middle, spread = points.mean(axis=1, keepdims=True), points.std(axis=1)
        wider = np.where(np.isfinite(sd) & (spread > 0), sd / spread, 1.0)[:, None]
        moved = mean[:, None] + wider * (points - middle)
    return np.where(known[:, None], moved, points)  # infinite where nothing is known


def _shared_out(values: Floats, weights: Floats, count: int) -> Floats:
    """Return the means over equal shares of the probability; a point on a border belongs to both sides of it."""
    order = np.argsort(values, kind="stable")
    values, weights = values[order], weights[order] / weights.sum()
    if np.isinf(values).any():
        return np.interp((np.arange(count) + 0.5) / count, np.cumsum(weights) - weights / 2, values)
    below = np.concatenate([[0.0], np.cumsum(weights)])
    sums = np.concatenate([[0.0], np.cumsum(weights * values)])
    return np.asarray(np.diff(np.interp(np.linspace(0, below[-1], count + 1), below, sums)) * count)


_CELLS, _REACH = 512, 10.0  # over so many standard deviations on either side
_SMOOTH = 0.25  # standard deviation of what a point is smeared over, in those of its quantity
_LEAST = 1e-12  # of the size of the points: what is less is rounding


def weighted_mean_posterior(points: Floats, weights: Floats, name: str) -> Posterior:
    """Return the posterior of a weighted mean of quantities, given points of each of equal weights, (n, n_points).

    By the product of characteristic functions; a point where nothing varies.
    """
    means, sds = points.mean(axis=1), points.std(axis=1)
    mean, sd = float(weights @ means), float(np.sqrt(weights**2 @ sds**2))
    if sd <= _LEAST * float(np.abs(points).max()):
        return StudentPosterior(location=xr.DataArray(mean), scale=xr.DataArray(0.0), df=np.inf, name=name)
    width = 2 * _REACH * sd
    frequency = 2 * np.pi * np.arange(1, _CELLS // 2) / width
    spectrum = np.ones(frequency.size, dtype=complex)
    for values, weight, middle, spread in zip(points, weights, means, sds, strict=True):
        around = weight * np.sqrt(1 - _SMOOTH**2) * (values - middle)
        smear = np.exp(-0.5 * (weight * _SMOOTH * spread * frequency) ** 2)
        spectrum *= smear * np.exp(1j * np.multiply.outer(frequency, around)).mean(axis=1)
    edges = mean + width * (np.arange(_CELLS + 1) / _CELLS - 0.5)
    apart = (edges[1:] + edges[:-1]) / 2 - mean
    density = np.maximum(1 + 2 * (np.exp(-1j * np.multiply.outer(apart, frequency)) @ spectrum).real, 0.0)
    return CellsPosterior(probs=xr.DataArray(density / density.sum(), dims="cell"), edges=edges, name=name)


WIDER = 2.0
"""The variance of a mean over q data sets is larger by the factor 1 + WIDER / q: the least whole number by which equal
classifiers are decided in at most .06 of samples, on the mean of all pairs of real ones, for any q (measured)."""


def mean_posterior(differences: Floats, sds: Floats) -> StudentPosterior:
    r"""Return the posterior of the average of a difference over data sets, given arrays of shape (..., n_datasets).

    The t distribution with q - 1 degrees of freedom about the mean of q observed differences, of variance

    .. math:: \frac{s^2}{q} \left(1 + \frac{2}{q}\right),

    :math:`s^2` that of the differences: the posterior of the mean of normal differences [1]_, wider for what real ones
    have in place of a normal distribution (measured, see the page on several data sets). The noise within data sets is
    part of :math:`s^2`, which is at least the mean variance that they have by themselves, `sds` squared, where these
    are known. Where both are 0, or there is one data set, nothing is known.

    References
    ----------
    .. [1] J. Hartung and G. Knapp, "On Tests of the Overall Treatment Effect in Meta-Analysis with Normally Distributed
       Responses", Statistics in Medicine 20(12), 2001. :doi:`10.1002/sim.791`
    """
    count = differences.shape[-1]
    mean = differences.mean(axis=-1) if count else np.zeros(differences.shape[:-1])
    scale = np.full(mean.shape, np.inf)
    if count > 1:
        size = np.abs(differences).max(axis=-1, keepdims=True)
        size = np.where(size > 0, size, 1.0)  # so that no square is too small to be told from 0
        spread = (differences / size).std(axis=-1, ddof=1) * size[..., 0]
        sd = np.maximum(np.where(np.ptp(differences, axis=-1) > 0, spread, 0.0), np.sqrt(mean_variance(sds)))
        scale = np.where(sd > 0, sd * np.sqrt((1 + WIDER / count) / count), np.inf)
    dims = ["dataset"] * mean.ndim
    location, width = (xr.DataArray(values, dims=dims) for values in (mean, scale))
    return StudentPosterior(location=location, scale=width, df=float(max(count - 1, 1)), name="average")


def mean_variance(sds: Floats) -> Floats:
    """Return the mean variance of the data sets that tell how well they are known, 0 where none does."""
    told = np.isfinite(sds)
    return np.asarray(np.where(told, sds, 0.0) ** 2).sum(axis=-1) / np.maximum(told.sum(axis=-1), 1)


MASS, BASE_DF, BASE_SCALE = 2.0, 3.0, 0.06
"""How many data sets the base counts as, its degrees of freedom, and its scale as a share of the widest difference."""
_SHARE_OF_SD = 1e-3  # step of a density, in standard deviations of the points


@dataclass(frozen=True, kw_only=True, eq=False)
class NextDatasetPosterior(Posterior):
    r"""Posterior predictive of a difference on another data set.

    Attributes
    ----------
    points : array of shape (n_datasets, n_points)
        Of the posterior of each data set, of equal weights.
    scale : float
        Scale of the base, a t distribution with 3 degrees of freedom about 0.
    name : str
        The quantity.

    Notes
    -----
    With the population of data sets a Dirichlet process of mass 2 about the base :math:`G_0` [1]_ and the q data sets
    at hand, each known by its own posterior :math:`P_i`, as its atoms,

    .. math:: \delta_{q+1} \sim \frac{\sum_i P_i + 2 G_0}{q + 2},

    here linear between the points of all data sets. On real differences its logarithmic score is better than that of
    the predictive t distribution, which says .975 where .7 to .9 happen, and with a rope and fewer than eight data sets
    better than that of a base with the root mean square of the differences as its scale (measured, see the page on
    several data sets).

    References
    ----------
    .. [1] T. S. Ferguson, "A Bayesian Analysis of Some Nonparametric Problems", Annals of Statistics 1(2), 1973.
       :doi:`10.1214/aos/1176342360`

    Examples
    --------
    >>> from bayescmp.posteriors import NextDatasetPosterior
    >>> import numpy as np
    >>> NextDatasetPosterior(points=np.full((6, 1), -0.02), scale=0.06).cdf(0.0)
    0.875
    """

    points: Floats
    scale: float
    name: str = "next_dataset"
    __repr__ = in_one_line

    parameters = ()

    @property  # not kept, for formulas cannot be pickled
    @override
    def law(self) -> Law:
        step = _SHARE_OF_SD * (float(self.points.std()) if self.points.size else 0.0) or _SHARE_OF_SD * self.scale
        mean = float(self.points.mean(axis=1).sum() / self._count)
        squares = float((self.points**2).mean(axis=1).sum()) + MASS * self.scale**2 * BASE_DF / (BASE_DF - 2)
        return law_by_search(
            moments=lambda: (mean, np.sqrt(squares / self._count - mean**2)),
            cdf=self._below,
            sf=lambda x: 1 - self._below(x),
            pdf=lambda x: (self._below(x + step) - self._below(x - step)) / (2 * step),
            draw=self._drawn,
        )

    @property
    def _count(self) -> float:
        return len(self.points) + MASS

    @cached_property
    def _sorted(self) -> Floats:
        return np.sort(self.points, axis=None)

    def _below(self, x: Array) -> Floats:
        """Return the probability of at most `x`; half of what is known exactly lies on either side of it."""
        points, of_base = self._sorted, MASS * special.stdtr(BASE_DF, x / self.scale)
        if not points.size:
            return np.asarray(of_base / self._count)
        at = [np.searchsorted(points, x, side=side) for side in ("left", "right")]
        between = np.interp(x, points, np.arange(points.size) + 0.5, 0.0, points.size)
        share = np.where(at[1] > at[0], (at[0] + at[1]) / 2, between) / points.size
        return np.asarray((len(self.points) * share + of_base) / self._count)

    def _drawn(self, source: np.random.Generator, shape: tuple[int, ...]) -> Floats:
        of_base = np.asarray(self.scale * special.stdtrit(BASE_DF, source.random(shape)))
        if not self.points.size:
            return of_base
        from_base = source.random(shape) * self._count < MASS
        return np.where(from_base, of_base, source.choice(self._sorted, shape))


def base_regions(scale: float | Floats, low: float, high: float) -> Floats:
    """Return the probabilities of the base below, within and above two bounds, (..., 3)."""
    below: Floats = special.stdtr(BASE_DF, np.asarray(low / scale))
    above: Floats = special.stdtr(BASE_DF, np.asarray(-high / scale))
    return np.stack([below, 1 - below - above, above], axis=-1)
