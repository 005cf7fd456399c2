"""Records one by one: what counts as one, their counts, and what is decided by them."""

from collections.abc import Hashable

import numpy as np
import xarray as xr

from bayescmp._support._typing import Array
from bayescmp.design import ANSWERS, HOLD_OUT, RUNS, Design
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._e_value import counts_of, excluded
from bayescmp.metrics import DEFAULT_METRIC, METRIC_OF_VERDICTS
from bayescmp.predictions import ids_within_tasks
from bayescmp.results import OUTCOMES

CONTINUE = "continue"  # the decision where there is none yet


def decisions(cells: Array, rope: tuple[float, float], alpha: float, *, in_blocks: Array | bool = False) -> Array:
    """Return by each row of counts where the confidence sequence lies to the rope; no decision of tasks in blocks."""
    first, second, rest = counts = counts_of(cells)
    observed = (first - second) / np.maximum(first + second + rest, 1)
    beyond_low, beyond_high = (excluded(*counts, end, alpha) for end in rope)
    better, equivalent, worse = OUTCOMES
    found = np.full(len(cells), CONTINUE, dtype=object)
    found[(observed < rope[0]) & beyond_low] = better
    found[(observed > rope[1]) & beyond_high] = worse
    found[(rope[0] < observed) & (observed < rope[1]) & beyond_low & beyond_high] = equivalent
    found[np.broadcast_to(in_blocks, len(cells))] = CONTINUE
    return found


def check_records(evidence: PairEvidence) -> None:
    """Refuse what is no record by itself that is right or wrong."""
    design = evidence.design
    refuse_judge(design)
    if design.kind in {ANSWERS, RUNS} or design.answers.largest > 1:
        raise ValueError("`data` must have one answer of each system to a record, but have several. Give one of them.")
    if evidence.metric not in (DEFAULT_METRIC, METRIC_OF_VERDICTS) or evidence.tables is None:
        raise ValueError(
            "`data` must say which answers are right and which are wrong, but hold values of "
            f"{evidence.metric.noun}. Give data of `labels` or `verdicts`."
        )
    if design.kind != HOLD_OUT:
        raise ValueError(
            f"`data` must hold records one by one, but are of a {design.kind}, whose repeats try the same records "
            "again and are no new ones."
        )
    if design.n_groups:
        raise ValueError(
            "`data` must hold independent records, but have groups of dependent ones, whose e-value is not known: "
            "compare them at the end by `compare`."
        )


def refuse_judge(design: Design) -> None:
    """Refuse records on which there is the verdict of a judge alone."""
    if design.n_judged:
        raise ValueError(
            "`data` must have the verdict of people on every record, but a judge rated more: an e-value of both is not "
            "known. `data.drop_vars('judged')` takes the labelled records, if these were chosen at random."
        )


def ids_of(pair: xr.Dataset) -> list[Hashable]:
    """Return the ids of the records of the predictions of two classifiers that both answered, with their tasks."""
    return ids_of_all(pair.isel(record=(pair["fold"] >= 0).any("repeat").to_numpy()))


def ids_of_all(data: xr.Dataset) -> list[Hashable]:
    """Return the ids of all records, with their tasks where there are any."""
    found: list[Hashable] = data["record"].to_numpy().tolist()
    if "task" not in data.coords:
        return found
    tasks = data["task"].to_numpy().tolist()
    return list(zip(ids_within_tasks(found, tasks), tasks, strict=True))
