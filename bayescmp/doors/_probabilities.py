"""Probabilities and decision values: a column for each label, or of two labels the one of the second."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import xarray as xr

from bayescmp._support._given import as_array, as_numbers, in_order
from bayescmp._support._text import cut, shown
from bayescmp._support._typing import Array
from bayescmp.doors._kind import Kind
from bayescmp.doors._labels import CodedLabels, occurring_labels, plain_and_gaps
from bayescmp.doors._probability_columns import (
    check_columns_agree,
    in_order_of_labels,
    is_pattern,
    label_of,
    names_of_columns,
    not_called_so,
)
from bayescmp.predictions import OF_ANSWERS, Rows, checked_names, column, plain_labels
from bayescmp.predictions._check import DECISIONS_REMEDY, check_decision_values, check_probabilities
from bayescmp.predictions._class_labels import DROP_REMEDY, missing_entries
from bayescmp.predictions._placed_rows import assemble

if TYPE_CHECKING:
    from bayescmp.doors._source import Table

_OBVIOUS = ({0, 1}, {-1, 1})
"""Pairs of labels of which the second one, in order, is the one that is found; True equals 1."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Probabilities(Kind):
    """True labels and probabilities, and predicted labels where they are not the most probable ones."""

    y_true: Any = None
    y_prob: Any = None
    y_pred: Any = None
    labels: Any = None

    name = "probabilities"
    answers = "y_prob"
    of_rows = ("y_true",)
    of_classifiers: ClassVar = {"y_prob": 1, "y_pred": 0}
    numbers = ("y_prob",)

    def read(self, table: "Table") -> Self:
        """Return arrays in place of the names of columns, which may be told by a pattern."""
        if not is_pattern(self.y_prob):
            return super().read(table)
        y_true = table.rows["y_true"]
        shares, labels = table.pattern(self.y_prob, _classes_of(y_true, self.labels), self.y_pred)
        y_pred = None if self.y_pred is None else table.of_classifiers(self.y_pred, "y_pred")
        return replace(self, y_true=y_true, y_prob=shares, y_pred=y_pred, labels=labels)

    def prepared(self, *, on_missing: str) -> "Probabilities":
        """Return a column for each label, and predicted labels: of those that are equally probable the first."""
        labels = _classes_of(self.y_true, self.labels)
        whole = _in_both(self, labels, _complement)
        if self.y_pred is None:
            most = {name: _most_probable(own, f"y_prob[{name!r}]", labels, on_missing) for name, own in whole.items()}
            return replace(self, y_prob=whole, y_pred=most)
        odd = sorted({*checked_names(self.y_pred, "y_pred")} ^ {*whole})
        if odd:
            raise ValueError(f"`y_prob` must have the names of `y_pred`, but {odd[0]!r} is only in one of them.")
        return replace(self, y_prob=whole, y_pred={name: self.y_pred[name] for name in whole})

    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put codes of labels and probabilities in their places."""
        shares, predicted = self.in_rows(rows, "y_prob", last=1), self.in_rows(rows, "y_pred")
        coded, entries = _coded_with_columns(self, predicted, shares, rows, on_missing)
        entries = np.where((coded.predicted < 0)[..., None], np.nan, entries)
        data = coded.dataset(rows, {**of_records, "y_prob": ((*OF_ANSWERS, "label"), entries)})
        check_probabilities(data)
        for place, name in enumerate(coded.classifiers):
            if self.labels is None and names_of_columns(self.y_prob[name]) is None:
                own, codes = entries[place].reshape(-1, coded.classes.size), coded.predicted[place].ravel()
                check_columns_agree(own, codes, f"y_prob[{name!r}]", coded.classes)
        return data


@dataclass(frozen=True, kw_only=True, eq=False)
class DecisionValues(Kind):
    """True labels and decision values."""

    y_true: Any = None
    y_score: Any = None
    labels: Any = None

    name = "decision_values"
    answers = "y_score"
    of_rows = ("y_true",)
    of_classifiers: ClassVar = {"y_score": 1}
    numbers = ("y_score",)

    def prepared(self, *, on_missing: str) -> "DecisionValues":  # noqa: ARG002 - of some kinds
        """Return a column of decision values for each label; one number is that of the second."""
        classes = _classes_of(self.y_true, self.labels)
        if len(classes) < 2:
            name = "y_score" if self.labels is None else "labels"
            raise ValueError(f"`{name}` must be of records of two classes or more, but all are of {classes}.")
        return replace(self, y_score=_in_both(self, classes, lambda second, _: -second))

    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put decision values in their places."""
        numbers = {}
        for name, values in self.in_rows(rows, "y_score", last=1).items():
            numbers[name] = as_numbers(values, f"y_score[{name!r}]")
            lacks = np.where(np.isnan(numbers[name]).any(axis=-1), np.nan, 0.0)
            missing_entries(lacks, f"y_score[{name!r}]", rows.name_of_row, on_missing, DROP_REMEDY)
        coded, entries = _coded_with_columns(self, {}, numbers, rows, on_missing)
        absent = np.isnan(entries).any(axis=-1)
        variables = {
            "y_true": ("record", coded.true),
            "y_score": ((*OF_ANSWERS, "label"), np.where(absent[..., None], np.nan, entries)),
            "label": coded.classes,
        }
        data = assemble(rows, numbers, {**variables, **of_records}, absent)
        check_decision_values(data)
        return data


def _coded_with_columns(
    kind: Any, predicted: Mapping[str, Array], values: Mapping[str, Array], rows: Rows, on_missing: str
) -> tuple[CodedLabels, Array]:
    """Return labels as codes, and the values of each of them in their places.

    These are floats of 64 bits, or of 32 if no classifier has wider ones: the log loss of 0 depends on it.
    """
    plain, gaps = plain_and_gaps(kind.y_true, predicted, rows, on_missing)
    given, labels = getattr(kind, kind.answers), kind.labels
    columns = {name: names_of_columns(own) for name, own in given.items()}
    if labels is not None:
        labels = plain_labels(column(labels, "labels"), "labels", "position {}".format)
    occurring = list(occurring_labels(plain.values()))
    values, labels = in_order_of_labels(values, columns, labels, occurring, argument=kind.answers)
    coded = CodedLabels.of(plain, gaps, rows, on_missing, labels)
    narrow = all(own.dtype.kind == "f" and own.dtype.itemsize <= 4 for own in values.values())
    ordered = np.empty((len(values), rows.repeats.size, coded.classes.size), dtype=np.float32 if narrow else float)
    for entries, (name, own) in zip(ordered, values.items(), strict=True):
        if own.shape[-1] != coded.classes.size:
            raise ValueError(
                f"`{kind.answers}[{name!r}]` must have a column for each label, "
                f"{cut(str(coded.classes.tolist()), 80)}, but got {own.shape[-1]}. Give `labels`, the label of each "
                "column, if one does not occur."
            )
        entries[:, coded.places] = as_numbers(own, f"{kind.answers}[{name!r}]")
    return coded, rows.in_place(ordered, np.nan)


def _classes_of(y_true: Any, labels: Any) -> list[Any]:
    """Return the label of each column: those that are named, or all that are true somewhere in order."""
    if labels is not None:
        return plain_labels(column(labels, "labels"), "labels").tolist()
    return np.unique(plain_labels(column(y_true, "y_true"), "y_true")).tolist()


def _in_both(kind: Any, classes: list[Any], first: Callable[[Array, str], Array]) -> dict[str, Any]:
    """Return values of both labels where there is one of each record, the `first` from the second; else as they are."""
    given, n_rows, is_named = getattr(kind, kind.answers), column(kind.y_true, "y_true").size, kind.labels is not None
    whole = {}
    for name in checked_names(given, kind.answers):
        values, called = in_order(given[name]), f"{kind.answers}[{name!r}]"
        second = _of_second_label(values, called, classes, n_rows, is_named=is_named)
        whole[name] = values if second is None else np.stack([first(second, called), second], axis=-1)
    return whole


def _of_second_label(values: Any, name: str, classes: list[Any], n_records: int, *, is_named: bool) -> Array | None:
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
    if len(classes) != 2 or not (is_named or set(classes) in _OBVIOUS):
        raise ValueError(
            f"`labels` must name two labels, such as labels=['healthy', 'ill'], where `{name}` has one number of each "
            f"record: that of the second one, which is known of 0 and 1 and of -1 and 1 alone. Here they are {classes}."
        )
    return as_numbers(values, name)


def _complement(second: Array, name: str) -> Array:
    """Return the probabilities of the first of two labels."""
    odd = second[(second < 0) | (second > 1)]
    if odd.size:
        raise ValueError(f"`{name}` must hold probabilities from 0 to 1, but got {odd[0]:g}. {DECISIONS_REMEDY}")
    return 1 - second


def _most_probable(values: Any, name: str, classes: Sequence[Any], on_missing: str) -> Array:
    columns = names_of_columns(values)
    labels = classes if columns is None else [label_of(one, classes[0]) for one in columns]
    shares = as_numbers(values, name)
    if columns is not None and not {*classes} <= {*labels}:
        raise ValueError(not_called_so(name, columns, classes))
    if shares.shape[-1] != len(labels) or None in labels:
        raise ValueError(
            f"`{name}` must have a column for each label, {list(classes)}, but has {shares.shape[-1]}. Give `labels`, "
            "the label of each column, or `y_pred`, the predicted labels."
        )
    missing = np.isnan(shares).any(axis=-1)
    missing_entries(np.where(missing, np.nan, 0.0).ravel(), name, "position {}".format, on_missing, DROP_REMEDY)
    order = np.argsort(labels)  # whatever the order of columns
    chosen: Array = np.array(labels)[order][np.argmax(np.where(missing[..., None], 0.0, shares)[..., order], -1)]
    if missing.any():
        chosen = chosen.astype(object)
        chosen[missing] = None
    return chosen
