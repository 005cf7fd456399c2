"""Tables, as reports show them: what a column of a frame is called says how it is written and what stands above it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
from pandas.api.types import is_numeric_dtype

from bayescmp.content._numbers import factor_text, is_missing, pvalue_text
from bayescmp.results._three_probabilities import OUTCOMES

_MARKS = "; decided ones are in bold, in plain text with a star"
_HEADS = {
    "prob_first_better": "P(first)",
    "prob_equivalent": "P(equivalent)",
    "prob_second_better": "P(second)",
    "prob_best": "P(best)",
    "prob_best_pooled": "pooled P",
    "prob_best_cautious": "cautious",
    "prob_within_rope_of_best": "in rope",
    "expected_rank": "rank",
    "expected_regret": "regret",
    "pooled_estimate": "pooled",
    "pooled_prob_first_better": "pooled",
    "posterior_holm": "Holm",
    "pvalue": "p-value",
    "pvalue_holm": "p-value, Holm",
    "n_records": "records",
    "mean_rank": "mean rank",
    "e_value": "e-value",
}
Written = Mapping[str, Callable[..., str]]
"""What writes the columns whose names have such a word, "interval" and all other "number"."""
_WRITTEN: Written = {
    "pvalue": pvalue_text,
    "holm": pvalue_text,
    "n_records": "{:.0f}".format,
    "n_datasets": "{:.0f}".format,
    "mean_rank": "{:.2f}".format,
    "e_value": factor_text,
    "decision": str,
}


@dataclass(frozen=True, kw_only=True)
class Cell:
    """An entry of a table.

    Attributes
    ----------
    text : str
        What is shown.
    value : float or None
        The number to sort by, None for text.
    marked : bool
        Whether it is in bold, in plain text with a star.
    """

    text: str
    value: float | None = None
    marked: bool = False


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table; a row has as many cells as there are heads.

    Attributes
    ----------
    key : str
        Its name, unique in the report.
    caption : str
        What it shows.
    heads : tuple of str
        Names of the columns.
    rows : tuple of tuples of Cell
        The first cell names the row.
    long : bool
        Whether the last column holds sentences.
    """

    key: str
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    long: bool = False


Column = tuple[str, list[Cell]]
"""A head, and the cells below it."""


def of_texts(head: str, texts: Iterable[str]) -> Column:
    """Return a column of texts."""
    return head, [Cell(text=text) for text in texts]


def of_columns(key: str, caption: str, columns: Iterable[Column], *, long: bool = False, marks: str = _MARKS) -> Table:
    """Return a table of columns, whose caption says what marked cells are where there are such."""
    heads, cells = zip(*columns, strict=True)
    rows = tuple(zip(*cells, strict=True))
    caption += marks * any(cell.marked for row in rows for cell in row)
    return Table(key=key, caption=caption, heads=heads, rows=rows, long=long)


def columns_of(
    frame: pd.DataFrame,
    parts: Iterable[str],
    written: Written,
    heads: Mapping[str, str] | None = None,
    question: str = "",
) -> list[Column]:
    """Return the columns of a frame in which something is.

    Parameters
    ----------
    frame : DataFrame
        A row for each row of the table; missing numbers are left empty.
    parts : iterable of str
        Names of columns; one that ends in "interval" has two, which end in "low" and "high".
    written : Written
        What writes the numbers, besides those that all tables write alike.
    heads : mapping, optional
        Heads that differ from the usual ones.
    question : str
        What names in the frame begin with, where there are such.
    """
    words = {**_WRITTEN, **written}

    def values(part: str) -> pd.Series:
        return frame[f"{question}{part}" if f"{question}{part}" in frame else part]

    def cells(part: str) -> list[Cell]:
        if part.endswith("interval"):
            ends = zip(*(values(part.removesuffix("interval") + end) for end in ("low", "high")), strict=True)
            return [_number(low, written["interval"], high) for low, high in ends]
        column = values(part)
        write = next((write for word, write in words.items() if word in part), written.get("number", str))
        if is_numeric_dtype(column):
            return [_number(value, write) for value in column]
        decided = "decision" in part
        return [Cell(text=write(one) if decided else str(one), marked=decided and one in OUTCOMES) for one in column]

    shown = {**_HEADS, **(heads or {})}
    found = [(shown.get(part, "interval" if part.endswith("interval") else part), cells(part)) for part in parts]
    return [column for column in found if frame.empty or any(cell.text for cell in column[1])]


def _number(value: float, write: Callable[..., str], *others: Any) -> Cell:
    return Cell(text="") if is_missing(value) else Cell(text=write(value, *others), value=float(value))
