"""Tables and labelled lines, as screens, notebooks and reports show them."""

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import pandas as pd
from markupsafe import Markup

from bayescmp._answers import OUTCOMES
from bayescmp._text import WIDTH, one_line
from bayescmp.content._numbers import is_missing

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


def width_of(columns: Mapping[str, Sequence[str]]) -> int:
    """Return how wide a table is on a screen."""
    return sum(2 + max(map(len, [head, *texts])) for head, texts in columns.items())


def aligned(columns: Mapping[str, Sequence[str]]) -> str:
    """Align a table on a screen, names to the left, and numbers to the right."""
    texts = [[head, *column] for head, column in columns.items()]
    widths = [max(map(len, column)) for column in texts]
    return "\n".join(
        "  ".join(
            ["", *(f"{text:{'>' if place else '<'}{width}}" for place, (text, width) in enumerate(pairs))]
        ).rstrip()
        for pairs in (list(zip(row, widths, strict=True)) for row in zip(*texts, strict=True))
    )


def filled(text: str, indent: str = "", width: int = WIDTH, rest: str | None = None) -> str:
    """Return a text in the lines of a screen, with what the first one and the others begin with."""
    others = indent if rest is None else rest
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=others, break_on_hyphens=False)


def labelled(lines: Iterable[tuple[str, str]], width: int = WIDTH) -> str:
    """Return paragraphs of a screen, each with its label; empty ones are left out."""
    there = [(label, text) for label, text in lines if text]
    beside = 4 + max((len(label) for label, _ in there), default=0)
    return "\n".join(
        filled(f"  {label:<{beside - 2}}{one_line(text)}", "", width, " " * beside) for label, text in there
    )


def html_of(columns: Mapping[str, Sequence[str]]) -> Markup:
    """Return a table of a notebook, every name escaped."""
    return Markup(pd.DataFrame(columns).to_html(index=False, border=0))  # noqa: S704 - pandas escapes
