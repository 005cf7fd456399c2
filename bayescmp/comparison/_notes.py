"""What is unusual about predictions, in words: labels, rare classes, classes that were not trained on, time order."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr

Array = np.ndarray[Any, Any]


def notes_of(predictions: xr.Dataset, train: xr.DataArray, source: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what is unusual about predictions; nothing of it is an error.

    Parameters
    ----------
    predictions : Dataset
        As from `predictions_from_arrays`, of the classifiers that are compared.
    train : DataArray of bool, dims (repeat, fold, record)
        The training sets; empty ones are not known.
    source : mapping
        Provenance of the predictions.

    Returns
    -------
    tuple of str
    """
    sets = _sets_of(predictions, train)
    return (
        *_same_estimator(predictions, source),
        *_labels_without_truth(predictions),
        *_single_members(predictions),
        *_untrained_classes(predictions, sets),
        *_time_order(sets),
    )


def _sets_of(predictions: xr.Dataset, train: xr.DataArray) -> list[tuple[Array, Array]]:
    """Return the records of every training set that is known, and of its validation set."""
    fold, members = predictions["fold"].to_numpy(), train.to_numpy()
    return [
        (np.flatnonzero(members[place]), np.flatnonzero(fold[place[0]] == place[1]))
        for place in np.ndindex(members.shape[:2])
        if members[place].any() and (fold[place[0]] == place[1]).any()
    ]


def _same_estimator(predictions: xr.Dataset, source: Mapping[str, Any]) -> Iterator[str]:
    kinds = [source.get("estimators", {}).get(name) for name in predictions["classifier"].to_numpy()]
    if kinds[0] is not None and kinds[0] == kinds[1]:
        yield "both are the same estimator with the same parameters; they differ by their random numbers, if at all"


def _labels_without_truth(predictions: xr.Dataset) -> Iterator[str]:
    """Find predicted labels that no record has, as when they are written in another way."""
    labels, truth = predictions["label"].to_numpy(), np.unique(predictions["y_true"].to_numpy())
    for name in predictions["classifier"].to_numpy():
        codes = predictions["y_pred"].sel(classifier=name).to_numpy()
        unknown = np.setdiff1d(codes[codes >= 0], truth)
        if not unknown.size:
            continue
        shown, count = labels[unknown[0]].item(), int(np.isin(codes, unknown).sum())
        folded = {_folded(label) for label in labels[unknown]}
        alike = [true.item() for true in labels[truth] if _folded(true) in folded]
        hint = f"; {alike[0]!r} is written almost alike" if alike else ""
        what = "1 prediction" if count == 1 else f"{count} predictions"
        yield f"{what} of {name} counted as wrong: no record has the label, such as {shown!r}{hint}"


def _folded(label: Any) -> str:
    return str(label).strip().casefold()


def _single_members(predictions: xr.Dataset) -> Iterator[str]:
    counts = np.bincount(predictions["y_true"].to_numpy(), minlength=predictions.sizes["label"])
    single = np.flatnonzero(counts == 1)
    if single.size:
        yield f"{_classes(predictions, single)} one record only: the data say next to nothing about it"


def _untrained_classes(predictions: xr.Dataset, sets: Sequence[tuple[Array, Array]]) -> Iterator[str]:
    """Find classes that are validated where they were not trained on, as when all members are in one fold."""
    y_true = predictions["y_true"].to_numpy()
    missing = [np.setdiff1d(y_true[validated], y_true[trained]) for trained, validated in sets]
    classes = np.unique(np.concatenate([*missing, np.empty(0, dtype=int)])).astype(int)
    if classes.size:
        holding = sum(bool(np.isin(classes, y_true[validated]).any()) for _, validated in sets)
        untrained = sum(bool(found.size) for found in missing)
        yield (
            f"{_classes(predictions, classes)} no record in the training set of {untrained} of {holding} "
            f"fold{'s' if holding > 1 else ''} with such records: what is not trained on is not predicted"
        )


def _time_order(sets: Sequence[tuple[Array, Array]]) -> Iterator[str]:
    """Recognise training sets that end before their validation sets begin, as no partition of records can."""
    if len(sets) > 1 and all(trained[-1] < validated[0] for trained, validated in sets):
        yield "training sets end before their validation sets begin; order in time is not modelled"


def _classes(predictions: xr.Dataset, codes: Array) -> str:
    first = predictions["label"].to_numpy()[codes[0]].item()
    more = f" and {codes.size - 1} more" if codes.size > 1 else ""
    return f"class {first!r}{more} {'have' if more else 'has'}"
