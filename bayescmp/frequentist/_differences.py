"""Differences of validation losses: their check, sums that are exact where they should be 0, and their mean."""

from collections.abc import Callable
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._rounding import ROUNDING
from bayescmp._typing import Floats
from bayescmp._validation import about
from bayescmp.model_selection import HALF_SPLITS, SMALL_HOLD_OUTS_15

Bounds = Callable[[float], tuple[Any, Any]]


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
    values = differences.transpose(..., "repeat", "fold").to_numpy()
    present = ~np.isnan(values)
    count = present.sum(axis=(-2, -1))
    complete = count.min() == count.max() and (repeats is None or count.min() == repeats * (folds or 1))
    gap = (present[..., 1:] & ~present[..., :-1]).any()
    if not complete or gap or np.isinf(values).any():
        raise ValueError("`differences` must be finite numbers, one for every validation set, but some are missing.")
    if count.min() < least:
        with about("differences"):
            raise ValueError(f"There must be at least {least} validation sets, but got {int(count.min())}.")
    return differences.astype(float).drop_vars(("repeat", "fold"), errors="ignore")


def sum_of_squares(d: xr.DataArray, dims: tuple[str, ...]) -> xr.DataArray:
    """Sum of squares about the mean over `dims`; exactly 0 where all are equal up to rounding."""
    axes = tuple(range(-len(dims), 0))

    def squares(values: Floats) -> Floats:
        centred = values - np.nanmean(values, axis=axes, keepdims=True)
        rounding = ROUNDING * np.nanmax(np.abs(values), axis=axes, keepdims=True)
        return np.nansum(np.where(np.abs(centred) <= rounding, 0.0, centred) ** 2, axis=axes)

    return xr.apply_ufunc(squares, d, input_core_dims=[dims])


def ratio(numerator: Any, denominator: Any) -> xr.DataArray:
    """Divide, with 0/0 = 0 and x/0 infinite: a test of no variance has a defined answer."""

    def quotient(over: Floats, under: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where((over == 0) & (under == 0), 0.0, np.divide(over, under))

    return xr.apply_ufunc(quotient, xr.DataArray(numerator), denominator)


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
