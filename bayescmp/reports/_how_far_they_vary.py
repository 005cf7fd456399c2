"""How large the difference is, and how far it varies over data sets."""

from bayescmp.datasets import DatasetsComparison
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.words import data_words, interval_of, number_of, spread_words, unit_of


def _write(result: DatasetsComparison) -> Body:
    unit, average, following = unit_of(result), result.average, result.next_dataset
    sizes = (
        f"On average the difference is {number_of(average, average.estimate)} {interval_of(result, average)}, and on "
        f"the next {unit} it lies in {interval_of(result, following)} with probability {result.settings.ci_prob:g}."
    )
    return Body(
        paragraphs=((sizes,), (f"Observed: {spread_words(result)}.",), (f"The data are {data_words(result)}.",))
    )


HOW_FAR_THEY_VARY = ReportSection(
    name="how-far-they-vary", heading="How large, and how it varies", needs=("entries", "next_dataset"), write=_write
)
