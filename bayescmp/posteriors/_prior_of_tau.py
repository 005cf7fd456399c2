"""Priors of tau, the variance that training sets add, in units of the sampling variance."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import MOST_RECORDS, check_not_negative
from bayescmp.posteriors._mixture import gauss_rule

TAU_PRIORS: dict[str, tuple[Callable[[Floats], Floats], str]] = {
    "default": (
        lambda tau: 2 * special.stdtr(2, tau / 0.3) - 1, "half-t with 2 degrees of freedom and scale 0.3",
    ),
    "cautious": (lambda tau: 2 * np.arctan(tau / 0.6) / np.pi, "half-Cauchy with scale 0.6"),
}  # fmt: skip
"""Priors of tau by name: the cdf, of the halves above 0 of a t and of a Cauchy distribution, and its words."""
_LOWEST, _HIGHEST = 3e-3, 60.0
_PANELS, _CELLS, _POINTS = 24, 64, 4  # of log(tau), of a panel, and of a panel's Gauss rule


def tau_words(tau: Any) -> str:
    """Return in words what `tau_grid` takes."""
    return str(tau_grid(tau).attrs["words"])


def tau_grid(tau: Any) -> xr.DataArray:
    """Return the prior of tau as probabilities of the values along the dim `tau`, with the attribute `words`.

    Four points of Gauss quadrature on each of 24 equal steps of log(tau) from 0.003 to 60; what lies below has the
    probability of its own mean, and what lies above that of 60.
    """
    if isinstance(tau, str):
        if tau not in TAU_PRIORS:
            listed = ", ".join(map(repr, TAU_PRIORS))
            raise ValueError(f"`tau` must be one of {listed}, a number or a distribution, but got {shown(tau)}.")
        return _points_of(tau).copy()
    if isinstance(tau, xr.DataArray):
        return _checked_grid(tau)
    if hasattr(tau, "cdf"):
        if tau.cdf(0) > 0:
            raise ValueError(f"`tau` must have a prior on the numbers above 0, but P(tau <= 0) is {tau.cdf(0):.3g}.")
        arguments = [f"{value:g}" for value in getattr(tau, "args", ())]
        arguments += [f"{name}={value:g}" for name, value in getattr(tau, "kwds", {}).items()]
        name = getattr(getattr(tau, "dist", tau), "name", type(tau).__name__)
        return _points(tau.cdf, f"{name}({', '.join(arguments)})")
    value = check_not_negative("tau", tau, most=MOST_RECORDS)
    return xr.DataArray([1.0], dims="tau", coords={"tau": [value]}, attrs={"words": f"taken as known, {value:g}"})


def _checked_grid(grid: xr.DataArray) -> xr.DataArray:
    weights, values = grid.to_numpy(), grid["tau"].to_numpy() if "tau" in grid.coords else np.array([])
    are_numbers = weights.dtype.kind == "f" and values.dtype.kind in "iuf" and isinstance(grid.attrs.get("words"), str)
    is_one = are_numbers and grid.dims == ("tau",) and values.size and (weights >= 0).all()
    if not is_one or abs(weights.sum() - 1) >= 1e-9 or not ((values >= 0) & (values <= MOST_RECORDS)).all():
        raise ValueError(
            "`tau` must be probabilities of values of 0 or more along the dim `tau`, with the attribute `words`."
        )
    return grid


@cache
def _points_of(name: str) -> xr.DataArray:
    return _points(*TAU_PRIORS[name])


def _points(cdf: Any, words: str) -> xr.DataArray:
    edges = np.geomspace(_LOWEST, _HIGHEST, _PANELS * _CELLS + 1)
    below = cdf(edges)
    middles = np.log(edges[1:] * edges[:-1]) / 2
    probability, points = gauss_rule(np.diff(below).reshape(_PANELS, _CELLS), middles.reshape(_PANELS, _CELLS), _POINTS)
    near_0 = np.linspace(0, _LOWEST, _CELLS + 1)
    lowest, mean = gauss_rule(np.diff(cdf(near_0)), (near_0[1:] + near_0[:-1]) / 2, 1)
    values: Array = np.concatenate([mean, np.exp(points.ravel()), [_HIGHEST]])
    weights = np.concatenate([lowest, probability.ravel(), 1 - below[-1:]])
    return xr.DataArray(weights, dims="tau", coords={"tau": values}, attrs={"words": words})
