"""What is said of reported numbers: the verdict first, and what it depends on."""

import math
from collections.abc import Iterator

from bayescmp.claims import Claim, Claims
from bayescmp.claims._claim import DEPENDS, HOLDS
from bayescmp.claims._readings import CORRELATION, OVERLAP, SPREAD
from bayescmp.content._content import Content
from bayescmp.content._names import NARROW, SCREEN, Room, row_names
from bayescmp.content._numbers import bounds_text, decimal_text, decimals_of, probability_text
from bayescmp.content._pair import ContentOfPair
from bayescmp.content._section import Said, Section, section
from bayescmp.content._tables import Written, table_of
from bayescmp.results import PROBABILITIES

_WORDS = {
    OVERLAP: (
        "how many records both get wrong", "overlap {}", "it is decided if both get {:g} to {:g} of the records wrong",
        "the number of records on which only one of the two is wrong, or the predictions",
    ),
    CORRELATION: (
        "how the folds of both correlate", "correlation {}", "it is decided at a correlation of {:g} to {:g}",
        "the score of each on every fold",
    ),
    SPREAD: (
        'what stands behind "+-"', 'if "+-" is the {}', "",
        'whether "+-" is a standard deviation, a standard error or an interval',
    ),
    "": ("how the numbers were rounded", "difference", "", ""),
}  # fmt: skip
"""By what is not told: this, as a question; rows of a table; where the verdict tips; what to ask the authors for."""


class ContentOfClaim(ContentOfPair):
    """The words and tables of a verdict on two systems."""

    result: Claim

    def __init__(self, result: Claim) -> None:
        super().__init__(result)
        self.metric, self.digits = result.metric, decimals_of(result.difference.sd)
        self.untold, self._row, self._tips, self._ask = _WORDS[result.readings.kind]
        least, greatest = (probability_text(one, 3, self.settings.threshold) for one in result.range)
        self.range = least if least == greatest else f"{least} to {greatest}"

    def answer(self) -> str:
        result = self.result
        words = f"{self.first} {self.metric.better_words()} with probability {self.range}"
        if result.verdict == DEPENDS:
            return f"It depends on {self.untold}, which is not told: {words}."
        if result.verdict == HOLDS:
            return f"{self.likeliest(result.probabilities)[0]}, whatever is not told ({words})."
        return f"Cannot be told from these numbers: {words}."

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        values, frame = list(self.result.observed.values()), self.result.priors
        digits = max(self.digits, *(len(f"{value:.10g}".partition(".")[2]) for value in values))
        shown = [decimal_text(one, digits) for one in (*values, values[0] - values[1])]
        return {
            self.metric.noun: [*self.pair(room.name), *map(self._row.format, frame.index)],
            "reported": shown + [""] * (len(frame) - 1),
            f"{100 * self.settings.ci_prob:g} % interval": ["", "", *map(self._interval, frame["low"], frame["high"])],
            f"P({self.pair(room.narrow)[0]} better)": ["", "", *map(self._prob, frame[PROBABILITIES[0]])],
        }

    def own_lines(self) -> Iterator[tuple[str, str]]:
        result, untold = self.result, self.result.each["untold"]
        yield "The difference", self.direction()
        yield "What was told", result.readings.told
        if result.verdict != HOLDS:
            if self._tips and result.decided_at and untold.is_unique:
                tips = self._tips.format(*result.decided_at)
                yield "What tips it", f"{tips}, of {untold.min():g} to {untold.max():g} that may be"
            yield "What to ask for", self._ask
            yield "What would decide it", self._needed()
        yield "What it leaves open", self.not_answered()

    def _needed(self) -> str:
        if self.result.readings.disagreement is None or math.isclose(*self.result.observed.values()):
            return ""
        asked = {"rope": self.settings.of_losses().rope, "threshold": self.settings.threshold}
        needed = self.result.plan(**asked, n_records=[100]).needed[0.8]
        return (
            f"{float(f'{needed:.2g}'):,.0f} records, by a power of .8 at this difference" if needed < math.inf else ""
        )

    def not_answered(self) -> str:
        return self.result.readings.leaves_open

    def more(self) -> str:
        return "`each` has every value of what is not told, `priors` the numbers, `plot()` the picture"

    def notes(self) -> Iterator[str]:
        if self.result.readings.kind == SPREAD:
            yield 'the decision is by the widest reading of "+-"'

    def body(self) -> Iterator[Section]:
        written: Written = {"prob": self._prob, "interval": self._interval, "number": self._number}
        parts = ["prior", "estimate", "interval", *PROBABILITIES, "decision"]
        caption = f"The difference, by the prior of {self.untold}"
        rows = self.result.priors.reset_index()
        yield section("priors", "What is not told", tables=[table_of("priors", caption, rows, parts, written)])

    def methods(self) -> Iterator[Said]:
        yield f"{self.first} and {self.second} were compared by reported numbers: {self.result.readings.told}."
        yield self.result.readings.model
        yield from self.decided_by()

    def _prob(self, probability: float) -> str:
        return probability_text(probability, 3, self.settings.threshold)

    def _number(self, value: float) -> str:
        return decimal_text(value, self.digits)

    def _interval(self, low: float, high: float) -> str:
        return bounds_text(low, high, self.digits, self.settings.rope)


class ContentOfClaims(Content):
    """The words and tables of verdicts on every two of several systems."""

    result: Claims

    def __init__(self, result: Claims) -> None:
        super().__init__(result)
        self.said = [ContentOfClaim(one) for one in result.claims.values()]
        self.metric = self.said[0].metric

    def answer(self) -> str:
        holds, depends = (sum(one.result.verdict == verdict for one in self.said) for verdict in (HOLDS, DEPENDS))
        return f"{holds} of {len(self.said)} claims hold whatever is not told; {depends} depend on it."

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        names = list(self.result.observed)
        short = dict(zip(names, row_names(names, min(room.name, NARROW)), strict=True))
        firsts, seconds = ([short[name] for name in side] for side in zip(*self.result.claims, strict=True))
        return {
            "first": firsts,
            "second": seconds,
            "difference": [decimal_text(float(one.result.difference.mean), one.digits) for one in self.said],
            "P(first)": [one.range for one in self.said],
            "verdict": [one.result.verdict for one in self.said],
            "as measured": [one.decision_words(one.result.decision) for one in self.said],
        }

    def own_lines(self) -> Iterator[tuple[str, str]]:
        yield "What depends", f"on {self.said[0].untold}, which is not told"
        yield "What it leaves open", self.not_answered()

    def not_answered(self) -> str:
        return self.said[0].not_answered()

    def more(self) -> str:
        return "`claims[first, second]` is each verdict, `summary()` the numbers"

    def notes(self) -> Iterator[str]:
        yield f"the {len(self.said)} verdicts are not adjusted for their number"

    def body(self) -> Iterator[Section]:
        yield from ()

    def methods(self) -> Iterator[Said]:
        yield from self.said[0].methods()
