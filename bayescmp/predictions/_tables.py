"""Tables from files: CSV, JSON lines and Parquet, plain or gzipped."""

import contextlib
import csv
import gzip
import json
import math
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

import pandas as pd

_MISSING = frozenset({"", "NaN", "nan", "NULL", "null"})
_BOOLS = {"True": True, "TRUE": True, "true": True, "False": False, "FALSE": False, "false": False}


def read_table(path: str | Path, *, labels: Collection[str] = ()) -> pd.DataFrame:
    """Read a data frame by the suffix of its file: .csv, .parquet, .jsonl or .ndjson; text also with .gz.

    Parameters
    ----------
    path : str or Path
        The file.
    labels : collection of str, optional
        Columns that hold labels of one set: in CSV, one of numbers is read as text if it shares an entry with one of
        text.

    Returns
    -------
    DataFrame
        A column of CSV holds numbers if each is written in the one usual way, so that "01" and "1", or "1e3" and
        "1000", stay apart; bools if each is True or False; else text.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the suffix is another one, the file is not what the suffix says, a line has more or fewer fields than the
        header, or a column or key occurs twice.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {str(path)!r}.")
    suffix = (path.with_suffix("") if path.suffix == ".gz" else path).suffix
    if suffix == ".csv":
        with _opened(path) as lines:
            return _typed(_frame_of_csv(lines, path.name), labels)
    if suffix in {".jsonl", ".ndjson"}:
        # pandas' reader turns text into dates in columns of certain names; how to stop it differs by version.
        with _opened(path) as lines:
            return pd.DataFrame(list(_json_objects(lines, path.name)))
    if suffix == ".parquet":
        return pd.read_parquet(path)  # which refuses columns of one name
    raise ValueError(f"A table must be a .csv, .parquet, .jsonl or .ndjson file, but got {path.name!r}.")


def _check_columns_differ(names: Iterable[str], what: str) -> None:
    """Refuse a table with two columns of one name, of which one would be read and the other not."""
    seen = set()
    for name in names:
        if name in seen:
            raise ValueError(f"The columns of {what} must have different names, but {name!r} occurs twice. Rename one.")
        seen.add(name)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8-sig", newline="") as lines:
            yield lines
    except UnicodeDecodeError as error:
        error.add_note(f"in {path.name}, which must be UTF-8")
        raise
    except EOFError as error:
        raise ValueError(f"{path.name} must be complete, but ends too early ({error}).") from error


def _json_objects(lines: TextIO, file: str) -> Iterator[dict[str, Any]]:
    def with_different_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            _check_columns_differ((key for key, _ in pairs), f"{file}, line {number}")
        return found

    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                found = json.loads(line, object_pairs_hook=with_different_keys)
            except json.JSONDecodeError as error:
                error.add_note(f"in line {number} of {file}")
                raise
            if not isinstance(found, dict):
                raise ValueError(f'Each line of {file} must be an object such as {{"y": 1}}, but line {number} is not.')
            yield found


def _frame_of_csv(lines: TextIO, file: str) -> pd.DataFrame:
    """Read every field as text."""
    header, *rows = [*_csv_rows(lines, file)] or [[]]
    if not header:
        raise ValueError(f"{file} must have a header, but is empty. No columns were found.")
    names = [name or f"Unnamed: {i}" for i, name in enumerate(header)] if header.count("") < 2 else header
    _check_columns_differ(names, file)
    columns = zip(*rows, strict=True) if rows else ([] for _ in names)
    return pd.DataFrame({name: pd.Series(column, dtype=object) for name, column in zip(names, columns, strict=True)})


def _csv_rows(lines: TextIO, file: str) -> Iterator[list[str]]:
    """Yield the rows that are not blank; one of another length would shift its columns silently."""
    with _long_fields():
        reader, begin, width = csv.reader(lines, strict=True), 1, 0
        try:
            for row in reader:
                blank = not row or (width > 1 and len(row) == 1 and not row[0].strip())
                width = width or len(row)
                if not blank and len(row) != width:
                    raise ValueError(
                        f"Each line of {file} must have as many fields as the header ({width}), but line {begin} has "
                        f"{len(row)}. Fields that hold commas need quotes."
                    )
                if not blank:
                    yield row
                begin = reader.line_num + 1
        except csv.Error as error:
            raise ValueError(f"{file} must be CSV, but line {begin} is not: {error}.") from error


@contextlib.contextmanager
def _long_fields() -> Iterator[None]:
    """Let fields be as long as they are; Python's limit of 131,072 characters is one for the process."""
    limit = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(limit)


def _typed(text: pd.DataFrame, labels: Collection[str]) -> pd.DataFrame:
    """Turn columns of text into numbers and bools where their writing says so."""
    coded = {name: pd.factorize(text[name]) for name in text}
    values = {name: _values(entries) for name, (_, entries) in coded.items()}
    together = [name for name in dict.fromkeys(labels) if name in coded]
    words = {entry for name in together if values[name] is None for entry in coded[name][1]} - _MISSING
    values |= {name: None for name in together if words.intersection(coded[name][1])}
    columns = {
        name: pd.Series(_as_text(entries) if values[name] is None else values[name]).to_numpy()[codes]
        for name, (codes, entries) in coded.items()
    }
    return pd.DataFrame(columns, index=text.index)


def _as_text(entries: Iterable[str]) -> list[Any]:
    return [math.nan if entry in _MISSING else entry for entry in entries]


def _values(entries: Iterable[str]) -> list[Any] | None:
    """Return the numbers or bools that the distinct entries of a column stand for, no two the same; None for text."""
    written = [entry for entry in entries if entry not in _MISSING]
    for read in (_BOOLS.get, _usual_number):
        values = [read(entry) for entry in written]
        if None in values:
            continue
        if any(isinstance(value, float) for value in values):
            values = [float(value) for value in values if value is not None]
        if len(set(values)) == len(written):
            known = dict(zip(written, values, strict=True))
            return [known.get(entry, math.nan) for entry in entries]
    return None


def _usual_number(entry: str) -> int | float | None:
    """Return the number that `entry` is, if it is written as Python would write it."""
    kind = int if entry.lstrip("-").isdecimal() else float
    try:
        value = kind(entry)
    except ValueError:
        return None
    usual = str(value) == entry and math.isfinite(value) and (kind is float or -(2**63) <= value < 2**63)
    return value if usual else None
