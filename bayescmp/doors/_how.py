"""How answers came about, for `how` of the doors: one hold-out, folds or splits, several answers, the order of time."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._arguments import known_arguments
from bayescmp._support._given import as_array
from bayescmp._support._typing import Array, Integers
from bayescmp._support._validation import MOST_RECORDS, check_flag, check_positive, reading
from bayescmp.doors._kind import Arguments
from bayescmp.predictions import Rows, are_answers, check_predictions, noting
from bayescmp.predictions._class_labels import MISSING_REMEDY
from bayescmp.predictions._placed_rows import (
    codes_of,
    plain_rows,
    rows_of_answers,
    rows_of_columns,
    rows_of_grid,
    rows_of_splits,
    splits_of_folds,
    trained_on,
)
from bayescmp.predictions._time import in_order_of_time


@dataclass(frozen=True, kw_only=True, eq=False)
class How(Arguments, ABC):
    """How answers came about."""

    @abstractmethod
    def rows(self, n_rows: int, record: ArrayLike | None, *, on_missing: str) -> Rows:
        """Return which record and repeat each row is of."""

    def told(self, data: xr.Dataset, rows: Rows, *, on_missing: str) -> xr.Dataset:  # noqa: ARG002 - of some
        """Return the Dataset with what is told of all its answers."""
        return data


@dataclass(frozen=True, kw_only=True, eq=False)
class HoldOut(How):
    """One hold-out, on records that no classifier was trained on."""

    def rows(self, n_rows: int, record: ArrayLike | None, *, on_missing: str) -> Rows:  # noqa: ARG002 - of others
        """Return a row for each record."""
        return rows_of_columns(n_rows, None, None, record)


@dataclass(frozen=True, kw_only=True, eq=False)
class Folds(How):
    """Repeats of folds, or of hold-outs."""

    fold: Any = None
    repeat: Any = None
    train: Any = None

    of_rows = ("fold", "repeat")

    def rows(self, n_rows: int, record: ArrayLike | None, *, on_missing: str) -> Rows:
        """Return rows by the numbers of their folds and repeats."""
        if self.fold is not None and self.repeat is None and as_array(self.fold, "fold").ndim == 2:
            return trained_on(rows_of_splits(n_rows, splits_of_folds(self.fold, n_rows), record), self.train)
        rows = rows_of_columns(n_rows, self.repeat, self.fold, record)
        if self.fold is None and on_missing != "error" and (rows.fold < 0).any():  # is it missing, or trained on?
            repeat, place = np.argwhere(rows.fold < 0)[0]
            raise ValueError(
                "Where answers may be missing, each `repeat` must have a row for every record, or be given with "
                f"`fold`, but {rows.name_of_record(place)} has none in repeat {repeat}. "
                "Add one whose answers are None."
            )
        return trained_on(rows, self.train)

    def told(self, data: xr.Dataset, rows: Rows, *, on_missing: str) -> xr.Dataset:  # noqa: ARG002 - of others
        """Refuse repeats of the same records, of which nothing is known."""
        if are_answers(data):
            raise ValueError(
                "Repeats of the same records must have folds or training sets, but have none. Several answers of one "
                "system are how=answers(ids), runs of an algorithm, each of another training, how=runs(ids)."
            )
        return data


@dataclass(frozen=True, kw_only=True, eq=False)
class Splits(How):
    """The splits of a cross-validation."""

    pairs: Any

    def rows(self, n_rows: int, record: ArrayLike | None, *, on_missing: str) -> Rows:  # noqa: ARG002 - of others
        """Return rows by their places in a grid of repeats and records."""
        with reading("splits", self.pairs):
            return rows_of_splits(n_rows, self.pairs, record)


@dataclass(frozen=True, kw_only=True, eq=False)
class Answers(How):
    """Several answers of the same systems to each record."""

    answer: Any = None

    of_rows = ("answer",)

    def rows(self, n_rows: int, record: ArrayLike | None, *, on_missing: str) -> Rows:  # noqa: ARG002 - of others
        """Return rows by the numbers of answers."""
        return rows_of_answers(n_rows, self.answer, record)

    def told(self, data: xr.Dataset, rows: Rows, *, on_missing: str) -> xr.Dataset:
        """Refuse records to which a classifier has no answer at all."""
        if on_missing != "drop" and "missing" in data:
            none = np.argwhere(data["missing"].all("repeat").transpose("classifier", "record").to_numpy())
            if none.size:
                name, record = data["classifier"].to_numpy()[none[0, 0]], rows.name_of_record(int(none[0, 1]))
                raise ValueError(
                    f"Every classifier must have an answer to every record, but {str(name)!r} has none to {record}. "
                    f"{MISSING_REMEDY}"
                )
        return data


@dataclass(frozen=True, kw_only=True, eq=False)
class Runs(How):
    """Several trainings of the same algorithms, each of which answers every record, maybe several times."""

    run: Any = None
    answer: Any = None
    paired_runs: bool = False

    of_rows = ("run", "answer")

    def rows(self, n_rows: int, record: ArrayLike | None, *, on_missing: str) -> Rows:  # noqa: ARG002 - of others
        """Return rows by the numbers of answers, of which each run has its own, or of a run for each row of a grid."""
        shape = as_array(self.run, "run").shape
        if self.answer is None and len(shape) == 1 and 0 < shape[0] < n_rows:  # answers of shape (n_runs, n_records)
            return rows_of_grid(np.zeros((shape[0], n_rows), dtype=np.int32), record)
        return rows_of_answers(n_rows, self._ids(n_rows)[1], record)

    def told(self, data: xr.Dataset, rows: Rows, *, on_missing: str) -> xr.Dataset:  # noqa: ARG002 - of others
        """Say which run each repeat is of."""
        names, codes = self._ids(len(rows.fold) if rows.is_grid else rows.repeats.size)
        of_repeat = np.empty(data.sizes["repeat"], dtype=names.dtype)
        of_repeat[codes] = names
        if "loss" in data and data.sizes["record"] == 1:
            raise ValueError(
                "Runs must have a value of each record, but got one of each run: of scores on one test set give "
                "`how=one_test_set(n_records)`."
            )
        found = noting(data.assign_coords(run=("repeat", of_repeat)), {"paired_runs": True} if self.paired_runs else {})
        return check_predictions(found, "run")

    def _ids(self, n_rows: int) -> tuple[Array, Integers]:
        """Return the run of each row, and numbers that tell its answers apart."""
        runs = plain_rows(self.run, "run", n_rows)
        codes = codes_of(runs, "run", n_rows)
        if self.answer is None:
            return runs, codes
        answers = codes_of(self.answer, "answer", n_rows)
        return runs, np.unique(codes * (answers.max() + 1) + answers, return_inverse=True)[1]


@dataclass(frozen=True, kw_only=True, eq=False)
class InTime(HoldOut):
    """One hold-out whose records follow each other in time."""

    time: Any = None

    of_rows = ("time",)

    def told(self, data: xr.Dataset, rows: Rows, *, on_missing: str) -> xr.Dataset:  # noqa: ARG002 - of others
        """Return records in this order, with blocks of them as groups."""
        return in_order_of_time(data, rows.per_record(self.time, "time"))


@dataclass(frozen=True, kw_only=True, eq=False)
class OneTestSet:
    """One test set, of which each of several runs has a score."""

    n_records: float | None


@dataclass(frozen=True, kw_only=True, eq=False)
class ValidationSets:
    """Whole validation sets, of which each classifier has a score."""

    n_train: Any
    n_test: Any
    n_repeats: int | None
    dataset: str | None
    fold: str | None


@known_arguments
def folds(fold: ArrayLike | None = None, *, repeat: ArrayLike | None = None, train: ArrayLike | None = None) -> Folds:
    """Tell that answers are of a cross-validation, or of repeated hold-outs: which fold or repeat each row is of.

    Parameters
    ----------
    fold : array of shape (n_rows,) or (n_repeats, n_records), or str, optional
        The fold of each row, numbered within its repeat; with `data` the name of a column. Of the second shape where
        answers are, without `repeat`. Repeats without folds are hold-outs, each trained on the records that it leaves
        out.
    repeat : array of shape (n_rows,), or str, optional
        The repeat of each row.
    train : array of bool, shape (n_repeats, n_folds, n_records), optional
        The training sets, where they are not the rest of the records; records in the order in which they first occur.

    Examples
    --------
    >>> import bayescmp as bc
    >>> p = bc.labels([0, 1, 1, 0], {"a": [0, 1, 1, 1], "b": [0, 0, 1, 0]}, how=bc.folds([0, 0, 1, 1]))
    >>> p["fold"].values.tolist()
    [[0, 0, 1, 1]]
    """
    if fold is None and repeat is None:
        raise ValueError("`folds` must be told `fold` or `repeat`, but got neither; a hold-out has no `how`.")
    return Folds(fold=fold, repeat=repeat, train=train)


@known_arguments
def splits(pairs: Iterable[tuple[ArrayLike, ArrayLike]]) -> Splits:
    """Tell that answers are of a cross-validation by its splits.

    Parameters
    ----------
    pairs : list of (train, test)
        The splits, as from ``list(cv.split(X, y))``. Consecutive splits whose test sets partition the records are one
        repeat; any other split is a hold-out, a repeat of its own. Answers of several repeats are of shape
        (n_repeats, n_records).

    Examples
    --------
    >>> import bayescmp as bc
    >>> pairs = [([2, 3], [0, 1]), ([0, 1], [2, 3])]
    >>> p = bc.labels([0, 1, 1, 0], {"a": [0, 1, 1, 1], "b": [0, 0, 1, 0]}, how=bc.splits(pairs))
    >>> p["fold"].values.tolist()
    [[0, 0, 1, 1]]
    """
    return Splits(pairs=pairs)


@known_arguments
def answers(ids: ArrayLike) -> Answers:
    """Tell that there are several answers of the same systems to each record, such as samples of a language model.

    Trainings of an algorithm, such as by several seeds, are `runs`: as answers, their intervals would be too narrow.

    Parameters
    ----------
    ids : array of shape (n_rows,), or str
        Which answer a row is; with `data` the name of a column. Records stay the units, and some may have fewer answers
        than others: an answer that is None, or a row that is not there. `on_missing` concerns records to which a
        classifier has none.

    Examples
    --------
    >>> import bayescmp as bc
    >>> right = {"a": [1, 0, 1, 1], "b": [1, 1, 0, 0]}
    >>> bc.verdicts(right, record=["p", "p", "q", "q"], how=bc.answers([1, 2, 1, 2])).sizes["repeat"]
    2
    """
    return Answers(answer=ids)


@known_arguments
def runs(run: ArrayLike, *, answer: ArrayLike | None = None, paired_runs: bool = False) -> Runs:
    """Tell that algorithms were trained several times, such as by several seeds, on the same training set.

    What is compared are the algorithms, over their own randomness, on new records; not over other training data, of
    which a cross-validation tells.

    Parameters
    ----------
    run : array of shape (n_rows,) or (n_runs,), or str
        Which training, such as a seed, a row is of; with `data` the name of a column. Every run answers all records,
        in one order where there is no `record`. Answers may also be of shape (n_runs, n_records), with one id for each
        run, ``runs(range(5))``. In a long table classifiers may have runs of other names and numbers; one with a single
        run is taken as this one fitted classifier.
    answer : array of shape (n_rows,), or str, optional
        Which of several answers of a run a row is.
    paired_runs : bool, default False
        Whether runs of the same name share something that moves both classifiers, such as a part of the training data
        that they were given. A seed alone shares nothing.

    Examples
    --------
    >>> import bayescmp as bc
    >>> right = {"a": [1, 0, 1, 1], "b": [1, 1, 0, 0]}
    >>> bc.verdicts(right, record=["p", "q", "p", "q"], how=bc.runs([1, 1, 2, 2]))["run"].values.tolist()
    [1, 2]
    >>> grid = bc.labels([0, 1, 1], {"a": [[0, 1, 0], [0, 1, 1]], "b": [[0, 0, 0], [1, 1, 1]]}, how=bc.runs([1, 2]))
    >>> dict(grid["y_pred"].sizes)
    {'classifier': 2, 'repeat': 2, 'record': 3}
    """
    if isinstance(run, (int, np.integer)):
        raise TypeError(
            f"`run` must tell which run each row is of, but got {run}. For {run} runs, give `range({run})`."
        )
    return Runs(run=run, answer=answer, paired_runs=check_flag("paired_runs", paired_runs))


@known_arguments
def in_time(time: ArrayLike) -> InTime:
    """Tell that the records of a hold-out follow each other in time: blocks of them are the units of inference.

    Parameters
    ----------
    time : array of shape (n_rows,), or str
        When each record was, such as a day or a step: numbers, dates, or texts of dates; with `data` the name of a
        column. Records are put in this order. Blocks stand in place of `group`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> days = range(40)
    >>> errors = {"a": [0.1, 0.3] * 20, "b": [0.2, 0.1] * 20}
    >>> int(bc.losses(errors, how=bc.in_time(days))["group"].max()) + 1
    5
    """
    return InTime(time=time)


@known_arguments
def hold_out() -> HoldOut:
    """Tell that the rows of `data` are those of one hold-out, whatever its other columns say.

    Without it, columns that are not used but are called fold, repeat, split, seed, run or alike, levels of a pandas
    index that are, or ids that occur twice, are refused: the log of a cross-validation would pass for a hold-out of as
    many records as it has rows.

    Examples
    --------
    >>> import pandas as pd
    >>> import bayescmp as bc
    >>> log = pd.DataFrame({"seed": [1, 2, 3], "y": [0, 1, 1], "a": [0, 1, 0], "b": [0, 0, 1]})
    >>> bc.labels("y", ["a", "b"], data=log, how=bc.hold_out()).sizes["record"]
    3
    """
    return HoldOut()


@known_arguments
def one_test_set(n_records: float | None = None) -> OneTestSet:
    """Tell that scores or losses are of runs, all on one test set: one number for each training of an algorithm.

    They tell less than predictions do (`runs`): the answer is about these records, and not about new ones.

    Parameters
    ----------
    n_records : float, optional
        Number of records of the test set: how much wider intervals would be at most on new records is told then.

    Examples
    --------
    >>> import bayescmp as bc
    >>> seeds = {"mine": [0.81, 0.84, 0.82, 0.83], "theirs": [0.79, 0.80, 0.78]}
    >>> round(bc.compare(bc.scores(seeds, noun="accuracy", how=bc.one_test_set(1000))).prob_first_better, 3)
    0.995
    """
    known = None if n_records is None else float(check_positive("n_records", n_records, least=1, most=MOST_RECORDS))
    return OneTestSet(n_records=known)


@known_arguments
def validation_sets(
    n_train: float | Mapping[str, float],
    n_test: float | Mapping[str, float],
    *,
    n_repeats: int | None = None,
    dataset: str | None = None,
    fold: str | None = None,
) -> ValidationSets:
    """Tell that scores or losses are of whole validation sets, as `cross_val_score` returns them.

    They tell less than predictions, of which `compare` takes any metric, and how much training sets add.

    Parameters
    ----------
    n_train, n_test : float, or mapping of str to float
        Number of records of a training and of a validation set; their means, where they differ. Only their ratio is
        used, so that of k folds without numbers of records they are k - 1 and 1, and the words of results say "trained
        on 9 of every 10 records". With `dataset` a mapping may have one
        for each data set.
    n_repeats : int, optional
        Repeats of a cross-validation whose scores are given in one row, repeat by repeat. If None, a row of scores is
        one of validation sets of which nothing else is known. It does not change the posterior; some tests beside it
        are for known designs only.
    dataset : str, optional
        Column of `data` with the names of data sets, of which each has scores of its own.
    fold : str, optional
        Column of the validation sets, where each has a row of its own. They are named alike for all classifiers of a
        data set, and otherwise in each repeat: with `n_repeats`, they are taken repeat by repeat in the order of their
        numbers or, where names are no numbers, of the rows.

    Examples
    --------
    >>> import bayescmp as bc
    >>> found = {"tree": [0.91, 0.93, 0.90, 0.92, 0.94], "svm": [0.95, 0.94, 0.95, 0.93, 0.96]}
    >>> bc.scores(found, noun="accuracy", how=bc.validation_sets(120, 30, n_repeats=1)).shape
    (2, 1, 5)
    """
    return ValidationSets(n_train=n_train, n_test=n_test, n_repeats=n_repeats, dataset=dataset, fold=fold)
