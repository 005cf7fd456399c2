"""What looking at many classifiers does to decisions, and to the estimate of the one that looks best."""

from bayescmp.ranking import Ranking
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.words import multiplicity_words, optimism_words


def _write(ranking: Ranking) -> Body:
    selection = optimism_words(ranking)
    return Body(
        paragraphs=(
            (f"{multiplicity_words(ranking)}.",),
            (f"Selection: {selection}.",),
        )
    )


MULTIPLICITY = ReportSection(name="multiplicity", heading="Many at once", needs=("pairs", "optimism"), write=_write)
