"""What a comparison of two classifiers says."""

import math
from collections.abc import Iterator

import pandas as pd

from bayescmp._support._screen import aligned, width_of
from bayescmp._support._text import WIDTH, listed
from bayescmp.content._content import ONE_LOOK
from bayescmp.content._judge_words import judge_in_short, section_of_judge
from bayescmp.content._names import IN_REPORT, NAME, SCREEN, Room, name_text, row_words, test_words
from bayescmp.content._numbers import bounds_text, factor_text, p_words, pvalue_text, subtracted
from bayescmp.content._numbers_of_two import NumbersOfTwo
from bayescmp.content._parts import HEADS, Cell, Said, Section, Table, cite, section, shown_cell, table_of
from bayescmp.content._ropes_and_tau import table_of_ropes, tau_words, what_could_change
from bayescmp.content._task_words import rows_of_few, section_of_changed, section_of_two, tasks_of_two
from bayescmp.design import HOLD_OUT
from bayescmp.evidence._design_words import estimand_words, resampling_words, subjects_words
from bayescmp.frequentist import TESTS, tests_of
from bayescmp.methods._rows import TEST, pvalue_seen
from bayescmp.metrics import fold_values
from bayescmp.results import PROBABILITIES, UNDECIDED, regions

_SIZES = {
    "size 0.": "The size of a test is how often it rejects where both are equally good, at a level of 0.05.",
    "on Epsilon": "Epsilon is a simulated pair of equally good classifiers.",
}
"""What words on tests mean, by which they are found."""


class ContentOfTwo(NumbersOfTwo):
    """The words and tables of a comparison."""

    def answer(self) -> str:
        """Return the answer in one sentence, after another where there is nothing to choose from."""
        if not self.evidence.identical:
            return self._decision()
        if self.metric.counts_errors:
            same = "err on the same records"
        else:
            same = "make identical predictions" if self.metric.needs == "labels" else "lose the same on every record"
        return f"{self.first} and {self.second} {same}. {self._decision()}"

    def _decision(self) -> str:
        result, probabilities = self.result, self.result.probabilities
        outcome, probability = self.likeliest(probabilities)
        if result.decision != UNDECIDED:
            return f"{outcome} (probability {self.prob(probability)})."
        if math.isinf(result.difference.sd):
            return "Undecided: the data do not tell how far the difference varies, see the note."
        if weaker := self._not_inferior():
            return weaker
        return f"Undecided: {self.leaning(probabilities, error=result.prob_error)}."

    def _not_inferior(self) -> str:
        """Say that one is surely no worse by more than its margin, and whether better, where there is a rope."""
        result, settings, names = self.result, self.settings, (self.first, self.second)
        worse, who = min((result.prob_second_better, 0), (result.prob_first_better, 1))
        if not self.has_rope or worse > 1 - settings.threshold:
            return ""
        better, is_better = regions(result.difference, settings, rope=(0.0, 0.0))[2 * who], self.metric.better_words()
        by = f" by more than {settings.margins[1 - who]:g}" if settings.margins[1 - who] else ""
        said = f"{names[who]} is not worse than {names[1 - who]}{by} (probability {self.prob(1 - worse)})"
        if better < settings.threshold:
            return f"{said}; whether it {is_better} is undecided (probability {self.prob(better)})."
        beyond = f"better by more than {settings.margins[who]:g} is not shown"
        said = f"{said}, and {is_better} (probability {self.prob(better)})"
        return f"{said}; {beyond} ({self.prob(result.probabilities[2 * who])})."

    def notes(self) -> Iterator[str]:
        yield from (fact.text for fact in self.evidence.facts)
        yield from filter(None, [self.result.method.note(), self._mean_of_folds()])
        if self.metric.needs != "labels" or self.metric.counts_errors:
            return
        (first, second), posterior = self.result.observed.values(), self.result.difference
        if abs(first - second - posterior.mean) > posterior.sd:  # the prior is all there is where nothing is predicted
            moved = f"from {subtracted(first, second, self.digits)[2]}, as observed, to {self.number(posterior.mean)}"
            yield f"the prior moves the difference {moved}, by more than its standard deviation: few records tell it"

    def _mean_of_folds(self) -> str:
        """Give the plain means over folds of a metric of order, where they are written otherwise than the observed."""
        predictions = self.evidence.predictions
        if not self.metric.orders or self.result.design.n_sets < 2 or predictions is None:
            return ""
        values, observed = fold_values(predictions, metric=self.metric), self.result.observed
        means = {name: self.number(float(values.sel(classifier=name).mean())) for name in observed}
        if all(means[name] == self.number(value) for name, value in observed.items()):
            return ""
        both = " and ".join(f"{mean} of {name_text(name)}" for name, mean in means.items())
        mean = f"the plain mean over folds, as of scikit-learn's `cross_val_score`, is {both}"
        return f"{mean}: here folds are weighed by the records that they put in order"

    # A screen, and a notebook.

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        """Return the columns of the values of both, and of their difference."""
        frame, digits = self.result.classifiers, self.digits
        first, second = frame["observed"]
        means = *frame["estimate"], self.result.difference.mean
        columns = {
            "observed": subtracted(first, second, digits),
            HEADS["posterior"]: ["" if pd.isna(mean) else self.number(mean) for mean in means],
            self.interval_head: [
                *("" if pd.isna(row.low) else bounds_text(row.low, row.high, digits) for row in frame.itertuples()),
                self.interval(self.result.interval.low, self.result.interval.high),
            ],
        }
        numbers = {head: texts for head, texts in columns.items() if any(texts[:2]) or head == self.interval_head}
        left = room.width - width_of(numbers) - 2
        names = self.pair(min(room.name, max(room.narrow, left)))
        return {self.metric.noun: [*names, "difference"]} | numbers

    def in_brief(self, width: int = WIDTH) -> str:
        """Return the answer and its table, and a row for each of few tasks."""
        rows = rows_of_few(self)
        return "\n\n".join([super().in_brief(width), *([aligned(rows)] if rows else [])])

    def in_short(self) -> str:
        return self.decision_words(self.result.decision, NAME)

    def rows(self, room: Room) -> dict[str, list[str]]:
        names = self.pair(room.narrow)
        texts = {head: numbers for head, numbers in self.table(room).items() if head != self.metric.noun}
        first, second, difference = texts["observed"]
        interval = next(numbers[-1] for head, numbers in texts.items() if head.endswith("interval"))
        better = {self.better(names[0]): [self.prob(self.result.prob_first_better)]}
        shown = {names[0]: [first], names[1]: [second], "difference": [difference], "interval": [interval]}
        test = {} if room == SCREEN else {"p-value": [self._pvalue()]}  # screens have it in a line
        return shown | better | {"decision": [self.decision_words(self.result.decision)]} | test

    def _pvalue(self) -> str:
        """Write the p-value of the test that stands beside; nothing where there is none."""
        found = next((pvalue_seen(found) for _, found, _ in tests_of(self.evidence, self.settings)), None)
        return "" if found is None else pvalue_text(found)

    def own_lines(self) -> Iterator[tuple[str, str]]:
        design, subjects = self.result.design, subjects_words(self.result.design, 2, self.evidence)
        yield "The difference", self.direction()
        if self.has_rope and math.isfinite(self.result.difference.sd):
            by = (f" by > {margin:g}" if margin else "" for margin in self.settings.margins)
            yield "Probabilities", self.chances(self.result.probabilities, *by)
        one_run = self.result.prob_one_run_better
        if one_run is not None:
            probability, who = max((one_run, self.first), (1 - one_run, self.second))
            yield "One run of each", f"that of {who} is better with probability {self.prob(probability)}"
        runs = self.evidence.runs
        if runs is not None and runs.sizes["side"] == 2:  # of paired ones that of the difference
            sides = zip((self.first, self.second), runs["between"].to_numpy(), runs["count"].to_numpy(), strict=True)
            sds = [f"{self.number(variance**0.5)} of {name}" for name, variance, count in sides if count > 1]
            yield "How runs vary", f"the standard deviation of their values is {listed(sds)}" if sds else ""
        yield "What it is about", f"{subjects.removeprefix('of ')}; {resampling_words(design)}; {ONE_LOOK}"
        yield "What it leaves open", self.not_answered()
        yield "What could change it", what_could_change(self)
        yield "A test beside it", self.test_beside()
        yield "What the judge is worth", judge_in_short(self, self.result.judge) if self.result.judge else ""
        yield "By task", tasks_of_two(self)

    def more(self) -> str:
        rope = "" if self.has_rope else "; `rope=` says which differences are too small to matter"
        return f"`details()` has all of it, `plot()` the picture{rope}"

    def test_beside(self) -> str:
        """Give the p-value of one test, the first of those that stand beside; nothing where there is none."""
        for test, found, read in tests_of(self.evidence, self.settings):
            judge = self.result.judge if self.result.design.n_judged else None
            of = "" if judge is None else f", of the {judge.n_labelled} labelled records alone"
            pvalue, words = pvalue_seen(found), f"{test_words(test.name)}, {found.alternative}{of}"
            if pvalue is None:
                return f"no p-value, as no spread was seen ({words})"
            if test.family == "McNemar" and self.result.design.kind == HOLD_OUT:
                _, first, second, _ = read.table.to_numpy().ravel()
                words += f", with {first:,.0f} against {second:,.0f} records on which one alone is wrong"
            return f"{p_words(pvalue)}, {words}"
        return ""

    # A report.

    def found(self) -> tuple[list[str], list[Table]]:
        """Return how many records both, one alone and none gets right, of one hold-out."""
        design, tables = self.result.design, self.evidence.tables
        if design.kind != HOLD_OUT or tables is None or not self.metric.counts_errors:
            return super().found()
        names, counts = self.pair(IN_REPORT), self.evidence.table.to_numpy().ravel()
        outcomes = "both wrong", *(f"only {name} wrong" for name in names), "both right"
        rows = tuple((Cell(text=one), shown_cell(f"{n:,.0f}")) for one, n in zip(outcomes, counts, strict=True))
        return [], [Table(key="outcomes", caption="Records by who is wrong", heads=("outcome", "records"), rows=rows)]

    def body(self) -> Iterator[Section]:
        assumed = "".join(self.result.methods["assumes"])
        said = [words for part, words in _SIZES.items() if part in assumed]
        if self.result.bayes_factor is not None:
            values = "accuracies" if self.metric.greater_is_better else "error rates"
            said.append(
                f"The Bayes factor for unequal against equal {values} is {factor_text(self.result.bayes_factor)}; it "
                "takes exact equality for possible, which the probabilities do not."
            )
        yield section("methods-and-tests", "Methods and tests", self._tests(), *said, tables=[self._table_of_methods()])
        yield section("sensitivity", "Other ropes and assumptions", tau_words(self), tables=[table_of_ropes(self)])
        if self.result.judge is not None:
            yield section_of_judge(self, self.result.judge)
        if self.result.tasks is not None:
            yield section_of_two(self, self.result.tasks)
        yield from section_of_changed(self)

    def _table_of_methods(self) -> Table:
        rows = self.result.methods.assign(method=list(map(row_words, self.result.methods.itertuples())))
        parts = ["method", "estimate", "interval", *PROBABILITIES[: 1 + self.has_rope], "pvalue", "assumes"]
        heads = {PROBABILITIES[0]: self.better(self.pair(IN_REPORT)[0])}
        caption = "Methods and significance tests; the decision rests on the first row"
        return table_of("methods", caption, rows, parts, self.written, heads)

    def methods(self) -> Iterator[Said]:
        result = self.result
        compared = f"{self.in_places()} were compared on the same records"
        yield f"{compared}: {resampling_words(result.design)}."
        yield f"The estimand is {estimand_words(self.evidence)}; {self.metric.sign_words(self.first)}."
        yield from self.source()
        # Of what the posterior counts: the variance of one record over that of the mean difference.
        size = "" if result.effective_size is None else f"{result.effective_size:.1f}".removesuffix(".0")
        yield from result.method.sentences(self.analysis(size))

    def model_words(self) -> str:
        return self.words_of_method()

    def _tests(self) -> str:
        """Say which tests stand beside, and cite them."""
        names = self.result.methods["method"][self.result.methods["kind"] == TEST].tolist()
        unless = " unless of equivalence" * any(TESTS[name].needs_rope for name in names)
        cited = "; ".join(f"{test_words(name)} ({cite(TESTS[name].reference)})" for name in names)
        return f"Tests, two-sided{unless}, did not enter the decision: {cited}." if names else ""
