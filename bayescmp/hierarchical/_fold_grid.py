"""The posterior of rho1, rho2 and phi of one experiment on a grid: deterministic, in milliseconds."""

from functools import cache

import numpy as np
import scipy
import xarray as xr
from scipy import special

from bayescmp._support._typing import Floats
from bayescmp.hierarchical._fold_data import Contrasts
from bayescmp.hierarchical._fold_model import (
    PHI_SCALE,
    RHO1_LOCATION,
    RHO1_SCALE,
    RHO2_LOCATION,
    RHO2_SCALE,
    SCALE_SD,
    TAIL,
    UNIT_SCALE_SD,
    contrast_variances,
    model_data,
    shape_of,
    sum_log_density,
)

_NEGLIGIBLE = 20.0
"""Cells this far below the highest, in log probability, hold nothing that shows in a mean."""
_LEFT_OUT = 1e-6  # of the highest; together some 1e-5 of the probability
_ROUNDS = 12
_BOX = ((-2.5, 2.5), (-8.0, 16.0), (-14.0, 8.0))
"""atanh(rho1), logit of rho2's share of its region, log of phi - 1."""


def points_of_grid(observed: Contrasts, statistic: str, size: int = 48) -> xr.Dataset:
    """Compute the posterior of one experiment, with so many cells per parameter: its points, and their `weight`.

    The population is integrated out of the prior by quadrature. The box of the grid shrinks in rounds to where the
    posterior is.
    """
    if len(observed.unit) != 1:
        raise ValueError(
            f"`data` must be one experiment, but got {len(observed.unit)}. Use `fold_correlation` for several."
        )
    box = np.array(_BOX)
    for _ in range(_ROUNDS):
        axes = [np.linspace(low, high, size // 2) for low, high in box]
        smaller = _shrunk(_log_posterior(axes, observed, statistic), axes)
        settled = np.diff(smaller) > 0.8 * np.diff(box)
        box = smaller
        if settled.all():
            break
    axes = [np.linspace(low, high, size) for low, high in box]
    log_weights = _log_posterior(axes, observed, statistic)
    weights = np.exp(log_weights - log_weights.max())
    kept = weights > _LEFT_OUT
    names = shape_of(observed, {}).parameters
    values = zip(names, np.broadcast_arrays(*_parameters(axes, observed)), strict=True)
    found = {name: value[kept] for name, value in values} | {"weight": weights[kept] / weights[kept].sum()}
    return xr.Dataset({name: ("point", value) for name, value in found.items()})


def _shrunk(log_posterior: Floats, axes: list[Floats]) -> Floats:
    """Return the box of the cells that may matter, one cell wider on every side.

    Between two cells the posterior may rise by as much as it does beside the highest cell, so that much is allowed.
    """
    top = np.unravel_index(log_posterior.argmax(), log_posterior.shape)
    box = []
    for axis, values in enumerate(axes):
        others = tuple(other for other in range(3) if other != axis)
        profile = log_posterior.max(axis=others)
        beside = profile[max(top[axis] - 1, 0) : top[axis] + 2]
        kept = np.flatnonzero(profile > profile.max() - _NEGLIGIBLE - np.ptp(beside))
        box.append((values[max(kept[0] - 1, 0)], values[min(kept[-1] + 1, len(values) - 1)]))
    return np.array(box)


def _parameters(axes: list[Floats], observed: Contrasts) -> tuple[Floats, Floats, Floats]:
    rho1 = np.tanh(axes[0])[:, None, None]
    rho2 = (1 + rho1) / 2 * special.expit(axes[1])[:, None]
    factor = np.exp(axes[2])
    return rho1, rho2, 1 + factor if observed.has_phi else factor * observed.unit


def _log_posterior(axes: list[Floats], observed: Contrasts, statistic: str) -> Floats:
    variances = contrast_variances(
        model_data(observed, {}, statistic), shape_of(observed, {}), *_parameters(axes, observed)
    )
    likelihood = sum(
        sum_log_density(total, variance, degrees, np.log)
        for total, variance, degrees in zip(observed.sums[0], variances, observed.degrees, strict=True)
    )
    third = (
        _excess_prior(axes[2], PHI_SCALE[statistic])
        if observed.has_phi
        else scipy.stats.norm.logpdf(axes[2], 0, UNIT_SCALE_SD)
    )
    prior1 = _link_prior(axes[0], RHO1_LOCATION, RHO1_SCALE)[:, None, None]
    return likelihood + prior1 + _link_prior(axes[1], RHO2_LOCATION, RHO2_SCALE)[:, None] + third


@cache
def _population_scales() -> tuple[Floats, Floats]:
    """Nodes and weights of the log-normal of a population's scale, relative to its median."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(24)
    return np.exp(SCALE_SD * nodes), weights / weights.sum()


def _link_prior(values: Floats, location: tuple[float, float], scale: float) -> Floats:
    factors, weights = _population_scales()
    spread = np.hypot(location[1], scale * factors)
    return np.log(scipy.stats.norm.pdf(values[:, None], location[0], spread) @ weights)


def _excess_prior(log_values: Floats, scale: float) -> Floats:
    """Log density of the logarithm of phi - 1, up to a constant."""
    factors, weights = _population_scales()
    scaled = np.exp(log_values)[:, None] / (scale * factors)
    return np.log(scipy.stats.t.pdf(scaled, TAIL) * scaled @ weights)
