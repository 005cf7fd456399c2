"""Columns of probabilities: found in data frames by a pattern, read by their names, or held against the labels."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeGuard

import numpy as np
import pandas as pd
import scipy
import xarray as xr

from bayescmp._support._given import as_numbers
from bayescmp._support._table_files import value_of_entry
from bayescmp._support._text import cut
from bayescmp._support._typing import Array, Floats
from bayescmp.doors._columns import ColumnReader

LABEL, CLASSIFIER = "{label}", "{classifier}"
_PARTS = re.compile(r"(\{label\}|\{classifier\})")
_LONGEST = 200
_AGREES = 0.8  # the share of rows from which columns in another order are what was meant


def check_pattern(pattern: str, *, wide: bool) -> None:
    """Refuse all but {label} once, and {classifier} once where each classifier has columns of its own."""
    if pattern.count(LABEL) != 1 or pattern.count(CLASSIFIER) != wide:
        rule = "{classifier} and {label}, once each" if wide else "{label} once, and no {classifier}"
        example = "{classifier}_{label}" if wide else "p_{label}"
        raise ValueError(f"`y_prob` must hold {rule}, such as {example!r}, but got {pattern!r}.")


def names_that_fit(pattern: str, names: Iterable[str]) -> list[str]:
    """Return the names of columns that fit a pattern, whatever the classifier and the label."""
    expression = _expression(pattern, ".+")
    return [name for name in names if expression.fullmatch(name)]


def classifiers_of(pattern: str, names: Sequence[str], labels: Iterable[object]) -> list[str]:
    """Return the classifiers that have a column for each label, in the order of columns."""
    expressions = [_expression(pattern, "(.+)", re.escape(str(label))) for label in labels]
    of_labels = [[hit[1] for name in names if (hit := one.fullmatch(name))] for one in expressions]
    return [name for name in (of_labels or [[]])[0] if all(name in others for others in of_labels)]


def is_pattern(y_prob: object) -> TypeGuard[str]:
    """Tell whether probabilities are columns by a pattern, and not named themselves, as those of one of two labels."""
    return isinstance(y_prob, str) and (LABEL in y_prob or CLASSIFIER in y_prob)


def read_pattern(
    read: ColumnReader, pattern: str, *, classifiers: Iterable[str], labels: Sequence[Any], used: Collection[str]
) -> tuple[dict[str, list[str]], dict[str, Floats], Array]:
    """Return the columns of every classifier, what they hold, (n_rows, n_columns), and the label of each."""
    sought = {name: [_column(pattern, name, label) for label in labels] for name in classifiers}
    _check_there(sought, pattern, read.names, used)
    free = [name for name in read.names if isinstance(name, str) and name not in used]
    others = [
        label
        for label in _other_labels(pattern, sought, labels, free)
        if all(_are_numbers(read(_column(pattern, name, label))) for name in sought)
    ]
    found = {name: own + [_column(pattern, name, label) for label in others] for name, own in sought.items()}
    _check_differ(found, pattern)
    numbers = {column: as_numbers(read(column), f"y_prob[{column!r}]") for own in found.values() for column in own}
    entries = {name: np.column_stack([numbers[column] for column in own]) for name, own in found.items()}
    return found, entries, np.array([*labels, *others])


def _expression(pattern: str, classifier: str, label: str = "(.+)") -> re.Pattern[str]:
    """Return the expression of a pattern, whose parts stand for expressions."""
    stands = {LABEL: label, CLASSIFIER: classifier}
    return re.compile("".join(stands.get(part, re.escape(part)) for part in _PARTS.split(pattern)), re.DOTALL)


def _column(pattern: str, classifier: str, label: object) -> str:
    stands = {LABEL: str(label), CLASSIFIER: classifier}
    return "".join(stands.get(part, part) for part in _PARTS.split(pattern))


def _check_there(
    sought: Mapping[str, Sequence[str]], pattern: str, names: Sequence[str], used: Collection[str]
) -> None:
    columns, there = [column for own in sought.values() for column in own], set(names)
    lacking = [column for column in columns if column not in there]
    if lacking:
        raise KeyError(
            f"`y_prob` must find a column for every label that occurs, but by {pattern!r} there is no "
            f"{cut(str(lacking)[1:-1], _LONGEST)} among {cut(str(list(names)), _LONGEST)}."
        )
    taken = [column for column in columns if column in used]
    if taken:
        raise ValueError(f"`y_prob` must name columns of probabilities alone, but {taken[0]!r} is used for others too.")


def _other_labels(pattern: str, classifiers: Iterable[str], labels: Sequence[Any], free: Sequence[str]) -> list[object]:
    """Return the labels that do not occur, but for which every classifier has a column."""
    first, *others = (
        [hit[1] for hit in map(_expression(pattern, re.escape(name)).fullmatch, free) if hit] for name in classifiers
    )
    occurring, example = {str(label) for label in labels}, labels[0]
    of_all = set(first).intersection(*others)
    texts = [text for text in first if text in of_all]
    values = [text if isinstance(example, str) else value_of_entry(text) for text in texts if text not in occurring]
    return [value for value in values if type(value) is type(example) and str(value) in of_all]


def _check_differ(found: Mapping[str, Sequence[str]], pattern: str) -> None:
    owners: dict[str, str] = {}
    for name, own in found.items():
        for column in own:
            if owners.setdefault(column, name) != name:
                raise ValueError(
                    f"`y_prob` must tell whose a column is, but by {pattern!r} {column!r} may be that of "
                    f"{owners[column]!r} and of {name!r}. Rename one."
                )


def _are_numbers(values: Array) -> bool:
    """Tell whether a column holds nothing but numbers, of which some may be missing."""
    try:
        as_numbers(values, "y_prob")
    except (TypeError, ValueError):
        return False
    return True


# --- columns that come with answers -----------------------------------------------------------------------------------


def names_of_columns(values: object) -> list[object] | None:
    """Return what the columns of a data frame, or the last axis of an array of xarray, are called; None if nothing.

    A series is one column, with the name that it has.
    """
    import narwhals as nw

    if isinstance(values, xr.DataArray):
        index = values.indexes.get(values.dims[-1]) if values.ndim else None
        return None if index is None else list(index)
    if hasattr(values, "name"):
        return None if values.name is None else [values.name]
    frame = values if isinstance(values, pd.DataFrame) else nw.from_native(values, eager_only=True, pass_through=True)
    return list(frame.columns) if isinstance(frame, (pd.DataFrame, nw.DataFrame)) else None


def in_order_of_labels(
    y_prob: Mapping[str, Array],
    columns: Mapping[str, Sequence[object] | None],
    labels: Array | None,
    occurring: Sequence[Any],
    *,
    argument: str = "y_prob",
) -> tuple[dict[str, Array], Array | None]:
    """Bring named columns into one order of labels."""
    found = dict(y_prob)
    for name, own in columns.items():
        if own is None:
            continue
        called = [label_of(column, occurring[0]) for column in own]
        wanted = sorted(occurring) if labels is None else labels.tolist()
        extra = [label for label in called if label not in wanted]
        odd = set(wanted) - set(called) or len(set(called)) < len(called)
        if odd or any(label is None or labels is not None for label in extra):
            raise ValueError(not_called_so(f"{argument}[{name!r}]", own, wanted))
        labels = np.array(sorted(called)) if labels is None else labels
        found[name] = y_prob[name][:, [called.index(label) for label in labels.tolist()]]
    return found, labels


def not_called_so(name: str, columns: Sequence[object], labels: Sequence[Any]) -> str:
    """Say that columns must be called by the labels."""
    return (
        f"`{name}` must have columns called by the labels, {cut(str(list(labels)), _LONGEST)}, each once, but they are "
        f"called {cut(str(list(columns)), _LONGEST)}. A bare array is in the order of the sorted labels."
    )


def label_of(column: object, example: object) -> Any:
    """Return the label that a column is called by, of the kind of the `example`; None if it is none."""
    if isinstance(example, str):
        return str(column)
    value = value_of_entry(str(column))
    if isinstance(value, str) or not float(value).is_integer():
        return None
    return bool(value) if isinstance(example, bool) and value in {0, 1} else int(value)


def check_columns_agree(y_prob: Floats, codes: Array, name: str, classes: Array) -> None:
    """Refuse columns without names that contradict the predicted labels, where another order would not."""
    there = (codes >= 0) & ~np.isnan(y_prob).any(axis=1)
    most = y_prob[there] == y_prob[there].max(axis=1, keepdims=True)
    by_label = np.stack([most[codes[there] == code].sum(axis=0) for code in range(classes.size)])
    labels, places = scipy.optimize.linear_sum_assignment(by_label, maximize=True)
    total = int(there.sum())
    if 2 * np.trace(by_label) < total and by_label[labels, places].sum() >= _AGREES * total:
        order = classes[np.argsort(places)].tolist()
        raise ValueError(
            f"`{name}` must have columns in the order of the sorted labels, {cut(str(classes.tolist()), _LONGEST)}, "
            f"but its most probable label contradicts `y_pred` in {total - int(np.trace(by_label))} of {total} rows, "
            f"and agrees if the columns are those of {cut(str(order), _LONGEST)}. Give `labels`, the label of each "
            "column."
        )
