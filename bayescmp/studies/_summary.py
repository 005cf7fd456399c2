"""Rates, means and coverages of a study, each with its standard error, read chunk by chunk."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._validation import about, check_integer, check_path
from bayescmp.model_selection import PLANS
from bayescmp.studies._storage import Folder
from bayescmp.studies._study import cell_label, training_size
from bayescmp.studies._tuning import Tuning

Sums = dict[str, Any]


def summarise_study(out: str | Path) -> pd.DataFrame:
    """Summarise the results of a study.

    Parameters
    ----------
    out : str or Path
        Folder of the study, finished or not.

    Returns
    -------
    DataFrame
        One row per cell and method: cell, scenario, label (the scenario with what varies), the parameters that vary,
        method, plan, n_train (records that the plan trains on), true_difference (err(first) - err(second) at that
        training size) and its true_difference_se, trials, failed, rejected (share of the trials) and rejected_se,
        estimate (mean of the estimates), estimate_sd (their standard deviation), coverage (share of intervals that
        hold the true difference) and coverage_se, width (mean width of the intervals), fits (of each classifier for
        all methods of a trial). NaN where a method does not find it. The attributes hold name, alpha and seed of the
        study, `tunings` by cell, the `fingerprint` of what was studied, the `seconds` of work on all processes, and
        the `versions` of the last run.

    Raises
    ------
    FileNotFoundError
        If there is no study in the folder.
    ValueError
        If a file of the folder is damaged or of another study, with its name.

    Notes
    -----
    The results are read one chunk at a time, so that memory does not grow with the number of trials. A rejection
    where the true difference is 0 is an error of type I. Different plans train on different numbers of records,
    which are different null hypotheses: one parameter seldom makes all of them true.
    """
    folder = Folder(check_path("out", out))
    with about("out"):
        study = folder.specification["study"]
    events = folder.events()
    tunings = {number: found for number in range(len(study["cells"])) if (found := folder.tuning(number))}
    rows = []
    for number, cell in enumerate(study["cells"]):
        varied = _varied(cell, tunings.get(number))
        truths = _truths(folder, number, cell, study["methods"])
        sums = _sums_of_cell(folder, number, study["methods"], truths)
        for k, method in enumerate(study["methods"]):
            truth = truths[method["plan"]]
            rows.append(
                {
                    "cell": number,
                    "scenario": cell["name"],
                    "label": cell_label(cell["name"], varied),
                    **varied,
                    "method": method["name"],
                    "plan": method["plan"],
                    **truth,
                    **_row({name: values[k] for name, values in sums.items()}),
                }
            )
    table = pd.DataFrame(rows)
    table.attrs = {key: study[key] for key in ("name", "alpha", "seed")} | {
        "tunings": {number: asdict(found) for number, found in tunings.items()},
        "seconds": sum(event.get("seconds", 0.0) for event in events),
        "fingerprint": folder.fingerprint,
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
    Dataset, dims (method_name, trial)
        Variables reject, pvalue, prob_first_better, statistic, estimate, low and high, NaN where a method does not
        find it or the trial failed; per trial, fits and n_warnings. The attribute `failures` lists as JSON what failed,
        with its error and random numbers.

    Raises
    ------
    FileNotFoundError
        If there is no study in the folder, or nothing of this cell.
    ValueError
        If a file of the folder is damaged or of another study, with its name.
    """
    folder = Folder(check_path("out", out))
    with about("out"):
        folder.cells  # noqa: B018 - there is a study
    chunks = list(folder.chunks(check_integer("cell", cell, least=0)))
    if not chunks:
        with about("cell"):
            raise FileNotFoundError(f"There are no results of cell {cell} in {str(out)!r}.")
    failures = [failure for chunk in chunks for failure in json.loads(chunk.attrs["failures"])]
    results: xr.Dataset = xr.concat(
        chunks, dim="trial", combine_attrs="drop", join="exact", coords="minimal", compat="equals"
    )
    return results.assign_attrs(failures=json.dumps(failures))


def _truths(
    folder: Folder, number: int, cell: dict[str, Any], methods: list[dict[str, Any]]
) -> dict[str, dict[str, float]]:
    """Return true differences by plan, NaN until they are known."""
    truths = {}
    for plan in {method["plan"] for method in methods} & PLANS.keys():
        n_train = training_size(plan, cell["parameters"]["n_records"])
        truth = folder.truth(number, n_train)
        truths[plan] = {
            "n_train": n_train,
            "true_difference": np.nan if truth is None else truth.difference,
            "true_difference_se": np.nan if truth is None else truth.difference_se,
        }
    return truths


def _varied(cell: dict[str, Any], tuning: Tuning | None) -> dict[str, Any]:
    return cell["varied"] | ({} if tuning is None else {tuning.parameter: tuning.value})


def _sums_of_cell(
    folder: Folder, number: int, methods: list[dict[str, Any]], truths: dict[str, dict[str, float]]
) -> Sums:
    """Add up over chunks: arrays with one entry per method."""
    zeros = np.zeros(len(methods))
    sums: Sums = dict.fromkeys(_NAMES, zeros)
    true = np.array([truths[method["plan"]]["true_difference"] for method in methods])[:, None]
    for chunk in folder.chunks(number):
        here = _sums_of_chunk(chunk, true)
        sums = {name: sums[name] + here[name] for name in _NAMES}
    return sums


@np.errstate(over="ignore", invalid="ignore")  # a method may estimate anything; what has no square has no sd
def _sums_of_chunk(chunk: xr.Dataset, true: Any) -> Sums:
    value = {name: chunk[name].to_numpy() for name in ("reject", "estimate", "low", "high")}
    failed = np.zeros((chunk.sizes["method_name"], chunk.sizes["trial"]), dtype=bool)
    run = np.ones(chunk.sizes["trial"], dtype=bool)
    methods = chunk["method_name"].to_numpy().tolist()
    for failure in json.loads(chunk.attrs["failures"]):
        rows = slice(None) if failure["method"] is None else methods.index(failure["method"])
        failed[rows, failure["trial"] - int(chunk["trial"][0])] = True
        run[failure["trial"] - int(chunk["trial"][0])] &= failure["method"] is not None
    covers = np.where(np.isnan(value["low"] + true), np.nan, (value["low"] <= true) & (true <= value["high"]))
    return {
        "trials": np.full(len(methods), chunk.sizes["trial"]),
        "failed": failed.sum(1),
        "run": np.full(len(methods), run.sum()),
        "decided": np.isfinite(value["reject"]).sum(1),
        "rejections": np.nansum(value["reject"], 1),
        "estimates": np.isfinite(value["estimate"]).sum(1),
        "estimate": np.nansum(value["estimate"], 1),
        "estimate_squared": np.nansum(value["estimate"] ** 2, 1),
        "intervals": np.isfinite(covers).sum(1),
        "covers": np.nansum(covers, 1),
        "width": np.nansum(value["high"] - value["low"], 1),
        "fits": np.full(len(methods), int(chunk["fits"].sum())),
    }


_NAMES = (
    "trials", "failed", "run", "decided", "rejections", "estimates", "estimate", "estimate_squared", "intervals",
    "covers", "width", "fits",
)  # fmt: skip


@np.errstate(over="ignore", invalid="ignore")
def _row(sums: dict[str, float]) -> dict[str, Any]:
    def ratio(total: float, count: float) -> float:
        return float(total / count) if count else np.nan

    rejected, coverage = ratio(sums["rejections"], sums["decided"]), ratio(sums["covers"], sums["intervals"])
    mean = ratio(sums["estimate"], sums["estimates"])
    variance = ratio(sums["estimate_squared"] - sums["estimates"] * mean * mean, sums["estimates"] - 1)
    return {
        "trials": int(sums["trials"]),
        "failed": int(sums["failed"]),
        "rejected": rejected,
        "rejected_se": _binomial_se(sums["rejections"], sums["decided"]),
        "estimate": mean,
        "estimate_sd": float(np.sqrt(max(variance, 0.0))) if np.isfinite(variance) else np.nan,
        "coverage": coverage,
        "coverage_se": _binomial_se(sums["covers"], sums["intervals"]),
        "width": ratio(sums["width"], sums["intervals"]),
        "fits": ratio(sums["fits"], sums["run"]),
    }


def _binomial_se(count: float, trials: float) -> float:
    """Return the standard error of a share, NaN without trials; that of (count + 1)/(trials + 2), so never 0."""
    rate = (count + 1) / (trials + 2)
    return float(np.sqrt(rate * (1 - rate) / trials)) if trials else np.nan
