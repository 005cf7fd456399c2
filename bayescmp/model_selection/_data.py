"""A data set in a file: a table with a target column, and how its columns are prepared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from bayescmp._files import MAX_BYTES
from bayescmp._text import cut
from bayescmp.predictions._classifiers import check_classifier
from bayescmp.predictions._tables import read_table

_LONGEST_SHOWN = 160


@dataclass(frozen=True, kw_only=True, eq=False)
class Data:
    """A data set with the description that is shown on the screen."""

    X: Any
    y: Any
    estimators: Mapping[str, Any]
    description: str


def data_from_file(
    path: Path, target: str, estimators: Mapping[str, Any], *, drop: Sequence[str] = (), max_bytes: int = MAX_BYTES
) -> Data:
    """Read a table; numeric columns are scaled and text columns one-hot encoded within each training set.

    Parameters
    ----------
    path : Path
        The file, as in `read_table`.
    target : str
        Column of the class labels.
    estimators : mapping of str to estimator
        Classifiers that get the prepared columns.
    drop : sequence of str, optional
        Columns to leave out.
    max_bytes : int, default 2**28
        The most that the file may hold, unpacked.

    Returns
    -------
    Data

    Raises
    ------
    FileNotFoundError, ValueError
        If the file cannot be read or is too large, a column is not there or incomplete, the target has one class only,
        or a feature looks like an identifier.
    """
    for name, estimator in estimators.items():
        check_classifier(f"estimators[{name!r}]", estimator)  # before a pipeline hides what it is
    frame = read_table(path, max_bytes=max_bytes)
    if target not in frame:
        raise ValueError(f"`target` must be a column of {path.name}, but got {target!r}; there are {list(frame)}.")
    frame = _without(frame, drop, target, path)
    _check_complete(frame, path)
    X, y = numbers_of_csv(frame.drop(columns=target), path), frame[target]
    if X.shape[1] == 0 or len(X) == 0:
        raise ValueError(f"{path.name} must have records and a column besides the target, but has the shape {X.shape}.")
    if (y == y.iloc[0]).all():
        raise ValueError(
            f"`target` must have at least two classes, but {target!r} of {path.name} has only {y.iloc[0]!r}."
        )
    numeric = [name for name in X if pd.api.types.is_numeric_dtype(X[name])]
    text = [name for name in X if name not in numeric]
    _check_no_identifiers(X[text], path)
    shown = partial(cut, width=_LONGEST_SHOWN)
    prepare = make_column_transformer(
        (StandardScaler(), numeric), (OneHotEncoder(handle_unknown="ignore", sparse_output=False), text)
    )
    return Data(
        X=X,
        y=y.to_numpy(),
        estimators={name: make_pipeline(clone(prepare), estimator) for name, estimator in estimators.items()},
        description=f"{shown(path.name)}: {len(X)} records, {len(numeric)} numeric features (scaled), {len(text)} text "
        f"features (one-hot encoded), {y.nunique()} classes in {shown(target)!r}"
        + (f"; without {', '.join(repr(shown(name)) for name in drop)}" if drop else ""),
    )


def numbers_of_csv(features: pd.DataFrame, path: str | Path) -> pd.DataFrame:
    """Turn columns of text that hold nothing but numbers into numbers, where the table is that of a CSV file.

    Other files say themselves what is text. A label may be "01"; a feature is a quantity, however it is written.

    Parameters
    ----------
    features : DataFrame
        Columns as from `read_table`, without that of the labels.
    path : str or Path
        The file they are from.

    Returns
    -------
    DataFrame
    """
    if ".csv" not in Path(path).suffixes[-2:]:
        return features
    text = [name for name in features if not pd.api.types.is_numeric_dtype(features[name])]
    return features.assign(**{name: _as_numbers(features[name]) for name in text})


def _as_numbers(column: pd.Series) -> pd.Series:
    if column.astype(str).str.contains("_").any():  # Python reads 1_000
        return column
    try:
        return pd.Series(np.array(column, dtype=object).astype(float), index=column.index)
    except ValueError:
        return column


def _without(frame: pd.DataFrame, drop: Sequence[str], target: str, path: Path) -> pd.DataFrame:
    unknown = [name for name in drop if name not in frame]
    if unknown:
        raise ValueError(f"`drop` must name columns of {path.name}, but got {unknown[0]!r}; there are {list(frame)}.")
    if target in drop:
        raise ValueError(f"`drop` must name features, but got {target!r}, the target.")
    return frame.drop(columns=list(drop))


def _check_no_identifiers(text: pd.DataFrame, path: Path) -> None:
    """Refuse text with nearly a value per record, of which each would be a feature that no other record has."""
    for name in text:
        distinct = text[name].nunique()
        if distinct > len(text) / 2:
            raise ValueError(
                f"A text feature must have at most half as many distinct values as there are records, but {name!r} of "
                f"{path.name} has {distinct} in {len(text)} records, like an identifier. "
                f"Leave it out, by --drop {name}."
            )


def _check_complete(frame: pd.DataFrame, path: Path) -> None:
    missing = frame.isna()
    if missing.to_numpy().any():
        column = missing.any().idxmax()
        raise ValueError(
            f"{path.name} must have no missing values, but column {column!r} has one in record "
            f"{missing[column].idxmax()}. Fill or drop them first."
        )
