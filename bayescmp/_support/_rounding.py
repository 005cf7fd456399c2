"""Numbers that differ by rounding alone: they are equal before anything is ranked, counted or divided by its spread."""

from typing import Any

import numpy as np

from bayescmp._support._typing import Floats

ROUNDING = 1e-12
"""Share of the size of numbers by which they may differ by rounding alone."""


def difference(first: Any, second: Any, size: Any = None) -> Any:
    """Subtract numbers, arrays or labelled arrays: exactly 0 where they differ by rounding alone.

    It is relative to `size`, by default the larger one: a small difference of large numbers has their rounding.
    """
    apart = first - second
    size = np.maximum(np.abs(first), np.abs(second)) if size is None else size
    return apart * np.logical_not(np.abs(apart) < ROUNDING * size) + 0.0  # NaN and infinity stay, -0 does not


def without_rounding(values: Floats, size: Any = None) -> Floats:
    """Make numbers along the last axis equal where they differ by rounding alone: all become the least of them.

    They are compared with their neighbours in order, not put on a grid, whose steps would part equals about the middle
    of one. Rounding is relative to `size`, of shape (..., 1), by default the largest finite number of the axis.
    """
    if size is None:
        size = np.abs(values).max(axis=-1, where=np.isfinite(values), initial=0.0, keepdims=True)
    order = np.argsort(values, axis=-1)
    ordered = np.take_along_axis(values, order, axis=-1)
    with np.errstate(invalid="ignore"):  # of two infinite ones
        apart = np.logical_not(np.diff(ordered, axis=-1) <= ROUNDING * size)
    least = np.zeros(values.shape, dtype=np.int64)
    least[..., 1:] = np.maximum.accumulate(np.where(apart, np.arange(1, values.shape[-1]), 0), axis=-1)
    found = np.empty_like(values)
    np.put_along_axis(found, order, np.take_along_axis(ordered, least, axis=-1), axis=-1)
    return found
