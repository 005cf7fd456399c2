"""What is unusual about the data, where anything is."""

from bayescmp.reports._parts import Body
from bayescmp.reports._section import AnyResult, ReportSection


def _write(result: AnyResult) -> Body:
    return Body(paragraphs=tuple((f"Note: {note}.",) for note in result.notes))


NOTES = ReportSection(name="notes", heading="Notes on the data", needs=("notes",), write=_write)
