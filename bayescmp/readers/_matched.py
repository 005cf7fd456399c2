"""Runs of several systems on the same records, matched by what identifies a record, never by position."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._text import counted, listed, shown
from bayescmp._support._typing import Array
from bayescmp._support._validation import is_storable
from bayescmp.doors import Kind, Losses, Scores, Verdicts, answers, at_rows, predictions_of, rows_of_long
from bayescmp.predictions import noting, slices
from bayescmp.readers._json import is_id
from bayescmp.readers._log import Log, Row

_RECORD = ["task", "record"]
_KEYS = [*_RECORD, "answer"]
_MOST_ANSWERS = 10**6
_FEW = 0.1  # share of the values up to which those that are neither 0 nor 1 may be mistakes
_NAMES = "names={path: name} names it."
_DROP = 'Give on_missing="drop" to compare what both answered'
_OR_WRONG = ', or on_missing="wrong" to count what is missing as wrong'


def matched(logs: Sequence[Log], spoken: str, on_missing: str) -> xr.Dataset:
    """Match the runs of systems, and say in the provenance what was matched."""
    _check_runs(logs)
    rows = _told_apart(pd.concat([_rows_of(log) for log in logs], ignore_index=True))
    _check_shared(rows)
    _check_targets(rows)
    said = _said(logs, rows) | {"format": spoken}
    _check_questions(logs, rows)
    values = rows["value"]
    bounds = (0.0, 1.0) if values.dropna().between(0, 1).all() else None
    if on_missing == "error":
        _check_missing(said, _DROP if bounds is None else _DROP + _OR_WRONG)
    elif on_missing == "wrong" and bounds is None:
        raise ValueError(
            "`on_missing` must be 'error' or 'drop' with scores that are not from 0 to 1, but got 'wrong' for scores "
            f"from {values.min():g} to {values.max():g}."
        )
    scores = [*dict.fromkeys(log.score for log in logs)]
    if len(scores) > 1 and bounds is None:
        raise ValueError(
            f"Different scores of tasks ({', '.join(scores)}) must all be from 0 to 1, but go from {values.min():g} to "
            f"{values.max():g}. Read the tasks of one score: `task`."
        )
    made: dict[str, Any] = {"made_by": "readers", "log": said}
    greater_is_better = logs[0].greater_is_better
    if on_missing == "wrong":
        rows, wrong = _filled(rows, 0.0 if greater_is_better else 1.0)
        made |= {"counted_wrong": wrong} if wrong else {}
    score = scores[0] if len(scores) == 1 else "score"
    data = _gathered(rows, score, bounds, greater_is_better=greater_is_better)
    return noting(data, made)


def _check_runs(logs: Sequence[Log]) -> None:
    """Refuse two runs of a system on one task, judgements that differ within one, and scores of two directions."""
    seen: dict[tuple[str, str], Log] = {}
    of_task: dict[str, Log] = {}
    for log in logs:
        if not isinstance(log.system, str) or not log.system:
            raise ValueError(
                f"Each log must name its system by a text, but {log.path.name!r} has {shown(log.system)}. {_NAMES}"
            )
        other = seen.setdefault((log.system, log.task), log)
        if other is not log:
            raise ValueError(
                f"Each system must have one run of a task, but {log.system!r} has two of {log.task!r}, in "
                f"{other.path.name!r} and {log.path.name!r}. {_NAMES}"
            )
        other = of_task.setdefault(log.task, log)
        if (log.score, log.filter) != (other.score, other.filter):
            raise ValueError(
                f"All logs of a task must have one score, but {other.path.name!r} has {_judgement(other)!r} and "
                f"{log.path.name!r} {_judgement(log)!r}. Name what both have by `score`, and by `filter` or `value`."
            )
        if log.greater_is_better != logs[0].greater_is_better:
            raise ValueError(
                f"All logs must have scores of one direction, but of {logs[0].score!r} in {logs[0].path.name!r} and "
                f"{log.score!r} in {log.path.name!r} more is better in one and less in the other. Name tasks by `task`."
            )


def _judgement(log: Log) -> str:
    return f"{log.score}, {log.filter}" if log.filter else log.score


def _rows_of(log: Log) -> pd.DataFrame:
    """Return the rows of a run; those that say the same twice are counted, those that contradict refused."""
    odd = next((row for row in log.rows if not 1 <= row.answer <= _MOST_ANSWERS), None)
    if odd is not None:
        raise ValueError(
            f"Answers to a record must be numbered from 1 to {_MOST_ANSWERS:,}, but that to {odd.record!r} in "
            f"{log.path.name!r} is number {shown(odd.answer)}."
        )
    rows = pd.DataFrame(log.rows, columns=Row._fields, dtype=object).astype({"value": float, "answer": int})
    rows = rows.assign(system=log.system, task=log.task)
    if not is_storable("".join([log.system, log.task, *rows["record"]])):
        raise ValueError(f"The names and ids in {log.path.name!r} must be text that files can hold.")
    _check_told(log, "group", "a text or a number", lambda value: isinstance(value, (str, int, float)))
    _check_told(log, "by", "a text or a whole number", is_id)
    keys = [*_KEYS, "number"]
    twice = rows.duplicated(keys)
    if twice.any():
        same = rows.duplicated([*keys, "value", "target", "prompt"])
        if not same[twice].all():
            first = rows[twice & ~same].iloc[0]
            raise ValueError(
                f"Each record must be judged once in {log.path.name!r}, but {first['record']!r} has two judgements."
            )
        log.duplicates += int(twice.sum())
        rows = rows[~twice]
    return rows


def _check_told(log: Log, name: str, what: str, fits: Callable[[object], bool]) -> None:
    for row in log.rows:
        value = getattr(row, name)
        if value is not None and not fits(value):
            raise ValueError(
                f"`{name}` must be {what} of each record, but that of {row.record!r} in {log.path.name!r} is "
                f"{shown(value)}."
            )


def _told_apart(rows: pd.DataFrame) -> pd.DataFrame:
    """Give records of one key names of their own: of one number the same, what is left in the order of numbers."""
    names, keys = rows["record"].tolist(), pd.MultiIndex.from_frame(rows[_RECORD])
    several = keys.isin(keys[rows.duplicated(["system", *_KEYS])])
    found: dict[tuple[str, str], dict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    for row in sorted(rows[several].itertuples(), key=lambda row: (len(row.number), row.number)):  # 9 is before 10
        found[row.task, row.record][row.system][row.number] = row.Index
    for (_, record), runs in found.items():
        longest = max(runs.values(), key=len)  # places in it are the names
        places = {number: place for place, number in enumerate(longest)}
        for run in runs.values():
            free = iter([place for number, place in places.items() if number not in run])
            for number, at in run.items():
                place = places[number] if number in places else next(free)
                names[at] = f"{record}-{place}" if place else record
    return rows.assign(record=names).drop(columns="number")


def _check_shared(rows: pd.DataFrame) -> None:
    """Refuse systems of which no two have a record in common: nothing is paired, whatever is missing."""
    by_system = rows.drop_duplicates(["system", *_RECORD])
    tasks = {system: own.unique().tolist() for system, own in rows.groupby("system", sort=False)["task"]}
    if len(tasks) > 1 and not by_system.duplicated(_RECORD).any():
        (one, of_one), (other, of_other) = list(tasks.items())[:2]
        raise ValueError(
            f"The systems must have records in common, but no record of {one!r} is one of {other!r}: that has the "
            f"tasks {shown(of_one)}, this {shown(of_other)}."
        )


def _check_targets(rows: pd.DataFrame) -> None:
    """Refuse records that had other right answers for other systems: they are not the same record."""
    rows = rows[rows["target"] != ""]  # which no log tells
    odd = rows[rows.groupby(_RECORD)["target"].transform("first") != rows["target"]]
    if len(odd):
        one = odd.iloc[0]
        raise ValueError(
            f"Records must have the same target for all systems, but {counted(len(odd), 'row')} "
            f"{'has' if len(odd) == 1 else 'have'} another one, first record {one['record']!r} of task "
            f"{one['task']!r} of {one['system']!r}."
        )


def _asked_otherwise(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the records whose prompts are not the same in all rows."""
    prompts = rows.drop_duplicates([*_RECORD, "prompt"])
    return prompts[prompts.duplicated(_RECORD)].drop_duplicates(_RECORD)


def _check_questions(logs: Sequence[Log], rows: pd.DataFrame) -> None:
    """Refuse records that are other questions for other systems, where ids are numbers or questions changed places."""
    asked = rows.drop_duplicates(["system", *_RECORD, "prompt"])
    asked = asked.merge(_asked_otherwise(rows)[_RECORD])
    moved = asked.groupby(["task", "prompt"])[["system", "record"]].nunique().gt(1).all(axis=1).groupby("task").mean()
    numbered = {log.task for log in logs if log.is_numbered} | {*moved.index[moved > 0.5]}
    odd = _asked_otherwise(rows[rows["task"].isin(numbered)])
    if len(odd):
        one = odd.iloc[0]
        raise ValueError(
            "Records that only have numbers, or whose questions stand at other ids, must be the same question for all "
            f"systems, but {len(odd)} are not, first {one['record']} of task {one['task']!r}."
        )


def _said(logs: Sequence[Log], rows: pd.DataFrame) -> dict[str, Any]:
    """Return what was matched: numbers of records, and of what is odd, by system."""
    runs = {name: [log for log in logs if log.system == name] for name in dict.fromkeys(log.system for log in logs)}
    who = rows.drop_duplicates(["system", *_RECORD])
    times = who.groupby(_RECORD, sort=False).size()  # how many systems have each record
    unscored = rows["system"][rows["value"].isna()].value_counts()
    judgements = [*dict.fromkeys(map(_judgement, logs))]
    return _odd(rows) | {
        "score": ", ".join(judgements[:2]) + (f" and {len(judgements) - 2} more" if len(judgements) > 2 else ""),
        "tasks": [*dict.fromkeys(log.task for log in logs)],
        "answers": int(rows["answer"].nunique()),
        "records": len(times),
        "matched": int((times == len(runs)).sum()),
        "prompts_differ": len(_asked_otherwise(rows)),
        "systems": {
            name: {
                "files": [log.path.name for log in own],
                "tasks": [log.task for log in own],
                "records": int((who["system"] == name).sum()),
                "unscored": int(unscored.get(name, 0)),
                "errors": sum(log.errors for log in own),
                "duplicates": sum(log.duplicates for log in own),
                "unfinished": sum(not log.is_finished for log in own),
            }
            for name, own in runs.items()
        },
    }


def _odd(rows: pd.DataFrame) -> dict[str, Any]:
    """Return the few values that make scores of what is right or wrong elsewhere, by the first of them."""
    values = rows["value"].dropna()
    odd = values[~values.isin([0.0, 1.0])]
    if not 0 < len(odd) <= _FEW * len(values):
        return {}
    one = rows.loc[odd.index[0]]
    first = {"value": float(one["value"]), "record": str(one["record"]), "system": str(one["system"])}
    return {"odd": {**first, "count": len(odd), "total": len(values)}}


def _check_missing(said: Mapping[str, Any], remedy: str) -> None:
    """Refuse records that not every system has, and answers without a judgement, with how many there are."""
    parts = []
    for name, own in said["systems"].items():
        absent, unscored = said["records"] - own["records"], own["unscored"]
        found = [f"{counted(absent, 'record')} not in the log of {name!r}"] if absent else []
        found += [f"{counted(unscored, 'answer')} unscored of {name!r}"] if unscored else []
        if found and own["unfinished"]:
            found[-1] += " (whose run is not finished)"
        parts += found
    if parts:
        matched = f"{said['matched']} of {counted(said['records'], 'record')} are in all logs"
        raise ValueError(f"All systems must have a judgement of all records, but {matched}: {listed(parts)}. {remedy}.")


def _filled(rows: pd.DataFrame, worst: float) -> tuple[pd.DataFrame, dict[str, int]]:
    """Count answers without a judgement, and all that others have to a record that a system has none of, as wrong."""
    records = rows.drop_duplicates(_KEYS).drop(columns=["system"])
    wrong = rows["system"][rows["value"].isna()].value_counts().to_dict()
    parts = [rows.assign(value=rows["value"].fillna(worst))]
    for system, own in rows.groupby("system", sort=False):
        has = pd.MultiIndex.from_frame(records[_RECORD]).isin(pd.MultiIndex.from_frame(own[_RECORD]))
        parts.append(records[~has].assign(system=system, value=worst))
        wrong[system] = wrong.get(system, 0) + int((~has).sum())
    return pd.concat(parts, ignore_index=True), {str(name): int(count) for name, count in wrong.items() if count}


def _gathered(
    rows: pd.DataFrame, score: str, bounds: tuple[float, float] | None, *, greater_is_better: bool
) -> xr.Dataset:
    """Return predictions that are right or wrong where all values are 0 or 1, else scores or losses."""
    groups = {"group": _groups(rows)} if rows["group"].notna().any() else {}
    if is_sliced := rows["by"].notna().any():
        rows = _by_slices(rows)
    always = {"record", "task"} if is_sliced else {"record"}
    several = [name for name in _KEYS if name in always or (rows[name] != rows[name].iloc[0]).any()]
    keys = {name: rows[name].to_numpy() for name in several} | groups
    places, told = rows_of_long(rows["system"].to_numpy(), keys, "drop")
    values = {name: at_rows(rows["value"].to_numpy(), found, np.nan) for name, found in places.items()}
    how = answers(told.pop("answer")) if "answer" in told else None
    if rows["value"].dropna().isin([0.0, 1.0]).all():
        kind: Kind = Verdicts(correct=values if greater_is_better else {name: 1 - one for name, one in values.items()})
    else:
        kind = (Scores if greater_is_better else Losses)(values=values, noun=score, bounds=bounds)
    return predictions_of(kind, how=how, on_missing="drop", **told)


def _groups(rows: pd.DataFrame) -> Array:
    """Return the groups of rows, which are others in each task."""
    _check_known(rows, "group")
    several = rows.drop_duplicates(["task", "group"])["group"].duplicated().any()
    return (rows["task"] + "/" + rows["group"].astype(str) if several else rows["group"]).to_numpy()


def _by_slices(rows: pd.DataFrame) -> pd.DataFrame:
    """Put slices in place of tasks, whose records keep ids that differ."""
    _check_known(rows, "by")
    odd = rows[rows.groupby(_RECORD)["by"].transform("first") != rows["by"]]
    if len(odd):
        one = odd.iloc[0]
        who = f"{one['record']!r} for {one['system']!r}"
        raise ValueError(f"`by` must be the same for all systems, but is {one['by']!r} of {who}.")
    records = rows.drop_duplicates(_RECORD)["by"]
    if len({*map(type, records)}) > 1:
        raise ValueError("`by` must be a text of all records, or a whole number of all, but is both.")
    names = dict(zip(records, slices(records.tolist()).tolist(), strict=True))
    ids = rows["record"] if (rows["task"] == rows["task"].iloc[0]).all() else rows["task"] + "/" + rows["record"]
    return rows.assign(record=ids, task=rows["by"].map(names))


def _check_known(rows: pd.DataFrame, name: str) -> None:
    missing = rows[name].isna()
    if missing.any():
        one = rows[missing].iloc[0]
        raise ValueError(
            f"`{name}` must be known of every record, but the log of {one['system']!r} tells none of {one['record']!r} "
            f"of task {one['task']!r}."
        )
