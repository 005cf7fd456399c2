"""The doors: one function for each kind of answer, all with the same arguments beside."""

from collections.abc import Mapping
from typing import Any

import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._arguments import known_arguments
from bayescmp.doors._columns import Columns
from bayescmp.doors._gathered import predictions_of
from bayescmp.doors._labels import Labels
from bayescmp.doors._losses import Losses, Scores
from bayescmp.doors._probabilities import DecisionValues, Probabilities
from bayescmp.doors._sets import candidates, values_of
from bayescmp.doors._verdicts import Preferences, Verdicts
from bayescmp.doors._ways import How, OneTestSet, ValidationSets
from bayescmp.predictions import check_called_so, noting

type Data = Any
"""A data frame that narwhals knows, the path of a table, or paths of several; None for arrays."""


@known_arguments
def labels(
    y_true: ArrayLike | str,
    y_pred: Mapping[str, ArrayLike] | Columns,
    *,
    data: Data = None,
    classifier: str | None = None,
    record: ArrayLike | str | None = None,
    group: ArrayLike | str | None = None,
    task: ArrayLike | str | None = None,
    how: How | None = None,
    on_missing: str = "error",
) -> xr.Dataset:
    """Gather the class labels that several classifiers predicted on the same records.

    Parameters
    ----------
    y_true : array of shape (n_rows,), or str
        True labels: whole numbers, text or booleans. Numbers are equal by value. With `data` the name of a column.
    y_pred : mapping of str to array, or names of columns
        Predicted labels of each classifier under its name, of shape (n_rows,); with `how` of several splits or folds in
        a grid, of shape (n_repeats, n_records). With `data` a column, a list of columns by which the classifiers are
        called, or a mapping from their names to columns.
    data : data frame or path, optional
        Where arguments name columns: any data frame that narwhals knows (pandas, polars, pyarrow), or a file (.csv,
        .tsv, .json, .jsonl, .ndjson, also gzipped; .parquet with the extra `parquet`; "-" is standard input).
        A list or mapping of files that are joined by `record`: each with answers is that of one classifier, called as
        the file or by the mapping, and others tell more of the records, such as their true labels.
    classifier : str, optional
        Column of the names of classifiers, where a row is of one of them: a long table. It needs `record`.
    record : array of shape (n_rows,), or str, optional
        Keys that identify the records. With them, rows of different repeats are matched by key; without them, the rows
        of each repeat must be in the same order of records.
    group : array of shape (n_rows,), or str, optional
        Groups of dependent records, such as the images of a patient or the questions on a passage: they are the units
        of inference. Splits must keep them whole.
    task : array of shape (n_rows,), or str, optional
        The part of an evaluation that each record belongs to: results of a hold-out have a row for each in `tasks`.
        Where the keys of `record` begin anew in each task, the task is put before them.
    how : optional
        How answers came about: None for a hold-out on records that no classifier was trained on, or `folds`, `splits`,
        `answers` (several of the same systems), `in_time` or `hold_out` (which asks nothing about other columns).
    on_missing : "error", "drop" or "wrong", default "error"
        What to do where a classifier has no answer (None or NaN; of a long table, no row) for a record that it was
        asked about. "error" refuses it. "drop" keeps the record and marks it in `missing`. "wrong" counts it as a wrong
        answer: a label of its own, that does not occur elsewhere, "(no answer)" among text and -1 (or -2, ...) among
        numbers; booleans become 0 and 1. The provenance tells how many were counted so. True labels must not be
        missing, nor, without folds, a row of any repeat.

    Returns
    -------
    Dataset
        `y_true` (record), `y_pred` (classifier, repeat, record) as codes into the coordinate `label`, and `fold`
        (repeat, record), -1 where no validation set of the repeat holds the record; `train` (repeat, fold,
        record) where a training set is not the rest of the records. If given, `group` (record) and the coordinate
        `task` (record). `missing` (classifier, repeat, record) if answers were dropped: True where a validated record
        has none, with the code -1.

    Raises
    ------
    KeyError, FileNotFoundError, ImportError
        If a column is not in the table, there is no such file, or no library that reads it.
    TypeError, ValueError
        If labels are not of one kind, missing, fractional or of unequal number, keys occur twice, folds miss records,
        training sets do not fit the folds, pandas or xarray objects have other indices, rows of a long table disagree,
        or columns that are not used tell of more than one hold-out. The message names the first offending record.

    Examples
    --------
    >>> import bayescmp as bc
    >>> predictions = bc.labels([0, 1, 1, 0], {"tree": [0, 1, 0, 0], "svm": [1, 1, 1, 0]})
    >>> predictions["y_pred"].dims, predictions["y_pred"].shape
    (('classifier', 'repeat', 'record'), (2, 1, 4))
    >>> import pandas as pd
    >>> wide = pd.DataFrame({"y": ["a", "b", "b"], "tree": ["a", "b", "a"], "svm": ["b", "b", "b"]})
    >>> bc.labels("y", ["tree", "svm"], data=wide).sizes["classifier"]
    2
    >>> long = pd.DataFrame({"id": [1, 2, 1], "y": [0, 1, 0], "model": ["x", "x", "z"], "said": [0, 0, 1]})
    >>> gaps = bc.labels("y", "said", data=long, classifier="model", record="id", on_missing="drop")
    >>> gaps["missing"].sel(classifier="z").values.tolist()
    [[False, True]]
    """
    kind = Labels(y_true=y_true, y_pred=y_pred)
    return predictions_of(kind, data, classifier, record=record, group=group, task=task, how=how, on_missing=on_missing)


@known_arguments
def probabilities(
    y_true: ArrayLike | str,
    y_prob: Mapping[str, ArrayLike] | Columns,
    *,
    labels: ArrayLike | None = None,
    y_pred: Mapping[str, ArrayLike] | Columns = None,
    data: Data = None,
    classifier: str | None = None,
    record: ArrayLike | str | None = None,
    group: ArrayLike | str | None = None,
    task: ArrayLike | str | None = None,
    how: How | None = None,
    on_missing: str = "error",
) -> xr.Dataset:
    """Gather the probabilities that several classifiers predicted, for metrics such as "neg_brier_score" and "roc_auc".

    Parameters
    ----------
    y_true : array of shape (n_rows,), or str
        True labels, as in `labels`.
    y_prob : mapping of str to array, or names of columns
        Probabilities of each classifier, of shape (n_rows, n_labels), which sum to one; of two labels also of shape
        (n_rows,), those of 1 of 0 and 1, or of the second of `labels`. In a grid as in `labels`, with the labels last.
        Columns of data frames and of arrays of xarray are read by their names, which must be the labels; those of bare
        arrays are in the order of the sorted labels, as scikit-learn's ``classes_``. With `data` a column of the second
        of two labels for each classifier, named as in `labels`, or the pattern of a column for each label, such as
        "{classifier}_{label}", with `classifier` "p_{label}".
    labels : array of shape (n_labels,), optional
        The label of each column, if one has a column but does not occur, or the columns are not sorted. Without it,
        bare arrays whose most probable label contradicts `y_pred` in most rows, and would agree with the columns in
        another order, are refused.
    y_pred : as `y_prob`, optional
        Predicted labels, where they are not the most probable ones; as in `labels`.
    data, classifier, record, group, task, how, on_missing
        As in `labels`, but `on_missing` is "error" or "drop": a missing probability is no wrong answer.

    Returns
    -------
    Dataset
        As from `labels`, with `y_prob` (classifier, repeat, record, label).

    Examples
    --------
    >>> import bayescmp as bc
    >>> found = bc.probabilities([0, 1, 1, 0], {"a": [0.2, 0.9, 0.6, 0.4], "b": [0.1, 0.4, 0.7, 0.2]})
    >>> found["y_prob"].sel(classifier="a", label=1).values.tolist()
    [[0.2, 0.9, 0.6, 0.4]]
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": ["n", "y"], "a_n": [0.8, 0.3], "a_y": [0.2, 0.7]})
    >>> bc.probabilities("y", "{classifier}_{label}", data=frame)["classifier"].values.tolist()
    ['a']
    """
    kind = Probabilities(y_true=y_true, y_prob=y_prob, labels=labels, y_pred=y_pred)
    return predictions_of(kind, data, classifier, record=record, group=group, task=task, how=how, on_missing=on_missing)


@known_arguments
def decision_values(
    y_true: ArrayLike | str,
    y_score: Mapping[str, ArrayLike] | Columns,
    *,
    labels: ArrayLike | None = None,
    data: Data = None,
    classifier: str | None = None,
    record: ArrayLike | str | None = None,
    group: ArrayLike | str | None = None,
    task: ArrayLike | str | None = None,
    how: How | None = None,
    on_missing: str = "error",
) -> xr.Dataset:
    """Gather decision values of several classifiers, as from ``decision_function``, for metrics of order alone.

    Parameters
    ----------
    y_true : array of shape (n_rows,), or str
        True labels, as in `labels`.
    y_score : mapping of str to array, or names of columns
        Any finite numbers, larger where a record looks more like the label, in the form of `y_prob` of `probabilities`,
        but without patterns. They are no probabilities, and tell no predicted label.
    labels, data, classifier, record, group, task, how, on_missing
        As in `probabilities`.

    Returns
    -------
    Dataset
        As from `labels`, with `y_score` (classifier, repeat, record, label) in place of `y_pred`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> found = bc.decision_values([0, 1, 1, 0], {"svm": [-1.2, 0.3, 2.1, -0.4], "ridge": [0.1, 0.2, 0.9, -0.8]})
    >>> bc.metrics.fold_values(found, metric="roc_auc").values.ravel().tolist()
    [1.0, 1.0]
    """
    kind = DecisionValues(y_true=y_true, y_score=y_score, labels=labels)
    return predictions_of(kind, data, classifier, record=record, group=group, task=task, how=how, on_missing=on_missing)


@known_arguments
def verdicts(
    correct: Mapping[str, ArrayLike] | Columns,
    *,
    judge: Mapping[str, ArrayLike] | Columns = None,
    data: Data = None,
    classifier: str | None = None,
    record: ArrayLike | str | None = None,
    group: ArrayLike | str | None = None,
    task: ArrayLike | str | None = None,
    how: How | None = None,
    on_missing: str = "error",
) -> xr.Dataset:
    """Gather verdicts: which answers of several systems are right.

    Parameters
    ----------
    correct : mapping of str to array, or names of columns
        1 or True where each system is right, 0 or False where it is wrong; in the form of `y_pred` of `labels`.
    judge : as `correct`, optional
        What a judge, such as a language model, says of every record of a hold-out, where `correct` is what people say
        of some of them (else None or NaN). Several judges are combined first, such as by whether the mean of their
        verdicts is above one half.
    data, classifier, record, group, task, how, on_missing
        As in `labels`. With `judge`, `on_missing` is of what the judge did not rate.

    Returns
    -------
    Dataset
        As from `labels`, with the labels "right" and "wrong"; `judged` (classifier, repeat, record) of a judge.

    Examples
    --------
    >>> import bayescmp as bc
    >>> bc.compare(bc.verdicts({"a": [1, 1, 0, 1, 1], "b": [1, 0, 0, 1, 0]})).decision
    'undecided'
    """
    kind = Verdicts(correct=correct, judge=judge)
    return predictions_of(kind, data, classifier, record=record, group=group, task=task, how=how, on_missing=on_missing)


@known_arguments
def preferences(
    preferred: ArrayLike | str,
    *,
    judge: ArrayLike | str | None = None,
    data: Data = None,
    record: ArrayLike | str | None = None,
    group: ArrayLike | str | None = None,
    task: ArrayLike | str | None = None,
    how: How | None = None,
    on_missing: str = "error",
) -> xr.Dataset:
    """Gather preferences between two systems: that one is preferred is a record on which the other one is wrong.

    Parameters
    ----------
    preferred : array of shape (n_rows,), or str
        The name of the system that is preferred on each record, of two, or "tie". With `data` a column of it, or of the
        name of the column where the name of the system stands, such as "model_a".
    judge : as `preferred`, optional
        Which one a judge prefers on every record, where people said it of some (else None).
    data, record, group, task, how, on_missing
        As in `probabilities`; missing is where nothing is said.

    Returns
    -------
    Dataset
        As from `verdicts`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> bc.preferences(["a", "b", "tie", "a"])["classifier"].values.tolist()
    ['a', 'b']
    """
    kind = Preferences(preferred=preferred, judge=judge)
    return predictions_of(kind, data=data, record=record, group=group, task=task, how=how, on_missing=on_missing)


@known_arguments
def losses(
    values: Mapping[str, ArrayLike] | Columns,
    *,
    noun: str | None = None,
    bounds: tuple[float | None, float | None] | None = None,
    data: Data = None,
    classifier: str | None = None,
    record: ArrayLike | str | None = None,
    group: ArrayLike | str | None = None,
    task: ArrayLike | str | None = None,
    how: How | OneTestSet | ValidationSets | None = None,
    on_missing: str = "error",
) -> Any:
    """Gather a loss of each record for several models, lower is better, such as squared errors of regressions.

    Parameters
    ----------
    values : mapping of str to array, or names of columns
        Finite numbers within `bounds`, in the form of `y_pred` of `labels`. With `how=validation_sets(...)` the mean
        loss of each validation set, of shape (n_sets,), repeat by repeat, or (n_repeats, n_folds).
    noun : str, optional
        What sentences call the mean, such as "mean squared error"; "loss" if None.
    bounds : (float or None, float or None), optional
        The least and the largest value that can occur; None for none. They bound the region of practical equivalence,
        and tell how far others may differ where all records differ by the same.
    data, classifier, record, group, task, how, on_missing
        As in `probabilities`; `how` may be `validation_sets`, or `one_test_set`, as well.

    Returns
    -------
    Dataset
        As from `labels`, with `loss` (classifier, repeat, record) in place of labels; or of validation sets a DataArray
        with dims (classifier, repeat, fold), or a dict of them where `how` names data sets.

    Examples
    --------
    >>> import numpy as np
    >>> import bayescmp as bc
    >>> noise = np.random.default_rng(0).normal(size=(2, 200))
    >>> squares = {"ridge": (0.5 * noise[0]) ** 2, "forest": (0.9 * noise[1]) ** 2}
    >>> bc.compare(bc.losses(squares, noun="mean squared error")).decision
    'first better'
    """
    check_called_so(str(noun), greater_is_better=False, what="noun")
    kind = Losses(values=values, noun=noun, bounds=bounds)
    return values_of(kind, how, data, classifier, record=record, group=group, task=task, on_missing=on_missing)


@known_arguments
def scores(
    values: Any,
    *,
    noun: str | None = None,
    bounds: tuple[float | None, float | None] | None = None,
    data: Data = None,
    classifier: str | None = None,
    record: ArrayLike | str | None = None,
    group: ArrayLike | str | None = None,
    task: ArrayLike | str | None = None,
    how: How | OneTestSet | ValidationSets | None = None,
    on_missing: str = "error",
) -> Any:
    """Gather a score of each record for several models, higher is better, such as partial credit.

    Parameters
    ----------
    values : mapping of str to array, or names of columns
        As in `losses`. With `how=validation_sets(...)` also a search of scikit-learn, or its ``cv_results_``, whose
        candidates are compared.
    noun, bounds, data, classifier, record, group, task, how, on_missing
        As in `losses`.

    Returns
    -------
    Dataset
        As from `losses`; the loss is one minus the score.

    Examples
    --------
    >>> import bayescmp as bc
    >>> credit = bc.scores({"a": [0.5, 1.0, 0.25], "b": [0.5, 0.0, 0.75]}, noun="credit", bounds=(0, 1))
    >>> credit["loss"].values.tolist()
    [[[0.5, 0.0, 0.75]], [[0.5, 1.0, 0.25]]]
    """
    check_called_so(str(noun), greater_is_better=True, what="noun")
    kind = Scores(values=candidates(values), noun=noun, bounds=bounds)
    found = values_of(kind, how, data, classifier, record=record, group=group, task=task, on_missing=on_missing)
    return found if kind.values is values else noting(found, {"search": len(kind.values)})
