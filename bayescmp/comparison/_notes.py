"""What is unusual about predictions, in words: rare classes, classes that were not trained on, time order."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import xarray as xr

Array = np.ndarray[Any, Any]


def notes_of(predictions: xr.Dataset, train: xr.DataArray) -> tuple[str, ...]:
    """Say what is unusual about predictions; nothing of it is an error.

    Parameters
    ----------
    predictions : Dataset
        As from `predictions_from_arrays`.
    train : DataArray of bool, dims (repeat, fold, record)
        The training sets; empty ones are not known.

    Returns
    -------
    tuple of str
    """
    return (*_single_members(predictions), *_untrained_classes(predictions, train), *_time_order(predictions, train))


def _single_members(predictions: xr.Dataset) -> Iterator[str]:
    counts = np.bincount(predictions["y_true"].to_numpy(), minlength=predictions.sizes["label"])
    single = np.flatnonzero(counts == 1)
    if single.size:
        yield f"{_classes(predictions, single)} one record only: the data say next to nothing about it"


def _untrained_classes(predictions: xr.Dataset, train: xr.DataArray) -> Iterator[str]:
    """Find classes that are validated where they were not trained on, as when all members are in one fold."""
    y_true, n_classes = predictions["y_true"].to_numpy(), predictions.sizes["label"]
    fold = predictions["fold"].to_numpy()
    missing = [
        np.setdiff1d(y_true[fold[place[0]] == place[1]], y_true[members])
        for place in np.ndindex(train.shape[:2])
        if (members := train.to_numpy()[place]).any()
    ]
    classes = np.flatnonzero(np.bincount(np.concatenate([*missing, np.empty(0, dtype=int)]), minlength=n_classes))
    if classes.size:
        sets = sum(bool(found.size) for found in missing)
        yield (
            f"{_classes(predictions, classes)} no record in the training set of {sets} of {len(missing)} folds that "
            "hold such records: what is not trained on is not predicted"
        )


def _time_order(predictions: xr.Dataset, train: xr.DataArray) -> Iterator[str]:
    """Recognise training sets of different sizes that end before their validation sets begin."""
    fold = predictions["fold"].to_numpy()
    places = [
        (np.flatnonzero(members), np.flatnonzero(fold[place[0]] == place[1]))
        for place in np.ndindex(train.shape[:2])
        if (members := train.to_numpy()[place]).any()
    ]
    if len({before.size for before, _ in places}) > 1 and all(
        after.size and before[-1] < after[0] for before, after in places
    ):
        yield "training sets end before their validation sets begin; order in time is not modelled"


def _classes(predictions: xr.Dataset, codes: Array) -> str:
    first = predictions["label"].to_numpy()[codes[0]].item()
    more = f" and {codes.size - 1} more" if codes.size > 1 else ""
    return f"class {first!r}{more} {'have' if more else 'has'}"
