"""What a comparison says while records come in."""

from collections.abc import Iterator
from functools import cached_property

from bayescmp._support._text import counted
from bayescmp.content._names import SCREEN, Room
from bayescmp.content._numbers import factor_text, p_words, subtracted
from bayescmp.content._pair import ContentOfPair
from bayescmp.content._parts import Said, Section, Written, cite, section, table_of
from bayescmp.metrics import DEFAULT_METRIC
from bayescmp.results import OUTCOMES
from bayescmp.sequential import SequentialComparison

_MOST_LOOKS = 20


class ContentOfLooks(ContentOfPair):
    """The words and tables of a comparison that goes on."""

    result: SequentialComparison

    def __init__(self, result: SequentialComparison) -> None:
        super().__init__(result)
        self.metric = DEFAULT_METRIC
        self.digits = 3 if result.n_records < 10_000 else 4
        self._clauses = dict(zip(OUTCOMES, self.outcomes(), strict=True))

    @cached_property
    def _looks(self) -> list[str]:
        """What was decided, and at how many records first."""
        decided = self.result.decided.items()
        return [f"{counted(n_records, 'record')} that {self._clauses[one]}" for one, n_records in decided]

    def answer(self) -> str:
        result, e_value = self.result, f"e-value {self.e_value_text()}"
        records = counted(result.n_records, "record")
        if result.n_records == 0:
            return (
                f"Continue: there are no records yet of {self.first} and {self.second}; `update` returns another "
                "comparison with those that it is given, `watch = watch.update(batch)`."
            )
        if len(result.decided) > 1:
            return f"Looks contradict each other, at {' and at '.join(self._looks)}: claim neither ({records})."
        if result.in_blocks:
            return f"Continue: nothing is decided while records come task by task ({records}; {e_value})."
        if result.decision in OUTCOMES:
            evidence = "" if result.decision == OUTCOMES[1] else f"; {e_value}"
            outcome = self._clauses[result.decision]
            return f"{outcome}, at a level of {result.alpha:g} whenever one looks ({records}{evidence})."
        who = f"{self.first} or {self.second} {self.metric.better_words()}"
        needs = "one of them" if self.has_rope else "a decision"
        of = f"of the {1 / result.alpha:.3g} that {needs} needs"
        return f"Continue: after {records} it is not decided whether {who} ({e_value} {of})."

    def e_value_text(self) -> str:
        """Write the e-value with three figures."""
        return factor_text(self.result.e_value)

    def sequence_words(self) -> str:
        """Name the confidence sequence."""
        return f"{100 * (1 - self.result.alpha):g} % confidence sequence"

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        interval, (first, second) = self.result.confidence_sequence, self.result.observed.values()
        return {
            "error": [*self.pair(room.name), "difference"],
            "observed": subtracted(first, second, self.digits),
            self.sequence_words(): ["", "", self.interval(interval.low, interval.high)],
        }

    def own_lines(self) -> Iterator[tuple[str, str]]:
        yield "The difference", self.direction()
        yield "What it is about", f"these two classifiers as they are, on new records; {self._looked()}"
        yield "What it leaves open", self.not_answered()
        order = "in random order; a log sorted by task, class or difficulty is not"
        if self.result.shuffled is not None:
            order = f"in the random order of seed {self.result.shuffled}"
        yield "What it assumes", f"records come one by one, independently, {order}"
        yield "P-value", self.test_beside()

    def sentence(self) -> str:
        return super().sentence().replace(" Continue: a", " A", 1) if self.result.n_records else self.answer()

    def test_beside(self) -> str:
        """Give the p-value, and say whether it is valid."""
        valid = "and the sequence, not valid in this order" if self.result.in_blocks else "valid whenever one looks"
        return f"{p_words(self.result.pvalue)}, {valid}"

    def more(self) -> str:
        return "`history` has every look, `update()` takes more records, `save()` keeps it, `plot()` draws it"

    def _looked(self) -> str:
        return f"{counted(self.result.n_records, 'record')} in {counted(self.result.looks.n_looks, 'look')}"

    def notes(self) -> Iterator[str]:
        result, looks = self.result, self._looks
        if untold := result.n_records - result.looks.n_known:
            records = counted(untold, "record")
            yield f"{records} came in tables, so that nobody could see whether one came twice"
        if result.in_blocks:
            yield (
                "tasks stand in blocks, which decides between equal systems: read a log that is there in random order "
                "(`bayescmp watch --shuffle SEED`), or let `update` have batches that mix the tasks, or tasks in turn; "
                "where the question is about one task alone, leave the tasks out"
            )
        if len(looks) > 1:
            yield (
                f"it was decided at {', and at '.join(looks)}: of records as assumed this happens with probability "
                f"{result.alpha:g} at most, so see whether classifiers or records changed, and claim neither"
            )
        elif looks and result.decision not in OUTCOMES:
            until_then = " of the tasks until then" * result.in_blocks
            yield f"it was decided at {looks[0]}: who stopped there may claim it{until_then}"

    def not_answered(self) -> str:
        return "how the algorithms would differ when trained on other data: training variance is not included"

    def caption(self) -> str:
        return self.answer().removesuffix(".") if len(self.result.decided) > 1 else ""

    def size_words(self) -> str:
        return counted(self.result.n_records, "record")

    def body(self) -> Iterator[Section]:
        n_looks, rows = self.result.looks.n_looks, self.result.some_looks(_MOST_LOOKS)
        caption = "What was known at each look" + f", of {n_looks} looks some" * (len(rows) < n_looks)
        parts = ["n_records", "e_value", "pvalue", "interval", "decision"]
        heads = {"interval": "confidence sequence"}
        written: Written = {"n_records": "{:,.0f}".format, "interval": self.interval, "decision": self.decision_words}
        tables = [table_of("looks", caption, rows, parts, written, heads)] if len(rows) else []
        yield section("looks", "Looks", tables=tables)

    def methods(self) -> Iterator[Said]:
        low, high = self.settings.rope
        compared = f"{self.in_places()} were compared while records came in"
        yield f"{compared}: {self._looked()}."
        yield (
            "Evidence is a mixture of likelihood ratios over a Beta(10, 10) distribution, a martingale under each "
            f"difference of error rates, so that it may be looked at any number of times ({cite('robbins1970')}; "
            f"{cite('ramdas2023')})."
        )
        region = f"every difference from {low:g} to {high:g}" if self.has_rope else "equal error rates"
        yield f"The difference was decided where its {self.sequence_words()} left out {region}, or lay inside."
