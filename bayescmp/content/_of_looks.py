"""What a comparison says while records come in."""

from collections.abc import Iterator

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._text import counted
from bayescmp.content._content import Content, direction_words, outcomes_of
from bayescmp.content._names import SCREEN, Room, name_text, short_pair
from bayescmp.content._numbers import bounds_text, decimal_text, equals, factor_text, pvalue_text
from bayescmp.content._section import Section, section
from bayescmp.content._tables import columns_of, of_columns
from bayescmp.results._three_probabilities import OUTCOMES
from bayescmp.sequential import SequentialComparison

_MOST_LOOKS = 20
_BETTER = "errs less"


class ContentOfLooks(Content):
    """The words and tables of a comparison that goes on."""

    result: SequentialComparison

    def __init__(self, result: SequentialComparison) -> None:
        super().__init__(result)
        self.first, self.second = name_text(result.first), name_text(result.second)
        self.digits = 3 if result.n_records < 10_000 else 4
        outcomes = outcomes_of(self.first, self.second, _BETTER, self.settings)
        self._outcomes = dict(zip(OUTCOMES, outcomes, strict=True))

    def answer(self) -> str:
        found, e_value = self.result, f"e-value {self.e_value_text()}"
        records = counted(f"{found.n_records:,}", "record")
        if found.n_records == 0:
            return (
                f"Continue: there are no records yet of {self.first} and {self.second}; `update` returns another "
                "comparison with those that it is given, `watch = watch.update(batch)`."
            )
        if len(found.decided) > 1:
            return f"Looks contradict each other, at {' and at '.join(self._looks())}: claim neither ({records})."
        if found.in_blocks:
            return f"Continue: nothing is decided while records come task by task ({records}; {e_value})."
        if found.decision in OUTCOMES:
            evidence = "" if found.decision == OUTCOMES[1] else f"; {e_value}"
            outcome = self._outcomes[found.decision]
            return f"{outcome}, at a level of {found.alpha:g} whenever one looks ({records}{evidence})."
        return (
            f"Continue: after {records} it is not decided whether {self.first} or {self.second} {_BETTER} ({e_value} "
            f"of the {1 / found.alpha:.3g} that {'one of them' if self.has_rope else 'a decision'} needs)."
        )

    def _looks(self) -> list[str]:
        """Say what was decided, and at how many records first."""
        return [
            f"{counted(f'{n_records:,}', 'record')} that {self._outcomes[one]}"
            for one, n_records in self.result.decided.items()
        ]

    def e_value_text(self) -> str:
        """Write the e-value with three figures."""
        return factor_text(self.result.e_value)

    def interval(self, low: float, high: float) -> str:
        """Write bounds of a difference, in decimals that show on which side of 0 and of the rope they are."""
        return bounds_text(low, high, self.digits, self.settings.rope)

    def sequence_words(self) -> str:
        """Name the confidence sequence."""
        return f"{100 * (1 - self.result.alpha):g} % confidence sequence"

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        interval = self.result.confidence_sequence
        shown = [round(value, self.digits) for value in self.result.observed.values()]
        return {
            "error": [*short_pair(self.result.first, self.result.second, room.name), "difference"],
            "observed": [decimal_text(value, self.digits) for value in (*shown, shown[0] - shown[1])],
            self.sequence_words(): ["", "", self.interval(interval.low, interval.high)],
        }

    def direction(self, room: Room = SCREEN) -> str:
        return direction_words(*short_pair(self.result.first, self.result.second, room.name), _BETTER, positive=False)

    def lines(self) -> Iterator[tuple[str, str]]:
        yield "The difference", self.direction()
        yield "What it is about", f"these two classifiers as they are, on new records; {self._looked()}"
        yield "What it leaves open", self.not_answered()
        yield "What it assumes", self._assumed()
        valid = "and the sequence, not valid in this order" if self.result.in_blocks else "valid whenever one looks"
        yield "P-value", f"p {equals(pvalue_text(self.result.pvalue))}, {valid}"
        yield from (("Note", note) for note in self.notes())

    def more(self) -> str:
        return "`history` has every look, `update()` takes more records, `save()` keeps it, `plot()` draws it"

    def _looked(self) -> str:
        return f"{counted(f'{self.result.n_records:,}', 'record')} in {counted(self.result.looks.n_looks, 'look')}"

    def _assumed(self) -> str:
        order = "in random order; a log sorted by task, class or difficulty is not"
        if self.result.shuffled is not None:
            order = f"in the random order of seed {self.result.shuffled}"
        return f"records come one by one, independently, {order}"

    def notes(self) -> list[str]:
        found, said = self.result, []
        untold = found.n_records - found.looks.n_known
        if untold:
            said.append(
                f"{counted(f'{untold:,}', 'record')} came in tables, so that nobody could see whether one came twice"
            )
        if found.in_blocks:
            said.append(
                "tasks stand in blocks, which decides between equal systems: read a log that is there in random order "
                "(`bayescmp watch --shuffle SEED`), or let `update` have batches that mix the tasks, or tasks in turn; "
                "where the question is about one task alone, leave the tasks out"
            )
        looks = self._looks()
        if len(looks) > 1:
            said.append(
                f"it was decided at {', and at '.join(looks)}: of records as assumed this happens with probability "
                f"{found.alpha:g} at most, so see whether classifiers or records changed, and claim neither"
            )
        elif looks and found.decision not in OUTCOMES:
            until_then = " of the tasks until then" * found.in_blocks
            said.append(f"it was decided at {looks[0]}: who stopped there may claim it{until_then}")
        return said

    def not_answered(self) -> str:
        return "how the algorithms would differ when trained on other data: training variance is not included"

    def body(self) -> Iterator[Section]:
        found = self.result
        shown = found.some_looks(_MOST_LOOKS)
        parts = ["n_records", "e_value", "pvalue", "interval", "decision"]
        columns = columns_of(
            shown,
            parts,
            {"n_records": "{:,.0f}".format, "interval": self.interval},
            {"interval": "confidence sequence"},
        )
        caption = "What was known at each look" + (
            f", of {found.looks.n_looks} looks some" * (len(shown) < found.looks.n_looks)
        )
        yield section("looks", "Looks", tables=[of_columns("looks", caption, columns)] if len(shown) else [])

    def _region(self) -> str:
        low, high = self.settings.rope
        return f"every difference from {low:g} to {high:g}" if self.has_rope else "equal error rates"

    def methods(self) -> tuple[list[Sentence], list[Sentence], list[Sentence]]:
        compared = f"{self.first} (first) and {self.second} (second) were compared while records came in"
        model: Sentence = (
            (
                "Evidence is a mixture of likelihood ratios over a Beta(10, 10) distribution, a martingale under each "
                "difference of error rates, so that it may be looked at any number of times ("
            ),
            Cite("robbins1970"),
            "; ",
            Cite("ramdas2023"),
            ").",
        )
        return [(f"{compared}: {self._looked()}.",)], [model], []

    def _decisions(self) -> Iterator[Sentence]:
        yield (
            f"The difference was decided where its {self.sequence_words()} left out {self._region()}, or lay inside.",
        )
