"""What each task of a hold-out says by itself, beside what all records say."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp.design import HOLD_OUT, Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.levels import Level
from bayescmp.metrics import Metric
from bayescmp.posteriors._in_values import in_values
from bayescmp.predictions import by_values, once
from bayescmp.results._settings import Settings
from bayescmp.results._three_probabilities import PROBABILITIES, answers

_TASK = "task"
_ANSWER = ("estimate", "low", "high", *PROBABILITIES, "decision")


def pair_by_task(data: Any, pair: PairEvidence, level: Level, settings: Settings) -> pd.DataFrame | None:
    """Return a row for each task, with the answer of the level on its records; None without tasks."""
    rows = []
    own = pair.predictions
    given = data if own is None or "n_answers" not in own else own  # several answers are one loss of each record there
    for task, part in _parts(given, pair.design):
        index = pd.Index([task], name=_TASK)
        try:
            found = Evidence(predictions=part, metric=pair.metric).pair(pair.first, pair.second)
            answer = answers(in_values(level.fit(found, settings), pair.metric).difference, settings, index)
            observed = found.observed
        except ValueError:
            observed, answer = (np.nan, np.nan), pd.DataFrame(np.nan, index, list(_ANSWER), dtype=object)
        names = (f"{pair.metric.name}_first", f"{pair.metric.name}_second")
        rows.append(_row(part, dict(zip(names, observed, strict=True)), index).join(answer))
    return pd.concat(rows).astype(dict.fromkeys(_ANSWER[:-1], float)) if rows else None


def values_by_task(predictions: xr.Dataset, design: Design, metric: Metric) -> pd.DataFrame | None:
    """Return a row for each task, with the observed value of each classifier; None without tasks."""
    rows = []
    for task, part in _parts(predictions, design):
        try:
            observed = Evidence(predictions=part, metric=metric).observed
        except ValueError:
            observed = dict.fromkeys(map(str, part["classifier"].to_numpy()), np.nan)
        rows.append(_row(part, observed, pd.Index([task], name=_TASK)))
    return pd.concat(rows) if rows else None


def _parts(data: Any, design: Design) -> Iterator[tuple[Any, xr.Dataset]]:
    if isinstance(data, xr.Dataset) and _TASK in data.coords and design.kind == HOLD_OUT:
        yield from by_values(data, _TASK).items()


def _row(part: xr.Dataset, observed: dict[str, float], index: pd.Index) -> pd.DataFrame:
    there = (part["fold"] >= 0).isel(repeat=0)
    if "missing" in part and "judged" not in part:  # else the judge rated it
        there = there & ~part["missing"].isel(repeat=0).any("classifier")
    return pd.DataFrame({"n_records": once(part, there.to_numpy()).sum(), **observed}, index=index)
