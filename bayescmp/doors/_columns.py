"""Columns of any data frame that narwhals knows, as arrays, and what names them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._given import as_array
from bayescmp._support._registry import did_you_mean
from bayescmp._support._table_files import check_columns_differ
from bayescmp._support._text import shown
from bayescmp._support._typing import Array
from bayescmp._support._validation import about, check_list

Columns = str | Sequence[str] | Mapping[str, str] | None
"""One column, or the columns of classifiers, by which these are called, or by their names."""
FILE = "classifier (the file)"
"""Column of the names of files."""

_CALLED = re.compile(
    r"(?P<classifiers>model|system|classifier|method|algorithm|estimator|clf|llm|approach|learner|agent|technique)"
    r"|(?P<datasets>data|dataset|set|subset|task|subtask|benchmark|corpu|corpora|problem|domain|suite)"
)


class ColumnReader:
    """Read columns of a native data frame as arrays."""

    def __init__(self, frame: object) -> None:
        import narwhals as nw
        from narwhals.exceptions import DuplicateError

        self.index = frame.index if isinstance(frame, pd.DataFrame) else None
        if isinstance(frame, pd.DataFrame):  # whose named levels of the index are columns as well
            frame = frame.reset_index([name for name in frame.index.names if name not in {None, *frame.columns}])
        try:
            table = nw.from_native(frame, pass_through=True)
            table = table.collect() if isinstance(table, nw.LazyFrame) else table
        except DuplicateError:
            check_columns_differ(getattr(frame, "column_names", getattr(frame, "columns", ())), "`data`")
            raise
        if not isinstance(table, nw.DataFrame):
            raise TypeError(f"`data` must be a data frame that narwhals knows, but got {type(frame).__name__}.")
        self._table = table
        self.names: list[str] = table.columns
        self.n_rows = len(table)

    def entries(self, given: object, argument: str) -> Array:
        """Return a column by its name, or the entries that are given in place of one."""
        if isinstance(given, str):
            return self(given, argument)
        array = as_array(given, argument, keep_types=True)
        if array.ndim != 1 or array.size != self.n_rows:
            raise ValueError(
                f"`{argument}` must be the name of a column, or an array with an entry for each of the {self.n_rows} "
                f"rows of `data`, but got {shown(given)}."
            )
        return array

    def __call__(self, name: object, argument: str = "data") -> Array:
        if not isinstance(name, str):
            raise TypeError(f"`{argument}` must be the name of a column, but got {shown(name)}.")
        if name not in self.names:
            with about(argument):
                has = [one for one in self.names if one != FILE]
                raise KeyError(f"The table must have a column {name!r}, but has only {has}.{did_you_mean(name, has)}")
        series = self._table[name]
        return np.array(series.to_list(), dtype=object) if series.is_null().any() else series.to_numpy()


def by_columns(values: object) -> Any:
    """Return the columns of a data frame by their names; all else as it is."""
    import narwhals as nw

    frame = nw.from_native(values, eager_only=True, pass_through=True)
    return {name: frame[name].to_native() for name in frame.columns} if isinstance(frame, nw.DataFrame) else values


def of_pandas(values: object) -> Any:
    """Return any data frame that narwhals knows as one of pandas; all else as it is."""
    import narwhals as nw

    if isinstance(values, pd.DataFrame):
        return values
    frame = nw.from_native(values, eager_only=True, pass_through=True)
    return pd.DataFrame(frame.to_dict(as_series=False)) if isinstance(frame, nw.DataFrame) else values


_DATASETS = re.compile(
    "adult|aime|arc|bbh|boolq|cifar|digits|diabetes|glass|glue|gpqa|gsm( ?k)?|hellaswag|humaneval|ifeval|imagenet|iris|"
    "letter|math|mbpp|mmlu( pro)?|mnist|piqa|sonar|spambase|squad|swe bench|triviaqa|truthfulqa|vowel|wine|winogrande",
    re.IGNORECASE,
)
"""Names of data sets that many tables have."""


def rows_called(name: object) -> str | None:
    """Tell what the rows are whose names stand under `name`: "classifiers", "datasets", or None where it is neither."""
    spaced = re.sub(r"([a-z])([A-Z])", r"\1 \2", str(name))
    words = {word.removesuffix("s") for word in re.findall(r"[a-z]+|\d+", spaced.lower())} - {"name", "id"}
    found = {match.lastgroup if (match := _CALLED.fullmatch(word)) else None for word in words}
    return found.pop() if len(found) == 1 else None


def with_named_rows(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose first column is an index that pandas wrote, which has no name there, as one of data sets.

    Numbers of the rows are left out. Where columns look like data sets, the table stays as it is.
    """
    first, *others = frame.columns if len(frame.columns) else [None]
    if first != "Unnamed: 0":
        return frame
    if frame[first].tolist() == list(range(len(frame))):
        return frame.drop(columns=first)
    plain = [re.sub(r"[\d_-]+", " ", str(name)).strip() for name in others]
    are_columns = any(rows_called(name) == "datasets" or _DATASETS.fullmatch(name) for name in plain)
    if are_columns or pd.api.types.is_numeric_dtype(frame[first]):
        return frame
    return frame.rename(columns={first: "dataset"})


def column_of_classifiers(frame: pd.DataFrame, but: object = None) -> str | None:
    """Return the first column of texts that is called as one of the names of classifiers is."""
    texts = [name for name in frame if name != but and not pd.api.types.is_numeric_dtype(frame[name])]
    return next((str(name) for name in texts if rows_called(name) == "classifiers"), None)


def widened(frame: pd.DataFrame, dataset: str, classifier: str) -> pd.DataFrame:
    """Return a table with a row for each data set and classifier, and one number in it, as a wide one."""
    found = frame.set_index([dataset, classifier]).iloc[:, 0]
    if found.index.has_duplicates:
        one, other = found.index[found.index.duplicated()][0]
        raise ValueError(f"Each classifier must have one row on a data set, but {other!r} has several on {one!r}.")
    wide = found.unstack()  # noqa: PD010 - of an index, whose names are there once
    wide = wide.reindex(index=frame[dataset].unique(), columns=frame[classifier].unique())
    return wide.rename_axis(index=dataset, columns=None)


def named_in_order(argument: str, named: Any) -> Columns:
    """Return what names columns, as a list where it is any other sequence."""
    if isinstance(named, str) and not named:
        raise ValueError(f"`{argument}` must name columns, but got ''.")
    return named if named is None or isinstance(named, (str, Mapping)) else check_list(argument, named)


def columns_of(named: Any) -> list[str]:
    """Return the columns alone."""
    if isinstance(named, Mapping):
        return list(named.values())
    return list(named) if isinstance(named, (list, tuple)) else [named]
