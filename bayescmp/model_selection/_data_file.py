"""A data set in a file: a table with a target column, and how its columns are prepared."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, clone
from sklearn.compose import make_column_transformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from bayescmp._support._files import name_of_file
from bayescmp._support._table_files import SEPARATED, read_table, suffix_of
from bayescmp._support._typing import Array

_COMMA = r"\s*[+-]?\d+(?:,\d+)?(?:[eE][+-]?\d+)?\s*"
_THOUSANDS = r"\s*[+-]?[1-9]\d{0,2}(?:,\d{3})+\s*"
_NO_LABELS = frozenset({"?", "NA", "N/A", "n/a", "na", "#N/A", "."})
_MARKS = _NO_LABELS | {"-", "None", "none", "missing", "unknown"}
"""What other programs write where a value is missing; in a column of text they are categories, and some are labels."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Data:
    """A data set, and what prepares its columns within each training set."""

    X: pd.DataFrame | Array
    y: Array
    groups: ArrayLike | None = None
    prepare: BaseEstimator | None = None

    def fitted_by(self, estimators: Mapping[str, BaseEstimator]) -> Mapping[str, BaseEstimator]:
        """Return the estimators that are fitted to it."""
        if self.prepare is None:
            return estimators
        return {name: make_pipeline(clone(self.prepare), estimator) for name, estimator in estimators.items()}


def data_from_file(path: Path, target: str, *, groups: str | None = None) -> Data:
    """Read a table; numeric columns are scaled and text columns one-hot encoded within each training set.

    Missing numbers are passed on to estimators that take them; a missing text is a category of its own.
    """
    file = name_of_file(path)
    data = data_from_frame(read_table(path), file, target, groups=groups)
    X = numbers_of_csv(data.X, path)
    numeric = [name for name in X if pd.api.types.is_numeric_dtype(X[name])]
    text = [name for name in X if name not in numeric]
    for name in text:
        _check_marks(X[name], file)
    _check_marks(pd.Series(data.y, name=target), file, _NO_LABELS)
    prepare = make_column_transformer(
        (StandardScaler(), numeric), (OneHotEncoder(handle_unknown="ignore", sparse_output=False), text)
    )
    return replace(data, X=X, prepare=prepare)


def data_from_frame(frame: pd.DataFrame, what: str, target: str, *, groups: str | None = None) -> Data:
    """Split a table into features, classes and groups; messages call it `what`."""
    for argument, column in (("target", target), ("groups", groups)):
        if column is not None and column not in frame:
            raise ValueError(f"`{argument}` must be a column of {what}, but got {column!r}; there are {list(frame)}.")
    if target == groups:
        raise ValueError(f"`groups` must be another column than the target, but both are {target!r}.")
    X = frame.drop(columns=[target] if groups is None else [target, groups])
    if not X.size:
        raise ValueError(f"{what} must have records and a column besides the target, but has the shape {X.shape}.")
    own = None if groups is None else frame[groups].to_numpy()
    return Data(X=X, y=frame[target].to_numpy(), groups=own)


def _check_marks(column: pd.Series, file: str, in_texts: frozenset[str] = frozenset()) -> None:
    """Refuse marks of what is missing in a column that holds numbers beside them, and some of them in texts."""
    entries = column.dropna().astype(str)
    others = pd.to_numeric(entries[~entries.isin(_MARKS)], errors="coerce")
    marks = entries.isin(_MARKS if len(others) and others.notna().all() else in_texts)
    if marks.any():
        raise ValueError(
            f"{str(column.name)!r} of {file} must be without marks of what is missing, but has "
            f"{entries[marks].iloc[0]!r} in record {marks.idxmax()}. Leave a missing number empty, and out a record "
            "whose class is not known; call a class otherwise."
        )


# --- what columns hold: numbers, however they are written, or categories ----------------------------------------------


def numbers_of_csv(features: pd.DataFrame, path: str | Path) -> pd.DataFrame:
    """Turn columns of text that hold nothing but numbers into numbers, where the table is that of a CSV file.

    Other files say themselves what is text, but for numbers with decimal commas, which no file can hold as numbers. A
    label may be "01"; a feature is a quantity, however it is written.
    """
    text = [name for name in features if not pd.api.types.is_numeric_dtype(features[name])]
    commas = [name for name in text if _has_decimal_commas(features[name])]
    if commas and (
        points := [name for name in features if pd.api.types.is_float_dtype(features[name].convert_dtypes())]
    ):
        raise ValueError(
            f"Numbers must have the same decimal mark in all columns, but {commas[0]!r} has commas and {points[0]!r} "
            "points, which may separate thousands. Rewrite one of them, or leave it out."
        )
    found = {name: features[name].replace(",", ".", regex=True).astype(float) for name in commas}
    if suffix_of(Path(path)) in SEPARATED:
        found |= {name: _as_numbers(features[name]) for name in text if name not in found}
    return features.assign(**found)


def _has_decimal_commas(column: pd.Series) -> bool:
    """Tell whether a column has numbers that are written with decimal commas; "1,500" alone may be another number."""
    entries = column.dropna().astype(str)
    commas = entries[entries.str.contains(",", regex=False)]
    if commas.empty or not entries.str.fullmatch(f"{_COMMA}|{_THOUSANDS}").all():
        return False
    if commas.str.fullmatch(_THOUSANDS).all():
        entry = commas.iloc[0]
        raise ValueError(
            f"A number must be written with a point or without a comma, but {column.name!r} has {entry!r}, which may "
            f"be {entry.replace(',', '.')!r} or {entry.replace(',', '')!r}. Rewrite it, or leave it out."
        )
    return bool(entries.str.fullmatch(_COMMA).all())


def _as_numbers(column: pd.Series) -> pd.Series:
    if column.astype(str).str.contains("_").any():  # Python reads 1_000
        return column
    try:
        return pd.Series(np.array(column, dtype=object).astype(float), index=column.index)
    except ValueError:
        return column
