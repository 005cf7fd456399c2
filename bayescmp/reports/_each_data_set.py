"""Every data set: what it says by itself."""

from bayescmp.datasets import DatasetsComparison
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_over_datasets import table_of_datasets
from bayescmp.words import unit_of


def _write(result: DatasetsComparison) -> Body:
    unit = unit_of(result)
    alone = f"Every {unit} is answered by itself: the others do not change what is said of it."
    return Body(paragraphs=((alone,),), tables=(table_of_datasets(result),))


EACH_DATA_SET = ReportSection(
    name="each-data-set", heading="Each data set", needs=("next_dataset", "datasets"), write=_write
)
