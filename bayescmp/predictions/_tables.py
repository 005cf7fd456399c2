"""Tables from files: text in columns, JSON and Parquet, plain or gzipped."""

import contextlib
import csv
import io
import json
import math
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TextIO

import pandas as pd

from bayescmp._files import MAX_BYTES, name_of_file, read_limited, too_large
from bayescmp._validation import check_integer
from bayescmp.predictions._formats import SEPARATED, check_is_text, format_of
from bayescmp.predictions._parquet import columns_of_parquet, frame_of_parquet

_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_ENTRY = 8
"""Bytes that an entry of a table takes at least."""
_MISSING = frozenset({"", "NaN", "nan", "NULL", "null"})
_BOOLS = {"True": True, "TRUE": True, "true": True, "False": False, "FALSE": False, "false": False}


def read_table(path: str | Path, *, labels: Collection[str] = (), max_bytes: int = MAX_BYTES) -> pd.DataFrame:
    """Read a data frame by the suffix of its file, in any case: one of `FORMATS`; text also with .gz.

    Parameters
    ----------
    path : str or Path
        The file; "-" is a CSV on standard input. A CSV whose header has a semicolon and no comma is separated by
        semicolons. A .json file holds an array of records.
    labels : collection of str, optional
        Columns that hold labels of one set: in CSV, one of numbers is read as text if it shares an entry with one of
        text.
    max_bytes : int, default 2**28
        The most that the file may hold, unpacked.

    Returns
    -------
    DataFrame
        A column of CSV holds numbers if each is written in the one usual way, so that "01" and "1", or "1e3" and
        "1000", stay apart; bools if each is True or False; else text.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ImportError
        If the file is Parquet and there is no pyarrow.
    ValueError
        If the suffix is another one, the file is too large or not what the suffix says, a line has more or fewer fields
        than the header, or a column or key occurs twice.
    """
    path, max_bytes = Path(path), check_integer("max_bytes", max_bytes, least=1, most=None)
    if path.is_file():
        format_of(path)
    content, file = read_limited(path, max_bytes=max_bytes), name_of_file(path)
    suffix = format_of(path)
    if suffix == ".parquet":
        check_columns_differ(columns_of_parquet(content, path, max_bytes), file)
        return frame_of_parquet(content, path)
    check_is_text(content, file)
    lines = _lines(content, file)
    if suffix in SEPARATED:
        return _typed(_frame_of_csv(lines, file, suffix), labels)
    # pandas' reader turns text into dates in columns of certain names; how to stop it differs by version.
    objects = list((_json_array if suffix == ".json" else _json_objects)(lines, file))
    if not objects:
        raise ValueError(f"{file} must hold at least one record, but is empty.")
    if len(objects) * len(set().union(*objects)) * _ENTRY > max_bytes:  # where records share no keys
        raise ValueError(too_large(path, max_bytes))
    return pd.DataFrame(objects)


def check_columns_differ(names: Iterable[str], what: str) -> None:
    """Refuse a table with two columns of one name, of which one would be read and the other not."""
    seen = set()
    for name in names:
        if name in seen:
            raise ValueError(f"The columns of {what} must have different names, but {name!r} occurs twice. Rename one.")
        seen.add(name)


def _lines(content: bytes, file: str) -> TextIO:
    try:
        return io.StringIO(content.decode("utf-8-sig"), newline="")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file} must be text in UTF-8, but is not: {error}. Save it as CSV UTF-8.") from error


def _json_objects(lines: TextIO, file: str) -> Iterator[dict[str, object]]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            refusal = f"Each line of {file} must be JSON, but line {number} is not"
            found = _json(line, f"{file}, line {number}", refusal)
            if not isinstance(found, dict):
                raise ValueError(f'Each line of {file} must be an object such as {{"y": 1}}, but line {number} is not.')
            yield found


def _json_array(text: TextIO, file: str) -> list[dict[str, object]]:
    found = _json(text.read(), file, f"{file} must be JSON, but is not")
    if not isinstance(found, list) or not all(isinstance(record, dict) for record in found):
        raise ValueError(
            f'{file} must be an array of records, such as [{{"y": 1}}, {{"y": 0}}], but is not. '
            "A file with a record per line ends in .jsonl."
        )
    return found


def _json(text: str, what: str, refusal: str) -> object:
    def noted(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            repeated.append([key for key, _ in pairs])
        return found

    repeated: list[list[str]] = []
    try:
        found = json.loads(text, object_pairs_hook=noted)
    except RecursionError:
        raise ValueError(f"{refusal}: it is nested too deeply.") from None
    except ValueError as error:  # also of a number with thousands of digits
        raise ValueError(f"{refusal}: {error}.") from error
    for keys in repeated:
        check_columns_differ(keys, what)
    return found


def _separator(lines: TextIO, file: str, suffix: str) -> str:
    """Return what separates columns: semicolons in a CSV whose header has one and no comma."""
    header = next((line for line in lines if line.strip()), "")
    lines.seek(0)
    if suffix == ".csv" and "\t" in header and not {",", ";"} & set(header):
        raise ValueError(f"{file} must be separated by commas or semicolons, but is by tabs. Let its name end in .tsv.")
    if suffix == ".tsv" and "\t" not in header and {",", ";"} & set(header):
        raise ValueError(f"{file} must be separated by tabs, but is not. Let its name end in .csv.")
    if suffix == ".tsv":
        return "\t"
    return ";" if ";" in header and "," not in header else ","


def _frame_of_csv(lines: TextIO, file: str, suffix: str) -> pd.DataFrame:
    """Read every field as text."""
    header, *rows = [*_csv_rows(lines, file, _separator(lines, file, suffix))] or [[]]
    if not header:
        raise ValueError(f"{file} must have a header, but is empty. No columns were found.")
    names = [name or f"Unnamed: {i}" for i, name in enumerate(header)] if header.count("") < 2 else header
    check_columns_differ(names, file)
    columns = zip(*rows, strict=True) if rows else ([] for _ in names)
    return pd.DataFrame({name: pd.Series(column, dtype=object) for name, column in zip(names, columns, strict=True)})


def _csv_rows(lines: TextIO, file: str, separator: str) -> Iterator[list[str]]:
    """Yield the rows that are not blank; one of another length would shift its columns silently."""
    with _long_fields():
        reader, begin, width = csv.reader(lines, strict=True, delimiter=separator), 1, 0
        try:
            for row in reader:
                blank = not row or (width > 1 and len(row) == 1 and not row[0].strip())
                width = width or len(row)
                if not blank and len(row) != width:
                    raise ValueError(
                        f"Each line of {file} must have as many fields as the header ({width}), but line {begin} has "
                        f"{len(row)}. Fields that hold {_SEPARATORS[separator]} need quotes."
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


def value_of_entry(entry: str) -> str | float:
    """Return what an entry of a CSV stands for if its column holds numbers or bools, else the text."""
    values = _values([entry])
    return entry if values is None or values[0] is None else values[0]


def _as_text(entries: Iterable[str]) -> list[str | float]:
    return [math.nan if entry in _MISSING else entry for entry in entries]


def _values(entries: Iterable[str]) -> list[float | None] | None:
    """Return the numbers or bools that the distinct entries of a column stand for, no two the same; None for text."""
    written = [entry for entry in entries if entry not in _MISSING]
    for read in (_BOOLS.get, _usual_number):
        values = [read(entry) for entry in written]
        if None in values:
            continue
        if any(isinstance(value, float) for value in values):
            values = [float(value) for value in values if value is not None]
        if len(set(values)) == len(written):
            value_of = dict(zip(written, values, strict=True))
            return [value_of.get(entry, math.nan) for entry in entries]
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
