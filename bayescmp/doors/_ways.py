"""How answers came about: which record and repeat each row is of, and what is said of all answers."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._given import as_array
from bayescmp._support._typing import Array, Integers
from bayescmp._support._validation import reading
from bayescmp.doors._kind import Arguments
from bayescmp.predictions import Rows, are_answers, check_predictions, layout_of_splits, noting
from bayescmp.predictions._class_labels import MISSING_REMEDY
from bayescmp.predictions._placed_rows import (
    codes_of,
    grid_of_folds,
    plain_rows,
    rows_of_answers,
    rows_of_columns,
    rows_of_grid,
    trained_on,
)
from bayescmp.predictions._time import in_order_of_time


@dataclass(frozen=True, kw_only=True, eq=False)
class How(Arguments, ABC):
    """How answers came about."""

    @abstractmethod
    def rows(self, n_rows: int, record: ArrayLike | None) -> Rows:
        """Return which record and repeat each row is of."""

    def told(self, data: xr.Dataset, rows: Rows, *, on_missing: str) -> xr.Dataset:  # noqa: ARG002 - of some
        """Return the Dataset with what is told of all its answers."""
        return data


@dataclass(frozen=True, kw_only=True, eq=False)
class HoldOut(How):
    """One hold-out, on records that no classifier was trained on."""

    def rows(self, n_rows: int, record: ArrayLike | None) -> Rows:
        """Return a row for each record."""
        return rows_of_columns(n_rows, None, None, record)


@dataclass(frozen=True, kw_only=True, eq=False)
class Folds(How):
    """Repeats of folds, or of hold-outs."""

    fold: Any = None
    repeat: Any = None
    train: Any = None

    of_rows = ("fold", "repeat")

    def rows(self, n_rows: int, record: ArrayLike | None) -> Rows:
        """Return rows by the numbers of their folds and repeats."""
        if self.fold is not None and self.repeat is None and as_array(self.fold, "fold").ndim == 2:
            rows = rows_of_grid(grid_of_folds(self.fold, n_rows), record)
        else:
            rows = rows_of_columns(n_rows, self.repeat, self.fold, record)
        return trained_on(rows, self.train)

    def told(self, data: xr.Dataset, rows: Rows, *, on_missing: str) -> xr.Dataset:
        """Refuse repeats of the same records, and rows that are not there, of which nothing is known."""
        if self.fold is None and on_missing != "error" and (rows.fold < 0).any():  # is it missing, or trained on?
            repeat, place = np.argwhere(rows.fold < 0)[0]
            raise ValueError(
                "Where answers may be missing, each `repeat` must have a row for every record, or be given with "
                f"`fold`, but {rows.name_of_record(place)} has none in repeat {repeat}. "
                "Add one whose answers are None."
            )
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

    def rows(self, n_rows: int, record: ArrayLike | None) -> Rows:
        """Return rows by their places in a grid of repeats and records."""
        with reading("splits", self.pairs):
            layout = layout_of_splits(self.pairs, n_rows)
        return rows_of_grid(layout.fold, record, layout.train)


@dataclass(frozen=True, kw_only=True, eq=False)
class Answers(How):
    """Several answers of the same systems to each record."""

    answer: Any = None

    of_rows = ("answer",)

    def rows(self, n_rows: int, record: ArrayLike | None) -> Rows:
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

    def rows(self, n_rows: int, record: ArrayLike | None) -> Rows:
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
