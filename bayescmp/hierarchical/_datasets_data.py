"""Likelihoods of a difference on several data sets, in the form that the model reads."""

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._given import as_numbers
from bayescmp._text import shown
from bayescmp._typing import Floats

_DIMS = ("dataset", "difference")
_FLOOR = -700.0  # below the maximum of a log-likelihood; from there on it falls by 1 a step


def check_likelihood(likelihood: object) -> xr.DataArray:
    """Return likelihoods on a regular, increasing grid of differences."""
    if not isinstance(likelihood, xr.DataArray):
        raise TypeError(f"`likelihood` must be a DataArray, but got {type(likelihood).__name__}.")
    if set(likelihood.dims) != set(_DIMS) or not set(_DIMS) <= set(likelihood.coords) or likelihood.size == 0:
        raise ValueError(
            "`likelihood` must have the dims dataset and difference, with names and differences as coordinates, but "
            f"got the dims {likelihood.dims} of the sizes {likelihood.shape} with the coordinates "
            f"{list(likelihood.coords)}."
        )
    if likelihood.dtype.kind not in "fiu" or likelihood["difference"].dtype.kind not in "fiu":
        raise TypeError(f"`likelihood` must hold numbers, at differences that are numbers, but got {likelihood.dtype}.")
    if not likelihood.indexes["dataset"].is_unique:
        raise ValueError(
            f"`likelihood` must have different names of data sets, but got {likelihood['dataset'].values.tolist()}."
        )
    found = likelihood.transpose(*_DIMS).astype(float).sortby("difference")
    steps = np.diff(found["difference"].values)
    if len(steps) < 2 or not (steps > 0).all() or not np.allclose(steps, steps.mean(), rtol=1e-6, atol=0):
        raise ValueError("`likelihood` must be on a regular grid of at least three differences.")
    _check_values(found)
    return found


def _check_values(likelihood: xr.DataArray) -> None:
    values, names = likelihood.values, likelihood["dataset"].values
    wrong = ~np.isfinite(values) | (values < 0)
    if wrong.any():
        raise ValueError(
            f"`likelihood` must be 0 or more everywhere, but got {values[wrong][0]} on {names[wrong.any(1)][0]!r}."
        )
    points = (values > 0).sum(axis=1)
    if (points < 2).any():
        raise ValueError(
            f"`likelihood` must be above 0 at two differences or more, but got {points.min()} on "
            f"{str(names[points.argmin()])!r}. A difference that is known exactly, as where two classifiers agree on "
            "every record, cannot be sampled: give it the likelihood of a few steps of the grid."
        )


def check_covariate(covariate: ArrayLike | None, n_datasets: int) -> Floats | None:
    """Return a covariate with mean 0 and standard deviation 1."""
    if covariate is None:
        return None
    values = as_numbers(covariate, "covariate")
    if values.shape != (n_datasets,) or not np.isfinite(values).all() or np.ptp(values) == 0:
        raise ValueError(
            f"`covariate` must be a finite number for each of {n_datasets} data sets, and not the same for all, but "
            f"got {shown(covariate)}."
        )
    return (values - values.mean()) / values.std()


def values_of(likelihood: xr.DataArray) -> dict[str, Floats]:
    """Return the arrays that the model holds as data: grid, log-likelihoods, their means and standard deviations."""
    x = likelihood["difference"].values
    step = (x[-1] - x[0]) / (len(x) - 1)
    share = likelihood.values / likelihood.values.sum(axis=1, keepdims=True)
    mean = share @ x
    variance = (share * (x - mean[:, None]) ** 2).sum(axis=1)
    sd = np.sqrt(np.maximum(variance, step**2 / 12))
    logs = np.stack([_floored(row) for row in likelihood.values])
    return {"grid": np.array([x[0], step]), "log_likelihood": logs, "about": np.stack([mean, sd])}


def _floored(likelihood: Floats) -> Floats:
    """Log-likelihood below its maximum, with a slope towards where it is above the floor."""
    with np.errstate(divide="ignore"):
        found = np.log(likelihood) - np.log(likelihood.max())
    at = np.arange(len(found))
    kept = at[found >= _FLOOR]
    after = np.searchsorted(kept, at)
    distance = np.minimum(
        np.abs(at - kept[np.minimum(after, len(kept) - 1)]), np.abs(at - kept[np.maximum(after - 1, 0)])
    )
    return np.where(found >= _FLOOR, found, _FLOOR - distance)
