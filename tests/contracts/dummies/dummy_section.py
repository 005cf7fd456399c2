"""A section: one sentence."""

from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection

DUMMY_SECTION = ReportSection(
    name="dummy-section",
    heading="Dummy heading",
    write=lambda comparison: Body(paragraphs=((f"A dummy on {comparison.first}.",),)),
)
