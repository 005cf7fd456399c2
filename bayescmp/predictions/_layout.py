"""The layout of a resampling: which fold of which repeat validates each record, and what it was trained on."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bayescmp._given import as_array
from bayescmp._text import shown
from bayescmp._typing import Booleans, Integers


@dataclass(frozen=True, kw_only=True, eq=False)
class Layout:
    """Repeats and folds of a list of splits.

    Attributes
    ----------
    fold : array of int, shape (n_repeats, n_records)
        The fold that validates the record, -1 where none of the repeat does.
    train : array of bool, shape (n_repeats, n_folds, n_records), or None
        The training sets, None where each is the complement of its validation set.
    position : list of (repeat, fold)
        Where each split went, in the order given.
    """

    fold: NDArray[np.int32]
    train: Booleans | None
    position: list[tuple[int, int]]


def layout_of_splits(splits: Iterable[tuple[ArrayLike, ArrayLike]], n_records: int) -> Layout:
    """Group splits into repeats.

    Consecutive splits whose validation sets are disjoint and together cover every record are the folds of one
    repeat; any other split is a hold-out, a repeat of its own.
    """
    if isinstance(splits, (str, bytes)) or not isinstance(splits, Iterable):
        raise TypeError(f"`splits` must be a list of (train, test) pairs, but got {shown(splits)}.")
    pairs = [_checked_split(split, i, n_records) for i, split in enumerate(splits)]
    if not pairs:
        raise ValueError("`splits` must hold at least one (train, test) pair, but got none.")
    sizes = _repeat_sizes([test for _, test in pairs], n_records)
    position = [(repeat, fold) for repeat, size in enumerate(sizes) for fold in range(size)]
    fold = np.full((len(sizes), n_records), -1, dtype=np.int32)
    for (repeat, k), (_, test_rows) in zip(position, pairs, strict=True):
        fold[repeat, test_rows] = k
    if all(train_rows.size + test_rows.size == n_records for train_rows, test_rows in pairs):
        return Layout(fold=fold, train=None, position=position)
    train = np.zeros((len(sizes), max(sizes), n_records), dtype=bool)
    for (repeat, k), (train_rows, _) in zip(position, pairs, strict=True):
        train[repeat, k, train_rows] = True
    return Layout(fold=fold, train=train, position=position)


def _checked_split(split: tuple[ArrayLike, ArrayLike], number: int, n_records: int) -> tuple[Integers, Integers]:
    try:
        train, test = (_rows(part, n_records) for part in split)
    except (TypeError, ValueError) as error:
        error.add_note(f"in `splits`, pair {number}; each must be (train, test) as from a splitter's split()")
        raise
    if test.size == 0:
        raise ValueError(f"Each test set of `splits` must hold a record, but number {number} is empty.")
    in_both = np.intersect1d(train, test)
    if in_both.size:
        raise ValueError(
            "The training and test set of a split must be disjoint, but split "
            f"{number} has record {in_both[0]} in both."
        )
    return train, test


def _rows(part: ArrayLike, n_records: int) -> Integers:
    rows = as_array(part, "splits")
    if rows.dtype == bool:
        if rows.shape != (n_records,):
            raise ValueError(f"A mask must have one entry per record ({n_records}), but got {rows.shape}.")
        rows = np.flatnonzero(rows)
    if rows.size == 0:
        return np.empty(0, dtype=np.intp)
    if rows.ndim != 1 or rows.dtype.kind not in "iu":
        raise TypeError(f"Row numbers must be a list of integers, but got {shown(part)}.")
    if rows.min() < 0 or rows.max() >= n_records:
        outside = rows[(rows < 0) | (rows >= n_records)][0]
        raise ValueError(f"Row numbers must be from 0 to {n_records - 1}, but got {outside}.")
    rows = np.sort(rows).astype(np.intp)
    twice = rows[:-1][rows[1:] == rows[:-1]]
    if twice.size:
        raise ValueError(f"Row numbers of a set must differ, but got {twice[0]} twice.")
    return rows


def _repeat_sizes(tests: list[Integers], n_records: int) -> list[int]:
    """Count the test sets of each repeat: those in a row that cover every record once, or a single one."""
    ends = np.cumsum([0, *(test.size for test in tests)])
    sizes, start = [], 0
    while start < len(tests):
        stop = int(np.searchsorted(ends, ends[start] + n_records))
        rows = np.concatenate(tests[start:stop])
        sizes.append(stop - start if rows.size == n_records == np.unique(rows).size else 1)
        start += sizes[-1]
    return sizes


def row_numbers(part: ArrayLike) -> Integers:
    """Return one side of a split as row numbers in the order given; a mask becomes row numbers."""
    rows = np.asarray(part)
    return np.flatnonzero(rows) if rows.dtype == bool else rows.astype(np.intp)
