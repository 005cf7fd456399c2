"""What the methods paragraph says of a ranking over data sets."""

from bayescmp._bibliography import Cite, Sentence
from bayescmp._text import counted
from bayescmp.datasets import DatasetsRanking
from bayescmp.reports._methods_over_datasets import dirichlet_sentence
from bayescmp.words import assumes_words, data_words_of_ranking, name_text, population_words_of_ranking, unit_of


def who_of_datasets_ranking(result: DatasetsRanking) -> list[Sentence]:
    """Say what was compared, and what is estimated."""
    unit = unit_of(result)
    names = [name_text(str(name)) for name in result.losses["classifier"].to_numpy()]
    who = (
        f"{counted(len(names), 'classifier')} ({', '.join(names)}) were compared by their {result.metric.noun} on "
        f"{data_words_of_ranking(result)}."
    )
    estimands = (
        f"The estimands are the losses of the classifiers ({result.metric.loss_symbol}) on the next {unit} of the "
        f"population that the {unit}s come from, and their averages over that population, both less their mean over "
        "the classifiers."
    )
    return [(who,), (estimands,)]


def model_of_datasets_ranking(result: DatasetsRanking) -> list[Sentence]:
    """Say what the population is, and how data sets enter."""
    unit = unit_of(result)
    pairs = (
        f"A pair rests on the {unit}s that have both of its classifiers and on nothing else; who is best, ranks and "
        f"regret on joint draws of those that have all. Seed of the draws: {result.settings.rng}."
    )
    return [
        dirichlet_sentence(unit),
        (pairs,),
        (f"Population: {population_words_of_ranking(result)}.",),
        (f"Assumed: {assumes_words(result)}.",),
    ]


def others_of_datasets_ranking(result: DatasetsRanking) -> list[Sentence]:
    """Say which tests stand beside."""
    if result.tests.empty:
        return []
    return [
        (
            "Beside it stand tests of mean ranks, as recommended by ",
            Cite("demsar2006"),
            ", with Holm's procedure (",
            Cite("holm1979"),
            ") against a control; they did not enter the decisions.",
        )
    ]
