"""The check of a Dataset of predictions: everything that inference takes for granted."""

import hashlib

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import NDArray

from bayescmp._validation import about
from bayescmp.predictions._labels import Array, refuse_unstorable, shown

_VARIABLES = {
    "y_true": ("record",),
    "y_pred": ("classifier", "repeat", "record"),
    "fold": ("repeat", "record"),
}
_NAMES = ("classifier", "label")
"""Coordinates that must be there; those of repeat and record may be left to their numbers."""


def check_predictions(data: object, name: str = "predictions") -> xr.Dataset:
    """Return `data` if it is a Dataset of predictions, else say what is wrong with it.

    Parameters
    ----------
    data : object
        A Dataset as from `predictions_from_arrays`; its dims may be in any order.
    name : str, default "predictions"
        The argument that a note names where the message does not.

    Returns
    -------
    Dataset

    Raises
    ------
    TypeError
        If it is no Dataset.
    ValueError
        If a variable or coordinate lacks, holds other values than codes and fold numbers, or occurs twice; if a
        validated record has no prediction; if a training set is empty or holds a record that it validates; or if a
        repeat has the folds and training sets of another one.
    """
    with about(name):
        if not isinstance(data, xr.Dataset):
            raise TypeError(
                f"`predictions` must be a Dataset of predictions, but got {type(data).__name__}. "
                "Build one with `predictions_from_arrays` or `cross_val_predictions`."
            )
        for variable, dims in _VARIABLES.items():
            _check_dims(data, variable, dims)
        _check_coordinates(data)
        _check_codes(data)
        fold = data["fold"].transpose("repeat", "record").to_numpy()
        _check_folds(data, fold)
        _check_predicted(data, fold)
        if "train" in data:
            _check_train(data, fold)
        else:
            _check_rest(data, fold)
        _check_repeats_differ(data, fold)
        return data


def check_independent_records(data: object, name: str = "predictions") -> xr.Dataset:
    """Return `data` if they are predictions of independent records of equal weight, which inference takes them for."""
    predictions = check_predictions(data, name)
    with about(name):
        for variable in ("group", "weight"):
            if variable in predictions:
                raise ValueError(
                    f"`predictions` must have no `{variable}`: no inference supports it yet. "
                    f"`predictions.drop_vars({variable!r})` treats the records as independent and equal."
                )
    return predictions


def _check_dims(data: xr.Dataset, name: str, dims: tuple[str, ...]) -> None:
    if name not in data or set(data[name].dims) != set(dims):
        got = data[name].dims if name in data else "nothing"
        raise ValueError(f"`predictions` must have `{name}` with dims {dims}, but got {got}.")
    empty = [dim for dim in dims if data.sizes[dim] == 0]
    if empty:
        raise ValueError(f"`predictions` must hold at least one {empty[0]}, but got none.")


def _check_coordinates(data: xr.Dataset) -> None:
    for name in ("classifier", "label", "repeat", "record"):
        if name not in data.coords or data[name].dims != (name,):
            if name in _NAMES:
                raise ValueError(f"`predictions` must have the coordinate `{name}`, but has only {list(data.coords)}.")
            continue
        _check_texts(data, name)  # before pandas, which may hold texts in UTF-8
        values = pd.Series(data[name].to_numpy())
        missing = values.isna()
        if missing.any():
            raise ValueError(f"`{name}` must have no missing values, but has one at position {missing.idxmax()}.")
        twice = values.duplicated()
        if twice.any():
            first = shown(data[name].to_numpy(), int(np.argmax(twice)))
            raise ValueError(f"`{name}` of `predictions` must hold each value once, but {first} occurs twice.")
    if "group" in data:
        _check_texts(data, "group")


def _check_texts(data: xr.Dataset, name: str) -> None:
    values = data[name].to_numpy()
    if values.dtype.kind in "OT":
        values = np.array([value for value in values.tolist() if isinstance(value, str)], dtype=object)
    if values.dtype.kind in "OU" and values.size:
        refuse_unstorable(values, name, "position {}".format)


def _check_codes(data: xr.Dataset) -> None:
    """Refuse codes that point outside `label`; -1 stands for no prediction."""
    last = data.sizes["label"] - 1
    for name, least in (("y_true", 0), ("y_pred", -1)):
        rule = f"`{name}` of `predictions` must hold whole numbers from {least} to {last}, positions in `label`"
        values = data[name].to_numpy()
        _check_whole(rule, values)
        if values.min() < least or values.max() > last:
            odd = values[(values < least) | (values > last)][0]
            raise ValueError(f"{rule}, but got {odd}. Build predictions from labels by `predictions_from_arrays`.")


def _check_whole(rule: str, values: Array) -> None:
    if values.dtype.kind in "iu":
        return
    missing = pd.isna(values)
    got = "missing values" if missing.any() else f"values of type {values.dtype}, such as {values.flat[0]}"
    raise ValueError(f"{rule}, but got {got}.")


def _check_folds(data: xr.Dataset, fold: Array) -> None:
    rule = "`fold` of `predictions` must hold whole numbers of at least -1, where -1 means not validated"
    _check_whole(rule, fold)
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


def _check_predicted(data: xr.Dataset, fold: Array) -> None:
    y_pred = data["y_pred"].transpose("classifier", "repeat", "record")
    missing = (y_pred.to_numpy() < 0) & (fold >= 0)
    if missing.any():
        position = np.argwhere(missing)[0]
        first = {dim: data[dim].to_numpy()[i].item() for dim, i in zip(y_pred.dims, position, strict=True)}
        raise ValueError(f"Every validated record must have a prediction, but {first} has none.")


def _check_train(data: xr.Dataset, fold: Array) -> None:
    _check_dims(data, "train", ("repeat", "fold", "record"))
    train = data["train"].transpose("repeat", "fold", "record").to_numpy()
    if train.dtype != bool:
        raise ValueError(f"`train` of `predictions` must hold True and False, but got values of type {train.dtype}.")
    if fold.max() >= train.shape[1]:
        raise ValueError(f"`train` must have every fold ({fold.max() + 1}), but has only {train.shape[1]}.")
    own = np.take_along_axis(train, np.maximum(fold, 0)[:, None].astype(np.intp), axis=1)[:, 0] & (fold >= 0)
    if own.any():
        repeat, record = _first(data, own)
        raise ValueError(
            f"A training set must not hold what it is validated on, but in repeat {repeat} record {record} is in both."
        )
    exists = np.arange(train.shape[1]) <= fold.max(axis=1)[:, None]
    empty = exists & ~train.any(axis=-1)
    if empty.any() and exists.sum() > 1:
        position, number = np.argwhere(empty)[0]
        raise ValueError(
            f"Every training set of a design with several must hold a record, but that of fold {number} of repeat "
            f"{data['repeat'].to_numpy()[position]} is empty. Compare hold-outs of classifiers that were trained "
            "elsewhere one at a time."
        )


def _check_rest(data: xr.Dataset, fold: Array) -> None:
    """Refuse several repeats of which one validates every record in one fold, so that nothing is left to train on."""
    whole = (fold == 0).all(axis=1)
    if whole.any() and len(fold) > 1:
        repeat = data["repeat"].to_numpy()[np.argmax(whole)]
        raise ValueError(
            f"Several repeats must each have several folds, but repeat {repeat} has one fold with every record. "
            "Give `fold`, the fold that validates each record, if the repeats are cross-validations; "
            "several answers to one test set are not supported yet."
        )


def _check_repeats_differ(data: xr.Dataset, fold: Array) -> None:
    """Refuse a repeat with the splits of another one, whatever the numbers of its folds."""
    train = data["train"].transpose("repeat", "fold", "record").to_numpy() if "train" in data else None
    seen: dict[bytes, object] = {}
    for number, repeat in enumerate(data["repeat"].to_numpy()):
        key = _digest(fold[number], None if train is None else train[number])
        if key in seen:
            raise ValueError(
                f"Each repeat must have splits of its own, but repeat {repeat} has the folds and training sets of "
                f"repeat {seen[key]}. Give each split once; several answers to one test set are not supported yet."
            )
        seen[key] = repeat


def _digest(fold: NDArray[np.integer], train: NDArray[np.bool_] | None) -> bytes:
    """Return a fingerprint of the splits of a repeat that does not depend on the order of its folds."""
    codes, order = pd.factorize(fold[fold >= 0])
    found = hashlib.blake2b(np.packbits(fold >= 0).tobytes())
    found.update(codes.astype(np.int32).tobytes())
    if train is not None:
        found.update(np.packbits(train[order], axis=1).tobytes())
    return found.digest()


def _first(data: xr.Dataset, found: NDArray[np.bool_]) -> tuple[object, object]:
    """Return the names of repeat and record of the first entry that is True."""
    repeat, record = np.argwhere(found)[0]
    return data["repeat"].to_numpy()[repeat], data["record"].to_numpy()[record]
