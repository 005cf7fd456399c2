"""Probabilities: a column for each label, or of two labels the one of the second."""

from collections.abc import Mapping, Sequence
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
from bayescmp.predictions import (
    DECISIONS_REMEDY,
    DROP_REMEDY,
    OF_ANSWERS,
    Rows,
    check_probabilities,
    checked_names,
    column,
    missing_entries,
    plain_labels,
)

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
        pattern = table.pattern(self.y_prob, classes_of(y_true, self.labels), self.y_pred)
        y_pred = None if self.y_pred is None else table.of_classifiers(self.y_pred, "y_pred")
        return replace(self, y_true=y_true, y_prob=pattern.entries, y_pred=y_pred, labels=pattern.labels)

    def prepared(self, *, on_missing: str, may_lack: bool) -> "Probabilities":  # noqa: ARG002 - of some kinds
        """Return a column for each label, and predicted labels: of those that are equally probable the first."""
        names, labels = checked_names(self.y_prob, "y_prob"), classes_of(self.y_true, self.labels)
        n_rows, is_named = column(self.y_true, "y_true").size, self.labels is not None
        whole = {
            name: _in_both(in_order(self.y_prob[name]), f"y_prob[{name!r}]", labels, n_rows, is_named=is_named)
            for name in names
        }
        if self.y_pred is None:
            most = {
                name: _most_probable(values, f"y_prob[{name!r}]", labels, on_missing) for name, values in whole.items()
            }
            return replace(self, y_prob=whole, y_pred=most)
        odd = sorted({*checked_names(self.y_pred, "y_pred")} ^ {*names})
        if odd:
            raise ValueError(f"`y_prob` must have the names of `y_pred`, but {odd[0]!r} is only in one of them.")
        return replace(self, y_prob=whole, y_pred={name: self.y_pred[name] for name in names})

    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put codes of labels and probabilities in their places."""
        plain, gaps = plain_and_gaps(self.y_true, self.in_rows(rows, "y_pred"), rows, on_missing)
        columns = {name: names_of_columns(values) for name, values in self.y_prob.items()}
        given = plain_columns(self.labels)
        ordered, labels = in_order_of_labels(
            self.in_rows(rows, "y_prob", last=1), columns, given, list(occurring_labels(plain.values()))
        )
        coded = CodedLabels.of(plain, gaps, rows, on_missing, labels)
        entries = in_columns(ordered, coded.classes, coded.places, rows)
        entries = np.where((coded.predicted < 0)[..., None], np.nan, entries)
        data = coded.dataset(rows, {**of_records, "y_prob": ((*OF_ANSWERS, "label"), entries)})
        check_probabilities(data)
        for place, name in enumerate(coded.classifiers):
            if given is None and columns[name] is None:
                own, codes = entries[place].reshape(-1, coded.classes.size), coded.predicted[place].ravel()
                check_columns_agree(own, codes, f"y_prob[{name!r}]", coded.classes)
        return data


def plain_columns(labels: Any) -> Array | None:
    """Return the labels of columns, if they are given."""
    return None if labels is None else plain_labels(column(labels, "labels"), "labels", "position {}".format)


def in_columns(
    given: Mapping[str, Array], classes: Array, places: Array, rows: Rows, argument: str = "y_prob"
) -> Array:
    """Put what is called `argument` in its places; column i is that of the label at ``places[i]``.

    They are floats of 64 bits, or of 32 if no classifier has wider ones: the log loss of 0 depends on it.
    """
    narrow = all(values.dtype.kind == "f" and values.dtype.itemsize <= 4 for values in given.values())
    ordered = np.empty((len(given), rows.repeats.size, classes.size), dtype=np.float32 if narrow else float)
    for entries, (name, values) in zip(ordered, given.items(), strict=True):
        if values.shape[-1] != classes.size:
            raise ValueError(
                f"`{argument}[{name!r}]` must have a column for each label, {cut(str(classes.tolist()), 80)}, but got "
                f"{values.shape[-1]}. Give `labels`, the label of each column, if one does not occur."
            )
        entries[:, places] = as_numbers(values, f"{argument}[{name!r}]")
    return rows.in_place(ordered, np.nan)


def classes_of(y_true: Any, labels: Any) -> list[Any]:
    """Return the label of each column: those that are named, or all that are true somewhere in order."""
    if labels is not None:
        return plain_labels(column(labels, "labels"), "labels").tolist()
    return np.unique(plain_labels(column(y_true, "y_true"), "y_true")).tolist()


def of_second_label(values: Any, name: str, classes: list[Any], n_records: int, *, is_named: bool) -> Array | None:
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


def _in_both(values: Any, name: str, classes: list[Any], n_records: int, *, is_named: bool) -> Any:
    """Return probabilities of both labels where there is one of each record, and all else as it is."""
    second = of_second_label(values, name, classes, n_records, is_named=is_named)
    if second is None:
        return values
    odd = second[(second < 0) | (second > 1)]
    if odd.size:
        raise ValueError(f"`{name}` must hold probabilities from 0 to 1, but got {odd[0]:g}. {DECISIONS_REMEDY}")
    return np.stack([1 - second, second], axis=-1)


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
