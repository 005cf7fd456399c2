"""A data set in a file: a table with a target column, and how its columns are prepared."""

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, clone
from sklearn.compose import make_column_transformer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.utils import get_tags

from bayescmp._support._files import name_of_file
from bayescmp._support._registry import did_you_mean
from bayescmp._support._text import counted, cut
from bayescmp._support._typing import Array
from bayescmp.predictions import SEPARATED, called_as_groups, read_table, suffix_of

_COMMA = r"\s*[+-]?\d+(?:,\d+)?(?:[eE][+-]?\d+)?\s*"
_THOUSANDS = r"\s*[+-]?[1-9]\d{0,2}(?:,\d{3})+\s*"
_DOTS = r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+"
_NO_LABELS = frozenset({"?", "NA", "N/A", "n/a", "na", "#N/A", "."})
_MARKS = _NO_LABELS | {"-", "None", "none", "missing", "unknown"}
"""What other programs write where a value is missing; in a column of text they are categories, and some are labels."""
_MOST_CATEGORIES = 10
"""Up to so many values a feature that is called as groups are is rather a category."""
_KEYS = r"(?i:id|index|nr|no|key|.*_id)"


@dataclass(frozen=True, kw_only=True, eq=False)
class Data:
    """A data set, and the estimators that are fitted to it."""

    X: pd.DataFrame | Array
    y: Array
    estimators: Mapping[str, BaseEstimator]
    groups: ArrayLike | None = None


def data_from_file(
    path: Path, target: str, estimators: Mapping[str, BaseEstimator], *, group: str | None = None
) -> Data:
    """Read a table; numeric columns are scaled and text columns one-hot encoded within each training set.

    Missing numbers are passed on to estimators that take them; a missing text is a category of its own.
    """
    frame, file = read_table(path), name_of_file(path)
    _check_column("target", f"be a column of {file}", target, frame)
    if group is not None:
        _check_column("group", f"be a column of {file}", group, frame)
    if target == group:
        raise ValueError(f"`group` must be another column than the target, but both are {target!r}.")
    if frame[target].isna().any():
        record = int(frame[target].isna().to_numpy().argmax())
        raise ValueError(f"`target` must be in every record, but {target!r} of {file} has none in record {record}.")
    written, y = frame.drop(columns=[target, *([group] if group else [])]), frame[target]
    X = numbers_of_csv(written, path)
    if X.shape[1] == 0 or len(X) == 0:
        raise ValueError(f"{file} must have records and a column besides the target, but has the shape {X.shape}.")
    check_target(y, target, file)
    numeric = [name for name in X if pd.api.types.is_numeric_dtype(X[name])]
    text = [name for name in X if name not in numeric]
    check_columns(X[text], file)
    check_takes_missing(X[numeric], estimators, file)
    warn_of_identifiers(X[numeric])
    if group is None:
        warn_of_groups(X)
    prepare = make_column_transformer(
        (StandardScaler(), numeric), (OneHotEncoder(handle_unknown="ignore", sparse_output=False), text)
    )
    return Data(
        X=X,
        y=y.to_numpy(),
        groups=None if group is None else frame[group].to_numpy(),
        estimators={name: make_pipeline(clone(prepare), estimator) for name, estimator in estimators.items()},
    )


def _check_column(argument: str, rule: str, name: str, frame: pd.DataFrame) -> None:
    if name not in frame:
        hint = did_you_mean(name, frame)
        raise ValueError(f"`{argument}` must {rule}, but got {name!r}; there are {list(frame)}.{hint}")


# --- what columns hold: numbers, however they are written, or categories ----------------------------------------------


def numbers_of_csv(features: pd.DataFrame, path: str | Path) -> pd.DataFrame:
    """Turn columns of text that hold nothing but numbers into numbers, where the table is that of a CSV file.

    Other files say themselves what is text, but for numbers with decimal commas, which no file can hold as numbers. A
    label may be "01"; a feature is a quantity, however it is written.
    """
    found = {name: _with_points(features[name]) for name in decimal_commas(features)}
    if suffix_of(Path(path)) in SEPARATED:
        if found:
            _check_points(features.drop(columns=[*found]))
        text = [name for name in features if not pd.api.types.is_numeric_dtype(features[name]) and name not in found]
        found |= {name: _as_numbers(features[name]) for name in text}
    return features.assign(**found)


def decimal_commas(features: pd.DataFrame) -> list[str]:
    """Return the columns of numbers that are written with decimal commas; "1,500" alone may be another number."""
    found = []
    for name in features:
        values = features[name]
        if pd.api.types.is_numeric_dtype(values):
            continue
        entries = values.dropna().astype(str)
        commas = entries[entries.str.contains(",", regex=False)]
        if commas.empty or not entries.str.fullmatch(f"{_COMMA}|{_THOUSANDS}").all():
            continue
        if commas.str.fullmatch(_THOUSANDS).all():
            rule, entry = "A number must be written with a point or without a comma", commas.iloc[0]
            raise ValueError(_two_numbers(rule, name, entry, entry.replace(",", "."), entry.replace(",", "")))
        if entries.str.fullmatch(_COMMA).all():
            found.append(str(name))
    return found


def _check_points(features: pd.DataFrame) -> None:
    """Refuse points that may separate thousands, in a table that has decimal commas elsewhere."""
    for name in features:
        entries = features[name].dropna().astype(str).str.strip().str.removesuffix(".0")
        points = entries[entries.str.contains(".", regex=False)]
        if points.empty or not entries.str.fullmatch(rf"{_DOTS}|[+-]?\d{{1,3}}").all():
            continue
        rule, entry = (
            "A number must be written with a comma or without a point where others have commas",
            points.iloc[0],
        )
        raise ValueError(_two_numbers(rule, name, entry, entry.replace(".", ","), entry.replace(".", "")))


def _two_numbers(rule: str, name: object, entry: str, one: str, other: str) -> str:
    return f"{rule}, but {name!r} has {entry!r}, which may be {one!r} or {other!r}. Rewrite it, or leave it out."


def _with_points(column: pd.Series) -> pd.Series:
    return column.where(column.isna(), column.astype(str).str.replace(",", ".", regex=False)).astype(float)


def _as_numbers(column: pd.Series) -> pd.Series:
    if column.astype(str).str.contains("_").any():  # Python reads 1_000
        return column
    try:
        return pd.Series(np.array(column, dtype=object).astype(float), index=column.index)
    except ValueError:
        return column


def check_columns(text: pd.DataFrame, file: str) -> None:
    """Refuse columns of text that hold numbers but for marks of what is missing, or nearly a value per record.

    In the latter each value would be a feature that no other record has.
    """
    for name in text:
        entries = text[name].dropna().astype(str)
        marks = entries.isin(_MARKS)
        if marks.any() and not marks.all() and pd.to_numeric(entries[~marks], errors="coerce").notna().all():
            mark = entries[marks].iloc[0]
            raise ValueError(
                f"A column must hold numbers or text, but {name!r} of {file} holds numbers and {mark!r}. Where that "
                f"marks missing values, leave them empty in the file; else leave the column out."
            )
        distinct = text[name].nunique()
        if distinct > len(text) / 2:
            raise ValueError(
                f"A text feature must have at most half as many distinct values as there are records, but {name!r} of "
                f"{file} has {distinct} in {counted(len(text), 'record')}, like an identifier. "
                "Leave it out."
            )


def check_target(labels: pd.Series, name: str, file: str) -> None:
    """Refuse labels that mark what is missing, one class only, and a class for each record."""
    entries = labels.astype(str)
    others = pd.to_numeric(entries[~entries.isin(_MARKS)], errors="coerce")
    marks = entries.isin(_MARKS if others.notna().all() and len(others) else _NO_LABELS)
    if marks.any():
        raise ValueError(
            f"`target` must be in every record, but {name!r} of {file} has {entries[marks].iloc[0]!r} in record "
            f"{int(marks.to_numpy().argmax())}. Leave out records whose class is not known; call a class otherwise."
        )
    if (labels == labels.iloc[0]).all():
        raise ValueError(
            f"`target` must have at least two classes, but {name!r} of {file} has only {labels.tolist()[0]!r}."
        )
    if labels.is_unique and not pd.api.types.is_float_dtype(labels):
        raise ValueError(f"`target` must be a column of classes, but every record of {name!r} has its own.")


def warn_of_identifiers(numbers: pd.DataFrame) -> None:
    """Warn of whole numbers that count the records, or are all distinct under the name of an identifier."""
    for name in numbers:
        values = numbers[name]
        if not pd.api.types.is_integer_dtype(values) or len(values) < 2 or not values.is_unique:
            continue
        if re.fullmatch(_KEYS, str(name)) or (values.diff()[1:] == 1).all():
            warnings.warn(f"{name!r} looks like an identifier; leave it out if it is one.", stacklevel=2)


def warn_of_groups(features: pd.DataFrame) -> None:
    """Warn of features that are called as groups of records are, and have several records with one value."""
    for name in features:
        if called_as_groups(str(name)) and _MOST_CATEGORIES < features[name].nunique() < len(features):
            warnings.warn(
                f"{name!r} is a feature, and several records have the same value in it. Where such records belong "
                f"together, they are not independent, and `groups={str(name)!r}` makes it the unit; else "
                "leave it out.",
                stacklevel=2,
            )


# --- which estimators take missing numbers ----------------------------------------------------------------------------


def takes_missing(estimator: object) -> bool:
    """Tell whether an estimator says that it takes NaN; a pipeline does whose steps do up to one that fills them."""
    if isinstance(estimator, Pipeline):
        for _, step in estimator.steps:
            if step is None or step == "passthrough":
                continue
            if not takes_missing(step):
                return False
            if type(step).__module__.startswith("sklearn.impute"):
                return True
        return True
    try:
        return bool(get_tags(estimator).input_tags.allow_nan)
    except Exception:  # noqa: BLE001 - of a class that is not scikit-learn's
        return False


def check_takes_missing(numbers: pd.DataFrame, estimators: Mapping[str, object], file: str) -> None:
    """Refuse missing numbers where an estimator does not take them."""
    missing = numbers.isna()
    if not missing.to_numpy().any():
        return
    column = missing.any().idxmax()
    record, count = int(missing[column].to_numpy().argmax()), missing.sum()
    others = ", ".join(f"{name!r} ({number})" for name, number in count[count > 0].items())
    for name, estimator in estimators.items():
        if not takes_missing(estimator):
            raise ValueError(
                f"{file} must have no missing values for {cut(name, 100)!r}, which does not take them, but column "
                f"{column!r} has one in record {record}. Missing are, by column: {cut(others, 300)}. Fill them first, "
                "drop these records or columns, or compare estimators that do, such as "
                "HistGradientBoostingClassifier and RandomForestClassifier."
            )
