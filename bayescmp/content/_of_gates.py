"""What a gate says: the verdict, a row for each task, and what more records would do."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._text import capital, counted, cut, one_line
from bayescmp.content._content import Content
from bayescmp.content._content_of import content_of
from bayescmp.content._names import MOST_NAMED, NARROW, SCREEN, Room, few_words, name_text, row_names
from bayescmp.content._numbers import bounds_text, decimals_of, equals, probability_text
from bayescmp.content._parts import Said, Section, cite, section, table_of
from bayescmp.evidence._fact import ANSWERS
from bayescmp.gates import Gate
from bayescmp.gates._gate import BLOCK, OPEN, PASS, TOGETHER, WARN
from bayescmp.predictions import groups_in_several
from bayescmp.results import regions

_RANK = {BLOCK: 0, WARN: 1, OPEN: 2, PASS: 3}
_SHORT = {OPEN: "not enough"}
_MOST_CHANGED = 20  # records of a report
_OF_CHANGED = ("task", "record", "first", "second")


class ContentOfGate(Content):
    """The words and tables of a gate."""

    result: Gate

    def __init__(self, result: Gate) -> None:
        super().__init__(result)
        ranks = result.tasks["verdict"].map(_RANK) - result.tasks["prob_worse"].fillna(1.0) / 4  # the likeliest first
        ranks[~result.tasks.index.isin(self._of_tasks)] = -1.0  # after all together
        self.frame = result.tasks.iloc[np.argsort(ranks, kind="stable")]
        self.new, self.baseline = name_text(result.new), name_text(result.baseline)
        nouns = {one.evidence.metric.noun for one in result.comparisons.values()}
        self.noun = nouns.pop() if len(nouns) == 1 else ""
        sds = [float(one.difference.sd) for one in result.comparisons.values() if one.difference.sd > 0]
        self.digits = decimals_of(float(np.median(sds)) if sds else 0.01)

    def title(self) -> str:
        return f"{self.new} in place of {self.baseline}"

    def answer(self) -> str:
        result, worse = self.result, f"{self.new} is worse than {self.baseline} beyond the drop that does not matter"
        if result.verdict == BLOCK:
            blocked = [name for name in self._tasks(BLOCK) if name not in result.missing]
            found = [f"{worse} in {self._named(blocked)}"] if blocked else []
            found += [f"{self._named(result.missing)} must be there and is not"] if result.missing else []
            return f"Block: {'; '.join(found)}."
        if result.verdict == OPEN:
            return f"Not enough evidence in {'; in '.join(self._lacking())}."
        if result.verdict == WARN:
            return f"Warning: {worse} in {self._named(self._tasks(WARN))}; nothing blocks."
        names = self._of_tasks
        passed = [name for name in self._tasks(PASS) if name in names]
        where = self._named(passed) if len(names) == 1 else f"{len(passed)} of {counted(len(names), 'task')}"
        others = "; the others can only warn" * (len(passed) < len(names))
        return f"Pass: {self.new} is no worse than {self.baseline} beyond the drop in {where}{others}."

    def _lacking(self) -> Iterator[str]:
        """Name what counts and lacks evidence, first the tasks that tell nothing, with the reason."""
        lacking = [name for name in self._tasks(OPEN) if self.frame.loc[name, "blocks"]]
        yield from self._untold(lacking)
        if told := [name for name in lacking if name in self.result.rows]:
            rows, level = self.result.rows, self.settings.threshold
            worse = [one for one in told if regions(rows[one].difference, rows[one].settings, (0.0, 0.0))[2] >= level]
            by = f"; worse by some amount in {self._named(worse)}" if worse else ""
            yield f"{self._named(told)}: shown neither to stay within the allowed drop nor to exceed it{by}"

    def _untold(self, names: Sequence[str]) -> list[str]:
        """Say why the data of some tasks tell nothing."""
        untold = self.result.untold
        return [f"{name_text(name)}: {untold[name].rstrip('.')}" for name in names if name in untold][:MOST_NAMED]

    def numbers_words(self) -> str:
        """Give the numbers of all tasks together, or of the one that is the likeliest to be worse."""
        known = self.frame.index[self.frame["prob_worse"].notna()]
        of = f"{self.credible('interval')} of {self.new} - {self.baseline}"
        return f"{capital(name_text(known[0]))}, {self.of_task(known[0])}, {of}." if len(known) else ""

    def style(self) -> str:
        return "bold red" if self.result.verdict == BLOCK else super().style()

    @property
    def is_decided(self) -> bool:
        return self.result.verdict == PASS

    def of_task(self, name: str) -> str:
        """Give the verdict of a task, and why it has it."""
        row = self.frame.loc[name]
        if pd.isna(row["prob_worse"]):
            return f"{row['verdict']}: {self.result.untold.get(name, 'required, and not there')}"
        worse = f"P(worse by more than {row['drop']:.4g}) {equals(self.prob(row['prob_worse']))}"
        blocks = f"a {BLOCK if row['blocks'] else 'warning'} at least {self.prob(row['limit'])}"
        found = f"difference {self.number(row['difference'])} {self._interval(row)}"
        level = f"a pass needs at most {1 - self.settings.threshold:.3g}"
        return f"{row['verdict']}: {worse}; {level}, {blocks}; {found}"

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        rows = self.frame.head(room.rows)

        def column(name: str, write: Callable[[float], str]) -> list[str]:
            return ["" if pd.isna(one) else write(one) for one in rows[name]]

        return {
            "task": row_names(list(rows.index), min(room.name, NARROW)),
            "verdict": [_SHORT.get(one, one) for one in rows["verdict"]],
            self.interval_head: ["" if pd.isna(row["low"]) else self._interval(row) for _, row in rows.iterrows()],
            "n": column("n_records", "{:.0f}".format),
            cut(self.new, NARROW): column("new", self.number),
            cut(self.baseline, NARROW): column("baseline", self.number),
            "drop": column("drop", "{:.2g}".format),
            "P(worse)": column("prob_worse", self.prob),
        }

    def own_lines(self) -> Iterator[tuple[str, str]]:
        hidden = self.frame["verdict"].iloc[SCREEN.rows :].value_counts()
        yield "Not shown", ", ".join(f"{number} {_SHORT.get(name, name)}" for name, number in hidden.items())
        noun = f", {self.noun}" if self.noun else ""
        yield "The interval", f"of {self.new} - {self.baseline}{noun}; P(worse): that it drops by more than allowed"
        yield "What blocks", self._bound()
        yield "What would decide it", self._would_do()
        yield "Records", self._changes()
        yield "What it leaves open", self.not_answered()

    def _bound(self) -> str:
        has_all = self.result.together is not None
        tasks = int(self.frame.loc[self.frame["prob_worse"].notna(), "blocks"].sum()) - has_all
        if not tasks:
            return ""
        limit = self.prob(self.frame.loc[self.frame["blocks"], "limit"].min())
        of_errors = all(one.evidence.metric.counts_errors for one in self.result.comparisons.values())
        unless = "" if of_errors else ", where records are not few"
        holm = ", as Holm's adjustment asks of what did not block"
        which = f"one or more of these {tasks + has_all} rows block" if tasks > 1 else "it blocks"
        return (
            f"P(worse) of {limit} or more{holm * (tasks > 1)}; if {self.new} is no worse beyond the drop"
            f"{' anywhere' * (tasks > 1)}, {which} with a probability of about "
            f"{1 - self.settings.threshold:.3g} at most{unless}"
        )

    def _would_do(self) -> str:
        """Say how many records would decide the tasks that are not, and why the data of some tell nothing."""
        needed = self.result.needed.reindex([name for name in self._tasks(OPEN) if name in self.result.needed])
        rows = self.frame.loc[needed.index]
        likelier = np.where(rows["prob_worse"] > 0.5, np.where(rows["blocks"], BLOCK, WARN), PASS)
        named = zip(needed.items(), likelier, strict=True)
        texts = [f"{name_text(name)} {_about(n)} ({verdict})" for (name, n), verdict in named if not np.isnan(n)]
        known = few_words(texts, MOST_NAMED) if texts else ""
        even = "with an even chance or more by the more cautious of two priors"
        said = known and f"other logs, of so many records, {even}: {known}"
        unknown = list(needed.index[needed.isna()])
        unforeseen = f"what more records would do is not foreseen for {self._named(unknown)}" if unknown else ""
        return "; ".join(filter(None, [said, unforeseen, *self._untold([*self.result.untold])]))

    def _changes(self) -> str:
        changed = self._changed()
        worse = int((changed["better"] == "second better").sum())
        total = sum(one.design.n_records for one in self.result.comparisons.values())
        said = f"{self.new} is worse on {worse:,} and better on {len(changed) - worse:,} of {total:,.0f} in all tasks"
        return said + "; together are those that block" * (self.result.together is not None) if len(changed) else ""

    def _changed(self) -> pd.DataFrame:
        in_order = [(name, self.result.comparisons.get(name)) for name in self.frame.index]
        of_records = {name: one for name, one in in_order if one is not None and one.design.has_records}
        found = [one.changed().rename_axis("record").assign(task=name) for name, one in of_records.items()]
        return pd.concat(found).reset_index() if found else pd.DataFrame(columns=["better"])

    def table_words(self, room: Room) -> str:  # noqa: ARG002 - all are named
        return f"{capital(self.noun or 'values')} of {self.new} and {self.baseline} by task, and the verdicts"

    def size_words(self) -> str:
        tasks, told = len(self._of_tasks), len(self.result.comparisons)
        return f"{counted(tasks, 'task')}{f', {told} with data' * (told < tasks)}"

    def more(self) -> str:
        return "`tasks` has the numbers, `comparisons` each task by itself, `to_junit()` XML, `to_markdown()` the table"

    def notes(self) -> Iterator[str]:
        data: Any = self.result.call.data
        tasks = {*map(str, data["task"].to_numpy().tolist())} if "task" in data.coords else set()
        if left := len(tasks - {*self.frame.index}):
            yield f"{counted(left, 'task')} not gated: one of the systems has none, or the policy has no rule"
        if torn := groups_in_several(data, "task"):
            yield torn
        told: dict[str, list[str]] = {}
        rows = self.result.rows
        once: set[str] = set()
        for kind in (ANSWERS, "groups"):  # what all together say, or the task where it is the most
            found = {task: fact for task, one in rows.items() for fact in one.evidence.facts if fact.kind == kind}
            if found:
                most = max(found, key=lambda task: (rows[task] is self.result.together, found[task].size))
                is_one = len(found) == 1 or rows[most] is self.result.together
                told[found[most].text] = [most if is_one else f"{most}, of {len(found)} tasks the most"]
                once |= {fact.text for fact in found.values()}
        for task, one in self.result.comparisons.items():
            for note in content_of(one).notes():
                if note not in once:
                    told.setdefault(note, []).append(task)
        alone = len(self.result.comparisons) == 1
        yield from (note if alone else f"{few_words(tasks)}: {note}" for note, tasks in told.items())

    def not_answered(self) -> str:
        one = next(iter(self.result.comparisons.values()), None)
        return "" if one is None else content_of(one).not_answered()

    def body(self) -> Iterator[Section]:
        changed = self._changed()
        shown = changed[changed["better"] == "second better"].head(_MOST_CHANGED)
        if len(shown):
            parts = [one for one in _OF_CHANGED if one in shown]
            texts = shown[parts].map(
                lambda one: f"{one:.3g}" if isinstance(one, float) else cut(one_line(str(one)), NARROW)
            )
            caption = f"Records on which {self.new} is worse, the first {len(shown)}"
            heads = {"first": self.new, "second": self.baseline}
            table = table_of("changed", caption, texts, parts, {}, heads)
            yield section("changed", "Records that changed", tables=[table])

    def methods(self) -> Iterator[Said]:
        yield f"{self.new} was compared with {self.baseline} task by task: {self.size_words()}."
        for one in list(self.result.comparisons.values())[:1]:
            yield f"The model in a task is {one.method.described(one.evidence.metric)}."
        yield f"Intervals are {self.interval_words()} credible intervals."
        yield (
            f"A task blocked where the probability that {self.new} is no worse than {self.baseline} beyond the drop, "
            f"adjusted by the method of Holm ({cite('holm1979')}), was at most {1 - self.settings.threshold:.3g}."
        )

    @property
    def _of_tasks(self) -> list[str]:
        return [name for name in self.result.tasks.index if name != TOGETHER or self.result.together is None]

    def _tasks(self, verdict: str) -> list[str]:
        names = self.frame.index[self.frame["verdict"] == verdict]
        return sorted(names, key=lambda name: name not in self._of_tasks)  # all together last

    def _named(self, names: Sequence[str]) -> str:
        return few_words([name_text(name) for name in names], MOST_NAMED)

    def _interval(self, row: Any) -> str:
        low, high, drop = (float(row[name]) for name in ("low", "high", "drop"))
        return bounds_text(low, high, self.digits, (-drop, drop))

    def prob(self, probability: float) -> str:
        threshold = self.settings.threshold
        return probability_text(probability, 3, threshold if probability > 0.5 else 1 - threshold)


def _about(number: float) -> str:
    return f"{float(f'{number:.2g}'):,.0f}" if np.isfinite(number) else "no number"
