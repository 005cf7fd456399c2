"""Several classifiers over data sets, in order of average loss: who is best on the next one, and on average."""

from bayescmp._results import CI_KINDS
from bayescmp.datasets import DatasetsRanking
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_of_datasets_ranking import tables_of_standing
from bayescmp.words import data_words_of_ranking, has_rope, unit_of


def _write(result: DatasetsRanking) -> Body:
    unit, settings = unit_of(result), result.settings
    interval = f"{100 * settings.ci_prob:g} % {CI_KINDS[settings.ci_kind]} credible interval"
    average = (
        f"Loss and interval: posterior mean and {interval} of the average loss ({result.metric.loss_symbol}) over "
        f"{unit}s, less the mean of all classifiers; only differences count."
    )
    following = (
        f"The next {unit} is another one of the population that these come from, on average is the mean of that "
        "population; who is best on average may be certain while the best on the next one is not."
    )
    rope = f"In rope: probability of a loss at most {settings.rope[1]:g} beyond that of the best."
    return Body(
        paragraphs=(
            (f"The data are {data_words_of_ranking(result)}.",),
            (following,),
            (average,),
            *([(rope,)] if has_rope(result) else []),
            ("Rank and regret: expected rank, and expected loss beyond that of the best.",),
        ),
        tables=tables_of_standing(result),
    )


STANDING_OVER_DATASETS = ReportSection(
    name="standing-over-data-sets", heading="Classifiers", needs=("classifiers", "losses"), write=_write
)
