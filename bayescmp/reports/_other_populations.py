"""How the answers over data sets depend on the population that they are taken to come from."""

from bayescmp.datasets import DatasetsComparison
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_over_datasets import table_of_populations
from bayescmp.words import population_words_of, sensitivity_words


def _write(result: DatasetsComparison) -> Body:
    return Body(
        paragraphs=(
            (f"The population: {population_words_of(result)}.",),
            (f"By all populations of the table: {sensitivity_words(result)}.",),
        ),
        tables=(table_of_populations(result),),
    )


OTHER_POPULATIONS = ReportSection(
    name="other-populations", heading="Other populations", needs=("next_dataset", "sensitivity"), write=_write
)
