"""What the analysis says nothing about."""

from bayescmp.comparison import Comparison
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection


def _write(comparison: Comparison) -> Body:
    return Body(paragraphs=((f"It does not say {comparison.not_answered}.",),))


NOT_ANSWERED = ReportSection(name="not-answered", heading="What the analysis does not answer", write=_write)
