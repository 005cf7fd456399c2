"""Preferences between two systems, as verdicts: that one is preferred is a record on which the other one is wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._typing import Array
from bayescmp.doors._kind import Kind
from bayescmp.doors._verdicts import Verdicts
from bayescmp.predictions import DROP_REMEDY, Rows, answered_labels, as_written, column, noting

if TYPE_CHECKING:
    from bayescmp.doors._source import Table

TIE = "tie"
"""What stands for neither."""

_TIED = (TIE, "tie (bothbad)")
"""The same in logs of arenas, which say whether both are bad."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Preferences(Kind):
    """Which of two systems people prefer on each record, and which one a judge does."""

    preferred: Any = None
    judge: Any = None
    verdicts: Verdicts | None = None

    name = "preferences"
    answers = "preferred"
    of_rows = ("preferred", "judge")

    def read(self, table: "Table") -> Self:
        """Return the names of systems in place of those of columns."""
        if table.places is not None:
            raise ValueError(
                "`classifier` must be left out of `preferences`: a row has the preferred one of two systems."
            )
        named: dict[str, Any] = {name: _named_in_columns(table, own) for name, own in self.rows_given().items()}
        return replace(self, **named)

    def prepared(self, *, on_missing: str, may_lack: bool) -> "Preferences":
        """Return verdicts of two systems, NaN where nothing is said."""
        said = {"preferred": _preferred(self.preferred, "preferred", on_missing if self.judge is None else "drop")}
        if self.judge is not None:
            said["judge"] = _preferred(self.judge, "judge", on_missing)
        systems = sorted({*np.concatenate([*said.values()])} - {None, TIE})
        if len(systems) != 2:
            raise ValueError(
                f"`preferred` must hold the names of two systems, such as 'first' and 'second', and {TIE!r} where "
                f"neither is preferred, but holds {systems or 'no name'}."
            )
        right = {name: _right(one, systems) for name, one in said.items()}
        found = Verdicts(correct=right["preferred"], judge=right.get("judge"))
        return replace(self, verdicts=found.prepared(on_missing=on_missing, may_lack=may_lack))

    def classifiers(self) -> list[str]:
        """Return the names of the systems."""
        return [] if self.verdicts is None else self.verdicts.classifiers()

    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put the verdicts in their places."""
        assert self.verdicts is not None  # noqa: S101 - prepared before
        data = self.verdicts.put_in(rows, on_missing=on_missing, of_records=of_records)
        return noting(data, {"preferences": True})


def _named_in_columns(table: "Table", name: str) -> Array:
    """Return what a row prefers; where that is the name of a column, as of "model_a", the name that stands there."""
    preferred = table.column(name)
    places = [place for place in pd.unique(preferred[~pd.isna(preferred)]) if place not in _TIED]
    if not places or not all(place in table.names for place in places):
        return preferred
    names = preferred.astype(object)
    for place in places:
        names[preferred == place] = table.column(place)[preferred == place]
    return names


def _preferred(given: Any, name: str, on_missing: str) -> Array:
    """Return names and None."""
    labels, missing = answered_labels(column(given, name), name, "row {}".format, on_missing, DROP_REMEDY)
    if labels.size and labels.dtype.kind != "U":
        raise TypeError(f"`{name}` must hold names of systems, or {TIE!r}, but got {as_written(labels, 0)}.")
    names = np.full(missing.size, None, dtype=object)
    names[~missing] = np.where(np.isin(labels, _TIED), TIE, labels)
    return names


def _right(preferred: Array, systems: list[str]) -> dict[str, Array]:
    """Tell of each of two systems where the other one is not preferred, NaN where nobody said."""
    first, second = systems
    nobody = pd.isna(preferred)
    return {one: np.where(nobody, np.nan, preferred != other) for one, other in ((first, second), (second, first))}
