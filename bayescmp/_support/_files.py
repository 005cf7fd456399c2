"""Write files whole or not at all, and read no more than was allowed."""

import errno
import gzip
import os
import re
import secrets
import shutil
import stat
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from io import BufferedIOBase
from pathlib import Path
from typing import BinaryIO

MAX_BYTES = 2**28
"""Bytes that a file may hold once it is unpacked, unless more are allowed. In memory, text takes 20 times that."""

_BLOCK = 2**20
_UNFINISHED = "bayescmp-{}.part"
_TOGETHER: ContextVar[tuple[dict[Path, Path], ExitStack] | None] = ContextVar("together", default=None)
STANDARD_INPUT = Path("-")
_OF_THE_SYSTEM = {Path("/proc"), Path("/sys")}
"""Folders of what looks like files, and may never come to an end."""


def write_whole(content: bytes | memoryview, path: str | Path) -> None:
    """Write a file; an old one is replaced only once the new one is complete, and keeps its permissions.

    A device or a pipe is written to as it is. A link is replaced, not what it points to. An OSError names the file.
    """
    write_together({Path(path): content})


def write_together(contents: Mapping[Path, bytes | memoryview]) -> None:
    """Write files that belong together, as `write_whole` does each: all of them, or all stay as they were."""
    with together() as (replacing, leftovers):
        own = {}
        for path, content in contents.items():
            with _naming(path):
                if not is_stream(path):
                    own[path] = _unfinished(content, path, leftovers)
        for path in contents.keys() - own.keys():
            with _naming(path):
                if path.is_file():  # as where /dev/stdout goes to a file, in which what is printed has another place
                    raise OSError(errno.EINVAL, "it goes to a file; name that file")
                path.write_bytes(contents[path])
        replacing.update(own)


@contextmanager
def together() -> Iterator[tuple[dict[Path, Path], ExitStack]]:
    """Let files that are written within take their places at the end: all of them, or all stay as they were.

    Given are what was written by what it is to replace, and what is deleted in the end. A call within another one is
    part of that.
    """
    if outer := _TOGETHER.get():
        yield outer
        return
    with ExitStack() as leftovers, ExitStack() as undo:
        unfinished: dict[Path, Path] = {}
        token = _TOGETHER.set((unfinished, leftovers))
        try:
            yield unfinished, leftovers
        finally:
            _TOGETHER.reset(token)
        for path, new in unfinished.items():
            with _naming(path):
                if len(unfinished) > 1:
                    _keep_old(path, leftovers, undo)
                new.replace(path)
        undo.pop_all()


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise could_not_write(path, error) from error


def could_not_write(path: Path, error: OSError) -> OSError:
    """Return the error with the name of the file."""
    return OSError(error.errno, f"Could not write {path.name!r}: {error.strerror}", str(path))


def read_limited(path: str | Path, *, max_bytes: int = MAX_BYTES) -> bytes:
    """Read a file, unpacked if it ends in .gz, or standard input ("-"); no folder and no device, which may not end."""
    path = Path(path)
    if path == STANDARD_INPUT:
        return _start_of(_standard_input(), path, max_bytes)
    if not path.exists():
        raise FileNotFoundError(f"There is no file {str(path)!r}.")
    if not path.is_file() or not _OF_THE_SYSTEM.isdisjoint(path.resolve().parents):
        raise ValueError(f"{str(path)!r} must be a file, but is a folder or a device.")
    try:
        with gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb") as file:
            return _start_of(file, path, max_bytes)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(f"{path.name!r} must be a whole gzip file, but could not be unpacked: {error}.") from error


def _standard_input() -> BinaryIO:
    if sys.stdin is None or sys.stdin.isatty():
        raise ValueError(
            "Standard input (-) must be a file or a pipe, but is a terminal. Name a file, or give `< FILE`."
        )
    return sys.stdin.buffer


@contextmanager
def contents_of(path: str | Path, what: str) -> Iterator[None]:
    """Make what the contents of a file raise one ValueError, that it must be `what`, such as "a Parquet file".

    Errors of the file system, and what names the file itself, a missing package as well, stay as they are.
    """
    name = Path(path).name
    try:
        yield
    except Exception as error:
        message = error.args[0] if isinstance(error, KeyError) and error.args else error
        said = " ".join(map(str, [message, *getattr(error, "__notes__", [])]))
        if isinstance(error, (OSError, ValueError, ImportError)) and name in said:
            raise
        reason = said if isinstance(error, ValueError) else f"{type(error).__name__}: {said}"
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else " ".join(reason.split())
        raise ValueError(f"{name!r} must be {what}, but could not be read as one: {reason.rstrip('.')}.") from error


def too_large(path: Path, max_bytes: int) -> str:
    """Say that a file is larger than was allowed, and how to allow it."""
    return (
        f"{name_of_file(path)!r} must hold at most {max_bytes:,} bytes once it is unpacked, but holds more. If you "
        "trust it, allow more by `max_bytes`, or read a table by pandas."
    )


def name_of_file(path: Path) -> str:
    """Return what messages call a file that is read."""
    return "standard input" if path == STANDARD_INPUT else path.name


def is_unfinished(path: Path) -> bool:
    """Tell whether a file is what `write_whole` leaves where it is killed."""
    return re.fullmatch(_UNFINISHED.format("[0-9a-f]{16}"), path.name) is not None


def _start_of(file: BinaryIO | BufferedIOBase, path: Path, max_bytes: int) -> bytes:
    """Read all, if it is not too large; in blocks, because one read sets the memory for all it may return aside."""
    blocks, left = [], max_bytes + 1
    while left > 0 and (block := file.read(min(left, _BLOCK))):
        blocks.append(block)
        left -= len(block)
    if left <= 0:
        raise ValueError(too_large(path, max_bytes))
    return b"".join(blocks)


def is_stream(path: Path) -> bool:
    """Tell whether a path is a device or a pipe, which cannot be replaced, or a link to what this process has open."""
    folder = path.parent.resolve()
    is_special = path.exists() and not path.is_file() and not path.is_dir()
    return folder == Path("/dev") or Path("/proc") in folder.parents or is_special


def _unfinished(content: bytes | memoryview, path: Path, leftovers: ExitStack) -> Path:
    """Write a file beside the one that it is to replace, with its permissions."""
    mode = stat.S_IMODE(path.stat().st_mode) if path.is_file() else None
    if mode is not None and not os.access(path, os.W_OK):  # a rename asks the folder only
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    unfinished = _temporary(path, leftovers)
    made = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
    with os.fdopen(made, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())  # else a crash may keep the new name and lose the content
    if mode is not None:
        unfinished.chmod(mode)
    return unfinished


def _temporary(path: Path, leftovers: ExitStack) -> Path:
    """Return a path beside another; a file there is deleted in the end.

    Its name cannot be foreseen: a link of a known name, planted in a folder, would be written through.
    """
    temporary = path.with_name(_UNFINISHED.format(secrets.token_hex(8)))
    leftovers.callback(temporary.unlink, missing_ok=True)
    return temporary


def _keep_old(path: Path, leftovers: ExitStack, undo: ExitStack) -> None:
    """Let the undoing bring back what is at a path now, a file or none."""
    if os.path.lexists(path):
        old = _temporary(path, leftovers)
        shutil.copy2(path, old, follow_symlinks=False)
        undo.callback(old.replace, path)
    else:
        undo.callback(path.unlink, missing_ok=True)
