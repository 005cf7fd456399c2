"""The tables of every fold, for every pair of several classifiers: what fold correlations are estimated from."""

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from pathlib import Path

import xarray as xr

from bayescmp.model_selection import BLOCKED_5_X_2
from bayescmp.studies._methods import Findings, Method
from bayescmp.studies._outcomes import Outcomes
from bayescmp.studies._pairs import of_pairs, pair_name
from bayescmp.studies._summary import results_of_cells
from bayescmp.tables import CELLS

_DIMS = ("repeat", "fold", *CELLS)


def fold_method(names: Sequence[str]) -> Method:
    """Return the method that counts the table of every validation set, for every pair of classifiers."""
    pairs = list(combinations(range(len(names)), 2))
    plan = BLOCKED_5_X_2
    coords: dict[str, Sequence[str | int]] = {
        "pair": [pair_name(names[a], names[b]) for a, b in pairs],
        "repeat": list(range(plan.n_repeats)),
        "fold": list(range(plan.n_folds)),
        **{cell: ["wrong", "right"] for cell in CELLS},
    }
    return Method(name="tables", plan=plan.name, assess=partial(of_pairs, _counts, pairs), coords=coords)


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
    FileNotFoundError
        If there is no study in the folder.
    ValueError
        If it is another study.
    """
    cells = results_of_cells(out, ("pair", *_DIMS))
    return xr.concat([_tables_of_cell(cell["name"], results) for cell, results in cells], dim="experiment")


def _tables_of_cell(dataset: str, results: xr.Dataset) -> xr.DataArray:
    counts = results["estimate"].squeeze("method_name", drop=True).dropna("trial").rename("records")
    tables = counts.drop_vars(["trial", "repeat", "fold"]).rename(pair="experiment", trial="replicate")
    names = {"dataset": ("experiment", [dataset] * tables.sizes["experiment"]), "pair": tables["experiment"].variable}
    tables = tables.drop_vars("experiment").assign_coords(names)
    return tables.transpose("experiment", "replicate", *_DIMS)
