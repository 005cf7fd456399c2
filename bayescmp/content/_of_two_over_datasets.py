"""What a comparison of two classifiers over data sets says."""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pandas as pd

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._rounding import ROUNDING
from bayescmp._support._text import counted, cut
from bayescmp.content._content import direction_words, likeliest, outcomes_of
from bayescmp.content._names import NARROW, SCREEN, Room, few_words, name_text, short_pair
from bayescmp.content._notes_over_datasets import notes_of_datasets
from bayescmp.content._numbers import bounds_text, decimal_text, decimals_of, probability_text
from bayescmp.content._over_datasets import MOST_NAMED, ContentOverDatasets
from bayescmp.content._section import Section, section
from bayescmp.content._tables import Column, Table, Written, columns_of, of_columns, of_texts
from bayescmp.content._tiers_and_pairs import short_names
from bayescmp.datasets import DatasetsComparison
from bayescmp.methods import METHODS
from bayescmp.results._three_probabilities import OUTCOMES, PROBABILITIES, UNDECIDED, Answer

_MOST_ROWS = 20
_MORE = 8  # letters of a question, beyond those of a name
_NAME = 24  # letters of the name of a data set in a table


class ContentOfTwoOverDatasets(ContentOverDatasets):
    """The words and tables of a comparison over data sets."""

    result: DatasetsComparison

    def __init__(self, result: DatasetsComparison) -> None:
        super().__init__(result, (result.first, result.second))
        self.first, self.second = map(name_text, self.names)
        self.better = self.metric.better_words()
        self.symbol = " - ".join(map(self.metric.of, (self.first, self.second)))
        self.these = f"these {self.count} {self.unit}s" if self.count > 1 else f"this {self.unit}"
        self.short = short_names(result.datasets.index, _NAME)
        self.at_hand = f"{self.these}, each as one" if self.count > 1 else self.these

    # Sentences.

    def answer(self) -> str:
        return " ".join(self._answers())

    def _answers(self) -> tuple[str, ...]:
        """Return a sentence on the average and one on the next data set, or one on both."""
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
        return f"On {self.these} {likeliest(self._outcomes(), these.probabilities)[0]}, as observed."

    def _outcomes(self) -> tuple[str, str, str]:
        return outcomes_of(self.first, self.second, self.better, self.settings)

    def decision_words(self, decision: str) -> str:
        """Return a decision with the name of the classifier that is better, as tables have room for it."""
        pair = short_pair(self.result.first, self.result.second, NARROW)
        named = {OUTCOMES[0]: f"{pair[0]} better", OUTCOMES[2]: f"{pair[1]} better"}
        return named.get(decision, decision)

    def _answer(self, answer: Answer, where: str) -> str:
        outcome, probability = likeliest(self._outcomes(), answer.probabilities)
        if answer.decision != UNDECIDED:
            return f"{where} {outcome} (probability {self.prob(probability)})."
        if self._favours_neither(answer):
            return f"{where} undecided: the data favour neither."
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
        return [*notes_of_datasets(self, self.result), *self.notes_of_numbers()]

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
        questions = self._questions()
        answers = list(questions.values())
        return {
            "difference": [cut(question, room.name + _MORE) for question in questions],
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
        for question, answer in self._questions().items():
            if answer.posterior.sd and answer.is_known:
                found = zip(outcomes, answer.probabilities, strict=True)
                said = [f"{words} {self.prob(one)}" for words, one in found]
                yield f"{question}: {', '.join(said if self.has_rope else said[::2])}"

    def _questions(self) -> dict[str, Answer]:
        """Return the answer to each question, by its words."""
        words = f"on average over such {self.unit}s", self.questions["next_dataset"], self.at_hand
        return dict(zip(words, (self.result.average, self.result.next_dataset, self.result.these), strict=True))

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
        yield section("each-data-set", f"Each {self.unit}", tables=[self._table_of_datasets()])
        yield section("one-left-out", "One left out", tables=[self._table_without()] if self.count > 1 else [])
        yield self._other_methods()

    @property
    def _written(self) -> Written:
        return {"prob": self.prob, "interval": self.interval, "decision": self.decision_words}

    def _with_names(self, rows: pd.DataFrame, columns: list[Column], head: str = "") -> list[Column]:
        """Put the column of the names of data sets before others."""
        return [of_texts(head or self.unit, (self.short[name] for name in rows.index)), *columns]

    def _table_of_datasets(self) -> Table:
        rows, each = self.result.datasets, f"Differences on each {self.unit}"
        if (rows["sd"] > 0).any():
            parts = ["observed", "estimate", "interval", *self.probabilities, "decision", "n_records", "method"]
            caption = f"{each} by itself: observed, and the posterior mean with its interval"
            heads, digits = {}, decimals_of(float((rows["high"] - rows["low"]).median()) / 4)
        else:
            parts, heads = ["observed", "n_records", "method"], {"observed": "difference"}
            caption = f"{each}, as observed: they are taken as exact"
            digits = _digits(float(np.ptp(rows["observed"])) / 4, float(rows["observed"].abs().max()))
        written: Written = {**self._written, "number": partial(decimal_text, digits=digits)}
        return of_columns("datasets", caption, self._with_names(rows, columns_of(rows, parts, written, heads)))

    def _table_without(self) -> Table:
        """Give both answers without one data set, for those without which an answer moves most."""
        rows, unit = self.result.leave_one_out, self.unit
        own = [one for question in self.questions for one in getattr(self.result, question).probabilities]
        found = rows[[f"{question}_{part}" for question in self.questions for part in PROBABILITIES]]
        moved = np.abs(found.to_numpy() - own).max(axis=1)
        most = np.sort(np.argsort(-moved, kind="stable")[:_MOST_ROWS])
        which = f"the {len(most)} without which an answer moves most" if len(most) < len(rows) else f"each {unit}"
        parts = [*self.probabilities, "decision"]
        rows, columns = rows.iloc[most], []
        for question, word in (("average_", "average"), ("next_dataset_", "next")):
            asked = columns_of(rows, parts, self._written, question=question)
            columns += [(f"{word} {head}", cells) for head, cells in asked]
        caption = f"Both answers without one {unit}, {which}"
        return of_columns("left-out", caption, self._with_names(rows, columns, "without"))

    def _other_methods(self) -> Section:
        """Say what other methods say of the same data sets."""
        alone = self.result.datasets.dropna(subset="correlated_t_prob_first_better")
        parts = ["method", *self.probabilities, "pvalue", "answers"]
        caption = "Other methods on the same data, and what they answer; none of them entered a decision"
        beside = columns_of(self.result.baselines, parts, self._written)
        tables = [of_columns("methods-beside", caption, beside, long=True)]
        if len(alone):
            columns = columns_of(alone, self.probabilities, self._written, question="correlated_t_")
            caption = f"The Bayesian correlated t test of each {self.unit} by itself"
            tables.append(of_columns("correlated-t-tests", caption, self._with_names(alone, columns)))
        return section("other-methods", "Other methods", tables=tables)

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
        return who, [model, self.independent(), *self._assumed()], [beside]

    def _student(self) -> Sentence:
        drawn = f"Differences were taken as drawn from a t distribution over {self.unit}s, of unknown scale and tails"
        entered = f"each {self.unit} entered by its own posterior, with flat priors of average and spread"
        computed = "The posterior was computed on a grid, not drawn."
        return f"{drawn}, as by ", Cite("corani2017"), f"; {entered}. {computed}"

    def _assumed(self) -> Iterator[Sentence]:
        """Say what each method assumes, and of how many data sets it is."""
        counts = self.result.datasets.groupby(["method", "assumes"], sort=False).size()
        for (method, assumes), count in counts.items():
            spoken = METHODS[method].spoken if method in METHODS else method
            yield (f"{spoken[0].upper()}{spoken[1:]} ({counted(count, self.unit)}) assumes: {assumes}.",)


def _digits(vary: float, size: float) -> int:
    """Decimals that show two figures of what varies, and of numbers that do not vary their own."""
    return decimals_of(vary if vary > ROUNDING * size else size / 10 or 1.0)


def _decimals(low: float, high: float) -> int:
    """Decimals that show two figures of the standard deviation that an interval is four of."""
    return decimals_of((high - low) / 4)
