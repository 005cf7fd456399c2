"""Write and read NetCDF files of ours: whole or not at all, and only as they were written.

A file ends in a line with the SHA-256 of all before it. HDF5 does not read beyond its own end, and other programs do
not notice. On damaged bytes HDF5 may loop for ever or crash, which nothing in the process stops: so it sees no file
that lacks the line.
"""

import hashlib
import warnings
from io import BytesIO
from pathlib import Path
from typing import Any

import xarray as xr

from bayescmp._support._files import MAX_BYTES, read_limited, too_large, write_whole
from bayescmp._support._validation import check_integer

_BEFORE, _AFTER = b"\nbayescmp sha256 ", b" bayescmp\n"
"""What stands around the checksum."""


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
    # No view of the buffer: kept by the traceback of a failed write, it may crash the garbage collection.
    _write_with_sum(memory.getvalue(), path)


def write_datatree(tree: xr.DataTree, path: str | Path) -> None:
    """Write groups of data to one file that ends in .nc, as `write_whole` does."""
    path = _checked_suffix(path)
    _write_with_sum(bytes(tree.to_netcdf(engine="h5netcdf")), path)


def read_datatree(path: str | Path, *, max_bytes: int = MAX_BYTES) -> xr.DataTree:
    """Read a NetCDF file of ours with its groups, unless it is damaged or declares more than `max_bytes`."""
    path, max_bytes = Path(path), check_integer("max_bytes", max_bytes, least=1, most=None)
    found = read_limited(path, max_bytes=max_bytes)
    content, line = found[: -len(_line(b""))], found[-len(_line(b"")) :]
    if line != _line(content):
        raise ValueError(
            f"{path.name!r} must be a NetCDF file that bayescmp wrote, but its checksum is missing or wrong: it is "
            "damaged, cut short, or of another program."
        )
    try:
        size = _declared(content)
        if size <= max_bytes:
            return _loaded(content)
    except Exception as error:  # whatever h5py, h5netcdf and xarray say of a file that is none
        raise ValueError(f"{path.name!r} must be a NetCDF file, but could not be read as one.") from error
    raise ValueError(too_large(path, max_bytes))


def _checked_suffix(path: str | Path) -> Path:
    path = Path(path)
    if path.suffix != ".nc":
        raise ValueError(f"`path` must end in .nc, but got {path.name!r}. `write_report` writes reports.")
    return path


def _write_with_sum(content: bytes, path: Path) -> None:
    write_whole(content + _line(content), path)


def _line(content: bytes) -> bytes:
    return _BEFORE + hashlib.sha256(content).hexdigest().encode() + _AFTER


def _declared(content: bytes) -> int:
    """Return how many bytes the variables of a file take, which its length does not bound.

    Everything in it must have one name and lie in the file itself: a second name may lead in a circle or be read again,
    and a link to another file would read that.
    """
    import h5py  # noqa: PLC0415 - as slow as the libraries that the linter keeps out

    seen = set()

    def size_of(group: Any) -> int:
        total = 0
        for name in group:
            found: Any = group[name] if isinstance(group.get(name, getlink=True), h5py.HardLink) else None
            place = None if found is None else h5py.h5o.get_info(found.id).addr
            is_data = isinstance(found, h5py.Dataset)
            if place is None or place in seen or (is_data and (found.external or found.is_virtual)):
                raise ValueError(f"{name!r} is a link")
            seen.add(place)
            total += (found.size or 0) * found.dtype.itemsize if is_data else size_of(found)
        return total

    with h5py.File(BytesIO(content), "r") as file:
        seen.add(h5py.h5o.get_info(file.id).addr)
        return size_of(file)


def _loaded(content: bytes) -> xr.DataTree:
    # Warned of are dimensions without names, of which ours have none. Nothing of ours holds times; a time takes a
    # hundred times as much memory as the number it is kept as.
    with (
        warnings.catch_warnings(action="ignore"),
        xr.open_datatree(BytesIO(content), engine="h5netcdf", decode_times=False, decode_timedelta=False) as tree,
    ):
        return tree.load()
