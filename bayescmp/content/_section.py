"""A part of a report, before any format."""

from collections.abc import Iterable
from dataclasses import dataclass

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._text import capital
from bayescmp.content._tables import Table

type Said = str | Sentence
"""A sentence, or its text, in which `cite` says where it cites."""
_CITE = "\0"
"""What stands around a key in a text: nothing else has it, for names are shown without what does not print."""


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of a report, in the order lines, paragraphs, tables, figures; without any of them it is left out.

    The key is unique in a report; a plot names the section that shows it. Lines are what a screen says, each under its
    label. The first section of a report has no heading.
    """

    key: str
    heading: str
    paragraphs: tuple[Sentence, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()


def cite(key: str) -> str:
    """Return what stands in a text where it cites a work."""
    return f"{_CITE}{key}{_CITE}"


def section(
    key: str, heading: str, *paragraphs: Said, lines: Iterable[tuple[str, str]] = (), tables: Iterable[Table] = ()
) -> Section:
    """Return a section; empty sentences are left out."""
    said = tuple(_sentence(one) for one in paragraphs if one)
    return Section(key=key, heading=heading, paragraphs=said, lines=tuple(lines), tables=tuple(tables))


def _sentence(said: Said) -> Sentence:
    if not isinstance(said, str):
        return said
    return tuple(Cite(part) if place % 2 else part for place, part in enumerate(capital(said).split(_CITE)))
