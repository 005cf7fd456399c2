"""Posteriors on several data sets: as one batch, as points of equal weights, and their weighted mean."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp.posteriors._one_quantity import CellsPosterior
from bayescmp.posteriors._student_posterior import StudentPosterior
from bayescmp.results._posterior import POINT, Posterior


def picked[T](posterior: T, **where: int | slice) -> T:
    """Return one posterior of a batch, at a place along each of its dims, or several of them."""

    def one(found: Sequence[Any]) -> Any:
        array = found[0]
        return array.isel(where, drop=True, missing_dims="ignore") if isinstance(array, xr.DataArray) else array

    return _joined([posterior], one)


def batches_of(posteriors: Sequence[Any], dim: str) -> list[tuple[list[int], Any]]:
    """Put posteriors that are alike, of one class and with arrays of one shape, into batches: their places, and it."""

    def stacked(found: Sequence[Any]) -> Any:
        first = found[0]
        if isinstance(first, xr.DataArray):
            kept = {name: one for name, one in first.coords.items() if name in first.dims}
            values = np.stack([one.to_numpy() for one in found])
            return xr.DataArray(values, dims=(dim, *first.dims), coords=kept, attrs=first.attrs)
        return xr.DataArray(list(found), dims=dim) if isinstance(first, float) and len(set(found)) > 1 else first

    places: dict[Hashable, list[int]] = {}
    for place, one in enumerate(posteriors):
        places.setdefault(_shape(one), []).append(place)
    return [(found, _joined([posteriors[place] for place in found], stacked)) for found in places.values()]


def _joined(found: Sequence[Any], function: Callable[[Sequence[Any]], Any]) -> Any:
    """Apply a function to what is at the same place in dataclasses and datasets that are alike."""
    first = found[0]
    if isinstance(first, xr.Dataset):
        return xr.Dataset({name: _joined([one[name] for one in found], function) for name in first.data_vars})
    if is_dataclass(first) and not isinstance(first, type):
        names = [one.name for one in fields(first)]
        return replace(first, **{name: _joined([getattr(one, name) for one in found], function) for name in names})
    return function(found)


def _shape(value: Any) -> Hashable:
    """Return what posteriors of a batch have in common."""
    if isinstance(value, xr.DataArray):
        return value.dims, value.shape
    if isinstance(value, xr.Dataset):
        return tuple((name, _shape(one)) for name, one in value.data_vars.items())
    if is_dataclass(value):
        return type(value), tuple(_shape(getattr(value, one.name)) for one in fields(value))
    return None if isinstance(value, float) else id(value) if isinstance(value, np.ndarray) else str(value)


def points_of(posterior: Posterior, count: int) -> Floats:
    """Return points that stand for posteriors, with their means and standard deviations, (n_experiments, count).

    In ascending order: each is the mean over its share of the probability, moved away from that of all by as much as
    varies within shares. Infinite where nothing is known.
    """
    values, weights = (one.transpose(..., POINT).to_numpy() for one in xr.broadcast(*posterior.quadrature()))
    values, weights = (one.reshape(-1, one.shape[-1]) for one in (values, weights))
    mean, sd = (np.ravel(np.asarray(one, dtype=float)) for one in (posterior.mean, posterior.sd))
    found = np.stack([_shared_out(*one, count) for one in zip(values, weights, strict=True)])
    known = np.isfinite(mean) & np.isfinite(found).all(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        middle, spread = found.mean(axis=1, keepdims=True), found.std(axis=1)
        wider = np.where(np.isfinite(sd) & (spread > 0), sd / spread, 1.0)[:, None]
        moved = mean[:, None] + wider * (found - middle)
    return np.where(known[:, None], moved, found)


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
    for own, weight, middle, spread in zip(points, weights, means, sds, strict=True):
        around = weight * np.sqrt(1 - _SMOOTH**2) * (own - middle)
        smear = np.exp(-0.5 * (weight * _SMOOTH * spread * frequency) ** 2)
        spectrum *= smear * np.exp(1j * np.multiply.outer(frequency, around)).mean(axis=1)
    edges = mean + width * (np.arange(_CELLS + 1) / _CELLS - 0.5)
    apart = (edges[1:] + edges[:-1]) / 2 - mean
    density = np.maximum(1 + 2 * (np.exp(-1j * np.multiply.outer(apart, frequency)) @ spectrum).real, 0.0)
    return CellsPosterior(probs=xr.DataArray(density / density.sum(), dims="cell"), edges=edges, name=name)
