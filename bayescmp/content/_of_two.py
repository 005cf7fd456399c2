"""What a comparison of two classifiers says."""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from bayescmp._answers import OUTCOMES, UNDECIDED
from bayescmp._bibliography import Cite, Sentence
from bayescmp._text import counted
from bayescmp.content._content import Content, Section, named, outcomes_of, section
from bayescmp.content._design import estimand_words, not_answered_words, resampling_words
from bayescmp.content._facts import note_of
from bayescmp.content._names import NAME, NARROW, WIDTH, name_text, row_name, short_pair
from bayescmp.content._numbers import (
    bounds_text,
    decimal_text,
    decimals_of,
    factor_text,
    probability_text,
    pvalue_text,
)
from bayescmp.content._ropes_and_tau import sensitivity_section
from bayescmp.content._tables import (
    Cell,
    Column,
    Table,
    aligned,
    brief,
    filled,
    html_of,
    labelled,
    of_intervals,
    of_numbers,
    of_text,
    table_of,
    texts_of,
)
from bayescmp.design import TWO_FOLD
from bayescmp.evidence._fact import SAME_ESTIMATOR
from bayescmp.frequentist import TESTS
from bayescmp.levels import LEVELS, Level, Told, measured_repeats
from bayescmp.levels._rows import POSTERIOR, TEST

if TYPE_CHECKING:
    from bayescmp.comparison import Comparison

_SIZES = (
    "The size of a test is how often it rejects where both are equally good, at a level of .05; Epsilon is a simulated "
    "pair of equally good classifiers."
)


class ContentOfTwo(Content):
    """The words and tables of a comparison."""

    result: "Comparison"

    def __init__(self, result: "Comparison") -> None:
        super().__init__(result)
        self.evidence, self.metric = result.evidence, result.evidence.metric
        self.first, self.second = name_text(result.first), name_text(result.second)
        self.better = self.metric.better_words()
        self.digits = decimals_of(result.difference.sd)

    # The answer in sentences: the decision, how likely, how large, how sure.

    def headline(self) -> str:
        return self.warning + self.answer()

    def answer(self) -> str:
        """Return the answer in one sentence, after another where there is nothing to choose from."""
        what = "make identical predictions" if self.evidence.tables is not None else "lose the same on every record"
        same = f"{self.first} and {self.second} {what}. " if self.evidence.identical else ""
        return same + self._decision()

    def _decision(self) -> str:
        result, probabilities = self.result, self.result.probabilities
        clauses = dict(zip(OUTCOMES, zip(self.outcomes(), probabilities, strict=True), strict=True))
        if result.decision in clauses:
            outcome, probability = clauses[result.decision]
            return f"{outcome} (probability {self.prob(probability)})."
        if math.isinf(result.difference.sd):
            return "Undecided: the data do not tell how far the difference varies, see the note."
        even = abs(probabilities[0] - probabilities[2]) <= 2 * result.prob_error
        if even and probabilities[0] > probabilities[1]:
            return f"Undecided: the data favour neither {self.first} nor {self.second}."
        outcome, probability = max(clauses.values(), key=lambda pair: pair[1])
        return (
            f"Undecided: {outcome} with probability {self.prob(probability)}, short of the {result.threshold:g} that a "
            "decision needs."
        )

    def outcomes(self) -> tuple[str, str, str]:
        """Return the three outcomes as clauses: first better, equivalent, second better."""
        return outcomes_of(self.first, self.second, self.better, self.settings.rope)

    def how_likely(self) -> list[str]:
        """Return a clause for each outcome, the equivalence with a rope only, with its probability."""
        pairs = zip(self.outcomes(), self.result.probabilities, strict=True)
        clauses = [f"{outcome}: probability {self.prob(p)}" for outcome, p in pairs]
        return clauses if self.has_rope else clauses[::2]

    def symbol(self) -> str:
        """Write the difference as a formula, such as "err(tree) - err(svm)"."""
        return " - ".join(map(self.metric.symbol_of, (self.first, self.second)))

    def how_large(self) -> str:
        """Return one sentence on the difference and its interval."""
        interval = self.interval(self.result.interval.low, self.result.interval.high)
        return (
            f"{self.symbol()} is {self.number(self.result.difference.mean)}, with {self.interval_words()} credible "
            f"interval {interval}; a negative difference means that {self.first} {self.better}."
        )

    def how_sure(self) -> str:
        """Return one sentence on the spread of the posterior and what it counts."""
        spread = f"The posterior standard deviation of the difference is {self.number(self.result.difference.sd)}"
        if self.result.effective_size is None:
            return f"{spread}."
        size = counted(self.size(), "independent record")
        return f"{spread}; the mean difference is as precise as one of {size}, a ratio of variances."

    def tipping(self) -> str:
        """Return what the decision depends on: how much variance training sets add."""
        tipping = self.result.tipping_point
        if tipping is None:
            return "as long as the assumption does"
        own, spoken = self.result.level.name == tipping.level, LEVELS[tipping.level].spoken
        if tipping.tau == 0:
            return ("" if own else f"{spoken}: ") + "undecided even if training sets added no variance"
        if math.isinf(tipping.tau):
            return ("" if own else f"{spoken}: {tipping.outcome} ") + "whatever training sets add"
        figures = f"{tipping.tau:.2g}" if tipping.tau < 100 else f"{tipping.tau:.0f}"
        limit = f"{figures} times the sampling variance"
        seen = (
            f"{tipping.share_above:.0%} of {tipping.n_pairs} measured pairs, and do here with probability "
            f"{probability_text(max(tipping.prob_above, 1e-9), 2)}"
        )
        if not own:
            return f"{spoken}: {tipping.outcome} if training sets add at most {limit}; they added more in {seen}"
        if self.result.decision == UNDECIDED:
            return f"would be decided if training sets added at most {limit}; they added more in {seen}"
        return f"unless training sets add more than {limit}, as they did in {seen}"

    def more_repeats(self) -> str:
        """Return how often such intervals miss, and those of more repeats; nothing where that was not measured."""
        result, design = self.result, self.result.design
        tipping, longest = result.tipping_point, measured_repeats()[-1]
        below = [one for one in measured_repeats() if one.n_repeats <= design.n_repeats]
        of_errors = self.metric.counts_errors and design.kind == TWO_FOLD
        as_measured = tipping is not None and _is_default(result.level) and result.level.name == tipping.level
        if not (below and of_errors and as_measured):
            return ""
        nearest = below[-1]
        more = "" if nearest == longest else f", those of {longest.n_repeats} in {longest.size:.1%}"
        missed = f"{nearest.n_repeats} repeats miss the difference in {nearest.size:.1%} of samples"
        return f"as measured, 95% intervals of {missed}{more}"

    def notes(self) -> list[str]:
        return list(map(note_of, self.evidence.facts))

    def not_answered(self) -> str:
        return not_answered_words(self.result.design)

    # Numbers, in as many digits as they support.

    def number(self, value: float) -> str:
        """Write a value or a difference in decimals that show two figures of the posterior standard deviation."""
        return decimal_text(value, self.digits)

    def interval(self, low: float, high: float) -> str:
        """Write an interval of the difference, in decimals that show on which side of 0 and of the rope it ends."""
        return bounds_text(low, high, self.digits, self.settings.rope)

    def size(self) -> str:
        """Write the effective size: a ratio of variances, of one record and of the mean difference."""
        return f"{self.result.effective_size:.1f}".removesuffix(".0")

    def prob(self, probability: float) -> str:
        """Write a probability in as many decimals as its Monte Carlo error supports, three at most."""
        error = self.result.prob_error
        if error:  # draws prove no probability to be 0 or 1
            probability = min(max(probability, 1e-9), 1 - 1e-9)
        places = 3 if error <= 0.001 else 2 if error < 0.1 else 1
        return probability_text(probability, places, self.settings.threshold)

    def prob_of_row(self, row: Any, column: str = "prob_first_better") -> str:
        """Write a probability of a row of `levels`, "" where it has none; only what is drawn has an error."""
        value = getattr(row, column)
        if math.isnan(value):
            return ""
        drawn = row.level == self.result.level.name
        return self.prob(value) if drawn else probability_text(value, 3, self.settings.threshold)

    # A screen, and a notebook.

    def blocks(self) -> Iterator[str]:
        result, facts = self.result, self.evidence.facts
        same, others = (
            [("note", note_of(one)) for one in facts if (one.kind == SAME_ESTIMATOR) == is_same]
            for is_same in (True, False)
        )
        yield "\n".join(filter(None, (filled(self.headline()), labelled(same))))
        yield self._values()
        yield self._probabilities()
        yield from self._levels()
        precision = f"; as precise as {counted(self.size(), 'independent one')}" if result.effective_size else ""
        sign = f"; negative: {self.first} {self.better}" if self.metric.greater_is_better else ""
        holds = "; ".join(filter(None, (self.tipping(), self.more_repeats())))
        context = [
            ("data", f"{resampling_words(result.design)}{precision}"),
            ("question", f"{estimand_words(self.evidence)}{sign}"),
            ("assumes", result.levels["assumes"].iloc[0]),
            ("holds", "" if result.tipping_point is None else holds),
            ("trust", "" if result.trust.exact else result.trust.sentence),
            *others,
            ("not answered", self.not_answered()),
        ]
        yield labelled(context)

    def _values(self) -> str:
        noun, names = self.metric.noun, short_pair(self.result.first, self.result.second)
        values = dict(zip([f"{noun} of {name}" for name in names], self.result.observed.values(), strict=True))
        of = f"{self.metric.loss_symbol}, " if self.metric.greater_is_better else ""
        values[f"difference ({of}first - second)"] = self.result.difference.mean
        width = max(map(len, values))
        rows = [f"  {what:<{width}} {self.number(value):>{self.digits + 3}}" for what, value in values.items()]
        interval = f"{self.interval_words()} {self.interval(self.result.interval.low, self.result.interval.high)}"
        together = f"{rows[-1]}   {interval}"
        rows[-1:] = [together] if len(together) <= WIDTH else [rows[-1], f"  {interval:>{WIDTH - 2}}"]
        return "\n".join(rows)

    def _probabilities(self) -> str:
        result, (low, high) = self.result, self.settings.rope
        margins = [f" by > {margin:g}" if margin else "" for margin in (-low, high)]
        room = 51 - len(self.better) - max(map(len, margins))
        first, second = short_pair(result.first, result.second, max(8, min(NAME, room)))
        what = (
            f"probability that {first} {self.better}{margins[0]}",
            f"probability of equivalence (rope {low:g} to {high:g})",
            f"probability that {second} {self.better}{margins[1]}",
        )
        rows = list(zip(what, result.probabilities, strict=True))
        lines = [f"  {what:<69} {self.prob(p):>8}" for what, p in (rows if self.has_rope else rows[::2])]
        decided = f"decision: {result.decision} (needs {result.threshold:g})"
        if result.prob_error:
            decided += f"; Monte Carlo error of a probability {result.prob_error:.1g}"
        if result.bayes_factor is not None:
            decided += f"; Bayes factor for a difference: {factor_text(result.bayes_factor)}"
        return "\n".join([*lines, filled(decided, "  ")])

    def _levels(self) -> Iterator[str]:
        """List inference levels and tests apart: a small P and a small p say the opposite of each other."""
        frame, columns = self.result.levels, self._columns()
        width = max(len(row_name(row)) for row in frame.itertuples())
        of_levels = frame["kind"] == POSTERIOR
        yield aligned(brief(columns, frame[of_levels]), width)
        if not of_levels.all():
            name, *others = brief(columns, frame[~of_levels]).items()
            shown = {"test": name[1], **dict(others)}
            block = aligned(shown, width)
            if max(map(len, block.splitlines())) > WIDTH:
                block = aligned({head: column for head, column in shown.items() if head != "interval"}, width)
            yield block

    def in_notebook(self) -> Iterator[Markup | str]:
        yield self.how_large()
        yield f"Question: {estimand_words(self.evidence)}. Data: {resampling_words(self.result.design)}."
        yield html_of(texts_of(self._table_of_levels()))

    # A report.

    def title(self) -> str:
        return named(self.result.observed)

    def body(self) -> Iterator[Section]:
        levels, n_levels = self.result.levels, int((self.result.levels["kind"] == POSTERIOR).sum())
        more, sizes = self.more_repeats(), "" if n_levels == len(levels) else _SIZES
        assumption = "The decision holds" if self.result.tipping_point is None else "Tipping point:"
        numbers = ((n_levels, "inference level"), (len(levels) - n_levels, "significance test"))
        allowed = " and ".join(counted(number, what) for number, what in numbers if number)
        values = map(self.number, self.result.observed.values())
        yield self._how_likely()
        yield section("how-large", "How large", self.how_large(), self._observed(*values))
        yield section(
            "how-sure",
            "How sure",
            self.how_sure(),
            f"Assumed: {levels['assumes'].iloc[0]}.",
            f"{assumption} {self.tipping()}.",
            more and f"More repeats: {more}.",
        )
        yield section("figure", "Figure")
        yield section(
            "levels",
            "Levels and tests",
            f"The data allow {allowed}; the decision rests on {self.result.level.name}.",
            sizes,
            tables=[self._table_of_levels()],
        )
        yield sensitivity_section(self)

    def _observed(self, first: str, second: str) -> str:
        return (
            f"On the validated records the {self.metric.noun} of {self.first} was {first}, that of {self.second} "
            f"{second}."
        )

    def _how_likely(self) -> Section:
        result, rest = self.result, []
        reached = f"reaches the {result.threshold:g} that a decision needs"
        decision = f"No probability {reached}: the decision is {result.decision}."
        if result.decision in OUTCOMES:
            decision = f"The decision is {result.decision}: its probability {reached}."
        if result.bayes_factor is not None:
            factor = factor_text(result.bayes_factor)
            rest.append(f"The Bayes factor for unequal against equal error rates is {factor}.")
        if result.prob_error:
            rest.append(f"The Monte Carlo error of a probability is {result.prob_error:.1g}.")
        found = section("how-likely", "How likely", decision, " ".join(rest))
        return replace(found, items=tuple((f"{clause}.",) for clause in self.how_likely()))

    def _columns(self) -> list[Column]:
        """Return the columns of levels and tests; the equivalence where there is a rope."""
        first = short_pair(self.result.first, self.result.second, NARROW)[0]
        heads = {"prob_first_better": (f"P({first} better)", "P(first)" if self.has_rope else "P(first better)")}
        if self.has_rope:
            heads["prob_equivalent"] = ("P(equivalent)", "P(equiv.)")
        return [
            of_text("method", row_name, "level"),
            of_numbers("estimate", "estimate", self.number, "estimate"),
            of_intervals("interval", self.interval),
            *(Column(head=head, cell=partial(self._prob, part), brief=short) for part, (head, short) in heads.items()),
            of_numbers("p-value", "pvalue", pvalue_text, "p"),
            of_text("assumes", attrgetter("assumes")),
        ]

    def _prob(self, part: str, row: Any) -> Cell:
        text = self.prob_of_row(row, part)
        return Cell(text=text, value=getattr(row, part) if text else None)

    def _table_of_levels(self) -> Table:
        caption = "Inference levels and significance tests; the decision rests on the first row"
        return table_of("levels", caption, self._columns(), self.result.levels, long=True)

    def methods(self) -> tuple[list[Sentence], list[Sentence], list[Sentence]]:
        result = self.result
        compared = f"{self.first} (first) and {self.second} (second) were compared on the same records"
        negative = f"a negative value means that {self.first} {self.better}"
        told = Told(
            posterior=result.posterior,
            trust=result.trust,
            provenance=result.provenance,
            metric=self.metric,
            size="" if result.effective_size is None else self.size(),
        )
        who: list[Sentence] = [
            (f"{compared}: {resampling_words(result.design)}.",),
            (f"The estimand is {estimand_words(self.evidence)}; {negative}.",),
        ]
        return who, list(result.level.methods(told)), self._tests()

    def _tests(self) -> list[Sentence]:
        names = self.result.levels["level"][self.result.levels["kind"] == TEST].tolist()
        if not names:
            return []
        source = {name: test.reference for name, test in TESTS.items()}
        parts: list[str | Cite] = ["Two-sided significance tests stand beside it and did not enter the decision: "]
        for place, name in enumerate(names):
            parts += ["; " if place else "", f"{name} (", Cite(source[name]), ")"]
        return [(*parts, ".")]


def _is_default(level: Level) -> bool:
    """Tell whether a level has its default options, as where it was measured."""
    own, usual = level.options(), LEVELS[level.name].options()
    return all(isinstance(own[name], type(value)) and own[name] == value for name, value in usual.items())
