"""Differences to the classifier with the least loss, with intervals that hold for all pairs at once."""

from bayescmp.ranking import Ranking
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_of_ranking import table_to_best
from bayescmp.words import name_text, probability_of


def _write(ranking: Ranking) -> Body:
    each = probability_of(ranking, ranking.simultaneous_prob)
    at_once = f"The intervals hold for all pairs at once with a probability of about {ranking.settings.ci_prob:g}"
    return Body(
        paragraphs=(
            (f"Loss beyond that of {name_text(ranking.best)}.",),
            (f"{at_once}; by itself each has the probability {each}.",),
        ),
        tables=(table_to_best(ranking),),
    )


TO_BEST = ReportSection(
    name="to-best", heading="Differences to the best", needs=("to_best", "simultaneous_prob"), write=_write
)
