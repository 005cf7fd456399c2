"""Files of a folder of work: read if they have what they must have, appended to if they are no links.

What is missing is None; what is there and cannot be used is a `ValueError` in one sentence that names the file.
"""

import json
import math
import os
import zipfile
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from bayescmp._support._files import MAX_BYTES, contents_of, could_not_write, read_limited, too_large, write_whole
from bayescmp._support._typing import Array


def read_json(path: Path, fields: Iterable[str]) -> dict[str, Any] | None:
    """Read the fields of a JSON object, or return None if there is no file."""
    if not path.is_file():
        return None
    content = json_or_none(read_limited(path))
    if not isinstance(content, dict) or not content.keys() >= set(fields):
        raise ValueError(f"{path.name!r} must be JSON with {', '.join(fields)}, as it was written, but is damaged.")
    return {name: content[name] for name in fields}


def write_json(content: object, path: Path) -> None:
    """Write JSON, whole or not at all."""
    write_whole(json.dumps(content, indent=1, allow_nan=False).encode(), path)


def json_or_none(content: bytes) -> Any:
    """Return what JSON holds, or None: of no UTF-8, no JSON, or one that is nested too deeply."""
    try:
        return json.loads(content.decode())
    except (ValueError, RecursionError):
        return None


def append(line: str, path: Path) -> None:
    """Add a line to a file, never through a link that somebody else put there."""
    try:
        with open(path, "ab", opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW, 0o666)) as file:
            file.write(f"{line}\n".encode())
    except OSError as error:
        raise could_not_write(path, error) from error


def arrays_of(path: str | Path, names: Sequence[str]) -> list[Array]:
    """Read arrays of an .npz file by their names; none that holds Python objects, which may be any program."""
    content = read_limited(path)
    with contents_of(path, f"an .npz file with the arrays {' and '.join(names)}"):
        with zipfile.ZipFile(BytesIO(content)) as packed:
            missing = [name for name in names if f"{name}.npy" not in packed.namelist()]
            if missing:
                raise ValueError(f"it lacks {missing}")
            sizes = [sum(entry.file_size for entry in packed.infolist()), *(_declared(packed, name) for name in names)]
        if max(sizes) > MAX_BYTES:
            raise ValueError(too_large(Path(path), MAX_BYTES))
        with np.load(BytesIO(content), allow_pickle=False) as file:
            return [file[name] for name in names]


def _declared(packed: zipfile.ZipFile, name: str) -> int:
    """Return how many bytes the header of an array declares; NumPy sets them aside before it reads any."""
    with packed.open(f"{name}.npy") as file:
        version = np.lib.format.read_magic(file)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, dtype = read(file)
    return math.prod(shape) * dtype.itemsize
