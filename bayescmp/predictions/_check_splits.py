"""What is checked of repeats and folds: training sets hold records, but none that they are validated on."""

import hashlib

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import NDArray

from bayescmp._typing import Array, Booleans
from bayescmp.predictions._check_answers import check_whole
from bayescmp.predictions._dataset import are_answers


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
                "The folds of a repeat must be numbered from 0 without gaps, but no record is in fold "
                f"{empty} of repeat {repeat}. Number the folds that are left anew, or drop the repeat."
            )


def check_training(data: xr.Dataset) -> None:
    """Refuse training sets that are empty, hold what they are validated on, or occur twice; answers have none."""
    fold = data["fold"].to_numpy()
    if "train" in data:
        _check_train(data, fold)
    if are_answers(data):
        _check_one_test_set(data, fold)
        return
    if "train" in data:
        _check_trained(data, fold)
    else:
        _check_rest(data, fold)
    _check_repeats_differ(data, fold)


def _check_train(data: xr.Dataset, fold: Array) -> None:
    train = data["train"].to_numpy()
    if train.dtype != bool:
        raise ValueError(f"`train` of `predictions` must hold True and False, but got values of type {train.dtype}.")
    if fold.max() >= train.shape[1]:
        raise ValueError(f"`train` must have every fold ({fold.max() + 1}), but has only {train.shape[1]}.")
    own = np.take_along_axis(train, np.maximum(fold, 0)[:, None].astype(np.intp), axis=1)[:, 0] & (fold >= 0)
    if own.any():
        repeat, record = np.argwhere(own)[0]
        raise ValueError(
            "A training set must not hold what it is validated on, but in repeat "
            f"{data['repeat'].to_numpy()[repeat]} record {data['record'].to_numpy()[record]} is in both."
        )


def _check_trained(data: xr.Dataset, fold: Array) -> None:
    train = data["train"].to_numpy()
    exists = np.arange(train.shape[1]) <= fold.max(axis=1)[:, None]
    empty = exists & ~train.any(axis=-1)
    if empty.any() and exists.sum() > 1:
        position, number = np.argwhere(empty)[0]
        raise ValueError(
            f"Every training set of a design with several must hold a record, but that of fold {number} of repeat "
            f"{data['repeat'].to_numpy()[position]} is empty. Compare hold-outs of classifiers that were trained "
            "elsewhere one at a time."
        )


def _check_one_test_set(data: xr.Dataset, fold: Array) -> None:
    """Refuse answers to other records than those of the first repeat."""
    odd = (fold != np.minimum(fold[0], 0)).any(axis=1)
    if odd.any():
        raise ValueError(
            "Repeats without training sets are several answers to one test set and must each have the same records in "
            f"one fold, but repeat {data['repeat'].to_numpy()[np.argmax(odd)]} has not. Compare hold-outs of "
            "classifiers that were trained elsewhere one at a time."
        )


def _check_rest(data: xr.Dataset, fold: Array) -> None:
    """Refuse a repeat beside others that validates every record in one fold, so that nothing is left to train on."""
    whole = (fold == 0).all(axis=1)
    if whole.any() and len(fold) > 1:
        one, other = (data["repeat"].to_numpy()[np.argmax(found)] for found in (whole, ~whole))
        raise ValueError(
            "Several repeats must each have several folds, or all one fold with every record if they are several "
            f"answers to one test set, but repeat {one} has one fold with every record and repeat {other} has not. "
            "Give `fold`, the fold that validates each record, if the repeats are cross-validations."
        )


def _check_repeats_differ(data: xr.Dataset, fold: Array) -> None:
    """Refuse a repeat with the splits of another one, whatever the numbers of its folds."""
    train = data["train"].to_numpy() if "train" in data else None
    seen: dict[bytes, object] = {}
    for number, repeat in enumerate(data["repeat"].to_numpy()):
        key = _digest(fold[number], None if train is None else train[number])
        if key in seen:
            raise ValueError(
                f"Each repeat must have splits of its own, but repeat {repeat} has the folds and training sets of "
                f"repeat {seen[key]}. Give each split once."
            )
        seen[key] = repeat


def _digest(fold: NDArray[np.integer], train: Booleans | None) -> bytes:
    """Return a fingerprint of the splits of a repeat that does not depend on the order of its folds."""
    codes, order = pd.factorize(fold[fold >= 0])
    found = hashlib.blake2b(np.packbits(fold >= 0).tobytes())
    found.update(codes.astype(np.int32).tobytes())
    if train is not None:
        found.update(np.packbits(train[order], axis=1).tobytes())
    return found.digest()
