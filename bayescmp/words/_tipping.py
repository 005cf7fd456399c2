"""What a decision depends on: how much variance training sets add."""

import math

from bayescmp.levels import LEVELS
from bayescmp.levels._decision import UNDECIDED
from bayescmp.words._numbers import probability_text
from bayescmp.words._result import PairResult


def tipping_words(result: PairResult) -> str:
    """Return what the decision depends on: how much variance training sets add."""
    tipping = result.tipping_point
    if tipping is None:
        return "as long as the assumption does"
    own, spoken = result.inference == tipping.level, LEVELS[tipping.level].spoken
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


def _figures(value: float) -> str:
    return f"{value:.2g}" if value < 100 else f"{value:.0f}"
