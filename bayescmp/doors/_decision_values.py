"""Decision values: real numbers, larger where a record looks more like a label, of which only the order is read."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import xarray as xr

from bayescmp._support._given import as_numbers
from bayescmp.doors._kind import Kind
from bayescmp.doors._probabilities import classes_of, coded_with_columns, in_both
from bayescmp.predictions import (
    DROP_REMEDY,
    OF_ANSWERS,
    Rows,
    assemble,
    check_decision_values,
    missing_entries,
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
        classes = classes_of(self.y_true, self.labels)
        if len(classes) < 2:
            name = "y_score" if self.labels is None else "labels"
            raise ValueError(f"`{name}` must be of records of two classes or more, but all are of {classes}.")
        return replace(self, y_score=in_both(self, classes, lambda second, _: -second))

    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put decision values in their places."""
        numbers = {}
        for name, values in self.in_rows(rows, "y_score", last=1).items():
            numbers[name] = as_numbers(values, f"y_score[{name!r}]")
            lacks = np.where(np.isnan(numbers[name]).any(axis=-1), np.nan, 0.0)
            missing_entries(lacks, f"y_score[{name!r}]", rows.name_of_row, on_missing, DROP_REMEDY)
        coded, entries = coded_with_columns(self, {}, numbers, rows, on_missing)
        absent = np.isnan(entries).any(axis=-1)
        variables = {
            "y_true": ("record", coded.true),
            "y_score": ((*OF_ANSWERS, "label"), np.where(absent[..., None], np.nan, entries)),
            "label": coded.classes,
        }
        data = assemble(rows, numbers, {**variables, **of_records}, absent)
        check_decision_values(data)
        return data
