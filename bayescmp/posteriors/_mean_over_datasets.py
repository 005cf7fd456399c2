"""Posterior of the average of a difference over the population that data sets come from."""

import numpy as np
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp.posteriors._student_posterior import StudentPosterior

WIDER = 2.0
"""The variance of a mean over q data sets is larger by the factor 1 + WIDER / q: the least whole number by which equal
classifiers are decided in at most .06 of samples, on the mean of all pairs of real ones, for any q (measured)."""


def mean_posterior(differences: Floats, sds: Floats) -> StudentPosterior:
    r"""Return the posterior of the average of a difference over data sets.

    Parameters
    ----------
    differences : array of shape (..., n_datasets)
        As observed on each data set.
    sds : array of shape (..., n_datasets)
        Standard deviations of what each data set says by itself, 0 or infinite where it does not tell.

    Returns
    -------
    StudentPosterior

    Notes
    -----
    The t distribution with q - 1 degrees of freedom about the mean of q differences, of variance

    .. math:: \frac{s^2}{q} \left(1 + \frac{2}{q}\right),

    :math:`s^2` that of the differences: the posterior of the mean of normal differences [1]_, wider for what real ones
    have in place of a normal distribution (measured, see the page on several data sets). The noise within data sets is
    part of :math:`s^2`, which is at least the mean variance that they have by themselves: no average over a population
    is known better than the mean over these data sets. Where both are 0, or there is one data set, nothing is known.

    References
    ----------
    .. [1] J. Hartung and G. Knapp, "On Tests of the Overall Treatment Effect in Meta-Analysis with Normally Distributed
       Responses", Statistics in Medicine 20(12), 2001. :doi:`10.1002/sim.791`
    """
    count = differences.shape[-1]
    mean = differences.mean(axis=-1) if count else np.zeros(differences.shape[:-1])
    scale = np.full(mean.shape, np.inf)
    if count > 1:
        size = np.abs(differences).max(axis=-1, keepdims=True)
        size = np.where(size > 0, size, 1.0)  # so that no square is too small to be told from 0
        spread = (differences / size).std(axis=-1, ddof=1) * size[..., 0]
        sd = np.maximum(np.where(np.ptp(differences, axis=-1) > 0, spread, 0.0), np.sqrt(mean_variance(sds)))
        scale = np.where(sd > 0, sd * np.sqrt((1 + WIDER / count) / count), np.inf)
    dims = ["dataset"] * mean.ndim
    location, width = (xr.DataArray(one, dims=dims) for one in (mean, scale))
    return StudentPosterior(location=location, scale=width, df=float(max(count - 1, 1)), name="average")


def mean_variance(sds: Floats) -> Floats:
    """Return the mean variance of the data sets that tell how well they are known, 0 where none does."""
    told = np.isfinite(sds)
    return np.asarray(np.where(told, sds, 0.0) ** 2).sum(axis=-1) / np.maximum(told.sum(axis=-1), 1)
