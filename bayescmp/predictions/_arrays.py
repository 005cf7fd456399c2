"""Predictions from arrays: of labels, with or without probabilities, or of losses or scores of records."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._given import as_array, check_same_index, in_order, index_of
from bayescmp._support._text import shown
from bayescmp._support._typing import Array
from bayescmp._support._validation import check_choice, reading
from bayescmp.predictions._alignment import (
    Rows,
    rows_of_answers,
    rows_of_columns,
    rows_of_splits,
    splits_of_folds,
    trained_on,
)
from bayescmp.predictions._check import check_predictions
from bayescmp.predictions._class_labels import MISSING_REMEDY, check_of_all, column, plain_labels
from bayescmp.predictions._correct import indices_of_verdicts, labels_of_correct, with_judged
from bayescmp.predictions._dataset import checked_names
from bayescmp.predictions._decision_values import predictions_of_decision_values, with_both_labels
from bayescmp.predictions._from_probabilities import with_every_label
from bayescmp.predictions._hold_out import check_trained
from bayescmp.predictions._losses import predictions_of_losses, words_of_losses
from bayescmp.predictions._of_labels import predictions_of_labels
from bayescmp.predictions._preferences import verdicts_of_preferences
from bayescmp.predictions._probability_columns import names_of_columns
from bayescmp.predictions._tasks import ids_of_tasks
from bayescmp.predictions._time import in_time

MISSING = ("error", "drop", "wrong")
_BESIDE = {
    "loss": (),
    "score": (),
    "correct": ("judged",),
    "preference": ("judged",),
    "y_score": ("y_true", "labels"),
}
"""What may stand beside what is given in place of labels, or of predicted ones."""
_NO_WRONG = ("loss", "score", "preference", "y_prob", "y_score")


def predictions_from_arrays(
    y_true: ArrayLike | None = None,
    y_pred: Mapping[str, ArrayLike] | None = None,
    *,
    y_prob: Mapping[str, ArrayLike] | None = None,
    y_score: Mapping[str, ArrayLike] | None = None,
    labels: ArrayLike | None = None,
    correct: Mapping[str, ArrayLike] | None = None,
    judged: Any = None,
    preference: ArrayLike | None = None,
    loss: Mapping[str, ArrayLike] | None = None,
    score: Mapping[str, ArrayLike] | None = None,
    noun: str | None = None,
    greater_is_better: bool | None = None,
    bounds: tuple[float | None, float | None] | None = None,
    repeat: ArrayLike | None = None,
    fold: ArrayLike | None = None,
    answer: ArrayLike | None = None,
    splits: Iterable[tuple[ArrayLike, ArrayLike]] | None = None,
    train: ArrayLike | None = None,
    record: ArrayLike | None = None,
    group: ArrayLike | None = None,
    task: ArrayLike | None = None,
    time: ArrayLike | None = None,
    on_missing: str = "error",
) -> xr.Dataset:
    """Gather the predictions of several classifiers on the same records, or a loss or a score of each record.

    Labels are `y_true` and `y_pred`. What has no labels, such as a regression, gives a `loss` or a `score` of each
    record in their place: real numbers, of which `noun`, `greater_is_better` and `bounds` tell more.

    Parameters
    ----------
    y_true : array of shape (n_rows,)
        True labels: whole numbers, text or booleans. Numbers are equal by value.
    y_pred : mapping of str to array
        Predicted labels of each classifier under its name, of shape (n_rows,). With `splits` of several repeats,
        of shape (n_repeats, n_records).
    y_prob : mapping of str to array, optional
        Predicted probabilities of each classifier, of shape (n_rows, n_labels), or (n_repeats, n_records, n_labels) as
        for `y_pred`; of two labels also of shape (n_rows,), those of 1 of 0 and 1 or of the second of `labels`.
        Without `y_pred`, the most probable label is the predicted one. Columns of data frames (pandas, polars,
        pyarrow) and of arrays of xarray with labelled columns are read by their names, which must be the labels; those
        of bare arrays are in the order of the sorted labels, as scikit-learn's ``classes_``.
        Metrics such as "neg_brier_score" and "roc_auc" need them.
    y_score : mapping of str to array, optional
        In place of `y_pred` and `y_prob`: decision values of each classifier in the form of `y_prob`, any real numbers,
        larger where a record looks more like the label, as from ``decision_function``. For metrics of order, such as
        "roc_auc", alone: they are no probabilities, and tell no predicted label.
    labels : array of shape (n_labels,), optional
        The label of each column of `y_prob` or `y_score`, if one has a column but does not occur, or the columns are
        not sorted.
        Without it, bare arrays whose most probable label contradicts `y_pred` in most rows, and would agree with the
        columns in another order, are refused.
    correct : mapping of str to array, optional
        In place of `y_true` and `y_pred`, and in the form of it: 1 or True where each classifier is right, 0 or False
        where it is wrong. The labels are "right" and "wrong".
    judged : mapping of str to array, or array, optional
        With `correct`, which people gave of some records (else None or NaN): what a judge, such as a language model,
        says of every record of a hold-out, in the same form. Several judges are combined first, such as by whether
        the mean of their verdicts is above one half.
    preference : array of shape (n_rows,), optional
        In place of labels: the name of the system that is preferred on each record, of two, or "tie". That one is
        preferred is a record on which the other one is wrong. With `judged`, a list of the same form, people may have
        said nothing of some (None).
    loss : mapping of str to array, optional
        In place of labels: a real loss of each record for each classifier or other model, lower is better, in the form
        of `y_pred`, such as squared errors of regressions.
    score : mapping of str to array, optional
        In place of labels, as `loss`, but higher is better, such as partial credit.
    noun : str, optional
        With `loss` or `score`: what sentences call its mean, such as "mean squared error"; "loss" or "score" if None.
    greater_is_better : bool, optional
        With `loss` or `score`: whether larger values are better. If None, not those of `loss`, but those of `score`,
        and asked for where the `noun` is called otherwise.
    bounds : (float or None, float or None), optional
        With `loss` or `score`: the least and the largest value that can occur; None for none. They bound the region of
        practical equivalence, and tell how far others may differ where all records differ by the same.
    repeat, fold : array of shape (n_rows,), optional
        The repeat and the fold of each row. Neither: a hold-out on records that no classifier was trained on. A `fold`
        of shape (n_repeats, n_records) goes with `y_pred` of that shape, without `repeat`.
        Fold numbers count within a repeat. Several repeats without `fold` are hold-outs, each trained on the records
        that it leaves out; of the same records they are refused, for they may be several answers, which are told by
        `answer`, or runs of an algorithm.
    answer : array of shape (n_rows,), optional
        In place of `repeat` and `fold`: which answer of the same systems to a record a row is, such as a sample of a
        language model. Trainings of an algorithm, such as by several seeds, are no answers of one system, and have no
        place yet: intervals would be too narrow. Records stay the units, and some may have fewer answers than others:
        an answer that is None, or a row that is not there. `on_missing` concerns records to which a classifier has
        none.
    splits : list of (train, test), optional
        The splits, as from ``list(cv.split(X, y))``, instead of `repeat` and `fold`. Consecutive splits whose test
        sets partition the records are one repeat; any other split is a hold-out, a repeat of its own. The splits of a
        group splitter, such as `GroupKFold`, go with `group`.
    train : array of bool, shape (n_repeats, n_folds, n_records), optional
        The training sets of `repeat` and `fold`, where they are not the rest of the records; records in the order in
        which they first occur. `splits` tell them themselves.
    record : array of shape (n_rows,), optional
        Keys that identify the records. With them, rows of different repeats are matched by key; without them, the
        rows of each repeat must be in the same order of records.
    group : array of shape (n_rows,), optional
        Groups of dependent records, such as the images of a patient or the questions on a passage: they are the units
        of inference. Splits must keep them whole.
    task : array of shape (n_rows,), optional
        The part of an evaluation that each record belongs to: results of a hold-out have a row for each in `tasks`.
        Where the keys of `record` begin anew in each task, the task is put before them.
    time : array of shape (n_rows,), optional
        When each record of a hold-out was, such as a day or a step: numbers, dates, or texts of dates. Records are put
        in this order, and blocks of those that follow each other are the units of inference, in place of `group`.
    on_missing : "error", "drop" or "wrong", default "error"
        What to do where a classifier has no answer (None or NaN) for a record that it was asked about. "error" refuses
        it. "drop" keeps the record and marks it in `missing`. "wrong" counts it as a wrong answer: a label of its own,
        that does not occur elsewhere, "(no answer)" among text and -1 (or -2, ...) among numbers; booleans become 0 and
        1. The provenance tells how many were counted so. It is not for probabilities and losses. True labels must not
        be missing, nor, without `fold`, a row of any repeat. With `judged`, it is of what the judge did not rate;
        people may always have said nothing.

    Returns
    -------
    Dataset
        `y_true` (record), `y_pred` (classifier, repeat, record) as codes into the coordinate `label`, and `fold`
        (repeat, record), -1 where no validation set of the repeat holds the record; `train` (repeat, fold,
        record) where a training set is not the rest of the records. If given, `y_prob` (classifier, repeat, record,
        label), or `y_score` of these dims in place of `y_pred`, `group` (record) and the coordinate `task` (record);
        `loss` (classifier, repeat, record) in place of `y_true`, `y_pred` and `label`, which `compare` and `rank` take
        without `metric`. `missing` (classifier, repeat, record) if answers were dropped: True where a validated record
        has none, with the code -1, or NaN.

    Raises
    ------
    TypeError
        If labels are not of one kind, text meets numbers, or probabilities, losses or scores are no numbers.
    ValueError
        If labels are missing, fractional or of unequal number, keys occur twice, folds miss records, probabilities do
        not sum to one or contradict `y_pred`, losses or scores are not finite or out of `bounds`, training sets do not
        fit the folds, pandas or xarray objects have other indices, or arguments do not go together: labels, `loss` and
        `score` stand in place of each other, and so do `y_pred` and `y_score`, `noun`, `greater_is_better` and `bounds`
        are of losses and scores, and `splits` stand in place of `repeat`, `fold` and `train`. The message names the
        first offending record.

    Examples
    --------
    >>> import bayescmp as bc
    >>> predictions = bc.predictions_from_arrays([0, 1, 1, 0], {"tree": [0, 1, 0, 0], "svm": [1, 1, 1, 0]})
    >>> predictions["y_pred"].dims, predictions["y_pred"].shape
    (('classifier', 'repeat', 'record'), (2, 1, 4))
    >>> asked = bc.predictions_from_arrays(["a", "b"], {"one": ["a", None], "two": ["b", "b"]}, on_missing="wrong")
    >>> asked["label"].values.tolist()
    ['(no answer)', 'a', 'b']

    Decision values of two classifiers:

    >>> scores = {"svm": [-1.2, 0.3, 2.1, -0.4], "ridge": [0.1, 0.2, 0.9, -0.8]}
    >>> ordered = bc.predictions_from_arrays([0, 1, 1, 0], y_score=scores)
    >>> bc.metrics.fold_values(ordered, metric="roc_auc").values.ravel().tolist()
    [1.0, 1.0]

    Squared errors of two regressions:

    >>> import numpy as np
    >>> noise = np.random.default_rng(0).normal(size=(2, 200))
    >>> squares = {"ridge": (0.5 * noise[0]) ** 2, "forest": (0.9 * noise[1]) ** 2}
    >>> result = bc.compare(bc.predictions_from_arrays(loss=squares, noun="mean squared error"))
    >>> result.method.name, result.decision
    ('mean-loss', 'first better')
    """
    check_choice("on_missing", on_missing, MISSING)
    of_values = {"loss": loss, "score": score}
    of_labels = {"y_true": y_true, "y_pred": y_pred, "y_prob": y_prob, "y_score": y_score, "labels": labels}
    verdicts = {"correct": correct, "judged": judged, "preference": preference}
    check_go_together(of_labels | verdicts, of_values, on_missing)
    told = indices_of_verdicts(verdicts)  # which labels that are made of them do not have
    correct, judged = (
        (correct, judged) if preference is None else verdicts_of_preferences(preference, judged, on_missing)
    )
    if correct is not None:
        of_judge, on_missing = on_missing, on_missing if judged is None else "drop"
        y_true, y_pred = labels_of_correct(correct, on_missing, several=answer is not None)
    argument = next((name for name, values in of_values.items() if values is not None), "y_pred")
    columned, answers = "y_prob", of_values.get(argument, y_pred)
    if y_prob is not None:
        answers, y_prob = with_every_label(y_true, y_pred, y_prob, labels, on_missing)
    if y_score is not None:
        argument = columned = "y_score"
        answers = y_prob = with_both_labels(y_true, y_score, labels)
    words = words_of_losses(argument, noun=noun, greater_is_better=greater_is_better, bounds=bounds)
    is_told = _check_alone(splits, answer, {"repeat": repeat, "fold": fold, "train": train})
    names = checked_names(answers, argument)
    of = "y_prob" if argument == "y_pred" and y_pred is None and y_prob is not None else argument
    called = {f"{of}[{name!r}]": in_order(values) for name, values in (answers or {}).items() if not y_score}
    keys = {
        "repeat": repeat, "fold": fold, "answer": answer, "record": record, "group": group, "task": task, "time": time
    }  # fmt: skip
    shares = _probabilities(y_prob, names)
    check_same_index(
        {name: index_of(values) for name, values in ({"y_true": y_true} | called | keys).items()}
        | told
        | {f"{columned}[{name!r}]": index_of(values, -2) for name, values in shares.items()}
    )
    check_same_index({name: index_of(values, -2) for name, values in called.items()})  # of repeats
    record = ids_of_tasks(record, task, repeat, answer)
    truth = None if words else column(y_true, "y_true")
    n_records = _length(*next(iter(called.items()))) if truth is None else truth.size
    if fold is not None and repeat is None and as_array(fold, "fold").ndim == 2:
        splits, fold = splits_of_folds(fold, n_records), None
    if n_records == 0:
        raise ValueError(f"`{argument if words else 'y_true'}` must hold at least one record, but got none.")
    rows = trained_on(_rows(n_records, keys | {"record": record}, splits, on_missing), train)
    asked, on_missing = on_missing, "drop" if answer is not None and on_missing == "error" else on_missing
    found = {name: rows.answers(values, as_) for name, (as_, values) in zip(names, called.items(), strict=not y_score)}
    in_rows = {name: rows.answers(values, f"{columned}[{name!r}]", last=1) for name, values in shares.items()}
    of_records = {
        name: ("record", rows.keys(values, name))
        for name, values in (("group", group), ("task", task))
        if values is not None
    }
    made = {"made_by": "predictions_from_arrays"} | ({"preferences": True} if preference is not None else {})
    of_columns = {
        "columns": {name: names_of_columns(values) for name, values in shares.items()},
        "labels": None if labels is None else plain_labels(column(labels, "labels"), "labels", "position {}".format),
    }
    more: dict[str, Any] = {"on_missing": on_missing, "of_records": of_records, "made": made}
    if words:
        data = predictions_of_losses(found, rows, argument=argument, words=words, **more)
    else:
        data = _of_labels(rows.per_record(truth, "y_true"), found, in_rows, rows, argument, more | of_columns)
    data = check_trained(data if judged is None else with_judged(data, judged, rows, of_judge), is_told=is_told)
    if answer is not None and asked != "drop":
        _check_each_answered(data, rows)
    data = data if time is None else in_time(data, rows.per_record(time, "time"))
    return data if train is None and group is None else check_predictions(data, "group" if train is None else "train")


def _of_labels(
    true: Array, found: Mapping[str, Array], in_rows: Mapping[str, Array], rows: Rows, argument: str, more: Any
) -> xr.Dataset:
    """Gather labels with what has a column for each, or decision values in their place."""
    if argument == "y_score":
        return predictions_of_decision_values(true, in_rows, rows, **more)
    return predictions_of_labels(true, found, rows, y_prob=in_rows, **more)


def _rows(n_records: int, keys: Mapping[str, Any], splits: Any, on_missing: str) -> Rows:
    """Align the rows by their keys, repeats and folds, or by splits."""
    for name, values in keys.items():
        check_of_all(values, name)
    if keys["answer"] is not None:
        return rows_of_answers(n_records, keys["answer"], keys["record"])
    if splits is None:
        rows = rows_of_columns(n_records, keys["repeat"], keys["fold"], keys["record"])
        if keys["fold"] is None and on_missing != "error":
            _check_every_row(rows)
        return rows
    with reading("splits", splits):
        return rows_of_splits(n_records, splits, keys["record"])


def check_go_together(of_labels: Mapping[str, object], of_values: Mapping[str, object], on_missing: str) -> None:
    """Refuse labels or probabilities beside losses or scores, and what stands for no wrong answer."""
    given = [name for name, values in of_labels.items() if values is not None]
    values = [name for name, values in of_values.items() if values is not None]
    for name, beside in _BESIDE.items():
        others = [other for other in (*values, *given) if other not in {name, *beside}]
        if name in (*values, *given) and others:
            raise ValueError(f"`{name}` must be given in place of `{others[0]}`, but got both. Leave out one of them.")
    if "judged" in given and not {"correct", "preference"} & {*given}:
        raise ValueError("`judged` must be given with `correct`, the verdicts of people on some of the records.")
    no_wrong = next((name for name in _NO_WRONG if name in (*values, *given)), None)
    if on_missing == "wrong" and no_wrong:
        raise ValueError(f"`on_missing` must be 'error' or 'drop' with `{no_wrong}`, of which none is a wrong answer.")
    if "labels" in given and not {"y_prob", "y_score"} & {*given}:
        raise ValueError("`labels` must be given with `y_prob` or `y_score`, whose columns it names.")


def _check_alone(splits: object, answer: object, others: Mapping[str, object]) -> bool:
    """Refuse splits beside what says the same as they do, and answers beside what says how records were resampled.

    Tell whether there are either, so that it is known what repeats are.
    """
    given = [name for name, values in others.items() if values is not None]
    if splits is not None and given:
        raise ValueError(f"`splits` must be given alone, but got `{given[0]}` too. Leave it out, for splits tell it.")
    given += ["splits"] * (splits is not None)
    if answer is not None and given:
        raise ValueError(f"`answer` must be given without `{given[0]}`, but got both.")
    return splits is not None or answer is not None


def _check_each_answered(data: xr.Dataset, rows: Rows) -> None:
    """Refuse records to which a classifier has no answer at all."""
    if "missing" in data:
        none = np.argwhere(data["missing"].all("repeat").transpose("classifier", "record").to_numpy())
        if none.size:
            name, record = data["classifier"].to_numpy()[none[0, 0]], rows.name_of_record(int(none[0, 1]))
            raise ValueError(
                f"Every classifier must have an answer to every record, but {str(name)!r} has none to {record}. "
                f"{MISSING_REMEDY}"
            )


def _check_every_row(rows: Rows) -> None:
    """Refuse rows that are not there, of which it cannot be told whether answers are missing or records trained on."""
    lacking = np.argwhere(rows.fold < 0)
    if lacking.size:
        repeat, record = lacking[0]
        raise ValueError(
            "Where answers may be missing, each `repeat` must have a row for every record, or be given with `fold`, "
            f"but {rows.name_of_record(record)} has none in repeat {repeat}. Add one whose answers are None."
        )


def _length(name: str, values: ArrayLike) -> int:
    """Return the number of records of one classifier's losses or scores, the last axis."""
    shape = as_array(values, name).shape
    if not shape:
        raise TypeError(f"`{name}` must be a list or an array, one entry per record, but got {shown(values)}.")
    return int(shape[-1])


def _probabilities(y_prob: Mapping[str, ArrayLike] | None, names: list[str]) -> dict[str, Any]:
    """Return what was given for each classifier, with records before labels."""
    if y_prob is None:
        return {}
    given = checked_names(y_prob, "y_prob")
    odd = sorted(set(given) ^ set(names))
    if odd:
        raise ValueError(f"`y_prob` must have the names of `y_pred`, but {odd[0]!r} is only in one of them.")
    return {name: in_order(y_prob[name]) for name in names}
