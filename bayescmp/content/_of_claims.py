"""What is said of reported numbers: the verdict first, and what it depends on."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from bayescmp._support._text import capital, counted, listed
from bayescmp.claims import Claim, Claims
from bayescmp.claims._claim import DEPENDS, HOLDS, NOT_HELD
from bayescmp.claims._readings import CORRELATION, MEASURED, OVERLAP, ROUNDING, SPREAD, SPREADS
from bayescmp.content._content import Content
from bayescmp.content._names import NARROW, PAPER, SCREEN, Room, few_words, row_names
from bayescmp.content._numbers import decimal_text, decimals_of, p_words, pvalue_text
from bayescmp.content._pair import ContentOfPair
from bayescmp.content._parts import Said, Section
from bayescmp.results import OUTCOMES, PROBABILITIES, UNDECIDED

_WORDS = {
    OVERLAP: (
        "how many records both get wrong", "however many records both get wrong", "overlap {}",
        "both get {:,.0f} to {:,.0f} of the records wrong",
        "the number of records on which only one of the two is wrong, or the predictions",
    ),
    CORRELATION: (
        "how the folds of both correlate", "however the folds of both correlate", "correlation {}",
        "the correlation is {:g} to {:g}", "the score of each on every fold",
    ),
    SPREAD: (
        'what stands behind "+-"', 'whatever stands behind "+-"', 'if "+-" is the {}', "",
        'whether "+-" is a standard deviation, a standard error or an interval',
    ),
    ROUNDING: ("how the numbers were rounded", "however the numbers were rounded", "posterior", "", "more decimals"),
}  # fmt: skip
"""By what is not told: this, and whatever it is; rows of a table; what decides; what to ask the authors for."""
_IMPLIED = {
    OVERLAP: f" if their errors overlap {MEASURED}", CORRELATION: f" if their folds correlate {MEASURED}",
    SPREAD: f' if "+-" is the {SPREADS[0]}, the widest of what it may be', ROUNDING: "",
}  # fmt: skip
"""Which of it the decision rests on."""


class ContentOfClaim(ContentOfPair):
    """The words and tables of a verdict on two systems."""

    result: Claim

    def __init__(self, result: Claim) -> None:
        super().__init__(result)
        self.metric, self.digits = result.metric, decimals_of(result.difference.sd)
        self.is_of_rounding = result.verdict == DEPENDS and result.causes == (ROUNDING,)
        untold, whatever, _, _, ask = zip(*map(_WORDS.get, result.causes), strict=True)
        self.untold, self.whatever, self._ask = listed(untold), listed(whatever), ", and ".join(ask)
        self._decides = _WORDS[result.readings.kind][3]
        self.outcome, self.probability = self.likeliest(result.probabilities)
        found = result.each[PROBABILITIES[np.argmax(result.probabilities)]]
        least, greatest = self.prob(found.min()), self.prob(found.max())
        self.range = least if least == greatest else f"{least} to {greatest}"

    @property
    def is_decided(self) -> bool:
        return self.result.verdict == HOLDS

    def answer(self) -> str:
        result = self.result
        whatever = f", {self.whatever}" if len(result.each) > 1 else ""
        if result.verdict == HOLDS:
            return f"{self.outcome}{whatever} (probability {self.range})."
        if result.verdict == NOT_HELD:
            return f"Not shown by these numbers{whatever}: {self.leaning(result.probabilities, self.range)}."
        basis = _IMPLIED[result.readings.kind]
        shown = "Not shown" if result.decision == UNDECIDED else "Shown only in part"
        return (
            f"{shown} by these numbers: {self.outcome} with probability {self.prob(self.probability)}{basis}, but "
            f"{self.range} depending on {self.untold}, which is not told."
        )

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        values, frame = list(self.result.observed.values()), self.result.priors
        digits = max(len(f"{value:.10g}".partition(".")[2]) for value in values)
        shown = [decimal_text(one, digits) for one in (*values, values[0] - values[1])]
        rows, names, row = ["", "", ""], self.pair(room.narrow), _WORDS[self.result.readings.kind][2]
        outcomes = zip(PROBABILITIES, (f"P({names[0]} better)", "P(equivalent)", f"P({names[1]} better)"), strict=True)
        return {
            self.metric.noun: [*self.pair(room.name), "difference", *map(row.format, frame.index)],
            "reported": shown + [""] * len(frame),
            self.interval_head: [*rows, *map(self.interval, frame["low"], frame["high"])],
            **{
                head: [*rows, *map(self.prob, frame[name])]
                for name, head in (outcomes if self.has_rope else [next(outcomes)])
            },
        }

    def own_lines(self) -> Iterator[tuple[str, str]]:
        result, untold = self.result, self.result.each["untold"]
        yield "The difference", self.direction()
        yield "What was told", result.readings.told
        if result.decided_at and self._decides and untold.is_unique and result.verdict == DEPENDS:
            ends = " to ".join(f"{one:,.4g}" if one % 1 else f"{one:,.0f}" for one in (untold.min(), untold.max()))
            yield (
                "What tips it",
                f"by the posterior it is decided if {self._decides.format(*result.decided_at)}, of {ends} that may be",
            )
        if result.verdict == DEPENDS:
            yield "What to ask for", self._ask
        if result.verdict != HOLDS and not self.is_of_rounding:
            yield "What would decide it", self._needed()
        yield "A test beside it", self.test_beside()
        yield "What it leaves open", self.not_answered()

    def numbers_words(self) -> str:
        main = self.result.interval
        basis = self.credible(self.interval(main.low, main.high)) + _IMPLIED[self.result.readings.kind]
        values = self.table(PAPER)["reported"]
        return self.both_words(values, values[2], basis, "reported ")

    def test_beside(self) -> str:
        """Give the p-value of the test of papers, or between which it lies."""
        return f"{self._pvalues()}, {self.result.readings.test}, two-sided"

    def _pvalues(self) -> str:
        readings, every = self.result.readings, self.result.each["pvalue"]
        by = listed([_WORDS[kind][0] for kind in self.result.causes_of("pvalue")])
        said, printed = _p_range(every, f" by {by}"), _p_range(every[readings.as_printed])
        return f"{printed} as printed ({said})" if readings.kind == ROUNDING and said != printed else said

    def likeliest_words(self) -> str:
        found = self.result.probabilities
        return "neither" if self.favours_neither(found) else self.decision_words(OUTCOMES[np.argmax(found)])

    def _needed(self) -> str:
        readings, needed = self.result.readings, self.result.needed
        if needed is None:
            return "more records or runs; how many, these numbers do not tell"
        of = "records" if readings.disagreement is not None else "records on each test set"
        of = "runs of each" if self.result.call.arguments["runs"] else of
        of = f"{of} (power 0.8), at this difference{_IMPLIED[readings.kind]}"
        return f"some {float(f'{needed:.2g}'):,.0f} {of}" if needed < math.inf else ""

    def not_answered(self) -> str:
        return self.result.readings.leaves_open

    def more(self) -> str:
        if len(self.result.each) == 1:
            return "`plot()` has the picture"
        return "`each` has every value of what is not told, `priors` the numbers, `plot()` the picture"

    def in_order(self) -> Iterator[Section]:
        """Yield the sections of a report, that on methods with a sentence for a review."""
        data = "of more runs" if self.result.call.arguments["runs"] else "on more records"
        ask = self._ask if self.result.verdict == DEPENDS else f"results {data}"
        said = f"The reported numbers leave open whether {self.outcome}; please report {ask}."
        more = () if self.result.verdict == HOLDS else (("For a review", said),)
        yield from (replace(one, lines=one.lines + more) if one.key == "methods" else one for one in super().in_order())

    def methods(self) -> Iterator[Said]:
        yield f"{self.first} and {self.second} were compared by reported numbers: {self.result.readings.told}."
        yield self.result.readings.model
        yield from self.decided_by()


def _p_range(found: Any, by: str = "") -> str:
    least, greatest = pvalue_text(found.min()), pvalue_text(found.max())
    return p_words(found.min()) if least == greatest else f"p from {least} to {greatest}{by}"


class ContentOfClaims(Content):
    """The words and tables of verdicts on every two of several systems."""

    result: Claims

    def __init__(self, result: Claims) -> None:
        super().__init__(result)
        self.said = [ContentOfClaim(one) for one in result.claims.values()]
        self.metric = self.said[0].metric

    def answer(self) -> str:
        holds, depends = (sum(one.result.verdict == verdict for one in self.said) for verdict in (HOLDS, DEPENDS))
        of_all = counted(len(self.said), "claim")
        return f"{holds} of {of_all} can be shown whatever is not told, {depends} for some of it."

    def numbers_words(self) -> str:
        held = [f"{one.outcome} (probability {one.range})" for one in self.said if one.result.verdict == HOLDS]
        return f"By the reported numbers, {few_words(held)}." if held else ""

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        names = list(self.result.observed)
        short = dict(zip(names, row_names(names, min(room.name, NARROW)), strict=True))
        firsts, seconds = ([short[name] for name in side] for side in zip(*self.result.claims, strict=True))
        return {
            "first": firsts,
            "second": seconds,
            "difference": [one.table(room)["reported"][2] for one in self.said],
            "likeliest": [one.likeliest_words() for one in self.said],
            "probability": [one.range for one in self.said],
            "verdict": [one.result.verdict for one in self.said],
        }

    def own_lines(self) -> Iterator[tuple[str, str]]:
        causes = dict.fromkeys(kind for one in self.said for kind in one.result.causes)
        yield "What is not told", listed([_WORDS[kind][0] for kind in causes])
        yield "What it leaves open", self.not_answered()

    def not_answered(self) -> str:
        return self.said[0].not_answered()

    def more(self) -> str:
        return "`result[first, second]` is each verdict, `summary()` the numbers"

    def notes(self) -> Iterator[str]:
        yield f"the {len(self.said)} verdicts are not adjusted for their number"

    def table_words(self, room: Room) -> str:  # noqa: ARG002 - all are named
        found = "the difference, the likeliest outcome, its probability whatever is not told, and the verdict"
        return capital(f"{self.measured()} of {self.compared_names()}, of every two {found}")

    def methods(self) -> Iterator[Said]:
        one, *others = self.said[0].methods()
        yield f"Every two of {self.compared_names()} were compared in the same way: {one}"
        yield from others
