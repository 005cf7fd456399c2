"""A folder that belongs to one piece of work: its specification, results and a log; other folders are refused.

One run at a time: the kernel keeps the lock, and takes it back however the process ends.
"""

import errno
import fcntl
import json
import os
import platform
import re
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from io import FileIO
from pathlib import Path
from typing import Any, ClassVar

from bayescmp._support._files import is_unfinished, read_limited
from bayescmp.runner._store import Shape, append, json_or_none, misfit, open_own, read_json, write_json

_LOG, _LOCK = "log.jsonl", "lock"
_OWNER = {"process": int, "host": str}
_LENGTH = 1000
"""Bytes of a lock that are looked at: more is not ours."""
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP}


@dataclass(frozen=True)
class WorkFolder(ABC):
    """The folder of one piece of work; subclasses say of which kind.

    What is missing in it is None; what is damaged is a ValueError that names the file.

    The file of the kind's name and .json holds the specification: all that results depend on, as a dict under this key,
    whose `name` alone changes no result. `command` runs the work, `files` is what files of results are called, and
    `folders` those with more of them.
    """

    path: Path
    kind: ClassVar[str]
    command: ClassVar[str]
    files: ClassVar[re.Pattern[str]]
    folders: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def read_specification(self, path: Path) -> dict[str, Any] | None:
        """Read a specification, or return None if there is none; one that no such work has is a ValueError."""

    def claim(self, specification: Mapping[str, Any], check: Callable[[], None]) -> FileIO:
        """Make the folder for some work, or check that it holds the same; locked until what it returns is closed.

        `check` refuses what is there by an error, once it is known to be of the same work and before anything is
        changed. The folder of other work, or one with files of the same names, is a `FileExistsError`, and one where
        another process works a `BlockingIOError`.
        """
        self._check_new_or_ours()
        self.path.mkdir(parents=True, exist_ok=True)
        lock = self._locked()
        try:
            self._prepare(specification, check)
        except BaseException:
            lock.close()
            raise
        return lock

    def is_claimed(self) -> bool:
        """Tell whether a process works in the folder."""
        if not (self.path / _LOCK).is_file():
            return False
        with open_own(self.path / _LOCK) as file:
            try:
                fcntl.flock(file.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                return True
        return False

    @cached_property
    def specification(self) -> dict[str, Any]:
        """The specification of the work in the folder."""
        found = self.read_specification(self._specification)
        if found is None:
            raise FileNotFoundError(f"There is no {self.kind} in {str(self.path)!r}: run `{self.command}` first.")
        return found

    def result(self, name: str, shape: Mapping[str, Shape]) -> dict[str, Any] | None:
        """Return what `write_result` wrote, if it is there."""
        with self.computed_again():
            return read_json(self.path / name, shape, more=True)

    def write_result(self, name: str, content: Mapping[str, object]) -> None:
        """Keep a result as JSON."""
        write_json(content, self.path / name)

    @contextmanager
    def computed_again(self) -> Iterator[None]:
        """Say of a file that cannot be used how it comes back."""
        try:
            yield
        except ValueError as error:
            raise ValueError(f"{str(error).removesuffix('.')}; `{self.command}` computes it again.") from None

    def log(self, **event: object) -> None:
        """Note times and versions, which are no results."""
        append(json.dumps(event), self.path / _LOG)

    def events(self) -> list[dict[str, Any]]:
        """Return what was noted; a line that is damaged is left out."""
        path = self.path / _LOG
        lines = read_limited(path).split(b"\n") if path.exists() else []
        return [event for event in map(_event, lines) if event is not None]

    def _check_new_or_ours(self) -> None:
        """Refuse what is no folder, and a folder in which files of somebody else would be taken for ours."""
        if self.path.exists() and not self.path.is_dir():
            raise FileExistsError(f"`out` must be a folder, but {str(self.path)!r} is a file. Choose another one.")
        if not self.path.exists() or self._specification.exists():
            return
        for name in sorted(os.listdir(self.path)):  # noqa: PTH208 - names only
            is_other_lock = name == _LOCK and not _is_lock(self.path / _LOCK)
            if name in {_LOG, *self.folders} or self.files.fullmatch(name) or is_other_lock:
                raise FileExistsError(
                    f"`out` must be a new folder or that of {self._a_kind}, but {str(self.path)!r} has {name!r} and no "
                    f"{self._specification.name!r}. Choose another one."
                )

    def _locked(self) -> FileIO:
        file = open_own(self.path / _LOCK)
        try:
            self._lock(file)
            # For people only: what holds is the lock.
            with suppress(OSError):
                file.truncate(0)
                file.write(json.dumps({"process": os.getpid(), "host": platform.node()}).encode() + b"\n")
        except BaseException:
            file.close()
            raise
        return file

    def _lock(self, file: FileIO) -> None:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            owner = _owner(file)
            who = "another process" if owner is None else f"process {owner['process']} on {owner['host']}"
            raise BlockingIOError(
                f"{str(self.path)!r} must be used by one run at a time, but {who} runs {self._a_kind} there. Wait "
                "until it ends, or choose another folder."
            ) from None
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            said = f"{str(self.path)!r} is on a file system without locks: start no second run of {self._a_kind} there."
            warnings.warn(said, UserWarning, stacklevel=2)

    def _prepare(self, specification: Mapping[str, Any], check: Callable[[], None]) -> None:
        if not self._specification.exists():
            write_json(specification, self._specification)  # first of all: by it the folder is known as ours
        found, wanted = self._nameless(self.specification), self._nameless(specification)
        if found != wanted:
            raise ValueError(
                f"{self.path} must hold the same {self.kind}, but {_first_difference(found, wanted)}. "
                "Choose another folder, or run the old specification."
            )
        check()
        if self.specification != specification:  # the name, which changes no number
            write_json(specification, self._specification)
        for folder in ("", *self.folders):
            (self.path / folder).mkdir(exist_ok=True)
            _remove_unfinished(self.path / folder)

    def _nameless(self, specification: Mapping[str, Any]) -> dict[str, object]:
        work = {key: value for key, value in specification[self.kind].items() if key != "name"}
        return {**specification, self.kind: work}

    @property
    def _a_kind(self) -> str:
        return f"{'an' if self.kind[0] in 'aeiou' else 'a'} {self.kind}"

    @property
    def _specification(self) -> Path:
        return self.path / f"{self.kind}.json"


def _is_lock(path: Path) -> bool:
    """Tell whether a file is a lock of ours, and not one of the user's by that name."""
    with open_own(path) as file:
        return os.fstat(file.fileno()).st_size == 0 or _owner(file) is not None


def _owner(file: FileIO) -> dict[str, object] | None:
    file.seek(0)
    owner = json_or_none(file.read(_LENGTH))
    return None if misfit(owner, _OWNER) else owner


def _first_difference(found: object, wanted: object, where: str = "") -> str:
    """Name the first place in which two specifications differ."""
    inside: list[tuple[object, object, str]] = []
    if isinstance(found, dict) and isinstance(wanted, dict):
        keys = sorted(found.keys() | wanted.keys())
        inside = [(found.get(key), wanted.get(key), f"{where}.{key}".lstrip(".")) for key in keys]
    if isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        inside = [(old, new, f"{where}[{k}]") for k, (old, new) in enumerate(zip(found, wanted, strict=True))]
    for old, new, place in inside:
        if old != new:
            return _first_difference(old, new, place)
    return f"its {where or 'specification'} was {found!r} and is now {wanted!r}"


def _event(line: bytes) -> dict[str, Any] | None:
    """Return what a line of the log notes, or None if it is none of ours."""
    event = json_or_none(line)
    is_ours = isinstance(event, dict) and not misfit(event.get("seconds", 0), float)
    return event if is_ours and isinstance(event.get("versions", {}), dict) else None


def _remove_unfinished(folder: Path) -> None:
    """Remove what killed runs left, of files only and in no folder below."""
    for path in filter(is_unfinished, folder.iterdir()):
        if path.is_file() and not path.is_symlink():
            path.unlink()
