"""The level "fold-correlation" on the study `frontier`, from what it measured of the folds."""

import numpy as np
import xarray as xr

from bayescmp._typing import Array
from bayescmp.hierarchical._contrasts import Contrasts
from bayescmp.hierarchical._run_correlations import weights_given
from bayescmp.posteriors import effective_posterior
from bayescmp.tables import CELLS

_N_REPEATS = 5


def fold_correlation_interval(
    known: xr.DataTree, *, mean: Array, disagreement: Array, square: Array, within: Array, n_records: int, alpha: float
) -> tuple[Array, Array]:
    """Return the credible interval of the difference in every trial.

    Parameters
    ----------
    known : DataTree
        From `new_experiment`.
    mean, disagreement : array of shape (n_trials,)
        Means over the ten folds of the difference and of the disagreement.
    square, within : array of shape (n_trials,)
        Mean of the squared differences, and of the product of the two folds of a repeat.
    n_records : int
        Records of a data set.
    alpha : float
        The interval has probability 1 - alpha.

    Returns
    -------
    low, high : array of shape (n_trials,)
    """
    n_validation = n_records / 2
    between = _N_REPEATS * (square + within) - 2 * _N_REPEATS * mean**2
    folds = Contrasts(
        sums=np.stack([np.zeros_like(mean), between, _N_REPEATS * (square - within)], axis=-1),
        degrees=np.array([0, _N_REPEATS - 1, _N_REPEATS]),
        unit=np.maximum(disagreement - mean**2, 0) / n_validation,
        resolution=np.full(mean.size, 1 / (12 * n_validation**2)),
        has_phi=True,
        n_repeats=_N_REPEATS,
        n_replicates=1,
    )
    only = np.maximum(disagreement + mean, 0) / 2, np.maximum(disagreement - mean, 0) / 2  # not -1e-17
    # How the rest is right or wrong together does not matter for the difference.
    cells = np.stack([np.zeros_like(mean), *only, 1 - disagreement], axis=-1).reshape(-1, 2, 2) * n_validation
    table = xr.DataArray(cells, dims=("experiment", *CELLS), coords={cell: ["wrong", "right"] for cell in CELLS})
    tables = table.assign_attrs(effective=1).expand_dims({"repeat": _N_REPEATS, "fold": 2})
    interval = effective_posterior(tables, weights_given(folds, known)).difference.interval(1 - alpha)
    return interval.low.to_numpy(), interval.high.to_numpy()
