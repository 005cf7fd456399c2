"""Columns of probabilities: read by their names where they have some, else held against the predicted labels."""

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import xarray as xr
from scipy.optimize import linear_sum_assignment

from bayescmp._text import cut
from bayescmp._typing import Array, Floats
from bayescmp.predictions._tables import value_of_entry

_LONGEST = 200
_AGREES = 0.8  # the share of rows from which columns in another order are what was meant


def names_of_columns(values: object) -> list[object] | None:
    """Return what the columns of a data frame, or the last axis of an array of xarray, are called; None if nothing."""
    if isinstance(values, xr.DataArray):
        index = values.indexes.get(values.dims[-1]) if values.ndim else None
        return None if index is None else list(index)
    frame = values if isinstance(values, pd.DataFrame) else nw.from_native(values, eager_only=True, pass_through=True)
    return list(frame.columns) if isinstance(frame, (pd.DataFrame, nw.DataFrame)) else None


def in_order_of_labels(
    y_prob: Mapping[str, Array],
    columns: Mapping[str, Sequence[object] | None],
    labels: Array | None,
    occurring: Sequence[Any],
) -> tuple[dict[str, Array], Array | None]:
    """Bring named columns into one order of labels.

    Parameters
    ----------
    y_prob : mapping of str to array of shape (n_rows, n_columns)
        Probabilities of each classifier.
    columns : mapping of str to list or None
        What its columns are called; None where they have no names and are in the order of `labels`.
    labels : array or None
        The labels of the columns; None for those that the first names say, sorted.
    occurring : sequence
        The labels that occur, plain and of one kind.

    Returns
    -------
    dict
        The probabilities, with columns in the order of the labels.
    labels : array or None
        These; None if there are no names and none were given.

    Raises
    ------
    ValueError
        If names are not those of the labels.
    """
    found = dict(y_prob)
    for name, own in columns.items():
        if own is None:
            continue
        called = [_label_of(column, occurring[0]) for column in own]
        wanted = sorted(occurring) if labels is None else labels.tolist()
        extra = [label for label in called if label not in wanted]
        odd = set(wanted) - set(called) or len(set(called)) < len(called)
        if odd or any(label is None or labels is not None for label in extra):
            raise ValueError(
                f"`y_prob[{name!r}]` must have columns called by the labels, {cut(str(wanted), _LONGEST)}, each once, "
                f"but they are called {cut(str(list(own)), _LONGEST)}. Rename them, or give them as a bare array, in "
                "the order of the sorted labels."
            )
        labels = np.array(sorted(called)) if labels is None else labels
        found[name] = y_prob[name][:, [called.index(label) for label in labels.tolist()]]
    return found, labels


def _label_of(column: object, example: object) -> Any:
    """Return the label that a column is called by, of the kind of the `example`; None if it is none."""
    if isinstance(example, str):
        return str(column)
    value = value_of_entry(str(column))
    if isinstance(value, str) or not float(value).is_integer():
        return None
    return bool(value) if isinstance(example, bool) and value in {0, 1} else int(value)


def check_columns_agree(y_prob: Floats, codes: Array, name: str, classes: Array) -> None:
    """Refuse columns without names that contradict the predicted labels, where another order would not.

    Parameters
    ----------
    y_prob : array of shape (n_rows, n_labels)
        Probabilities, with columns taken to be in the order of the `classes`.
    codes : array of shape (n_rows,)
        Predicted labels, as positions among these; -1 where there is none.
    name : str
        What the probabilities are called.
    classes : array of shape (n_labels,)
        The labels.
    """
    there = (codes >= 0) & ~np.isnan(y_prob).any(axis=1)
    most = y_prob[there] == y_prob[there].max(axis=1, keepdims=True)
    by_label = np.stack([most[codes[there] == code].sum(axis=0) for code in range(classes.size)])
    labels, places = linear_sum_assignment(by_label, maximize=True)
    total = int(there.sum())
    if 2 * np.trace(by_label) < total and by_label[labels, places].sum() >= _AGREES * total:
        order = classes[np.argsort(places)].tolist()
        raise ValueError(
            f"`{name}` must have columns in the order of the sorted labels, {cut(str(classes.tolist()), _LONGEST)}, "
            f"but its most probable label contradicts `y_pred` in {total - int(np.trace(by_label))} of {total} rows, "
            f"and agrees if the columns are those of {cut(str(order), _LONGEST)}. Give `labels`, the label of each "
            "column."
        )
