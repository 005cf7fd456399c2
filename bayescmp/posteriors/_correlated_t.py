"""The posterior of the Bayesian correlated t test, from scores of the validation sets of a cross-validation."""

import numpy as np
import xarray as xr

from bayescmp._rounding import ROUNDING
from bayescmp._typing import Floats
from bayescmp.posteriors._least_spread import variance_without_spread
from bayescmp.posteriors._mean_difference import MeanDifference

_SETS = ("repeat", "fold")


def correlated_t_posterior(
    differences: xr.DataArray, test_to_train: float, n_test: float, widest: float | None
) -> MeanDifference:
    r"""Posterior of the mean difference of scores by the Bayesian correlated t test.

    Parameters
    ----------
    differences : DataArray, dims (..., repeat, fold)
        loss(first) - loss(second) on every validation set; NaN where a repeat has fewer folds.
    test_to_train : float
        Size of a validation set over that of a training set.
    n_test : float
        Number of records of a validation set, in the mean.
    widest : float or None
        Largest difference of two losses; None where losses have no bounds.

    Returns
    -------
    MeanDifference

    Notes
    -----
    A t distribution with n - 1 degrees of freedom about the mean of n differences, of scale
    :math:`s \sqrt{1/n + \rho/(1 - \rho)}`, with :math:`\rho` the share of a validation set in all records, so that
    :math:`\rho/(1 - \rho)` is `test_to_train` [1]_. Where all differences are the same, and only there,
    `variance_without_spread` of all records, over `n_test`, takes the place of :math:`s^2`.

    References
    ----------
    .. [1] G. Corani and A. Benavoli, "A Bayesian Approach for Comparing Cross-Validated Algorithms on Multiple Data
       Sets", Machine Learning 100, 2015. :doi:`10.1007/s10994-015-5486-z`
    """

    def moments(values: Floats) -> tuple[Floats, Floats, Floats]:
        n = (~np.isnan(values)).sum((-2, -1))
        mean = np.nansum(values, (-2, -1)) / n
        variance = np.nansum((values - mean[..., None, None]) ** 2, (-2, -1)) / (n - 1)
        spread = np.nanmax(values, (-2, -1)) - np.nanmin(values, (-2, -1))
        is_seen = spread > ROUNDING * np.nanmax(np.abs(values), (-2, -1))
        least = variance_without_spread(mean, n * n_test, widest) / n_test
        return n, mean, np.sqrt((1 / n + test_to_train) * np.where(is_seen, variance, least))[..., None]

    n, mean, scale = xr.apply_ufunc(moments, differences, input_core_dims=[_SETS], output_core_dims=[(), (), ("part",)])
    return MeanDifference(mean=mean, scales=scale, weights=xr.ones_like(scale), df=float(n.max()) - 1)
