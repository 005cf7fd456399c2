"""What other methods say of the same data sets, and that they answer other questions."""

from bayescmp._bibliography import Cite, Sentence
from bayescmp.datasets import DatasetsComparison
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_over_datasets import table_of_correlated_t, table_of_methods
from bayescmp.words import unit_of


def _write(result: DatasetsComparison) -> Body:
    unit = unit_of(result)
    largest = (
        f"How often a region is the most probable one is no probability of the next {unit}: with many {unit}s it goes "
        "to 0 or 1, and the probability does not ("
    )
    known = (
        "The signed rank and sign tests take the observed differences as known exactly, however few records a "
        f"{unit} has."
    )
    paragraphs: tuple[Sentence, ...] = ((largest, Cite("corani2017"), " headline it)."), (known,))
    return Body(paragraphs=paragraphs, tables=(table_of_methods(result), *table_of_correlated_t(result)))


OTHER_METHODS = ReportSection(
    name="other-methods", heading="Other methods", needs=("next_dataset", "baselines"), write=_write
)
