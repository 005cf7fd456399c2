"""Predictions from data frames, wide (a column per classifier) or long (a row per classifier and record)."""

import contextlib
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Integers
from bayescmp._support._validation import about, check_choice, check_flag
from bayescmp.predictions._alignment import at_rows, never_asked, rows_of_long, without_unasked
from bayescmp.predictions._arrays import MISSING, check_go_together, predictions_from_arrays
from bayescmp.predictions._class_labels import MISSING_REMEDY, missing_entries
from bayescmp.predictions._columns import ColumnReader, Columns, columns_of, named_in_order
from bayescmp.predictions._dataset import checked_names
from bayescmp.predictions._from_probabilities import classes_of
from bayescmp.predictions._hold_out import check_index, check_nothing_unused, noting_group
from bayescmp.predictions._losses import VALUES, noting_direction
from bayescmp.predictions._preferences import check_played, named_in_columns
from bayescmp.predictions._probability_columns import (
    CLASSIFIER,
    Probabilities,
    checked_pattern,
    classifiers_of,
    names_that_fit,
    read_probabilities,
    single_probabilities,
)
from bayescmp.predictions._table_files import value_of_entry

_ROW_REMEDY = f"Leave out what nobody asked for. Of what failed: {MISSING_REMEDY} Give scores the worst number."
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
        be left out, or by a pattern such as "p_{classifier}". Of any labels, a pattern of the names of columns of
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
        Instead of labels, columns of losses, lower is better; named as `y_pred`. A result says so where a column is
        called like something that is better where it is higher, or rises with a column `correct` that is there, too.
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
    check_choice("on_missing", on_missing, MISSING)
    argument, named = _answer_columns(
        {
            "y_true": y_true, "y_pred": y_pred, "correct": correct, "loss": loss, "score": score, "y_prob": y_prob,
            "y_score": y_score, "preference": preference,
        }
    )  # fmt: skip
    named = named_in_order(argument, named)
    verdicts = {"correct": correct, "judged": judged, "preference": preference}
    check_go_together({"y_prob": y_prob, "y_score": y_score} | verdicts, {"loss": loss, "score": score}, on_missing)
    if argument == "preference" and classifier is not None:
        raise ValueError("`preference` must be given without `classifier`: a row has the preferred one of two systems.")
    if hold_out and (repeat is not None or fold is not None):
        raise ValueError("`hold_out` must be given without `repeat` and `fold`, but got both; a hold-out has neither.")
    columns = ColumnReader(frame)
    key_columns = {
        "record": record, "repeat": repeat, "fold": fold, "answer": answer, "group": group, "task": task, "time": time
    }  # fmt: skip
    taken = ["y_true" if y_true is None else y_true, classifier, *key_columns.values()]
    single = single_probabilities(y_prob, named, columns.names, taken)
    pattern = None if y_prob is None or single else checked_pattern(y_prob, wide=classifier is None)
    alone = None if pattern is None else _alone(columns, pattern, y_true, named)
    if alone is not None or (single and named is None):
        argument, named = "y_prob", single or alone
    keys: dict[str, Any] = {name: columns(column, name) for name, column in key_columns.items() if column is not None}
    if argument in {"y_pred", "y_prob", "y_score"}:
        keys["y_true"] = _true_labels(columns, y_true, named)
    places = None
    if classifier is not None:
        told = None if alone is not None else _values(columns, argument, named)
        if answer is not None and judged is None and told is not None:  # a row that is there is an answer
            missing_entries(told, argument, "row {}".format, on_missing, _ROW_REMEDY)
        places, keys = rows_of_long(columns(classifier, "classifier"), keys, on_missing)
    answers = _answers(columns, argument, named, places) if alone is None else dict.fromkeys(alone)
    beside = _judged(columns, argument, judged, answers, places)
    used, of_labels = {"classifier": classifier, **key_columns}, label_columns({"y_true": y_true, argument: named})
    of_labels += columns_of(judged) if beside else []
    of_labels += columns_of(single) if single else []
    on_missing, unasked = never_asked(on_missing, answers, None if beside else places, keys)
    given: dict[str, Any] = {"on_missing": on_missing, **keys}
    probabilities = None
    if pattern is not None:
        others = [*of_labels, *(name for name in used.values() if name is not None)]
        probabilities = _probabilities(columns, pattern, others, given | {argument: answers}, wide=places is None)
        of_labels += [column for own in probabilities.columns.values() for column in own]
    _check_others(columns, answers, used, of_labels, hold_out=hold_out)
    of_single = {"y_prob": _answers(columns, "y_prob", single, places)} if single and argument != "y_prob" else {}
    given |= beside | of_single | _labels_of(single or y_score, labels, keys.get("y_true"))
    given |= {} if alone is not None else {argument: answers}
    if probabilities is not None:
        data = _with_probabilities(probabilities, places, given)
    else:
        values = {name: columns(name) for name in columns_of(named)} if argument in VALUES else {}
        data = noting_direction(predictions_from_arrays(**given), values, columns)
    data = without_unasked(data, unasked, keys) if unasked else data
    return noting_group(data, columns, columns.names, used, of_labels)


def _check_others(
    columns: ColumnReader, answers: Any, used: Mapping[str, str | None], of_labels: list[str], *, hold_out: bool
) -> None:
    """Hold the answers against columns that are not used."""
    if isinstance(answers, np.ndarray):  # who is preferred
        check_played(answers, columns, [name for name in columns.names if name not in {*used.values(), *of_labels}])
    if not hold_out:
        check_index(columns.index, columns, used, of_labels)
        check_nothing_unused(columns, columns.names, used, of_labels)


def _alone(columns: ColumnReader, pattern: str, y_true: str | None, named: Columns) -> list[str] | None:
    """Return the classifiers whose probabilities stand without columns of predicted labels, of a long frame none.

    None where there are predicted labels.
    """
    names = columns.names
    if CLASSIFIER not in pattern:
        return [] if named is None and "y_pred" not in names else None
    if named is None:
        labels = classes_of(_true_labels(columns, y_true, None), None)
        named = classifiers_of(pattern, names, labels)
        if not named:
            raise KeyError(
                f"`y_prob` must find a column for each classifier and label, but by {pattern!r} no classifier has one "
                f"for each of {shown(labels)}; what fits is {shown(names_that_fit(pattern, names))}."
            )
        if {*named} & {*names}:
            raise ValueError(
                f"`y_pred` must name the columns of predicted labels, such as {named} (`compare --first {named[0]} "
                f"--second {named[-1]}`), where there are some, but got none."
            )
    listed = columns_of(named)
    if isinstance(named, (str, Mapping)) or not all(isinstance(name, str) for name in listed):
        return None
    there = [name for name in listed if name in names]
    if 0 < len(there) < len(listed):
        lacking = next(name for name in listed if name not in names)
        raise ValueError(
            "`y_pred` must name columns of predicted labels, or only classifiers that have none, but there is a column "
            f"{there[0]!r} and no {lacking!r}."
        )
    return listed if 0 < len({*listed}) == len(listed) and not there else None


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
        own = {argument, "y_true"} if argument == "y_score" else {argument}
        beside = [f"`{name}`" for name, named in given.items() if named is not None and name not in own]
        if given[argument] is not None and beside:
            raise ValueError(f"`{argument}` must be given without {' and '.join(beside)}, but got both.")
        if given[argument] is not None:
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
    try:
        with warnings.catch_warnings(action="ignore"):  # those about labels were given before
            return predictions_from_arrays(y_prob=entries, labels=found.labels, **given)
    except ValueError as error:
        error.add_note(found.said())
        raise


def number_columns(arguments: Mapping[str, Any], names: Iterable[str]) -> list[str]:
    """Return those columns that hold numbers by the arguments of `predictions_from_frame`."""
    values = next((name for name in ("loss", "score", "y_score") if arguments.get(name) is not None), None)
    if values:
        return columns_of(arguments[values])
    used = [name for name in (*label_columns(arguments), *map(arguments.get, _KEYS)) if isinstance(name, str)]
    pattern = arguments.get("y_prob")
    with contextlib.suppress(KeyError, TypeError, ValueError):  # which are refused later
        if single := single_probabilities(pattern, arguments.get("y_pred"), names, used):
            return columns_of(single)
    return [name for name in names_that_fit(pattern, names) if name not in used] if isinstance(pattern, str) else []


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
    if y_true is None and "y_true" not in columns.names:
        raise KeyError(
            f"There is no column 'y_true', but there are {columns.names}. Give y_true=COLUMN, the true labels, or "
            "correct=COLUMN, 1 for right and 0 for wrong."
        )
    truth = "y_true" if y_true is None else y_true
    found = columns(truth, "y_true")
    if any(isinstance(name, str) and name == truth for name in columns_of(named)):
        raise ValueError(f"The column {truth!r} of true labels (`y_true`) must not be one of predictions too.")
    return found


def _answers(columns: ColumnReader, argument: str, named: Any, places: Mapping[str, Integers] | None) -> Any:
    """Return the column of each classifier, or of a long frame its rows of the one column; or preferences."""
    if argument == "preference":
        return _preferred(columns, named, argument)
    if places is None:
        return _wide(columns, argument, named)
    values = _values(columns, argument, named)
    return {name: at_rows(values, rows, None) for name, rows in places.items()}


def _preferred(columns: ColumnReader, named: Any, argument: str) -> Array:
    return named_in_columns(columns(named, argument), columns, columns.names)


def _judged(columns: ColumnReader, argument: str, named: Columns, answers: Any, places: Any) -> dict[str, Any]:
    """Return the verdicts of a judge beside those of people, nothing without one."""
    if named is None:
        return {}
    if argument == "preference":
        return {"judged": _preferred(columns, named, "judged")}
    if places is None and not isinstance(named, (str, Mapping)):
        listed = columns_of(named)
        if len(listed) != len(answers):
            raise ValueError(
                f"`judged` must name a column for each of {list(answers)}, but got {listed}. Several judges are first "
                "combined into one column, as by whether the mean of their verdicts is above one half."
            )
        named = dict(zip(answers, listed, strict=True))
    return {"judged": _answers(columns, "judged", named, places)}


def _wide(columns: ColumnReader, argument: str, named: Columns) -> dict[str, Array]:
    if named is not None and (isinstance(named, bytes) or not isinstance(named, Iterable)):
        raise TypeError(
            f"`{argument}` must be a column, a list of columns or a mapping to columns, but got {shown(named)}."
        )
    if named is None or not (listed := columns_of(named)):
        raise ValueError(
            f"`{argument}` must name the columns of the classifiers, such as {argument}=['tree', 'svm'], or "
            "`classifier` the column that holds their names (a row per prediction), but got neither."
        )
    if twice := next((one for one in listed if listed.count(one) > 1), None):
        raise ValueError(f"`{argument}` must name a column of its own for each classifier, but names {twice!r} twice.")
    names = named if isinstance(named, Mapping) else {name: name for name in listed}
    checked_names(names, argument)
    return {name: columns(column, argument) for name, column in names.items()}


def _values(columns: ColumnReader, argument: str, named: Columns) -> Array:
    """Return the column of answers of a long frame."""
    named = "y_pred" if named is None else named
    if not isinstance(named, str):
        with about(argument):
            raise TypeError(f"With `classifier` there is one column of predictions, but got {shown(named)}.")
    return columns(named, argument)
