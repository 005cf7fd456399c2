"""A report, before any format: what a result says, with the figures that belong to its sections, and references."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bayescmp._support._bibliography import Cite, Reference, reference
from bayescmp.content import Section, section
from bayescmp.plots import plots_of
from bayescmp.results import Result
from bayescmp.studies._card import said_of

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
    answer: str
    warning: str
    sections: tuple[Illustrated, ...]
    references: tuple[Reference, ...]
    json: str


def report_of(result: Result, title: str | None = None, pictures: Mapping[str, str] | None = None) -> Report:
    """Return the report of a result; None as title names the classifiers, `pictures` are by the key of their figure."""
    all_sections = (_illustrated(one, result, pictures or {}) for one in _sections(result))
    sections = tuple(one for one in all_sections if one.paragraphs or one.items or one.figures or one.tables)
    sentences = (sentence for one in sections for sentence in (*one.paragraphs, *one.items))
    cited = {part.key for sentence in sentences for part in sentence if isinstance(part, Cite)}
    return Report(
        title=result.content.title() if title is None else title,
        answer=result.content.answer(),
        warning="" if result.reliable else _WARNING,
        sections=sections,
        references=tuple(map(reference, sorted(cited))),
        json=result.to_json(),
    )


def _sections(result: Result) -> Iterator[Section]:
    """Yield the sections, and after the diagnostics what the calibration card says of results of this kind."""
    for one in result.content.sections():
        yield one
        if one.key == "diagnostics":
            yield section("calibration", "How often such answers held", *said_of(result))


def _illustrated(section: Section, result: Result, pictures: Mapping[str, str]) -> Illustrated:
    """Return a section with the figures that have a picture."""
    figures = tuple(
        Figure(key=plot.name, caption=plot.caption(result), picture=pictures[plot.name])
        for plot in plots_of(result)
        if plot.section == section.key and plot.name in pictures
    )
    return Illustrated(**vars(section), figures=figures)
