"""Sections and tables as plain text."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bayescmp._support._bibliography import Cite, Sentence, reference
from bayescmp._support._screen import filled
from bayescmp._support._text import WIDTH, counted, one_line
from bayescmp.content._parts import Section, Table

_ROWS_ON_PAPER = 45


def plain(sentence: Sentence) -> str:
    """Return a sentence with its citations by author and year."""
    return "".join(reference(part.key).cited if isinstance(part, Cite) else part for part in sentence)


def text_table(table: Table) -> str:
    """Return a table in columns; a column of sentences goes below each row.

    Columns that find no room stand below the others, after the names of the rows again; a table with sentences, or
    with a column that has no room beside the names, becomes a list.
    """
    rows = [tuple(f"{cell.text}{'*' * cell.marked}" for cell in row) for row in table.rows]
    heads = list(map(one_line, table.heads))
    columns = [[row[column] for row in rows] for column in range(len(heads) - table.long)]
    stacks = [[head] for head in heads[: len(columns)]]
    if sum(_widths(stacks, columns)) > WIDTH:
        stacks = [_stack(head, texts) for head, texts in zip(heads, columns, strict=False)]
    widths = _widths(stacks, columns)
    blocks = list(columns_beside(widths, WIDTH))
    if (table.long and len(blocks) > 1) or widths[0] + max(widths[1:]) > WIDTH:
        return "\n\n".join(_record(heads, row) for row in rows)
    return "\n\n".join("\n".join(_lines(stacks, rows, widths, table.sides, block)) for block in blocks)


def filled_text(text: str, first: str = "", rest: str | None = None) -> str:
    """Return a text in lines, with what the first one and the others begin with."""
    return filled(one_line(text), first, rest=rest)


def shortened(table: Table, most: int = _ROWS_ON_PAPER) -> Table:
    """Return at most so many rows of a table, by default those of a page, whose caption says what is left out."""
    left_out = len(table.rows) - most
    if left_out <= 0:
        return table
    caption = f"{table.caption}; {counted(left_out, 'row')} left out after these {most}, the JSON of the result has all"
    return replace(table, caption=caption, rows=table.rows[:most])


def columns_beside(widths: Sequence[float], most: float) -> Iterator[list[int]]:
    """Yield the columns that stand beside each other, the first one in each."""
    block, used = [0], widths[0]
    for column, width in enumerate(widths[1:], 1):
        if used + width > most and len(block) > 1:
            yield block
            block, used = [0], widths[0]
        block.append(column)
        used += width
    yield block


def _widths(stacks: list[list[str]], columns: list[list[str]]) -> list[int]:
    """Return how wide columns are, with the space before them."""
    return [2 + max(map(len, [*stack, *texts])) for stack, texts in zip(stacks, columns, strict=True)]


def _stack(head: str, texts: Sequence[str]) -> list[str]:
    """Return the head of a column in lines that are no wider than its texts, or than its longest word."""
    widest = max(map(len, [*head.split(), *texts]))
    return textwrap.wrap(head, widest, break_on_hyphens=False)


def _lines(
    stacks: list[list[str]], rows: list[tuple[str, ...]], widths: list[int], sides: list[str], block: list[int]
) -> Iterator[str]:
    """Yield the lines of some columns; where there is one more column than stacks, its sentences stand below."""
    depth = max(len(stacks[column]) for column in block)
    heads = zip(*([""] * (depth - len(stack)) + stack[-depth:] for stack in stacks), strict=True)
    for row in (*heads, *rows):
        cells = (f"{row[column]:{'>' if sides[column] == 'r' else '<'}{widths[column] - 2}}" for column in block)
        yield f"  {'  '.join(cells)}".rstrip()
        if len(row) > len(stacks):
            yield filled_text(row[-1], "      ")


def _record(heads: Sequence[str], row: tuple[str, ...]) -> str:
    """Return a row as lines, for tables that are too wide."""
    pairs = list(zip(heads, row, strict=True))[1:]
    lines = (filled_text(f"{head}: {text}", "    ", "      ") for head, text in pairs if text)
    return "\n".join([filled_text(row[0], "  "), *lines])


def _starred(caption: str) -> str:
    """Say of what is marked that it has a star."""
    return caption.replace("are in bold", "have a star").replace("is in bold", "has a star")


def text_of(section: Section) -> str:
    """Return a section."""
    shown = map(shortened, section.tables)
    tables = (part for one in shown for part in (filled_text(f"{_starred(one.caption)}."), text_table(one)))
    parts = [
        section.heading and f"{section.heading}\n{'-' * len(section.heading)}",
        "\n".join(filled_text(f"{label}: {text}", "* ", "  ") for label, text in section.lines),
        filled_text(" ".join(map(plain, section.paragraphs))),
        *tables,
    ]
    return "\n\n".join(filter(None, parts))
