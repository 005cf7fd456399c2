"""Predictions from what classifiers answered: labels, with or without probabilities, or losses."""

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import NDArray

from bayescmp.predictions._check_answers import check_losses, check_probabilities
from bayescmp.predictions._dataset import assemble
from bayescmp.predictions._labels import Array, answered_labels, column, encode, missing_entries, plain_labels, shown
from bayescmp.predictions._rows import Rows

_ANSWERS = ("classifier", "repeat", "record")
_NUMBERS = (int, float, np.integer, np.floating)


def encoded_predictions(
    y_true: Any,
    labels: Mapping[str, Array],
    *,
    repeats: Array,
    records: Array,
    fold: Array,
    train: Array | None = None,
    provenance: Mapping[str, Any],
) -> xr.Dataset:
    """Check and code labels, and assemble the Dataset.

    Entry i of each of `labels` is the prediction for the record at position ``records[i]`` in ``repeats[i]``.
    """
    truth = column(y_true, "y_true")
    everyone = np.arange(truth.size)
    rows = Rows(repeats=repeats, records=records, fold=fold, train=train, record=None, listed=everyone, is_grid=False)
    return predictions_of_labels(truth, labels, rows, made=provenance)


def predictions_of_labels(
    y_true: Array,
    y_pred: Mapping[str, Array],
    rows: Rows,
    *,
    y_prob: Mapping[str, Array] | None = None,
    labels: Array | None = None,
    on_missing: str = "error",
    of_records: Mapping[str, Any] | None = None,
    made: Mapping[str, Any],
) -> xr.Dataset:
    """Code labels and assemble the Dataset.

    Parameters
    ----------
    y_true : array of shape (n_records,)
        True labels.
    y_pred : mapping of str to array of shape (n_rows,)
        Predicted labels of each classifier.
    rows : Rows
        Where they belong.
    y_prob : mapping of str to array of shape (n_rows, n_labels), optional
        Probabilities, with columns in the order of `labels`, sorted if that is None.
    labels : array of shape (n_labels,), optional
        The label of each column of `y_prob`, plain.
    on_missing : str
        As in `predictions_from_arrays`.
    of_records : mapping, optional
        Further variables, of records.
    made : mapping
        Provenance.
    """
    plain, gaps = _plain(y_true, y_pred, rows, on_missing)
    counted = {name: int(missing.sum()) for name, missing in zip(y_pred, gaps, strict=True) if missing.any()}
    if on_missing == "wrong" and counted:
        made = {**made, "counted_wrong": counted}
        plain["no answer"] = _no_answer(list(plain.values()))
    elif labels is not None:
        _check_order(labels, plain.values())
        plain["labels"] = labels
    classes, (true_codes, *codes) = encode(plain)
    codes, last = codes[: len(y_pred)], codes[len(y_pred) :]
    coded = _coded(codes, gaps, rows, last[0][0] if "no answer" in plain else -1)
    code = np.int16 if len(classes) < np.iinfo(np.int16).max else np.int32
    variables: dict[str, Any] = {
        "y_true": ("record", true_codes.astype(code)),
        "y_pred": (_ANSWERS, coded.astype(code)),
        "label": classes,
        **(of_records or {}),
    }
    if on_missing == "drop" and counted:
        variables["missing"] = (_ANSWERS, (coded < 0) & (rows.fold >= 0))
    if y_prob is None:
        return assemble(rows, classifiers=list(y_pred), variables=variables, made=made)
    given = {name: y_prob[name] for name in y_pred}
    found = _probabilities(given, classes, last[0] if last else np.arange(classes.size), rows)
    variables["y_prob"] = ((*_ANSWERS, "label"), np.where((coded < 0)[..., None], np.nan, found))
    data = assemble(rows, classifiers=list(y_pred), variables=variables, made=made)
    check_probabilities(data)
    return data


def predictions_of_losses(
    loss: Mapping[str, Array], rows: Rows, *, on_missing: str, of_records: Mapping[str, Any], made: Mapping[str, Any]
) -> xr.Dataset:
    """Assemble the Dataset of losses, arrays of shape (n_rows,); the rest as in `predictions_of_labels`."""
    found = np.full((len(loss), *rows.fold.shape), np.nan)
    for place, (name, values) in enumerate(loss.items()):
        found[place, rows.repeats, rows.records] = _plain_losses(values, f"loss[{name!r}]", rows, on_missing)
    variables = {"loss": (_ANSWERS, found), **of_records}
    missing = np.isnan(found) & (rows.fold >= 0)
    if missing.any():
        variables["missing"] = (_ANSWERS, missing)
    data = assemble(rows, classifiers=list(loss), variables=variables, made=made)
    check_losses(data)
    return data


def _plain(
    y_true: Array, y_pred: Mapping[str, Array], rows: Rows, on_missing: str
) -> tuple[dict[str, Array], list[NDArray[np.bool_]]]:
    """Return the labels that are there under their names, and which predicted ones are missing."""
    plain, gaps = {"y_true": plain_labels(y_true, "y_true", rows.name_of_record)}, []
    for name, values in y_pred.items():
        called = f"y_pred[{name!r}]"
        found, missing = answered_labels(values, called, rows.name_of_row, on_missing)
        plain[called] = found if found.size else plain["y_true"][:0]  # of the kind of the others
        gaps.append(missing)
    return plain, gaps


def _check_order(labels: Array, known: Iterable[Array]) -> None:
    twice = pd.Series(labels).duplicated()
    if twice.any():
        raise ValueError(
            f"`labels` must hold each label once, but {shown(labels, int(np.argmax(twice)))} occurs twice."
        )
    given = set(labels.tolist())
    for values in known:
        for label in pd.unique(values).tolist():
            if label not in given:
                raise ValueError(f"`labels` must hold every label that occurs, but lacks {label!r}.")


def _no_answer(known: list[Array]) -> Array:
    """Return a label that does not occur: a word, or the first of -1, -2 and so on."""
    occurring = {label for values in known for label in pd.unique(values).tolist()}
    if known[0].dtype.kind != "U":
        return np.array([next(number for number in itertools.count(-1, -1) if number not in occurring)])
    word = "(no answer)"
    while word in occurring:
        word = f"({word})"
    return np.array([word])


def _coded(codes: list[Array], gaps: list[NDArray[np.bool_]], rows: Rows, missing: int) -> Array:
    """Put codes in their places; `missing` is the code of an answer that is not there."""
    found = np.full((len(codes), *rows.fold.shape), -1)
    for place, (known, gap) in enumerate(zip(codes, gaps, strict=True)):
        entries = np.full(gap.size, missing)
        entries[~gap] = known
        found[place, rows.repeats, rows.records] = entries
    return found


def _probabilities(given: Mapping[str, Array], classes: Array, places: Array, rows: Rows) -> Array:
    """Put probabilities in their places; column i is that of the label at ``places[i]``."""
    found = np.full((len(given), *rows.fold.shape, classes.size), np.nan)
    for place, (name, values) in enumerate(given.items()):
        if values.dtype.kind not in "iuf":
            raise TypeError(f"`y_prob[{name!r}]` must hold numbers, but got values of type {values.dtype}.")
        if values.shape[-1] != classes.size:
            raise ValueError(
                f"`y_prob[{name!r}]` must have a column for each label, {_few(classes)}, but got {values.shape[-1]}. "
                "Give `labels`, the label of each column, if a label has a column but does not occur."
            )
        ordered = np.empty(values.shape)
        ordered[:, places] = values
        found[place, rows.repeats, rows.records] = ordered
    return found


def _few(classes: Array) -> str:
    return f"{classes.size} in all" if classes.size > 10 else str(classes.tolist())


def _plain_losses(values: Array, name: str, rows: Rows, on_missing: str) -> Array:
    """Return losses as floats, NaN where there are none."""
    missing = missing_entries(values, name, rows.name_of_row, on_missing)
    for place, value in enumerate(values.tolist()) if values.dtype.kind not in "iuf" else ():
        if not missing[place] and (isinstance(value, bool) or not isinstance(value, _NUMBERS)):
            raise TypeError(f"`{name}` must hold numbers, but got {value!r} at {rows.name_of_row(place)}.")
    numbers = np.full(values.size, np.nan)
    numbers[~missing] = values[~missing].astype(float)
    return numbers
