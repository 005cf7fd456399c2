"""The posterior of a weighted mean of independent quantities that are known by points."""

import numpy as np
import xarray as xr

from bayescmp._results import Posterior
from bayescmp._typing import Floats
from bayescmp.posteriors._cells import CellsPosterior
from bayescmp.posteriors._student import StudentPosterior

_CELLS, _REACH = 512, 10.0  # over so many standard deviations on either side
_SMOOTH = 0.25  # standard deviation of what a point is smeared over, in those of its quantity
_LEAST = 1e-12  # of the size of the points: what is less is rounding


def weighted_mean_posterior(points: Floats, weights: Floats, name: str) -> Posterior:
    """Return the posterior of a weighted mean of quantities.

    Parameters
    ----------
    points : array of shape (n, n_points)
        Of each quantity, of equal weights.
    weights : array of shape (n,)
        Their weights in the mean, which sum to 1.
    name : str
        The quantity.

    Returns
    -------
    Posterior
        By the product of characteristic functions; a point where nothing varies.
    """
    means, sds = points.mean(axis=1), points.std(axis=1)
    mean, sd = float(weights @ means), float(np.sqrt(weights**2 @ sds**2))
    if sd <= _LEAST * float(np.abs(points).max()):
        return StudentPosterior(location=xr.DataArray(mean), scale=xr.DataArray(0.0), df=np.inf, name=name)
    width = 2 * _REACH * sd
    frequency = 2 * np.pi * np.arange(1, _CELLS // 2) / width
    spectrum = np.ones(frequency.size, dtype=complex)
    for own, weight, middle, spread in zip(points, weights, means, sds, strict=True):
        around = weight * np.sqrt(1 - _SMOOTH**2) * (own - middle)
        smear = np.exp(-0.5 * (weight * _SMOOTH * spread * frequency) ** 2)
        spectrum *= smear * np.exp(1j * np.multiply.outer(frequency, around)).mean(axis=1)
    edges = mean + width * (np.arange(_CELLS + 1) / _CELLS - 0.5)
    apart = (edges[1:] + edges[:-1]) / 2 - mean
    density = np.maximum(1 + 2 * (np.exp(-1j * np.multiply.outer(apart, frequency)) @ spectrum).real, 0.0)
    return CellsPosterior(probs=xr.DataArray(density / density.sum(), dims="cell"), edges=edges, name=name)
