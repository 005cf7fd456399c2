"""How far the numbers can be trusted numerically."""

from bayescmp.comparison import Comparison
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection


def _write(comparison: Comparison) -> Body:
    text = comparison.diagnostics.removesuffix(".") + "."
    if comparison.prob_error or not comparison.reliable:  # where there are draws, the text is a verdict on them
        return Body(paragraphs=((text,),))
    return Body(paragraphs=((f"Reliable. {text[0].upper()}{text[1:]}",),))


DIAGNOSTICS = ReportSection(name="diagnostics", heading="Diagnostics", write=_write)
