"""The levels and tests that the data allow."""

from bayescmp.comparison import Comparison
from bayescmp.levels._rows import POSTERIOR
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables import table_of_levels

_SIZES = (
    "The size of a test is how often it rejects where both are equally good, at a level of .05; Epsilon is a simulated "
    "pair of equally good classifiers."
)


def _write(comparison: Comparison) -> Body:
    n_levels = int((comparison.levels["kind"] == POSTERIOR).sum())
    counted = " and ".join(
        f"{n} {what}{'' if n == 1 else 's'}"
        for n, what in ((n_levels, "inference level"), (len(comparison.levels) - n_levels, "significance test"))
        if n
    )
    allowed = f"The data allow {counted}; the decision rests on {comparison.level.name}."
    paragraphs = [(allowed,)] if n_levels == len(comparison.levels) else [(allowed,), (_SIZES,)]
    return Body(paragraphs=tuple(paragraphs), tables=(table_of_levels(comparison),))


LEVELS_AND_TESTS = ReportSection(
    name="levels", heading="Levels and tests", needs=("difference", "levels"), write=_write
)
