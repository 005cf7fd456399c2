"""Tables from files, by their suffixes: text in columns, JSON and Parquet, plain or gzipped."""

import contextlib
import csv
import io
import json
import math
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import pandas as pd

from bayescmp._support._files import MAX_BYTES, STANDARD_INPUT, contents_of, name_of_file, read_limited, too_large
from bayescmp._support._text import twice
from bayescmp._support._validation import check_integer, check_storable

if TYPE_CHECKING:
    from pyarrow import Schema, parquet

SEPARATED = (".csv", ".tsv")
"""Of text in columns, which leaves open what is a number."""
JSON_LINES = (".jsonl", ".ndjson")
FORMATS = (*SEPARATED, ".json", *JSON_LINES, ".parquet")
_WIDTH = 8
"""Bytes that an entry of a table takes at least, once it is unpacked."""
_MISSING = frozenset({"", "NaN", "nan", "NULL", "null"})
_BOOLS = {"True": True, "TRUE": True, "true": True, "False": False, "FALSE": False, "false": False}
_TEXTS = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")


def read_table(path: str | Path, *, labels: Collection[str] = (), max_bytes: int = MAX_BYTES) -> pd.DataFrame:
    """Read a data frame by the suffix of its file, in any case: one of `FORMATS`; text also with .gz."""
    path, max_bytes = Path(path), check_integer("max_bytes", max_bytes, least=1, most=None)
    if path.is_file():
        format_of(path)
    content, file = read_limited(path, max_bytes=max_bytes), name_of_file(path)
    suffix = format_of(path)
    if suffix == ".parquet":
        return _frame_of_parquet(content, path, max_bytes)
    lines = _lines(content, file)
    if suffix in SEPARATED:
        return _typed(_frame_of_csv(lines, file, suffix), labels)
    # pandas' reader turns text into dates in columns of certain names; how to stop it differs by version.
    objects = list((_json_array if suffix == ".json" else _json_objects)(lines, file))
    if not objects:
        raise ValueError(f"{file} must hold at least one record, but is empty.")
    if len(objects) * len(set().union(*objects)) * _WIDTH > max_bytes:  # where records share no keys
        raise ValueError(too_large(path, max_bytes))
    try:
        return pd.DataFrame(objects)
    except UnicodeEncodeError as error:
        check_storable(f"Text in {file}", str(error.object))
        raise


def suffix_of(path: Path) -> str:
    """Return the suffix that says the format, in lower case and without .gz; standard input is .csv."""
    if path == STANDARD_INPUT:
        return ".csv"
    lower = Path(path.name.lower())
    return (lower.with_suffix("") if lower.suffix == ".gz" else lower).suffix


def format_of(path: Path) -> str:
    """Return one of `FORMATS`, or say which there are."""
    suffix = suffix_of(path)
    if suffix in FORMATS:
        return suffix
    raise ValueError(f"A table must be a {', '.join(FORMATS[:-1])} or {FORMATS[-1]} file, but got {path.name!r}.")


def check_columns_differ(names: Iterable[str], what: str) -> None:
    """Refuse a table with two columns of one name, of which one would be read and the other not."""
    if (name := twice(names)) is not None:
        raise ValueError(f"The columns of {what} must have different names, but {name!r} occurs twice. Rename one.")


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
        raise ValueError(f'{file} must be an array of records, such as [{{"y": 1}}, {{"y": 0}}], but is not.')
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
        raise ValueError(f"{refusal}: it is nested too deeply. Leave that out.") from None
    except ValueError as error:  # also of a number with thousands of digits
        raise ValueError(f"{refusal}: {error}.") from error
    for keys in repeated:
        check_columns_differ(keys, what)
    return found


def _separator(lines: TextIO, suffix: str) -> str:
    """Return what separates columns: semicolons in a CSV whose header has one and no comma."""
    header = next((line for line in lines if line.strip()), "")
    lines.seek(0)
    if suffix == ".tsv":
        return "\t"
    return ";" if ";" in header and "," not in header else ","


def _frame_of_csv(lines: TextIO, file: str, suffix: str) -> pd.DataFrame:
    """Read every field as text."""
    header, *rows = [*_csv_rows(lines, file, _separator(lines, suffix))] or [[]]
    if not header:
        raise ValueError(f"{file} must have a header, but is empty.")
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
                        f"{len(row)}. Fields that hold {separator!r} need quotes."
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
    columns = {}
    for name, (codes, entries) in coded.items():
        own: list[Any] = values[name] or [math.nan if entry in _MISSING else entry for entry in entries]
        columns[name] = pd.Series(own).to_numpy()[codes]
    return pd.DataFrame(columns, index=text.index)


def value_of_entry(entry: str) -> str | float:
    """Return what an entry of a CSV stands for if its column holds numbers or bools, else the text."""
    values = _values([entry])
    return entry if values is None else values[0]


def _values(entries: Iterable[str]) -> list[float] | None:
    """Return the numbers or bools that the distinct entries of a column stand for, no two the same; None for text."""
    written = [entry for entry in entries if entry not in _MISSING]
    for read in (_BOOLS.get, _usual_number):
        values = [value for entry in written if (value := read(entry)) is not None]
        if any(isinstance(value, float) for value in values):
            values = [float(value) for value in values]
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


# --- Parquet, of which nothing is unpacked before it is known how much that will be -----------------------------------


def _frame_of_parquet(content: bytes, path: Path, max_bytes: int) -> pd.DataFrame:
    """Read the table, if the file declares at most `max_bytes`."""
    try:
        from pyarrow import parquet
    except ImportError as error:
        raise ImportError(f"{path.name!r} needs pyarrow to be read: pip install 'bayescmp[parquet]'.") from error
    with contents_of(path, "a Parquet file"):
        file = parquet.ParquetFile(io.BytesIO(content))
        _check_plain(file.schema_arrow)
        if _declared(file.metadata) > max_bytes or _size_of_texts(content, file.schema_arrow) > max_bytes:
            raise ValueError(too_large(path, max_bytes))
        check_columns_differ(file.schema_arrow.names, name_of_file(path))
        return pd.read_parquet(io.BytesIO(content), engine="pyarrow")


def _check_plain(schema: "Schema") -> None:
    """Refuse columns of lists and the like, of which a file does not say how much they unpack to."""
    from pyarrow import types

    for field in schema:
        kind = field.type.value_type if types.is_dictionary(field.type) else field.type
        if types.is_nested(kind) or types.is_fixed_size_binary(kind):
            raise ValueError(
                f"each column must hold numbers, texts, bools or times, but {field.name!r} holds {kind}. Drop it first"
            )


def _declared(metadata: "parquet.FileMetaData") -> int:
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    entries = sum(group.column(number).num_values for group in groups for number in range(group.num_columns))
    rows = metadata.num_rows * metadata.num_columns
    return max(rows * _WIDTH, entries * _WIDTH, sum(group.total_byte_size for group in groups))


def _size_of_texts(content: bytes, schema: "Schema") -> int:
    """Return how long the texts of all rows are together; a file holds one text once, however often it occurs."""
    from pyarrow import compute, parquet

    texts = [field.name for field in schema if str(field.type) in _TEXTS]
    table = parquet.ParquetFile(io.BytesIO(content), read_dictionary=texts).read(columns=texts)
    chunks = [chunk for column in table.columns for chunk in column.chunks]
    lengths = [compute.take(compute.binary_length(chunk.dictionary), chunk.indices) for chunk in chunks]
    return sum(compute.sum(length.cast("int64")).as_py() or 0 for length in lengths)
