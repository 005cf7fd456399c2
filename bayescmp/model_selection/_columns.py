"""What the columns of features in a file hold: numbers, however they are written, or categories."""

import re
import shlex
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

from bayescmp._text import counted
from bayescmp.predictions._formats import SEPARATED, suffix_of

_COMMA = r"\s*[+-]?\d+(?:,\d+)?(?:[eE][+-]?\d+)?\s*"
_THOUSANDS = r"\s*[+-]?[1-9]\d{0,2}(?:,\d{3})+\s*"
_DOTS = r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+"
_NO_LABELS = frozenset({"?", "NA", "N/A", "n/a", "na", "#N/A", "."})
_MARKS = _NO_LABELS | {"-", "None", "none", "missing", "unknown"}
"""What other programs write where a value is missing; in a column of text they are categories, and some are labels."""
_KEYS = r"(?i:id|index|nr|no|key|.*_id)"


def numbers_of_csv(features: pd.DataFrame, path: str | Path) -> pd.DataFrame:
    """Turn columns of text that hold nothing but numbers into numbers, where the table is that of a CSV file.

    Other files say themselves what is text, but for numbers with decimal commas, which no file can hold as numbers. A
    label may be "01"; a feature is a quantity, however it is written.

    Parameters
    ----------
    features : DataFrame
        Columns as from `read_table`, without that of the labels.
    path : str or Path
        The file they are from.

    Returns
    -------
    DataFrame

    Raises
    ------
    ValueError
        If the commas of a column may be decimal commas or separate thousands, or its points, where others have commas.
    """
    found = {name: _with_points(features[name]) for name in decimal_commas(features)}
    if suffix_of(Path(path)) in SEPARATED:
        if found:
            _check_points(features.drop(columns=[*found]))
        text = [name for name in features if not pd.api.types.is_numeric_dtype(features[name]) and name not in found]
        found |= {name: _as_numbers(features[name]) for name in text}
    return features.assign(**found)


def decimal_commas(features: pd.DataFrame) -> list[str]:
    """Return the columns of numbers that are written with decimal commas; "1,500" alone may be another number."""
    found = []
    for name in features:
        values = features[name]
        if pd.api.types.is_numeric_dtype(values):
            continue
        entries = values.dropna().astype(str)
        commas = entries[entries.str.contains(",", regex=False)]
        if commas.empty or not entries.str.fullmatch(f"{_COMMA}|{_THOUSANDS}").all():
            continue
        if commas.str.fullmatch(_THOUSANDS).all():
            rule, entry = "A number must be written with a point or without a comma", commas.iloc[0]
            raise ValueError(_two_numbers(rule, name, entry, entry.replace(",", "."), entry.replace(",", "")))
        if entries.str.fullmatch(_COMMA).all():
            found.append(str(name))
    return found


def _check_points(features: pd.DataFrame) -> None:
    """Refuse points that may separate thousands, in a table that has decimal commas elsewhere."""
    for name in features:
        entries = features[name].dropna().astype(str).str.strip().str.removesuffix(".0")
        points = entries[entries.str.contains(".", regex=False)]
        if points.empty or not entries.str.fullmatch(rf"{_DOTS}|[+-]?\d{{1,3}}").all():
            continue
        rule, entry = (
            "A number must be written with a comma or without a point where others have commas",
            points.iloc[0],
        )
        raise ValueError(_two_numbers(rule, name, entry, entry.replace(".", ","), entry.replace(".", "")))


def _two_numbers(rule: str, name: object, entry: str, one: str, other: str) -> str:
    return (
        f"{rule}, but {name!r} has {entry!r}, which may be {one!r} or {other!r}. Rewrite it, or leave it out, by "
        f"{_drop(name)}."
    )


def _drop(name: object) -> str:
    """Return the option that leaves a column out, as a shell takes it."""
    return f"--drop {shlex.quote(str(name))}"


def _with_points(column: pd.Series) -> pd.Series:
    return column.where(column.isna(), column.astype(str).str.replace(",", ".", regex=False)).astype(float)


def _as_numbers(column: pd.Series) -> pd.Series:
    if column.astype(str).str.contains("_").any():  # Python reads 1_000
        return column
    try:
        return pd.Series(np.array(column, dtype=object).astype(float), index=column.index)
    except ValueError:
        return column


def check_columns(text: pd.DataFrame, file: str) -> None:
    """Refuse columns of text that hold numbers but for marks of what is missing, or nearly a value per record.

    In the latter each value would be a feature that no other record has.
    """
    for name in text:
        entries = text[name].dropna().astype(str)
        marks = entries.isin(_MARKS)
        if marks.any() and not marks.all() and pd.to_numeric(entries[~marks], errors="coerce").notna().all():
            mark = entries[marks].iloc[0]
            raise ValueError(
                f"A column must hold numbers or text, but {name!r} of {file} holds numbers and {mark!r}. Where that "
                f"marks missing values, leave them empty in the file; else leave the column out, by {_drop(name)}."
            )
        distinct = text[name].nunique()
        if distinct > len(text) / 2:
            raise ValueError(
                f"A text feature must have at most half as many distinct values as there are records, but {name!r} of "
                f"{file} has {distinct} in {counted(len(text), 'record')}, like an identifier. "
                f"Leave it out, by {_drop(name)}."
            )


def check_target(labels: pd.Series, name: str, file: str) -> None:
    """Refuse labels that mark what is missing, one class only, and a class for each record."""
    entries = labels.astype(str)
    others = pd.to_numeric(entries[~entries.isin(_MARKS)], errors="coerce")
    marks = entries.isin(_MARKS if others.notna().all() and len(others) else _NO_LABELS)
    if marks.any():
        raise ValueError(
            f"`target` must be in every record, but {name!r} of {file} has {entries[marks].iloc[0]!r} in record "
            f"{int(marks.to_numpy().argmax())}. Leave out records whose class is not known; call a class otherwise."
        )
    if (labels == labels.iloc[0]).all():
        raise ValueError(
            f"`target` must have at least two classes, but {name!r} of {file} has only {labels.tolist()[0]!r}."
        )
    if labels.is_unique and not pd.api.types.is_float_dtype(labels):
        raise ValueError(f"`target` must be a column of classes, but every record of {name!r} has its own.")


def warn_of_identifiers(numbers: pd.DataFrame) -> None:
    """Warn of whole numbers that count the records, or are all distinct under the name of an identifier."""
    for name in numbers:
        values = numbers[name]
        if not pd.api.types.is_integer_dtype(values) or len(values) < 2 or not values.is_unique:
            continue
        if re.fullmatch(_KEYS, str(name)) or (values.diff()[1:] == 1).all():
            warnings.warn(f"{name!r} looks like an identifier; {_drop(name)} leaves it out.", stacklevel=2)
