"""Write and read files: whole or not at all."""

from io import BytesIO
from pathlib import Path

import xarray as xr


def write_whole(content: bytes | memoryview, path: str | Path) -> None:
    """Write a file; an old one is replaced only once the new one is complete."""
    path = Path(path)
    unfinished = path.with_name(f"{path.name}.part")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError as error:
        raise OSError(error.errno, f"Could not write {path.name!r}: {error.strerror}", str(path)) from error
    finally:
        unfinished.unlink(missing_ok=True)


def write_netcdf(data: xr.Dataset, path: str | Path) -> None:
    """Write a file that ends in .nc, as `write_whole` does."""
    path = Path(path)
    if path.suffix != ".nc":
        raise ValueError(f"`path` must end in .nc, but got {path.name!r}.")
    from xarray.backends import H5NetCDFStore  # noqa: PLC0415 - loads dask where it is installed

    # Made in memory first: HDF5 does not survive a full disk in mid-write, Python does.
    memory = BytesIO()
    # Without a lock: beside a client of dask, `to_netcdf` asks the cluster for one, which breaks now and then.
    store = H5NetCDFStore.open(memory, mode="w", lock=False)
    try:
        data.dump_to_store(store)
    finally:
        store.close()
    write_whole(memory.getbuffer(), path)


def read_netcdf(path: str | Path) -> xr.Dataset:
    """Read a NetCDF file into memory."""
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {str(path)!r}.")
    try:
        return xr.load_dataset(path, engine="h5netcdf")
    except OSError as error:
        raise ValueError(f"{path.name!r} must be a NetCDF file, but could not be read as one.") from error
