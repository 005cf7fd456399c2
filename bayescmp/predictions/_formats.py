"""Formats of tables in files, by their suffixes."""

from pathlib import Path

from bayescmp._files import STANDARD_INPUT
from bayescmp._registry import did_you_mean

SEPARATED = (".csv", ".tsv")
"""Of text in columns, which leaves open what is a number."""
JSON_LINES = (".jsonl", ".ndjson")
FORMATS = (*SEPARATED, ".json", *JSON_LINES, ".parquet")
_BINARY = {
    b"PK\x03\x04": "a spreadsheet or another archive. Save it as .csv first",
    b"\xd0\xcf\x11\xe0": "a file of Excel. Save it as .csv first",
    b"\x1f\x8b": "packed by gzip. Unpack it, or let its name end in .gz",
    b"PAR1": "Parquet. Let its name end in .parquet",
    b"\x89HDF": "NetCDF. Let its name end in .nc",
}


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
    excel = suffix in {".xls", ".xlsx", ".ods"}
    hint = " Save the spreadsheet as .csv first." if excel else did_you_mean(suffix, FORMATS)
    raise ValueError(f"A table must be a {', '.join(FORMATS[:-1])} or {FORMATS[-1]} file, but got {path.name!r}.{hint}")


def check_is_text(content: bytes, file: str) -> None:
    """Refuse a text file whose first bytes are those of another format."""
    for start, what in _BINARY.items():
        if content.startswith(start):
            raise ValueError(f"{file} must be text, but is {what}.")
