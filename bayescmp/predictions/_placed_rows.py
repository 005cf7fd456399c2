"""Which record, repeat and classifier each row of a log is of: by keys, by order, or by splits."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._given import as_array, as_numbers
from bayescmp._support._typing import Array, Booleans, Integers
from bayescmp._support._versions import versions
from bayescmp.predictions._check import OF_ANSWERS
from bayescmp.predictions._class_labels import as_written, column, plain_labels
from bayescmp.predictions._dataset import SCHEMA, check_names_differ

TWICE_REMEDY = (
    " folds(repeat=...) tells repeats apart, runs(ids) trainings of an algorithm, answers(ids) answers of one system, "
    "`task` tasks that number records anew."
)


@dataclass(frozen=True, kw_only=True, eq=False)
class Rows:
    """Where the entries of columns belong; `fold` and `train` are as in `Layout`."""

    repeats: Array  # the position of the repeat of each answer, (n_rows,)
    records: Array  # the position of its record
    fold: Array
    train: Array | None = None
    record: Array | None = None  # the keys of the records
    listed: Array  # the position of the record of each entry of what repeats share, such as the true label
    is_grid: bool = False  # answers come with an axis of repeats and one of records
    unasked: Mapping[str, Booleans] = MappingProxyType({})  # the rows for which a classifier was not asked

    def answers(self, values: ArrayLike, name: str, last: int = 0) -> Array:
        """Return answers as one entry per row; `last` axes stay as they are."""
        if not (self.is_grid or last):
            return _per_row(values, name, self.repeats.size)
        array, shape = as_array(values, name, keep_types=True), self.fold.shape
        if self.is_grid:
            grid = array[None] if array.ndim == 1 + last else array  # of one repeat
            if grid.ndim == 2 + last and grid.shape[:2] == shape:
                return grid[self.repeats, self.records]
            raise ValueError(
                f"`{name}` must have the shape (n_repeats, n_records{', n_labels' * last}) = {shape} of `how`, but "
                f"got {np.shape(values)}."
            )
        if array.ndim != 1 + last or len(array) != self.repeats.size:
            raise ValueError(
                f"`{name}` must have a row for each of the {self.repeats.size} rows and a column per label, but got "
                f"the shape {array.shape}."
            )
        return array

    def in_place(self, answers: Array, nothing: float) -> Array:
        """Return answers, (n_classifiers, n_rows), with axes of repeats and records; `nothing` where no row is."""
        found = np.full((len(answers), *self.fold.shape, *answers.shape[2:]), nothing, dtype=answers.dtype)
        found[:, self.repeats, self.records] = answers
        return found

    def per_record(self, values: ArrayLike | None, name: str) -> Array:
        """Return a column with one value per record; the rows of one record must agree."""
        return self._agreed(_per_row(values, name, self.listed.size), name)

    def keys(self, values: ArrayLike, name: str) -> Array:
        """Return plain keys, one per record, of which no two look the same."""
        found = self._agreed(plain_rows(values, name, self.listed.size), name)
        check_names_differ(found, f"`{name}`")
        if found.dtype.kind == "U" and "" in found:
            first = self.name_of_record(int(np.flatnonzero(found == "")[0]))
            raise ValueError(f"`{name}` must be told of every record, but is empty for {first}. Give it its own.")
        return found

    def _agreed(self, values: Array, name: str) -> Array:
        row_of_record = np.empty(self.fold.shape[1], dtype=np.intp)
        row_of_record[self.listed] = np.arange(values.size)
        if values.size == row_of_record.size:  # each record stands there once
            return values[row_of_record]
        codes = pd.factorize(values)[0]  # a missing value is -1
        odd = codes[row_of_record[self.listed]] != codes
        if odd.any():
            first = int(np.argmax(odd))
            raise ValueError(
                f"`{name}` must agree between the repeats of a record, but {self.name_of_record(self.listed[first])} "
                f"has {as_written(values, first)} and {as_written(values, row_of_record[self.listed[first]])}."
            )
        return values[row_of_record]

    def name_of_record(self, position: int) -> str:
        """Return the words that name a record."""
        return f"record {position if self.record is None else self.record[position]!s}"

    def name_of_row(self, row: int) -> str:
        """Return the words that name a record and its repeat."""
        repeat = f", repeat {self.repeats[row]}" if len(self.fold) > 1 else ""
        return self.name_of_record(int(self.records[row])) + repeat


def assemble(
    rows: Rows, classifiers: Iterable[str], variables: Mapping[str, object], absent: Booleans, **made: object
) -> xr.Dataset:
    """Put answers into the Dataset that the rest of the package works on; those are missing that are due and absent."""
    n_repeats, n_records = rows.fold.shape
    missing = absent & (rows.fold >= 0)
    found = {
        **variables,
        "fold": (("repeat", "record"), rows.fold.astype(np.int32)),
        "classifier": list(classifiers),
        "repeat": np.arange(n_repeats),
        "record": np.arange(n_records) if rows.record is None else rows.record,
    }
    # All at once: xarray cannot add a variable with the dim `fold` beside the variable `fold` later.
    if missing.any():
        found["missing"] = (OF_ANSWERS, missing)
    if rows.train is not None:
        found["train"] = (("repeat", "fold", "record"), rows.train)
    data = xr.Dataset(found).set_coords([name for name in ("task",) if name in found])
    trained = rows.train is not None or rows.fold.any()  # on what is told by all records
    told = {"schema": SCHEMA, **made, **({"n_records": n_records} if trained else {}), "versions": versions()}
    data.attrs["provenance"] = json.dumps(told, allow_nan=False)
    return data


def rows_of_columns(n_rows: int, repeat: ArrayLike | None, fold: ArrayLike | None, record: ArrayLike | None) -> Rows:
    """Align columns with one entry per (repeat, record)."""
    repeats = codes_of(repeat, "repeat", n_rows)
    keys, records = _keys_and_positions(record, repeats, n_rows)
    if record is not None:
        _check_unique(keys[records], repeats, TWICE_REMEDY if repeat is None else "")
    fold_grid = np.full((int(repeats.max()) + 1, keys.size), -1, dtype=np.int32)
    of_fold = None if fold is None else pd.Series(codes_of(fold, "fold", n_rows)).groupby(repeats).rank(method="dense")
    fold_grid[repeats, records] = 0 if of_fold is None else of_fold - 1  # from 0 within each repeat
    missed = (fold_grid < 0) & (fold_grid.max(axis=1) > 0)[:, None]  # a hold-out may leave records out
    if missed.any():
        number, position = np.argwhere(missed)[0]
        raise ValueError(
            f"The folds of a repeat must hold every record, but record {keys[position]!s} is in no fold of "
            f"repeat {number}."
        )
    given = None if record is None else keys
    return Rows(repeats=repeats, records=records, fold=fold_grid, record=given, listed=records)


def rows_of_answers(n_rows: int, answer: ArrayLike, record: ArrayLike | None) -> Rows:
    """Align columns with one entry per answer to a record, each a repeat, of which some records may have fewer."""
    codes = codes_of(answer, "answer", n_rows)
    if record is None and not _is_regular(codes):
        raise ValueError(
            "`record` must say which record each row is of where rows are neither one answer after "
            "the other nor one record after the other."
        )
    rows = rows_of_columns(n_rows, codes, None, record)
    return replace(rows, fold=np.zeros_like(rows.fold))


def _is_regular(codes: Integers) -> bool:
    """Tell whether all records have all answers, in rows of one answer after the other, or of one record."""
    _, counts = np.unique(codes, return_counts=True)
    if codes.size == 0 or (counts != counts[0]).any():
        return codes.size == 0
    blocks, in_turn = codes.reshape(counts.size, -1), codes.reshape(-1, counts.size)
    return bool((blocks == blocks[:, :1]).all() or (in_turn == in_turn[0]).all())


def rows_of_grid(fold: Array, record: ArrayLike | None, train: Array | None = None) -> Rows:
    """Align answers of shape (n_repeats, n_records) with the folds that validate them."""
    (repeats, records), n_records = np.nonzero(fold >= 0), fold.shape[1]
    keys = None if record is None else plain_rows(record, "record", n_records)
    if keys is not None:
        _check_unique(keys, np.zeros_like(keys, dtype=int))
    listed = np.arange(n_records)
    return Rows(repeats=repeats, records=records, fold=fold, train=train, record=keys, listed=listed, is_grid=True)


def grid_of_folds(fold: Any, n_records: int) -> Array:
    """Return numbers of folds, (n_repeats, n_records), counted from 0 in each repeat."""
    numbers = as_numbers(fold, "fold")
    if numbers.shape[-1] != n_records:
        raise ValueError(
            f"`fold` must have an entry for each of the {n_records} records in every repeat, but got the shape "
            f"{numbers.shape}."
        )
    if not (numbers >= 0).all() or (numbers % 1).any():
        raise ValueError("`fold` of shape (n_repeats, n_records) must number the fold of every record, from 0.")
    return np.array([np.unique(row, return_inverse=True)[1] for row in numbers], dtype=np.int32)


def trained_on(rows: Rows, train: ArrayLike | None) -> Rows:
    """Return rows whose training sets are given, if they are."""
    if train is None:
        return rows
    sets: Booleans = as_array(train, "train")
    n_repeats, n_records = rows.fold.shape
    shape = (n_repeats, int(rows.fold.max()) + 1, n_records)
    if sets.dtype != bool or sets.shape != shape:
        raise ValueError(
            f"`train` must hold True and False for each repeat, fold and record, {shape}, but got the shape "
            f"{sets.shape} and values of type {sets.dtype}."
        )
    return replace(rows, train=sets)


def _per_row(values: ArrayLike | None, name: str, n_rows: int) -> Array:
    """Return a column of so many entries."""
    array = column(values, name)
    if array.size != n_rows:
        raise ValueError(
            f"`{name}` must have an entry for each of the {n_rows} rows, but got {array.size}; "
            f"record {min(array.size, n_rows)} is the first without a partner."
        )
    return array


def plain_rows(values: ArrayLike | None, name: str, n_rows: int) -> Array:
    """Return a column of keys as plain ints, bools or text."""
    return plain_labels(_per_row(values, name, n_rows), name, lambda i: f"row {i}")


def _check_unique(keys: Array, repeats: Array, remedy: str = "") -> None:
    """Refuse a key that occurs twice in a repeat."""
    twice = pd.DataFrame({"key": keys, "repeat": repeats}).duplicated().to_numpy()
    if twice.any():
        first = int(np.argmax(twice))
        raise ValueError(
            f"`record` must hold each key once in a repeat, but record {keys[first]!s} occurs twice "
            f"(again in row {first}).{remedy}"
        )


def codes_of(values: ArrayLike | None, name: str, n_rows: int) -> Array:
    """Replace the distinct values of a column by numbers from 0, in their order."""
    if values is None:
        return np.zeros(n_rows, dtype=np.intp)
    return np.unique(plain_rows(values, name, n_rows), return_inverse=True)[1]


def _keys_and_positions(record: ArrayLike | None, repeats: Array, n_rows: int) -> tuple[Array, Array]:
    """Return the keys in order of appearance and each row's position among them."""
    if record is not None:
        codes, keys = pd.factorize(plain_rows(record, "record", n_rows))
        return np.asarray(keys), codes
    counts = np.bincount(repeats)
    if (counts != counts[0]).any():
        raise ValueError(
            f"Without `record`, every repeat must have the same rows, but got {counts.tolist()} rows per repeat."
        )
    keys = np.arange(counts[0])
    return keys, keys if counts.size == 1 else pd.Series(repeats).groupby(repeats).cumcount().to_numpy()
