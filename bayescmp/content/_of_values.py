"""What an evaluation says: the value of each classifier by itself."""

from collections.abc import Iterable, Iterator

import pandas as pd

from bayescmp._support._text import counted, cut, listed, one_line
from bayescmp.comparison import Evaluation
from bayescmp.content._content import Content, named
from bayescmp.content._names import NAME, SCREEN, Room, name_text, row_names
from bayescmp.content._numbers import bounds_text, decimal_text, decimals_of
from bayescmp.content._section import Said, Section, section
from bayescmp.content._tables import HEADS, Table, table_of
from bayescmp.evidence._design_words import resampling_words

_MOST_NAMES = 4


class ContentOfValues(Content):
    """The words and tables of an evaluation."""

    result: Evaluation

    def __init__(self, result: Evaluation) -> None:
        super().__init__(result)
        self.metric = result.evidence.metric
        self.frame, self.names = result.classifiers, list(map(name_text, result.observed))
        widths = (self.frame["high"] - self.frame["low"]) / 4
        self.digits = decimals_of(float(widths[widths > 0].min()) if (widths > 0).any() else 0.0)

    def value(self, value: float) -> str:
        """Write a value in decimals that show two figures of the smallest posterior standard deviation."""
        return decimal_text(value, self.digits)

    def interval(self, low: float, high: float) -> str:
        """Write an interval of values in the same decimals."""
        return bounds_text(low, high, self.digits)

    def title(self) -> str:
        return f"{self.metric.noun} of {named(self.result.observed)}"

    def answer(self) -> str:
        rows = zip(self.names, self.frame.itertuples(), strict=True)
        said = [f"{name} {self.value(row.observed)} {self.interval(row.low, row.high)}" for name, row in rows]
        if len(said) <= _MOST_NAMES:
            return f"{self.metric.noun}: {listed(said)}."
        values = self.frame["observed"]
        best = values.argmax() if self.metric.greater_is_better else values.argmin()
        return f"{self.metric.noun} of {len(said)} classifiers, the best observed: {said[best]}."

    def sentence(self) -> str:
        rows = zip(self.names, self.frame.itertuples(), strict=True)
        said = [f"{self.value(row.observed)} {self.interval(row.low, row.high)} for {name}" for name, row in rows]
        return f"{self.on_data()} {self.quantity}, with its {self.credible('interval')}, was {listed(said)}."

    def in_short(self) -> str:
        return f"values of {named(self.result.observed)}"

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        rows = self.frame.head(room.rows)
        return {
            cut(self.metric.noun, room.name): row_names(list(rows.index), room.name),
            "observed": [self.value(one) for one in rows["observed"]],
            HEADS["posterior"]: [self.value(one) for one in rows["estimate"]],
            f"{100 * self.settings.ci_prob:g} % interval": [self.interval(r.low, r.high) for r in rows.itertuples()],
        }

    def own_lines(self) -> Iterator[tuple[str, str]]:
        result = self.result
        about = result.estimand.removeprefix(f"{self.metric.noun} of ")
        yield "What it is about", f"{about}; {resampling_words(result.design)}"
        yield "What it leaves open", self.not_answered()
        if len(self.frame) > 1:
            yield "Who is better", "overlapping intervals do not tell: `compare` and `rank` know the records they share"
        if result.tasks is not None:
            yield "By task", f"{counted(result.tasks.index.get_level_values(0).nunique(), 'task')}, in details"

    def more(self) -> str:
        return "`classifiers` has the numbers, `details()` the assumptions, `save()` keeps it, `plot()` draws it"

    def notes(self) -> Iterable[str]:
        # Of groups a fact goes on with what they cost a difference, of which there is none.
        for fact in self.result.facts:
            yield f"{fact.text.partition(':')[0]}, as intervals allow for" if fact.kind == "groups" else fact.text

    def body(self) -> Iterator[Section]:
        if self.result.tasks is not None:
            tasks = self.result.tasks.reset_index()
            for name in ("task", "classifier"):
                tasks[name] = [cut(one_line(str(one)), NAME) for one in tasks[name]]
            caption = f"The tasks: {self.metric.noun} of each, and its {self.interval_words()} credible interval"
            yield section(
                "tasks", "Tasks", tables=[self._table("tasks", caption, tasks, "task", "classifier", "n_records")]
            )

    def _table(self, key: str, caption: str, frame: pd.DataFrame, *before: str) -> Table:
        parts = [*before, "observed", "estimate", "interval"]
        return table_of(key, caption, frame, parts, {"interval": self.interval, "number": self.value})

    def methods(self) -> Iterator[Said]:
        result = self.result
        who = listed(self.names) if len(self.names) <= _MOST_NAMES else f"{len(self.names)} classifiers"
        yield f"{who}: {resampling_words(result.design)}."
        yield f"The estimand is the {result.estimand}."
        yield from self.source()
        model = result.method.described(self.metric)
        yield f"The posterior of each by itself is that of comparisons; the model is {model}."
        yield f"Intervals are {self.interval_words()} credible intervals; nothing was decided."
