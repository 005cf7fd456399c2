"""How blocks of text stand on a screen: aligned tables and labelled paragraphs."""

import textwrap
from collections.abc import Sequence

from bayescmp._text import one_line
from bayescmp.words._names import WIDTH

_LABEL = 14


def aligned(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], width_of_names: int) -> str:
    """Align a table, names to the left and numbers to the right."""
    widths = [width_of_names, *(max(map(len, column)) for column in list(zip(heads, *rows, strict=True))[1:])]
    return "\n".join(
        "  " + "  ".join(f"{text:{'>' if place else '<'}{width}}" for place, (text, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in (heads, *rows))
    )


def labelled(label: str, text: str) -> str:
    indent = " " * (2 + _LABEL)
    return textwrap.fill(f"  {label:<{_LABEL}}{one_line(text)}", WIDTH, subsequent_indent=indent)
