"""The posterior of a weighted mean of independent differences, from the likelihood of each on a grid."""

import numpy as np
import xarray as xr

from bayescmp._results import Posterior
from bayescmp._typing import Floats
from bayescmp.posteriors._cells import CellsPosterior
from bayescmp.posteriors._student import StudentPosterior

_CELLS, _REACH = 256, 10.0  # over so many standard deviations on either side
_LEAST = 1e-12  # share of a cell that counts


def weighted_mean_posterior(likelihood: xr.DataArray, weights: Floats, name: str) -> Posterior:
    """Return the posterior of a weighted mean of differences, each with a flat prior.

    Parameters
    ----------
    likelihood : DataArray, dims (dataset, difference)
        Shares of cells of a regular grid, which sum to 1.
    weights : array of shape (n_datasets,)
        Their weights, which sum to 1.
    name : str
        The quantity.

    Returns
    -------
    Posterior
        By the product of characteristic functions; a point where nothing varies.
    """
    middles = np.asarray(likelihood["difference"].to_numpy())
    shares = likelihood.transpose("dataset", "difference").to_numpy()
    means = shares @ middles
    variances = np.maximum(shares @ middles**2 - means**2, 0.0)
    mean, sd = float(weights @ means), float(np.sqrt(weights**2 @ variances))
    if sd <= _LEAST * abs(float(middles[-1])):
        return StudentPosterior(location=xr.DataArray(mean), scale=xr.DataArray(0.0), df=np.inf, name=name)
    width = 2 * _REACH * sd
    frequency = 2 * np.pi * np.arange(_CELLS // 2) / width
    spectrum = np.ones(frequency.size, dtype=complex)
    for own, weight, middle in zip(shares, weights, means, strict=True):
        kept = own > _LEAST
        spectrum *= np.exp(1j * np.multiply.outer(frequency, weight * (middles[kept] - middle))) @ own[kept]
    edges = mean + width * (np.arange(_CELLS + 1) / _CELLS - 0.5)
    apart = (edges[1:] + edges[:-1]) / 2 - mean
    waves = np.exp(-1j * np.multiply.outer(apart, frequency[1:]))
    density = np.maximum(1 + 2 * (waves @ spectrum[1:]).real, 0.0)
    density[(edges[1:] < middles[0]) | (edges[:-1] > middles[-1])] = 0.0
    return CellsPosterior(probs=xr.DataArray(density / density.sum(), dims="cell"), edges=edges, name=name)
