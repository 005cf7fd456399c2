"""Differences of validation losses: their check, sums that are exactly 0 where they should be, and standard errors."""

from typing import Any

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._given import as_numbers, check_labelled
from bayescmp._support._rounding import difference
from bayescmp._support._typing import Floats
from bayescmp.results import SignificanceResult, Values

DIMS = ("repeat", "fold")  # of what there is one number for each validation set


def check_differences(differences: object, *, least: int = 1, repeats: int | None = None) -> xr.DataArray:
    """Return the differences if they are of `least` validation sets or more, or of so many repeats of two folds."""
    if not isinstance(differences, xr.DataArray) and np.ndim(plain := as_numbers(differences, "differences")) in {1, 2}:
        differences = xr.DataArray(np.atleast_2d(plain), dims=DIMS)
    d = check_labelled("differences", differences, "biuf", DIMS).astype(float)
    values = d.transpose(..., *DIMS).to_numpy()
    if repeats is not None and values.shape[-2:] != (repeats, 2):
        raise ValueError(f"`differences` must be of {repeats} repeats of 2 folds, but got {dict(d.sizes)}.")
    present = ~np.isnan(values)
    count = present.sum(axis=(-2, -1))
    complete = count.min() == count.max() and (repeats is None or count.min() == 2 * repeats)
    gap = (present[..., 1:] & ~present[..., :-1]).any()
    if not complete or gap or np.isinf(values).any():
        raise ValueError("`differences` must be finite numbers, one for every validation set, but some are missing.")
    if count.min() < least:
        raise ValueError(f"`differences` must be of {least} validation sets or more, but got {int(count.min())}.")
    return d.drop_vars(DIMS, errors="ignore")


def sum_of_squares(d: xr.DataArray, dims: tuple[str, ...]) -> xr.DataArray:
    """Sum of squares about the mean over `dims`; exactly 0 where all are equal up to rounding."""
    axes = tuple(range(-len(dims), 0))

    def squares(values: Floats) -> Floats:
        size = np.nanmax(np.abs(values), axis=axes, keepdims=True)
        return np.nansum(difference(values, np.nanmean(values, axis=axes, keepdims=True), size) ** 2, axis=axes)

    return xr.apply_ufunc(squares, d, input_core_dims=[dims])


def ratio(numerator: Any, denominator: Any) -> xr.DataArray:
    """Divide, with 0/0 = 0 and x/0 infinite: a test of no variance has a defined answer."""

    def quotient(over: Floats, under: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where((over == 0) & (under == 0), 0.0, np.divide(over, under))

    return xr.apply_ufunc(quotient, xr.DataArray(numerator), denominator)


def by_standard_error(name: str, estimate: Values, error: Values, df: Values | None = None) -> SignificanceResult:
    """Test and interval of an estimate by Student's t, or as normal where there are no degrees of freedom."""
    statistic, order = ratio(estimate, error), np.inf if df is None else df
    pvalue = 2 * xr.apply_ufunc(special.stdtr, order, -abs(statistic))

    def bounds(confidence_level: float) -> tuple[Any, Any]:
        half = xr.apply_ufunc(special.stdtrit, order, (1 + confidence_level) / 2) * error
        return estimate - half, estimate + half

    return SignificanceResult(name=name, statistic=statistic, pvalue=pvalue, df=df, estimate=estimate, bounds=bounds)
