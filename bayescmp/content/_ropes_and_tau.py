"""How a decision depends on the rope and on the variance that training sets add."""

import math
from collections.abc import Iterator

import numpy as np
import pandas as pd

from bayescmp._support._text import counted, percent
from bayescmp.comparison._fragility import is_exact
from bayescmp.content._content import could_change, more_words
from bayescmp.content._names import IN_REPORT
from bayescmp.content._numbers import DRAWN, probability_text, times_text
from bayescmp.content._numbers_of_two import NumbersOfTwo
from bayescmp.content._parts import Cell, Table, table_of
from bayescmp.methods import METHODS, TippingPoint
from bayescmp.results import OUTCOMES, PROBABILITIES, UNDECIDED, decisions, regions

_ROPES = 4


def what_could_change(said: NumbersOfTwo) -> str:
    """Say what the answer depends on, and what it does not."""
    result, tipping = said.result, said.result.tipping_point
    training = sure = ""
    if tipping is not None and tipping.method == result.method.name:
        sure = "no assumption on training sets would change it" * (tipping.tau == 0 or math.isinf(tipping.tau))
        training = "" if sure else _what_training_sets_could(tipping, undecided=result.decision == UNDECIDED)
    if not math.isfinite(result.difference.sd):
        return could_change(training, would_not=sure)
    near = abs(max(result.probabilities) - said.settings.threshold) < 2 * result.prob_error
    draws = "other draws (`rng`), for the probability is within two Monte Carlo errors of the threshold" * near
    ropes = " or ".join(_what_ropes_could(said))
    ropes += ", if chosen beforehand" * (bool(ropes) and result.decision == UNDECIDED)
    return could_change(_what_more_could(said), training, ropes, draws, would_not=sure)


def _what_more_could(said: NumbersOfTwo) -> str:
    """Say of what more would have to be there, or of how many records more the better one would have to be wrong."""
    result = said.result
    if result.fragility is not None:
        better = said.pair()[0 if result.decision == OUTCOMES[0] else 1]
        about = "" if is_exact(result.evidence) else "about "
        return f"{about}{counted(result.fragility, 'more record')} that {better} alone gets wrong"
    return more_words(result.design) if result.decision == UNDECIDED else ""


def _what_ropes_could(said: NumbersOfTwo) -> Iterator[str]:
    """Name the rope at which a decision falls; of what is undecided, ropes with which something would be decided."""
    result, ropes = said.result, said.result.ropes
    better_to = {OUTCOMES[0]: ropes.first_better_to, OUTCOMES[2]: ropes.second_better_to}
    holds = better_to.get(result.decision)
    if holds is not None:
        yield f"a rope of {said.half_width(holds, math.ceil)} or more (then undecided)"
    if result.decision == OUTCOMES[1] and ropes.equivalent_from:
        yield f"a rope of {said.half_width(ropes.equivalent_from, math.floor)} or less (then undecided)"
    if result.decision != UNDECIDED:
        return
    for end, name in zip(better_to.values(), said.pair(), strict=True):
        if end is not None:  # there is a rope, for without one it would be decided
            width = said.half_width(end, math.floor)
            yield f"{f'a rope of {width} or less' if float(width) else 'no rope'} (then {name} better)"
    if ropes.equivalent_from is not None:
        yield f"a rope of {said.half_width(ropes.equivalent_from, math.ceil)} or more (then equivalent)"


def _what_training_sets_could(tipping: TippingPoint, *, undecided: bool) -> str:
    """Say how the answer depends on what the choice of training records adds."""
    then, share = ("decided", 1 - tipping.prob_above) if undecided else ("undecided", tipping.prob_above)
    return (
        f"{then} if training sets add {'at most' if undecided else 'more than'} {times_text(tipping.tau)} times the "
        f"variance of sampling (by data and prior with probability {probability_text(share, 2, error=DRAWN)})"
    )


def tau_words(said: NumbersOfTwo) -> str:
    """Say at which variance that training sets add the decision falls, "" where nothing tells."""
    tipping = said.result.tipping_point
    if tipping is None:
        return ""
    falls = f"Variance of training sets (tau): {METHODS[tipping.method].spoken}"
    if tipping.tau == 0:
        return f"{falls}: undecided even if training sets added no variance."
    if math.isinf(tipping.tau):
        return f"{falls}: {tipping.outcome} whatever training sets add."
    return (
        f"{falls}: {tipping.outcome} if training sets add at most {times_text(tipping.tau)} times the sampling "
        f"variance; they added more in {percent(tipping.share_above)} of {tipping.n_pairs} measured pairs, and do "
        f"here with probability {probability_text(tipping.prob_above, 2, error=DRAWN)}."
    )


def table_of_ropes(said: NumbersOfTwo) -> Table:
    """Give the three probabilities and the decision at several half-widths, the rope of the analysis first."""
    first, second = said.pair(IN_REPORT)
    ropes = list(dict.fromkeys([said.settings.rope, *((-width, width) for width in _half_widths(said))]))
    probabilities = np.array([regions(said.result.difference, said.settings, rope) for rope in ropes])
    rows = pd.DataFrame(probabilities, columns=PROBABILITIES).assign(
        region=[Cell(text=_region_text(low, high), value=high) for low, high in ropes],
        decision=decisions(probabilities, said.settings.threshold),
    )
    heads = dict(zip(PROBABILITIES, (f"{first} better", "equivalent", f"{second} better"), strict=True))
    caption = "Probabilities with other regions of practical equivalence; the first row is the one of the analysis"
    return table_of("rope", caption, rows, ["region", *PROBABILITIES, "decision"], said.written, heads)


def _region_text(low: float, high: float) -> str:
    return f"{_bound_text(low)} to {_bound_text(high)}" if high - low else "none"


def _bound_text(bound: float) -> str:
    """Write a bound of a rope in decimals, and with its exponent where these would be many."""
    text = f"{bound + 0.0:.6g}"
    return np.format_float_positional(float(text), trim="-") if not bound or 1e-6 <= abs(bound) < 1e16 else text


def _half_widths(said: NumbersOfTwo) -> list[float]:
    """Return 0 and steps of 1, 2, 5 up to where hardly any probability is left outside."""
    difference, within = said.result.difference, said.metric.within
    wanted = within(abs(difference.mean) + 2.5 * difference.sd)
    if not 0 < wanted < math.inf:
        return [0.0]
    usual = math.floor(math.log10(wanted))
    steps = [float(f"{digit}e{power}") for power in range(usual - 1, usual + 2) for digit in (1, 2, 5)]
    last = next(place for place, step in enumerate(steps) if step >= wanted)
    return [0.0, *(step for step in steps[max(0, last + 1 - _ROPES) : last + 1] if within(step) == step)]
