"""Every data set: what was observed of each classifier."""

from bayescmp.datasets import DatasetsRanking
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_of_datasets_ranking import table_of_losses
from bayescmp.words import unit_of


def _write(result: DatasetsRanking) -> Body:
    least = (
        "The least of several observed losses is too low by selection, the more, the fewer records the "
        f"{unit_of(result)} has."
    )
    return Body(paragraphs=((least,),), tables=(table_of_losses(result),))


OBSERVED_LOSSES = ReportSection(
    name="observed-losses", heading="Each data set", needs=("losses", "levels"), write=_write
)
