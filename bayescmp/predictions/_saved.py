"""Predictions from files and to files."""

import contextlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import xarray as xr

from bayescmp._support._files import MAX_BYTES, contents_of, name_of_file
from bayescmp._support._netcdf import read_netcdf, write_netcdf
from bayescmp._support._text import counted
from bayescmp._support._validation import about, check_integer, check_path, in_file
from bayescmp.predictions._check import check_predictions
from bayescmp.predictions._columns import ColumnReader
from bayescmp.predictions._data_frames import label_columns, number_columns, predictions_from_frame
from bayescmp.predictions._dataset import SCHEMA, provenance
from bayescmp.predictions._probability_columns import is_pattern
from bayescmp.predictions._table_files import read_table, suffix_of

_NAMES = "classifier (the file)"
"""Column of the names of files."""
_WHOLE = re.compile(r"-?\d+(\.0)?")


def read_predictions(
    path: str | Path | Sequence[str | Path] | Mapping[str, str | Path],
    *,
    truth: str | Path | None = None,
    max_bytes: int = MAX_BYTES,
    **columns: Any,
) -> xr.Dataset:
    r"""Read predictions from a table in a file, or from what `save_predictions` wrote.

    Parameters
    ----------
    path : str, Path, list of these, or mapping of str to these
        A file whose suffix is .csv, .tsv, .json (an array of records), .jsonl, .ndjson (text also gzipped, .gz),
        .parquet, which needs the extra `parquet`, or .nc; "-" is a CSV on standard input. A CSV whose header has a
        semicolon and no comma is separated by semicolons. Or several tables with the same columns, one for each
        classifier, whose `record` tells which rows belong together: the name of a classifier is that of its file
        without suffixes, or that of the mapping.
    truth : str or Path, optional
        A table of true labels, for tables without them: a row for each `record`, by whose ids it is joined. `y_true` is
        a column of this one, and may be left out where it is the only one beside the record.
    max_bytes : int, default 2**28
        The most that a file may hold, unpacked; in memory, text takes up to 20 times as much. A larger file is
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
    max_bytes = check_integer("max_bytes", max_bytes, least=1, most=None)
    true = None
    if truth is not None:
        true = _truth(check_path("truth", truth), columns, max_bytes)
        columns["y_true"] = true.name
    if not isinstance(path, (str, Path)) and isinstance(path, (Mapping, Sequence)):
        return _of_each_classifier(path, columns, max_bytes, true)
    path = check_path("path", path)
    if suffix_of(path) != ".nc":
        with in_file(name_of_file(path)):
            return predictions_from_frame(_table(path, columns, max_bytes, true), **columns)
    if columns:
        raise ValueError(f"A .nc file has its own names, but got the columns {sorted(columns)}.")
    with about("path"):
        data = read_netcdf(path, max_bytes=max_bytes)
        if {"result", "comparison"} & set(data.attrs):
            raise ValueError(f"{path.name!r} holds a saved result, not predictions. `bayescmp.load` reads it.")
        with contents_of(path, "a file of `save_predictions`"):
            schema = provenance(data).get("schema")
            if isinstance(schema, bool) or schema != SCHEMA:
                raise ValueError(
                    f"{path.name!r} must be a file of `save_predictions` with schema {SCHEMA}, but got {schema}."
                )
            return check_predictions(data, "path")


def _truth(path: Path, columns: Mapping[str, Any], max_bytes: int) -> "pd.Series[Any]":
    """Return the true labels of a file by their records, under a name that no column of answers has."""
    record, asked = columns.get("record"), columns.get("y_true")
    if not isinstance(record, str):
        raise ValueError(  # noqa: TRY004 - left out, mostly
            f"`record`, the column of ids in all files, must be given with `truth`, but got {record!r}."
        )
    with about("truth"), in_file(name_of_file(path)):
        frame = read_table(path, max_bytes=max_bytes)
        others = [name for name in frame if name != record]
        column = asked or (others[0] if len(others) == 1 else "y_true")
        read = ColumnReader(frame)
        found = pd.Series(
            read(column, "y_true"), index=read(record, "record"), name=f"{column} of {name_of_file(path)}"
        )
        twice = found.index[found.index.duplicated()].tolist()
        if twice:
            raise ValueError(f"`truth` must have one row for each record, but {twice[0]!r} is there twice.")
    return found


def _joined(frame: pd.DataFrame, true: "pd.Series[Any]", columns: Mapping[str, Any]) -> pd.DataFrame:
    """Return a table with the true labels of its records; of one system's rows, with those that lack an answer."""
    record = columns["record"]
    ids = pd.Series(ColumnReader(frame)(record, "record"))
    unknown, absent = ids[~ids.isin(true.index)].tolist(), true.index[~true.index.isin(ids)]
    if unknown:
        raise ValueError(
            f"`truth` must have all records of the table, but lacks {counted(len(unknown), 'row')} of it, first "
            f"{unknown[0]!r}."
        )
    if len(absent) and (columns.get("on_missing") in {None, "error"} or columns.get("classifier") is not None):
        raise ValueError(
            f"The table must have all records of `truth`, but lacks {counted(len(absent), 'record')}, first "
            f'{absent.tolist()[0]!r}. Give on_missing="drop" with a column or file for each classifier.'
        )
    frame = pd.concat([frame, pd.DataFrame({record: absent})], ignore_index=True) if len(absent) else frame
    return frame.assign(**{str(true.name): true.loc[frame[record]].to_numpy()})


def _table(
    path: Path, columns: Mapping[str, Any], max_bytes: int, true: "pd.Series[Any] | None" = None
) -> pd.DataFrame:
    """Read a table, and what is to be numbers as such, however they are written."""
    with about("path"):
        labels = [name for name in label_columns(columns) if isinstance(name, str)]  # others are refused below
        frame = read_table(path, labels=labels, max_bytes=max_bytes)
        frame = frame if true is None else _joined(frame, true, columns)
    for name in (one for one in number_columns(columns, frame) if isinstance(one, str)):  # pandas calls functions
        with contextlib.suppress(KeyError, TypeError, ValueError):  # what is no number is refused by its name
            frame[name] = pd.to_numeric(frame[name])
    of_text = [name for name in frame if name in labels and frame[name].dtype.kind == "O"]
    _check_no_decimals_beside({str(label) for name in of_text for label in frame[name].dropna()})
    return frame


def _check_no_decimals_beside(labels: set[str]) -> None:
    """Refuse whole numbers as text, some with decimals, as they are where rows of two tables were put together."""
    twice = [label for label in sorted(labels) if f"{label}.0" in labels]
    if twice and all(map(_WHOLE.fullmatch, labels)):
        raise ValueError(
            f"Labels must be written in one way, but one is {twice[0]!r} and another '{twice[0]}.0'. Write them alike."
        )


def _of_each_classifier(
    paths: Sequence[str | Path] | Mapping[str, str | Path],
    columns: Mapping[str, Any],
    max_bytes: int,
    true: "pd.Series[Any] | None",
) -> xr.Dataset:
    """Read a table for each classifier, whose rows belong together by the column `record`."""
    files = [check_path("path", one) for one in (paths.values() if isinstance(paths, Mapping) else paths)]
    names = list(paths) if isinstance(paths, Mapping) else [name_of_system(one) for one in files]
    if len(set(names)) < max(len(names), 1):
        raise ValueError(
            f"`path` must hold files with names of their own, or be a mapping from names, but got {names}."
        )
    if columns.get("classifier") is not None or columns.get("record") is None:
        raise ValueError(
            "`record`, the column that identifies records, must be given with a file for each classifier, and "
            "`classifier` be left out: each file is one."
        )
    parts = []
    for name, path in zip(names, files, strict=True):
        with in_file(name_of_file(path)):
            if suffix_of(path) == ".nc":
                raise ValueError(f"`path` must hold tables, but {path.name!r} is none. Read one .nc file by itself.")
            parts.append(_table(path, columns, max_bytes, true).assign(**{_NAMES: name}))
            for column in _named(columns):
                if column not in parts[-1]:
                    raise KeyError(f"The table must have a column {column!r}, but has only {list(parts[-1])[:-1]}.")
    return predictions_from_frame(pd.concat(parts, ignore_index=True), classifier=_NAMES, **columns)


def name_of_system(path: Path) -> str:
    """Return the name of a file without the suffixes of its format."""
    name = path.name.removesuffix(".gz")
    return name.removesuffix(suffix_of(path)) or path.name


def _named(columns: Mapping[str, Any]) -> list[str]:
    """Return the columns that every file must have: of answers, and of keys."""
    instead = ("correct", "preference", "loss", "score", "y_score", "y_prob")
    usual = {} if any(columns.get(name) is not None for name in instead) else {"y_true": "y_true", "y_pred": "y_pred"}
    given = usual | {name: column for name, column in columns.items() if isinstance(column, str)}
    return [column for name, column in given.items() if name != "on_missing" and not is_pattern(column)]


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
