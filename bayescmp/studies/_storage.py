"""The folder of a study: its specification, what was tuned, the truth, and the chunks of results."""

import json
import math
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from io import BytesIO, FileIO
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
import pandas as pd

from bayescmp._support._files import contents_of, write_whole
from bayescmp._support._text import shown
from bayescmp._support._typing import Floats, Integers
from bayescmp.model_selection import PLANS
from bayescmp.runner import Shape, WorkFolder, misfit, read_json, read_kept
from bayescmp.studies._method import FINDINGS
from bayescmp.studies._scenario import Truth
from bayescmp.studies._study import Study
from bayescmp.studies._tuning import Tuning

PER_TRIAL = ("fits", "n_warnings")
_SCHEMA = 5
_EARLIER = (1, 2, 3, 4)
_CELL: Shape = {
    "name": str, "varied": dict, "kind": str, "parameters": dict, "trials_per_chunk": int, "tune": object,
}  # fmt: skip
_STUDY: Shape = {
    "name": str, "alpha": float, "seed": int, "truth_draws": int, "cells": [_CELL],
    "methods": [{"name": str, "plan": str}], "coords": dict,
}  # fmt: skip
_TUNE: Shape = {"parameter": str, "low": float, "high": float, "n_train": int, "draws": int}
_TUNED = ("value", "value_se", "difference", "difference_se")
_TRUTH: Shape = {"first": float, "second": float, "difference_se": float}
_FAILURE: Shape = {"trial": int, "method": object, "error": str, "seed": object, "spawn_key": list}
_CHUNK = re.compile(r"([0-9]{3,})-t([0-9]{9,})-n([0-9]{6,})\.csv")


class Failure(TypedDict):
    """What failed: the trial, the method or None for all, the error, and where the trial's random numbers came from."""

    trial: int
    method: str | None
    error: str
    seed: object
    spawn_key: list[int]


@dataclass(frozen=True, kw_only=True, eq=False)
class Results:
    """Results of some trials of a cell.

    `found` is what `FINDINGS` names, (finding, method, trial, dims of the methods), NaN where it was not found;
    `per_trial` what `PER_TRIAL` names, (number, trial).
    """

    trials: range
    found: Floats
    per_trial: Integers
    failures: list[Failure]


class Folder(WorkFolder):
    """The folder of a study."""

    kind = "study"
    command = "bayescmp study run"
    files = re.compile("(tuning|truth)-.*")
    folders = ("chunks",)

    def read_specification(self, path: Path) -> dict[str, Any] | None:
        """Read a specification, or return None if there is none; one of an earlier version is refused."""
        found = read_json(path, {"schema": int, "study": dict})
        if found is None:
            return None
        if found["schema"] in _EARLIER:
            raise ValueError(
                f"{path.name!r} must be of schema {_SCHEMA}, but an earlier version of bayescmp wrote it, of schema "
                f"{found['schema']}. Read the folder with that version, or run the study again in another folder."
            )
        wrong = misfit(found, {"schema": _SCHEMA, "study": _STUDY}) or _impossible(found["study"])
        if wrong is not None:
            raise ValueError(f"{path.name!r} must be as it was written, but {wrong}.")
        return found

    def open(self, study: Study) -> FileIO:
        """Claim the folder for a study, which has no fewer trials than the folder."""
        return self.claim(specification_of(study), partial(self._check_trials, study.trials))

    @cached_property
    def study(self) -> dict[str, Any]:
        """The specification of the study."""
        return self.specification["study"]

    @cached_property
    def methods(self) -> list[str]:
        """Names of the methods."""
        return [method["name"] for method in self.study["methods"]]

    def tuning(self, cell: int) -> Tuning | None:
        """Return what was tuned in a cell, if that is done."""
        how = self.study["cells"][cell]["tune"]
        if how is None:
            return None
        shape = {"parameter": how["parameter"], "n_train": how["n_train"]} | dict.fromkeys(_TUNED, float)
        found = self.result(_tuning(cell), shape)
        return None if found is None else Tuning(**found)

    def write_tuning(self, cell: int, tuning: Tuning) -> None:
        """Keep what was tuned."""
        self.write_result(_tuning(cell), asdict(tuning))

    def truth(self, cell: int, n_train: int) -> Truth | None:
        """Return the true errors of a cell at a training size, if they are there."""
        found = self.result(_truth(cell, n_train), _TRUTH)
        return None if found is None else Truth(**found)

    def write_truth(self, cell: int, n_train: int, truth: Truth) -> None:
        """Keep true errors."""
        self.write_result(_truth(cell, n_train), asdict(truth))

    def chunk(self, cell: int, trials: range) -> Results | None:
        """Return the results of just these trials, if they are there."""
        path = self.path / _chunk(cell, trials)
        with self.computed_again():
            content = read_kept(path)
            if content is None:
                return None
            with contents_of(path, "the results of these trials as they were written"):
                return _results_of(content, trials, self.methods, self.study["coords"])

    def write_chunk(self, cell: int, trials: range, results: Results) -> None:
        """Keep the results of some trials; a shorter chunk that they extend goes."""
        write_whole(_table_of(results, self.methods, self.study["coords"]), self.path / _chunk(cell, trials))
        for shorter in self._listed(cell, trials.start):
            if len(shorter) < len(trials):
                with suppress(ValueError):  # not results of ours, whatever its name says
                    self.chunk(cell, shorter)
                    (self.path / _chunk(cell, shorter)).unlink()

    def chunks(self, cell: int) -> Iterator[Results]:
        """Yield the results of a cell, chunk by chunk in the order of the trials, each trial once."""
        longest = {trials.start: trials for trials in sorted(self._listed(cell), key=len)}
        for first, trials in sorted(longest.items()):
            found = self.chunk(cell, trials)
            if found is None:  # a run that goes on may have extended it after it was listed
                found = self.chunk(cell, max(self._listed(cell, first), key=len, default=trials))
            if found is None:
                name = Path(_chunk(cell, trials)).name
                raise FileNotFoundError(f"{name!r} must be a file, but is gone or a link to none.")
            yield found

    def _check_trials(self, trials: int) -> None:
        there = max((chunk.stop for cell in range(len(self.study["cells"])) for chunk in self._listed(cell)), default=0)
        if there > trials:
            raise ValueError(
                f"`trials` must be at least {there}, of which {str(self.path)!r} holds results, but got {trials}. "
                "`bayescmp study show` shows them; choose another folder for fewer."
            )

    def _listed(self, cell: int, first: int | None = None) -> list[range]:
        """Return the trials of the chunks of a cell, by their names; other names are none of ours."""
        chunks = self.path / "chunks"
        if not chunks.is_dir() or cell >= len(self.study["cells"]):
            return []
        size = self.study["cells"][cell]["trials_per_chunk"]
        begin = f"{cell:03d}-t" if first is None else f"{cell:03d}-t{first:09d}-"  # quick, for there may be thousands
        names = (name for name in os.listdir(chunks) if name.startswith(begin))  # noqa: PTH208 - names only
        found = (_trials_of_name(name, cell, size) for name in names)
        return [trials for trials in found if trials is not None]


def specification_of(study: Study) -> dict[str, Any]:
    """Return all that the results of a study depend on, as JSON holds it."""
    return json.loads(json.dumps({"schema": _SCHEMA, "study": study.identity()}, default=_plain))


def _plain(value: object) -> object:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"A scenario must have parameters that JSON holds, but got {shown(value)}.")


def _impossible(study: Mapping[str, Any]) -> str | None:
    """Say what no study can have, or return None."""
    for values in study["coords"].values():
        if not isinstance(values, list) or not values:
            return "a dim has no coordinates"
    for method in study["methods"]:
        if method["plan"] not in PLANS:
            return f"there is no plan {method['plan']!r}"
    for cell in study["cells"]:
        n_records = cell["parameters"].get("n_records")
        wrong = misfit(n_records, int, "`n_records`")
        if cell["tune"] is not None:
            wrong = wrong or misfit(cell["tune"], _TUNE, "`tune`")
        if wrong or min(n_records, cell["trials_per_chunk"]) < 1:
            return wrong or "a number of records or trials is below 1"
    return None


def _tuning(cell: int) -> str:
    return f"tuning-{cell:03d}.json"


def _truth(cell: int, n_train: int) -> str:
    return f"truth-{cell:03d}-{n_train}.json"


def _chunk(cell: int, trials: range) -> str:
    return f"chunks/{cell:03d}-t{trials.start:09d}-n{len(trials):06d}.csv"


def _table_of(results: Results, methods: list[str], coords: Mapping[str, list[Any]]) -> bytes:
    """Return results as CSV: a row for each trial, method and element of what methods with dims find."""
    trials = results.trials
    index = pd.MultiIndex.from_product([trials, methods, *coords.values()], names=["trial", "method_name", *coords])
    found = np.moveaxis(results.found, (0, 2), (-1, 0))
    table = pd.DataFrame(found.reshape(-1, len(FINDINGS)), index=index, columns=list(FINDINGS))
    table[list(PER_TRIAL)] = np.repeat(results.per_trial.T, len(table) // len(trials), axis=0)
    failures = np.full((len(trials), len(methods), len(table) // len(trials) // len(methods)), "", dtype=object)
    for one in results.failures:
        which = slice(None) if one["method"] is None else methods.index(one["method"])
        failures[one["trial"] - trials.start, which] = json.dumps(one)
    return table.assign(failure=failures.ravel()).to_csv(lineterminator="\n").encode()


def _results_of(content: bytes, trials: range, methods: list[str], coords: Mapping[str, list[Any]]) -> Results:
    """Return the results that a table has, whose rows are in the order of `_table_of`."""
    names = ["trial", *PER_TRIAL, *FINDINGS, "failure"]
    table = pd.read_csv(BytesIO(content), usecols=names, dtype=str, keep_default_na=False)
    shape = (len(trials), len(methods), *map(len, coords.values()))
    per_trial = math.prod(shape[1:])
    if not content.endswith(b"\n") or table["trial"].tolist() != [
        str(trial) for trial in trials for _ in range(per_trial)
    ]:
        raise ValueError(f"it must have {per_trial} rows for each of the trials {trials.start} to {trials.stop - 1}")
    failures = [json.loads(one) for one in table["failure"].unique() if one]
    for one in failures:
        wrong = misfit(one, _FAILURE)
        if wrong or one["trial"] not in trials or one["method"] not in {None, *methods}:
            raise ValueError(f"a failure must be of a trial and a method that are there, but got {shown(one)}")
    found = table[list(FINDINGS)].replace("", "nan").to_numpy(object).astype(float)  # just as they were written
    return Results(
        trials=trials,
        found=np.moveaxis(found.reshape(*shape, -1), (-1, 0), (0, 2)),
        per_trial=table[list(PER_TRIAL)][::per_trial].to_numpy(object).astype(int).T,
        failures=failures,
    )


def _trials_of_name(name: str, cell: int, size: int) -> range | None:
    """Return the trials that a file holds by its name; None unless it is one that chunks of this size can have.

    Chunks begin at multiples of their size, so that no two overlap but those that begin with the same trial.
    """
    match = _CHUNK.fullmatch(name)
    if match is None:
        return None
    number, first, length = map(int, match.groups())
    trials = range(first, first + length)
    possible = number == cell and first % size == 0 and 1 <= length <= size and f"chunks/{name}" == _chunk(cell, trials)
    return trials if possible else None
