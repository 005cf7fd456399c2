"""Runs of several systems on the same records, matched by what identifies a record, never by position."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._text import counted, listed
from bayescmp._typing import Array
from bayescmp.predictions import RIGHT, WRONG, at_rows, predictions_from_arrays, provenance, rows_of_long
from bayescmp.readers._log import Log

_KEYS = ["task", "record", "answer"]
_REMEDY = (
    'Give on_missing="drop" (--on-missing drop) to compare what both answered, or on_missing="wrong" to count what is '
    "missing as wrong."
)


def predictions_of(logs: Sequence[Log], spoken: str, on_missing: str) -> xr.Dataset:
    """Match the runs of systems, and say what was matched.

    Parameters
    ----------
    logs : sequence of Log
        One for each system and task.
    spoken : str
        What sentences call the format.
    on_missing : {"error", "drop", "wrong"}
        As in `predictions_from_arrays`.

    Returns
    -------
    Dataset
        As from `predictions_from_arrays`; `log` of its provenance says what was matched.

    Raises
    ------
    ValueError
        If a system has two runs of a task, systems were judged by other scores or have other targets, or answers are
        missing and `on_missing` is "error".
    """
    score, greater_is_better = _of_all(logs)
    rows = pd.concat([_rows_of(log) for log in logs], ignore_index=True)
    _check_targets(rows)
    said = _said(logs, rows) | {"format": spoken, "score": score}
    _check_missing(said, on_missing)
    data = _gathered(rows, score, on_missing, greater_is_better=greater_is_better)
    noted = provenance(data) | {"made_by": "readers", "log": said}
    return data.assign_attrs(provenance=json.dumps(noted, allow_nan=False))


def _of_all(logs: Sequence[Log]) -> tuple[str, bool]:
    """Return the judgement that all runs share, and its direction; refuse two runs of a system on one task."""
    seen: dict[tuple[str, str], Log] = {}
    for log in logs:
        other = seen.setdefault((log.system, log.task), log)
        if other is not log:
            raise ValueError(
                f"Each system must have one run of a task, but {log.system!r} has two of {log.task!r}, in "
                f"{other.path.name!r} and {log.path.name!r}. Name one of the files, or give each a name of its own: "
                "names={path: name} (--log NAME=PATH)."
            )
    first = logs[0]
    for log in logs:
        if (log.score, log.greater_is_better) != (first.score, first.greater_is_better):
            better = "" if log.score != first.score else ", of which more is better in one and less in the other"
            raise ValueError(
                f"All logs must have one score, but {first.path.name!r} has {first.score!r} and {log.path.name!r} "
                f"{log.score!r}{better}. Name one by `score`, or tasks that share it by `task`."
            )
    return first.score, first.greater_is_better


def _rows_of(log: Log) -> pd.DataFrame:
    """Return the rows of a run; those that say the same twice are counted, those that contradict refused."""
    rows = pd.DataFrame(
        {
            "system": log.system,
            "task": log.task,
            "record": log.records,
            "answer": log.answers,
            "value": np.array(log.values, dtype=float),
            "target": log.targets,
            "prompt": log.prompts,
            "group": pd.Series(log.groups, dtype=object),
        }
    )
    twice = rows.duplicated(_KEYS)
    if twice.any():
        same = rows.duplicated([*_KEYS, "value", "target"])
        if not same[twice].all():
            first = rows[twice & ~same].iloc[0]
            raise ValueError(
                f"Each record must be judged once in {log.path.name!r}, but {first['record']!r} has two judgements. "
                "Keep the lines of one run."
            )
        log.duplicates += int(twice.sum())
        rows = rows[~twice]
    return rows


def _check_targets(rows: pd.DataFrame) -> None:
    """Refuse records that had other right answers for other systems: they are not the same record."""
    first = rows.drop_duplicates(_KEYS[:2]).set_index(_KEYS[:2])["target"]
    found = first.loc[pd.MultiIndex.from_frame(rows[_KEYS[:2]])].to_numpy()
    odd = rows[found != rows["target"].to_numpy()]
    if len(odd):
        one = odd.iloc[0]
        raise ValueError(
            f"Records must have the same target for all systems, but {counted(len(odd), 'row')} "
            f"{'has' if len(odd) == 1 else 'have'} another one, first record {one['record']!r} of task "
            f"{one['task']!r} of {one['system']!r}. The data sets differ: run both systems on one version."
        )


def _said(logs: Sequence[Log], rows: pd.DataFrame) -> dict[str, Any]:
    """Return what was matched: numbers of records, and of what is odd, by system."""
    scored = rows[rows["value"].notna()]
    systems = [*dict.fromkeys(log.system for log in logs)]
    who = rows.drop_duplicates(["system", *_KEYS[:2]])
    times = who.groupby(_KEYS[:2], sort=False)["system"].transform("size").to_numpy()
    prompts = rows.drop_duplicates([*_KEYS[:2], "prompt"]).groupby(_KEYS[:2], sort=False).size()
    records = who.drop_duplicates(_KEYS[:2])
    answered = scored.drop_duplicates(["system", *_KEYS[:2]])["system"].value_counts()
    return {
        "records": len(records),
        "matched": int((times == len(systems)).sum() // max(len(systems), 1)),
        "prompts_differ": int((prompts > 1).sum()),
        "systems": {
            name: {
                "files": [log.path.name for log in logs if log.system == name],
                "records": int((who["system"] == name).sum()),
                "unscored": int((who["system"] == name).sum() - answered.get(name, 0)),
                "errors": sum(log.errors for log in logs if log.system == name),
                "duplicates": sum(log.duplicates for log in logs if log.system == name),
                "unfinished": sum(not log.is_finished for log in logs if log.system == name),
            }
            for name in systems
        },
    }


def _check_missing(said: Mapping[str, Any], on_missing: str) -> None:
    """Refuse records that not every system answered, with how many there are and what may be done."""
    parts = []
    for name, own in said["systems"].items():
        lacking = {
            "not in its log": said["records"] - own["records"],
            "unscored": own["unscored"],
        }
        parts += [f"{count} {what} of {name!r}" for what, count in lacking.items() if count]
        if own["unfinished"] and any(lacking.values()):
            parts[-1] += " (whose run is not finished)"
    if parts and on_missing == "error":
        matched = f"{said['matched']} of {counted(said['records'], 'record')} are in all logs"
        raise ValueError(f"All systems must have the same records, but {matched}: {listed(parts)}. {_REMEDY}")


def _gathered(rows: pd.DataFrame, score: str, on_missing: str, *, greater_is_better: bool) -> xr.Dataset:
    """Return predictions that are right or wrong where all values are 0 or 1, else scores or losses."""
    keys = {name: rows[name].to_numpy() for name in ("record", "task", "group", "answer")}
    if (rows["task"] == rows["task"].iloc[0]).all():
        del keys["task"]
    if rows["group"].isna().all():
        del keys["group"]
    if (rows["answer"] == rows["answer"].iloc[0]).all():
        del keys["answer"]
    gaps = "drop" if on_missing == "error" else on_missing
    places, told = rows_of_long(rows["system"].to_numpy(), keys, gaps)
    given: dict[str, Any] = {**told, "on_missing": gaps}
    values = {name: at_rows(rows["value"].to_numpy(), found, np.nan) for name, found in places.items()}
    judged = rows["value"].dropna()
    if judged.isin([0.0, 1.0]).all():
        right = {name: _labels(found if greater_is_better else 1 - found) for name, found in values.items()}
        n_rows = len(next(iter(values.values())))
        return predictions_from_arrays(np.full(n_rows, RIGHT), right, **given)
    bounds = (0.0, 1.0) if judged.between(0, 1).all() else None
    if bounds and gaps == "wrong":
        worst = 0.0 if greater_is_better else 1.0
        values = {name: np.where(np.isnan(found), worst, found) for name, found in values.items()}
        given["on_missing"] = "drop"
    argument: dict[str, Any] = {"score" if greater_is_better else "loss": values}
    return predictions_from_arrays(**argument, noun=score, bounds=bounds, **given)


def _labels(values: Array) -> Array:
    labels = np.where(values == 1, RIGHT, WRONG).astype(object)
    labels[np.isnan(values)] = None
    return labels
