"""Tables and labelled lines, as screens, notebooks and reports show them."""

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import pandas as pd
from markupsafe import Markup

from bayescmp._answers import OUTCOMES
from bayescmp._text import one_line
from bayescmp.content._names import WIDTH
from bayescmp.content._numbers import is_missing

_LABEL = 14
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
    """A column of a table: its head, and what makes a cell of a row, which is a named tuple; `brief` on a screen."""

    head: str
    cell: Callable[[Any], Cell]
    brief: str = ""


def of_text(head: str, text: Callable[[Any], str], brief: str = "") -> Column:
    """Return a column of texts."""
    return Column(head=head, cell=lambda row: Cell(text=text(row)), brief=brief)


def of_numbers(head: str, part: str | Callable[[Any], float], text: Callable[[float], str], brief: str = "") -> Column:
    """Return a column of numbers, of a part of each row; cells of missing ones are empty."""
    found = attrgetter(part) if isinstance(part, str) else part

    def cell(row: Any) -> Cell:
        value = found(row)
        return Cell(text="") if is_missing(value) else Cell(text=text(value), value=float(value))

    return Column(head=head, cell=cell, brief=brief)


def of_intervals(head: str, text: Callable[[float, float], str], low: str = "low", high: str = "high") -> Column:
    """Return a column of intervals; cells of missing ones are empty."""

    def cell(row: Any) -> Cell:
        bounds = getattr(row, low), getattr(row, high)
        return Cell(text="") if is_missing(bounds[0]) else Cell(text=text(*bounds), value=float(bounds[0]))

    return Column(head=head, cell=cell, brief=head)


def of_decisions(part: str = "decision") -> Column:
    """Return a column of decisions, those that are made marked."""

    def cell(row: Any) -> Cell:
        decision = getattr(row, part)
        return Cell(text=decision, marked=decision in OUTCOMES)

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


def brief(columns: Iterable[Column], rows: pd.DataFrame) -> dict[str, list[str]]:
    """Return the columns of a table that a screen shows, by their heads there; those without any text are left out."""
    shown = ((column.brief, [column.cell(row).text for row in rows.itertuples()]) for column in columns if column.brief)
    return {head: texts for head, texts in shown if any(texts)}


def aligned(columns: Mapping[str, Sequence[str]], least: int = 0) -> str:
    """Align a table on a screen, names to the left in at least so many letters, and numbers to the right."""
    texts = [[head, *column] for head, column in columns.items()]
    widths = [max(map(len, column)) for column in texts]
    widths[0] = max(widths[0], least)
    return "\n".join(
        "  " + "  ".join(f"{text:{'>' if place else '<'}{width}}" for place, (text, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in zip(*texts, strict=True))
    )


def filled(text: str, indent: str = "") -> str:
    """Return a text in the lines of a screen."""
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


def labelled(lines: Iterable[tuple[str, str]]) -> str:
    """Return paragraphs of a screen, each with its label; empty ones are left out."""
    indent = " " * (2 + _LABEL)
    return "\n".join(
        textwrap.fill(f"  {label:<{_LABEL}}{one_line(text)}", WIDTH, subsequent_indent=indent)
        for label, text in lines
        if text
    )


def html_of(columns: Mapping[str, Sequence[str]]) -> Markup:
    """Return a table of a notebook, every name escaped."""
    return Markup(pd.DataFrame(columns).to_html(index=False, border=0))  # noqa: S704 - pandas escapes


def texts_of(table: Table) -> dict[str, list[str]]:
    """Return the texts of a table by its heads."""
    return {head: [row[place].text for row in table.rows] for place, head in enumerate(table.heads)}
