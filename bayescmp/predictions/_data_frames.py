"""Predictions from data frames, wide (a column per classifier) or long (a row per classifier and record)."""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Integers
from bayescmp._support._validation import check_flag
from bayescmp.predictions._alignment import at_rows, never_asked, rows_of_long, without_unasked
from bayescmp.predictions._arrays import predictions_from_arrays
from bayescmp.predictions._class_labels import missing_entries
from bayescmp.predictions._columns import ColumnReader, Columns, columns_of, named_in_order
from bayescmp.predictions._from_probabilities import classes_of
from bayescmp.predictions._hold_out import check_index, check_nothing_unused
from bayescmp.predictions._preferences import named_in_columns
from bayescmp.predictions._probability_columns import (
    Probabilities,
    check_pattern,
    classifiers_of,
    is_pattern,
    names_that_fit,
    read_probabilities,
)
from bayescmp.predictions._table_files import value_of_entry

_KEYS = ("classifier", "record", "repeat", "fold", "answer", "group", "task", "time")


def predictions_from_frame(
    frame: object,
    *,
    y_true: str | None = None,
    y_pred: Columns = None,
    correct: Columns = None,
    judged: Columns = None,
    preference: str | None = None,
    y_prob: Columns = None,
    y_score: Columns = None,
    labels: Sequence[Any] | None = None,
    loss: Columns = None,
    score: Columns = None,
    classifier: str | None = None,
    record: str | None = None,
    repeat: str | None = None,
    fold: str | None = None,
    answer: str | None = None,
    group: str | None = None,
    task: str | None = None,
    time: str | None = None,
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
    judged : str, list of str, or mapping of str to str, optional
        With `correct`, the verdicts of people, empty where nobody looked: columns of what a judge, such as a language
        model, says of every record; a list in the order of `correct`. Several judges are combined first.
    preference : str, optional
        Instead of labels, column of the name of the system that is preferred, of two, or "tie"; or of the name of the
        column that holds this name, such as "model_a". `judged` is then the column of those that a judge prefers.
    y_prob : str, list of str, or mapping of str to str, optional
        Of two labels, columns of the probability of the second one, such as 1 of 0 and 1: named as `y_pred`, which may
        be left out. Of any labels, a pattern of the names of columns of
        probabilities, one for each label: wide "{classifier}_{label}", long "p_{label}", or any other text around these
        parts. Where `y_pred` is left out, or names classifiers that have no column of that name, predicted labels are
        the most probable ones. Labels that occur, written as Python prints them, must have a column
        for each classifier. A label that does not occur has one where another column of numbers fits the pattern for
        every classifier; it must be a whole number or True or False where the others are.
    y_score : str, list of str, or mapping of str to str, optional
        Of two labels, in place of `y_pred` and `y_prob`, columns of decision values, any real numbers, larger where a
        record looks more like the second label; named as `y_pred`. For metrics of order, such as "roc_auc", alone.
    labels : sequence, optional
        The two labels where `y_prob` or `y_score` are one column for each classifier, that of the second one; may be
        left out where they are 0 and 1, -1 and 1, or False and True.
    loss : str, list of str, or mapping of str to str, optional
        Instead of labels, columns of losses, lower is better; named as `y_pred`.
    score : str, list of str, or mapping of str to str, optional
        Instead of labels, columns of scores, such as partial credit, higher is better; named as `y_pred`.
    classifier : str, optional
        The column with the name of the classifier; giving it means that the frame is long.
    record : str, optional
        Column of the keys that identify records; a long frame needs one.
    repeat, fold, answer, group, task, time : str, optional
        Columns of repeat, fold, answer, group, task and time, as in `predictions_from_arrays`.
    hold_out : bool, default False
        The rows are those of one hold-out, whatever other columns say. Else columns that are not used but are called
        fold, repeat, split, seed, run or alike, levels of a pandas index that are, or ids that occur twice, are
        refused: the log of a cross-validation would pass for a hold-out of as many records as it has rows.
    on_missing : "error", "drop" or "wrong", default "error"
        What to do where a classifier has no answer, as in `predictions_from_arrays`. In a long frame that is also a
        record, or a repeat of it, that has a row for another classifier and none for this one; but of several `answer`,
        those to a record of which it has others were not asked for, and never count as wrong.

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
        too, `hold_out` meets `repeat` or `fold`, a column that is not used tells of them, or `y_prob` names a column
        that is used for something else or may be of two classifiers.

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
    >>> wide["tree_a"], wide["tree_b"] = [0.9, 0.2, 0.6], [0.1, 0.8, 0.4]
    >>> columns = {"y_true": "y", "y_pred": ["tree"], "y_prob": "{classifier}_{label}"}
    >>> bc.predictions_from_frame(wide, **columns)["y_prob"].sel(label="b").values.tolist()
    [[[0.1, 0.8, 0.4]]]
    """
    check_flag("hold_out", hold_out)
    argument, named = _answer_columns(
        {
            "y_true": y_true, "y_pred": y_pred, "correct": correct, "loss": loss, "score": score, "y_prob": y_prob,
            "y_score": y_score, "preference": preference,
        }
    )  # fmt: skip
    named, judged = named_in_order(argument, named), named_in_order("judged", judged)
    if argument == "preference" and classifier is not None:
        raise ValueError("`preference` must be given without `classifier`: a row has the preferred one of two systems.")
    if hold_out and (repeat is not None or fold is not None):
        raise ValueError("`hold_out` must be given without `repeat` and `fold`, but got both; a hold-out has neither.")
    columns = ColumnReader(frame)
    key_columns = {
        "record": record, "repeat": repeat, "fold": fold, "answer": answer, "group": group, "task": task, "time": time
    }  # fmt: skip
    pattern = y_prob if is_pattern(y_prob) else None
    single = None if pattern else named_in_order("y_prob", y_prob)
    alone = None if pattern is None else _alone(columns, pattern, y_true, named, wide=classifier is None)
    if alone is not None or (single and named is None):
        argument, named = "y_prob", single or alone
    keys: dict[str, Any] = {name: columns(column, name) for name, column in key_columns.items() if column is not None}
    if argument in {"y_pred", "y_prob", "y_score"}:
        keys["y_true"] = _true_labels(columns, y_true, named)
    places = None
    if classifier is not None:
        if answer is not None and judged is None and alone is None:  # a row that is there is an answer
            missing_entries(_values(columns, argument, named), argument, "row {}".format, on_missing)
        places, keys = rows_of_long(columns(classifier, "classifier"), keys, on_missing)
    answers = _answers(columns, argument, named, places) if alone is None else dict.fromkeys(alone)
    beside = _judged(columns, argument, judged, answers, places)
    used, of_labels = {"classifier": classifier, **key_columns}, label_columns({"y_true": y_true, argument: named})
    of_labels += [column for one in (judged, single) if one is not None for column in columns_of(one)]
    on_missing, unasked = never_asked(on_missing, answers, None if beside else places, keys)
    given: dict[str, Any] = {"on_missing": on_missing, **keys}
    probabilities = None
    if pattern is not None:
        others = [*of_labels, *(name for name in used.values() if name is not None)]
        probabilities = _probabilities(columns, pattern, others, given | {argument: answers}, wide=places is None)
        of_labels += [column for own in probabilities.columns.values() for column in own]
    if not hold_out:
        check_index(columns.index, columns, used, of_labels)
        check_nothing_unused(columns, columns.names, used, of_labels)
    of_single = {"y_prob": _answers(columns, "y_prob", single, places)} if single and argument != "y_prob" else {}
    given |= beside | of_single | _labels_of(single or y_score, labels, keys.get("y_true"))
    given |= {} if alone is not None else {argument: answers}
    if probabilities is None:
        data = predictions_from_arrays(**given)
    else:
        data = _with_probabilities(probabilities, places, given)
    return without_unasked(data, unasked, keys) if unasked else data


def _alone(columns: ColumnReader, pattern: str, y_true: str | None, named: Columns, *, wide: bool) -> list[str] | None:
    """Return the classifiers whose probabilities stand without columns of predicted labels, of a long frame none.

    None where there are predicted labels.
    """
    check_pattern(pattern, wide=wide)
    names = columns.names
    if not wide:
        return [] if named is None and "y_pred" not in names else None
    if named is None:
        labels = classes_of(_true_labels(columns, y_true, None), None)
        named = classifiers_of(pattern, names, labels)
        if not named:
            raise KeyError(
                f"`y_prob` must find a column for each classifier and label, but by {pattern!r} no classifier has one "
                f"for each of {shown(labels)} among {shown(names)}."
            )
    listed = columns_of(named)
    there = [name for name in listed if name in names]
    are_names = all(isinstance(name, str) for name in listed) and len(set(listed)) == len(listed)
    if isinstance(named, Mapping) or not are_names or len(there) == len(listed):
        return None
    if there:
        lacking = next(name for name in listed if name not in names)
        raise ValueError(
            "`y_pred` must name columns of predicted labels, or only classifiers that have none, but there is a column "
            f"{there[0]!r} and no {lacking!r}."
        )
    return listed


def _labels_of(single: object, labels: Sequence[Any] | None, true: Any) -> dict[str, object]:
    if labels is None:
        return {}
    if not single:
        raise ValueError("`labels` must be given with `y_prob` or `y_score` of one column for each classifier.")
    if np.asarray(true).dtype.kind in "biuf" and all(isinstance(one, str) for one in labels):  # as on a command line
        labels = [value_of_entry(one) for one in labels]
    return {"labels": labels}


def _answer_columns(given: Mapping[str, Columns]) -> tuple[str, Columns]:
    """Return which argument names the columns of answers, and what it names."""
    for argument in ("correct", "loss", "score", "y_score", "preference"):
        beside = [name for name, named in given.items() if named is not None and name != argument]
        if given[argument] is None:
            continue
        if beside and not (argument == "y_score" and beside == ["y_true"]):
            raise ValueError(f"`{argument}` must be given without `{beside[0]}`, but got both.")
        return argument, given[argument]
    return "y_pred", given["y_pred"]


def _probabilities(
    columns: ColumnReader, pattern: str, used: list[str], given: Mapping[str, Any], *, wide: bool
) -> Probabilities:
    """Read probabilities of the labels that occur; labels that are none are refused before."""
    if "y_pred" in given:
        labels, names = predictions_from_arrays(**given)["label"].to_numpy(), given["y_pred"]
    else:
        labels, names = np.array(classes_of(given["y_true"], None)), given["y_prob"]
        if not labels.size:
            raise ValueError("`y_true` must hold at least one record, but got none.")
    classifiers = names if wide else [""]
    return read_probabilities(columns, columns.names, pattern, classifiers=classifiers, labels=labels, used=used)


def _with_probabilities(
    found: Probabilities, places: Mapping[str, Integers] | None, given: Mapping[str, Any]
) -> xr.Dataset:
    """Gather labels, which are known to be some, and their probabilities."""
    entries = found.entries
    if places is not None:
        entries = {name: at_rows(entries[""], rows, np.nan) for name, rows in places.items()}
    with warnings.catch_warnings(action="ignore"):  # those about labels were given before
        return predictions_from_arrays(y_prob=entries, labels=found.labels, **given)


def number_columns(arguments: Mapping[str, Any], names: Iterable[str]) -> list[str]:
    """Return those columns that hold numbers by the arguments of `predictions_from_frame`."""
    values = next((name for name in ("loss", "score", "y_score", "y_prob") if arguments.get(name) is not None), None)
    if values is None:
        return []
    if not is_pattern(pattern := arguments[values]):
        return columns_of(pattern)
    used = [name for name in (*label_columns(arguments), *map(arguments.get, _KEYS)) if isinstance(name, str)]
    return [name for name in names_that_fit(pattern, names) if name not in used]


def label_columns(arguments: Mapping[str, Any]) -> list[str]:
    """Return the columns of labels, or of what stands in their place, by the arguments of `predictions_from_frame`."""
    for argument in ("correct", "preference", "loss", "score"):
        if arguments.get(argument) is not None:
            judged = arguments.get("judged") if argument in {"correct", "preference"} else None
            return [*columns_of(arguments[argument]), *([] if judged is None else columns_of(judged))]
    given = {name: arguments[name] for name in ("y_true", "y_score", "y_pred") if arguments.get(name) is not None}
    answers = given.get("y_score", given.get("y_pred", "y_pred"))
    return [*columns_of(given.get("y_true", "y_true")), *columns_of(answers)]


def _true_labels(columns: ColumnReader, y_true: str | None, named: Columns) -> Array:
    truth = "y_true" if y_true is None else y_true
    if isinstance(truth, str) and truth in columns_of(named):
        raise ValueError(f"The column {truth!r} of true labels (`y_true`) must not be one of predictions too.")
    return columns(truth, "y_true")


def _answers(columns: ColumnReader, argument: str, named: Any, places: Mapping[str, Integers] | None) -> Any:
    """Return the column of each classifier, or of a long frame its rows of the one column; or preferences."""
    if argument == "preference":
        return named_in_columns(columns, named, argument)
    if places is None:
        return _wide(columns, argument, named)
    values = _values(columns, argument, named)
    return {name: at_rows(values, rows, None) for name, rows in places.items()}


def _judged(columns: ColumnReader, argument: str, named: Columns, answers: Any, places: Any) -> dict[str, Any]:
    """Return the verdicts of a judge beside those of people, nothing without one."""
    if named is None:
        return {}
    if argument == "preference":
        return {"judged": named_in_columns(columns, named, "judged")}
    if places is None and not isinstance(named, (str, Mapping)):
        listed = columns_of(named)
        if len(listed) != len(answers):
            raise ValueError(f"`judged` must name a column for each of {list(answers)}, but got {listed}.")
        named = dict(zip(answers, listed, strict=True))
    return {"judged": _answers(columns, "judged", named, places)}


def _wide(columns: ColumnReader, argument: str, named: Columns) -> dict[str, Array]:
    if not named:
        raise ValueError(
            f"`{argument}` must name the columns of the classifiers, such as {argument}=['tree', 'svm'], or "
            "`classifier` the column that holds their names (a row per prediction), but got neither."
        )
    listed = columns_of(named)
    if twice := next((one for one in listed if listed.count(one) > 1), None):
        raise ValueError(f"`{argument}` must name a column of its own for each classifier, but names {twice!r} twice.")
    if isinstance(named, Mapping):
        return {name: columns(column, argument) for name, column in named.items()}
    return {name: columns(name, argument) for name in listed}


def _values(columns: ColumnReader, argument: str, named: object) -> Array:
    """Return the column of answers of a long frame."""
    return columns("y_pred" if named is None else named, argument)
