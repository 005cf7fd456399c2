"""How likely each outcome is, and the decision."""

from bayescmp._answers import OUTCOMES
from bayescmp.comparison import Comparison
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.words import factor_text, how_likely


def _write(comparison: Comparison) -> Body:
    reached = f"reaches the {comparison.threshold:g} that a decision needs"
    decision = f"No probability {reached}: the decision is {comparison.decision}."
    if comparison.decision in OUTCOMES:
        decision = f"The decision is {comparison.decision}: its probability {reached}."
    rest = []
    if comparison.bayes_factor is not None:
        factor = factor_text(comparison.bayes_factor)
        rest.append(f"The Bayes factor for unequal against equal error rates is {factor}.")
    if comparison.prob_error:
        rest.append(f"The Monte Carlo error of a probability is {comparison.prob_error:.1g}.")
    items = tuple((f"{clause}.",) for clause in how_likely(comparison))
    return Body(items=items, paragraphs=((decision,), *([(" ".join(rest),)] if rest else [])))


HOW_LIKELY = ReportSection(name="how-likely", heading="How likely", needs=("probabilities", "interval"), write=_write)
