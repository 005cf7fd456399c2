"""Correlations of folds: the tables that the study `figure-1` counts, and what it says of them in three ways."""

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp.hierarchical import fold_correlation, moment_correlations, run_correlations
from bayescmp.model_selection import BLOCKED_5_X_2
from bayescmp.studies._outcomes import Outcomes
from bayescmp.studies._study_method import Assess, Findings, StudyMethod
from bayescmp.studies._summary import results_of_cells
from bayescmp.tables import CELLS

_DIMS = ("repeat", "fold", *CELLS)


def fold_method(names: Sequence[str]) -> StudyMethod:
    """Return the method that counts the table of every validation set, for every pair of classifiers."""
    (pairs, named), plan = pairs_of(names), BLOCKED_5_X_2
    coords: dict[str, Sequence[str | int]] = {cell: ["wrong", "right"] for cell in CELLS}
    coords = {"pair": named, "repeat": range(plan.n_repeats), "fold": range(plan.n_folds), **coords}
    return StudyMethod(name="tables", plan=plan.name, assess=partial(of_pairs, _counts, pairs), coords=coords)


def pair_name(first: str, second: str) -> str:
    """Name a pair of classifiers."""
    return f"{first} - {second}"


def pairs_of(names: Sequence[str]) -> tuple[list[tuple[int, int]], list[str]]:
    """Return all pairs of classifiers by their places, and their names."""
    pairs = list(combinations(range(len(names)), 2))
    return pairs, [pair_name(names[a], names[b]) for a, b in pairs]


def of_pairs(assess: Assess, pairs: Sequence[tuple[int, int]], outcomes: Outcomes, alpha: float) -> Findings:
    """Assess every pair, and put what is found of each beside each other, after the trial."""
    of_each = [assess(outcomes.pair(*pair), alpha) for pair in pairs]
    return {name: np.stack([np.asarray(findings[name]) for findings in of_each], axis=1) for name in of_each[0]}


def _counts(outcomes: Outcomes, alpha: float) -> Findings:  # noqa: ARG001 - one signature
    return {"estimate": outcomes.tables.transpose("experiment", *_DIMS)}


def fold_tables(out: str | Path) -> xr.DataArray:
    """Read the tables that the study `figure-1` has counted.

    Parameters
    ----------
    out : str or Path
        Folder of the study.

    Returns
    -------
    DataArray, dims (experiment, replicate, repeat, fold, first, second)
        With the coordinates `dataset` and `pair` along `experiment`; replicates are independent data sets of the cell.

    Raises
    ------
    FileNotFoundError, ValueError
        If there is no study in the folder, or another one.
    """
    cells = results_of_cells(out, ("pair", *_DIMS))
    return xr.concat([_tables_of_cell(cell["name"], results) for cell, results in cells], dim="experiment")


def _tables_of_cell(dataset: str, results: xr.Dataset) -> xr.DataArray:
    counts = results["estimate"].squeeze("method_name", drop=True).dropna("trial").rename("records")
    tables = counts.drop_vars(["trial", "repeat", "fold"]).rename(pair="experiment", trial="replicate")
    names = {"dataset": ("experiment", [dataset] * tables.sizes["experiment"]), "pair": tables["experiment"].variable}
    tables = tables.drop_vars("experiment").assign_coords(names)
    return tables.transpose("experiment", "replicate", *_DIMS)


STATISTICS = ("disagreement", "difference")
PARAMETERS = ("rho1", "rho2", "phi")


def correlation_table(out: str | Path, *, draws: int = 1500, rng: int | None = None) -> pd.DataFrame:
    """Estimate the fold correlations of every data set and pair of the study `figure-1` in three ways.

    Parameters
    ----------
    out : str or Path
        Folder of the study.
    draws : int, default 1500
        Draws of each chain of the model.
    rng : int, optional
        Seed of the draws.

    Returns
    -------
    DataFrame
        One row per data set, pair and statistic. For each of `rho1`, `rho2` and `phi`: the moment estimate over
        replicates and its standard error (``_se``); mean and 90 % interval of the posterior over all experiments
        (``_mean``, ``_low``, ``_high``); and mean and standard deviation of the posterior of the first replicate
        alone (``_run``, ``_run_sd``). ``attrs["diagnostics"]`` has the verdict of each model.
    """
    tables = fold_tables(out)
    parts, verdicts = [], {}
    for statistic in STATISTICS:
        tree = fold_correlation(tables, statistic=statistic, draws=draws, rng=rng)
        verdicts[statistic] = tree.attrs["diagnostics"]
        about = {"dataset": tables["dataset"].to_numpy(), "pair": tables["pair"].to_numpy(), "statistic": statistic}
        moments = moment_correlations(tables, statistic=statistic)
        about |= {name: moments[name].to_numpy() for parameter in PARAMETERS for name in (parameter, f"{parameter}_se")}
        runs = pd.DataFrame([_run(run, statistic) for run in tables.isel(replicate=0, drop=True)])
        parts.append(pd.DataFrame(about | _posterior(tree)).join(runs))
    table = pd.concat(parts, ignore_index=True)
    table.attrs = {"diagnostics": verdicts}
    return table


def _posterior(tree: xr.DataTree) -> dict[str, np.ndarray]:
    draws = tree["posterior"].to_dataset()[list(PARAMETERS)]
    bounds = draws.quantile([0.05, 0.95], ("chain", "draw"))
    sides = {"mean": draws.mean(("chain", "draw")), "low": bounds.isel(quantile=0), "high": bounds.isel(quantile=1)}
    return {f"{name}_{side}": values[name].to_numpy() for side, values in sides.items() for name in PARAMETERS}


def _run(tables: xr.DataArray, statistic: str) -> dict[str, float]:
    """Return mean and standard deviation of the posterior of one experiment."""
    points = run_correlations(tables.drop_vars(("dataset", "pair")), statistic=statistic)
    weighted = points[list(PARAMETERS)].weighted(points["weight"])
    moments = {"run": weighted.mean(), "run_sd": weighted.std()}
    return {f"{name}_{key}": float(moment[name]) for name in PARAMETERS for key, moment in moments.items()}
