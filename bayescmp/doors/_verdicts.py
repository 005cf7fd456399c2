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
    missing = MISSING

    def read(self, table: "Table") -> Self:
        """Return arrays in place of the names of columns; those of a judge are in the order of those of people."""
        people = table.of_classifiers(self.correct, "correct")
        judge = None if self.judge is None else table.of_classifiers(self.judge, "judge", names=list(people))
        return replace(self, correct=people, judge=judge)

    def prepared(self, *, on_missing: str) -> "Verdicts":
        """Return 1, 0, and -1 where nothing is said, which may be so for people where a judge says it."""
        gaps = on_missing if self.judge is None else "drop"
        return replace(self, correct={
            name: _right_or_wrong(self.correct[name], f"correct[{name!r}]", gaps)
            for name in checked_names(self.correct, "correct")
        })  # fmt: skip

    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put the labels right and wrong in their places."""
        words = np.array([WRONG, RIGHT, None], dtype=object)  # by 0, 1 and -1
        labels = Labels(
            y_true=np.full(rows.listed.size, RIGHT), y_pred={name: words[own] for name, own in self.correct.items()}
        )
        gaps = on_missing if self.judge is None else "drop"
        data = labels.put_in(rows, on_missing=gaps, of_records=of_records)
        return data if self.judge is None else self._with_judge(data, rows, on_missing)

    def _with_judge(self, data: xr.Dataset, rows: Rows, on_missing: str) -> xr.Dataset:
        """Add what a judge says of every answer, right (1) or wrong (0), to what people say of some of them.

        What it does not say is refused, the record left out, or the answer counted as wrong.
        """
        known = data["classifier"].to_numpy().tolist()
        names = checked_names(self.judge, "judge")
        if sorted(names) != sorted(known):
            raise ValueError(f"`judge` must be of the classifiers of `correct`, {known}, but is of {names}.")
        called = {name: f"judge[{name!r}]" for name in known}
        said = np.stack([
            _right_or_wrong(rows.answers(self.judge[name], one), one, on_missing) for name, one in called.items()
        ])  # fmt: skip
        wrong = {name: int(count) for name, count in zip(known, (said < 0).sum(axis=1), strict=True) if count}
        entries = rows.in_place(said if on_missing == "drop" else np.maximum(said, 0), -1)
        rated = ~((entries < 0) & (rows.fold >= 0)).any(axis=(0, 1))
        made = {"counted_wrong": wrong} if wrong and on_missing == "wrong" else {}
        return _beside(data.isel(record=rated), entries[..., rated], rated.size, made)


def judged_by(people: xr.Dataset, judge: xr.Dataset) -> xr.Dataset:
    """Put the verdicts of a judge, which are of the records that it rated, beside those of people."""
    for whose, data in (("people", people), ("the judge", judge)):
        if "label" not in data or not tells_only_what_is_right(data):
            raise ValueError(f"The verdicts of {whose} must be right or wrong (0 or 1) with `judge`, but are scores.")
    rated = judge if "missing" not in judge else judge.isel(record=~judge["missing"].any(("classifier", "repeat")))
    people = people.sel(record=rated["record"], classifier=rated["classifier"])
    said = (rated["y_pred"] == rated["label"].to_index().get_loc(RIGHT)).astype(np.int8).transpose(*OF_ANSWERS)
    return _beside(people.assign_attrs(rated.attrs), said.to_numpy(), judge.sizes["record"], {})


def _beside(data: xr.Dataset, said: Array, n_records: int, made: Mapping[str, Any]) -> xr.Dataset:
    """Put what a judge says beside what people say; it did not rate the records that are lacking."""
    if data.sizes["repeat"] > 1 or int(data["fold"].max()) > 0:
        raise ValueError(
            "`judge` must be of one answer of each classifier to each record of a hold-out, but is of more."
        )
    if "missing" in data and bool(data["missing"].all("record").any()):
        raise ValueError(
            "People must have a verdict, or a preference, on some records, but have none: a judge alone is no truth."
        )
    n_unrated = n_records - data.sizes["record"]
    unrated = {UNRATED: {"count": n_unrated, "total": n_records}} if n_unrated else {}
    return noting(data.assign(judged=(OF_ANSWERS, said)), {**made, **unrated})


def _right_or_wrong(given: Any, called: str, on_missing: str) -> Array:
    """Return 1 for right, 0 for wrong, and -1 where nothing is said."""
    table = as_array(in_order(given), called, keep_types=True)
    values = table.ravel().astype(object)
    missing = missing_entries(values, called, "row {}".format, on_missing)
    odd = ~missing & (values != 0) & (values != 1)
    if odd.any():
        others = odd & ~np.isin(values.astype(str), ["0", "1"])  # beside which a file has texts of these
        row = int(np.argmax(others if others.any() else odd))
        raise ValueError(
            f"`{called}` must hold 0 and 1, but got {as_written(values, row)} in row {row}. Numbers of any size are "
            "given by `scores` (higher is better) or `losses`."
        )
    return np.where(missing, -1, values).astype(np.int8).reshape(table.shape)


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

    def prepared(self, *, on_missing: str) -> "Preferences":
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
        return replace(self, verdicts=found.prepared(on_missing=on_missing))

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
