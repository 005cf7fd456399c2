"""How large the difference is, and what was observed."""

from bayescmp.comparison import Comparison
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.words import how_large, name_text, number_text


def _write(comparison: Comparison) -> Body:
    first, second = name_text(comparison.first), name_text(comparison.second)
    values = [number_text(comparison, value) for value in comparison.observed.values()]
    noun = comparison.evidence.metric.noun
    observed = f"On the validated records the {noun} of {first} was {values[0]}, that of {second} {values[1]}."
    return Body(paragraphs=((how_large(comparison),), (observed,)))


HOW_LARGE = ReportSection(name="how-large", heading="How large", needs=("difference",), write=_write)
