"""The classifiers in order of loss: how large it is, and how likely each is the best."""

from bayescmp._results import CI_KINDS
from bayescmp.ranking import Ranking
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_of_ranking import table_of_classifiers
from bayescmp.words import best_columns


def _write(ranking: Ranking) -> Body:
    settings = ranking.settings
    interval = f"{100 * settings.ci_prob:g} % {CI_KINDS[settings.ci_kind]} credible interval"
    best = "the highest one" if ranking.evidence.metric.greater_is_better else "the least loss"
    columns = {
        "in rope": f"In rope: probability of a loss at most {settings.rope[1]:g} beyond that of the best.",
        "P(best)": f"P(best): probability of {best}.",
        "cautious": "Cautious: P(best) if training sets may add more variance.",
        "pooled P": "Pooled P: P(best) if all classifiers are taken to be alike.",
    }
    return Body(
        paragraphs=(
            (f"Observed: {ranking.evidence.metric.noun} over all {_records(ranking)}.",),
            (f"Estimate and interval: posterior mean and {interval} of the {ranking.evidence.metric.noun}.",),
            ("Rank and regret: expected rank, and expected loss beyond that of the best.",),
            *((columns[head],) for head in best_columns(ranking)),
            ("Pooled: the estimate if all classifiers are taken to be alike.",),
        ),
        tables=(table_of_classifiers(ranking),),
    )


def _records(ranking: Ranking) -> str:
    """Say which records observed values are of: where answers are missing, estimates are of fewer."""
    if ranking.evidence.answered_by_all is ranking.evidence:
        return "validated records"
    return "records that the classifier answered, the other columns over those that all answered"


STANDING = ReportSection(name="standing", heading="Classifiers", needs=("classifiers", "observed"), write=_write)
