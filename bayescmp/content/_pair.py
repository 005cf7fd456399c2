"""What comparisons of two classifiers say alike, of one data set, over several, and while records come in."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from bayescmp.content._content import Content
from bayescmp.content._names import NAME, NARROW, PAPER, SCREEN, Room, name_text, short_pair
from bayescmp.content._parts import HEADS
from bayescmp.results import OUTCOMES


class ContentOfPair(Content):
    """Names of the two, and the outcomes."""

    def __init__(self, result: Any) -> None:
        super().__init__(result)
        self.first, self.second = name_text(result.first), name_text(result.second)

    def pair(self, width: int = NAME) -> tuple[str, str]:
        """Return both names, cut to fit a table."""
        return short_pair(self.result.first, self.result.second, width)

    def numbers_words(self) -> str:
        columns, posterior = self.table(PAPER), HEADS["posterior"]
        head, intervals = list(columns.items())[-1]
        observed, interval = columns["observed"], self.credible(intervals[-1])
        mean = f"{posterior} {columns[posterior][-1]}; {interval}" if posterior in columns else ""
        return self.both_words(observed, observed[-1], mean or f"{head} {intervals[-1]}")

    def both_words(self, values: Sequence[str], difference: str, basis: str, kind: str = "") -> str:
        """Give both values, of a kind such as "mean", and their difference."""
        said = f"{self.first} was {values[0]} and that of {self.second} {values[1]}"
        apart = self.difference_words(self.first, self.second, difference, basis)
        return f"{self.on_data()} {kind}{self.quantity} of {said}; {apart}."

    def in_places(self) -> str:
        """Name the two, each with its place unless it is called so."""
        places = zip((self.first, self.second), ("first", "second"), strict=True)
        return " and ".join(name if name == place else f"{name} ({place})" for name, place in places)

    def direction(self, room: Room = SCREEN) -> str:
        first, second = self.pair(room.name)
        sign = "positive" if self.metric.greater_is_better else "negative"
        return f"{first} - {second}; {sign} where {first} {self.metric.better_words()}"

    def outcomes(self) -> tuple[str, str, str]:
        """Return the three outcomes as clauses: first better, equivalent, second better."""
        (low, high), better = self.settings.rope, self.metric.better_words()
        margins = [f" by more than {margin:g}" if margin else "" for margin in self.settings.margins]
        return (
            f"{self.first} {better} than {self.second}{margins[0]}",
            f"{self.first} and {self.second} are equivalent (difference from {low:g} to {high:g})",
            f"{self.second} {better} than {self.first}{margins[1]}",
        )

    def decision_words(self, decision: str, width: int = NARROW) -> str:
        """Return a decision with the name of the classifier that is better, as there is room for it."""
        named = dict(zip(OUTCOMES[::2], (f"{name} better" for name in self.pair(width)), strict=True))
        return named.get(decision, decision)

    def chances(self, probabilities: Sequence[float], beyond: str = "", second_beyond: str = "") -> str:
        """Give the probability of each outcome, of better beyond a margin; of equivalence where there is a rope."""
        first, second = self.pair()
        outcomes = f"{first} better{beyond}", "too close to matter", f"{second} better{second_beyond}"
        said = list(map(": ".join, zip(outcomes, map(self.prob, probabilities), strict=True)))
        return "; ".join(said if self.has_rope else said[::2])

    def falls_short(self, probability: str) -> str:
        """Give a probability that decides nothing, and the one that would."""
        return f"probability {probability}; a decision needs {self.settings.threshold:g}"

    def likeliest(self, probabilities: Sequence[float]) -> tuple[str, float]:
        """Return the likeliest outcome, which is the decision where there is one, and its probability."""
        return max(zip(self.outcomes(), probabilities, strict=True), key=itemgetter(1))

    def favours_neither(self, probabilities: Sequence[float], error: float = 0.0) -> bool:
        """Tell whether the probabilities of both lead and are alike, as written or by their Monte Carlo error."""
        first, even, second = probabilities  # 4: two errors of the difference of both
        alike = abs(first - second) <= 4 * error or self.prob(first) == self.prob(second)
        return alike and even <= max(first, second)

    def leaning(self, probabilities: Sequence[float], shown: str = "", error: float = 0.0) -> str:
        """Say what is likeliest of what is not decided, with its probability as shown, or that it is neither."""
        if self.favours_neither(probabilities, error):
            return f"the data favour neither {self.first} nor {self.second}"
        outcome, probability = self.likeliest(probabilities)
        return f"most likely {outcome} ({self.falls_short(shown or self.prob(probability))})"
