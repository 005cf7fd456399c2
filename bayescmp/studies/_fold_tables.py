"""The tables of every fold, for every pair of several classifiers: what fold correlations are estimated from."""

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from pathlib import Path

import xarray as xr

from bayescmp._validation import about, check_path
from bayescmp.studies._methods import Findings, Method
from bayescmp.studies._outcomes import Outcomes
from bayescmp.studies._pairs import PLAN
from bayescmp.studies._storage import Folder
from bayescmp.studies._summary import read_study
from bayescmp.tables import CELLS

_CELLS = [(first, second) for first in ("wrong", "right") for second in ("wrong", "right")]
_REPEATS, _FOLDS = 5, 2


def fold_methods(names: Sequence[str]) -> list[Method]:
    """Return a method per pair of classifiers, validation set and cell of the table, which finds the count."""
    return [
        Method(
            name=f"{names[a]} - {names[b]}: {first}/{second} {repeat}/{fold}",
            plan=PLAN,
            assess=partial(_count, a, b, first, second, repeat, fold),
        )
        for a, b in combinations(range(len(names)), 2)
        for repeat in range(_REPEATS)
        for fold in range(_FOLDS)
        for first, second in _CELLS
    ]


def _count(
    a: int,
    b: int,
    first: str,
    second: str,
    repeat: int,
    fold: int,
    outcomes: Outcomes,
    alpha: float,  # noqa: ARG001 - one signature
) -> Findings:
    tables = outcomes.pair(a, b).tables
    return {"estimate": tables.isel(repeat=repeat, fold=fold).sel(first=first, second=second).to_numpy()}


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
    """
    folder = Folder(check_path("out", out))
    with about("out"):
        cells = folder.specification["study"]["cells"]
    read = [(cell["name"], read_study(out, number)) for number, cell in enumerate(cells) if any(folder.chunks(number))]
    return xr.concat([_tables_of_cell(name, results) for name, results in read], dim="experiment")


def _tables_of_cell(dataset: str, results: xr.Dataset) -> xr.DataArray:
    names = results["method_name"].to_numpy().tolist()
    pairs = list(dict.fromkeys(name.rpartition(": ")[0] for name in names))
    counts = results["estimate"].dropna("trial").transpose("method_name", "trial").to_numpy()
    # In the order of `fold_methods`.
    shaped = counts.reshape(len(pairs), _REPEATS, _FOLDS, 2, 2, -1)
    tables = xr.DataArray(
        shaped,
        dims=("experiment", "repeat", "fold", *CELLS, "replicate"),
        coords={cell: ["wrong", "right"] for cell in CELLS}
        | {"dataset": ("experiment", [dataset] * len(pairs)), "pair": ("experiment", pairs)},
        name="records",
    )
    return tables.transpose("experiment", "replicate", "repeat", "fold", *CELLS)
