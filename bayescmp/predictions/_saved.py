"""Predictions in files of NetCDF."""

from pathlib import Path

import xarray as xr

from bayescmp._support._files import MAX_BYTES, contents_of
from bayescmp._support._netcdf import read_datatree, write_netcdf
from bayescmp._support._table_files import suffix_of
from bayescmp._support._validation import about, check_integer, check_path
from bayescmp.predictions._check import check_predictions
from bayescmp.predictions._dataset import SCHEMA, provenance


def read_predictions(path: str | Path, *, max_bytes: int = MAX_BYTES) -> xr.Dataset:
    """Read what `save_predictions` wrote.

    Parameters
    ----------
    path : str or Path
        A file with the suffix .nc. Tables are read by `labels` and its like, with ``data=path``.
    max_bytes : int, default 2**28
        The most that a file may hold, unpacked. A larger file is refused before more of it is read.

    Raises
    ------
    FileNotFoundError, ValueError
        If there is no such file, or it is something else, damaged or too large.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import bayescmp as bc
    >>> path = pathlib.Path(tempfile.mkdtemp(), "predictions.nc")
    >>> predictions = bc.labels([0, 1], {"a": [0, 0], "b": [0, 1]})
    >>> bc.save_predictions(predictions, path)
    >>> bc.read_predictions(path).identical(predictions)
    True
    """
    max_bytes, path = check_integer("max_bytes", max_bytes, least=1, most=None), check_path("path", path)
    if suffix_of(path) != ".nc":
        raise ValueError(
            f"`path` must be a file of `save_predictions` (.nc), but got {path.name!r}. Tables are for `labels` "
            "and its like (data=path)."
        )
    with about("path"):
        data = read_datatree(path, max_bytes=max_bytes).to_dataset()
        if {"result", "comparison"} & set(data.attrs):
            raise ValueError(f"{path.name!r} holds a saved result, not predictions. `bayescmp.load` reads it.")
        with contents_of(path, "a file of `save_predictions`"):
            schema = provenance(data).get("schema")
            if isinstance(schema, bool) or schema != SCHEMA:
                raise ValueError(
                    f"{path.name!r} must be a file of `save_predictions` with schema {SCHEMA}, but got {schema}."
                )
            return check_predictions(data, "path")


def name_of_system(path: Path) -> str:
    """Return the name of a file without the suffixes of its format."""
    name = path.name.removesuffix(".gz")
    return name.removesuffix(suffix_of(path)) or path.name


def save_predictions(predictions: xr.Dataset, path: str | Path) -> None:
    """Save predictions as NetCDF (suffix .nc), to be read by `read_predictions`.

    Parameters
    ----------
    predictions : Dataset
        As from `labels` and its like.
    path : str or Path
        The file to write; an old one is replaced only once the new one is complete.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import bayescmp as bc
    >>> path = pathlib.Path(tempfile.mkdtemp(), "predictions.nc")
    >>> bc.save_predictions(bc.verdicts({"a": [1, 0], "b": [0, 1]}), path)
    >>> path.stat().st_size > 0
    True
    """
    check_predictions(predictions)
    path = check_path("path", path)
    with about("path"):
        write_netcdf(predictions, path)
