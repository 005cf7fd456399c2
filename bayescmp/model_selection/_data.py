"""A data set in a file: a table with a target column, and how its columns are prepared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pandas as pd
from sklearn.base import BaseEstimator, clone
from sklearn.compose import make_column_transformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from bayescmp._files import MAX_BYTES, name_of_file
from bayescmp._registry import did_you_mean
from bayescmp._text import counted, cut
from bayescmp._typing import Array
from bayescmp.model_selection._columns import (
    check_columns,
    check_target,
    decimal_commas,
    numbers_of_csv,
    warn_of_identifiers,
)
from bayescmp.model_selection._missing import check_takes_missing
from bayescmp.predictions._tables import read_table

_LONGEST_SHOWN = 160


@dataclass(frozen=True, kw_only=True, eq=False)
class Data:
    """A data set with the description that is shown on the screen."""

    X: pd.DataFrame | Array
    y: Array
    estimators: Mapping[str, BaseEstimator]
    description: str


def data_from_file(
    path: Path,
    target: str,
    estimators: Mapping[str, BaseEstimator],
    *,
    drop: Sequence[str] = (),
    max_bytes: int = MAX_BYTES,
) -> Data:
    """Read a table; numeric columns are scaled and text columns one-hot encoded within each training set.

    Missing numbers are passed on to estimators that take them; a missing text is a category of its own.

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
        If the file cannot be read or is too large, a column is not there, a label is missing, or a number and an
        estimator does not take that, the target has one class only or one for each record, or a feature looks like an
        identifier in text or like numbers with another mark where one is missing.
    """
    frame, file = read_table(path, max_bytes=max_bytes), name_of_file(path)
    _check_column("target", f"be a column of {file}", target, frame)
    for name in drop:
        _check_column("drop", f"name columns of {file}", name, frame)
    if target in drop:
        raise ValueError(f"`drop` must name features, but got {target!r}, the target.")
    if frame[target].isna().any():
        record = int(frame[target].isna().to_numpy().argmax())
        raise ValueError(f"`target` must be in every record, but {target!r} of {file} has none in record {record}.")
    written, y = frame.drop(columns=[target, *drop]), frame[target]
    X, commas = numbers_of_csv(written, path), decimal_commas(written)
    if X.shape[1] == 0 or len(X) == 0:
        raise ValueError(f"{file} must have records and a column besides the target, but has the shape {X.shape}.")
    check_target(y, target, file)
    numeric = [name for name in X if pd.api.types.is_numeric_dtype(X[name])]
    text = [name for name in X if name not in numeric]
    check_columns(X[text], file)
    check_takes_missing(X[numeric], estimators, file)
    warn_of_identifiers(X[numeric])
    short = partial(cut, width=_LONGEST_SHOWN)
    prepare = make_column_transformer(
        (StandardScaler(), numeric), (OneHotEncoder(handle_unknown="ignore", sparse_output=False), text)
    )
    return Data(
        X=X,
        y=y.to_numpy(),
        estimators={name: make_pipeline(clone(prepare), estimator) for name, estimator in estimators.items()},
        description=f"{short(file)}: {counted(len(X), 'record')}, {counted(len(numeric), 'numeric feature')} (scaled"
        + (f"; {len(commas)} with decimal commas" if commas else "")
        + (f"; {counted(int(gaps), 'value')} missing" if (gaps := X[numeric].isna().to_numpy().sum()) else "")
        + f"), {counted(len(text), 'text feature')} (one-hot encoded"
        + ("; a missing value is a category" if X[text].isna().to_numpy().any() else "")
        + f"), {counted(y.nunique(), 'class')} in {short(target)!r}"
        + (f"; without {', '.join(repr(short(name)) for name in drop)}" if drop else ""),
    )


def _check_column(argument: str, rule: str, name: str, frame: pd.DataFrame) -> None:
    if name not in frame:
        hint = did_you_mean(name, frame)
        raise ValueError(f"`{argument}` must {rule}, but got {name!r}; there are {list(frame)}.{hint}")
