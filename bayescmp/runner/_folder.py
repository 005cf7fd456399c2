"""A folder that belongs to one piece of work: its specification, results and a log; other folders are refused.

One run at a time: the kernel keeps the lock, on the folder, and takes it back however the process ends.
"""

import fcntl
import json
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from bayescmp._support._files import is_unfinished, read_limited
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

    def claim(self, specification: Mapping[str, Any]) -> ExitStack:
        """Make the folder for some work, or check that it holds the same; locked until what it returns is closed.

        The folder of other work is a `ValueError`, one of anything else a `FileExistsError`, and one where another
        process works a `BlockingIOError`.
        """
        if self.path.exists() and not self._specification.exists():
            self._check_new()
        self.path.mkdir(parents=True, exist_ok=True)
        with ExitStack() as opened:
            self._lock(opened.enter_context(self._opened()))
            if not self._specification.exists():
                write_json({"schema": self.schema, self.kind: specification}, self._specification)
            self._check_same(specification)
            for folder in (self.path, *(self.path / name for name in self.folders)):
                folder.mkdir(exist_ok=True)
                for leftover in filter(is_unfinished, folder.iterdir()):  # of runs that were killed
                    leftover.unlink()
            return opened.pop_all()

    def is_claimed(self) -> bool:
        """Tell whether a process works in the folder."""
        with self._opened() as folder:
            try:
                fcntl.flock(folder, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                return True
        return False

    @contextmanager
    def _opened(self) -> Iterator[int]:
        folder = os.open(self.path, os.O_RDONLY)
        try:
            yield folder
        finally:
            os.close(folder)

    @cached_property
    def specification(self) -> dict[str, Any]:
        """The specification of the work in the folder."""
        found = self.found_specification()
        if found is None:
            raise FileNotFoundError(f"There is no {self.kind} in {str(self.path)!r}: run `{self.command}` first.")
        return found

    def found_specification(self) -> dict[str, Any] | None:
        """Return the specification of the work in the folder, or None if there is none."""
        whole = read_json(self._specification, ("schema", self.kind))
        if whole is None:
            return None
        found, name = whole[self.kind], self._specification.name
        if whole["schema"] != self.schema:
            raise ValueError(
                f"{name!r} must be of schema {self.schema}, but another version of bayescmp wrote it, of schema "
                f"{whole['schema']}. Read the folder with that version, or choose another folder."
            )
        if not isinstance(found, dict) or not found.keys() >= set(self.fields):
            raise ValueError(f"{name!r} must have the fields {', '.join(self.fields)}, as it was written.")
        return found

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

    def _check_new(self) -> None:
        """Refuse what is no folder, and a folder in which files of somebody else would be taken for ours."""
        if self.path.exists() and not (self.path.is_dir() and all(map(is_unfinished, self.path.iterdir()))):
            raise FileExistsError(
                f"`out` must be a new or empty folder, or that of the same {self.kind}, but {str(self.path)!r} is "
                "none. Choose another one."
            )

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

    def _check_same(self, specification: Mapping[str, Any]) -> None:
        differing = [name for name in self.fields if self.specification[name] != specification[name]]
        if differing:
            raise ValueError(
                f"{str(self.path)!r} must hold the same {self.kind}, but it differs in: {', '.join(differing)}. Choose "
                "another folder, or run what was run there."
            )

    @property
    def _specification(self) -> Path:
        return self.path / f"{self.kind}.json"
