"""What a result says: one screen of text, a short form for notebooks, and the sections of a report."""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from markupsafe import Markup

from bayescmp._support._above import above
from bayescmp._support._screen import aligned, filled, html_of, labelled
from bayescmp._support._text import WIDTH, capital, cut, listed, one_line, visible
from bayescmp.content._as_text import text_of
from bayescmp.content._names import FEW_NAMES, REPORT, SCREEN, Room, name_text, names_or_count
from bayescmp.content._numbers import bounds_text, decimal_text, probability_text
from bayescmp.content._parts import Said, Section, Table, cite, section, table_of_texts
from bayescmp.design import CROSS_VALIDATION, EFFECTIVE, RUNS, TWO_FOLD, Design
from bayescmp.evidence._design_words import not_answered_words, records_words, resampling_words
from bayescmp.evidence._fact import First
from bayescmp.methods import Analysis
from bayescmp.metrics import Metric
from bayescmp.posteriors._runs import IN_WORDS as OF_RUNS
from bayescmp.results import CI_KINDS, OUTCOMES

ONE_LOOK = "for one planned look"
"""What a screen says of decisions by posterior probabilities: who looks again and again errs more often."""
_IN = {TWO_FOLD: "in", CROSS_VALIDATION: "in", EFFECTIVE: "on"}
_IN_CAPTION = {"95 % interval": "95 % credible interval", "beaten by": "who is better by decision"}


class Content(ABC):
    """What a result says. A sentence is a method, which screens, notebooks, reports and plots ask."""

    metric: Metric
    digits: int
    """Decimals of values and differences."""

    def __init__(self, result: Any) -> None:
        self.result = result
        self.settings = result.settings

    def headline(self) -> str:
        """Return the answer in one or two sentences, after a warning where the draws are not reliable."""
        return ("" if self.result.reliable else "NOT RELIABLE, see details. ") + self.answer()

    def style(self) -> str:
        """Return how the headline looks on a terminal: green where all is decided, red where it must not be used."""
        colour = "" if (found := self.is_decided) is None else " green" if found else " yellow"
        return f"bold{colour if self.result.reliable else ' red'}"

    @property
    def is_decided(self) -> bool | None:
        """Whether the answer is decided; None where there is nothing to decide."""
        found = getattr(self.result, "decision", None)
        return None if found is None else found in OUTCOMES

    @abstractmethod
    def answer(self) -> str:
        """Return the headline without a warning, as in a report, which warns by itself."""

    def title(self) -> str:
        """Return the title of a report: the names of the classifiers, or how many there are."""
        return named(self.result.observed)

    @abstractmethod
    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        """Return the table of a screen, a notebook or a paper: the texts of its columns by their heads."""

    def sentence(self) -> str:
        """Return what a paper says of the result: its numbers, and what they decide, with the p-value of a test."""
        answer = self.answer().removesuffix(".")
        if self.is_decided is False:
            answer = re.sub(r"(^|\. )U(?=ndecided)", r"\1The outcome is u", answer, count=1)
            answer = re.sub(r"^(On .*?) (?=undecided: )", r"\1 the outcome is ", answer)
        said = "; ".join(filter(None, [answer.replace(") (", "; "), self.test_beside()]))
        return " ".join(filter(None, [self.numbers_words(), capital(f"{said}.")]))

    def numbers_words(self) -> str:
        """Give the numbers of that sentence, as tables write them, in one of their own."""
        return ""

    def test_beside(self) -> str:
        """Give the p-value of a significance test, as the screen does; nothing where there is none."""
        return ""

    def difference_words(self, first: str, second: str, difference: str, basis: str) -> str:
        """Give the difference of two, its sign also in words, and what it is based on."""
        first_better = (float(difference) > 0) == self.metric.greater_is_better
        favour = f", in favour of {first if first_better else second}" if float(difference) else ""
        return f"the difference {first} - {second} is {difference}{favour} ({basis})"

    def number(self, value: float) -> str:
        """Write a value or a difference in decimals that show two figures of its standard deviation."""
        return decimal_text(value, self.digits)

    def interval(self, low: float, high: float) -> str:
        """Write an interval of the difference, in decimals that show on which side of 0 and of the rope it ends."""
        return bounds_text(low, high, self.digits, self.settings.rope)

    def prob(self, probability: float) -> str:
        """Write a probability, on the side of the threshold where it is."""
        return probability_text(probability, 3, self.settings.threshold)

    @property
    def interval_head(self) -> str:
        """Head a column of credible intervals."""
        return f"{100 * self.settings.ci_prob:g} % interval"

    def credible(self, interval: str) -> str:
        """Say that an interval is a credible one; what a table has in its place stays as it is."""
        of = f"{100 * self.settings.ci_prob:g} % credible interval"
        return interval.replace("interval", of) if not interval.startswith("[") else f"{of} {interval}"

    def direction(self, room: Room = SCREEN) -> str:  # noqa: ARG002 - of two, names need room
        """Say between which two the difference is, and what its sign means; nothing where there are several."""
        return ""

    def caption(self) -> str:
        """Say in the caption of a table what its numbers are, where that is not plain: else nothing."""
        return ""

    @abstractmethod
    def own_lines(self) -> Iterable[tuple[str, str]]:
        """Return what stands below that table before the notes, with labels; empty texts are left out."""

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield all that stands below that table, with labels."""
        notes = list(self.notes())
        yield from ((note.label, note) for note in notes if isinstance(note, First))
        yield from self.own_lines()
        yield from (("Note", note) for note in notes if not isinstance(note, First))

    def lines_of_details(self) -> Iterable[tuple[str, str]]:
        """Return what details and reports say after these lines, and no screen, with labels."""
        return ()

    @abstractmethod
    def more(self) -> str:
        """Say in the last line of a screen where more is, in Python."""

    def answer_table(self) -> Table:
        """Return the table of a screen, for reports."""
        return table_of_texts("answer", self.table_words(REPORT), self.table(REPORT))

    def table_words(self, room: Room) -> str:
        """Say what the numbers of that table are, as the caption of a paper: whose, on which data, and which sign."""
        heads = [_IN_CAPTION.get(head, head) for head in list(self.table(room))[1:]]
        return self.captioned(self.measured(), listed(heads), room)

    def captioned(self, measured: str, numbers: str, room: Room) -> str:
        """Say of whom and on which data numbers are, and which sign a difference has."""
        where, difference = self.on_which(), self.direction(room).partition(";")[0]
        sign = f"; the difference is {difference}" if difference else ""
        return capital(f"{measured} of {self.compared_names()}{where and ' '}{where}: {numbers}{sign}")

    def measured(self) -> str:
        """Name what is compared."""
        return f"{self.quantity}s" if self.quantity != self.metric.noun else self.quantity

    @property
    def quantity(self) -> str:
        """What a classifier has of the metric."""
        return "error rate" if self.metric.noun == "error" else self.metric.noun

    def on_data(self) -> str:
        """Begin a sentence with the data that it is about."""
        where = self.on_which()
        return f"{where[0].upper()}{where[1:]}, the" if where else "The"

    def on_which(self) -> str:
        """Say on how many records a result is, or in which cross-validation of them; nothing where none are known."""
        design, sized = getattr(self.result, "design", None), self.size_words()
        if sized and design is not None and design.kind in _IN:
            return f"{_IN[design.kind]} {resampling_words(design)}"
        return f"on {sized}" if sized else ""

    def compared_names(self) -> str:
        """Name the classifiers, or say how many there are."""
        return names_or_count(self.result.observed)

    def size_words(self) -> str:
        """Say how many records there are, in how many groups, and by how many runs of each."""
        design = getattr(self.result, "design", None)
        if design is None:
            return ""
        runs = f", {design.runs.counted('run')} of each" if design.runs.largest else ""
        records = f"{records_words(design)}{runs}" if design.n_records else ""
        if design.are_scores_of_runs:
            return f"one test set of {records}" if records else f"one test set{runs}"
        return records

    def data_words(self) -> str:
        """Say on which data a result rests, for the top of a report."""
        source = self.result.provenance.get("predictions")
        log = source.get("log", {}) if isinstance(source, Mapping) else {}
        tasks = list(map(name_text, log.get("tasks", [])))
        return ", ".join(filter(None, [*tasks[:FEW_NAMES], self.size_words()]))

    def found(self) -> tuple[list[str], list[Table]]:
        """Return what a report says of the answer below that table: what heads mean, and other tables."""
        return [], []

    def body(self) -> Iterable[Section]:
        """Return the sections of a report that only such results have."""
        return ()

    def in_short(self) -> str:
        """Say the answer in a few words, where several metrics are told together."""
        raise NotImplementedError

    def rows(self, room: Room) -> dict[str, list[str]]:
        """Return the rows that stand for the result in a table of several metrics, by their heads."""
        heads = iter(self.table(room).items())
        return {"classifier": next(heads)[1]} | dict(heads)

    def notes(self) -> Iterable[str]:
        """Return what is unusual, in sentences."""
        return ()

    def not_answered(self) -> str:
        """Say what the analysis says nothing about."""
        return not_answered_words(self.result.design, self.result.evidence)

    @abstractmethod
    def methods(self) -> Iterator[Said]:
        """Yield what was compared, by which model, with priors and seed, and what stands beside it, for a paper."""

    def screen(self, width: int = WIDTH, more: str = "") -> str:
        """Return one screen: the answer, a table, what it is about, and where more is, if that is not in Python."""
        lines = (*self.lines(), ("More", more or self.more()))
        return f"{self.in_brief(width)}\n\n{labelled(lines, width)}"

    def in_brief(self, width: int = WIDTH) -> str:
        """Return the answer and its table."""
        return f"{filled(self.headline(), width=width)}\n\n{aligned(self.table())}"

    def details(self) -> str:
        """Return everything that a report says, as text."""
        said = (text_of(one) for one in self.sections if one.paragraphs or one.lines or one.tables)
        return "\n\n".join([filled(self.headline()), *said])

    def part(self, key: str) -> str:
        """Return a section of a report as text; "" where there is none."""
        return next((text_of(one) for one in self.sections if one.key == key), "")

    def notebook(self) -> str:
        """Return a short form for notebooks, with every name escaped."""
        lines = (*self.lines(), ("More", self.more()))
        said = (Markup("<dt>{}</dt><dd>{}</dd>").format(*line) for line in lines if line[1])
        head = Markup("<p><strong>{}</strong></p>").format(self.headline())
        return str(Markup("<div>{}{}<dl>{}</dl></div>").format(head, html_of(self.table()), Markup("").join(said)))

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The sections of a report, in order."""
        return tuple(self.in_order())

    def in_order(self) -> Iterator[Section]:
        """Yield the sections of a report."""
        every = (*self.lines(), *self.lines_of_details())
        lines = ((label, f"{text.removesuffix('.')}.") for label, text in every if text)
        (said, tables), body = self.found(), list(self.body())
        yield section("figure", "", tables=[self.answer_table()])
        yield from (one for one in body if one.key == "tasks")
        yield section("found", "What was found", *said, lines=lines, tables=tables)
        yield from (one for one in body if one.key != "tasks")
        yield section("diagnostics", "How far to trust it", *self._diagnostics())
        compared, *details = self.methods()
        model = self.model_words()
        in_short = [compared, model, *self.decided_by()] if model else [compared, *details]
        versions = self.result.provenance["versions"]
        by = f"Computed with bayescmp {versions.get('bayescmp', '')}"
        yield section("methods", "Text for a paper", *in_short, f"{by}.", lines=[("Result", self.sentence())])
        if model:
            others = ", ".join(f"{name} {one}" for name, one in versions.items() if name not in {"python", "bayescmp"})
            under = f"{by} under Python {versions.get('python', '')} with {others}."
            yield section("in-detail", "The analysis in detail", *details, under)

    def interval_words(self) -> str:
        """Name the kind of the intervals."""
        return f"{100 * self.settings.ci_prob:g} % {CI_KINDS[self.settings.ci_kind]}"

    def analysis(self, size: str = "") -> Analysis:
        """Return what the sentences of methods on a result of one data set read."""
        names = "posterior", "trust", "provenance", "design"
        parts = {name: getattr(self.result, name) for name in names}
        return Analysis(**parts, metric=self.result.evidence.metric, size=size)

    @property
    def has_rope(self) -> bool:
        """Whether there is a region of practical equivalence, without which its probability is 0."""
        return bool(self.settings.rope != (0.0, 0.0))

    def _diagnostics(self) -> list[str]:
        """Say how often such numbers held, and how they were computed; of draws that fail, this first."""
        held, sentence = list(above("held")(self.result)), self.result.trust.sentence
        computed = f"{sentence[0].upper()}{sentence[1:].removesuffix('.')}."
        return [*held, computed] if self.result.reliable else [computed, *held]

    def model_words(self) -> str:
        """Name the model and its prior in the short paragraph on methods; nothing where all of them are short."""
        return ""

    def words_of_method(self) -> str:
        """Name the method of a result of one data set, and its priors; where it comes from stands in detail."""
        method, source = self.result.method, self.result.provenance
        tau = f"; of the variance that training sets add: {source['tau']}" if "tau" in source else ""
        design = self.result.design
        runs = f"; what runs add is normal, its standard deviation in units of the sampling one {OF_RUNS}"
        runs *= design.kind == RUNS and design.has_records
        return f"The model is {method.described(self.metric)}{tau}{runs}."

    def source(self) -> Iterator[str]:
        """Say where the predictions come from, in the methods of a result of one data set."""
        source = self.result.provenance.get("predictions")
        if not isinstance(source, Mapping):
            return
        if "cv" in source:
            seed = source.get("random_state")
            seeded = f"estimators without a seed of their own got one from seed {seed} and their names"
            yield visible(f"Records were split by {source['cv']}; {seeded}.")
        made = source.get("estimators", {})
        names = [name for name in self.result.observed if name in made]
        known = [f"{name_text(name)} is {cut(one_line(made[name]), 2 * WIDTH)}" for name in names]
        if known:
            yield f"Estimators: {'; '.join(known)}."

    def decided_by(self) -> Iterator[str]:
        """Say, in the methods, what a decision by posterior probabilities takes."""
        low, high = self.settings.rope
        if self.has_rope:
            equivalent = f"Differences from {low:g} to {high:g} were taken as practically equivalent"
            yield f"{equivalent} ({cite('kruschke2018')})."
        else:
            yield "No region of practical equivalence was declared."
        decided = f"Outcomes were decided, {ONE_LOOK}, from a posterior probability of"
        yield f"{decided} {self.settings.threshold:g}; intervals are {self.interval_words()} credible intervals."


def more_words(design: Design) -> str:
    """Say of what more could bring a decision."""
    if design.n_judged:
        return "more labels, as many as are set beforehand (`plan` says how many)"
    if design.runs.largest:
        return "more runs" if design.are_scores_of_runs else "more runs or records"
    return "more records or answers to each" if design.answers.largest > 1 else "more records"


def could_change(*could: str, would_not: str = "") -> str:
    """Say what could change an answer, and what would not; clauses may be empty."""
    other = f"{would_not[:1].upper()}{would_not[1:]}." if would_not else ""
    said = "; ".join(filter(None, could))
    return f"{said}. {other}" if said and other else said or other


def named(names: Collection[str]) -> str:
    """Name the classifiers of a title, or say how many there are."""
    return " against ".join(map(name_text, names)) if len(names) == 2 else names_or_count(names)
