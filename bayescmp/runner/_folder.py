"""A folder that belongs to one piece of work: its specification, results and a log; other folders are refused.

One run at a time: the kernel keeps the lock, on the folder, and takes it back however the process ends.
"""

import fcntl
import json
import os
import warnings
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

from bayescmp._support._files import is_unfinished, read_limited
from bayescmp._support._validation import about, check_path
from bayescmp.runner._store import append, json_or_none, read_json, write_json

_LOG = "log.jsonl"


@dataclass(frozen=True)
class WorkFolder:
    """The folder of one piece of work; subclasses say of which kind.

    What is missing in it is None; what is damaged is a ValueError that names the file.

    The file of the kind's name and .json holds the specification: all that results depend on, as a dict under this key
    that has these `fields`. `command` runs the work, and `folders` are those with results.
    """

    path: Path
    kind: ClassVar[str]
    schema: ClassVar[int]
    fields: ClassVar[tuple[str, ...]]
    command: ClassVar[str]
    folders: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def opened(cls, out: object) -> Self:
        """Return the folder of work that is there, which is the argument `out` of a function."""
        with about("out"):
            folder = cls(check_path("out", out))
            folder.specification  # noqa: B018 - read once
        return folder

    def claim(self, specification: Mapping[str, Any]) -> ExitStack:
        """Make the folder for some work, or check that it holds the same; locked until what it returns is closed.

        The folder of other work is a `ValueError`, one of anything else a `FileExistsError`, and one where another
        process works a `BlockingIOError`.
        """
        is_new = not self.path.exists() or (self.path.is_dir() and all(map(is_unfinished, self.path.iterdir())))
        if not (is_new or self._specification.exists()):
            raise FileExistsError(
                f"`out` must be a new or empty folder, or that of the same {self.kind}, but {str(self.path)!r} is "
                "none. Choose another one."
            )
        self.path.mkdir(parents=True, exist_ok=True)
        with ExitStack() as opened:
            folder = os.open(self.path, os.O_RDONLY)
            opened.callback(os.close, folder)
            self._lock(folder)
            if not self._specification.exists():
                write_json({"schema": self.schema, self.kind: specification}, self._specification)
            differing = [name for name in self.fields if self.specification[name] != specification[name]]
            if differing:
                raise ValueError(
                    f"{str(self.path)!r} must hold the same {self.kind}, but it differs in: {', '.join(differing)}. "
                    "Choose another folder, or run what was run there."
                )
            for own in (self.path, *(self.path / name for name in self.folders)):
                own.mkdir(exist_ok=True)
                for leftover in filter(is_unfinished, own.iterdir()):  # of runs that were killed
                    leftover.unlink()
            return opened.pop_all()

    def is_claimed(self) -> bool:
        """Tell whether a process works in the folder."""
        folder = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
        finally:
            os.close(folder)
        return False

    @cached_property
    def specification(self) -> dict[str, Any]:
        """The specification of the work in the folder."""
        specification = self.found_specification()
        if specification is None:
            raise FileNotFoundError(f"There is no {self.kind} in {str(self.path)!r}: run `{self.command}` first.")
        return specification

    def found_specification(self) -> dict[str, Any] | None:
        """Return the specification of the work in the folder, or None if there is none."""
        whole, name = read_json(self._specification, ("schema", self.kind)), self._specification.name
        if whole is None:
            return None
        schema, specification = whole.values()
        if schema != self.schema:
            raise ValueError(
                f"{name!r} must be of schema {self.schema}, but another version of bayescmp wrote it, of schema "
                f"{schema}. Read the folder with that version, or choose another folder."
            )
        if not isinstance(specification, dict) or not specification.keys() >= set(self.fields):
            raise ValueError(f"{name!r} must have the fields {', '.join(self.fields)}, as it was written.")
        return specification

    def result(self, name: str, fields: Iterable[str]) -> dict[str, Any] | None:
        """Return the fields of what `write_result` wrote, if it is there."""
        return read_json(self.path / name, fields)

    def write_result(self, name: str, content: Mapping[str, object]) -> None:
        """Keep a result as JSON."""
        write_json(content, self.path / name)

    def log(self, **event: object) -> None:
        """Note times and versions, which are no results."""
        append(json.dumps(event), self.path / _LOG)

    def events(self) -> list[dict[str, Any]]:
        """Return what was noted; a line that is damaged is left out."""
        path = self.path / _LOG
        lines = read_limited(path).split(b"\n") if path.exists() else []
        return [event for event in map(json_or_none, lines) if isinstance(event, dict)]

    def _lock(self, folder: int) -> None:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BlockingIOError(
                f"{str(self.path)!r} must be used by one run at a time, but another process works there. Wait until it "
                "ends, or choose another folder."
            ) from None
        except OSError:
            said = f"{str(self.path)!r} is on a file system without locks: start no second run there."
            warnings.warn(said, UserWarning, stacklevel=2)

    @property
    def _specification(self) -> Path:
        return self.path / f"{self.kind}.json"
