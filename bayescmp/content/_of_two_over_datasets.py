"""What a comparison of two classifiers over data sets says."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
import pandas as pd

from bayescmp._support._rounding import ROUNDING
from bayescmp._support._text import counted, cut, listed
from bayescmp.content._content import could_change
from bayescmp.content._names import MOST_NAMED, NAME, PAPER, SCREEN, Room, few_words, name_text, row_names
from bayescmp.content._numbers import bounds_text, decimal_text, decimals_of, p_words
from bayescmp.content._over_datasets import ContentOverDatasets, same_numbers
from bayescmp.content._pair import ContentOfPair
from bayescmp.content._parts import HEADS, Heads, Said, Section, Table, Written, cite, section, table_of
from bayescmp.datasets import DatasetsComparison
from bayescmp.evidence._fact import PLAIN_NUMBERS
from bayescmp.methods import METHODS
from bayescmp.posteriors._laws_over_datasets import MASS
from bayescmp.results import PROBABILITIES, UNDECIDED, Answer

_MOST_ROWS = 20
_MORE = 8  # letters of a question, beyond those of a name
_NAME = 24  # letters of the name of a data set in a table


class ContentOfTwoOverDatasets(ContentOfPair, ContentOverDatasets):
    """The words and tables of a comparison over data sets."""

    result: DatasetsComparison

    def __init__(self, result: DatasetsComparison) -> None:
        super().__init__(result)
        self.scale = result.posterior.scale if result.population == "normal" else None
        these = f"these {self.count} {self.unit}s" if self.count > 1 else f"this {self.unit}"
        self.at_hand = f"{these}, each as one" if self.count > 1 else these

    # Sentences.

    def answer(self) -> str:
        """Return a sentence on the average, or on what is known in its place."""
        unit, answer = self.unit, self._leading
        if self.count == 1:
            return f"{self._answer(answer, f'On {self.at_hand}')} Of other {unit}s one {unit} tells nothing."
        if answer is self.result.average:
            return self._answer(answer, f"On average over such {unit}s")
        nothing = f"Nothing is known of the average, for the difference is the same on all {unit}s."
        return f"{nothing} {self._answer(answer, f'On the next {unit}')}"

    @property
    def is_decided(self) -> bool:
        return self._leading.decision != UNDECIDED

    @property
    def _leading(self) -> Answer:
        """The answer of the headline: on average, where that is known."""
        result = self.result
        others = result.these if self.count == 1 else result.next_dataset
        return result.average if self.count > 1 and result.average.is_known else others

    def _answer(self, answer: Answer, where: str) -> str:
        if answer.decision == UNDECIDED:
            return f"{where} undecided: {self.leaning(answer.probabilities)}."
        outcome, probability = self.likeliest(answer.probabilities)
        is_known = self.count == 1 and not answer.posterior.sd
        return f"{where} {outcome}" + (", as observed." if is_known else f" (probability {self.prob(probability)}).")

    def spread(self) -> str:
        """Say how far the observed differences vary over data sets."""
        observed, sd = self.result.datasets["observed"], self.result.datasets["sd"]
        noise = float(sd[np.isfinite(sd)].median()) if np.isfinite(sd).any() else 0.0
        digits = _digits(max(float(np.ptp(observed)) / 4, noise), float(observed.abs().max()))
        least, most = (decimal_text(float(one), digits) for one in (observed.min(), observed.max()))
        spread = f"differences from {least} to {most}" if least != most else f"differences of {least}"
        if self.count == 1:
            return spread
        return f"{spread}, standard deviation {decimal_text(float(observed.std(ddof=1)), digits)}"

    def notes(self) -> Iterator[str]:
        result, unit, count, table = self.result, self.unit, self.count, self.result.datasets
        if count == 1 or result.average.is_known:
            yield from self.notes_of_few()
        if self.scale is not None and count > 1 and not np.ptp(result.differences):
            instead = "how well each is known takes the place of how far they vary"
            instead = instead if result.average.is_known else "nothing tells how far others vary"
            yield f"the differences are the same on all {unit}s: {instead}"
        known, unknown = table.index[table["sd"] == 0], table.index[np.isinf(table["high"])]
        if len(known) and not result.provenance.get(PLAIN_NUMBERS):
            yield f"{_first_of(known, 'has no spread and counts', 'have no spread and count')} as known exactly"
        if len(unknown):
            yield (
                f"{_first_of(unknown, 'says nothing by itself and counts', 'say nothing by themselves and count')} on "
                "average alone: the differences there are all the same, of which no spread can be told, and nothing "
                "bounds them"
            )
        if same := same_numbers(result):
            yield f"{listed(same)} have the same numbers; one of them may be there twice"
        nameless = [name for name, one in self.evidence.items() if one.predictions is None and one.tables is not None]
        if 0 < len(nameless) < count:
            tables = f"{_first_of(nameless, 'is a table', 'are tables')} without names of classifiers"
            yield f"{tables}: the first of a table is taken to be {self.first}"
        yield from self.notes_of_numbers()

    # Numbers, in as many digits as they support.

    def interval(self, low: float, high: float) -> str:
        """Write an interval in decimals that its width needs."""
        return bounds_text(low, high, _decimals(low, high), self.settings.rope)

    # A screen and a notebook.

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        rows = []
        for question, answer in self._questions().items():
            low, high = answer.interval.low, answer.interval.high
            mean = decimal_text(answer.estimate, _decimals(low, high)) if answer.is_known else ""
            interval = self.interval(low, high) if answer.posterior.sd else "taken as exact"
            rows.append((cut(question, room.name + _MORE), mean, interval))
        heads = "difference", HEADS["posterior"], self.interval_head
        return dict(zip(heads, map(list, zip(*rows, strict=True)), strict=True))

    def direction(self, room: Room = SCREEN) -> str:
        return f"{self.metric.noun} of {super().direction(room)}"

    def numbers_words(self) -> str:
        place = list(self._questions().values()).index(self._leading)
        mean, interval = [texts[place] for texts in self.table(PAPER).values()][1:]
        basis, kind = f"{HEADS['posterior']}; {self.credible(interval)}", "mean " * (self.count > 1)
        return self.both_words(self._means(), mean, basis, kind) if mean else ""

    def test_beside(self) -> str:
        """Give the p-value of the signed rank test, where there is more than one data set."""
        pvalue = self.result.baselines.set_index("method")["pvalue"]["Wilcoxon signed rank"]
        return f"{p_words(pvalue)}, signed rank test of Wilcoxon over {self.unit}s" if self.count > 1 else ""

    def own_lines(self) -> Iterator[tuple[str, str]]:
        yield "The difference", self.direction()
        yield "On average", self._likely(self.result.average)
        pulled = f"; drawn towards 0 by a prior that counts as {MASS:g} {self.unit}s" * (self.scale is not None)
        yield self.next_label, (likely := self._likely(self.result.next_dataset)) and likely + pulled
        if self.count == 1:
            yield cut(self.at_hand.capitalize(), NAME), self._likely(self.result.these)
        means = f"{'mean ' * (self.count > 1)}{self.metric.noun} {' and '.join(self._means())}"
        yield "Observed", f"{means}; {self.spread()}"
        yield "What could change it", self._what_could_change()
        yield from self.lines_on_datasets()

    def lines_of_details(self) -> Iterator[tuple[str, str]]:
        interval, rows = self.result.next_dataset.interval, self.result.datasets
        if self.scale is not None and (interval.low < rows["low"].min() or interval.high > rows["high"].max()):
            beyond = f"it ends beyond any {self.unit} at hand, by the wide prior alone"
            yield f"Interval of the next {self.unit}", beyond
        if self.count > 1:
            yield f"On {self.at_hand}", self._likely(self.result.these)

    def _likely(self, answer: Answer) -> str:
        """Give the probabilities of the outcomes; "" for what is taken as exact, which has none."""
        return self.chances(answer.probabilities) if answer.posterior.sd and answer.is_known else ""

    def _questions(self) -> dict[str, Answer]:
        """Return the answer to each question, by its words."""
        words = f"on average over such {self.unit}s", self.questions["next_dataset"], self.at_hand
        return dict(zip(words, (self.result.average, self.result.next_dataset, self.result.these), strict=True))

    def _means(self) -> list[str]:
        """Return the mean observed values over the data sets at hand."""
        values = np.array([one.as_observed for one in self.result.entries])
        digits = _digits(float(values.std(axis=0).max()) / 10, float(np.abs(values).max()))
        return [decimal_text(one, digits) for one in values.mean(axis=0).tolist()]

    def _what_could_change(self) -> str:
        """Name the data sets without which a decision is another, and say how many one on the next one takes."""
        frame = self.result.leave_one_out
        own = [getattr(self.result, question).decision for question in self.questions]
        changed = (frame[[f"{question}_decision" for question in self.questions]] != own).any(axis=1)
        names = list(map(name_text, frame.index[changed]))
        leaving = f"leaving out {'any one of ' * (len(names) > 1)}{few_words(names, MOST_NAMED)}" if names else ""
        would_not = "" if names or self.count == 1 else f"leaving out one {self.unit} would not"
        more = f"more {self.unit}s{' (undecided on average)' * (own[0] == UNDECIDED)}"
        more *= own[0] == UNDECIDED or self.count == 1 or (UNDECIDED in own and not self.least())
        return could_change(more, self.least(), leaving, would_not=would_not)

    # A report.

    def body(self) -> Iterator[Section]:
        yield section("each-data-set", f"Each {self.unit}", tables=[self._table_of_datasets()])
        yield section("one-left-out", "One left out", tables=[self._table_without()] if self.count > 1 else [])
        yield self._other_methods()

    def _table_of_datasets(self) -> Table:
        rows, each = self.result.datasets, f"Differences on each {self.unit}"
        if (rows["sd"] > 0).any():
            parts = ["observed", "estimate", "interval", *self.probabilities, "decision", "n_records"]
            caption = f"{each} by itself: observed, and the posterior mean with its interval"
            head, digits = "observed", decimals_of(float((rows["high"] - rows["low"]).median()) / 4)
        else:
            parts, head = ["observed", "n_records"], "difference"
            caption = f"{each}, as observed: they are taken as exact"
            digits = _digits(float(np.ptp(rows["observed"])) / 4, float(rows["observed"].abs().max()))
        parts += ["method"] * (len(set(rows["method"])) > 1)
        written = self._written | {"number": partial(decimal_text, digits=digits)}
        return self._named("datasets", caption, rows, parts, written, {"observed": head})

    def _table_without(self) -> Table:
        """Give the answers that can be decided without one data set, for those without which an answer moves most."""
        rows, unit = self.result.leave_one_out, self.unit
        questions = list(self.questions)[: 1 if self.least() and self.result.average.is_known else 2]
        own = [one for question in questions for one in getattr(self.result, question).probabilities]
        found = rows[[f"{question}_{part}" for question in questions for part in PROBABILITIES]]
        moved = np.abs(found.to_numpy() - own).max(axis=1)
        most = np.sort(np.argsort(-moved, kind="stable")[:_MOST_ROWS])
        which = f"the {len(most)} without which an answer moves most" if len(most) < len(rows) else f"each {unit}"
        parts = [f"{question}:{part}" for question in questions for part in (*self.probabilities, "decision")]
        heads = {"name": "without", "average": "average ", "next_dataset": "next "}
        caption = f"Answers without one {unit}, {which}"
        return self._named("left-out", caption, rows.iloc[most], parts, self._written, heads)

    def _other_methods(self) -> Section:
        """Say what other methods say of the same data sets."""
        alone = self.result.datasets.dropna(subset="correlated_t_prob_first_better")
        parts = ["method", *self.probabilities, "pvalue", "answers"]
        caption = "Other methods on the same data, and what they answer; none of them entered a decision"
        tables = [table_of("methods-beside", caption, self.result.baselines, parts, self._written)]
        if len(alone):
            parts = [f"correlated_t:{part}" for part in self.probabilities]
            caption = f"The Bayesian correlated t test of each {self.unit} by itself"
            tables.append(self._named("correlated-t-tests", caption, alone, parts, self._written))
        return section("other-methods", "Other methods", tables=tables)

    def _named(
        self, key: str, caption: str, rows: pd.DataFrame, parts: list[str], written: Written, heads: Heads | None = None
    ) -> Table:
        """Return a table with a row per data set, whose name stands first."""
        names = dict(zip(self.result.datasets.index, row_names(list(self.result.datasets.index), _NAME), strict=True))
        rows, heads = rows.assign(name=rows.index.map(names)), {"name": self.unit, **(heads or {})}
        return table_of(key, caption, rows, ["name", *parts], written, heads)

    @property
    def _written(self) -> dict[str, Callable[..., str]]:
        return {"prob": self.prob, "interval": self.interval, "decision": self.decision_words}

    def methods(self) -> Iterator[Said]:
        unit, symbol = self.unit, " - ".join(map(self.metric.of, (self.first, self.second)))
        yield self.compared(self.in_places())
        yield (
            f"The estimands are the average of the difference {symbol} over the population that the {unit}s come "
            f"from, the difference on the next one, and its mean over the {unit}s at hand, all of one weight; "
            f"{self.metric.sign_words(self.first)}."
        )
        yield self.model([self.count]) if self.result.population == "normal" else ""
        yield self.independent()
        counts = self.result.datasets.groupby(["method", "assumes"], sort=False).size()
        for (method, assumes), count in counts.items():
            spoken = METHODS[method].spoken if method in METHODS else method
            yield f"{spoken[0].upper()}{spoken[1:]} ({counted(count, unit)}) assumes: {assumes}."
        yield (
            f"Beside it stand the signed rank test of Wilcoxon and the sign test ({cite('demsar2006')}), and their "
            f"Bayesian forms ({cite('benavoli2017')}); they did not enter the decisions."
        )

    def model_words(self) -> str:
        if self.result.population == "normal":
            return super().model_words()
        return (
            f"Differences were taken as drawn from a t distribution over {self.unit}s, of unknown scale and tails, as "
            f"by {cite('corani2017')}; each {self.unit} entered by its own posterior, with flat priors of average and "
            "spread. The posterior was computed on a grid, not drawn."
        )


def _digits(vary: float, size: float) -> int:
    """Decimals that show two figures of what varies, and of numbers that do not vary their own."""
    return decimals_of(vary if vary > ROUNDING * size else size / 10 or 1.0)


def _decimals(low: float, high: float) -> int:
    """Decimals that show two figures of the standard deviation that an interval is four of."""
    return decimals_of((high - low) / 4)


def _first_of(names: Sequence[str], one: str, several: str) -> str:
    """Name the first data sets, and what they do."""
    return f"{few_words(list(map(name_text, names)), MOST_NAMED)} {one if len(names) == 1 else several}"
