"""Who is unbeaten, and which classifiers cannot be told apart."""

from bayescmp._result import has_parts
from bayescmp.datasets import DatasetsRanking
from bayescmp.ranking import Ranking
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.words import name_text


def _write(ranking: Ranking | DatasetsRanking) -> Body:
    unbeaten = ", ".join(map(name_text, ranking.unbeaten)) or "none, for pairs have different records"
    items = (f"Tier {number}: {', '.join(map(name_text, tier))}." for number, tier in enumerate(ranking.tiers, 1))
    needed = ranking.settings.threshold
    where = " on average" if has_parts(ranking, ("losses",)) else ""
    tier = f"A tier is a run of neighbours in order of loss, in no pair of which one is better{where} by decision"
    return Body(
        items=tuple((item,) for item in items),
        paragraphs=(
            (f"Unbeaten, for no other is better{where} with a probability of {needed:g}: {unbeaten}.",),
            (f"{tier}; to be in one tier is no proof of being equal.",),
        ),
    )


TIERS = ReportSection(name="tiers", heading="Unbeaten, and tiers", needs=("unbeaten", "tiers"), write=_write)
