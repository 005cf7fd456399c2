"""What a comparison and a ranking over data sets say alike."""

import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np
from scipy import special

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._text import counted, one_line
from bayescmp.content._content import Content, named
from bayescmp.content._names import few_words, name_text
from bayescmp.datasets import DatasetsComparison, DatasetsRanking
from bayescmp.evidence._fact import (
    BOUNDS_OF_SCORES,
    BOUNDS_TAKEN,
    LABELS_UNLIKE,
    MIXED_SCALES,
    PLAIN_NUMBERS,
    SCALE_OF_DATA,
)
from bayescmp.posteriors._laws_over_datasets import BASE_DF, MASS, WIDER, base_regions
from bayescmp.results._three_probabilities import PROBABILITIES

MOST_NAMED = 3
"""Data sets in a note."""
FEW = 5
"""Data sets, below which it is said how wide intervals on average are."""

_OF_PAIR = "the root mean square of the pair's observed differences as its scale"


class ContentOverDatasets(Content):
    """The words and tables of results over data sets."""

    result: "DatasetsComparison | DatasetsRanking"

    def __init__(self, result: "DatasetsComparison | DatasetsRanking", names: Sequence[str]) -> None:
        super().__init__(result)
        self.metric, self.names, self.count = result.metric, names, len(result.entries)
        self.unit = "data set" if result.by is None else one_line(result.by.replace("_", " "))
        self.sized = counted(self.count, self.unit)
        self.questions = {"average": "average", "next_dataset": f"next {self.unit}"}
        self.probabilities = PROBABILITIES if self.has_rope else PROBABILITIES[::2]

    def title(self) -> str:
        return f"{named(self.names)} on {self.sized}"

    def lines(self) -> Iterator[tuple[str, str]]:
        yield from self._own_lines()
        yield "What it is about", f"other {self.unit}s like these: {self._sizes()}"
        yield "What it leaves open", self.not_answered()
        yield "What it assumes", self.population()
        yield from (("Note", note) for note in self.notes())

    def more(self) -> str:
        return f"`details()` has every {self.unit}, what is assumed of others, and methods, `plot()` the picture"

    def least(self) -> str:
        """Say how many data sets a decision on the next one takes, where there are fewer: the base counts against it.

        All n data sets for one answer give it (n + m p) / (n + m), with m data sets that the base counts as, and its p.
        """
        scale, threshold = self.scale, self.settings.threshold
        if scale is None:
            return ""
        most = base_regions(scale, *self.settings.rope).max()
        needed = math.ceil(round(MASS * (threshold - most) / (1 - threshold), 6))
        return f"takes {needed} {self.unit}s at least" if self.count < needed else ""

    @property
    @abstractmethod
    def scale(self) -> float | None:
        """Scale of the base of the next data set; None where it has none, or several."""

    @abstractmethod
    def _own_lines(self) -> Iterator[tuple[str, str]]:
        """Yield the lines of a screen that stand before those that all have."""

    def _sizes(self) -> str:
        """Say how many data sets there are, and of which sizes."""
        sizes = [one.n_records for one in self.result.entries]
        known = [size for size in sizes if not math.isnan(size)]
        texts = list(dict.fromkeys(f"{size:.0f}" for size in (min(known), max(known)))) if known else []
        size = f" of {' to '.join(texts)} records" if known else " of unknown sizes"
        unknown = f", {len(sizes) - len(known)} of unknown size" if 0 < len(known) < len(sizes) else ""
        return f"{self.sized}{size}{unknown}{self._groups()}"

    def _groups(self) -> str:
        """Say in how many groups of dependent records the data sets come, "" where none does."""
        designs = [one.evidence.design for one in self.result.entries if one.evidence is not None]
        counts = sorted(design.n_groups for design in designs if design.has_groups)
        few = "" if len(counts) == len(self.result.entries) else f"; {len(counts)} of them"
        many = " to ".join(dict.fromkeys(map(str, (counts[0], counts[-1])))) if counts else ""
        return f"{few} in {many} groups" if counts else ""

    @abstractmethod
    def population(self) -> str:
        """Say which population the data sets are taken to come from."""

    def _base(self) -> str:
        """Name the base of the next data set."""
        scale = f"scale {self.scale:.3g}" if self.scale is not None else _OF_PAIR
        return f"t with {BASE_DF:g} df and {scale} about 0"

    def normal(self, *, is_known: bool = True) -> str:
        """Say what is assumed of data sets."""
        next_one = f"next {self.unit}: these and a base that counts as {MASS:g} of them, {self._base()}"
        if self.count == 1 or not is_known:
            return next_one
        average = f"average: t with {self.count - 1} df about the mean, its variance times 1 + {WIDER:g}/{self.count}"
        return f"{average}; {next_one}"

    def note_of_few(self) -> str:
        """Say what one data set does not tell, and how wide intervals on average are of few; "" of others."""
        if self.count == 1:
            return f"1 {self.unit} does not tell how far {self.unit}s vary: nothing is known of their average"
        wide = special.stdtrit(self.count - 1, 0.975) / special.ndtri(0.975) * np.sqrt(1 + WIDER / self.count)
        return (
            f"{self.sized} tell little of how far {self.unit}s vary: intervals on average are {wide:.2g} times as wide "
            "as if that were known"
            if self.count < FEW
            else ""
        )

    def notes_of_numbers(self) -> Iterator[str]:
        """Say what was taken from the data or is not known of them: bounds, the scale of the base, noise."""
        found, metric, unit = self.result.provenance, self.metric, self.unit
        if found.get(SCALE_OF_DATA):
            yield (
                f"no bounds of the {metric.noun} are told: the base of the next {unit} has the root mean square of the "
                "observed differences as its scale; per cents are better divided by 100"
            )
        if found.get(PLAIN_NUMBERS):
            better = "more is better" if metric.greater_is_better else "less is better"
            bounded = ", and as bounded by 0 and 1, between which they lie" if found.get(BOUNDS_OF_SCORES) else ""
            yield (
                f"one number for each {unit} and classifier ({metric.noun}: {better}): the noise within {unit}s is not "
                f"known, and the numbers are taken as exact{bounded}"
            )
        elif found.get(BOUNDS_OF_SCORES):
            yield BOUNDS_TAKEN.text
        yield from self._note_of_judges()
        if found.get(MIXED_SCALES):
            yield f"the numbers of some {unit}s lie between 0 and 1 and those of others do not: are some per cents?"

    def _note_of_judges(self) -> Iterator[str]:
        """Say how many records are labelled, where a judge rated all, and where these are unlike the others."""
        evidence = {one.name: one.evidence for one in self.result.entries if one.evidence is not None}
        counts = [one.judged for one in evidence.values() if one.design.n_judged and one.judged is not None]
        if counts:
            rated, labelled = (
                sum(int(one[name].sum([dim for dim in one[name].dims if dim != "pair"]).min()) for one in counts)
                for name in ("judged", "labelled")
            )
            unlike = [name for name, one in evidence.items() if any(fact.kind == LABELS_UNLIKE for fact in one.facts)]
            where = few_words(list(map(name_text, unlike)), MOST_NAMED) if unlike else ""
            yield (
                f"a judge rated {counted(f'{rated:,}', 'record')}, of which people labelled all answers to "
                f"{labelled:,}, and what is observed is of these; within each {self.unit} they must have been chosen "
                f"at random, or by what the judge said"
                + (f"; in {where} they are unlike others that it called the same, as `compare` says" if where else "")
            )

    # The methods of a paper.

    def compared(self, whom: str) -> Sentence:
        """Say what was compared on which data."""
        return (f"{whom} were compared by their {self.metric.noun} on {self._sizes()}.",)

    def model(self) -> Sentence:
        """Say how the average and the next data set were found."""
        count, unit = self.count, self.unit
        found = f"The average has the t distribution with {count - 1} degrees of freedom about the mean of {count} "
        average = f"{found}differences (", Cite("hartung2001"), f"), its variance times 1 + {WIDER:g}/{count}. "
        following = f"For the next {unit} the population was given a Dirichlet process prior of mass {MASS:g} ("
        base = f"), whose base is {self._base()}, and whose atoms are "
        atoms = f"the {unit}s at hand, each known by the posterior of its own method."
        return *(average if count > 1 else ()), following, Cite("ferguson1973"), base, atoms

    def independent(self) -> Sentence:
        """Say what has to hold."""
        drawn = f"{self.unit}s are independent and drawn from the population that is meant, not chosen by their results"
        return (f"Assumed: {drawn}; what each method assumes of its own.",)
