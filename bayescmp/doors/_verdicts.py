"""Verdicts, 1 or True where an answer is right, else 0 or False, and preferences, by people or by a judge."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._given import as_array, in_order
from bayescmp._support._typing import Array
from bayescmp.doors._kind import MISSING, Kind
from bayescmp.doors._labels import Labels
from bayescmp.predictions import (
    OF_ANSWERS,
    RIGHT,
    UNRATED,
    WRONG,
    Rows,
    checked_names,
    column,
    noting,
    tells_only_what_is_right,
)
from bayescmp.predictions._class_labels import DROP_REMEDY, answered_labels, as_written, missing_entries

if TYPE_CHECKING:
    from bayescmp.doors._source import Table

TIE = "tie"
"""What stands for neither."""

_TIED = (TIE, "tie (bothbad)")
"""The same in logs of arenas, which say whether both are bad."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Verdicts(Kind):
    """Which answers are right, and what a judge says of all of them where people said it of some."""

    correct: Any = None
    judge: Any = None

    name = "verdicts"
    answers = "correct"
    of_classifiers: ClassVar = {"correct": 0, "judge": 0}
    missing: ClassVar[tuple[str, ...]] = MISSING

    def read(self, table: "Table") -> Self:
        """Return arrays in place of the names of columns; those of a judge are in the order of those of people."""
        people = table.of_classifiers(self.correct, "correct")
        judge = None if self.judge is None else table.of_classifiers(self.judge, "judge", names=list(people))
        return replace(self, correct=people, judge=judge)

    def prepared(self, *, on_missing: str) -> "Verdicts":
        """Return 1, 0, and -1 where nothing is said, which may be so for people where a judge says it."""
        people = _right_or_wrong(self.correct, "correct", on_missing if self.judge is None else "drop")
        if self.judge is None:
            return replace(self, correct=people)
        judge = _right_or_wrong(self.judge, "judge", on_missing)
        if judge.keys() != people.keys():
            raise ValueError(f"`judge` must be of the classifiers of `correct`, {[*people]}, but is of {[*judge]}.")
        return replace(self, correct=people, judge={name: judge[name] for name in people})

    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put the labels right and wrong in their places, and what a judge says beside."""
        if self.judge is not None:
            people, judge = (replace(self, correct=own, judge=None) for own in (self.correct, self.judge))
            found = people.put_in(rows, on_missing="drop", of_records=of_records)
            return judged_by(found, judge.put_in(rows, on_missing=on_missing, of_records={}))
        words = np.array([WRONG, RIGHT, None], dtype=object)  # by 0, 1 and -1
        labels = Labels(
            y_true=np.full(rows.listed.size, RIGHT), y_pred={name: words[own] for name, own in self.correct.items()}
        )
        return labels.put_in(rows, on_missing=on_missing, of_records=of_records)


def judged_by(people: xr.Dataset, judge: xr.Dataset) -> xr.Dataset:
    """Put the verdicts of a judge, which are of the records that it rated, beside those of people."""
    for whose, data in (("people", people), ("the judge", judge)):
        if "label" not in data or not tells_only_what_is_right(data):
            raise ValueError(f"The verdicts of {whose} must be right or wrong (0 or 1) with `judge`, but are scores.")
    if people.sizes["repeat"] > 1 or int(people["fold"].max()) > 0:
        raise ValueError(
            "`judge` must be of one answer of each classifier to each record of a hold-out, but is of more."
        )
    rated = judge if "missing" not in judge else judge.isel(record=~judge["missing"].any(("classifier", "repeat")))
    people = people.sel(record=rated["record"], classifier=rated["classifier"]).assign_attrs(rated.attrs)
    if "missing" in people and bool(people["missing"].all("record").any()):
        raise ValueError(
            "People must have a verdict, or a preference, on some records, but have none: a judge alone is no truth."
        )
    said = (rated["y_pred"] == rated["label"].to_index().get_loc(RIGHT)).astype(np.int8).transpose(*OF_ANSWERS)
    n_records, n_rated = judge.sizes["record"], people.sizes["record"]
    unrated = {UNRATED: {"count": n_records - n_rated, "total": n_records}} if n_rated < n_records else {}
    return noting(people.assign(judged=(OF_ANSWERS, said.to_numpy())), unrated)


def _right_or_wrong(given: Any, name: str, on_missing: str) -> dict[str, Array]:
    """Return what is said of each classifier, as 1 for right, 0 for wrong, and -1 where nothing is."""
    return {one: _code(given[one], f"{name}[{one!r}]", on_missing) for one in checked_names(given, name)}


def _code(given: Any, called: str, on_missing: str) -> Array:
    table = as_array(in_order(given), called, keep_types=True)
    values = table.ravel().astype(object)
    missing = missing_entries(values, called, "row {}".format, on_missing)
    odd = ~missing & (values != 0) & (values != 1)
    if odd.any():
        row = int(np.argmax(odd))
        raise ValueError(
            f"`{called}` must hold 0 and 1, but got {as_written(values, row)} in row {row}. Numbers of any size are "
            "given by `scores` (higher is better) or `losses`."
        )
    return np.where(missing, -1, values).astype(np.int8).reshape(table.shape)


@dataclass(frozen=True, kw_only=True, eq=False)
class Preferences(Verdicts):
    """Which of two systems people prefer on each record, and which one a judge does: verdicts, once it is prepared."""

    preferred: Any = None

    name = "preferences"
    answers = "preferred"
    of_rows = ("preferred", "judge")
    of_classifiers: ClassVar = {}
    missing = MISSING[:2]

    def read(self, table: "Table") -> Self:
        """Return the names of systems in place of those of columns."""
        if table.places is not None:
            raise ValueError(
                "`classifier` must be left out of `preferences`: a row has the preferred one of two systems."
            )
        named: dict[str, Any] = {name: _named_in_columns(table, own) for name, own in self.rows_given().items()}
        return replace(self, **named)

    def prepared(self, *, on_missing: str) -> Verdicts:
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
        found = replace(self, correct=right["preferred"], judge=right.get("judge"))
        return Verdicts.prepared(found, on_missing=on_missing)

    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put the verdicts in their places."""
        return noting(super().put_in(rows, on_missing=on_missing, of_records=of_records), {"preferences": True})


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
