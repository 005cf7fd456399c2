"""Columns of probabilities in data frames, found by a pattern of their names."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from bayescmp._text import cut, shown
from bayescmp._typing import Array, Floats
from bayescmp.predictions._labels import as_written
from bayescmp.predictions._tables import value_of_entry

_LABEL, _CLASSIFIER = "{label}", "{classifier}"
_PARTS = re.compile(r"(\{label\}|\{classifier\})")
_LONGEST = 200


@dataclass(frozen=True, kw_only=True, eq=False)
class Probabilities:
    """Probabilities in columns.

    Attributes
    ----------
    columns : dict
        For each classifier the names of its columns.
    entries : dict
        For each classifier an array of shape (n_rows, n_columns), NaN where an entry is missing.
    labels : array of shape (n_columns,)
        The label of each column.
    """

    columns: dict[str, list[str]]
    entries: dict[str, Floats]
    labels: Array

    def said(self) -> str:
        """Say which columns were read."""
        names = [repr(name) for own in self.columns.values() for name in own]
        return f"`y_prob` was read from the columns {cut(', '.join(names), _LONGEST)}"


def checked_pattern(pattern: object, *, wide: bool) -> str:
    """Return a pattern that holds {label} once, and {classifier} once where each classifier has columns of its own."""
    if not isinstance(pattern, str):
        raise TypeError(
            f"`y_prob` must be a pattern of names of columns, such as 'p_{{label}}', but got {shown(pattern)}."
        )
    if pattern.count(_LABEL) != 1 or pattern.count(_CLASSIFIER) != wide:
        rule = "{classifier} and {label}, once each" if wide else "{label} once, and no {classifier}"
        example, rows = ("{classifier}_{label}", "a column") if wide else ("p_{label}", "rows")
        raise ValueError(
            f"`y_prob` must hold {rule}, such as {example!r}, where each classifier has {rows} of its own, but got "
            f"{pattern!r}."
        )
    return pattern


def names_that_fit(pattern: str, names: Iterable[str]) -> list[str]:
    """Return the names of columns that fit a pattern, whatever the classifier and the label."""
    expression = _expression(pattern, ".+")
    return [name for name in names if expression.fullmatch(name)]


def read_probabilities(
    read: Callable[[str], Array],
    names: Sequence[str],
    pattern: str,
    *,
    classifiers: Iterable[str],
    labels: Array,
    used: Collection[str],
) -> Probabilities:
    """Read a column of probabilities for each classifier and label.

    Parameters
    ----------
    read : callable
        From the name of a column to its values.
    names : sequence of str
        All columns.
    pattern : str
        As from `checked_pattern`.
    classifiers : iterable of str
        Names that stand in it; "" alone if none do.
    labels : array of shape (n_labels,)
        Those that occur; each must have its columns.
    used : collection of str
        Columns of something else.

    Returns
    -------
    Probabilities
        With the labels that occur, and those besides for which every classifier has a column of numbers. Where labels
        are whole numbers or bools, only such are labels.

    Raises
    ------
    KeyError
        If a column is not there.
    TypeError, ValueError
        If one does not hold numbers, is used for something else, or belongs to two classifiers.
    """
    sought = {name: [_column(pattern, name, label) for label in labels.tolist()] for name in classifiers}
    _check_there(sought, pattern, names, used)
    free = [name for name in names if isinstance(name, str) and name not in used]
    others = [
        label
        for label in _other_labels(pattern, sought, labels, free)
        if all(_numbers(read(_column(pattern, name, label))) is not None for name in sought)
    ]
    found = {name: own + [_column(pattern, name, label) for label in others] for name, own in sought.items()}
    _check_differ(found, pattern)
    entries = {
        name: np.column_stack([_checked_numbers(read(column), column) for column in own]) for name, own in found.items()
    }
    return Probabilities(columns=found, entries=entries, labels=np.array([*labels.tolist(), *others]))


def _expression(pattern: str, classifier: str) -> re.Pattern[str]:
    """Return the expression of a pattern, whose group is the label; `classifier` is an expression too."""
    stands = {_LABEL: "(.+)", _CLASSIFIER: classifier}
    return re.compile("".join(stands.get(part, re.escape(part)) for part in _PARTS.split(pattern)), re.DOTALL)


def _column(pattern: str, classifier: str, label: object) -> str:
    stands = {_LABEL: str(label), _CLASSIFIER: classifier}
    return "".join(stands.get(part, part) for part in _PARTS.split(pattern))


def _check_there(
    sought: Mapping[str, Sequence[str]], pattern: str, names: Sequence[str], used: Collection[str]
) -> None:
    columns, there = [column for own in sought.values() for column in own], set(names)
    lacking = [column for column in columns if column not in there]
    if lacking:
        raise KeyError(
            f"`y_prob` must find a column for every label that occurs, and {pattern!r} looks for "
            f"{cut(str(columns), _LONGEST)}, but there is no {cut(str(lacking)[1:-1], _LONGEST)} among "
            f"{cut(str(list(names)), _LONGEST)}."
        )
    taken = [column for column in columns if column in used]
    if taken:
        raise ValueError(f"`y_prob` must name columns of probabilities alone, but {taken[0]!r} is used for others too.")


def _other_labels(pattern: str, classifiers: Iterable[str], labels: Array, free: Sequence[str]) -> list[object]:
    """Return the labels that do not occur, but for which every classifier has a column."""
    first, *others = (
        [hit[1] for hit in map(_expression(pattern, re.escape(name)).fullmatch, free) if hit] for name in classifiers
    )
    occurring = {str(label) for label in labels.tolist()}
    of_all = set(first).intersection(*others)
    texts = [text for text in first if text in of_all]
    values = [text if labels.dtype.kind == "U" else value_of_entry(text) for text in texts if text not in occurring]
    return [value for value in values if type(value) is type(labels[0].item()) and str(value) in of_all]


def _check_differ(found: Mapping[str, Sequence[str]], pattern: str) -> None:
    owners: dict[str, str] = {}
    for name, own in found.items():
        for column in own:
            if owners.setdefault(column, name) != name:
                raise ValueError(
                    f"`y_prob` must tell whose a column is, but by {pattern!r} {column!r} may be that of "
                    f"{owners[column]!r} and of {name!r}. Rename one."
                )


def _numbers(values: Array) -> Floats | None:
    """Return numbers, NaN where one is missing; None where something else is among them."""
    if values.dtype.kind in "iuf":
        return values.astype(float)
    there = ~np.asarray(pd.isna(values))
    plain = np.array(values[there].tolist(), dtype=None if there.any() else float)
    if plain.dtype.kind not in "iuf":
        return None
    found = np.full(values.size, np.nan)
    found[there] = plain
    return found


def _checked_numbers(values: Array, column: str) -> Floats:
    found = _numbers(values)
    if found is None:
        odd = ~pd.isna(values) & pd.isna(pd.to_numeric(pd.Series(values), errors="coerce"))
        got = as_written(values, int(odd.argmax()))
        raise TypeError(f"`y_prob` must name columns of numbers, but {column!r} holds others, such as {got}.")
    return found
