"""Splits: which fold of which repeat validates each record, what it was trained on, and what is refused of them."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import ArrayLike, NDArray

from bayescmp._support._given import as_array
from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Booleans, Integers
from bayescmp._support._validation import NO_ROWS
from bayescmp.predictions._class_labels import as_written
from bayescmp.predictions._dataset import are_of_one_test_set


@dataclass(frozen=True, kw_only=True, eq=False)
class Layout:
    """Repeats and folds of a list of splits.

    `fold` (n_repeats, n_records) validates the record, -1 where none of the repeat does; `train` (n_repeats, n_folds,
    n_records) is None where each training set is the rest of the records; `position` is where each split went.
    """

    fold: NDArray[np.int32]
    train: Booleans | None
    position: list[tuple[int, int]]


def layout_of_splits(splits: Iterable[tuple[ArrayLike, ArrayLike]], n_records: int) -> Layout:
    """Group splits into repeats.

    Consecutive splits whose validation sets are disjoint and together cover every record are the folds of one
    repeat; any other split is a hold-out, a repeat of its own.
    """
    if isinstance(splits, NO_ROWS) or not isinstance(splits, Iterable):
        raise TypeError(
            f"`splits` must be a list of (train, test) pairs, as from list(cv.split(X, y)), but got {shown(splits)}."
        )
    pairs = [_checked_split(split, i, n_records) for i, split in enumerate(splits)]
    if not pairs:
        raise ValueError("`splits` must hold at least one (train, test) pair, but got none.")
    sizes = _repeat_sizes([test for _, test in pairs], n_records)
    position = [(repeat, fold) for repeat, size in enumerate(sizes) for fold in range(size)]
    fold = np.full((len(sizes), n_records), -1, dtype=np.int32)
    for (repeat, k), (_, tested) in zip(position, pairs, strict=True):
        fold[repeat, tested] = k
    if all((trained | tested).all() for trained, tested in pairs):
        return Layout(fold=fold, train=None, position=position)
    train = np.zeros((len(sizes), max(sizes), n_records), dtype=bool)
    for (repeat, k), (trained, _) in zip(position, pairs, strict=True):
        train[repeat, k] = trained
    return Layout(fold=fold, train=train, position=position)


def _checked_split(split: tuple[ArrayLike, ArrayLike], number: int, n_records: int) -> tuple[Booleans, Booleans]:
    """Return which records a split trains on and which it tests."""
    try:
        train, test = (_mask(part, n_records) for part in split)
    except (TypeError, ValueError) as error:
        error.add_note(f"in `splits`, pair {number}; each must be (train, test) as from a splitter's split()")
        raise
    if not test.any():
        raise ValueError(f"Each test set of `splits` must hold a record, but number {number} is empty.")
    in_both = train & test
    if in_both.any():
        raise ValueError(
            "The training and test set of a split must be disjoint, but split "
            f"{number} has record {in_both.argmax()} in both."
        )
    return train, test


def _mask(part: ArrayLike, n_records: int) -> Booleans:
    rows = as_array(part, "splits")
    if rows.dtype == bool:
        if rows.shape != (n_records,):
            raise ValueError(f"A mask must have one entry per record ({n_records}), but got {rows.shape}.")
        return rows.copy()  # a splitter may fill one mask again and again
    rows = row_numbers(part)
    outside = rows[(rows < 0) | (rows >= n_records)]
    if outside.size:
        raise ValueError(f"Row numbers must be from 0 to {n_records - 1}, but got {outside[0]}.")
    times = np.bincount(rows, minlength=n_records)
    if times.max() > 1:
        raise ValueError(f"Row numbers of a set must differ, but got {(times > 1).argmax()} twice.")
    return times > 0


def _repeat_sizes(tests: list[Booleans], n_records: int) -> list[int]:
    """Count the test sets of each repeat: those in a row that cover every record once, or a single one."""
    ends = np.cumsum([0, *(test.sum() for test in tests)])
    sizes, start = [], 0
    while start < len(tests):
        whole = ends[start] + n_records
        stop = int(np.searchsorted(ends, whole))
        sizes.append(stop - start if whole in ends and np.logical_or.reduce(tests[start:stop]).all() else 1)
        start += sizes[-1]
    return sizes


def row_numbers(part: ArrayLike) -> Integers:
    """Return one side of a split as row numbers in the order given; a mask becomes row numbers."""
    rows = as_array(part, "splits")
    if rows.dtype == bool:
        return np.flatnonzero(rows)
    if rows.size and (rows.ndim != 1 or rows.dtype.kind not in "iu"):
        raise TypeError(f"Row numbers must be a list of integers, but got {shown(part)}.")
    return rows.astype(np.intp)


# --- what is refused --------------------------------------------------------------------------------------------------


def check_whole(rule: str, values: Array) -> None:
    """Refuse what are no whole numbers."""
    if values.dtype.kind in "iu":
        return
    missing = pd.isna(values)
    got = "missing values" if missing.any() else f"values of type {values.dtype}, such as {values.flat[0]}"
    raise ValueError(f"{rule}, but got {got}.")


def check_folds(data: xr.Dataset) -> None:
    """Refuse folds that are not numbered from 0 without gaps."""
    fold = data["fold"].to_numpy()
    rule = "`fold` of `predictions` must hold whole numbers of at least -1, where -1 means not validated"
    check_whole(rule, fold)
    if fold.min() < -1:
        raise ValueError(f"{rule}, but got {fold.min()}.")
    for repeat, row in zip(data["repeat"].to_numpy(), fold, strict=True):
        numbers = np.sort(pd.unique(row[row >= 0]))
        gaps = np.flatnonzero(numbers != np.arange(numbers.size))
        if gaps.size or not numbers.size:
            empty = gaps[0] if gaps.size else 0
            raise ValueError(
                f"The folds of a repeat must be numbered from 0 without gaps, but no record is in fold {empty} of "
                f"repeat {repeat}."
            )


def check_training(data: xr.Dataset) -> None:
    """Refuse training sets that are empty, hold what they are validated on, or occur twice; answers have none."""
    fold, repeats = data["fold"].to_numpy(), data["repeat"].to_numpy()
    train = data["train"].to_numpy() if "train" in data else None
    if train is not None:
        _check_disjoint(train, fold, repeats, data["record"].to_numpy())
    if are_of_one_test_set(data):
        odd = (fold != np.minimum(fold[0], 0)).any(axis=1)
        if odd.any():
            raise ValueError(
                "Repeats that are runs, or have no training sets, are of one test set and must each have the same "
                f"records in one fold, but repeat {repeats[np.argmax(odd)]} has not."
            )
        return
    if train is None:
        _check_rest(fold, repeats)
    else:
        _check_not_empty(train, fold, repeats)
    seen: dict[bytes, object] = {}
    for number, repeat in enumerate(repeats) if len(repeats) > 1 else ():
        first = seen.setdefault(_digest(fold[number], None if train is None else train[number]), repeat)
        if first != repeat:
            raise ValueError(
                f"Each repeat must have splits of its own, but repeat {repeat} has those of repeat {first}."
            )


def check_whole_groups(groups: Array, fold: Array, train: Booleans | None, repeats: Array | None = None) -> None:
    """Refuse splits that tear a group apart: in two folds of a repeat, or trained on where others are validated."""
    codes, names = pd.factorize(groups)
    order = np.argsort(codes, kind="stable")
    begin = np.searchsorted(codes[order], np.arange(len(names)))
    folds = fold[:, order]
    largest = np.maximum.reduceat(folds, begin, axis=1)
    if train is None:
        torn = np.minimum.reduceat(folds, begin, axis=1) != largest
    else:
        trained = np.add.reduceat(train[..., order], begin, axis=-1, dtype=int)
        own = np.take_along_axis(trained, np.maximum(largest, 0)[:, None].astype(np.intp), axis=1)[:, 0]
        smallest = np.minimum.reduceat(np.where(folds < 0, fold.max() + 1, folds), begin, axis=1)
        torn = (largest >= 0) & ((smallest != largest) | (own > 0))
    if torn.any():
        repeat, group = np.argwhere(torn)[0]
        raise ValueError(
            f"Splits must keep groups whole, but repeat {repeat if repeats is None else repeats[repeat]} tears the "
            f"group {as_written(np.asarray(names), int(group))} apart. Split by groups, as `BlockRegularizedCV` and "
            "scikit-learn's `GroupKFold` do where they get them."
        )


def _check_disjoint(train: Booleans, fold: Array, repeats: Array, records: Array) -> None:
    if fold.max() >= train.shape[1]:
        raise ValueError(f"`train` must have every fold ({fold.max() + 1}), but has only {train.shape[1]}.")
    own = np.take_along_axis(train, np.maximum(fold, 0)[:, None].astype(np.intp), axis=1)[:, 0] & (fold >= 0)
    if own.any():
        repeat, record = np.argwhere(own)[0]
        raise ValueError(
            f"A training set must not hold what it is validated on, but in repeat {repeats[repeat]} record "
            f"{records[record]} is in both."
        )


def _check_not_empty(train: Booleans, fold: Array, repeats: Array) -> None:
    exists = np.arange(train.shape[1]) <= fold.max(axis=1)[:, None]
    empty = exists & ~train.any(axis=-1)
    if empty.any() and exists.sum() > 1:
        position, number = np.argwhere(empty)[0]
        raise ValueError(
            f"Every training set of a design with several must hold a record, but that of fold {number} of repeat "
            f"{repeats[position]} is empty."
        )


def _check_rest(fold: Array, repeats: Array) -> None:
    """Refuse a repeat beside others that validates every record in one fold, so that nothing is left to train on."""
    whole = (fold == 0).all(axis=1)
    if whole.any() and len(fold) > 1:
        one, other = (repeats[np.argmax(found)] for found in (whole, ~whole))
        raise ValueError(
            "Several repeats must each have several folds, or all one fold with every record if they are several "
            f"answers to one test set, but repeat {one} has one fold with every record and repeat {other} has not."
        )


def _digest(fold: NDArray[np.integer], train: Booleans | None) -> bytes:
    """Return a fingerprint of the splits of a repeat that does not depend on the order of its folds."""
    codes, order = pd.factorize(fold[fold >= 0])
    found = hashlib.blake2b(np.packbits(fold >= 0).tobytes())
    found.update(codes.astype(np.int32).tobytes())
    if train is not None:
        found.update(np.packbits(train[order], axis=1).tobytes())
    return found.digest()
