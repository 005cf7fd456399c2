"""Intervals, credible and of confidence, and how results show themselves in one line."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

CI_KINDS = {"eti": "equal-tailed", "hdi": "shortest"}

Values = Any  # a float for one experiment, a labelled `xarray.DataArray` for a batch of them


def plain(values: Values) -> Values:
    """Return a 0-dimensional array as a Python number and anything else as it is."""
    return values.item() if np.ndim(values) == 0 and hasattr(values, "item") else values


def in_one_line(result: Any) -> str:
    """Show a dataclass in one line, its arrays by their sizes: the `__repr__` of results."""
    shown = (f"{part.name}={_short(getattr(result, part.name))}" for part in fields(result) if part.repr)
    return f"{type(result).__name__}({', '.join(shown)})"


def _short(value: object) -> str:
    if isinstance(value, xr.DataArray) and value.ndim == 0:
        return repr(value.item())
    if isinstance(value, (xr.DataArray, xr.Dataset)):
        return f"<{', '.join(f'{dim}: {size}' for dim, size in value.sizes.items())}>"
    if isinstance(value, (np.ndarray, pd.DataFrame)):
        return f"<{' x '.join(map(str, value.shape))}>"
    return repr(value)


@dataclass(frozen=True, kw_only=True, eq=False)
class Interval:
    """A credible interval.

    Attributes
    ----------
    low, high : float or DataArray
        The bounds, in the units of the quantity (proportions for errors and their difference).
    ci_prob : float
        The posterior probability between the bounds.
    ci_kind : {"eti", "hdi"}
        Equal-tailed, or the shortest interval with that probability.
    """

    low: Values
    high: Values
    ci_prob: float
    ci_kind: str
    __repr__ = in_one_line


@dataclass(frozen=True, kw_only=True, eq=False)
class ConfidenceInterval:
    """A confidence interval.

    Attributes
    ----------
    low, high : float or DataArray
        The bounds, in the units of the estimate.
    confidence_level : float
        How often such intervals contain what is estimated, a proportion.
    """

    low: Values
    high: Values
    confidence_level: float
    __repr__ = in_one_line
