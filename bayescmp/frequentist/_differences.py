"""Differences of validation losses: their check, sums that are exact where they should be 0, and their mean."""

from collections.abc import Callable
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._validation import about
from bayescmp.model_selection import HALF_SPLITS, SMALL_HOLD_OUTS_15

Bounds = Callable[[float], tuple[Any, Any]]

_ROUNDING = 1e-12  # relative to the largest difference


def check_differences(
    differences: object, *, least: int = 1, repeats: int | None = None, folds: int | None = None
) -> xr.DataArray:
    """Return the differences if they have the dims repeat and fold, and as many of each as the test needs."""
    if not isinstance(differences, xr.DataArray):
        raise TypeError(f"`differences` must be a labelled array, but got {type(differences).__name__}.")
    if differences.dtype.kind not in "biuf":
        raise TypeError(f"`differences` must hold numbers, but got values of type {differences.dtype}.")
    if not {"repeat", "fold"} <= set(differences.dims):
        raise ValueError(f"`differences` must have the dims repeat and fold, but got {differences.dims}.")
    sizes = differences.sizes["repeat"], differences.sizes["fold"]
    if repeats is not None and sizes != (repeats, folds):
        raise ValueError(
            f"`differences` must be of {repeats} repeats of {folds} folds, but got {sizes[0]} of {sizes[1]}."
        )
    count = differences.count(("repeat", "fold"))
    complete = count.min() == count.max() and (repeats is None or count.min() == repeats * (folds or 1))
    present = differences.notnull()
    gap = (present.shift(fold=-1, fill_value=False) & ~present).any()
    if not complete or gap or np.isinf(differences).any():
        raise ValueError("`differences` must be finite numbers, one for every validation set, but some are missing.")
    if count.min() < least:
        with about("differences"):
            raise ValueError(f"There must be at least {least} validation sets, but got {int(count.min())}.")
    return differences.astype(float)


def sum_of_squares(d: xr.DataArray, dims: tuple[str, ...]) -> xr.DataArray:
    """Sum of squares about the mean over `dims`; exactly 0 where all are equal up to rounding."""
    centred = d - d.mean(dims)
    largest = abs(d).max(dims)
    return (xr.where(abs(centred) <= _ROUNDING * largest, 0.0, centred) ** 2).sum(dims)


def ratio(numerator: Any, denominator: Any) -> xr.DataArray:
    """Divide, with 0/0 = 0 and x/0 infinite: a test of no variance has a defined answer."""
    numerator, denominator = xr.DataArray(numerator), xr.DataArray(denominator)
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = numerator / denominator
    return xr.where((numerator == 0) & (denominator == 0), 0.0, quotient)


def symmetric(estimate: Any, error: Any, quantile: Callable[[float], Any]) -> Bounds:
    """Return the bounds estimate -+ quantile x standard error, at any confidence level."""

    def bounds(confidence_level: float) -> tuple[Any, Any]:
        half = quantile((1 + confidence_level) / 2) * error
        return estimate - half, estimate + half

    return bounds


def mean_difference(differences: xr.DataArray, plan: str) -> xr.DataArray:
    """Average the differences over the validation sets of a plan; half-splits estimate by their first hold-outs."""
    if plan == HALF_SPLITS.name:
        differences = differences.isel(repeat=slice(0, SMALL_HOLD_OUTS_15.n_repeats))
    return differences.mean(("repeat", "fold"))
