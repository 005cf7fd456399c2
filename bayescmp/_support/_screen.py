"""Columns of text and labelled lines, as screens and notebooks show them."""

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd
from markupsafe import Markup

from bayescmp._support._text import WIDTH, one_line

_NUMBER = re.compile(r"\W*\d(?!.*[^\W\d]{3})")  # and no word behind it, as in "3 others"


def width_of(columns: Mapping[str, Sequence[str]]) -> int:
    """Return how wide a table is on a screen."""
    return sum(2 + max(map(len, [head, *texts])) for head, texts in columns.items())


def aligned(columns: Mapping[str, Sequence[str]]) -> str:
    """Align a table on a screen, names and words to the left, and columns with numbers to the right."""
    padded: list[list[str]] = []
    for head, column in columns.items():
        counts = all(text.replace(",", "").isdigit() for text in column)
        side = ">" if counts or (padded and any(map(_NUMBER.match, column))) else "<"
        width = max(map(len, [head, *column]))
        padded.append([f"{text:{side}{width}}" for text in (head, *column)])
    return "\n".join("  ".join(["", *row]).rstrip() for row in zip(*padded, strict=True))


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
