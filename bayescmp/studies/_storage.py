"""The folder of a study: its specification, what was tuned, the truth, the chunks of results, and a log."""

import json
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._files import is_unfinished, write_whole
from bayescmp._netcdf import read_netcdf, write_netcdf
from bayescmp.predictions import versions
from bayescmp.studies._scenario import Truth
from bayescmp.studies._study import Study
from bayescmp.studies._tuning import Tuning

SCHEMA = 1


@dataclass(frozen=True)
class Folder:
    """The folder of a study.

    Attributes
    ----------
    path : Path
        Where it is.
    """

    path: Path

    def open(self, study: Study) -> None:
        """Make the folder for a study, or check that it holds the same study."""
        specification = json.loads(json.dumps({"schema": SCHEMA, "study": study.identity()}, default=_plain))
        if not self._specification.exists():
            (self.path / "chunks").mkdir(parents=True, exist_ok=True)
            _write_json(specification, self._specification)
        found = self.specification()
        if found != specification:
            raise ValueError(
                f"{self.path} must hold the same study, but {_first_difference(found, specification)}. Choose another "
                "folder, or run the old specification."
            )
        self._end_cut_line()
        for unfinished in filter(is_unfinished, self.path.rglob("*.part")):
            unfinished.unlink()

    def specification(self) -> dict[str, Any]:
        """Return the specification of the study in the folder."""
        if not self._specification.exists():
            raise FileNotFoundError(f"There is no study in {str(self.path)!r}: run `bayescmp study run` first.")
        return json.loads(self._specification.read_text(encoding="utf-8"))

    def tuning(self, cell: int) -> Tuning | None:
        """Return what was tuned in a cell, if that is done."""
        found = _read_json(self.path / f"tuning-{cell:03d}.json")
        return None if found is None else Tuning(**found)

    def write_tuning(self, cell: int, tuning: Tuning) -> None:
        """Keep what was tuned."""
        _write_json(asdict(tuning), self.path / f"tuning-{cell:03d}.json")

    def truth(self, cell: int, n_train: int) -> Truth | None:
        """Return the true errors of a cell at a training size, if they are there."""
        found = _read_json(self._truth(cell, n_train))
        return None if found is None else Truth(**found)

    def write_truth(self, cell: int, n_train: int, truth: Truth) -> None:
        """Keep true errors."""
        _write_json(asdict(truth), self._truth(cell, n_train))

    def has_chunk(self, cell: int, trials: range) -> bool:
        """Tell whether the results of these trials are there."""
        return any(_length(path) >= len(trials) for path in self._chunks(cell, trials.start))

    def write_chunk(self, cell: int, trials: range, results: xr.Dataset) -> None:
        """Keep the results of some trials; a shorter chunk that they extend goes."""
        write_netcdf(results, self._chunk(cell, trials))
        for path in self._chunks(cell, trials.start):
            if _length(path) < len(trials):
                path.unlink()

    def chunks(self, cell: int) -> Iterator[xr.Dataset]:
        """Yield the results of a cell, chunk by chunk in the order of the trials."""
        firsts = sorted({_first(path) for path in self._chunks(cell)})
        for first in firsts:
            yield read_netcdf(max(self._chunks(cell, first)))  # the longest, should a shorter one have been left

    def log(self, **event: Any) -> None:
        """Note times and versions, which are no results."""
        with self._log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(event) + "\n")

    def events(self) -> list[dict[str, Any]]:
        """Return what was noted; a line cut short by an interrupt is left out."""
        lines = self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []
        return [event for event in map(_event, lines) if event is not None]

    def _end_cut_line(self) -> None:
        if self._log.exists() and not self._log.read_bytes().endswith(b"\n"):
            with self._log.open("a", encoding="utf-8") as file:
                file.write("\n")

    @property
    def _log(self) -> Path:
        return self.path / "log.jsonl"

    @property
    def _specification(self) -> Path:
        return self.path / "study.json"

    def _truth(self, cell: int, n_train: int) -> Path:
        return self.path / f"truth-{cell:03d}-{n_train}.json"

    def _chunk(self, cell: int, trials: range) -> Path:
        return self.path / "chunks" / f"{cell:03d}-t{trials.start:09d}-n{len(trials):06d}.nc"

    def _chunks(self, cell: int, first: int | None = None) -> list[Path]:
        pattern = "*" if first is None else f"{first:09d}"
        return list((self.path / "chunks").glob(f"{cell:03d}-t{pattern}-n*.nc"))


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"A scenario must have parameters that JSON holds, but got {value!r}.")


def _first(chunk: Path) -> int:
    return int(chunk.stem.split("-")[1][1:])


def _length(chunk: Path) -> int:
    return int(chunk.stem.rpartition("-n")[2])


def _event(line: str) -> dict[str, Any] | None:
    try:
        return json.loads(line)
    except json.JSONDecodeError:
        return None


def machine() -> dict[str, Any]:
    """Versions and processor, for the log."""
    return {"versions": versions(), "machine": platform.machine(), "system": platform.system()}


def _write_json(content: Any, path: Path) -> None:
    write_whole(json.dumps(content, indent=1, allow_nan=False).encode(), path)


def _read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def _first_difference(found: Any, wanted: Any, where: str = "") -> str:
    """Name the first place in which two specifications differ."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in sorted(found.keys() | wanted.keys()):
            if found.get(key) != wanted.get(key):
                return _first_difference(found.get(key), wanted.get(key), f"{where}.{key}".lstrip("."))
    if isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for number, (old, new) in enumerate(zip(found, wanted, strict=True)):
            if old != new:
                return _first_difference(old, new, f"{where}[{number}]")
    return f"its {where or 'specification'} was {found!r} and is now {wanted!r}"
