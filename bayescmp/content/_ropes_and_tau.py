"""How a decision depends on the rope and on the variance that training sets add."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from bayescmp.content._names import NARROW, short_pair
from bayescmp.content._numbers import probability_text, times_text
from bayescmp.content._section import Section, section
from bayescmp.content._tables import Cell, Table
from bayescmp.design import Design
from bayescmp.levels import LEVELS, TippingPoint
from bayescmp.results._three_probabilities import OUTCOMES, UNDECIDED, decisions, regions

if TYPE_CHECKING:
    from bayescmp.content._of_two import ContentOfTwo

_ROPES = 4


def what_could_change(content: "ContentOfTwo") -> Iterator[str]:
    """Yield clauses on what the answer depends on."""
    result = content.result
    tipping, undecided = result.tipping_point, result.decision == UNDECIDED
    if tipping is not None and tipping.level == result.level.name:
        yield _what_training_sets_could(tipping, undecided=undecided)
    if not math.isfinite(result.difference.sd):
        return
    yield from _what_ropes_could(content)
    if abs(max(result.probabilities) - content.settings.threshold) < 2 * result.prob_error:
        yield "other draws (`rng`), for the probability is within two Monte Carlo errors of the threshold"
    if undecided:
        yield _what_more_could(result.design)


def _what_more_could(design: Design) -> str:
    if design.n_judged:
        return (
            "more labels, as many as are set beforehand (`plan` says how many): to label until it is decided is to "
            "look many times"
        )
    return "more records, or more answers to each" if design.answers.largest > 1 else "more records"


def _what_ropes_could(content: "ContentOfTwo") -> Iterator[str]:
    """Name the rope at which a decision falls; of what is undecided, ropes with which something would be decided."""
    result, ropes = content.result, content.result.ropes
    better_to = {OUTCOMES[0]: ropes.first_better_to, OUTCOMES[2]: ropes.second_better_to}
    holds = better_to.get(result.decision)
    if holds is not None:
        yield f"if differences of more than {content.half_width(holds, math.floor)} did not matter (`rope`)"
    if result.decision != UNDECIDED:
        return
    for end, name in zip(better_to.values(), short_pair(content.first, content.second), strict=True):
        if end is not None:  # there is a rope, for without one it would be decided
            width = content.half_width(end, math.floor)
            yield f"if differences of more than {width} mattered (`rope`), {name} would count as better"
    if ropes.equivalent_from is not None:
        width = content.half_width(ropes.equivalent_from, math.ceil)
        yield f"if differences up to {width} did not matter (`rope`), both would count as equivalent"


def _what_training_sets_could(tipping: TippingPoint, *, undecided: bool) -> str:
    """Say how the answer depends on what the choice of training records adds."""
    if tipping.tau == 0:
        return "not what is assumed of training sets: it would be undecided even if they added no variance"
    if math.isinf(tipping.tau):
        return "not what is assumed of training sets, however much variance they add"
    limit = times_text(tipping.tau)
    share = 1 - tipping.prob_above if undecided else tipping.prob_above
    how = "at most" if undecided else "more than"
    return (
        f"training sets that add {how} {limit} times the variance of sampling (probability "
        f"{probability_text(min(max(share, 1e-9), 1 - 1e-9), 2)})"
    )


def sensitivity_section(content: "ContentOfTwo") -> Section:
    """Return the section on ropes and training sets."""
    said = (*_ropes(content), *_training_sets(content))
    return section("sensitivity", "Sensitivity", *said, tables=[_table_of_ropes(content)])


def _ropes(content: "ContentOfTwo") -> Iterator[str]:
    """Say from which half-width the classifiers count as equivalent, and up to which the difference is decided."""
    ropes = content.result.ropes
    if ropes.equivalent_from is not None:
        width = content.half_width(ropes.equivalent_from, math.ceil)
        yield f"Equivalence is decided from a rope of half-width {width}."
    for ends, name in ((ropes.first_better_to, content.first), (ropes.second_better_to, content.second)):
        if ends is not None:
            width = content.half_width(ends, math.floor)
            yield f"That {name} {content.better} is decided up to a rope of half-width {width}."
    first, _, second = regions(content.result.difference, content.settings, (0.0, 0.0))
    if max(first, second) < content.settings.threshold:
        yield "With no rope, neither classifier is decided to be better."


def _training_sets(content: "ContentOfTwo") -> Iterator[str]:
    """Say how the decision and the interval depend on the variance that training sets add."""
    tipping = content.result.tipping_point
    if tipping is None:
        return
    yield f"Variance of training sets (tau): {content.tipping()}."
    which = f"The {100 * content.settings.ci_prob:g} % equal-tailed interval of the {LEVELS[tipping.level].spoken}"
    if tipping.interval_tau == 0:
        yield f"{which} would hold 0 even if training sets added no variance."
    elif math.isinf(tipping.interval_tau):
        yield f"{which} would leave out 0 whatever training sets added."
    else:
        limit = times_text(tipping.interval_tau)
        yield f"{which} leaves out 0 as long as training sets add less than {limit} times the sampling variance."


def _table_of_ropes(content: "ContentOfTwo") -> Table:
    """Give the three probabilities and the decision at several half-widths, the rope of the analysis first."""
    first, second = short_pair(content.result.first, content.result.second, NARROW)
    ropes = [content.settings.rope, *((-width, width) for width in _half_widths(content))]
    caption = "Probabilities with other regions of practical equivalence; the first row is the one of the analysis"
    return Table(
        key="rope",
        caption=caption,
        heads=("region", f"{first} better", "equivalent", f"{second} better", "decision"),
        rows=tuple(_row_of_rope(content, rope) for rope in dict.fromkeys(ropes)),
    )


def _row_of_rope(content: "ContentOfTwo", rope: tuple[float, float]) -> tuple[Cell, ...]:
    probabilities = regions(content.result.difference, content.settings, rope)
    low, high = map(_bound_text, rope)
    return (
        Cell(text=f"{low} to {high}", value=rope[1]),
        *(Cell(text=content.prob(p), value=float(p)) for p in probabilities),
        Cell(text=decisions(probabilities, content.settings.threshold)),
    )


def _bound_text(bound: float) -> str:
    """Write a bound of a rope in decimals, and with its exponent where these would be many."""
    text = f"{bound + 0.0:.6g}"
    return np.format_float_positional(float(text), trim="-") if not bound or 1e-6 <= abs(bound) < 1e16 else text


def _half_widths(content: "ContentOfTwo") -> list[float]:
    """Return 0 and steps of 1, 2, 5 up to where hardly any probability is left outside."""
    difference, within = content.result.difference, content.metric.within
    wanted = within(abs(difference.mean) + 2.5 * difference.sd)
    if not 0 < wanted < math.inf:
        return [0.0]
    usual = math.floor(math.log10(wanted))
    steps = [float(f"{digit}e{power}") for power in range(usual - 1, usual + 2) for digit in (1, 2, 5)]
    last = next(place for place, step in enumerate(steps) if step >= wanted)
    return [0.0, *(step for step in steps[max(0, last + 1 - _ROPES) : last + 1] if within(step) == step)]
