"""Probabilities in the forms that people have them: of one of two labels, and without predicted labels."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from bayescmp._support._given import as_array, as_numbers, in_order, index_of
from bayescmp._support._text import shown
from bayescmp._support._typing import Array
from bayescmp.predictions._check import DECISIONS_REMEDY
from bayescmp.predictions._class_labels import DROP_REMEDY, column, missing_entries, plain_labels
from bayescmp.predictions._dataset import checked_names
from bayescmp.predictions._probability_columns import label_of, names_of_columns, not_called_so

_OBVIOUS = ({0, 1}, {-1, 1})
"""Pairs of labels of which the second one, in order, is the one that is found; True equals 1."""


def with_every_label(
    y_true: Any,
    y_pred: Mapping[str, ArrayLike] | None,
    y_prob: Mapping[str, ArrayLike],
    labels: Any,
    on_missing: str,
) -> tuple[Mapping[str, Any], dict[str, Any]]:
    """Return predicted labels and a column of probabilities for each label.

    A single probability of a record is that of the second of two labels. Where no labels are predicted, the most
    probable one is, of those that are equally so the first in the order of labels.
    """
    truth, named, classes = column(y_true, "y_true"), labels is not None, classes_of(y_true, labels)
    given = {name: in_order(y_prob[name]) for name in checked_names(y_prob, "y_prob")}
    whole = {
        name: _both(values, f"y_prob[{name!r}]", classes, truth.size, named=named) for name, values in given.items()
    }
    if y_pred is not None:
        return y_pred, whole
    most = {name: _most_probable(values, f"y_prob[{name!r}]", classes, on_missing) for name, values in whole.items()}
    return most, whole


def classes_of(y_true: Any, labels: Any) -> list[Any]:
    """Return the label of each column: those that are named, or all that are true somewhere in order."""
    if labels is not None:
        return plain_labels(column(labels, "labels"), "labels").tolist()
    return np.unique(plain_labels(column(y_true, "y_true"), "y_true")).tolist()


def of_second_label(values: Any, name: str, classes: list[Any], n_records: int, *, named: bool) -> Array | None:
    """Return the numbers of the second of two labels where there is one of each record, None where there are more."""
    array = as_array(values, name)
    if array.ndim == 0:
        raise TypeError(f"`{name}` must be a list or an array, one entry per record, but got {shown(values)}.")
    if array.ndim != 1 and (array.ndim != 2 or not n_records == array.shape[1] != array.shape[0]):
        return None
    names = names_of_columns(values)
    if names and array.ndim == 1 and label_of(names[0], classes[0]) == classes[0]:
        raise ValueError(
            f"`{name}` must be the probability of the second label where it is one number of each record, but is "
            f"called {shown(names[0])}, as the first. Give that of {shown(classes[-1])}."
        )
    if array.ndim == 1 and array.size != n_records:
        raise ValueError(f"`{name}` must have an entry for each of the {n_records} records, but got {array.size}.")
    if len(classes) != 2 or not (named or set(classes) in _OBVIOUS):
        raise ValueError(
            f"`labels` must name two labels, such as labels=['healthy', 'ill'] (--labels healthy --labels ill), where "
            f"`{name}` has one number of each record: that of the second one, which is known of 0 and 1 and of -1 and "
            f"1 alone. Here they are {classes}."
        )
    return as_numbers(values, name)


def _both(values: Any, name: str, classes: list[Any], n_records: int, *, named: bool) -> Any:
    """Return probabilities of both labels where there is one of each record, and all else as it is."""
    second = of_second_label(values, name, classes, n_records, named=named)
    if second is None:
        return values
    odd = second[(second < 0) | (second > 1)]
    if odd.size:
        raise ValueError(f"`{name}` must hold probabilities from 0 to 1, but got {odd[0]:g}. {DECISIONS_REMEDY}")
    return in_both_columns(1 - second, second, values, classes)


def in_both_columns(first: Array, second: Array, values: Any, classes: list[Any]) -> Any:
    """Return columns of both labels, with the index of a row of `values` that has one."""
    both = np.stack([first, second], axis=-1)
    index = index_of(values) if np.ndim(values) == 1 else None
    return both if both.ndim == 3 or index is None else pd.DataFrame(both, index=index, columns=classes)


def _most_probable(values: Any, name: str, classes: list[Any], on_missing: str) -> Any:
    own = names_of_columns(values)
    labels = classes if own is None else [label_of(one, classes[0]) for one in own]
    shares = as_numbers(values, name)
    if own is not None and not {*classes} <= {*labels}:
        raise ValueError(not_called_so(name, own, classes))
    if shares.shape[-1] != len(labels) or None in labels:
        raise ValueError(
            f"`{name}` must have a column for each label, {classes}, but has {shares.shape[-1]}. Give `labels`, the "
            "label of each column, or `y_pred`, the predicted labels."
        )
    missing = np.isnan(shares).any(axis=-1)
    missing_entries(np.where(missing, np.nan, 0.0).ravel(), name, "position {}".format, on_missing, DROP_REMEDY)
    in_order = np.argsort(labels)  # whatever the order of columns
    chosen: Array = np.array(labels)[in_order][np.argmax(np.where(missing[..., None], 0.0, shares)[..., in_order], -1)]
    if missing.any():
        chosen = chosen.astype(object)
        chosen[missing] = None
    index = index_of(values, -2)
    return chosen if index is None or chosen.ndim != 1 else pd.Series(chosen, index=index)
