"""Every pair by itself: a matrix of a few classifiers, of many the pairs near the decision, and the list of all."""

from bayescmp.ranking import Ranking
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_of_ranking import has_pvalues, matrix_of_pairs, table_of_near_pairs, table_of_pairs

_LARGEST_MATRIX = 12


def _write(ranking: Ranking) -> Body:
    low, high = ranking.settings.rope
    better = "Better means a loss that is less"
    if (low, high) != (0, 0):
        better += f" by more than the region of practical equivalence, {low:g} to {high:g}"
    holm = "Holm: twice what the more probable order lacks of probability 1, adjusted for all pairs"
    tested = "; the p-values are those of the test on such data" if has_pvalues(ranking) else ""
    few = len(ranking.classifiers) <= _LARGEST_MATRIX
    return Body(
        paragraphs=(
            (f"{better}. A difference is loss(first) - loss(second): negative means that the first is better.",),
            ("Every pair is judged by its own posterior, which no other classifier changes.",),
            ("Pooled: the probability that the first is better if all classifiers are taken to be alike.",),
            (f"{holm}{tested}.",),
        ),
        tables=(matrix_of_pairs(ranking) if few else table_of_near_pairs(ranking), table_of_pairs(ranking)),
    )


PAIRS = ReportSection(name="pairs", heading="Pairs", needs=("pairs", "observed"), write=_write)
