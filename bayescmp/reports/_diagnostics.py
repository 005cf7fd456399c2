"""How far the numbers can be trusted numerically."""

from bayescmp.reports._parts import Body
from bayescmp.reports._section import AnyResult, ReportSection


def _write(result: AnyResult) -> Body:
    trust = result.trust
    text = f"{trust.sentence[0].upper()}{trust.sentence[1:].removesuffix('.')}."
    if trust.prob_error or not trust.reliable:  # where there are draws, the text speaks of them
        return Body(paragraphs=((text,),))
    return Body(paragraphs=((f"Reliable. {text}",),))


DIAGNOSTICS = ReportSection(name="diagnostics", heading="Diagnostics", write=_write)
