"""What a comparison and a ranking over data sets say alike."""

import math
from collections.abc import Iterator, Sequence

import numpy as np
from scipy import special

from bayescmp._support._text import counted, cut, one_line, percent
from bayescmp.content._content import Content, named
from bayescmp.content._judge_words import notes_of_judges
from bayescmp.content._names import MOST_NAMED, NAME, name_text, names_or_count
from bayescmp.content._parts import cite
from bayescmp.datasets import DatasetsComparison, DatasetsRanking
from bayescmp.evidence._fact import BOUNDS_OF_SCORES, BOUNDS_TAKEN, PLAIN_NUMBERS, SCALE_OF_DATA
from bayescmp.posteriors._laws_over_datasets import BASE_DF, MASS, WIDER, base_regions
from bayescmp.results import PROBABILITIES

FEW = 5
"""Data sets, below which it is said how wide intervals on average are."""

_MUCH = 0.5  # of an error
_OF_PAIR = "the root mean square of the pair's observed differences as its scale"


class ContentOverDatasets(Content):
    """The words and tables of results over data sets."""

    result: DatasetsComparison | DatasetsRanking
    scale: float | None
    """Scale of the base of the next data set; None where it has none, or several."""

    def __init__(self, result: DatasetsComparison | DatasetsRanking) -> None:
        super().__init__(result)
        self.metric, self.count = result.metric, len(result.entries)
        self.evidence = {one.name: one.evidence for one in result.entries if one.evidence is not None}
        several = isinstance(result, DatasetsRanking)
        names = result.observed["classifier"].to_numpy() if several else (result.first, result.second)
        self.names = list(map(str, names))
        self.unit = "data set" if result.by is None else one_line(result.by.replace("_", " "))
        self.sized = counted(self.count, self.unit)
        self.next_label = cut(f"Next {self.unit}", NAME)
        self.questions = {"average": "average", "next_dataset": f"next {self.unit}"}
        self.probabilities = PROBABILITIES if self.has_rope else PROBABILITIES[::2]

    def title(self) -> str:
        return f"{named(self.names)} on {self.sized}"

    def lines_on_datasets(self) -> Iterator[tuple[str, str]]:
        """Yield the lines of a screen that all results over data sets have, below their own."""
        these = f"these {self.count}" if self.count > 1 else "this one"
        yield "What it is about", f"other {self.unit}s like {these}{self._sizes().removeprefix(self.sized)}"
        yield "What it leaves open", self.not_answered()

    def not_answered(self) -> str:
        return f"what holds on {self.unit}s of another kind"

    def more(self) -> str:
        return "`details()` has all of it, `plot()` the picture"

    def least(self) -> str:
        """Say how many data sets a decision on the next one takes, where there are fewer: the base counts against it.

        All n data sets for one answer give it (n + m p) / (n + m), with m data sets that the base counts as, and its p.
        """
        scale, threshold = self.scale, self.settings.threshold
        if scale is None:
            return ""
        most = base_regions(scale, *self.settings.rope).max()
        needed = math.ceil(round(MASS * (threshold - most) / (1 - threshold), 6))
        return f"a decision on the next {self.unit} takes at least {needed}" if self.count < needed else ""

    def _sizes(self) -> str:
        """Say how many data sets there are, and of which sizes."""
        sizes = [one.n_records for one in self.result.entries]
        known = [size for size in sizes if not math.isnan(size)]
        size = f" of {_span(known)} records" if known else " of unknown sizes"
        unknown = f", {len(sizes) - len(known)} of unknown size" if 0 < len(known) < len(sizes) else ""
        return f"{self.sized}{size}{unknown}{self._groups()}"

    def _groups(self) -> str:
        """Say in how many groups of dependent records the data sets come, "" where none does."""
        counts = [one.design.n_groups for one in self.evidence.values() if one.design.has_groups]
        few = "" if len(counts) == self.count else f"; {len(counts)} of them"
        return f"{few} in {_span(counts)} groups" if counts else ""

    def notes_of_few(self) -> Iterator[str]:
        """Say what one data set does not tell, and how wide intervals on average are of few."""
        if self.count == 1:
            yield f"1 {self.unit} does not tell how far {self.unit}s vary: nothing is known of their average"
        elif self.count < FEW:
            wide = special.stdtrit(self.count - 1, 0.975) / special.ndtri(0.975) * np.sqrt(1 + WIDER / self.count)
            yield (
                f"{self.sized} tell little of how far {self.unit}s vary: intervals on average are {wide:.2g} times as "
                "wide as if that were known"
            )

    def notes_of_numbers(self) -> Iterator[str]:
        """Say what was taken from the data or is not known of them: bounds, the scale of the base, noise."""
        facts, metric, unit = self.result.provenance, self.metric, self.unit
        if facts.get(SCALE_OF_DATA):
            yield f"no bounds of the {metric.noun} are told; per cents are better divided by 100"
        if facts.get(PLAIN_NUMBERS):
            better = "more is better" if metric.greater_is_better else "less is better"
            bounded = " and as bounded by 0 and 1" if facts.get(BOUNDS_OF_SCORES) else ""
            yield (f"one number for each {unit} and classifier ({metric.noun}: {better}), taken as exact{bounded}")
        elif facts.get(BOUNDS_OF_SCORES):
            yield BOUNDS_TAKEN.text
        values = np.concatenate([one.as_observed for one in self.result.entries])
        if facts.get(PLAIN_NUMBERS) and metric.noun == "error" and np.median(values) > _MUCH:
            yield f"most numbers are above {_MUCH:g}, which is much for an error: are they accuracies?"
        yield from notes_of_judges(self.evidence, self.unit)

    def compared_names(self) -> str:
        return names_or_count(self.names, 2)

    def size_words(self) -> str:
        return self.sized

    # The methods of a paper.

    def model_words(self) -> str:
        these, like = "one of these" if self.count > 1 else "this one", percent(self.count / (self.count + MASS))
        average = f"has a t distribution, by their spread over {self.unit}s ({cite('hartung2001')})"
        wider = f"variance times 1 + {WIDER:g}/q (q {self.unit}s)"
        average = (
            f"The average difference of two {average}, {wider}; that" if self.count > 1 else "The difference of two"
        )
        prior = f"as on {these} (probability {like}) or from a wide prior ({cite('ferguson1973')})"
        return f"{average} on the next {self.unit} is {prior}."

    def compared(self, whom: str) -> str:
        """Say what was compared on which data."""
        return f"{whom} were compared by their {self.metric.noun} on {self._sizes()}."

    def model(self, counts: Sequence[float]) -> str:
        """Say how the average, of so many data sets with both, and the next data set were found."""
        average = (
            f"The average of two has the t distribution with q - 1 degrees of freedom about the mean of their q "
            f"differences on {self.unit}s ({cite('hartung2001')}), its variance times 1 + {WIDER:g}/q; q is "
            f"{_span(counts)}. "
        )
        scale = f"scale {self.scale:.3g}" if self.scale is not None else _OF_PAIR
        return (
            f"{average * (self.count > 1)}For the next {self.unit} the population was given a Dirichlet process prior "
            f"of mass {MASS:g} ({cite('ferguson1973')}), whose base is t with {BASE_DF:g} df and {scale} about "
            f"0, and whose atoms are the {self.unit}s at hand, each known by the posterior of its own method."
        )

    def independent(self) -> str:
        """Say what has to hold."""
        drawn = f"{self.unit}s are independent and drawn from the population that is meant, not chosen by their results"
        return f"Assumed: {drawn}; what each method assumes of its own."


def _span(numbers: Sequence[float]) -> str:
    """Return the least and the greatest of some numbers, or the one that they all are."""
    return " to ".join(dict.fromkeys(f"{one:.0f}" for one in (min(numbers), max(numbers))))


def same_numbers(result: DatasetsComparison) -> list[str]:
    """Return the first data sets whose numbers are the same, though they differ between classifiers."""
    numbers = result.datasets[["observed", "sd", "n_records"]].fillna(0.0)
    numbers = numbers.assign(first=[float(one.as_observed[0]) for one in result.entries])
    twice = numbers[(numbers["observed"] != 0) & (numbers["sd"] > 0) & numbers.duplicated(keep=False)]
    same = twice.index[(twice == twice.iloc[0]).all(axis=1)] if len(twice) else twice.index
    return list(map(name_text, same[:MOST_NAMED]))
