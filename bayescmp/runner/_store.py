"""Files of a folder of work: read if they are of the shape that they must have, appended to if they are no links.

A folder may have been damaged, or filled by somebody else. What is missing is None; what is there and cannot be used
is a `ValueError` in one sentence that names the file.
"""

import errno
import json
import math
import os
import reprlib
import stat
import zipfile
from collections.abc import Sequence
from io import BytesIO, FileIO
from pathlib import Path
from typing import Any

import numpy as np

from bayescmp._support._files import MAX_BYTES, contents_of, could_not_write, read_limited, too_large, write_whole
from bayescmp._support._typing import Array

Shape = Any
"""What a value must be: a type (float for any finite number), a value, a dict of shapes, or a list with the shape of
all items."""


def read_kept(path: Path) -> bytes | None:
    """Read a file, or return None if there is none; what cannot be replaced either is a `FileExistsError`."""
    if not path.exists():
        return None
    if not path.is_file():
        raise FileExistsError(f"{path.name!r} must be a file, but is a folder or a device. Move {str(path)!r}.")
    return read_limited(path)


def read_json(path: Path, shape: Shape, *, more: bool = False) -> Any:
    """Read a JSON file that has a shape, or return None if there is none; of one that may have `more` fields, those."""
    content = read_kept(path)
    if content is None:
        return None
    found = json_or_none(content)
    if found is None:
        raise ValueError(f"{path.name!r} must be JSON as it was written, but is cut short or damaged.")
    if more and isinstance(found, dict):
        found = {key: value for key, value in found.items() if key in shape}
    wrong = misfit(found, shape)
    if wrong is not None:
        raise ValueError(f"{path.name!r} must be as it was written, but {wrong}.")
    return found


def write_json(content: object, path: Path) -> None:
    """Write JSON, whole or not at all."""
    write_whole(json.dumps(content, indent=1, allow_nan=False).encode(), path)


def json_or_none(content: bytes) -> Any:
    """Return what JSON holds, or None: of no UTF-8, no JSON, or one that is nested too deeply."""
    try:
        return json.loads(content.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def arrays_of(path: str | Path, names: Sequence[str]) -> list[Array]:
    """Read arrays of an .npz file by their names; none that holds Python objects, which may be any program."""
    path = Path(path)
    content = read_limited(path)
    with contents_of(path, f"an .npz file with the arrays {' and '.join(names)}"):
        return _unpacked(content, names, path)


def _unpacked(content: bytes, names: Sequence[str], path: Path) -> list[Array]:
    with zipfile.ZipFile(BytesIO(content)) as packed:
        missing = [name for name in names if f"{name}.npy" not in packed.namelist()]
        if missing:
            raise ValueError(f"it lacks {missing}")
        sizes = [sum(entry.file_size for entry in packed.infolist())]
        sizes += [_declared(packed, name) for name in names]
    if max(sizes) > MAX_BYTES:
        raise ValueError(too_large(path, MAX_BYTES))
    with np.load(BytesIO(content), allow_pickle=False) as file:
        return [file[name] for name in names]


def _declared(packed: zipfile.ZipFile, name: str) -> int:
    """Return how many bytes the header of an array declares; NumPy sets them aside before it reads any."""
    with packed.open(f"{name}.npy") as file:
        version = np.lib.format.read_magic(file)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, dtype = read(file)
    return math.prod(shape) * dtype.itemsize


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


def is_number(found: object) -> bool:
    """Tell whether JSON holds a finite number that a float can be."""
    try:
        return isinstance(found, int | float) and not isinstance(found, bool) and math.isfinite(found)
    except OverflowError:  # an integer beyond all floats
        return False


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
