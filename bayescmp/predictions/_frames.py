"""Predictions from data frames, wide (a column per classifier) or long (a row per classifier and record)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._registry import did_you_mean
from bayescmp._typing import Array
from bayescmp._validation import about, check_choice, check_flag
from bayescmp.predictions._arrays import MISSING, predictions_from_arrays
from bayescmp.predictions._classifiers import checked_names
from bayescmp.predictions._hold_out import check_index_differs, check_nothing_unused
from bayescmp.predictions._labels import MISSING_REMEDY, answered_labels, plain_labels

_NAME, _ANSWER = "of classifier", "answer"
Columns = str | Sequence[str] | Mapping[str, str] | None


def predictions_from_frame(
    frame: object,
    *,
    y_true: str | None = None,
    y_pred: Columns = None,
    correct: Columns = None,
    loss: Columns = None,
    classifier: str | None = None,
    record: str | None = None,
    repeat: str | None = None,
    fold: str | None = None,
    group: str | None = None,
    task: str | None = None,
    hold_out: bool = False,
    on_missing: str = "error",
) -> xr.Dataset:
    """Gather predictions from any data frame that narwhals knows: pandas, polars, pyarrow and others.

    Parameters
    ----------
    frame : data frame
        Wide: one row per record (and repeat), one column per classifier. Long: one row per classifier and record.
    y_true : str, optional
        Column of the true labels, "y_true" if not named.
    y_pred : str, list of str, or mapping of str to str
        Wide: the columns of predicted labels, as a list, or as a mapping from the name of each classifier to its
        column. Long: the column of predicted labels, "y_pred" if not named.
    correct : str, list of str, or mapping of str to str, optional
        Instead of labels, columns of 0 or 1 (or bool) that say whether the classifier was right; named as
        `y_pred`. The labels are then "wrong" and "right".
    loss : str, list of str, or mapping of str to str, optional
        Instead of labels, columns of losses, lower is better; named as `y_pred`. No inference uses them yet.
    classifier : str, optional
        The column with the name of the classifier; giving it means that the frame is long.
    record : str, optional
        Column of the keys that identify records; a long frame needs one.
    repeat, fold, group, task : str, optional
        Columns of repeat, fold, group and task, as in `predictions_from_arrays`.
    hold_out : bool, default False
        The rows are those of one hold-out, whatever other columns say. Else columns that are not used but are called
        fold, repeat, split, seed, run or alike, or ids that occur twice, are refused: the log of a cross-validation
        would pass for a hold-out of as many records as it has rows.
    on_missing : "error", "drop" or "wrong", default "error"
        What to do where a classifier has no answer, as in `predictions_from_arrays`. In a long frame that is also a
        record, or a repeat of it, that has a row for another classifier and none for this one.

    Returns
    -------
    Dataset
        As from `predictions_from_arrays`.

    Raises
    ------
    KeyError
        If a column is not in the frame; the message lists those that are.
    TypeError, ValueError
        As from `predictions_from_arrays`; also if a long frame has no `record`, its classifiers do not have the same
        records and `on_missing` is "error", two columns have one name, that of the true labels is one of predictions
        too, `hold_out` meets `repeat` or `fold`, or a column that is not used tells of them.

    Examples
    --------
    >>> import pandas as pd
    >>> import bayescmp as bc
    >>> wide = pd.DataFrame({"y": ["a", "b", "b"], "tree": ["a", "b", "a"], "svm": ["b", "b", "b"]})
    >>> bc.predictions_from_frame(wide, y_true="y", y_pred=["tree", "svm"]).sizes["classifier"]
    2
    >>> long = pd.DataFrame({"id": [1, 2, 1, 2], "model": ["x", "x", "y", "y"], "ok": [1, 0, 1, 1]})
    >>> bc.predictions_from_frame(long, classifier="model", record="id", correct="ok").sizes["record"]
    2
    >>> gap = bc.predictions_from_frame(long[:3], classifier="model", record="id", correct="ok", on_missing="drop")
    >>> gap["missing"].sel(classifier="y").values.tolist()
    [[False, True]]
    """
    check_flag("hold_out", hold_out)
    check_choice("on_missing", on_missing, MISSING)
    argument, named = _answer_columns({"y_true": y_true, "y_pred": y_pred, "correct": correct, "loss": loss})
    if hold_out and (repeat is not None or fold is not None):
        raise ValueError("`hold_out` must be given without `repeat` and `fold`, but got both; a hold-out has neither.")
    columns = _ColumnReader(frame)
    key_columns = {"record": record, "repeat": repeat, "fold": fold, "group": group, "task": task}
    keys: dict[str, Any] = {name: columns(column, name) for name, column in key_columns.items() if column is not None}
    if argument == "y_pred":
        if y_true is None and "y_true" not in columns.names:
            raise KeyError(
                f"There is no column 'y_true', but there are {columns.names}. Give y_true=COLUMN, the true labels, or "
                "correct=COLUMN, 1 for right and 0 for wrong."
            )
        truth = "y_true" if y_true is None else y_true
        keys["y_true"] = columns(truth, "y_true")
        if any(isinstance(name, str) and name == truth for name in _listed(named)):
            raise ValueError(f"The column {truth!r} of true labels (`y_true`) must not be one of predictions too.")
    if classifier is None:
        answers = _wide(columns, argument, named)
    else:
        names = columns(classifier, "classifier")
        answers, keys = _long(names, _values(columns, argument, named), keys, on_missing)
    if not hold_out:
        used = {"classifier": classifier, **key_columns}
        check_index_differs(columns.index, used)
        check_nothing_unused(columns, columns.names, used, label_columns({"y_true": y_true, argument: named}))
    if argument == "loss":
        return predictions_from_arrays(loss=answers, on_missing=on_missing, **keys)
    if argument == "correct":
        answers = {name: _right_or_wrong(values, name, on_missing) for name, values in answers.items()}
        keys["y_true"] = np.full(len(next(iter(answers.values()))), "right")
    return predictions_from_arrays(keys.pop("y_true"), answers, on_missing=on_missing, **keys)


def _answer_columns(given: Mapping[str, Columns]) -> tuple[str, Columns]:
    """Return which argument names the columns of answers, and what it names."""
    for argument in ("correct", "loss"):
        beside = [f"`{name}`" for name, named in given.items() if named is not None and name != argument]
        if given[argument] is not None and beside:
            raise ValueError(f"`{argument}` must be given without {' and '.join(beside)}, but got both.")
        if given[argument] is not None:
            return argument, given[argument]
    return "y_pred", given["y_pred"]


class _ColumnReader:
    """Read columns of a native data frame as arrays."""

    def __init__(self, frame: object) -> None:
        table = nw.from_native(frame, pass_through=True)
        table = table.collect() if isinstance(table, nw.LazyFrame) else table
        if not isinstance(table, nw.DataFrame):
            raise TypeError(f"`frame` must be a data frame that narwhals knows, but got {type(frame).__name__}.")
        self._table = table
        self.names: list[str] = table.columns
        self.index: pd.Index | None = nw.maybe_get_index(table)

    def __call__(self, name: object, argument: str = "frame") -> Array:
        if not isinstance(name, str):
            raise TypeError(f"`{argument}` must be the name of a column, but got {name!r}.")
        if name not in self.names:
            with about(argument):
                hint = did_you_mean(name, self.names)
                raise KeyError(f"The table must have a column {name!r}, but has only {self.names}.{hint}")
        series = self._table[name]
        return np.array(series.to_list(), dtype=object) if series.is_null().any() else series.to_numpy()


def label_columns(arguments: Mapping[str, Any]) -> list[str]:
    """Return the columns of labels, or of losses, among the arguments of `predictions_from_frame`."""
    for argument in ("correct", "loss"):
        if arguments.get(argument) is not None:
            return _listed(arguments[argument])
    return [*_listed(arguments.get("y_true") or "y_true"), *_listed(arguments.get("y_pred") or "y_pred")]


def _listed(named: Any) -> list[str]:
    if isinstance(named, str) or not isinstance(named, Iterable):
        return [named]
    return list(named.values() if isinstance(named, Mapping) else named)


def _wide(columns: _ColumnReader, argument: str, named: Columns) -> dict[str, Array]:
    if named is not None and (isinstance(named, bytes) or not isinstance(named, Iterable)):
        raise TypeError(f"`{argument}` must be a column, a list of columns or a mapping to columns, but got {named!r}.")
    if named is None or not list(named):
        raise ValueError(
            f"`{argument}` must name the columns of the classifiers, such as {argument}=['tree', 'svm'], or "
            "`classifier` the column that holds their names (a row per prediction), but got neither."
        )
    names = named if isinstance(named, Mapping) else {name: name for name in _listed(named)}
    checked_names(names, argument)
    return {name: columns(column, argument) for name, column in names.items()}


def _values(columns: _ColumnReader, argument: str, named: Columns) -> Array:
    """Return the column of answers of a long frame."""
    named = "y_pred" if named is None else named
    if not isinstance(named, str):
        with about(argument):
            raise TypeError(f"With `classifier` there is one column of predictions, but got {named!r}.")
    return columns(named, argument)


def _long(
    classifier: Array, values: Array, keys: dict[str, Array], on_missing: str
) -> tuple[dict[str, Array], dict[str, Array]]:
    """Bring a long frame into wide form: one row per (repeat, record)."""
    if "record" not in keys:
        raise ValueError(
            "`record` must name the column that identifies records, for the rows of classifiers are matched by it."
        )
    names = plain_labels(classifier, "classifier", lambda i: f"row {i}").astype(str).astype(object)
    if not names.size:
        raise ValueError(f"`{'y_true' if 'y_true' in keys else 'record'}` must hold at least one record, but got none.")
    codes, classifiers = pd.factorize(names)
    order = np.argsort(codes, kind="stable")
    index = [name for name in ("repeat", "record") if name in keys]
    table = pd.DataFrame({**keys, _NAME: names, _ANSWER: values}, dtype=object).iloc[order].set_index(index)
    answers = {name: table[_ANSWER][table[_NAME] == name] for name in classifiers}
    for name, found in answers.items():
        _check_once(found.index, name)
    rows = table[~table.index.duplicated()]  # those of the first classifier, then what only others have
    if on_missing == "error":
        _check_same_rows(answers, rows.index)
    _check_agree(table, rows.loc[table.index])
    wide = {name: found.reindex(rows.index).to_numpy() for name, found in answers.items()}
    return wide, {key: column.to_numpy() for key, column in rows.reset_index()[list(keys)].items()}


def _check_once(index: pd.Index, name: str) -> None:
    if index.has_duplicates:
        key = index[index.duplicated()][0]
        remedy = "" if isinstance(key, tuple) else " Give `repeat`, the column of repeats, if there are several."
        raise ValueError(
            f"Each record must occur once per classifier and repeat, but {_named(key)} of {name!r} occurs twice."
            f"{remedy}"
        )


def _check_same_rows(answers: Mapping[str, pd.Series], rows: pd.Index) -> None:
    for name, found in answers.items():
        missing = rows.difference(found.index, sort=False)
        if len(missing):
            raise ValueError(
                f"All classifiers must have the same records, but {name!r} lacks {_named(missing[0])}. {MISSING_REMEDY}"
            )


def _check_agree(table: pd.DataFrame, first: pd.DataFrame) -> None:
    """Refuse a classifier whose rows have other keys than the `first` ones of the same record and repeat."""
    for column in table.columns.difference([_NAME, _ANSWER]):
        one, other = first[column].to_numpy(), table[column].to_numpy()
        odd = (other != one) & ~(pd.isna(one) & pd.isna(other))
        if odd.any():
            place = int(odd.argmax())
            raise ValueError(
                f"`{column}` must agree between classifiers, but {_named(table.index[place])} has {one[place]!s} for "
                f"{first[_NAME].iloc[place]!r} and {other[place]!s} for {table[_NAME].iloc[place]!r}."
            )


def _named(key: object) -> str:
    """Name a row of a long frame by its key, which holds the repeat first if there is one."""
    repeat, record = key if isinstance(key, tuple) else (None, key)
    return f"record {record}" + ("" if repeat is None else f", repeat {repeat}")


def _right_or_wrong(values: Array, name: str, on_missing: str) -> Array:
    labels, missing = answered_labels(values, f"correct[{name!r}]", lambda i: f"row {i}", on_missing)
    odd = ~np.isin(labels, (0, 1)) if labels.dtype.kind in "bi" else np.ones(labels.size, dtype=bool)
    if odd.any():
        first = int(np.argmax(odd))
        row = np.flatnonzero(~missing)[first]
        raise ValueError(f"`correct[{name!r}]` must hold 0 and 1, but got {labels[first].item()!r} in row {row}.")
    words = np.full(missing.size, None, dtype=object)
    words[~missing] = np.where(labels.astype(bool), "right", "wrong")
    return words
