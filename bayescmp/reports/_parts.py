"""What a report consists of, before any format: the sections of a result with their figures, and references."""

from dataclasses import dataclass

from bayescmp._support._bibliography import Reference
from bayescmp.content import Section


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure.

    Attributes
    ----------
    key : str
        The name of its plot.
    caption : str
        Below the figure.
    picture : str
        As inline SVG in HTML, the name of a file in Markdown and LaTeX.
    """

    key: str
    caption: str
    picture: str


@dataclass(frozen=True, kw_only=True)
class Illustrated(Section):
    """A section with its figures."""

    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Report:
    """Everything that a report says.

    Attributes
    ----------
    title : str
        Of the document.
    answer : str
        The answer in one sentence.
    warning : str
        That no number may be used, "" where they may.
    sections : tuple of Illustrated
        In the order of the report.
    references : tuple of Reference
        What the sections cite, by author.
    json : str
        The result.
    """

    title: str
    answer: str
    warning: str
    sections: tuple[Illustrated, ...]
    references: tuple[Reference, ...]
    json: str
