"""What the methods paragraph says of a comparison over data sets."""

from bayescmp._bibliography import Cite, Sentence
from bayescmp._text import counted
from bayescmp.datasets import DatasetsComparison
from bayescmp.levels import LEVELS
from bayescmp.words import assumes_words, data_words, difference_words, name_text, population_words_of, unit_of


def who_over_datasets(result: DatasetsComparison) -> list[Sentence]:
    """Say what was compared, and what is estimated."""
    first, second, unit = name_text(result.first), name_text(result.second), unit_of(result)
    weighed = "weighed by their records" if result.by is not None else "all of one weight"
    who = f"{first} (first) and {second} (second) were compared by their {result.metric.noun} on {data_words(result)}."
    estimands = (
        f"The estimands are the difference {difference_words(result)} on the next {unit} of the population that the "
        f"{unit}s come from, its average over that population, and its mean over the {unit}s at hand, {weighed}; a "
        f"negative value means that {first} {result.metric.better_words()}."
    )
    return [(who,), (estimands,)]


def model_over_datasets(result: DatasetsComparison) -> list[Sentence]:
    """Say what the population is, how data sets enter, and what is assumed."""
    unit = unit_of(result)
    return [
        dirichlet_sentence(unit) if result.is_dirichlet else _student(unit),
        (f"Population: {population_words_of(result)}.",),
        (f"Assumed: {assumes_words(result)}.",),
        *((f"{words[0].upper()}{words[1:]}.",) for words in _levels(result)),
    ]


def dirichlet_sentence(unit: str) -> Sentence:
    """Say what a population is that is a Dirichlet process."""
    return (
        f"The population of {unit}s was given a Dirichlet process prior (",
        Cite("ferguson1973"),
        f"), whose atoms are the {unit}s at hand, each known by the posterior of its own inference level.",
    )


def _student(unit: str) -> Sentence:
    return (
        f"Differences were taken as drawn from a t distribution over {unit}s, of unknown scale and tails, as by ",
        Cite("corani2017"),
        f"; each {unit} entered by the likelihood of its level. The posterior was computed on a grid, not drawn.",
    )


def _levels(result: DatasetsComparison) -> list[str]:
    """Say what each level assumes, and of how many data sets it is."""
    counts = result.datasets.groupby(["level", "assumes"], sort=False).size()
    return [
        f"{LEVELS[level].spoken if level in LEVELS else level} ({counted(count, unit_of(result))}) assumes: {assumes}"
        for (level, assumes), count in counts.items()
    ]


def others_over_datasets(_: DatasetsComparison) -> list[Sentence]:
    """Say which other methods stand beside."""
    return [
        (
            "Beside it stand how often a region is the most probable one (",
            Cite("corani2017"),
            "), the signed rank test of Wilcoxon and the sign test (",
            Cite("demsar2006"),
            "), and their Bayesian forms (",
            Cite("benavoli2017"),
            "); they did not enter the decisions.",
        )
    ]
