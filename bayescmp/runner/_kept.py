"""Files of a folder of work: read if they are files of the shape that they must have, appended to if they are no links.

A folder may have been damaged, or filled by somebody else. What is missing is None; what is there and cannot be used
is a `ValueError` in one sentence that names the file.
"""

import errno
import hashlib
import json
import math
import os
import reprlib
import stat
from io import FileIO
from pathlib import Path
from typing import Any

from bayescmp._files import could_not_write, read_limited, write_whole

Shape = Any
"""What JSON must be: a type (float for any finite number), a value, a dict of shapes, or a list with the shape of all
items."""


def read_kept(path: Path) -> bytes | None:
    """Read a file, or return None if there is none.

    Raises
    ------
    FileExistsError
        If it is a folder or a device, which cannot be replaced either.
    """
    if not path.exists():
        return None
    if not path.is_file():
        raise FileExistsError(f"{path.name!r} must be a file, but is a folder or a device. Move {str(path)!r}.")
    return read_limited(path)


def read_json(path: Path, shape: Shape) -> Any:
    """Read a JSON file that has a shape, or return None if there is none.

    Raises
    ------
    ValueError
        If it is damaged or of another shape.
    """
    content = read_kept(path)
    if content is None:
        return None
    found = json_or_none(content)
    if found is None:
        raise ValueError(f"{path.name!r} must be JSON as it was written, but is cut short or damaged.")
    wrong = misfit(found, shape)
    if wrong is not None:
        raise ValueError(f"{path.name!r} must be as it was written, but {wrong}.")
    return found


def json_or_none(content: bytes) -> Any:
    """Return what JSON holds, or None: of no UTF-8, no JSON, or one that is nested too deeply."""
    try:
        return json.loads(content.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def write_json(content: object, path: Path) -> None:
    """Write JSON, whole or not at all."""
    write_whole(json.dumps(content, indent=1, allow_nan=False).encode(), path)


def sha256(content: object) -> str:
    """Return the SHA-256 of what JSON holds, in any order of the keys."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def misfit(found: object, shape: Shape, where: str = "it") -> str | None:
    """Say what differs from a shape, or return None."""
    if isinstance(shape, dict):
        if not isinstance(found, dict) or found.keys() != shape.keys():
            return f"{where} does not have just the fields {', '.join(shape)}"
        inside = [(found[key], shape[key], f"`{key}`") for key in shape]
    elif isinstance(shape, list):
        if not isinstance(found, list) or not found:
            return f"{where} is no list with items"
        inside = [(item, shape[0], f"{where}[{number}]") for number, item in enumerate(found)]
    else:
        return None if _is(found, shape) else f"{where} is {reprlib.repr(found)}"
    return next((wrong for one in inside if (wrong := misfit(*one))), None)


def _is(found: object, shape: Shape) -> bool:
    if shape is float:
        return is_number(found)
    if isinstance(shape, type):
        return isinstance(found, shape) and not (shape is int and isinstance(found, bool))
    return bool(found == shape)


def open_own(path: Path) -> FileIO:
    """Open a file to read and append to, made if it is missing; never through a link that somebody else put there."""
    try:
        # Not blocked by a pipe that nobody reads.
        number = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise FileExistsError(f"{path.name!r} must be a file, but is a link. Move {str(path)!r}.") from None
        raise could_not_write(path, error) from error
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise FileExistsError(f"{path.name!r} must be a file, but is a device or a pipe. Move {str(path)!r}.")
    return os.fdopen(number, "a+b", buffering=0)  # else what could not be written would fail again when it is closed


def append(line: str, path: Path) -> None:
    """Add a line to a file; one that was cut short before it is ended first."""
    with open_own(path) as file:
        try:
            begin = file.seek(0, os.SEEK_END)
            file.seek(max(begin - 1, 0))
            cut = file.read(1) not in {b"", b"\n"}
            rest = ("\n" * cut + line + "\n").encode()
            while rest:  # a disk takes what it has room for, and fails at the rest
                rest = rest[file.write(rest) :]
        except OSError as error:
            raise could_not_write(path, error) from error


def is_number(found: object) -> bool:
    try:
        return isinstance(found, int | float) and not isinstance(found, bool) and math.isfinite(found)
    except OverflowError:  # an integer beyond all floats
        return False


def _refuse(constant: str) -> None:
    raise ValueError(constant)
