"""Names and numbers of a ranking of several classifiers, as all that is said of it writes them."""

import math
from abc import ABC

from bayescmp._support._rounding import difference
from bayescmp.content._numbers import DRAWN, decimal_text, decimals_of, probability_text
from bayescmp.content._parts import Written
from bayescmp.content._ranking import ContentOfRanking
from bayescmp.ranking import Ranking


class NumbersOfSeveral(ContentOfRanking, ABC):
    """Names, and numbers in as many digits as they support."""

    result: Ranking

    def __init__(self, result: Ranking) -> None:
        super().__init__(result)
        self.evidence, self.metric = result.evidence, result.evidence.metric
        self.classifiers, self.pairs = result.classifiers, result.pairs
        widths = difference(self.classifiers["high"], self.classifiers["low"])
        # The typical posterior standard deviation of a value, 0 where all are points.
        self.sd = float(widths[widths > 0].median()) / 4 if widths.any() else 0.0
        self.digits = decimals_of(self.sd)
        # The other priors under which there is P(best) of all.
        self.priors = [one for one in ("pooled", "cautious") if self.classifiers[f"prob_best_{one}"].notna().all()]

    def prob(self, probability: float) -> str:
        """Write a probability in the decimals that its Monte Carlo error leaves; draws prove none to be 0 or 1."""
        decimals = 3 if self.result.trust.prob_error <= 0.001 else 2
        return probability_text(probability, decimals, error=0.25 / self.result.draws)

    def prob_of_pair(self, probability: float) -> str:
        """Write a probability of a pair by itself, in two decimals at most where the pair was drawn."""
        drawn = "draws" in self.result.provenance  # which its method keeps
        return probability_text(probability, 2 if drawn else 3, self.settings.threshold, DRAWN * drawn)

    def interval(self, low: float, high: float) -> str:
        """Write an interval of values in the same decimals."""
        return f"[{self.number(low)}, {self.number(high)}]"

    def regret(self, regret: float) -> str:
        """Write an expected regret in the decimals its Monte Carlo error leaves, at most one more than values have."""
        if self.sd == 0:
            return self.number(regret)
        touched = math.ceil(-math.log10(self.sd / math.sqrt(self.result.draws)))
        return decimal_text(regret, min(self.digits + 1, max(2, touched)))

    def rank(self, rank: float) -> str:
        """Write an expected rank with one decimal, or without where draws are too few for one."""
        error = (len(self.short) - 1) / 2 / math.sqrt(self.result.draws)  # at most
        return f"{rank:.{int(error < 0.1)}f}"

    @property
    def written(self) -> Written:
        """How the table of classifiers writes the numbers."""
        numbers = {"prob": self.prob, "rank": self.rank, "regret": self.regret}
        return {**numbers, "interval": self.interval, "number": self.number}
