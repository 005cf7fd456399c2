"""The picture of the posterior."""

from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection

PICTURE = ReportSection(name="figure", heading="Figure", write=lambda _: Body())
