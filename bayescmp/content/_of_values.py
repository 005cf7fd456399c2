"""What an evaluation says: the value of each classifier by itself."""

from collections.abc import Iterable, Iterator

from bayescmp._support._text import counted, cut, listed, one_line
from bayescmp.comparison import Evaluation
from bayescmp.content._content import Content, named
from bayescmp.content._names import FEW_NAMES, NAME, SCREEN, Room, name_text, row_names
from bayescmp.content._numbers import decimals_of
from bayescmp.content._parts import HEADS, Said, Section, Written, section, table_of
from bayescmp.evidence._design_words import resampling_words


class ContentOfValues(Content):
    """The words and tables of an evaluation."""

    result: Evaluation

    def __init__(self, result: Evaluation) -> None:
        super().__init__(result)
        self.metric = result.evidence.metric
        self.frame, self.names = result.classifiers, list(map(name_text, result.observed))
        widths = (self.frame["high"] - self.frame["low"]) / 4
        self.digits = decimals_of(float(widths[widths > 0].min()) if (widths > 0).any() else 0.0)

    def title(self) -> str:
        return f"{self.metric.noun} of {named(self.result.observed)}"

    def answer(self) -> str:
        rows = zip(self.names, self.frame.itertuples(), strict=True)
        said = [f"{name} {self.number(row.observed)} {self.interval(row.low, row.high)}" for name, row in rows]
        if len(said) <= FEW_NAMES:
            return f"{self.metric.noun}: {listed(said)}."
        values = self.frame["observed"]
        best = values.argmax() if self.metric.greater_is_better else values.argmin()
        return f"{self.metric.noun} of {len(said)} classifiers, the best observed: {said[best]}."

    def sentence(self) -> str:
        rows = zip(self.names, self.frame.itertuples(), strict=True)
        said = [f"{self.number(row.observed)} {self.interval(row.low, row.high)} for {name}" for name, row in rows]
        return f"{self.on_data()} {self.quantity}, with its {self.credible('interval')}, was {listed(said)}."

    def in_short(self) -> str:
        return f"values of {named(self.result.observed)}"

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        rows = self.frame.head(room.rows)
        return {
            cut(self.metric.noun, room.name): row_names(list(rows.index), room.name),
            "observed": [self.number(one) for one in rows["observed"]],
            HEADS["posterior"]: [self.number(one) for one in rows["estimate"]],
            self.interval_head: [self.interval(r.low, r.high) for r in rows.itertuples()],
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
        if self.result.tasks is None:
            return
        tasks = self.result.tasks.reset_index()
        for name in ("task", "classifier"):
            tasks[name] = [cut(one_line(str(one)), NAME) for one in tasks[name]]
        caption = f"The tasks: {self.metric.noun} of each, and its {self.interval_words()} credible interval"
        parts = ["task", "classifier", "n_records", "observed", "estimate", "interval"]
        written: Written = {"interval": self.interval, "number": self.number}
        yield section("tasks", "Tasks", tables=[table_of("tasks", caption, tasks, parts, written)])

    def methods(self) -> Iterator[Said]:
        result = self.result
        yield f"{self.compared_names()}: {resampling_words(result.design)}."
        yield f"The estimand is the {result.estimand}."
        yield from self.source()
        model = result.method.described(self.metric)
        yield f"The posterior of each by itself is that of comparisons; the model is {model}."
        yield f"Intervals are {self.interval_words()} credible intervals; nothing was decided."
