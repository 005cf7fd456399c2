"""Decision values: real numbers, larger where a record looks more like a label, of which only the order is read."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import xarray as xr

from bayescmp._support._given import as_numbers, in_order
from bayescmp.doors._kind import Kind
from bayescmp.doors._labels import check_order, occurring_labels
from bayescmp.doors._probabilities import classes_of, in_columns, of_second_label, plain_columns
from bayescmp.doors._probability_columns import in_order_of_labels, names_of_columns
from bayescmp.predictions import (
    DROP_REMEDY,
    OF_ANSWERS,
    Rows,
    assemble,
    check_decision_values,
    checked_names,
    column,
    encode,
    missing_entries,
    plain_labels,
)


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

    def prepared(self, *, on_missing: str, may_lack: bool) -> "DecisionValues":  # noqa: ARG002 - of some kinds
        """Return a column of decision values for each label; one number is that of the second."""
        classes, n_rows = classes_of(self.y_true, self.labels), column(self.y_true, "y_true").size
        if len(classes) < 2:
            name = "y_score" if self.labels is None else "labels"
            raise ValueError(f"`{name}` must be of records of two classes or more, but all are of {classes}.")
        whole = {}
        for name in checked_names(self.y_score, "y_score"):
            values = in_order(self.y_score[name])
            is_named = self.labels is not None
            second = of_second_label(values, f"y_score[{name!r}]", classes, n_rows, is_named=is_named)
            whole[name] = values if second is None else np.stack([-second, second], axis=-1)
        return replace(self, y_score=whole)

    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put decision values in their places."""
        numbers = {
            name: as_numbers(values, f"y_score[{name!r}]")
            for name, values in self.in_rows(rows, "y_score", last=1).items()
        }
        for name, values in numbers.items():
            lacks = np.where(np.isnan(values).any(axis=-1), np.nan, 0.0)
            missing_entries(lacks, f"y_score[{name!r}]", rows.name_of_row, on_missing, DROP_REMEDY)
        true = rows.per_record(in_order(self.y_true), "y_true")
        plain = {"y_true": plain_labels(true, "y_true", rows.name_of_record)}
        columns = {name: names_of_columns(values) for name, values in self.y_score.items()}
        occurring = list(occurring_labels(plain.values()))
        ordered, labels = in_order_of_labels(
            numbers, columns, plain_columns(self.labels), occurring, argument="y_score"
        )
        if labels is not None:
            check_order(labels, plain.values())
            plain["labels"] = labels
        classes, (codes, *last) = encode(plain)
        entries = in_columns(ordered, classes, last[0] if last else np.arange(classes.size), rows, "y_score")
        missing = np.isnan(entries).any(axis=-1) & (rows.fold >= 0)
        variables = {
            "y_true": ("record", codes),
            "y_score": ((*OF_ANSWERS, "label"), np.where(missing[..., None], np.nan, entries)),
            "label": classes,
            **of_records,
            **({"missing": (OF_ANSWERS, missing)} if missing.any() else {}),
        }
        data = assemble(rows, classifiers=list(numbers), variables=variables, made={})
        check_decision_values(data)
        return data
