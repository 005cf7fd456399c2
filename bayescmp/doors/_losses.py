"""Losses and scores of records, such as squared errors of regressions or partial credit."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
import xarray as xr

from bayescmp._support._given import as_numbers
from bayescmp._support._validation import about, check_text
from bayescmp.doors._kind import Kind
from bayescmp.predictions import OF_ANSWERS, Rows, checked_bounds, provenance, provenance_of_losses
from bayescmp.predictions._check import check_losses
from bayescmp.predictions._class_labels import DROP_REMEDY, missing_entries
from bayescmp.predictions._placed_rows import assemble
from bayescmp.predictions._said_of_losses import check_within


@dataclass(frozen=True, kw_only=True, eq=False)
class Losses(Kind):
    """A loss of each record, lower is better."""

    values: Any = None
    noun: Any = None
    bounds: Any = None

    name = "losses"
    answers = "values"
    of_classifiers: ClassVar = {"values": 0}
    numbers = ("values",)
    usual_noun: ClassVar[str] = "loss"
    greater_is_better: ClassVar[bool] = False

    def with_words(self) -> Self:
        """Return it with the noun that sentences use."""
        return replace(self, noun=self.usual_noun if self.noun is None else check_text("noun", self.noun))

    def prepared(self, *, on_missing: str) -> Self:  # noqa: ARG002 - of some kinds
        """Return what is said of all values as it is, or by default."""
        return replace(self.with_words(), bounds=checked_bounds(self.bounds))

    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put losses in their places; scores s as 1 - s."""
        plain = {}
        for name, values in self.in_rows(rows, "values").items():
            called = f"values[{name!r}]"
            missing_entries(values, called, rows.name_of_row, on_missing, DROP_REMEDY)
            plain[name] = as_numbers(values, called, rows.name_of_row)
        entries = rows.in_place(np.stack([*plain.values()]), np.nan)
        data = assemble(rows, plain, {"loss": (OF_ANSWERS, entries), **of_records}, np.isnan(entries))
        with about(self.name):
            check_losses(data)
        check_within(self.name, data["loss"], *self.bounds)
        if self.greater_is_better:
            data = data.assign(loss=1 - data["loss"])
        return data.assign_attrs(self.said(provenance(data)))

    def said(self, beside: Mapping[str, Any]) -> dict[str, str]:
        """Return the attribute that says what the values are, `beside` what else it says."""
        return provenance_of_losses(
            noun=self.noun, greater_is_better=self.greater_is_better, bounds=self.bounds, beside=beside
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Scores(Losses):
    """A score of each record, higher is better."""

    name = "scores"
    usual_noun = "score"
    greater_is_better = True
