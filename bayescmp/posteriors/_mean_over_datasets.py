"""Posterior of the average of a difference over the population that data sets come from."""

import numpy as np
import xarray as xr

from bayescmp._typing import Floats
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
    part of :math:`s^2`. Where all differences are the same, the mean variance that the data sets have by themselves
    takes its place, and where they have none, or there is one data set, nothing is known of others.

    References
    ----------
    .. [1] J. Hartung and G. Knapp, "On Tests of the Overall Treatment Effect in Meta-Analysis with Normally Distributed
       Responses", Statistics in Medicine 20(12), 2001. :doi:`10.1002/sim.791`
    """
    count = differences.shape[-1]
    mean = differences.mean(axis=-1) if count else np.zeros(differences.shape[:-1])
    scale = np.full(mean.shape, np.inf)
    if count > 1:
        own = (sds**2).mean(axis=-1)
        own = np.where((own > 0) & np.isfinite(own), own, np.inf)
        variance = np.where(np.ptp(differences, axis=-1) > 0, differences.var(axis=-1, ddof=1), own)
        scale = np.sqrt(variance / count * (1 + WIDER / count))
    dims = ["dataset"] * mean.ndim
    location, width = (xr.DataArray(one, dims=dims) for one in (mean, scale))
    return StudentPosterior(location=location, scale=width, df=float(max(count - 1, 1)), name="average")
