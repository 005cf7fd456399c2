"""A data set in a file: a table with a target column, and how its columns are prepared."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from bayescmp.predictions import read_table


@dataclass(frozen=True, kw_only=True, eq=False)
class Data:
    """A data set with the description that is shown on the screen."""

    X: Any
    y: Any
    estimators: Mapping[str, Any]
    description: str


def data_from_file(path: Path, target: str, estimators: Mapping[str, Any]) -> Data:
    """Read a table; numeric columns are scaled and text columns one-hot encoded within each training set."""
    frame = read_table(path)
    if target not in frame:
        raise ValueError(f"`target` must be a column of {path.name}, but got {target!r}; there are {list(frame)}.")
    _check_complete(frame, path)
    X, y = frame.drop(columns=target), frame[target]
    if X.shape[1] == 0 or len(X) == 0:
        raise ValueError(f"{path.name} must have records and a column besides the target, but has the shape {X.shape}.")
    numeric = [name for name in X if pd.api.types.is_numeric_dtype(X[name])]
    text = [name for name in X if name not in numeric]
    prepare = make_column_transformer(
        (StandardScaler(), numeric), (OneHotEncoder(handle_unknown="ignore", sparse_output=False), text)
    )
    return Data(
        X=X,
        y=y.to_numpy(),
        estimators={name: make_pipeline(clone(prepare), estimator) for name, estimator in estimators.items()},
        description=f"{path.name}: {len(X)} records, {len(numeric)} numeric features (scaled), {len(text)} text "
        f"features (one-hot encoded), {y.nunique()} classes in {target!r}",
    )


def _check_complete(frame: pd.DataFrame, path: Path) -> None:
    missing = frame.isna()
    if missing.to_numpy().any():
        column = missing.any().idxmax()
        raise ValueError(
            f"{path.name} must have no missing values, but column {column!r} has one in record "
            f"{missing[column].idxmax()}. Fill or drop them first."
        )
