"""Significance tests beside a ranking: of the equality of all, and of every pair."""

from bayescmp._bibliography import Cite, Sentence
from bayescmp.ranking import Ranking
from bayescmp.ranking._frames import test_of_pairs
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.words import omnibus_words


def _write(ranking: Ranking) -> Body:
    return Body(paragraphs=(_of_all(ranking), _of_pairs(ranking)))


def _of_all(ranking: Ranking) -> Sentence:
    if ranking.omnibus is None:
        return ("There is no valid test of the equality of all classifiers for such data.",)
    return (f"Equality of all classifiers: {omnibus_words(ranking.omnibus)}.",)


def _of_pairs(ranking: Ranking) -> Sentence:
    test, pairs = test_of_pairs(ranking.evidence.metric, ranking.design), ranking.pairs
    if test is None:
        return ("There is no test of every pair for such data.",)
    level = 2 * (1 - ranking.settings.threshold)
    alone, adjusted = (int((pairs[column] <= level).sum()) for column in ("pvalue", "pvalue_holm"))
    return (
        f"Of {len(pairs)} pairs, {test.name} (",
        Cite(test.reference),
        f") rejects equality in {alone} at the level {level:.3g}, and in {adjusted} after Holm's adjustment (",
        Cite("holm1979"),
        ").",
    )


BASELINES = ReportSection(name="baselines", heading="Significance tests", needs=("pairs", "observed"), write=_write)
