"""Tables that fit a format: no more rows than it can show, and no more columns than stand beside each other."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from bayescmp._text import counted, one_line
from bayescmp.content import Cell, Table
from bayescmp.reports._escape import latex

WIDTH = 80
"""Characters of a line of text."""
_ROWS_ON_PAPER, _ROWS_ON_SCREEN = 45, 200
_PAGE = 450  # points between the margins of the LaTeX document
_SIZES = {r"\footnotesize\setlength{\tabcolsep}{4pt}": (4.5, 8), r"\scriptsize\setlength{\tabcolsep}{2.5pt}": (3.9, 5)}
"""Sizes of tables in LaTeX: points of a digit, and between columns."""


def on_paper(table: Table) -> list[Table]:
    """Return a table with as many rows as a page has."""
    return [_shortened(table, _ROWS_ON_PAPER)]


def on_screen(table: Table) -> list[Table]:
    """Return a table with as many rows as one scrolls."""
    return [_shortened(table, _ROWS_ON_SCREEN)]


def for_latex(table: Table) -> list[Table]:
    """Return a table as those that a page is wide enough for; the first column stands in each."""
    table = _shortened(table, _ROWS_ON_PAPER)
    character, between = list(_SIZES.values())[-1]
    if table.long or _points(table, character, between) <= _PAGE:
        return [table]
    widths = [character * width + between for width in _latex_widths(table)]
    first, *others = _blocks(widths, _PAGE)
    continued = f"{table.caption} (continued)"
    return [_columns(table, first, table.caption), *(_columns(table, block, continued) for block in others)]


def size_of_latex(table: Table) -> str:
    """Return the commands for the largest size of letters in which a table is as wide as a page."""
    sizes = (size for size, (character, between) in _SIZES.items() if _points(table, character, between) <= _PAGE)
    return next(iter(_SIZES)) if table.long else next(sizes, list(_SIZES)[-1])


def text_table(table: Table) -> str:
    """Return a table in columns; a column of sentences goes below each row.

    Columns that find no room stand below the others, after the names of the rows again; a table with sentences, or
    with a column that has no room beside the names, becomes a list.
    """
    rows = [tuple(map(one_line, table.heads)), *(tuple(map(_marked, row)) for row in table.rows)]
    columns = len(table.heads) - table.long
    widths = [max(len(row[column]) for row in rows) for column in range(columns)]
    blocks = list(_blocks([width + 2 for width in widths], WIDTH))
    if (table.long and len(blocks) > 1) or widths[0] + max(widths[1:]) + 4 > WIDTH:
        return "\n\n".join(_record(table, row) for row in table.rows)
    return "\n\n".join("\n".join(_lines(rows, widths, block, long=table.long)) for block in blocks)


def filled(text: str, first: str = "", rest: str | None = None) -> str:
    """Return a text in lines, with what the first one and the others begin with."""
    return textwrap.fill(
        one_line(text), WIDTH, initial_indent=first, subsequent_indent=first if rest is None else rest,
        break_on_hyphens=False,
    )  # fmt: skip


def _shortened(table: Table, most: int) -> Table:
    """Return at most so many rows of a table, whose caption says what is left out."""
    left_out = len(table.rows) - most
    if left_out <= 0:
        return table
    caption = f"{table.caption}; {counted(left_out, 'row')} left out after these {most}, the JSON of the result has all"
    return replace(table, caption=caption, rows=table.rows[:most])


def _columns(table: Table, columns: Sequence[int], caption: str) -> Table:
    rows = tuple(tuple(row[column] for column in columns) for row in table.rows)
    return replace(table, caption=caption, heads=tuple(table.heads[column] for column in columns), rows=rows)


def _latex_widths(table: Table) -> list[float]:
    """Return the widest text of each column; the words of a head stand above each other."""
    heads = [max(map(_letters, head.split())) for head in table.heads]
    return [max(head, *(_letters(row[column].text) for row in table.rows)) for column, head in enumerate(heads)]


def _letters(text: str) -> float:
    """Return the width of a text in LaTeX, in digits."""
    return sum(map(_letter, text))


@cache
def _letter(letter: str) -> float:
    if "U+" in latex(letter):  # written as its code point
        return 9
    return 1.6 if letter.isupper() or letter in "<>%&@" else 1


def _points(table: Table, character: float, between: float) -> float:
    return sum(character * width + between for width in _latex_widths(table))


def _blocks(widths: Sequence[float], most: float) -> Iterator[list[int]]:
    """Yield the columns that stand beside each other, the first one in each."""
    block, used = [0], widths[0]
    for column, width in enumerate(widths[1:], 1):
        if used + width > most and len(block) > 1:
            yield block
            block, used = [0], widths[0]
        block.append(column)
        used += width
    yield block


def _lines(rows: list[tuple[str, ...]], widths: list[int], block: list[int], *, long: bool) -> Iterator[str]:
    for row in rows:
        cells = (f"{row[column]:{'>' if column else '<'}{widths[column]}}" for column in block)
        yield f"  {'  '.join(cells)}".rstrip()
        if long and row is not rows[0]:
            yield filled(row[-1], "      ")


def _marked(cell: Cell) -> str:
    return f"{cell.text}{'*' * cell.marked}"


def _record(table: Table, row: tuple[Cell, ...]) -> str:
    """Return a row as lines, for tables that are too wide."""
    pairs = zip(map(one_line, table.heads[1:]), map(_marked, row[1:]), strict=True)
    return "\n".join(
        [filled(row[0].text, "  "), *(filled(f"{head}: {text}", "    ", "      ") for head, text in pairs if text)]
    )
