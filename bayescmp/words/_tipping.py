"""What a decision depends on: how much variance training sets add."""

import math

from bayescmp._answers import UNDECIDED
from bayescmp.design import TWO_FOLD
from bayescmp.levels import LEVELS, Level, measured_repeats
from bayescmp.words._numbers import probability_text
from bayescmp.words._result import PairResult


def is_default(level: Level) -> bool:
    """Tell whether a level has its default options, as where it was measured."""
    own, usual = level.options(), LEVELS[level.name].options()
    return all(isinstance(own[name], type(value)) and own[name] == value for name, value in usual.items())


def tipping_words(result: PairResult) -> str:
    """Return what the decision depends on: how much variance training sets add."""
    tipping = result.tipping_point
    if tipping is None:
        return "as long as the assumption does"
    own, spoken = result.level.name == tipping.level, LEVELS[tipping.level].spoken
    if tipping.tau == 0:
        return ("" if own else f"{spoken}: ") + "undecided even if training sets added no variance"
    if math.isinf(tipping.tau):
        return ("" if own else f"{spoken}: {tipping.outcome} ") + "whatever training sets add"
    limit = f"{_figures(tipping.tau)} times the sampling variance"
    seen = (
        f"{tipping.share_above:.0%} of {tipping.n_pairs} measured pairs, and do here with probability "
        f"{probability_text(max(tipping.prob_above, 1e-9), 2)}"
    )
    if not own:
        return f"{spoken}: {tipping.outcome} if training sets add at most {limit}; they added more in {seen}"
    if result.decision == UNDECIDED:
        return f"would be decided if training sets added at most {limit}; they added more in {seen}"
    return f"unless training sets add more than {limit}, as they did in {seen}"


def repeats_words(result: PairResult) -> str:
    """Return how often such intervals miss, and those of more repeats; nothing where that was not measured."""
    design = result.evidence.design
    tipping, longest = result.tipping_point, measured_repeats()[-1]
    below = [one for one in measured_repeats() if one.n_repeats <= design.n_repeats]
    of_errors = result.evidence.metric.counts_errors and design.kind == TWO_FOLD
    as_measured = tipping is not None and is_default(result.level) and result.level.name == tipping.level
    if not (below and of_errors and as_measured):
        return ""
    nearest = below[-1]
    more = "" if nearest == longest else f", those of {longest.n_repeats} in {longest.size:.1%}"
    missed = f"{nearest.n_repeats} repeats miss the difference in {nearest.size:.1%} of samples"
    return f"as measured, 95% intervals of {missed}{more}"


def _figures(value: float) -> str:
    return f"{value:.2g}" if value < 100 else f"{value:.0f}"
