"""The folder of a study: its specification, what was tuned, the truth, and the chunks of results."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
import pandas as pd

from bayescmp._support._files import contents_of, read_limited, write_whole
from bayescmp._support._text import shown
from bayescmp._support._typing import Floats, Integers
from bayescmp.runner import WorkFolder
from bayescmp.studies._scenario import Truth
from bayescmp.studies._study import Study
from bayescmp.studies._study_method import FINDINGS
from bayescmp.studies._tuning import Tuning

PER_TRIAL = ("fits", "n_warnings")


class Failure(TypedDict):
    """What failed: the trial, the method or None for all, the error, and where the trial's random numbers came from."""

    trial: int
    method: str | None
    error: str
    seed: object
    spawn_key: list[int]


@dataclass(frozen=True, kw_only=True, eq=False)
class Results:
    """Results of some trials of a cell."""

    trials: range
    found: Floats  # what `FINDINGS` names, (finding, method, trial, dims of the methods); NaN where it was not found
    per_trial: Integers  # what `PER_TRIAL` names, (number, trial)
    failures: list[Failure]


class Folder(WorkFolder):
    """The folder of a study."""

    kind = "study"
    schema = 6
    fields = ("name", "alpha", "seed", "truth_draws", "cells", "methods", "coords")
    command = "bayescmp study run"
    folders = ("chunks",)

    @property
    def methods(self) -> list[str]:
        """Names of the methods."""
        return [method["name"] for method in self.specification["methods"]]

    def kept[T: Tuning | Truth](self, kind: type[T], name: str) -> T | None:
        """Return what was tuned in a cell, or what is true there, if it is there under its name."""
        content = self.result(name, [field.name for field in fields(kind)])
        return None if content is None else kind(**content)

    def keep(self, name: str, known: Tuning | Truth) -> None:
        """Keep what was tuned, or what is true."""
        self.write_result(name, asdict(known))

    def chunk(self, cell: int, first: int, least: int = 1) -> Results | None:
        """Return the results of the chunk that begins with a trial, if at least so many of its trials are there."""
        path = self._chunk(cell, first)
        if not path.is_file():
            return None
        content = read_limited(path)
        with contents_of(path, "the results of a study as they were written, which its run computes again"):
            results = _results_of(content, first, self.methods, self.specification["coords"])
        return results if len(results.trials) >= least else None

    def write_chunk(self, cell: int, results: Results) -> None:
        """Keep the results of some trials, in place of those of fewer that begin with the same."""
        table = _table_of(results, self.methods, self.specification["coords"])
        write_whole(table, self._chunk(cell, results.trials.start))

    def chunks(self, cell: int) -> Iterator[Results]:
        """Yield the results of a cell, chunk by chunk in the order of the trials."""
        for path in sorted((self.path / "chunks").glob(f"{cell:03d}-t{'[0-9]' * 9}.csv")):
            if (results := self.chunk(cell, int(path.stem[-9:]))) is not None:
                yield results

    def _chunk(self, cell: int, first: int) -> Path:
        return self.path / "chunks" / f"{cell:03d}-t{first:09d}.csv"


def specification_of(study: Study) -> dict[str, Any]:
    """Return all that the results of a study depend on, as JSON holds it."""
    return json.loads(json.dumps(study.identity(), default=_plain))


def _plain(value: object) -> object:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"A scenario must have parameters that JSON holds, but got {shown(value)}.")


def tuning_name(cell: int) -> str:
    """Return the name of what was tuned in a cell."""
    return f"tuning-{cell:03d}.json"


def truth_name(cell: int, n_train: int) -> str:
    """Return the name of the true errors of a cell at a training size."""
    return f"truth-{cell:03d}-{n_train}.json"


def _table_of(results: Results, methods: list[str], coords: Mapping[str, list[Any]]) -> bytes:
    """Return results as CSV: a row for each trial, method and element of what methods with dims find."""
    trials = results.trials
    index = pd.MultiIndex.from_product([trials, methods, *coords.values()], names=["trial", "method_name", *coords])
    found = np.moveaxis(results.found, (0, 2), (-1, 0))
    table = pd.DataFrame(found.reshape(-1, len(FINDINGS)), index=index, columns=list(FINDINGS))
    table[list(PER_TRIAL)] = np.repeat(results.per_trial.T, len(table) // len(trials), axis=0)
    failures = np.full((len(trials), len(methods), len(table) // len(trials) // len(methods)), "", dtype=object)
    for failure in results.failures:
        which = slice(None) if failure["method"] is None else methods.index(failure["method"])
        failures[failure["trial"] - trials.start, which] = json.dumps(failure)
    return table.assign(failure=failures.ravel()).to_csv(lineterminator="\n").encode()


def _results_of(content: bytes, first: int, methods: list[str], coords: Mapping[str, list[Any]]) -> Results:
    """Return the results that a table has, whose rows are in the order of `_table_of`."""
    keys = ["trial", "method_name", *coords]
    names = [*keys, *PER_TRIAL, *FINDINGS, "failure"]
    table = pd.read_csv(BytesIO(content), usecols=names, dtype=str, keep_default_na=False)
    shape = len(methods), *map(len, coords.values())
    per_trial = math.prod(shape)
    trials = range(first, first + len(table) // per_trial)
    expected = [tuple(map(str, row)) for row in product(trials, methods, *coords.values())]
    if not content.endswith(b"\n") or list(zip(*(table[key] for key in keys), strict=True)) != expected:
        raise ValueError(f"it must have {per_trial} rows for each of its trials, from {first} on, as they were written")
    found = table[list(FINDINGS)].replace("", "nan").to_numpy(object).astype(float)  # just as they were written
    return Results(
        trials=trials,
        found=np.moveaxis(found.reshape(len(trials), *shape, -1), (-1, 0), (0, 2)),
        per_trial=table[list(PER_TRIAL)][::per_trial].to_numpy(object).astype(int).T,
        failures=[json.loads(failure) for failure in table["failure"].unique() if failure],
    )
