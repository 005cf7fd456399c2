"""What results of a hold-out say of its tasks."""

from collections.abc import Callable, Sequence
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from bayescmp._support._text import counted, cut, one_line
from bayescmp.content._names import NAME, name_text
from bayescmp.content._section import Section, section
from bayescmp.content._tables import Column, of_intervals, of_numbers, of_text, table_of
from bayescmp.results._three_probabilities import OUTCOMES, PROBABILITIES, UNDECIDED

if TYPE_CHECKING:
    from bayescmp.content._of_two import ContentOfTwo

_OTHERS = '`{}(data, by="task")` says what holds on other tasks.'
_ALONE = "Each task is analysed by itself, so that few of its records decide little; decisions are {}."
_FEW = 3  # tasks that are named on a screen


def tasks_of_two(tasks: pd.DataFrame | None, first: str, second: str, threshold: float) -> str:
    """Count the tasks on which each is better, and how many would be so by chance; nothing where there are none."""
    if tasks is None:
        return ""
    better = dict(zip((OUTCOMES[0], OUTCOMES[2]), (f"{first} better", f"{second} better"), strict=True))
    words = {**better, OUTCOMES[1]: OUTCOMES[1], UNDECIDED: UNDECIDED}
    counts = tasks["decision"].value_counts().reindex(words).dropna().astype(int)
    found = [f"{words[name]} in {count}{_named(tasks, name)}" for name, count in counts.items()]
    if silent := len(tasks) - counts.sum():
        found.append(f"nothing told by {silent}")
    chance = f"; {_by_chance(tasks, threshold)}" if counts.index.isin(better).any() else ""
    return f"each of {counted(len(tasks), 'task')} by itself: {', '.join(found)}{chance}; `tasks` has a row each"


def _by_chance(tasks: pd.DataFrame, threshold: float) -> str:
    """Say how many winners, at either end, tasks without a difference have on average, fewer where there is a rope."""
    told = int(tasks["decision"].notna().sum())
    expected = f"{2 * (1 - threshold) * told:.2g}"
    return f"unadjusted for their number: of {told} equal tasks up to {expected} have a winner by chance"


def _named(tasks: pd.DataFrame, decision: str) -> str:
    """Name the tasks that are decided so, if they are few."""
    names = [cut(one_line(name), NAME) for name in tasks.index[tasks["decision"] == decision]]
    return f" ({', '.join(names)})" if decision != UNDECIDED and len(names) <= _FEW else ""


def section_of_two(content: "ContentOfTwo", tasks: pd.DataFrame) -> Section:
    """Return the section of the tasks of two classifiers."""
    result, digits = content.result, content.digits
    parts = [f"{content.metric.name}_{one}" for one in ("first", "second")]

    def difference(row: Any) -> float:
        first, second = (round(getattr(row, part), digits) for part in parts)
        return float(first - second)

    columns = [
        *(of_numbers(name_text(name), part, content.number) for name, part in zip(result.observed, parts, strict=True)),
        of_numbers("difference", difference, content.number),
        of_intervals("interval", content.interval),
        of_numbers(f"P({name_text(result.first)} better)", PROBABILITIES[0], content.prob),
        of_text("decision", attrgetter("decision")),
    ]
    tasks = tasks.iloc[np.argsort(tasks["decision"] == UNDECIDED, kind="stable")]
    alone = _ALONE.format(_by_chance(tasks, result.settings.threshold))
    said = f"The tasks: {content.metric.noun}, and {content.interval_words()} credible interval of the difference"
    return _section(tasks, columns, said, f"{alone} {_OTHERS.format('compare_datasets')}")


def section_of_several(tasks: pd.DataFrame, names: Sequence[str], value: Callable[[float], str]) -> Section:
    """Return the section of the tasks of several classifiers."""
    columns = [of_numbers(name_text(name), itemgetter(place), value) for place, name in enumerate(names, 2)]
    said = "The tasks, and the observed value of each classifier"
    return _section(tasks, columns, said, _OTHERS.format("rank_datasets"))


def _section(tasks: pd.DataFrame, columns: Sequence[Column], caption: str, text: str) -> Section:
    first = [
        of_text("task", lambda row: cut(one_line(str(row.Index)), NAME)),
        of_numbers("records", attrgetter("n_records"), "{:.0f}".format),
    ]
    table = table_of("tasks", caption, [*first, *columns], tasks)
    return section("tasks", "Tasks", text, tables=[table])
