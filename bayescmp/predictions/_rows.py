"""Rows of a log: one per (repeat, record), matched by key or by order."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from bayescmp._given import as_array
from bayescmp._typing import Array
from bayescmp.predictions._labels import as_written, column, plain_labels
from bayescmp.predictions._layout import layout_of_splits


@dataclass(frozen=True, kw_only=True, eq=False)
class Rows:
    """Where the entries of columns belong.

    Attributes
    ----------
    repeats, records : array of int, shape (n_rows,)
        The positions of the repeat and the record of each answer.
    fold : array of int, shape (n_repeats, n_records)
        The fold that validates the record, -1 for none.
    train : array of bool, shape (n_repeats, n_folds, n_records), or None
        The training sets, where they are not the rest of the records.
    record : array, shape (n_records,), or None
        The keys of the records.
    listed : array of int
        The position of the record of each entry of what does not differ between repeats, such as the true label.
    is_grid : bool
        Whether answers come with an axis of repeats and one of records.
    """

    repeats: Array
    records: Array
    fold: Array
    train: Array | None = None
    record: Array | None = None
    listed: Array
    is_grid: bool = False

    def answers(self, values: ArrayLike, name: str, last: int = 0) -> Array:
        """Return answers as one entry per row; `last` axes stay as they are."""
        if self.is_grid:
            return _grid(values, name, self.fold.shape, last)[self.repeats, self.records]
        if not last:
            return per_row(values, name, self.repeats.size)
        array = as_array(values, name, keep_types=True)
        if array.ndim != 1 + last or len(array) != self.repeats.size:
            raise ValueError(
                f"`{name}` must have a row for each of the {self.repeats.size} rows and a column per label, but got "
                f"the shape {array.shape}."
            )
        return array

    def in_place(self, answers: Iterable[Array], nothing: float) -> Array:
        """Return answers with axes of classifiers, repeats and records; `nothing` where no row is."""
        stacked = np.stack([*answers])
        found = np.full((len(stacked), *self.fold.shape, *stacked.shape[2:]), nothing, dtype=stacked.dtype)
        found[:, self.repeats, self.records] = stacked
        return found

    def per_record(self, values: ArrayLike | None, name: str) -> Array:
        """Return a column with one value per record; the rows of one record must agree."""
        return _one_per_record(per_row(values, name, self.listed.size), name, self)

    def keys(self, values: ArrayLike, name: str) -> Array:
        """Return plain keys, one per record."""
        return _one_per_record(plain_rows(values, name, self.listed.size), name, self)

    def name_of_record(self, position: int) -> str:
        """Return the words that name a record."""
        return f"record {position if self.record is None else self.record[position]!s}"

    def name_of_row(self, row: int) -> str:
        """Return the words that name a record and its repeat."""
        repeat = f", repeat {self.repeats[row]}" if len(self.fold) > 1 else ""
        return self.name_of_record(int(self.records[row])) + repeat


def rows_of_columns(n_rows: int, repeat: ArrayLike | None, fold: ArrayLike | None, record: ArrayLike | None) -> Rows:
    """Align columns with one entry per (repeat, record)."""
    repeats = _codes(repeat, "repeat", n_rows)
    keys, records = _keys_and_positions(record, repeats, n_rows)
    remedy = " Give `repeat`, the repeat of each row, if there are several." if repeat is None else ""
    check_unique(keys[records], repeats, remedy)
    fold_grid = np.full((int(repeats.max()) + 1, keys.size), -1, dtype=np.int32)
    folds = pd.Series(_codes(fold, "fold", n_rows)).groupby(repeats)
    fold_grid[repeats, records] = folds.rank(method="dense") - 1  # from 0 within each repeat
    _check_folds_cover(fold_grid, keys)
    given = None if record is None else keys
    return Rows(repeats=repeats, records=records, fold=fold_grid, record=given, listed=records)


def rows_of_splits(n_records: int, splits: Iterable[tuple[ArrayLike, ArrayLike]], record: ArrayLike | None) -> Rows:
    """Align grids of shape (n_repeats, n_records), of which only what is validated is read."""
    layout = layout_of_splits(splits, n_records)
    repeats, records = np.nonzero(layout.fold >= 0)
    keys = None if record is None else plain_rows(record, "record", n_records)
    if keys is not None:
        check_unique(keys, np.zeros_like(keys, dtype=int))
    all_ = np.arange(n_records)
    return Rows(
        repeats=repeats, records=records, fold=layout.fold, train=layout.train, record=keys, listed=all_, is_grid=True
    )


def _grid(values: ArrayLike, name: str, shape: tuple[int, ...], last: int) -> Array:
    """Return answers of shape (n_repeats, n_records, ...); those of one repeat may lack the first axis."""
    array = as_array(values, name, keep_types=True)
    if array.ndim == 1 + last:
        array = array[None]
    if array.ndim == 2 + last and array.shape[:2] == shape:
        return array
    raise ValueError(
        f"`{name}` must have the shape (n_repeats, n_records{', n_labels' * last}) = {shape} of `splits`, but got "
        f"{np.shape(values)}. Splits whose test sets do not partition the records are hold-outs, each a repeat."
    )


def per_row(values: ArrayLike | None, name: str, n_rows: int) -> Array:
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
    return plain_labels(per_row(values, name, n_rows), name, lambda i: f"row {i}")


def check_unique(keys: Array, repeats: Array, remedy: str = "") -> None:
    """Refuse a key that occurs twice in a repeat."""
    twice = pd.DataFrame({"key": keys, "repeat": repeats}).duplicated().to_numpy()
    if twice.any():
        first = int(np.argmax(twice))
        raise ValueError(
            f"`record` must hold each key once in a repeat, but record {keys[first]!s} occurs twice "
            f"(again in row {first}).{remedy}"
        )


def _codes(values: ArrayLike | None, name: str, n_rows: int) -> Array:
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
            f"Without `record`, every repeat must have the same rows, but got {counts.tolist()} rows per repeat. "
            "Give `record`, the keys that match rows of different repeats."
        )
    return np.arange(counts[0]), pd.Series(repeats).groupby(repeats).cumcount().to_numpy()


def _check_folds_cover(fold: Array, keys: Array) -> None:
    """Refuse a repeat of several folds that misses a record; a hold-out may leave records out."""
    missed = (fold < 0) & (fold.max(axis=1) > 0)[:, None]
    if missed.any():
        repeat, position = np.argwhere(missed)[0]
        raise ValueError(
            f"The folds of a repeat must hold every record, but record {keys[position]!s} is in no fold of "
            f"repeat {repeat}."
        )


def _one_per_record(values: Array, name: str, rows: Rows) -> Array:
    """Reduce a column with one value per row to one per record; rows of one record must agree."""
    codes = pd.factorize(values)[0]  # a missing value is -1
    row_of_record = np.empty(rows.fold.shape[1], dtype=np.intp)
    row_of_record[rows.listed] = np.arange(values.size)
    odd = codes[row_of_record[rows.listed]] != codes
    if odd.any():
        first = int(np.argmax(odd))
        raise ValueError(
            f"`{name}` must agree between the repeats of a record, but {rows.name_of_record(rows.listed[first])} has "
            f"{as_written(values, first)} and {as_written(values, row_of_record[rows.listed[first]])}. "
            "Give `record` if the rows of the repeats are in different orders."
        )
    return values[row_of_record]
