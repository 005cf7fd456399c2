"""What the methods paragraph says of several classifiers."""

from bayescmp._bibliography import Cite, Sentence
from bayescmp.levels import Told
from bayescmp.ranking import Ranking
from bayescmp.ranking._frames import test_of_pairs
from bayescmp.ranking._pooled import SCALE
from bayescmp.words import has_cautious, name_text


def who_of_ranking(ranking: Ranking) -> list[Sentence]:
    """Say what was compared, and what is estimated."""
    metric, names = ranking.evidence.metric, ranking.evidence.classifiers
    listed = ", ".join(map(name_text, names))
    of_pairs = f"of every pair {metric.symbol_of('first')} - {metric.symbol_of('second')}"
    negative = f"a negative value means that the first {metric.better_words()}"
    return [
        (f"{len(names)} classifiers ({listed}) were compared on the same records: {ranking.resampling}.",),
        (f"The estimand is the {ranking.estimand}, and {of_pairs}; {negative}.",),
    ]


def model_of_ranking(ranking: Ranking) -> list[Sentence]:
    """Say what the posteriors of pairs and the joint one are."""
    level = ranking.level
    told = Told(
        posterior=ranking.posterior,
        trust=ranking.trust,
        provenance=ranking.provenance,
        metric=ranking.evidence.metric,
        size="",
    )
    draws = f"{ranking.draws} joint draws, seed {ranking.settings.rng}"
    joint = f"Probabilities of being best, ranks and regret are means over {draws}"
    cautious = "; the cautious ones have a wider prior of the variance that training sets add"
    return [
        ("Every pair of classifiers was judged by its own posterior.",),
        *level.methods(told),
        *level.joint_methods(told),
        (f"{joint}{cautious if has_cautious(ranking) else ''}.",),
    ]


def many_of_ranking(ranking: Ranking) -> list[Sentence]:
    """Say what was done about looking at many classifiers, and which tests stand beside."""
    test = test_of_pairs(ranking.evidence.metric, ranking.design)
    tested: Sentence = () if test is None else (f", and of p-values of {test.name} (", Cite(test.reference), ")")
    at_once = f"those of all pairs hold at once in a share of {ranking.settings.ci_prob:g} of the joint draws"
    scale = f"{SCALE:g}{' times their mean' if ranking.evidence.metric.widest is None else ''}"
    sentences: list[Sentence] = [
        (f"Simultaneous intervals are credible intervals of that probability at which {at_once}.",),
        (
            f"Pooled numbers have a normal prior of the losses, whose spread is half-Cauchy with scale {scale} (",
            Cite("gelman2012"),
            "); they did not enter the decisions.",
        ),
        (
            "Holm's adjustment (",
            Cite("holm1979"),
            ") over all pairs is of twice what the more probable order of a pair lacks of probability 1",
            *tested,
            ".",
        ),
    ]
    if ranking.omnibus is not None:
        sentences.append(("Equality of all classifiers was tested by Cochran's Q (", Cite("cochran1950"), ")."))
    return sentences
