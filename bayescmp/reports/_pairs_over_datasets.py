"""Every pair of classifiers over data sets, with the answers to both questions."""

from bayescmp.datasets import DatasetsRanking
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_of_datasets_ranking import tables_of_both_questions
from bayescmp.words import decided_words


def _write(result: DatasetsRanking) -> Body:
    low, high = result.settings.rope
    better = "Better means a loss that is less"
    if (low, high) != (0, 0):
        better += f" by more than the region of practical equivalence, {low:g} to {high:g}"
    return Body(
        paragraphs=(
            (f"{better}. A difference is loss(first) - loss(second): negative means that the first is better.",),
            (f"Decided: {decided_words(result)}.",),
        ),
        tables=tables_of_both_questions(result),
    )


PAIRS_OVER_DATASETS = ReportSection(
    name="pairs-over-data-sets", heading="Pairs", needs=("pairs", "losses"), write=_write
)
