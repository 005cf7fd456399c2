"""What tells two estimators or data sets apart: a fingerprint of their class, parameters and values.

Functions and classes are known by their names: of their code nothing is known.
"""

import reprlib
import types
from typing import Any

import joblib
import numpy as np
import pandas as pd
import scipy.sparse
from sklearn.base import clone


def fingerprint_of(value: object, name: str) -> str:
    """Return a hash of a value: equal where results are; what cannot be told from another one is a `TypeError`."""
    try:
        return str(joblib.hash(_described(value), hash_name="sha1"))
    except Exception as error:
        raise TypeError(
            f"`{name}` must be made of functions, classes and data that can be pickled, but got "
            f"{reprlib.repr(value)}: {error}. Make it of those, or make this part inside the function."
        ) from error


def _described(value: Any) -> object:
    """Return what tells a value apart: of an estimator all that its clone has, of others what pickle would keep."""
    if isinstance(value, dict):
        return {key: _described(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *map(_described, value)]
    if isinstance(value, (type, types.FunctionType)):
        return f"{value.__module__}.{value.__qualname__}"
    if callable(getattr(value, "get_params", None)) and clone(value) is not value:
        return [_described(type(value)), _described(value.get_params(deep=False))]
    # Of data what they hold, and not how they lie in memory.
    if isinstance(value, (pd.DataFrame, pd.Series)):
        frame = pd.DataFrame(value)
        held: list[Any] = [[*frame], [*map(str, frame.dtypes)], pd.util.hash_pandas_object(frame).to_numpy()]
    elif bool(scipy.sparse.issparse(value)):
        rows = value.tocsr(copy=True)
        rows.sum_duplicates()
        held = [rows.shape, rows.data, rows.indices, rows.indptr]
    else:
        return joblib.hash(np.ascontiguousarray(value) if isinstance(value, np.ndarray) else value, hash_name="sha1")
    return _described(held)
