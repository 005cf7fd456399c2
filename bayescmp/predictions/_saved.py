"""Predictions from files and to files."""

import contextlib
import shlex
from pathlib import Path
from typing import Any

import pandas as pd
import xarray as xr

from bayescmp._files import MAX_BYTES, contents_of, name_of_file
from bayescmp._netcdf import read_netcdf, write_netcdf
from bayescmp._validation import about, check_integer, check_path, in_file
from bayescmp.predictions._check import check_predictions
from bayescmp.predictions._data_frames import label_columns, number_columns, predictions_from_frame
from bayescmp.predictions._dataset import SCHEMA, provenance
from bayescmp.predictions._table_files import read_table, suffix_of


def read_predictions(path: str | Path, *, max_bytes: int = MAX_BYTES, **columns: Any) -> xr.Dataset:
    r"""Read predictions from a table in a file, or from what `save_predictions` wrote.

    Parameters
    ----------
    path : str or Path
        A file whose suffix is .csv, .tsv, .json (an array of records), .jsonl, .ndjson (text also gzipped, .gz),
        .parquet, which needs pyarrow, or .nc; "-" is a CSV on standard input. A CSV whose header has a semicolon and no
        comma is separated by semicolons.
    max_bytes : int, default 2**28
        The most that the file may hold, unpacked; in memory, text takes up to 20 times as much. A larger file is
        refused before more of it is read: a few kilobytes can be packed so that they unpack to any size.
    **columns : str
        The columns, `y_prob`, `hold_out` and `on_missing`, as in `predictions_from_frame`; none for .nc.

    Returns
    -------
    Dataset
        As from `predictions_from_arrays`.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ImportError
        If the file is Parquet and there is no pyarrow.
    KeyError, TypeError, ValueError
        As from `predictions_from_frame`, or if the suffix is unknown, or the file damaged or too large.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import bayescmp as bc
    >>> path = pathlib.Path(tempfile.mkdtemp(), "log.csv")
    >>> _ = path.write_text("y,tree,svm\nyes,yes,no\nno,no,no\n")
    >>> bc.read_predictions(path, y_true="y", y_pred=["tree", "svm"])["label"].values.tolist()
    ['no', 'yes']
    """
    path, max_bytes = check_path("path", path), check_integer("max_bytes", max_bytes, least=1, most=None)
    if suffix_of(path) != ".nc":
        with in_file(name_of_file(path)):
            with about("path"):
                frame = read_table(path, labels=label_columns(columns), max_bytes=max_bytes)
            for name in number_columns(columns, frame):
                with contextlib.suppress(KeyError, TypeError, ValueError):  # what is no number is refused by its name
                    frame[name] = pd.to_numeric(frame[name])  # however it is written
            return predictions_from_frame(frame, **columns)
    if columns:
        raise ValueError(f"A .nc file has its own names, but got the columns {sorted(columns)}.")
    with about("path"):
        data = read_netcdf(path, max_bytes=max_bytes)
        if {"result", "comparison"} & set(data.attrs):
            report = f"bayescmp report {shlex.quote(str(path))} FILE.html"
            raise ValueError(
                f"{path.name!r} holds a saved result, not predictions. `{report}` makes a report of it; in Python, "
                "`bayescmp.load` reads it."
            )
        with contents_of(path, "a file of `save_predictions`"):
            schema = provenance(data).get("schema")
            if isinstance(schema, bool) or schema != SCHEMA:
                raise ValueError(
                    f"{path.name!r} must be a file of `save_predictions` with schema {SCHEMA}, but got {schema}."
                )
            return check_predictions(data, "path")


def save_predictions(predictions: xr.Dataset, path: str | Path) -> None:
    """Save predictions as NetCDF (suffix .nc), to be read by `read_predictions`.

    Parameters
    ----------
    predictions : Dataset
        As from `predictions_from_arrays`.
    path : str or Path
        The file to write; an old one is replaced only once the new one is complete.

    Raises
    ------
    TypeError, ValueError
        If `predictions` is something else, or the suffix is not .nc.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import bayescmp as bc
    >>> path = pathlib.Path(tempfile.mkdtemp(), "predictions.nc")
    >>> predictions = bc.predictions_from_arrays([0, 1], {"a": [0, 0], "b": [0, 1]})
    >>> bc.save_predictions(predictions, path)
    >>> bc.read_predictions(path).identical(predictions)
    True
    """
    check_predictions(predictions)
    path = check_path("path", path)
    with about("path"):
        write_netcdf(predictions, path)
