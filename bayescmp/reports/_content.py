"""What a report says: its sections, with the figures that belong to them."""

from collections.abc import Iterable, Mapping

from bayescmp._bibliography import Cite, Reference, Sentence, reference
from bayescmp._result import has_parts
from bayescmp.plots import PLOTS
from bayescmp.reports._figures import plots_of
from bayescmp.reports._opening import answer_to, title_of
from bayescmp.reports._parts import Figure, Report, Section
from bayescmp.reports._registry import SECTIONS
from bayescmp.reports._section import AnyResult, ReportSection

_WARNING = "The draws fail their diagnostics, see there: use no number of this report."


def report_of(result: AnyResult, title: str | None = None, pictures: Mapping[str, str] | None = None) -> Report:
    """Say what a comparison or a ranking found.

    Parameters
    ----------
    result : Comparison, Ranking, DatasetsComparison or DatasetsRanking
        As from `compare`, `rank`, `compare_datasets` or `rank_datasets`.
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
    found = (_section(one, result, pictures or {}) for one in SECTIONS.values() if has_parts(result, one.needs))
    sections = tuple(one for one in found if one.paragraphs or one.items or one.figures or one.tables)
    return Report(
        title=title_of(result) if title is None else title,
        answer=answer_to(result),
        warning="" if result.reliable else _WARNING,
        sections=sections,
        references=_cited_in(sentence for one in sections for sentence in (*one.paragraphs, *one.items)),
        json=result.to_json(),
    )


def _section(section: ReportSection, result: AnyResult, pictures: Mapping[str, str]) -> Section:
    """Return a section with its figures; without a picture they stand there by their words if nothing else does."""
    body = section.write(result)
    plots = [plot for plot in plots_of(result) if plot.section == section.name]
    pictured = [plot for plot in plots if plot.name in pictures]
    alone = not (body.paragraphs or body.items or body.tables)
    figures = tuple(
        Figure(
            key=plot.name,
            caption=plot.caption(result),
            words=plot.words(result),
            picture=pictures.get(plot.name, ""),
        )
        for plot in pictured or (plots if alone else [])
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
