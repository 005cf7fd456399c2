"""Rows of a log: one per (repeat, record), matched by key or by order."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp.predictions._dataset import encoded_predictions
from bayescmp.predictions._labels import Array, column, plain_labels, shown


def from_rows(truth: Array, y_pred: Mapping[str, Any], repeat: Any, fold: Any, record: Any, group: Any) -> xr.Dataset:
    """Align columns with one entry per (repeat, record)."""
    n_rows = truth.size
    labels = {name: per_row(values, f"y_pred[{name!r}]", n_rows) for name, values in y_pred.items()}
    repeats = _codes(repeat, "repeat", n_rows)
    keys, records = _keys_and_positions(record, repeats, n_rows)
    remedy = " Give `repeat`, the repeat of each row, if there are several." if repeat is None else ""
    check_unique(keys[records], repeats, remedy)
    fold_grid = np.full((int(repeats.max()) + 1, keys.size), -1, dtype=np.int32)
    fold_grid[repeats, records] = _folds_within(repeats, _codes(fold, "fold", n_rows))
    _check_folds_cover(fold_grid, keys)
    return encoded_predictions(
        _one_per_record(truth, "y_true", records, keys),
        labels,
        repeats=repeats,
        records=records,
        fold=fold_grid,
        record=None if record is None else keys,
        group=None if group is None else _one_per_record(plain_rows(group, "group", n_rows), "group", records, keys),
        provenance={"made_by": "predictions_from_arrays"},
    )


def per_row(values: Any, name: str, n_rows: int) -> Array:
    """Return a column of the length of `y_true`."""
    array = column(values, name)
    if array.size != n_rows:
        raise ValueError(
            f"`{name}` must be as long as `y_true` ({n_rows}), but got {array.size}; "
            f"record {min(array.size, n_rows)} is the first without a partner."
        )
    return array


def plain_rows(values: Any, name: str, n_rows: int) -> Array:
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


def _codes(values: Any, name: str, n_rows: int) -> Array:
    """Replace the distinct values of a column by numbers from 0, in their order."""
    if values is None:
        return np.zeros(n_rows, dtype=np.intp)
    return np.unique(plain_rows(values, name, n_rows), return_inverse=True)[1]


def _keys_and_positions(record: Any, repeats: Array, n_rows: int) -> tuple[Array, Array]:
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
    positions = np.empty(n_rows, dtype=np.intp)
    positions[np.argsort(repeats, kind="stable")] = np.tile(np.arange(counts[0]), counts.size)
    return np.arange(counts[0]), positions


def _folds_within(repeats: Array, folds: Array) -> Array:
    """Replace fold labels by numbers from 0 within each repeat."""
    numbered = np.empty_like(folds)
    for repeat in range(int(repeats.max()) + 1):
        rows = repeats == repeat
        numbered[rows] = np.unique(folds[rows], return_inverse=True)[1]
    return numbered


def _check_folds_cover(fold: Array, keys: Array) -> None:
    """Refuse a repeat of several folds that misses a record; a hold-out may leave records out."""
    missed = (fold < 0) & (fold.max(axis=1) > 0)[:, None]
    if missed.any():
        repeat, position = np.argwhere(missed)[0]
        raise ValueError(
            f"The folds of a repeat must hold every record, but record {keys[position]!s} is in no fold of "
            f"repeat {repeat}."
        )


def _one_per_record(values: Array, name: str, records: Array, keys: Array) -> Array:
    """Reduce a column with one value per row to one per record; rows of one record must agree."""
    codes = pd.factorize(values)[0]  # a missing value is -1
    row_of_record = np.empty(keys.size, dtype=np.intp)
    row_of_record[records] = np.arange(values.size)
    odd = codes[row_of_record[records]] != codes
    if odd.any():
        first = int(np.argmax(odd))
        raise ValueError(
            f"`{name}` must agree between the repeats of a record, but record {keys[records[first]]!s} has "
            f"{shown(values, first)} and {shown(values, row_of_record[records[first]])}. "
            "Give `record` if the rows of the repeats are in different orders."
        )
    return values[row_of_record]
