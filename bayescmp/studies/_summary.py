"""Rates, means and coverages of a study, each with its standard error, read chunk by chunk."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp._support._validation import about, check_integer
from bayescmp.studies._scenario import Truth
from bayescmp.studies._storage import PER_TRIAL, Folder, Results, truth_name, tuning_name
from bayescmp.studies._study import cell_label, training_size
from bayescmp.studies._study_method import FINDINGS
from bayescmp.studies._tuning import Tuning

type Totals = dict[str, Floats]


def summarise_study(out: str | Path) -> pd.DataFrame:
    """Summarise the results of a study.

    Parameters
    ----------
    out : str or Path
        Folder of the study, finished or not.

    Returns
    -------
    DataFrame
        One row per cell and method, and per element of what methods with dims find, named after the method: cell,
        scenario, label (the scenario with what varies), the parameters that vary, method, plan, n_train (records that
        the plan trains on), true_difference (value(first) - value(second) at that training size) and its
        true_difference_se, trials, failed, rejected (share of the trials) and rejected_se, estimate (mean of the
        estimates), estimate_sd (their standard deviation), coverage (share of intervals that hold the true difference)
        and coverage_se, width (mean width of the intervals), fits (of each classifier for all methods of a trial). NaN
        where a method does not find it. The attributes hold name, alpha and seed of the study, `tunings` by cell, the
        `seconds` of work on all processes, and the `versions` of the last run.

    Raises
    ------
    FileNotFoundError, ValueError
        If there is no study in the folder, or a file of it is damaged, which is named.

    Notes
    -----
    The results are read one chunk at a time, so that memory does not grow with the number of trials. A rejection
    where the true difference is 0 is an error of type I. Different plans train on different numbers of records,
    which are different null hypotheses: one parameter seldom makes all of them true.
    """
    folder = Folder.opened(out)
    study, events = folder.specification, folder.events()
    by_cell = {number: folder.kept(Tuning, tuning_name(number)) for number in range(len(study["cells"]))}
    tunings = {number: tuning for number, tuning in by_cell.items() if tuning}
    rows = []
    for number, cell in enumerate(study["cells"]):
        tuned = tunings.get(number)
        varied = cell["varied"] | ({tuned.parameter: tuned.value} if tuned else {})
        head = {"cell": number, "scenario": cell["name"], "label": cell_label(cell["name"], varied), **varied}
        truths = _truths(folder, number)
        totals = {name: total.ravel().tolist() for name, total in _totals_of_cell(folder, number, truths).items()}
        for place, (method, *labels) in enumerate(product(study["methods"], *study["coords"].values())):
            name = ", ".join([method["name"], *map(str, labels)])
            about_method = {"method": name, "plan": method["plan"], **truths[method["plan"]]}
            rows.append(head | about_method | _row({name: float(values[place]) for name, values in totals.items()}))
    table = pd.DataFrame(rows)
    table.attrs = {key: study[key] for key in ("name", "alpha", "seed")} | {
        "tunings": {number: asdict(tuning) for number, tuning in tunings.items()},
        "seconds": sum(event.get("seconds", 0.0) for event in events),
        "versions": next((event["versions"] for event in events[::-1] if "versions" in event), {}),
    }
    return table


def read_study(out: str | Path, cell: int = 0) -> xr.Dataset:
    """Read the results of all trials of one cell into memory.

    Parameters
    ----------
    out : str or Path
        Folder of the study, finished or not.
    cell : int, default 0
        Number of the cell, as in `summarise_study`.

    Returns
    -------
    Dataset, dims (method_name, trial) and those of the methods
        Variables reject, pvalue, prob_first_better, statistic, estimate, low and high, NaN where a method does not
        find it or the trial failed; per trial, fits and n_warnings. The attribute `failures` lists as JSON what failed,
        with its error and random numbers.

    Raises
    ------
    FileNotFoundError, ValueError
        As in `summarise_study`, or if there is nothing of this cell.
    """
    folder = Folder.opened(out)
    chunks = list(folder.chunks(check_integer("cell", cell, least=0)))
    if not chunks:
        with about("cell"):
            raise FileNotFoundError(f"There are no results of cell {cell} in {str(out)!r}.")
    trials = [trial for chunk in chunks for trial in chunk.trials]
    coords = {"method_name": folder.methods, "trial": trials, **folder.specification["coords"]}
    found = np.concatenate([chunk.found for chunk in chunks], axis=2)
    per_trial = np.concatenate([chunk.per_trial for chunk in chunks], axis=1)
    variables = {name: (tuple(coords), values) for name, values in zip(FINDINGS, found, strict=True)}
    variables |= {name: (("trial",), values) for name, values in zip(PER_TRIAL, per_trial, strict=True)}
    failures = json.dumps([failure for chunk in chunks for failure in chunk.failures])
    return xr.Dataset(variables, coords=coords, attrs={"failures": failures})


def results_of_cells(out: str | Path, dims: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], xr.Dataset]]:
    """Yield the specification and the results of every cell that has any, of a study whose methods have these dims."""
    folder = Folder.opened(out)
    study = folder.specification
    if tuple(study["coords"]) != dims:
        raise ValueError(
            f"`out` must hold a study whose methods find arrays of the dims {dims}, but those of this one have "
            f"{tuple(study['coords'])}. Give the folder of another study."
        )
    for number, cell in enumerate(study["cells"]):
        if any(folder.chunks(number)):
            yield cell, read_study(out, number).assign_attrs(alpha=study["alpha"])


def _truths(folder: Folder, number: int) -> dict[str, dict[str, float]]:
    """Return true differences by plan, NaN until they are known."""
    truths, study = {}, folder.specification
    for plan in {method["plan"] for method in study["methods"]}:
        n_train = training_size(plan, study["cells"][number]["parameters"]["n_records"])
        known = folder.kept(Truth, truth_name(number, n_train))
        truth = known or Truth(first=np.nan, second=np.nan, difference_se=np.nan)
        difference, error = truth.difference, truth.difference_se
        truths[plan] = {"n_train": n_train, "true_difference": difference, "true_difference_se": error}
    return truths


def _totals_of_cell(folder: Folder, number: int, truths: dict[str, dict[str, float]]) -> Totals:
    """Add up over chunks: arrays of shape (n_methods, ...), last the dims of the methods."""
    dims = [len(values) for values in folder.specification["coords"].values()]
    true = np.array([truths[method["plan"]]["true_difference"] for method in folder.specification["methods"]])
    true = true.reshape(-1, 1, *[1] * len(dims))
    found, per_trial = np.zeros((len(FINDINGS), true.size, 0, *dims)), np.zeros((len(PER_TRIAL), 0), dtype=int)
    none = Results(trials=range(0), found=found, per_trial=per_trial, failures=[])
    totals: Totals = {}
    for chunk in chain([none], folder.chunks(number)):
        for name, total in _totals_of_chunk(chunk, true, folder.methods).items():
            totals[name] = totals.get(name, 0) + total
    return {name: np.broadcast_to(total, (true.size, *dims)) for name, total in totals.items()}


@np.errstate(over="ignore", invalid="ignore")  # a method may estimate anything; what has no square has no sd
def _totals_of_chunk(chunk: Results, true: Floats, methods: Sequence[str]) -> Totals:
    reject, estimate, low, high = (chunk.found[FINDINGS.index(name)] for name in ("reject", "estimate", "low", "high"))
    dims = (1,) * (reject.ndim - 2)
    failed = np.zeros(reject.shape[:2], dtype=bool)
    for failure in chunk.failures:
        rows = slice(None) if failure["method"] is None else methods.index(failure["method"])
        failed[rows, failure["trial"] - chunk.trials.start] = True
    run = len(chunk.trials) - len({failure["trial"] for failure in chunk.failures if failure["method"] is None})
    has_interval = ~np.isnan(low + high + true)
    return {
        "trials": len(chunk.trials),
        "failed": failed.sum(1).reshape(-1, *dims),
        "run": run,
        "decided": (~np.isnan(reject)).sum(1),
        "rejections": np.nansum(reject, 1),
        "estimates": np.isfinite(estimate).sum(1),
        "estimate": np.nansum(estimate, 1),
        "estimate_squared": np.nansum(estimate**2, 1),
        "intervals": has_interval.sum(1),
        "covers": (has_interval & (low <= true) & (true <= high)).sum(1),
        "width": np.nansum(high - low, 1),
        "fits": chunk.per_trial[PER_TRIAL.index("fits")].sum(),
    }


@np.errstate(over="ignore", invalid="ignore")
def _row(totals: Mapping[str, float]) -> dict[str, float]:
    def ratio(total: float, count: float) -> float:
        return float(total / count) if count else np.nan

    mean = ratio(totals["estimate"], totals["estimates"])
    variance = ratio(totals["estimate_squared"] - totals["estimates"] * mean * mean, totals["estimates"] - 1)
    return {
        "trials": int(totals["trials"]),
        "failed": int(totals["failed"]),
        "rejected": ratio(totals["rejections"], totals["decided"]),
        "rejected_se": _binomial_se(totals["rejections"], totals["decided"]),
        "estimate": mean,
        "estimate_sd": float(np.sqrt(max(variance, 0.0))) if np.isfinite(variance) else np.nan,
        "coverage": ratio(totals["covers"], totals["intervals"]),
        "coverage_se": _binomial_se(totals["covers"], totals["intervals"]),
        "width": ratio(totals["width"], totals["intervals"]),
        "fits": ratio(totals["fits"], totals["run"]),
    }


def _binomial_se(count: float, trials: float) -> float:
    """Return the standard error of a share, NaN without trials; that of (count + 1)/(trials + 2), so never 0."""
    rate = (count + 1) / (trials + 2)
    return float(np.sqrt(rate * (1 - rate) / trials)) if trials else np.nan
