"""Write and read NetCDF files: whole or not at all, and only what HDF5 can read to its end.

A NetCDF file of ours ends in a line with the SHA-256 of all before it. HDF5 does not read beyond its own end, and other
programs do not notice. By the line, damage is known before HDF5 sees the file, on which it may loop for ever; a file
without the line, or cut short, is first read by another process, which can be ended.
"""

import hashlib
import json
import re
import subprocess
import sys
import warnings
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._files import MAX_BYTES, is_signed, read_limited, signature_of, too_large, write_whole
from bayescmp._validation import check_integer

TIME_LIMIT = 30.0
"""Seconds that another process has to read a file that does not have our line."""
_BEFORE, _AFTER = signature_of(b"", ".nc").split(hashlib.sha256(b"").hexdigest().encode())
"""What stands around the checksum in our line."""
_TOO_LARGE, _UNREADABLE = 4, 3
_START = 1000
_OTHERS = {
    b"CDF": "one of version 3, of another program",
    b"PK": "a ZIP archive",
    b"\x1f\x8b": "packed by gzip",
    b"PAR1": "a Parquet file",
    b"\x80": "a pickle",
}
"""How files of other kinds begin."""
_PACKED = {"scale_factor", "add_offset", "_FillValue", "missing_value"}
_TEXT = np.dtype([("length", "<u4"), ("address", "V8"), ("number", "V4")])
"""What HDF5 keeps in the place of a text."""
_TRIAL = f"""
import json, sys
sys.path[:] = json.loads(sys.argv[2])
from bayescmp._netcdf import _TooLarge, _loaded
try:
    _loaded(open(sys.argv[1], "rb").read(), int(sys.argv[3]))
except _TooLarge:
    sys.exit({_TOO_LARGE})
except BaseException:
    sys.exit({_UNREADABLE})
"""


class _TooLarge(Exception):  # noqa: N818 - never seen by users
    """A file declares more than was allowed to be read."""


def write_netcdf(data: xr.Dataset, path: str | Path) -> None:
    """Write a file that ends in .nc, as `write_whole` does."""
    path = _checked_suffix(path)
    from xarray.backends import H5NetCDFStore  # noqa: PLC0415 - loads dask where it is installed

    # Made in memory first: HDF5 does not survive a full disk in mid-write, Python does.
    memory = BytesIO()
    # Without a lock: beside a client of dask, `to_netcdf` asks the cluster for one, which breaks now and then.
    store = H5NetCDFStore.open(memory, mode="w", lock=False)
    try:
        data.dump_to_store(store)
    finally:
        store.close()
    _write_with_sum(memory, path)


def write_datatree(tree: xr.DataTree, path: str | Path) -> None:
    """Write groups of data to one file that ends in .nc, as `write_whole` does."""
    path = _checked_suffix(path)
    memory = BytesIO()
    memory.write(tree.to_netcdf(engine="h5netcdf"))
    _write_with_sum(memory, path)


def read_netcdf(path: str | Path, *, max_bytes: int = MAX_BYTES) -> xr.Dataset:
    """Read a NetCDF file into memory, as `read_datatree` does; groups are left out."""
    return read_datatree(path, max_bytes=max_bytes).to_dataset()


def read_datatree(path: str | Path, *, max_bytes: int = MAX_BYTES) -> xr.DataTree:
    """Read a NetCDF file with its groups into memory, unless it is damaged or declares more than `max_bytes`."""
    path, max_bytes = Path(path), check_integer("max_bytes", max_bytes, least=1, most=None)
    content = read_limited(path, max_bytes=max_bytes)
    if not is_signed(content, ".nc"):
        if _BEFORE in content or content.endswith(_AFTER):
            raise ValueError(f"{path.name!r} must be as it was written, but is damaged: its checksum is wrong.")
        _check_start(content, path)
        _try_elsewhere(path, max_bytes)
    try:
        return _loaded(content, max_bytes)
    except _TooLarge:
        raise ValueError(too_large(path, max_bytes)) from None
    except Exception as error:  # whatever h5py, h5netcdf and xarray say of a file that is none
        raise ValueError(f"{path.name!r} must be a NetCDF file, but could not be read as one.") from error


def _checked_suffix(path: str | Path) -> Path:
    path = Path(path)
    if path.suffix != ".nc":
        raise ValueError(f"`path` must end in .nc, but got {path.name!r}.")
    return path


def _write_with_sum(memory: BytesIO, path: Path) -> None:
    # No view of the buffer: kept by the traceback of a failed write, it may crash the garbage collection.
    content = memory.getvalue()
    write_whole(content + signature_of(content, ".nc"), path)


def _loaded(content: bytes, max_bytes: int) -> xr.DataTree:
    """Read a file into memory, unless it declares more than `max_bytes`: a few bytes can declare any number."""
    import h5py  # noqa: PLC0415 - as slow as the libraries that the linter keeps out

    with h5py.File(BytesIO(content), "r") as file:
        if file.userblock_size or _declared(file, content, max_bytes, set()) > max_bytes:
            raise _TooLarge
    try:
        # Warned of are dimensions without names, of which ours have none. Nothing of ours holds times; a time takes a
        # hundred times as much memory as the number it is kept as.
        with (
            warnings.catch_warnings(action="ignore"),
            xr.open_datatree(BytesIO(content), engine="h5netcdf", decode_times=False, decode_timedelta=False) as tree,
        ):
            return tree.load()
    except MemoryError as error:
        raise _TooLarge from error


def _declared(group: Any, content: bytes, max_bytes: int, above: set[Any]) -> int:
    """Add up what the variables in a group take in memory, one of two names twice; stop at `max_bytes`."""
    import h5py  # noqa: PLC0415 - as above

    total = _of_attributes(group, content, max_bytes)
    for name in group:
        if not isinstance(group.get(name, getlink=True), h5py.HardLink) or group[name].id in above:
            raise ValueError("A file must hold its data itself and once, but has links.")
        found = group[name]
        if isinstance(found, h5py.Group):
            total += _declared(found, content, max_bytes - total, above | {found.id})
        elif isinstance(found, h5py.Dataset):
            total += _in_memory(found, content, max_bytes - total)
            total += _of_attributes(found, content, max_bytes - total)
        if total > max_bytes:
            raise _TooLarge
    return total


def _of_attributes(found: Any, content: bytes, max_bytes: int) -> int:
    """Return how much memory attributes take; several texts in one may each be as long as the file."""
    import h5py  # noqa: PLC0415 - as above

    total = 0
    for name in found.attrs:
        about = found.attrs.get_id(name)
        count = int(np.prod(about.shape or (1,)))
        if h5py.check_string_dtype(about.dtype) is None or about.dtype.kind != "O":
            total += count * about.dtype.itemsize
        else:
            total += len(found.attrs[name]) if count == 1 else count * len(content)
        if total > max_bytes:
            raise _TooLarge
    return total


def _in_memory(found: Any, content: bytes, max_bytes: int) -> int:
    """Return how much memory the values of a variable take."""
    if found.external or found.is_virtual:
        raise ValueError("A file must hold its data itself, but refers to another file.")
    if found.dtype.kind == "O":
        return _of_texts(found, content, max_bytes)
    is_decoded = not _PACKED.isdisjoint(found.attrs)  # to numbers of 8 bytes
    return found.size * max(found.dtype.itemsize, 8 if is_decoded else 0)


def _of_texts(found: Any, content: bytes, max_bytes: int) -> int:
    """Return how long all texts of a variable are; a file holds a text once, however often it occurs in a variable."""
    pointers = found.size * _TEXT.itemsize
    if pointers > max_bytes:
        return pointers
    if found.id.get_offset() is not None and found.id.get_storage_size() == pointers:
        texts = np.frombuffer(content, _TEXT, count=found.size, offset=found.id.get_offset())
        return pointers + int(texts["length"].sum(dtype=np.uint64))
    total, step = pointers, max(1, max_bytes // len(content))  # so that no part is longer than what is allowed
    for part in found.iter_chunks() if found.chunks else ():
        for begin in range(part[0].start, part[0].stop, step):
            total += sum(map(len, found[begin : begin + step].ravel()))
            if total > max_bytes:
                return total
    return total


def _check_start(content: bytes, path: Path) -> None:
    """Refuse a file that begins as those of another kind do, by the name of that kind."""
    start = content[:_START].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] in {b"{", b"["}:
        ours = re.match(rb'\{\s*"schema": \d+,\s*"result": "\w+",', start)
        hint = "of a result of ours, of which nothing is read back: `save` (--save) writes what is" if ours else None
        raise ValueError(f"{path.name!r} must be a NetCDF file, but is JSON {hint or 'of another program'}.")
    for begin, what in _OTHERS.items():
        if start.startswith(begin):
            raise ValueError(f"{path.name!r} must be a NetCDF file of version 4, but is {what}.")


def _try_elsewhere(path: Path, max_bytes: int) -> None:
    """Read a file in another process, and refuse it where that fails or does not end in time."""
    where = [folder for folder in sys.path if folder]  # -I leaves out the current folder, and the user's
    where.append(str(Path(__file__).parents[1]))
    command = [sys.executable, "-I", "-c", _TRIAL, str(path.resolve()), json.dumps(where), str(max_bytes)]
    try:
        ended = subprocess.run(command, capture_output=True, check=False, timeout=TIME_LIMIT)  # noqa: S603 - our own
    except subprocess.TimeoutExpired:
        raise ValueError(
            f"{path.name!r} must be a NetCDF file, but could not be read within {TIME_LIMIT:g} s: it is damaged, or "
            "too large for a file that bayescmp did not write."
        ) from None
    if ended.returncode == _TOO_LARGE:
        raise ValueError(too_large(path, max_bytes))
    if ended.returncode:
        raise ValueError(f"{path.name!r} must be a NetCDF file, but could not be read as one.")
