"""What a report says: its sections, with the figures that belong to them."""

from collections.abc import Iterable, Mapping

from bayescmp._bibliography import Cite, Reference, Sentence, reference
from bayescmp.comparison import Comparison
from bayescmp.plots import PLOTS
from bayescmp.reports._parts import Figure, Report, Section
from bayescmp.reports._registry import SECTIONS
from bayescmp.reports._section import ReportSection
from bayescmp.words import answer_of, name_text

_WARNING = "The draws fail their diagnostics, see there: use no number of this report."


def report_of(comparison: Comparison, title: str | None = None, pictures: Mapping[str, str] | None = None) -> Report:
    """Say what a comparison found.

    Parameters
    ----------
    comparison : Comparison
        As from `compare`.
    title : str, optional
        Of the document; None names the classifiers.
    pictures : mapping of str to str, optional
        The pictures that there are, by the key of their figure.

    Returns
    -------
    Report
    """
    lost = [plot.name for plot in PLOTS.values() if plot.section not in SECTIONS]
    if lost:
        raise ValueError(f"Every plot must name a section of {', '.join(SECTIONS)}, but not so: {', '.join(lost)}.")
    sections = tuple(_section(section, comparison, pictures or {}) for section in SECTIONS.values())
    return Report(
        title=f"{name_text(comparison.first)} against {name_text(comparison.second)}" if title is None else title,
        answer=answer_of(comparison),
        warning="" if comparison.reliable else _WARNING,
        sections=sections,
        references=_cited_in(sentence for one in sections for sentence in (*one.paragraphs, *one.items)),
        json=comparison.to_json(),
    )


def _section(section: ReportSection, comparison: Comparison, pictures: Mapping[str, str]) -> Section:
    """Return a section with its figures; one without a picture stands there by its words if it is the only one."""
    body = section.write(comparison)
    plots = [plot for plot in PLOTS.values() if plot.section == section.name and plot.applies(comparison)]
    alone = not (body.paragraphs or body.items or body.tables)
    figures = tuple(
        Figure(
            key=plot.name,
            caption=plot.caption(comparison),
            words=plot.words(comparison),
            picture=pictures.get(plot.name, ""),
        )
        for plot in plots
        if plot.name in pictures or alone
    )
    return Section(
        key=section.name,
        heading=section.heading,
        paragraphs=body.paragraphs,
        items=body.items,
        figures=figures,
        tables=body.tables,
    )


def _cited_in(sentences: Iterable[Sentence]) -> tuple[Reference, ...]:
    """Return the works that sentences cite, by key."""
    found = {part.key for sentence in sentences for part in sentence if isinstance(part, Cite)}
    return tuple(reference(key) for key in sorted(found))
