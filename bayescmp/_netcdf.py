"""Write and read files: whole or not at all, and only what HDF5 can read to its end.

A NetCDF file of ours ends in a line with the SHA-256 of all before it. HDF5 does not read beyond its own end, and other
programs do not notice. By the line, damage is known before HDF5 sees the file, on which it may loop for ever; a file
without the line, or cut short, is first read by another process, which can be ended.
"""

import hashlib
import json
import secrets
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import xarray as xr

TIME_LIMIT = 30.0
"""Seconds that another process has to read a file that does not have our line."""
# The word stands on both sides: a line of which one letter is wrong is still known to be one.
_BEFORE, _AFTER = b"\nbayescmp sha256 ", b" bayescmp\n"
_LENGTH = len(_BEFORE) + 64 + len(_AFTER)
_TRIAL = """
import json, sys
sys.path[:] = json.loads(sys.argv[2])
import xarray
try:
    xarray.load_dataset(sys.argv[1], engine="h5netcdf")
except BaseException:
    sys.exit(3)
"""


def write_whole(content: bytes | memoryview, path: str | Path) -> None:
    """Write a file; an old one is replaced only once the new one is complete."""
    path = Path(path)
    # A name that cannot be foreseen: a link of a known name, planted in a folder, would be written through.
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    try:
        with unfinished.open("xb") as file:
            file.write(content)
        unfinished.replace(path)
    except OSError as error:
        raise OSError(error.errno, f"Could not write {path.name!r}: {error.strerror}", str(path)) from error
    finally:
        unfinished.unlink(missing_ok=True)


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


def read_netcdf(path: str | Path) -> xr.Dataset:
    """Read a NetCDF file into memory."""
    path = _readable(path)
    try:
        return xr.load_dataset(path, engine="h5netcdf")
    except OSError as error:
        raise ValueError(f"{path.name!r} must be a NetCDF file, but could not be read as one.") from error


def _checked_suffix(path: str | Path) -> Path:
    path = Path(path)
    if path.suffix != ".nc":
        raise ValueError(f"`path` must end in .nc, but got {path.name!r}.")
    return path


def _write_with_sum(memory: BytesIO, path: Path) -> None:
    line = _BEFORE + hashlib.sha256(memory.getbuffer()).hexdigest().encode() + _AFTER
    memory.seek(0, 2)
    memory.write(line)
    write_whole(memory.getbuffer(), path)


def _readable(path: str | Path) -> Path:
    """Return the path of a file that HDF5 reads to its end; refuse any other."""
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {str(path)!r}.")
    intact = _is_intact(path)
    if intact is False:
        raise ValueError(f"{path.name!r} must be as it was written, but is damaged: its checksum is wrong.")
    if intact is None:
        _try_elsewhere(path)
    return path


def _is_intact(path: Path) -> bool | None:
    """Tell whether the checksum at the end of a file is right; None where there is none."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - _LENGTH, 0))
        line = file.read()
        if not (line.startswith(_BEFORE) or line.endswith(_AFTER)):
            return None
        found, left = hashlib.sha256(), size - len(line)
        file.seek(0)
        while left > 0:
            block = file.read(min(left, 2**20))
            if not block:
                return False
            found.update(block)
            left -= len(block)
    return line == _BEFORE + found.hexdigest().encode() + _AFTER


def _try_elsewhere(path: Path) -> None:
    """Read a file in another process, and refuse it where that fails or does not end in time."""
    where = json.dumps([folder for folder in sys.path if folder])  # -I leaves out the current folder, and the user's
    command = [sys.executable, "-I", "-c", _TRIAL, str(path.resolve()), where]
    try:
        ended = subprocess.run(command, capture_output=True, check=False, timeout=TIME_LIMIT)  # noqa: S603 - our own
    except subprocess.TimeoutExpired:
        raise ValueError(
            f"{path.name!r} must be a NetCDF file, but could not be read within {TIME_LIMIT:g} s: it is damaged, or "
            "too large for a file that bayescmp did not write."
        ) from None
    if ended.returncode:
        raise ValueError(f"{path.name!r} must be a NetCDF file, but could not be read as one.")
