"""What results of a hold-out say of its tasks."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from bayescmp._support._text import counted, cut, one_line
from bayescmp.content._names import NAME, name_text
from bayescmp.content._numbers_of_two import NumbersOfTwo
from bayescmp.content._section import Section, section
from bayescmp.content._tables import Column, columns_of, of_columns, of_texts
from bayescmp.results._three_probabilities import OUTCOMES, PROBABILITIES, UNDECIDED

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


def section_of_two(said: NumbersOfTwo, tasks: pd.DataFrame) -> Section:
    """Return the section of the tasks of two classifiers."""
    tasks = tasks.iloc[np.argsort(tasks["decision"] == UNDECIDED, kind="stable")]
    values = [tasks[f"{said.metric.name}_{one}"] for one in ("first", "second")]
    first, second = (value.round(said.digits) for value in values)
    tasks = tasks.assign(first=values[0], second=values[1], difference=first - second)
    names = list(map(name_text, said.result.observed))
    heads = {"first": names[0], "second": names[1], PROBABILITIES[0]: f"P({names[0]} better)"}
    parts = ["n_records", "first", "second", "difference", "interval", PROBABILITIES[0], "decision"]
    caption = f"The tasks: {said.metric.noun}, and {said.interval_words()} credible interval of the difference"
    return _section(tasks, columns_of(tasks, parts, said.written, heads), caption, "compare_datasets")


def section_of_several(tasks: pd.DataFrame, names: Sequence[str], value: Callable[[float], str]) -> Section:
    """Return the section of the tasks of several classifiers."""
    heads = {str(place): name_text(name) for place, name in enumerate(names)}
    columns = columns_of(tasks.set_axis(["n_records", *heads], axis=1), ["n_records", *heads], {"number": value}, heads)
    return _section(tasks, columns, "The tasks, and the observed value of each classifier", "rank_datasets")


def _section(tasks: pd.DataFrame, columns: Sequence[Column], caption: str, verb: str) -> Section:
    names = of_texts("task", (cut(one_line(str(name)), NAME) for name in tasks.index))
    others = f'`{verb}(data, by="task")` says what holds on other tasks.'
    return section("tasks", "Tasks", others, tables=[of_columns("tasks", caption, [names, *columns])])
