"""Predictions of units as they are kept: arrays of a file each, read only when somebody looks at them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import xarray as xr
from xarray.core import indexing

from bayescmp._support._typing import Array

OF_RECORDS = {"y_true": ("record",), "fold": ("repeat", "record"), "train": ("repeat", "fold", "record")}
OF_RECORDS |= {"group": ("record",), "run": ("repeat",)}
"""Dims of what all classifiers share."""
OF_ANSWERS = {"y_pred": ("repeat", "record"), "loss": ("repeat", "record"), "y_prob": ("repeat", "record", "label")}
"""Dims of what one classifier answers."""


def arrays_to_keep(predictions: xr.Dataset) -> dict[str, Array]:
    """Return the arrays of the predictions of one classifier."""
    one = predictions.isel(classifier=0)
    dims = OF_RECORDS | OF_ANSWERS
    return {name: one[name].transpose(*dims[name]).to_numpy() for name in dims if name in one}


class _Stacked(xr.backends.BackendArray):
    """Arrays of the same shape, one of each classifier, each read when it is asked for."""

    def __init__(self, read: Sequence[Callable[[], Array]], shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self._read, self.shape, self.dtype = read, (len(read), *shape), dtype

    def __getitem__(self, key: indexing.ExplicitIndexer) -> Any:
        return indexing.explicit_indexing_adapter(key, self.shape, indexing.IndexingSupport.BASIC, self._part)

    def _part(self, key: tuple[Any, ...]) -> Array:
        which, *rest = key
        chosen = np.arange(len(self._read))[which]
        if np.ndim(chosen) == 0:
            return self._read[int(chosen)]()[tuple(rest)]
        found = [self._read[one]()[tuple(rest)] for one in chosen]
        return np.stack(found) if found else np.empty(self.shape, self.dtype)[key]


def stacked(
    dims: Sequence[str], read: Sequence[Callable[[], Array]], shape: tuple[int, ...], dtype: np.dtype[Any]
) -> xr.Variable:
    """Return arrays of classifiers as a variable that reads them when somebody looks, and then keeps them."""
    lazy: Any = indexing.LazilyIndexedArray(_Stacked(read, shape, dtype))
    return xr.Variable(("classifier", *dims), indexing.MemoryCachedArray(indexing.CopyOnWriteArray(lazy)))


def recoded(codes: Array, own: Array, labels: Array) -> Array:
    """Return codes of a classifier's own labels as codes of labels that hold them, both in order."""
    if np.array_equal(own, labels):
        return codes
    places = np.searchsorted(labels, own).astype(codes.dtype)
    return np.where(codes < 0, codes, places[codes])
