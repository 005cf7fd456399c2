"""What a comparison of two classifiers over data sets says."""

from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._rounding import ROUNDING
from bayescmp._support._text import counted, cut
from bayescmp.content._content import direction_words, outcomes_of
from bayescmp.content._names import NARROW, SCREEN, Room, few_words, name_text, row_names, short_pair
from bayescmp.content._notes_over_datasets import notes_of_datasets
from bayescmp.content._numbers import bounds_text, decimal_text, decimals_of, probability_text
from bayescmp.content._other_answers import (
    one_left_out,
    other_methods,
)
from bayescmp.content._over_datasets import MOST_NAMED, OF_RECORDS, ContentOverDatasets
from bayescmp.content._section import Section, section
from bayescmp.content._tables import (
    MARKS,
    Cell,
    Column,
    Table,
    of_decisions,
    of_intervals,
    of_numbers,
    of_text,
    table_of,
)
from bayescmp.datasets import DatasetsComparison
from bayescmp.levels import LEVELS
from bayescmp.results._three_probabilities import OUTCOMES, UNDECIDED, Answer

_MORE = 8  # letters of a question, beyond those of a name
_NAME = 24  # letters of the name of a data set in a table


class ContentOfTwoOverDatasets(ContentOverDatasets):
    """The words and tables of a comparison over data sets."""

    result: "DatasetsComparison"

    def __init__(self, result: "DatasetsComparison") -> None:
        super().__init__(result, (result.first, result.second))
        self.first, self.second = map(name_text, self.names)
        self.better = self.metric.better_words()
        self.symbol = " - ".join(map(self.metric.of, (self.first, self.second)))
        sign = "positive" if self.metric.greater_is_better else "negative"
        self.negative = f"{sign} where {self.first} {self.better}"
        self.these = f"these {self.count} {self.unit}s" if self.count > 1 else f"this {self.unit}"
        self.at_hand = f"{self.these}, each as one" if self.count > 1 else self.these

    # Sentences.

    def _answers(self) -> tuple[str, ...]:
        result, unit = self.result, self.unit
        if self.count == 1:
            return self._alone(), f"Of other {unit}s one {unit} tells nothing."
        if not result.average.is_known:
            nothing = f"Nothing is known of the average, for the difference is the same on all {unit}s."
            return nothing, self._answer(result.next_dataset, f"On the next {unit}")
        both = result.average, result.next_dataset
        places = {int(np.argmax(one.probabilities)) for one in both if not self._favours_neither(one)}
        if all(one.decision == UNDECIDED for one in both) and len(places) == 1:
            place = places.pop()
            on_average, on_next = (self.prob(one.probabilities[place]) for one in both)
            where, likely = f"Undecided on average and on the next {unit}", self._outcomes()[place]
            return (f"{where}: {likely} with probability {on_average} on average, {on_next} on the next one.",)
        average = self._answer(result.average, f"On average over such {unit}s")
        return average, self._answer(result.next_dataset, f"On the next {unit}")

    def _alone(self) -> str:
        """Say what one data set says of itself."""
        these = self.result.these
        if these.posterior.sd or self._favours_neither(these):
            return self._answer(these, f"On {self.these}")
        return f"On {self.these} {self._outcomes()[int(np.argmax(these.probabilities))]}, as observed."

    def _outcomes(self) -> tuple[str, str, str]:
        return outcomes_of(self.first, self.second, self.better, self.settings)

    def decision_words(self, decision: str) -> str:
        """Return a decision with the name of the classifier that is better, as tables have room for it."""
        pair = short_pair(self.result.first, self.result.second, NARROW)
        named = {OUTCOMES[0]: f"{pair[0]} better", OUTCOMES[2]: f"{pair[1]} better"}
        return named.get(decision, decision)

    def _answer(self, answer: Answer, where: str) -> str:
        clauses = dict(zip(OUTCOMES, zip(self._outcomes(), answer.probabilities, strict=True), strict=True))
        if answer.decision != UNDECIDED:
            outcome, probability = clauses[answer.decision]
            return f"{where} {outcome} (probability {self.prob(probability)})."
        if self._favours_neither(answer):
            return f"{where} undecided: the data favour neither."
        outcome, probability = max(clauses.values(), key=lambda pair: pair[1])
        return f"{where} undecided: {outcome} with probability {self.prob(probability)}."

    def _favours_neither(self, answer: Answer) -> bool:
        """Tell whether the probabilities that lead are the same, as they are written."""
        first, even, second = answer.probabilities
        return even <= max(first, second) and self.prob(first) == self.prob(second)

    def spread(self) -> str:
        """Say how far the observed differences vary over data sets, and how well each is known."""
        table, unit = self.result.datasets, self.unit
        low, high = float(table["observed"].min()), float(table["observed"].max())
        known = table["sd"][np.isfinite(table["sd"])]
        noise = float(known.median()) if len(known) else 0.0
        digits = _digits(max((high - low) / 4, noise), max(abs(low), abs(high)))
        least, most = (decimal_text(one, digits) for one in (low, high))
        spread = f"differences from {least} to {most}" if least != most else f"differences of {least}"
        if self.count > 1:
            spread += f", standard deviation {decimal_text(float(table['observed'].std(ddof=1)), digits)}"
        if not len(known) or not (table["sd"] > 0).any():
            return spread
        usual = f"half of the {unit}s" if self.count > 1 else f"the {unit}"
        return f"{spread}; {usual} known within a standard deviation of {decimal_text(noise, digits)}"

    @property
    def scale(self) -> float | None:
        return self.result.posterior.scale if self.result.population == "normal" else None

    def population(self) -> str:
        """Say which population the data sets are taken to come from."""
        if self.result.population == "normal":
            return self.normal(is_known=self.result.average.is_known)
        return "differences t distributed about the average, with flat priors of it and of the spread, as by baycomp"

    def notes(self) -> list[str]:
        return [*notes_of_datasets(self), *self.notes_of_numbers()]

    def not_answered(self) -> str:
        unit = self.unit
        return f"what holds on {unit}s of another kind, or why the difference varies over {unit}s"

    # Numbers, in as many digits as they support.

    def prob(self, probability: float) -> str:
        """Write a probability."""
        return probability_text(probability, 3, self.settings.threshold)

    def estimate(self, answer: Answer) -> str:
        """Write the estimate of an answer in decimals that its interval needs; "" where nothing is known."""
        found = answer.interval
        return decimal_text(answer.estimate, _decimals(found.low, found.high)) if answer.is_known else ""

    def interval_of(self, answer: Answer) -> str:
        """Write the interval of an answer in such decimals; there is none where numbers are taken as exact."""
        if answer.posterior.sd == 0:
            return "taken as exact"
        found = answer.interval
        return self.interval(found.low, found.high)

    def interval(self, low: float, high: float) -> str:
        """Write an interval in decimals that its width needs."""
        return bounds_text(low, high, _decimals(low, high), self.settings.rope)

    # A screen and a notebook.

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        rows = self._questions()
        answers = list(rows["answer"])
        return {
            "difference": [cut(question, room.name + _MORE) for question in rows["question"]],
            "posterior mean": [self.estimate(one) for one in answers],
            f"{100 * self.settings.ci_prob:g} % interval": [self.interval_of(one) for one in answers],
        }

    def direction(self, room: Room = SCREEN) -> str:
        pair = short_pair(self.result.first, self.result.second, room.name)
        of_pair = direction_words(*pair, self.better, positive=self.metric.greater_is_better)
        return f"{self.metric.noun} of {of_pair}"

    def _own_lines(self) -> Iterator[tuple[str, str]]:
        yield "The difference", self.direction()
        yield "Probabilities", "; ".join(self._in_short(*short_pair(self.result.first, self.result.second)))
        yield "Observed", f"{self._means()}; {self.spread()}"
        yield "What could change it", self._what_could_change()

    def _in_short(self, first: str, second: str) -> Iterator[str]:
        """Yield for each question the probabilities of its outcomes; what is taken as exact has none."""
        outcomes = (f"{first} better", "too close to matter", f"{second} better")
        for row in self._questions().itertuples():
            if row.answer.posterior.sd == 0 or not row.answer.is_known:
                continue
            found = zip(outcomes, row.answer.probabilities, strict=True)
            said = [f"{words} {self.prob(one)}" for words, one in found]
            yield f"{row.question}: {', '.join(said if self.has_rope else said[::2])}"

    def _means(self) -> str:
        """Give the mean observed values over the data sets at hand, and their difference."""
        values = np.array([one.as_observed for one in self.result.entries])
        mean = values.mean(axis=0)
        digits = _digits(float(values.std(axis=0).max()) / 10, float(np.abs(values).max()))
        first, second = (decimal_text(float(one), digits) for one in mean)
        return f"{self.at_hand}: {self.metric.noun} {first} and {second}"

    def _what_could_change(self) -> str:
        """Name the data sets without which a decision is another, and say how many one on the next one takes."""
        frame = self.result.leave_one_out
        changed = np.zeros(len(frame), dtype=bool)
        for question in self.questions:
            changed |= (frame[f"{question}_decision"] != getattr(self.result, question).decision).to_numpy()
        names = list(map(name_text, frame.index[changed]))
        one = "any one of " if len(names) > 1 else ""
        without = f"leaving out {one}{few_words(names, MOST_NAMED)}" if names else f"no single {self.unit}"
        least = f"a decision on the next {self.unit} {self.least()}" if self.least() else ""
        return "; ".join(filter(None, [without if self.count > 1 else "", least]))

    # A report.

    def body(self) -> Iterator[Section]:
        alone = f"Every {self.unit} is answered by itself: the others do not change what is said of it."
        yield self._three_questions()
        yield self._how_far_they_vary()
        yield section("figure", "Figure")
        yield section("each-data-set", f"Each {self.unit}", alone, tables=[self._table_of_datasets()])
        yield one_left_out(self)
        yield other_methods(self)

    def _three_questions(self) -> Section:
        unit, result = self.unit, self.result
        average, following = (self.decision_words(one.decision) for one in (result.average, result.next_dataset))
        decided = f"on average, {average}; on the next {unit}, {following}"
        return section(
            "three-questions",
            "Three questions",
            f"On average over such {unit}s is the mean of the population that these come from; it may be decided while "
            f"the next {unit} is not.",
            f"The next {unit} is another one of that population: its answer holds for what differs between {unit}s as "
            "well as for what is not known of each.",
            f"Assumed: {self.population()}.",
            f"The last row is the plain mean over the {unit}s at hand and says nothing of others.",
            f"A decision needs a probability of {self.settings.threshold:g}: {decided}.",
            tables=[self._table_of_questions()],
        )

    def _how_far_they_vary(self) -> Section:
        average, following = self.result.average, self.interval_of(self.result.next_dataset)
        on_average = f"On average the difference is {self.estimate(average)} {self.interval_of(average)}"
        on_average = on_average if average.is_known else "On average nothing is known of the difference"
        return section(
            "how-far-they-vary",
            "How large, and how it varies",
            f"{on_average}, and on the next {self.unit} it lies in {following} with probability "
            f"{self.settings.ci_prob:g}.",
            f"Observed: {self.spread()}.",
            f"The data are {self.data()}.",
        )

    def _table_of_questions(self) -> Table:
        caption = (
            f"Differences {self.symbol}, {self.negative}, with {self.interval_words()} credible intervals, and the "
            "probabilities of each outcome"
        )
        return table_of("questions", caption, self._columns_of_questions(), self._questions())

    def _questions(self) -> pd.DataFrame:
        words = f"on average over such {self.unit}s", self.questions["next_dataset"], self.at_hand
        return pd.DataFrame(
            {"question": words, "answer": [self.result.average, self.result.next_dataset, self.result.these]}
        )

    def _columns_of_questions(self) -> list[Column]:
        def difference(row: Any) -> Cell:
            text = self.estimate(row.answer)
            return Cell(text=text, value=row.answer.estimate if text else None)

        def interval(row: Any) -> Cell:
            return Cell(text=self.interval_of(row.answer), value=row.answer.interval.low)

        def unless_exact(column: Column) -> Column:
            def cell(row: Any) -> Cell:
                return column.cell(row) if row.answer.posterior.sd and row.answer.is_known else Cell(text="")

            return replace(column, cell=cell)

        decision = of_text("decision", lambda row: self.decision_words(row.answer.decision))
        return [
            of_text("question", attrgetter("question")),
            Column(head="difference", cell=difference),
            Column(head="interval", cell=interval),
            *map(unless_exact, [*self.probabilities("answer."), decision]),
        ]

    def _table_of_datasets(self) -> Table:
        if not (self.result.datasets["sd"] > 0).any():
            caption = f"Differences on each {self.unit}, as observed: they are taken as exact"
            columns = [of_text(self.unit, attrgetter("name")), of_numbers("difference", "observed", self._exact)]
            return table_of("datasets", caption, [*columns, *OF_RECORDS], self.datasets())
        shown = "observed, and the posterior mean with its interval"
        caption = f"Differences on each {self.unit} by itself: {shown}; {MARKS}"
        return table_of("datasets", caption, self._columns_of_datasets(), self.datasets())

    def _exact(self, value: float) -> str:
        """Write a difference that is taken as exact in decimals that show how it varies."""
        observed = self.result.datasets["observed"]
        return decimal_text(value, _digits(float(np.ptp(observed)) / 4, float(observed.abs().max())))

    def datasets(self) -> pd.DataFrame:
        """Return the rows of data sets with their names in a table."""
        table = self.result.datasets
        return table.assign(name=row_names(list(map(str, table.index)), _NAME))

    def _columns_of_datasets(self) -> list[Column]:
        return [
            of_text(self.unit, attrgetter("name")),
            _by_width("observed"),
            _by_width("estimate"),
            of_intervals("interval", self.interval),
            *self.probabilities(),
            of_decisions(words=self.decision_words),
            *OF_RECORDS,
        ]

    def probabilities(self, before: str = "", head: str = "") -> list[Column]:
        """Return the columns of probabilities, with what stands before their names in a row, and before their heads."""
        return [of_numbers(f"{head}{words}", f"{before}{part}", self.prob) for part, words in self.heads.items()]

    def methods(self) -> tuple[list[Sentence], list[Sentence], list[Sentence]]:
        unit = self.unit
        estimands = (
            f"The estimands are the average of the difference {self.symbol} over the population that the {unit}s come "
            f"from, the difference on the next one, and its mean over the {unit}s at hand, all of one weight; "
            f"{self.metric.sign_words(self.first)}."
        )
        who: list[Sentence] = [self.compared(f"{self.first} (first) and {self.second} (second)"), (estimands,)]
        model = self.model() if self.result.population == "normal" else self._student()
        beside: Sentence = (
            "Beside it stand the signed rank test of Wilcoxon and the sign test (",
            Cite("demsar2006"),
            "), and their Bayesian forms (",
            Cite("benavoli2017"),
            "); they did not enter the decisions.",
        )
        return who, [model, *self.taken(), *self._levels()], [beside]

    def _student(self) -> Sentence:
        drawn = f"Differences were taken as drawn from a t distribution over {self.unit}s, of unknown scale and tails"
        entered = f"each {self.unit} entered by its own posterior, with flat priors of average and spread"
        computed = "The posterior was computed on a grid, not drawn."
        return f"{drawn}, as by ", Cite("corani2017"), f"; {entered}. {computed}"

    def _levels(self) -> Iterator[Sentence]:
        """Say what each level assumes, and of how many data sets it is."""
        counts = self.result.datasets.groupby(["level", "assumes"], sort=False).size()
        for (level, assumes), count in counts.items():
            spoken = LEVELS[level].spoken if level in LEVELS else level
            yield (f"{spoken[0].upper()}{spoken[1:]} ({counted(count, self.unit)}) assumes: {assumes}.",)


def _digits(vary: float, size: float) -> int:
    """Decimals that show two figures of what varies, and of numbers that do not vary their own."""
    return decimals_of(vary if vary > ROUNDING * size else size / 10 or 1.0)


def _decimals(low: float, high: float) -> int:
    """Decimals that show two figures of the standard deviation that an interval is four of."""
    return decimals_of((high - low) / 4)


def _by_width(part: str) -> Column:
    """Return the column of a number in decimals that the interval of the row needs."""

    def cell(row: Any) -> Cell:
        value = getattr(row, part)
        return Cell(text=decimal_text(value, _decimals(row.low, row.high)), value=value)

    return Column(head=part, cell=cell)
