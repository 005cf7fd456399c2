"""A part of a report, before any format."""

from collections.abc import Iterable
from dataclasses import dataclass

from bayescmp._support._bibliography import Sentence
from bayescmp.content._tables import Table


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of a report, in the order items, paragraphs, figures, tables; without any of them it is left out.

    Attributes
    ----------
    key : str
        Its name, unique in the report; a plot names the section that shows it.
    heading : str
        What stands above it.
    paragraphs, items : tuple of Sentence
        Sentences, and those of a list.
    tables : tuple of Table
        Its tables.
    """

    key: str
    heading: str
    paragraphs: tuple[Sentence, ...] = ()
    items: tuple[Sentence, ...] = ()
    tables: tuple[Table, ...] = ()


def section(
    key: str,
    heading: str,
    *paragraphs: str | Sentence,
    items: Iterable[str] = (),
    tables: Iterable[Table] = (),
) -> Section:
    """Return a section of sentences, which are texts where they cite nothing; empty ones are left out."""
    said = tuple((one,) if isinstance(one, str) else one for one in paragraphs if one)
    listed = tuple((item,) for item in items)
    return Section(key=key, heading=heading, paragraphs=said, items=listed, tables=tuple(tables))
