"""What users give, as plain arrays: what is missing in it, what is a number, and whether it is in one order."""

import math
from collections.abc import Callable, Iterable, Mapping
from numbers import Real
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import NO_NUMBERS, NO_ROWS, reading

_EXACT = 2**53
"""Up to here all whole numbers are floats."""
_ROWS = (list, tuple, np.ma.MaskedArray)


def as_array(values: Any, name: str, *, keep_types: bool = False) -> Array:
    """Return `values` as an array in this machine's byte order, None or NaN where a mask of NumPy says missing.

    The items of what is no array keep their types if `keep_types`: 1 and "1" in a list stay apart.
    """
    with reading(name, values):
        if hasattr(values, "toarray"):
            raise TypeError(f"`{name}` must be a dense array, but got {type(values).__name__}. `.toarray()` makes one.")
        values = _unmasked(values.compute() if hasattr(values, "dask") else values)
        is_array = hasattr(values, "__array__") or isinstance(values, NO_ROWS)
        if keep_types and isinstance(values, Iterable) and not is_array:
            values = np.array(values if isinstance(values, (list, tuple)) else list(values), dtype=object)
        elif isinstance(values, (list, tuple)):
            values = [plain_text(one) for one in values]
        array = np.asarray(values)
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def plain_text(item: Any) -> Any:
    """Return text as such where it is an item of an enumeration, whose name NumPy would write; all else as it is."""
    return str.__str__(item) if isinstance(item, str) else item


def _unmasked(values: Any) -> Any:
    """Return None or NaN in place of what is masked, in rows of rows as well."""
    if isinstance(values, (list, tuple)) and any(isinstance(one, _ROWS) for one in values):
        return [_unmasked(one) for one in values]
    if not isinstance(values, np.ma.MaskedArray) or not np.ma.getmaskarray(values).any():
        return values
    if not values.ndim:
        return None
    if values.dtype.kind == "f":
        return values.filled(np.nan)
    found = values.data.astype(object)
    found[np.ma.getmaskarray(values)] = None
    return found


def as_numbers(values: object, name: str, where: Callable[[int], str] = "position {}".format) -> Floats:
    """Return real numbers as floats, NaN where one is missing; truth values, dates and complex numbers are none.

    Messages call them by `name`, and a position among them by `where`.
    """
    array = as_array(values, name, keep_types=True)
    if array.dtype.kind == "f" or (array.dtype.kind in "iu" and not _are_too_long(array)):
        return array.astype(float)
    if array.dtype.kind not in "iuO":
        raise TypeError(f"`{name}` must hold numbers, but got values of type {array.dtype}.")
    entries = array.ravel().tolist()
    found = np.full(len(entries), np.nan)
    known = np.flatnonzero(~np.asarray(pd.isna(array)).ravel()).tolist()
    odd = [place for place in known if isinstance(entries[place], NO_NUMBERS) or not isinstance(entries[place], Real)]
    if odd:  # one text among numbers makes texts of all
        place = next((one for one in odd if not is_written_number(entries[one])), odd[0])
        raise TypeError(f"`{name}` must hold numbers, but got {shown(entries[place])} at {where(place)}.")
    for place in known:
        try:
            number = found[place] = float(entries[place])
        except OverflowError:
            raise ValueError(
                f"`{name}` must hold numbers below 1e308, but has a larger one at {where(place)}."
            ) from None
        if isinstance(entries[place], (int, np.integer)) and int(entries[place]) != number:
            raise ValueError(
                f"`{name}` must hold numbers that are not rounded, as whole ones of more than 2**53 are, but got "
                f"{entries[place]} at {where(place)}. Take a constant from all of them, or divide them by one."
            )
    return found.reshape(array.shape)


def _are_too_long(whole: Array) -> bool:
    """Tell whether some whole numbers may not be floats."""
    return bool(whole.size) and (int(whole.max()) > _EXACT or int(whole.min()) < -_EXACT)


def is_written_number(entry: object) -> bool:
    """Tell whether a text is written as a number is."""
    try:
        return isinstance(entry, str) and math.isfinite(float(entry))
    except ValueError:
        return False


def check_row_of_differences(differences: object, unit: str = "data set") -> Floats:
    """Return differences of losses, one for each data set or other unit, as an array."""
    d = as_numbers(differences, "differences")
    if d.ndim != 1 or d.size == 0 or not np.isfinite(d).all():
        raise ValueError(
            f"`differences` must be a list of finite numbers, one per {unit}, but got {shown(differences)}."
        )
    return d


def check_labelled(name: str, array: object, kinds: str, dims: tuple[str, ...]) -> xr.DataArray:
    """Return a labelled array if it has these dims, and values of the kinds that NumPy writes by some letters."""
    if not isinstance(array, xr.DataArray) or array.dtype.kind not in kinds:
        what = {"b": "booleans", "iu": "whole numbers"}.get(kinds, "numbers")
        got = f"values of type {array.dtype}" if isinstance(array, xr.DataArray) else type(array).__name__
        raise TypeError(
            f"`{name}` must be a labelled array of {what}, but got {got}. Make it one by `xarray.DataArray(..., "
            f"dims=...)`, with {', '.join(dims)} among the dims."
        )
    if not set(dims) <= set(array.dims):
        raise ValueError(f"`{name}` must have the dims {dims}, but got {array.dims}.")
    return array


def index_of(values: object, axis: int = -1) -> pd.Index | None:
    """Return the labels of an axis of a pandas or xarray object; None where it has none."""
    if isinstance(values, pd.Series):
        return values.index if axis in {0, -1} else None
    if isinstance(values, pd.DataFrame):
        return values.axes[axis]
    if isinstance(values, xr.DataArray) and -values.ndim <= axis < values.ndim:
        return values.indexes.get(values.dims[axis])
    return None


def in_order(values: Any) -> Any:
    """Return an array of xarray with dims in the order that is read; all else as it is."""
    if not isinstance(values, xr.DataArray):
        return values
    return values.transpose(..., *(dim for dim in ("repeat", "fold", "record", "label") if dim in values.dims))


def check_same_index(indices: Mapping[str, pd.Index | None]) -> None:
    """Refuse pandas and xarray objects whose indices say that they are in another order."""
    known = {name: index for name, index in indices.items() if index is not None}
    for name, index in known.items():
        reference, first = next(iter(known.items()))
        if not index.equals(first):
            raise ValueError(
                f"`{name}` must have the index of `{reference}`, but its index differs. Align them by "
                f"`.loc[{reference}.index]` in pandas and `.reindex_like` in xarray, or give `.to_numpy()` if the "
                "order is the same."
            )


def check_features(X: object, y: object) -> None:
    """Refuse features that are masked, which estimators would read as numbers, or in another order than the labels."""
    check_same_index({"X": index_of(X, 0), "y": index_of(y)})
    masked = np.argwhere(np.ma.getmaskarray(X)) if isinstance(X, np.ma.MaskedArray) else np.empty((0, 1))
    if masked.size:
        raise ValueError(
            f"`X` must have no masked entries, but got one in row {masked[0][0]}. `X.astype(float).filled(np.nan)` "
            "makes them NaN, which some estimators take."
        )
