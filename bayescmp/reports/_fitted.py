"""Tables that fit a format: no more rows than it can show, and no more columns than stand beside each other."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from bayescmp.content import Table, columns_beside, shortened
from bayescmp.reports._escape import latex, lines_of_head

_ROWS_ON_SCREEN = 200
_PAGE = 450  # points between the margins of the LaTeX document
COLUMN = 229  # of an article in two columns
_SIZES = {r"\footnotesize\setlength{\tabcolsep}{4pt}": (4.5, 8), r"\scriptsize\setlength{\tabcolsep}{2.5pt}": (3.9, 5)}
"""Sizes of tables in LaTeX: points of a digit, and between columns."""


def on_screen(table: Table) -> list[Table]:
    """Return a table with as many rows as one scrolls."""
    return [shortened(table, _ROWS_ON_SCREEN)]


def for_latex(table: Table) -> list[Table]:
    """Return a table as those that a page is wide enough for; the first column stands in each."""
    table = shortened(table)
    widths = _widths(table, *list(_SIZES.values())[-1])
    if table.long or sum(widths) <= _PAGE:
        return [table]
    first, *others = columns_beside(widths, _PAGE)
    continued = f"{table.caption} (continued)"
    more = (_columns(replace(table, key=f"{table.key}-{k}"), block, continued) for k, block in enumerate(others, 2))
    return [_columns(table, first, table.caption), *more]


def size_of_latex(table: Table, room: float = _PAGE) -> str:
    """Return the commands for the largest size of letters in which a table is as wide as a page, or so many points."""
    sizes = (size for size, units in _SIZES.items() if sum(_widths(table, *units)) <= room)
    return next(sizes, list(_SIZES)[-1])


def room_of_sentences(table: Table) -> str:
    """Return the share of a line that a column of sentences has in LaTeX, beside the first column and the others."""
    numbers = sum(_widths(table, *list(_SIZES.values())[-1])[1:-1])
    return f"{max(0.2, 0.76 - numbers / _PAGE):.2f}"


def _columns(table: Table, columns: Sequence[int], caption: str) -> Table:
    rows = tuple(tuple(row[column] for column in columns) for row in table.rows)
    return replace(table, caption=caption, heads=tuple(table.heads[column] for column in columns), rows=rows)


def _widths(table: Table, character: float, between: float) -> list[float]:
    """Return the points of the widest text of each column; the words of a head stand above each other."""
    heads = [max(map(_letters, lines_of_head(head))) for head in table.heads]
    widest = [max(head, *(_letters(row[column].text) for row in table.rows)) for column, head in enumerate(heads)]
    return [character * width + between for width in widest]


def _letters(text: str) -> float:
    """Return the width of a text in LaTeX, in digits."""
    return sum(map(_letter, text))


@cache
def _letter(letter: str) -> float:
    if "U+" in latex(letter):  # written as its code point
        return 9
    if letter in "fijlrt.,:;()[]' ":
        return 0.7
    return 1.6 if letter.isupper() or letter in "mw<>%&@−" else 1
