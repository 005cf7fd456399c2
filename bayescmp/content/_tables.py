"""Tables, as reports show them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import pandas as pd

from bayescmp.content._numbers import is_missing
from bayescmp.results._three_probabilities import OUTCOMES

MARKS = "decided ones are in bold, in plain text with a star"
"""What a caption says of marks."""


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


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of a table: its head, and what makes a cell of a row, which is a named tuple."""

    head: str
    cell: Callable[[Any], Cell]


def of_text(head: str, text: Callable[[Any], str]) -> Column:
    """Return a column of texts."""
    return Column(head=head, cell=lambda row: Cell(text=text(row)))


def of_numbers(head: str, part: str | Callable[[Any], float], text: Callable[[float], str]) -> Column:
    """Return a column of numbers, of a part of each row; cells of missing ones are empty."""
    found = attrgetter(part) if isinstance(part, str) else part

    def cell(row: Any) -> Cell:
        value = found(row)
        return Cell(text="") if is_missing(value) else Cell(text=text(value), value=float(value))

    return Column(head=head, cell=cell)


def of_intervals(head: str, text: Callable[[float, float], str], low: str = "low", high: str = "high") -> Column:
    """Return a column of intervals; cells of missing ones are empty."""

    def cell(row: Any) -> Cell:
        bounds = getattr(row, low), getattr(row, high)
        return Cell(text="") if is_missing(bounds[0]) else Cell(text=text(*bounds), value=float(bounds[0]))

    return Column(head=head, cell=cell)


def of_decisions(part: str = "decision", words: Callable[[str], str] = str) -> Column:
    """Return a column of decisions, in words, those that are made marked."""

    def cell(row: Any) -> Cell:
        decision = getattr(row, part)
        return Cell(text=words(decision), marked=decision in OUTCOMES)

    return Column(head="decision", cell=cell)


def table_of(key: str, caption: str, columns: Sequence[Column], rows: pd.DataFrame, *, long: bool = False) -> Table:
    """Return a table with a row per row of a frame."""
    return Table(
        key=key,
        caption=caption,
        heads=tuple(column.head for column in columns),
        rows=tuple(tuple(column.cell(row) for column in columns) for row in rows.itertuples()),
        long=long,
    )
