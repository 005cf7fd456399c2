"""The single diagnostics of a sampler, each with a sentence for what fails."""

import math
import warnings
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._typing import Floats

MAX_R_HAT = 1.01
MIN_ESS = 400.0
MIN_E_BFMI = 0.3
MAX_SATURATION = 0.01

_UNKNOWN_ENERGY = f"not computable (threshold {MIN_E_BFMI:g})"
_NAMED = 5  # parameters a list of failures names before it counts the rest
_TREE_DEPTH = ("reached_max_treedepth", "maxdepth_reached")  # PyMC's name and nutpie's

Problems = list[tuple[str, str]]
"""The kind of each problem, and a sentence about it."""


def judge_parameters(draws: xr.DataArray) -> tuple[pd.DataFrame, Problems]:
    """Return the numbers of every parameter, dim `parameter`, and what is wrong with them."""
    names = np.asarray(draws["parameter"])
    values = np.asarray(draws)
    finite = np.isfinite(values).all(axis=(0, 1))
    constant = finite & (values == values[:1, :1]).all(axis=(0, 1))
    usable = names[finite & ~constant]
    numbers = _diagnostics(draws.sel(parameter=usable)) if usable.size else {}
    table = pd.DataFrame(numbers, index=usable, columns=["r_hat", "ess_bulk", "ess_tail", "mcse_mean"], dtype=float)
    problems = _listed("missing", [f"{name} has draws that are not finite numbers" for name in names[~finite]])
    problems += _listed("missing", [f"{name} has the same value in every draw" for name in names[constant]])
    problems += _judge_numbers(table.rename_axis("parameter").reset_index())
    return table.reindex(names).rename_axis("parameter").reset_index(), problems


def _diagnostics(draws: xr.DataArray) -> dict[str, Floats]:
    import arviz as az

    data = draws.to_dataset(name="draws")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        # What cannot be computed is missing, and fails.
        warnings.simplefilter("ignore")
        found: dict[str, Any] = {
            "r_hat": az.rhat(data),
            "ess_bulk": az.ess(data, method="bulk"),
            "ess_tail": az.ess(data, method="tail"),
            "mcse_mean": az.mcse(data, method="mean"),
        }
    return {name: np.asarray(values["draws"].values, dtype=float) for name, values in found.items()}


def _judge_numbers(table: pd.DataFrame) -> Problems:
    problems: Problems = []
    rules = (
        ("r_hat", "R-hat", "above", MAX_R_HAT, ".3f", -1),
        ("ess_bulk", "a bulk effective sample size", "below", MIN_ESS, ".0f", 1),
        ("ess_tail", "a tail effective sample size", "below", MIN_ESS, ".0f", 1),
    )
    for column, words, side, threshold, form, sign in rules:
        bad = table[~(sign * table[column] >= sign * threshold)]
        bad = bad.assign(order=(sign * bad[column]).fillna(-math.inf)).sort_values("order", kind="stable")
        sentences = [
            f"{row.parameter} has {words} of {getattr(row, column):{form}}, {side} {threshold:g}"
            if math.isfinite(getattr(row, column))
            else f"{row.parameter} has {words} that cannot be computed (threshold {threshold:g})"
            for row in bad.itertuples()
        ]
        problems += _listed("mixing", sentences)
    return problems


def _listed(kind: str, sentences: list[str]) -> Problems:
    """Return the first sentences as problems, and how many more there are."""
    problems = [(kind, f"{sentence}.") for sentence in sentences[:_NAMED]]
    rest = len(sentences) - _NAMED
    if rest > 0:
        problems[-1] = (kind, f"{sentences[_NAMED - 1]}; {rest} more parameters fail likewise.")
    return problems


def divergence_problems(stats: xr.Dataset) -> tuple[int | None, Problems]:
    """Count the divergent transitions."""
    if "diverging" not in stats:
        return None, [("unknown", "Divergences (threshold 0) were not recorded.")]
    count, total = int(stats["diverging"].sum()), stats["diverging"].size
    if count == 0:
        return 0, []
    return count, [("divergences", f"{count} of {total} transitions diverged (threshold 0).")]


def energy_problems(stats: xr.Dataset) -> tuple[float, Problems]:
    """Return the least E-BFMI of the chains."""
    if "energy" not in stats:
        return math.nan, [("unknown", f"The energy was not recorded (E-BFMI threshold {MIN_E_BFMI:g}).")]
    import arviz as az

    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        per_chain = np.asarray(az.bfmi(stats[["energy"]].astype(float))["energy"].values, dtype=float)
    bad = np.flatnonzero(~(per_chain >= MIN_E_BFMI))
    found = [f"{v:.2f}, below {MIN_E_BFMI:g}" if np.isfinite(v) else _UNKNOWN_ENERGY for v in per_chain[bad]]
    problems = [("energy", f"The E-BFMI of chain {chain} is {value}.") for chain, value in zip(bad, found, strict=True)]
    return float(per_chain.min()), problems


def depth_problems(stats: xr.Dataset) -> tuple[float, Problems]:
    """Return the share of transitions that the maximal tree depth stopped."""
    name = next((name for name in _TREE_DEPTH if name in stats), None)
    if name is None:
        return math.nan, [("unknown", f"The tree depth was not recorded (threshold {MAX_SATURATION:.0%}).")]
    share = float(stats[name].mean())
    if share <= MAX_SATURATION:
        return share, []
    return share, [("depth", f"{share:.1%} of transitions stop at the maximal tree depth, above {MAX_SATURATION:.0%}.")]
