"""What tells two estimators or data sets apart: a fingerprint of their class, parameters and values.

A value is described by lists and texts, the same in every process, and the description is hashed. Functions and classes
are known by their names: of their code nothing is known.
"""

import functools
import hashlib
import json
import reprlib
import types
from collections.abc import Iterable, Mapping
from typing import Any

import joblib
import numpy as np
import pandas as pd
import scipy.sparse
from sklearn.base import BaseEstimator

from bayescmp._support._typing import Array

type _Described = list[object]
"""Lists and texts."""

_SCALARS = {type(None), bool, int, float, complex, str, bytes, type(...), type(NotImplemented)}


def fingerprint_of(value: object, name: str) -> str:
    """Return the SHA-256 of a value: equal where results are; what cannot be told from another one is a `TypeError`."""
    try:
        described = _described(value)
    except _UnknownError as unknown:
        raise TypeError(
            f"`{name}` must be made of functions, classes and data that can be pickled, but got {unknown}, which "
            "cannot be told from another one in a later run. Make it of those, or make this part inside the function."
        ) from None
    except RecursionError:
        raise TypeError(f"`{name}` must be nested less deeply, but got {reprlib.repr(value)}. Simplify it.") from None
    return hashlib.sha256(_text(described).encode()).hexdigest()


class _UnknownError(TypeError):
    """A value of which nothing is known but its address."""


def _text(described: object) -> str:
    return json.dumps(described, sort_keys=True)


def _described(value: Any) -> _Described:
    kind = type(value)
    if kind in _SCALARS:
        return [kind.__name__, repr(value)]
    if kind in {list, tuple}:
        return [kind.__name__, *map(_described, value)]
    if kind in {set, frozenset}:
        return [kind.__name__, *sorted(map(_described, value), key=_text)]
    if isinstance(value, (type, types.FunctionType)):
        return ["class" if isinstance(value, type) else "function", _path(value)]
    if kind in {np.ndarray, np.memmap}:
        return _array(value)
    return _mapping(value) if kind is dict else [_path(kind), *_parts(value)]


def _parts(value: Any) -> Iterable[object]:
    """Return what an object holds: of an estimator all that its clone has, of others what pickle would keep."""
    if isinstance(value, functools.partial):
        return map(_described, (value.func, value.args, value.keywords))
    if isinstance(value, (pd.DataFrame, pd.Series)):
        return _frame(value)
    is_sparse: bool = scipy.sparse.issparse(value)
    if is_sparse:
        rows = value.tocsr(copy=True)
        rows.sum_duplicates()
        return [list(rows.shape), *map(_described, (rows.data, rows.indices, rows.indptr))]
    if callable(getattr(value, "get_params", None)) and not _clones_itself(value):
        return [_mapping(value.get_params(deep=False))]
    return [_pickled(value)]


def _frame(value: pd.DataFrame | pd.Series) -> _Described:
    """Describe a frame or a series by what it holds, and not by how it lies in memory."""
    frame = value.to_frame() if isinstance(value, pd.Series) else value
    try:
        rows = pd.util.hash_pandas_object(frame).to_numpy()
    except TypeError:  # of lists and the like in it
        return [_pickled(value)]
    return [_described(frame.columns.tolist()), list(map(str, frame.dtypes)), _described(rows)]


def _mapping(values: Mapping[Any, object]) -> _Described:
    return ["dict", *sorted(([_described(key), _described(value)] for key, value in values.items()), key=_text)]


def _array(value: Array) -> _Described:
    about = ["array", value.dtype.str, str(value.dtype.descr), list(value.shape)]
    if value.dtype.hasobject:
        return [*about, _described(value.tolist())]
    return [*about, hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()]


def _pickled(value: object) -> str:
    try:
        return str(joblib.hash(value, hash_name="sha1"))
    except Exception as error:  # whatever a class says that cannot be pickled
        raise _UnknownError(f"a {_path(type(value))}, {reprlib.repr(value)}") from error


def _clones_itself(value: object) -> bool:
    """Tell whether a clone keeps more than the parameters, such as the fit of a FrozenEstimator."""
    clone = getattr(type(value), "__sklearn_clone__", None)
    return clone not in {None, BaseEstimator.__sklearn_clone__}


def _path(value: Any) -> str:
    return f"{value.__module__}.{value.__qualname__}"
