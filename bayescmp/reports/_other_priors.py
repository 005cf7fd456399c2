"""How the answers over data sets depend on the prior of the population."""

from bayescmp.datasets import DatasetsComparison
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_over_datasets import table_of_priors
from bayescmp.words import prior_words_of, sensitivity_words


def _write(result: DatasetsComparison) -> Body:
    return Body(
        paragraphs=(
            (f"The prior of the population: {prior_words_of(result)}.",),
            (f"Under all priors of the table: {sensitivity_words(result)}.",),
        ),
        tables=(table_of_priors(result),),
    )


OTHER_PRIORS = ReportSection(
    name="other-priors", heading="Other priors", needs=("next_dataset", "sensitivity"), write=_write
)
