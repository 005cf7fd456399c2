"""A report: what a result says, with the figures that belong to its sections."""

from collections.abc import Iterable, Iterator, Mapping

from bayescmp._support._bibliography import Cite, Reference, Sentence, reference
from bayescmp.content import Section, section
from bayescmp.plots import plots_of
from bayescmp.reports._parts import Figure, Illustrated, Report
from bayescmp.results._result import Result
from bayescmp.studies._card import said_of

_WARNING = "The draws fail their diagnostics, see there: use no number of this report."


def report_of(result: Result, title: str | None = None, pictures: Mapping[str, str] | None = None) -> Report:
    """Return the report of a result; None as title names the classifiers, `pictures` are by the key of their figure."""
    found = (_illustrated(one, result, pictures or {}) for one in _sections(result))
    sections = tuple(one for one in found if one.paragraphs or one.items or one.figures or one.tables)
    return Report(
        title=result.content.title() if title is None else title,
        answer=result.content.answer(),
        warning="" if result.reliable else _WARNING,
        sections=sections,
        references=_cited_in(sentence for one in sections for sentence in (*one.paragraphs, *one.items)),
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


def _cited_in(sentences: Iterable[Sentence]) -> tuple[Reference, ...]:
    """Return the works that sentences cite, by key."""
    found = {part.key for sentence in sentences for part in sentence if isinstance(part, Cite)}
    return tuple(reference(key) for key in sorted(found))
