"""Numbers of a comparison of two classifiers, as all that is said of it writes them."""

import math
from abc import ABC
from collections.abc import Callable

from bayescmp.comparison import Comparison
from bayescmp.content._numbers import DRAWN, decimals_of, probability_text, two_figures
from bayescmp.content._pair import ContentOfPair
from bayescmp.content._parts import Written

_SOUGHT = 1e-8  # share of the widest rope, or of the interval, as far as half-widths are sought


class NumbersOfTwo(ContentOfPair, ABC):
    """Numbers in as many digits as they support."""

    result: Comparison

    def __init__(self, result: Comparison) -> None:
        super().__init__(result)
        self.evidence, self.metric = result.evidence, result.evidence.metric
        sd, largest = result.difference.sd, max(map(abs, result.observed.values()))
        # Two figures of the standard deviation, or else those of values that three decimals do not show.
        self.digits = decimals_of(sd) if 0 < sd < math.inf else max(3, decimals_of(largest))

    def better(self, name: str) -> str:
        """Head the probability that the first is better, by more than the rope."""
        least, most = sorted(self.settings.margins)
        by = f" by > {least:g}" if least == most else " beyond the rope"
        return f"P({name} better{by * (most > 0)})"

    def half_width(self, value: float, rounded: Callable[[float], int]) -> str:
        """Write a half-width of the rope, rounded down where something holds up to it, and up where it does beyond."""
        interval = self.result.interval
        return two_figures(value, rounded, _SOUGHT * (self.metric.widest or float(interval.high - interval.low)))

    def prob(self, probability: float) -> str:
        """Write a probability in as many decimals as its Monte Carlo error supports, three at most."""
        error = self.result.prob_error
        places = 3 if error <= 0.001 else 2 if error < 0.1 else 1
        return probability_text(probability, places, self.settings.threshold, DRAWN if error else 0.0)

    @property
    def written(self) -> Written:
        """How tables write the numbers."""
        return {"prob": self.prob, "interval": self.interval, "number": self.number, "decision": self.decision_words}
