"""Whether the answers over data sets hang on one of them."""

from bayescmp.datasets import DatasetsComparison
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_over_datasets import table_without
from bayescmp.words import leave_one_out_words


def _write(result: DatasetsComparison) -> Body:
    several = len(result.datasets) > 1
    sentence = f"Left out: {leave_one_out_words(result)}."
    return Body(paragraphs=((sentence,),), tables=(table_without(result),) if several else ())


ONE_LEFT_OUT = ReportSection(
    name="one-left-out", heading="One left out", needs=("next_dataset", "leave_one_out"), write=_write
)
