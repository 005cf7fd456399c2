"""A report, before any format: what a result says, with the figures that belong to its sections, and references."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bayescmp._support._bibliography import Cite, Reference, reference
from bayescmp._support._text import capital
from bayescmp.content import Section
from bayescmp.plots import plots_of
from bayescmp.results import Result

_WARNING = "The draws fail their diagnostics, see there: use no number of this report."


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure by the name of its plot; `picture` is inline SVG in HTML, the name of a file in Markdown and LaTeX."""

    key: str
    caption: str
    picture: str


@dataclass(frozen=True, kw_only=True)
class Illustrated(Section):
    """A section with its figures."""

    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Report:
    """Everything that a report says; the warning is "" where numbers may be used, the references are by key."""

    title: str
    about: str
    answer: str
    warning: str
    sections: tuple[Illustrated, ...]
    references: tuple[Reference, ...]
    json: str


def report_of(
    result: Result, title: str | None = None, pictures: Mapping[str, str] | None = None, date: str = ""
) -> Report:
    """Return the report of a result; None as title names the classifiers, `pictures` are by the key of their figure."""
    all_sections = (_illustrated(one, result, pictures or {}) for one in result.content.sections)
    sections = tuple(one for one in all_sections if one.paragraphs or one.lines or one.figures or one.tables)
    return Report(
        title=capital(result.content.title()) if title is None else title,
        about="; ".join(filter(None, [result.content.data_words(), date])),
        answer=capital(result.content.answer()),
        warning="" if result.reliable else _WARNING,
        sections=sections,
        references=tuple(map(reference, works_of(sections))),
        json=result.to_json(),
    )


def works_of(sections: Iterable[Section]) -> list[str]:
    """Return the keys of what sections cite, in order."""
    sentences = (sentence for one in sections for sentence in one.paragraphs)
    return sorted({part.key for sentence in sentences for part in sentence if isinstance(part, Cite)})


def _illustrated(section: Section, result: Result, pictures: Mapping[str, str]) -> Illustrated:
    """Return a section with the figures that have a picture; of those that name the first one, it has the first."""
    plots = [plot for plot in plots_of(result) if plot.name in pictures]
    opening = [plot for plot in plots if plot.section == "figure"]
    own = {"figure": opening[:1], "found": opening[1:]}
    figures = tuple(
        Figure(key=plot.name, caption=plot.caption(result), picture=pictures[plot.name])
        for plot in own.get(section.key, [plot for plot in plots if plot.section == section.key])
    )
    return Illustrated(**vars(section), figures=figures)
