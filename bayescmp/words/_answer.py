"""The answer in sentences: the decision, how likely, how large, how sure."""

import math

from bayescmp._answers import OUTCOMES
from bayescmp._results import CI_KINDS
from bayescmp._text import counted
from bayescmp.words._names import name_text
from bayescmp.words._numbers import has_rope, interval_text, number_text, prob_text, size_text
from bayescmp.words._result import PairResult


def headline_of(result: PairResult) -> str:
    """Return the answer in one sentence, chosen by the decision, after a warning where the draws are not reliable."""
    return ("" if result.trust.reliable else "NOT RELIABLE, see trust. ") + answer_of(result)


def answer_of(result: PairResult) -> str:
    """Return the answer in one sentence, after another where there is nothing to choose from."""
    first, second = name_text(result.evidence.first), name_text(result.evidence.second)
    what = "make identical predictions" if result.evidence.tables is not None else "lose the same on every record"
    same = f"{first} and {second} {what}. " if result.evidence.identical else ""
    return same + _decision_words(result)


def _decision_words(result: PairResult) -> str:
    named = dict(zip(OUTCOMES, zip(outcomes_of(result), result.probabilities, strict=True), strict=True))
    if result.decision in named:
        outcome, probability = named[result.decision]
        return f"{outcome} (probability {prob_text(result, probability)})."
    if math.isinf(result.difference.sd):
        return "Undecided: the data do not tell how far the difference varies, see the note."
    lead = abs(result.probabilities[0] - result.probabilities[2])
    if lead <= 2 * result.trust.prob_error and result.probabilities[0] > result.probabilities[1]:
        first, second = name_text(result.evidence.first), name_text(result.evidence.second)
        return f"Undecided: the data favour neither {first} nor {second}."
    outcome, probability = max(named.values(), key=lambda pair: pair[1])
    return (
        f"Undecided: {outcome} with probability {prob_text(result, probability)}, short of the "
        f"{result.settings.threshold:g} that a decision needs."
    )


def outcomes_of(result: PairResult) -> tuple[str, str, str]:
    """Return the three outcomes as clauses: first better, equivalent, second better."""
    first, second = (name_text(name) for name in (result.evidence.first, result.evidence.second))
    low, high = result.settings.rope
    better = result.evidence.metric.better_words()
    margins = [f" by more than {margin:g}" if margin else "" for margin in (-low, high)]
    return (
        f"{first} {better} than {second}{margins[0]}",
        f"{first} and {second} are equivalent (difference from {low:g} to {high:g})",
        f"{second} {better} than {first}{margins[1]}",
    )


def how_likely(result: PairResult) -> list[str]:
    """Return a clause for each outcome, first better, with a rope equivalent, second better, with its probability."""
    pairs = zip(outcomes_of(result), result.probabilities, strict=True)
    clauses = [f"{outcome}: probability {prob_text(result, p)}" for outcome, p in pairs]
    return clauses if has_rope(result) else clauses[::2]


def difference_symbol(result: PairResult) -> str:
    """Write the difference as a formula, such as "err(tree) - err(svm)"."""
    symbol = result.evidence.metric.symbol_of
    return " - ".join(symbol(name_text(name)) for name in (result.evidence.first, result.evidence.second))


def how_large(result: PairResult) -> str:
    """Return one sentence on the difference and its interval."""
    first = name_text(result.evidence.first)
    interval = result.interval
    return (
        f"{difference_symbol(result)} is {number_text(result, result.difference.mean)}, with "
        f"{100 * result.settings.ci_prob:g} % {CI_KINDS[result.settings.ci_kind]} credible interval "
        f"{interval_text(result, interval.low, interval.high)}; a negative difference means that {first} "
        f"{result.evidence.metric.better_words()}."
    )


def how_sure(result: PairResult) -> str:
    """Return one sentence on the spread of the posterior and what it counts."""
    spread = f"The posterior standard deviation of the difference is {number_text(result, result.difference.sd)}"
    if result.effective_size is None:
        return f"{spread}."
    size = counted(size_text(result), "independent record")
    return f"{spread}; the mean difference is as precise as one of {size}, a ratio of variances."
