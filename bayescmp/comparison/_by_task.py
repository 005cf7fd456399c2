"""What each task of a hold-out says by itself, beside what all records say."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp.design import Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.methods import Method
from bayescmp.metrics import Metric
from bayescmp.posteriors._pair_posteriors import in_values
from bayescmp.predictions import by_values, once
from bayescmp.results import PROBABILITIES, Settings, answers

_TASK = "task"
_ANSWER = ("estimate", "low", "high", *PROBABILITIES, "decision")


def pair_by_task(data: Any, pair: PairEvidence, method: Method, settings: Settings) -> pd.DataFrame | None:
    """Return a row for each task, with the answer of the method on its records; None without tasks."""
    own = pair.predictions
    given = data if own is None or "loss" not in own else own  # of several answers or runs
    names = [f"{pair.metric.name}_first", f"{pair.metric.name}_second"]

    def told(part: xr.Dataset) -> dict[str, Any]:
        found = Evidence(predictions=part, metric=pair.metric).pair(pair.first, pair.second)
        answer = answers(in_values(method.fit(found, settings), pair.metric).difference, settings)
        return dict(zip(names, found.observed, strict=True)) | answer.iloc[0].to_dict()

    return _by_task(given, pair.design, told, [*names, *_ANSWER])


def values_by_task(predictions: xr.Dataset, design: Design, metric: Metric) -> pd.DataFrame | None:
    """Return a row for each task, with the observed value of each classifier; None without tasks."""
    names = list(map(str, predictions["classifier"].to_numpy()))
    return _by_task(predictions, design, lambda part: Evidence(predictions=part, metric=metric).observed, names)


def parts_by_task(data: Any, design: Design) -> dict[str | int, xr.Dataset] | None:
    """Return the records of each task of a hold-out, by its name; None without tasks."""
    has_tasks = isinstance(data, xr.Dataset) and _TASK in data.coords and design.is_one_test_set
    return by_values(data, _TASK) if has_tasks else None


def _by_task(
    data: Any, design: Design, told: Callable[[xr.Dataset], Mapping[str, Any]], columns: Sequence[str]
) -> pd.DataFrame | None:
    """Return a row for each task, with its number of records and what is told of it, NaN where it tells nothing."""
    rows, parts = [], parts_by_task(data, design)
    if parts is None:
        return None
    for part in parts.values():
        try:
            found = told(part)
        except ValueError:
            found = dict.fromkeys(columns, np.nan)
        rows.append({"n_records": n_records(part), **found})
    return pd.DataFrame(rows, index=pd.Index(list(parts), name=_TASK))


def n_records(part: xr.Dataset) -> int:
    """Return the number of records that count: those that all answered, or that a judge rated."""
    there = (part["fold"] >= 0).isel(repeat=0)
    if "missing" in part and "judged" not in part:  # else the judge rated it
        there = there & ~part["missing"].isel(repeat=0).any("classifier")
    return int(once(part, there.to_numpy()).sum())
