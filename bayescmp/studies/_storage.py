"""The folder of a study: what was tuned, the truth, and the chunks of results."""

import os
import platform
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from functools import cached_property, partial
from io import FileIO
from pathlib import Path
from typing import Any

from bayescmp.predictions._dataset import versions
from bayescmp.runner import Shape, WorkFolder
from bayescmp.studies._chunks import About, Results, name_of_chunk, read_chunk, trials_of_name, write_chunk
from bayescmp.studies._methods import FINDINGS
from bayescmp.studies._scenario import Truth
from bayescmp.studies._specification import read_specification, specification_of
from bayescmp.studies._study import Study
from bayescmp.studies._tuning import Tuning

_TUNED = ("value", "value_se", "difference", "difference_se")
_TRUTH: Shape = {"first": float, "second": float, "difference_se": float}


class Folder(WorkFolder):
    """The folder of a study."""

    kind = "study"
    command = "bayescmp study run"
    files = re.compile("(tuning|truth)-.*")
    folders = ("chunks",)

    def read_specification(self, path: Path) -> dict[str, Any] | None:
        """Read the specification of a study."""
        return read_specification(path)

    def open(self, study: Study) -> FileIO:
        """Claim the folder for a study.

        Raises
        ------
        ValueError
            As from `claim`, or if it holds more trials.
        """
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
        found = self.result(_tuning(cell), shape, {"cell": cell})
        return None if found is None else Tuning(**found)

    def write_tuning(self, cell: int, tuning: Tuning) -> None:
        """Keep what was tuned."""
        self.write_result(_tuning(cell), asdict(tuning), {"cell": cell})

    def truth(self, cell: int, n_train: int) -> Truth | None:
        """Return the true errors of a cell at a training size, if they are there."""
        found = self.result(_truth(cell, n_train), _TRUTH, {"cell": cell, "n_train": n_train})
        return None if found is None else Truth(**found)

    def write_truth(self, cell: int, n_train: int, truth: Truth) -> None:
        """Keep true errors."""
        self.write_result(_truth(cell, n_train), asdict(truth), {"cell": cell, "n_train": n_train})

    def chunk(self, cell: int, trials: range) -> Results | None:
        """Return the results of just these trials, if they are there."""
        return read_chunk(trials, self._about(cell, trials), self._chunk(cell, trials))

    def write_chunk(self, cell: int, trials: range, results: Results) -> None:
        """Keep the results of some trials; a shorter chunk that they extend goes."""
        write_chunk(results, self._about(cell, trials), self._chunk(cell, trials))
        for shorter in self._listed(cell, trials.start):
            if len(shorter) < len(trials):
                with suppress(ValueError):  # not results of ours, whatever its name says
                    self.chunk(cell, shorter)
                    self._chunk(cell, shorter).unlink()

    def chunks(self, cell: int) -> Iterator[Results]:
        """Yield the results of a cell, chunk by chunk in the order of the trials, each trial once."""
        longest = {trials.start: trials for trials in sorted(self._listed(cell), key=len)}
        for first, trials in sorted(longest.items()):
            found = self.chunk(cell, trials)
            if found is None:  # a run that goes on may have extended it after it was listed
                found = self.chunk(cell, max(self._listed(cell, first), key=len, default=trials))
            if found is None:
                name = self._chunk(cell, trials).name
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
        if not self._chunks.is_dir() or cell >= len(self.study["cells"]):
            return []
        size = self.study["cells"][cell]["trials_per_chunk"]
        begin = f"{cell:03d}-t" if first is None else f"{cell:03d}-t{first:09d}-"  # quick, for there may be thousands
        names = (name for name in os.listdir(self._chunks) if name.startswith(begin))  # noqa: PTH208 - names only
        found = (trials_of_name(name, cell, size) for name in names)
        return [trials for trials in found if trials is not None]

    def _about(self, cell: int, trials: range) -> About:
        labels = {"finding": [*FINDINGS], "method_name": self.methods, "trial": [*trials], **self.study["coords"]}
        return About(study=self.fingerprint, cell=cell, first_trial=trials.start, n_trials=len(trials), labels=labels)

    def _chunk(self, cell: int, trials: range) -> Path:
        return self._chunks / name_of_chunk(cell, trials)

    @property
    def _chunks(self) -> Path:
        return self.path / "chunks"


def machine() -> dict[str, object]:
    """Versions and processor, for the log."""
    return {"versions": versions(), "machine": platform.machine(), "system": platform.system()}


def _tuning(cell: int) -> str:
    return f"tuning-{cell:03d}.json"


def _truth(cell: int, n_train: int) -> str:
    return f"truth-{cell:03d}-{n_train}.json"
