"""Write and read NetCDF files: whole or not at all."""

from pathlib import Path

import xarray as xr


def write_netcdf(data: xr.Dataset, path: str | Path) -> None:
    """Write a file that ends in .nc; an old one is replaced only once the new one is complete."""
    path = Path(path)
    if path.suffix != ".nc":
        raise ValueError(f"`path` must end in .nc, but got {path.name!r}.")
    unfinished = path.with_suffix(".nc.part")
    try:
        data.to_netcdf(unfinished, engine="h5netcdf")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def read_netcdf(path: str | Path) -> xr.Dataset:
    """Read a NetCDF file into memory."""
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {str(path)!r}.")
    try:
        return xr.load_dataset(path, engine="h5netcdf")
    except OSError as error:
        raise ValueError(f"{path.name!r} must be a NetCDF file, but could not be read as one.") from error
