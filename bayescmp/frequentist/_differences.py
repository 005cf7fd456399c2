"""Differences of validation losses: their check, sums that are exactly 0 where they should be, and standard errors."""

from typing import Any

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._rounding import ROUNDING
from bayescmp._support._typing import Floats
from bayescmp._support._validation import about
from bayescmp.model_selection import HALF_SPLITS, SMALL_HOLD_OUTS_15
from bayescmp.results._interval import Values, plain
from bayescmp.results._significance import SignificanceResult


def check_differences(differences: object, *, least: int = 1, repeats: int | None = None) -> xr.DataArray:
    """Return the differences if they are of `least` validation sets or more, or of so many repeats of two folds."""
    if not isinstance(differences, xr.DataArray):
        raise TypeError(
            f"`differences` must be a labelled array, but got {type(differences).__name__}. Of an array with a row per "
            "repeat it is `xarray.DataArray(array, dims=('repeat', 'fold'))`."
        )
    if differences.dtype.kind not in "biuf":
        raise TypeError(f"`differences` must hold numbers, but got values of type {differences.dtype}.")
    if not {"repeat", "fold"} <= set(differences.dims):
        raise ValueError(f"`differences` must have the dims repeat and fold, but got {differences.dims}.")
    sizes = differences.sizes["repeat"], differences.sizes["fold"]
    if repeats is not None and sizes != (repeats, 2):
        raise ValueError(f"`differences` must be of {repeats} repeats of 2 folds, but got {sizes[0]} of {sizes[1]}.")
    values = differences.transpose(..., "repeat", "fold").to_numpy()
    present = ~np.isnan(values)
    count = present.sum(axis=(-2, -1))
    complete = count.min() == count.max() and (repeats is None or count.min() == 2 * repeats)
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


def by_standard_error(
    name: str, estimate: xr.DataArray, error: xr.DataArray, df: Values | None = None
) -> SignificanceResult:
    """Test and interval of an estimate by Student's t, or as normal where there are no degrees of freedom."""
    statistic = ratio(estimate, error)

    def tail(size: Floats) -> Floats:
        return special.ndtr(-size) if df is None else special.stdtr(df, -size)

    def bounds(confidence_level: float) -> tuple[Any, Any]:
        upper = (1 + confidence_level) / 2
        quantile = special.ndtri(upper) if df is None else xr.apply_ufunc(special.stdtrit, df, upper)
        return estimate - quantile * error, estimate + quantile * error

    return SignificanceResult(
        name=name,
        statistic=plain(statistic),
        pvalue=plain(2 * xr.apply_ufunc(tail, abs(statistic))),
        df=plain(df),
        estimate=plain(estimate),
        bounds=bounds,
    )


def mean_difference(differences: xr.DataArray, plan: str) -> xr.DataArray:
    """Average the differences over the validation sets of a plan; half-splits estimate by their first hold-outs."""
    if plan == HALF_SPLITS.name:
        differences = differences.isel(repeat=slice(0, SMALL_HOLD_OUTS_15.n_repeats))
    return differences.mean(("repeat", "fold"))
