"""What the analysis says nothing about."""

from bayescmp.reports._parts import Body
from bayescmp.reports._section import AnyResult, ReportSection


def _write(result: AnyResult) -> Body:
    return Body(paragraphs=((f"It does not say {result.not_answered}.",),))


NOT_ANSWERED = ReportSection(name="not-answered", heading="What the analysis does not answer", write=_write)
