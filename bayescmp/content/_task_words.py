"""What results of a hold-out say of its tasks."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from bayescmp._support._screen import width_of
from bayescmp._support._text import WIDTH, counted, cut, one_line
from bayescmp.content._names import NAME, NARROW, name_text, row_names
from bayescmp.content._numbers_of_two import NumbersOfTwo
from bayescmp.content._parts import Section, Written, section, table_of
from bayescmp.results import OUTCOMES, PROBABILITIES, UNDECIDED

_FEW = 3  # tasks that are named on a screen
_FEW_ROWS = 6  # tasks that have a row each there
_MOST_ROWS = 20  # labels or tasks of a table


def tasks_of_two(said: NumbersOfTwo) -> str:
    """Count the tasks on which each is better, and how many would be so by chance; nothing where there are none."""
    tasks = said.result.tasks
    if tasks is None:
        return ""
    order = [OUTCOMES[0], OUTCOMES[2], OUTCOMES[1], UNDECIDED]
    counts = tasks["decision"].value_counts().reindex(order).dropna().astype(int)
    words = [f"{said.decision_words(one, NAME)} in {count}{_named(tasks, one)}" for one, count in counts.items()]
    told, chance = counts.sum(), ""
    if told < len(tasks):
        words.append(f"nothing told by {len(tasks) - told}")
    if counts.index.isin(OUTCOMES[::2]).any():
        expected = f"{2 * (1 - said.settings.threshold) * told:.2g}"  # at either end, fewer where there is a rope
        chance = f"; unadjusted for their number: of {told} equal tasks up to {expected} have a winner by chance"
    rows = "; details have a row each" * (len(tasks) > _FEW_ROWS)
    return f"each of {counted(len(tasks), 'task')} by itself: {', '.join(words)}{chance}{rows}"


def rows_of_few(said: NumbersOfTwo) -> dict[str, list[str]]:
    """Return the columns of a row for each task, as a screen has them; none where there are many."""
    tasks = said.result.tasks
    if tasks is None or len(tasks) > _FEW_ROWS:
        return {}
    tasks, parts = _with_difference(said, tasks), ["difference", "interval", PROBABILITIES[0]]
    heads = {PROBABILITIES[0]: said.better(said.pair(NARROW)[0])}
    table = table_of("tasks", "", tasks, parts, said.written, heads)
    columns = {head: [row[place].text for row in table.rows] for place, head in enumerate(table.heads)}
    return {"task": row_names([*tasks.index], min(NAME, WIDTH - width_of(columns) - 2))} | columns


def _named(tasks: pd.DataFrame, decision: str) -> str:
    """Name the tasks that are decided so, if they are few."""
    names = [cut(one_line(name), NAME) for name in tasks.index[tasks["decision"] == decision]]
    return f" ({', '.join(names)})" if decision != UNDECIDED and len(names) <= _FEW else ""


def section_of_two(said: NumbersOfTwo, tasks: pd.DataFrame) -> Section:
    """Return the section of the tasks of two classifiers."""
    tasks = _with_difference(said, tasks)
    heads = {"first": said.first, "second": said.second, PROBABILITIES[0]: said.better(said.first)}
    parts = ["n_records", "first", "second", "difference", "interval", PROBABILITIES[0], "decision"]
    caption = f"The tasks: {said.metric.noun}, and {said.interval_words()} credible interval of the difference"
    return _section("compare_datasets", caption, tasks, parts, said.written, heads)


def _with_difference(said: NumbersOfTwo, tasks: pd.DataFrame) -> pd.DataFrame:
    """Return the tasks, decided ones first, with both values and their difference."""
    tasks = tasks.iloc[np.argsort(tasks["decision"] == UNDECIDED, kind="stable")]
    first, second = (tasks[f"{said.metric.name}_{one}"] for one in ("first", "second"))
    return tasks.assign(first=first, second=second, difference=first - second)


def section_of_changed(said: NumbersOfTwo) -> Iterator[Section]:
    """Count, by their label and task, the records on which the two differ; nothing where their labels are unknown."""
    predictions = said.evidence.predictions
    if predictions is None or "y_pred" not in predictions or said.evidence.identical:
        return
    changed, tables = said.result.changed(), []
    for key in ("truth", "task"):
        if key in changed and predictions.sizes.get("label", 0) > 1 and changed[key].nunique() <= _MOST_ROWS:
            counts = pd.crosstab(changed[key], changed["better"])
            rows = counts.reindex(columns=[OUTCOMES[0], OUTCOMES[2]], fill_value=0).assign(records=counts.sum(axis=1))
            rows.insert(0, key, [cut(one_line(str(one)), NAME) for one in rows.index])
            heads = {OUTCOMES[0]: f"{said.first} better", OUTCOMES[2]: f"{said.second} better", "truth": "label"}
            of_order = "; better is who places a record more rightly among those of other labels" * said.metric.orders
            caption = f"Records on which the two differ, by {heads.get(key, key)}{of_order}"
            tables.append(table_of(f"changed-{key}", caption, rows, [*rows], {"number": "{:.0f}".format}, heads))
    others = "On those that are in neither column both err equally often, but not in the same way."
    lists = ["`changed()` lists the records.", "" if changed["better"].isin(OUTCOMES).all() else others]
    yield section("changed", "Where they differ", *(lists if tables else []), tables=tables)


def section_of_several(tasks: pd.DataFrame, names: Sequence[str], value: Callable[[float], str]) -> Section:
    """Return the section of the tasks of several classifiers."""
    heads = {str(place): name_text(name) for place, name in enumerate(names)}
    tasks = tasks.set_axis(["n_records", *heads], axis=1)
    caption = "The tasks, and the observed value of each classifier"
    return _section("rank_datasets", caption, tasks, list(tasks), {"number": value}, heads)


def _section(
    verb: str, caption: str, tasks: pd.DataFrame, parts: Sequence[str], written: Written, heads: Mapping[str, str]
) -> Section:
    tasks = tasks.assign(task=[cut(one_line(str(name)), NAME) for name in tasks.index])
    others = f'`{verb}(data, by="task")` says what holds on other tasks.'
    table = table_of("tasks", caption, tasks, ["task", *parts], written, heads)
    return section("tasks", "Tasks", others, tables=[table])
