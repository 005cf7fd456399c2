"""Arrays from an .npz file, of which nothing is unpacked before it is known how much that will be."""

import math
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np

from bayescmp._files import MAX_BYTES, contents_of, read_limited, too_large
from bayescmp._typing import Array


def arrays_of(path: str | Path, names: Sequence[str]) -> list[Array]:
    """Read arrays by their names; none that holds Python objects, which may be any program.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If it is no .npz file, lacks an array or declares more than `MAX_BYTES`.
    """
    path = Path(path)
    content = read_limited(path)
    with contents_of(path, f"an .npz file with the arrays {' and '.join(names)}"):
        return unpacked(content, names, path)


def unpacked(content: bytes, names: Sequence[str], path: Path) -> list[Array]:
    """Unpack the arrays that were read from a path; whatever NumPy says of a file that is no .npz is raised."""
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
