"""How the decision depends on the rope and on the variance that training sets add."""

import math
from collections.abc import Callable

from bayescmp._bibliography import Sentence
from bayescmp.comparison import Comparison
from bayescmp.levels import LEVELS
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables import table_of_ropes
from bayescmp.words import name_text, tipping_words


def _write(comparison: Comparison) -> Body:
    return Body(
        paragraphs=(*_ropes(comparison), *_training_sets(comparison)),
        tables=(table_of_ropes(comparison),),
    )


def _ropes(comparison: Comparison) -> tuple[Sentence, ...]:
    """Say from which half-width the classifiers count as equivalent, and up to which the difference is decided."""
    ropes, better = comparison.ropes, comparison.evidence.metric.better_words()
    begins = ropes.equivalent_from
    sentences: list[Sentence] = []
    if begins is not None:
        sentences.append((f"Equivalence is decided from a rope of half-width {_two_figures(begins, math.ceil)}.",))
    for ends, name in ((ropes.first_better_to, comparison.first), (ropes.second_better_to, comparison.second)):
        if ends is not None:
            width = _two_figures(ends, math.floor)
            sentences.append((f"That {name_text(name)} {better} is decided up to a rope of half-width {width}.",))
    if len(sentences) < 2:
        sentences.append(("With no rope, neither classifier is decided to be better.",))
    return tuple(sentences)


def _training_sets(comparison: Comparison) -> tuple[Sentence, ...]:
    """Say how the decision and the interval depend on the variance that training sets add."""
    tipping = comparison.tipping_point
    if tipping is None:
        return ()
    which = f"The {100 * comparison.ci_prob:g} % equal-tailed interval of the {LEVELS[tipping.level].spoken}"
    limit = f"{tipping.interval_tau:.2g}"
    interval = f"{which} leaves out 0 as long as training sets add less than {limit} times the sampling variance."
    if tipping.interval_tau == 0:
        interval = f"{which} would hold 0 even if training sets added no variance."
    if math.isinf(tipping.interval_tau):
        interval = f"{which} would leave out 0 whatever training sets added."
    return ((f"Variance of training sets (tau): {tipping_words(comparison)}.",), (interval,))


def _two_figures(value: float, rounded: Callable[[float], int]) -> str:
    """Round to the side on which the sentence is true."""
    if value < 1e-8:  # as far as the root was sought
        return f"{value:.1g}" if rounded(0.5) else "0"
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return f"{rounded(value / unit) * unit:.2g}"


SENSITIVITY = ReportSection(name="sensitivity", heading="Sensitivity", needs=("ropes",), write=_write)
