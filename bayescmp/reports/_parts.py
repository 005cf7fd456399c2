"""What a report consists of, before any format: sections of sentences, tables, figures and references."""

from dataclasses import dataclass

from bayescmp._bibliography import Reference, Sentence


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
class Figure:
    """A figure: its name, its caption, and in words what it shows.

    Attributes
    ----------
    key : str
        The name of its plot.
    caption, words : str
        Below the figure, and in its place where there is none.
    picture : str
        As inline SVG in HTML, the name of a file in Markdown and LaTeX, "" where there is none.
    """

    key: str
    caption: str
    words: str
    picture: str = ""


@dataclass(frozen=True, kw_only=True)
class Body:
    """What a section says, besides its figures."""

    paragraphs: tuple[Sentence, ...] = ()
    items: tuple[Sentence, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the report, in the order paragraphs, items, figures, tables."""

    key: str
    heading: str
    paragraphs: tuple[Sentence, ...] = ()
    items: tuple[Sentence, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()


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
    sections : tuple of Section
        In the order of the report.
    references : tuple of Reference
        What the sections cite, by author.
    json : str
        The result.
    """

    title: str
    answer: str
    warning: str
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    json: str
