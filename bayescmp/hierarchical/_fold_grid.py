"""The posterior of rho1, rho2 and phi of one experiment on a grid: deterministic, in milliseconds."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike
from scipy import special, stats

from bayescmp._typing import Floats
from bayescmp._validation import check_integer
from bayescmp.hierarchical._fold_data import Contrasts, contrasts, fold_data
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
_ROUNDS = 12
_MOST = 500  # cells per parameter, a gigabyte in all
_BOX = ((-2.5, 2.5), (-8.0, 16.0), (-14.0, 8.0))
"""atanh(rho1), logit of rho2's share of its region, log of phi - 1."""


@dataclass(frozen=True, kw_only=True, eq=False)
class FoldGrid:
    """Posterior weights of one experiment.

    Attributes
    ----------
    weights : DataArray, dims (rho1_cell, rho2_cell, phi_cell)
        They sum to 1. The coordinates `rho1`, `rho2` (which depends on both correlations' cells) and `phi`, or
        `sigma2` where v is not known, say where they lie.
    """

    weights: xr.DataArray

    def mean(self, name: str) -> float:
        """Posterior mean of "rho1", "rho2", "phi" or "sigma2"."""
        return float((self.weights * self.weights[name]).sum())

    def sd(self, name: str) -> float:
        """Posterior standard deviation of "rho1", "rho2", "phi" or "sigma2"."""
        deviation = self.weights[name] - self.mean(name)
        return float(np.sqrt((self.weights * deviation**2).sum()))


def fold_correlation_grid(
    data: xr.Dataset | xr.DataArray,
    *,
    statistic: str = "disagreement",
    n_validation: ArrayLike | None = None,
    first: str | None = None,
    second: str | None = None,
    size: int = 48,
) -> FoldGrid:
    """Compute the posterior of `fold_correlation` for one experiment without sampling.

    Parameters
    ----------
    data, statistic, n_validation, first, second
        As in `fold_correlation`, with one experiment.
    size : int, default 48
        Cells per parameter.

    Returns
    -------
    FoldGrid

    Raises
    ------
    TypeError, ValueError
        As in `fold_correlation`, or if there are several experiments.

    Notes
    -----
    The population is integrated out of the prior by quadrature. The box of the grid shrinks in rounds to where the
    posterior is.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.hierarchical import fold_correlation_grid
    >>> tables = bc.paired_table(both_wrong=[[9, 8], [7, 9]], only_first_wrong=[[5, 7], [6, 6]],
    ...                          only_second_wrong=[[4, 2], [4, 3]], both_right=[[32, 33], [33, 32]],
    ...                          dims=("repeat", "fold"))
    >>> grid = fold_correlation_grid(tables)
    >>> round(grid.mean("rho1"), 2), round(grid.mean("rho2"), 2)
    (0.16, 0.28)
    """
    check_integer("size", size, least=8, most=_MOST)
    folds = fold_data(data, statistic=statistic, n_validation=n_validation, first=first, second=second)
    return grid_of(contrasts(folds), statistic, size)


def grid_of(observed: Contrasts, statistic: str, size: int = 48) -> FoldGrid:
    """Compute the posterior from the contrasts of one experiment."""
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
    return FoldGrid(weights=_labelled(weights / weights.sum(), axes, observed))


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
        else stats.norm.logpdf(axes[2], 0, UNIT_SCALE_SD)
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
    return np.log(stats.norm.pdf(values[:, None], location[0], spread) @ weights)


def _excess_prior(log_values: Floats, scale: float) -> Floats:
    """Log density of the logarithm of phi - 1, up to a constant."""
    factors, weights = _population_scales()
    scaled = np.exp(log_values)[:, None] / (scale * factors)
    return np.log(stats.t.pdf(scaled, TAIL) * scaled @ weights)


def _labelled(weights: Floats, axes: list[Floats], observed: Contrasts) -> xr.DataArray:
    rho1, rho2, third = _parameters(axes, observed)
    coords: dict[str, Any] = {
        "rho1": ("rho1_cell", rho1[:, 0, 0]),
        "rho2": (("rho1_cell", "rho2_cell"), rho2[:, :, 0]),
        "phi" if observed.has_phi else "sigma2": ("phi_cell", third),
    }
    return xr.DataArray(weights, dims=("rho1_cell", "rho2_cell", "phi_cell"), coords=coords, name="weight")
