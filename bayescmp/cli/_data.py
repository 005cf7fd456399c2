"""Data sets for the command line: a table with a target column, and how its columns are prepared."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from bayescmp.cli._estimators import estimator_from_text, names_of
from bayescmp.predictions import read_table


@dataclass(frozen=True, kw_only=True, eq=False)
class Data:
    """A data set with the description that is shown on the screen."""

    X: Any
    y: Any
    estimators: Mapping[str, Any]
    description: str


def chosen_data(data: Path | None, target: str | None, first: str | None, second: str | None) -> Data:
    """Return the data set and estimators that the options name, the default ones if they name nothing."""
    given = {"DATA": data, "--target": target, "--first": first, "--second": second}
    if not any(given.values()):
        return default_data()
    if data is None or target is None or first is None or second is None:
        missing = [name for name, value in given.items() if value is None]
        raise ValueError(
            f"DATA, --target, --first and --second must be given together, but got no {', '.join(missing)}."
        )
    estimators = [estimator_from_text(text, option) for text, option in ((first, "--first"), (second, "--second"))]
    return data_from_file(data, target, dict(zip(names_of(first, second), estimators, strict=True)))


def default_data() -> Data:
    """Scaled logistic regression and a random forest on scikit-learn's breast cancer data."""
    from sklearn.datasets import load_breast_cancer  # noqa: PLC0415 - the command line starts without scikit-learn
    from sklearn.ensemble import RandomForestClassifier  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    X, y = load_breast_cancer(return_X_y=True)
    return Data(
        X=X,
        y=y,
        estimators={
            "logistic regression": make_pipeline(StandardScaler(), LogisticRegression()),
            "random forest": RandomForestClassifier(),
        },
        description="scikit-learn's breast cancer data: 569 records, 30 numeric features (scaled for the logistic "
        "regression), 2 classes",
    )


def data_from_file(path: Path, target: str, estimators: Mapping[str, Any]) -> Data:
    """Read a table; numeric columns are scaled and text columns one-hot encoded within each training set."""
    from sklearn.base import clone  # noqa: PLC0415
    from sklearn.compose import make_column_transformer  # noqa: PLC0415
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415
    from sklearn.preprocessing import OneHotEncoder, StandardScaler  # noqa: PLC0415

    frame = read_table(path)
    if target not in frame:
        raise ValueError(f"`--target` must be a column of {path.name}, but got {target!r}; there are {list(frame)}.")
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
