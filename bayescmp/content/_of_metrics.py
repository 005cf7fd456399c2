"""What the results of one verb by several metrics say together."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from bayescmp._support._text import listed
from bayescmp.comparison import SeveralMetrics
from bayescmp.content._content import Content
from bayescmp.content._content_of import content_of
from bayescmp.content._names import PAPER, SCREEN, Room, name_text
from bayescmp.content._numbers import probability_text
from bayescmp.content._parts import Said, Section, section
from bayescmp.evidence._fact import CUT_OFF
from bayescmp.results import UNDECIDED


class ContentOfMetrics(Content):
    """The words and tables of several metrics: a row, or a section of a report, of each."""

    result: SeveralMetrics

    def __init__(self, result: SeveralMetrics) -> None:
        super().__init__(result)
        self.parts = [content_of(one) for one in result.results.values()]
        self.metric = self.parts[0].metric
        self.nouns = [one.metric.noun for one in self.parts]

    def answer(self) -> str:
        by_answer = defaultdict(list)
        for noun, part in zip(self.nouns, self.parts, strict=True):
            by_answer[part.in_short()].append(noun)
        said = "; ".join(f"{answer} by {listed(nouns)}" for answer, nouns in by_answer.items())
        return f"{said[0].upper()}{said[1:]}." if said.startswith(UNDECIDED) else f"{said}."

    @property
    def is_decided(self) -> bool | None:
        found = [one.is_decided for one in self.parts]
        return None if None in found else all(found)

    def title(self) -> str:
        return self.parts[0].title()

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for noun, part in zip(self.nouns, self.parts, strict=True):
            rows = part.rows(room)
            count = len(next(iter(rows.values())))
            for head, texts in ({"metric": [noun] + [""] * (count - 1)} | rows).items():
                found.setdefault(head, []).extend(texts)
        return {head: texts for head, texts in found.items() if any(texts)}

    def sentence(self) -> str:
        return " ".join(part.sentence() for part in self.parts)

    def own_lines(self) -> Iterator[tuple[str, str]]:
        kept = ("What it is about", "What it leaves open")
        yield from ((label, text) for label, text in self.parts[0].own_lines() if label in kept)
        yield "Several metrics", self.number_words()
        tests = {noun: part.test_beside() for noun, part in zip(self.nouns, self.parts, strict=True)}
        yield "A test beside each", "; ".join(f"{noun}: {test}" for noun, test in tests.items() if test)
        yield "Better by all", self._joint()

    def number_words(self) -> str:
        """Say that decisions are not adjusted for the number of metrics, and at which threshold all hold at once."""
        limit = self.result.threshold_of_all
        if limit is None or not all(hasattr(one, "decision") for one in self.result.results.values()):
            return ""
        results = zip(self.nouns, self.result.results.values(), strict=True)
        together = [noun for noun, one in results if max(one.probabilities) >= limit]
        held = f"decided then: {listed(together)}" if together else "nothing is decided then"
        at_once = f"all that is decided at a threshold of {probability_text(limit)} holds at once (Bonferroni)"
        return f"each is decided by itself, {len(self.parts)} chances to err; {at_once}: {held}"

    def _joint(self) -> str:
        found = self.result.prob_better_in_all
        if found is None:
            return ""
        names = map(name_text, next(iter(self.result.results.values())).observed)
        words = (probability_text(one, 2, error=1e-9) for one in found)
        return "; ".join(f"{name} with probability {text}" for name, text in zip(names, words, strict=True))

    def table_words(self, room: Room) -> str:  # noqa: ARG002 - all are named
        numbers = f"observed, {100 * self.settings.ci_prob:g} % credible interval"
        return self.parts[0].captioned(listed(self.nouns), numbers, PAPER)

    def size_words(self) -> str:
        return self.parts[0].size_words()

    def model_words(self) -> str:
        return self.parts[0].model_words()

    def more(self) -> str:
        name = next(iter(self.result.results))
        return f'`result["{name}"]` is that by one metric, `metrics` has the numbers, `details()` all of each'

    def notes(self) -> Iterator[str]:
        nouns = defaultdict(list)
        for noun, part in zip(self.nouns, self.parts, strict=True):
            for note in dict.fromkeys(part.notes()):
                nouns[note].append(noun)
        for note, of in nouns.items():
            plain = len(of) == len(self.parts) or note == CUT_OFF.text or note.startswith(listed(of))
            yield note if plain else f"{listed(of)}: {note}"

    def not_answered(self) -> str:
        return self.parts[0].not_answered()

    def body(self) -> Iterator[Section]:
        for name, noun, part in zip(self.result.results, self.nouns, self.parts, strict=True):
            said, tables = part.found()
            tables = [replace(table, key=f"{table.key}-{name}") for table in (part.answer_table(), *tables)]
            yield section(f"by-{name}", f"By {noun}", part.headline(), *said, tables=tables)

    def methods(self) -> Iterator[Said]:
        yield from dict.fromkeys(said for part in self.parts for said in part.methods())
