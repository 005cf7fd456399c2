"""The folder of a study: its specification, what was tuned, the truth, the chunks of results, a log and a lock."""

import json
import os
import platform
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from io import FileIO
from pathlib import Path
from typing import Any

import xarray as xr

from bayescmp._files import is_unfinished, read_limited
from bayescmp.predictions import versions
from bayescmp.studies._chunks import Chunk, trials_of_name
from bayescmp.studies._kept import Shape, append, misfit, read_marked, write_json, write_marked
from bayescmp.studies._lock import LOCK, is_lock, locked
from bayescmp.studies._scenario import Truth
from bayescmp.studies._specification import (
    fingerprint,
    first_difference,
    nameless,
    read_specification,
    specification_of,
)
from bayescmp.studies._study import Study
from bayescmp.studies._tuning import Tuning

_OURS = re.compile(r"log\.jsonl|chunks|(tuning|truth)-.*")
_TUNED = ("value", "value_se", "difference", "difference_se")
_TRUTH: Shape = {"first": float, "second": float, "difference_se": float}


@dataclass(frozen=True)
class Folder:
    """The folder of a study.

    What is missing in it is None; what is damaged or of another study is a ValueError that names the file.

    Attributes
    ----------
    path : Path
        Where it is.
    """

    path: Path

    def open(self, study: Study) -> FileIO:
        """Make the folder for a study, or check that it holds the same one; locked until what it returns is closed.

        Raises
        ------
        FileExistsError
            If it is the folder of something else.
        ValueError
            If it is that of another study, or holds more trials.
        BlockingIOError
            If another process runs a study there.
        """
        specification = specification_of(study)
        self._check_new_or_ours()
        self.path.mkdir(parents=True, exist_ok=True)
        lock = locked(self.path)
        try:
            self._prepare(specification, study.trials)
        except BaseException:
            lock.close()
            raise
        return lock

    @cached_property
    def specification(self) -> dict[str, Any]:
        """The specification of the study in the folder."""
        found = read_specification(self._specification)
        if found is None:
            raise FileNotFoundError(f"There is no study in {str(self.path)!r}: run `bayescmp study run` first.")
        return found

    @property
    def cells(self) -> list[dict[str, Any]]:
        """The specifications of the cells."""
        return self.specification["study"]["cells"]

    def tuning(self, cell: int) -> Tuning | None:
        """Return what was tuned in a cell, if that is done."""
        how = self.cells[cell]["tune"]
        if how is None:
            return None
        shape = {"parameter": how["parameter"], "n_train": how["n_train"]} | dict.fromkeys(_TUNED, float)
        found = _result(self._tuning(cell), shape, self._marks(cell))
        return None if found is None else Tuning(**found)

    def write_tuning(self, cell: int, tuning: Tuning) -> None:
        """Keep what was tuned."""
        write_marked(asdict(tuning), self._marks(cell), self._tuning(cell))

    def truth(self, cell: int, n_train: int) -> Truth | None:
        """Return the true errors of a cell at a training size, if they are there."""
        found = _result(self._truth(cell, n_train), _TRUTH, self._marks(cell) | {"n_train": n_train})
        return None if found is None else Truth(**found)

    def write_truth(self, cell: int, n_train: int, truth: Truth) -> None:
        """Keep true errors."""
        write_marked(asdict(truth), self._marks(cell) | {"n_train": n_train}, self._truth(cell, n_train))

    def chunk(self, cell: int, trials: range) -> xr.Dataset | None:
        """Return the results of just these trials, if they are there."""
        return self._chunk(cell, trials).read(self._chunks)

    def write_chunk(self, cell: int, trials: range, results: xr.Dataset) -> None:
        """Keep the results of some trials; a shorter chunk that they extend goes."""
        self._chunk(cell, trials).write(results, self._chunks)
        for shorter in self._listed(cell, trials.start):
            if len(shorter) < len(trials):
                with suppress(ValueError):  # not results of ours, whatever its name says
                    self.chunk(cell, shorter)
                    (self._chunks / self._chunk(cell, shorter).name).unlink()

    def chunks(self, cell: int) -> Iterator[xr.Dataset]:
        """Yield the results of a cell, chunk by chunk in the order of the trials, each trial once."""
        longest = {trials.start: trials for trials in sorted(self._listed(cell), key=len)}
        for first, trials in sorted(longest.items()):
            found = self.chunk(cell, trials)
            if found is None:  # a run that goes on may have extended it after it was listed
                found = self.chunk(cell, max(self._listed(cell, first), key=len, default=trials))
            if found is None:
                raise FileNotFoundError(
                    f"{self._chunk(cell, trials).name!r} must be a file, but is gone or a link to none."
                )
            yield found

    def log(self, **event: Any) -> None:
        """Note times and versions, which are no results."""
        append(json.dumps(event), self._log)

    def events(self) -> list[dict[str, Any]]:
        """Return what was noted; a line that is damaged is left out."""
        lines = read_limited(self._log).split(b"\n") if self._log.exists() else []
        return [event for event in map(_event, lines) if event is not None]

    def _check_new_or_ours(self) -> None:
        """Refuse what is no folder, and a folder in which files of somebody else would be taken for ours."""
        if self.path.exists() and not self.path.is_dir():
            raise FileExistsError(f"`out` must be a folder, but {str(self.path)!r} is a file. Choose another one.")
        if not self.path.exists() or self._specification.exists():
            return
        taken = sorted(name for name in os.listdir(self.path) if _OURS.fullmatch(name))  # noqa: PTH208 - names only
        lock = self.path / LOCK
        if os.path.lexists(lock) and not is_lock(lock):
            taken.append(LOCK)
        if taken:
            raise FileExistsError(
                f"`out` must be a new folder or that of a study, but {str(self.path)!r} has {taken[0]!r} and no "
                "'study.json'. Choose another one."
            )

    def _prepare(self, specification: dict[str, Any], trials: int) -> None:
        if not self._specification.exists():
            write_json(specification, self._specification)  # first of all: by it the folder is known as ours
        found, wanted = nameless(self.specification), nameless(specification)
        if found != wanted:
            raise ValueError(
                f"{self.path} must hold the same study, but {first_difference(found, wanted)}. "
                "Choose another folder, or run the old specification."
            )
        self._check_trials(trials)
        if self.specification != specification:  # the name, which changes no number
            write_json(specification, self._specification)
        self._chunks.mkdir(exist_ok=True)
        for folder in (self.path, self._chunks):
            _remove_unfinished(folder)

    def _check_trials(self, trials: int) -> None:
        there = max((chunk.stop for cell in range(len(self.cells)) for chunk in self._listed(cell)), default=0)
        if there > trials:
            raise ValueError(
                f"`trials` must be at least {there}, of which {str(self.path)!r} holds results, but got {trials}. "
                "`bayescmp study show` shows them; choose another folder for fewer."
            )

    def _listed(self, cell: int, first: int | None = None) -> list[range]:
        """Return the trials of the chunks of a cell, by their names; other names are none of ours."""
        if not self._chunks.is_dir() or cell >= len(self.cells):
            return []
        size = self.cells[cell]["trials_per_chunk"]
        begin = f"{cell:03d}-t" if first is None else f"{cell:03d}-t{first:09d}-"  # quick, for there may be thousands
        names = (name for name in os.listdir(self._chunks) if name.startswith(begin))  # noqa: PTH208 - names only
        found = (trials_of_name(name, cell, size) for name in names)
        return [trials for trials in found if trials is not None]

    def _marks(self, cell: int) -> dict[str, Any]:
        return {"study": self.fingerprint, "cell": cell}

    def _chunk(self, cell: int, trials: range) -> Chunk:
        return Chunk(study=self.fingerprint, methods=self._methods, cell=cell, trials=trials)

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the specification."""
        return fingerprint(self.specification)

    @cached_property
    def _methods(self) -> tuple[str, ...]:
        return tuple(method["name"] for method in self.specification["study"]["methods"])

    @property
    def _log(self) -> Path:
        return self.path / "log.jsonl"

    @property
    def _specification(self) -> Path:
        return self.path / "study.json"

    @property
    def _chunks(self) -> Path:
        return self.path / "chunks"

    def _tuning(self, cell: int) -> Path:
        return self.path / f"tuning-{cell:03d}.json"

    def _truth(self, cell: int, n_train: int) -> Path:
        return self.path / f"truth-{cell:03d}-{n_train}.json"


def machine() -> dict[str, Any]:
    """Versions and processor, for the log."""
    return {"versions": versions(), "machine": platform.machine(), "system": platform.system()}


def _result(path: Path, shape: dict[str, Shape], marks: dict[str, Any]) -> Any:
    """Read what a run found, and can find again."""
    try:
        return read_marked(path, shape, marks)
    except ValueError as error:
        raise ValueError(f"{str(error).removesuffix('.')}; `bayescmp study run` computes it again.") from None


def _event(line: bytes) -> dict[str, Any] | None:
    """Return what a line of the log notes, or None if it is none of ours."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):  # of no UTF-8, no JSON, or one that is nested too deeply
        return None
    if not isinstance(event, dict) or misfit(event.get("seconds", 0), float):
        return None
    return event if isinstance(event.get("versions", {}), dict) else None


def _remove_unfinished(folder: Path) -> None:
    """Remove what killed runs left, of files only and in no folder below."""
    with os.scandir(folder) as entries:
        unfinished = [Path(entry) for entry in entries if entry.is_file(follow_symlinks=False)]
    for path in filter(is_unfinished, unfinished):
        path.unlink()
