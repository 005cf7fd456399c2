"""Posteriors as points of equal weights, without draws: mirrored where the posterior is."""

import numpy as np
import xarray as xr

from bayescmp._results import POINT, Posterior
from bayescmp._typing import Floats


def points_of(posterior: Posterior, count: int) -> Floats:
    """Return points that stand for posteriors, with their means.

    Parameters
    ----------
    posterior : Posterior
        A batch along one dim, or of one experiment.
    count : int
        How many points.

    Returns
    -------
    array of shape (n_experiments, count)
        In ascending order: each is the mean over its share of the probability. Infinite where nothing is known.
    """
    values, weights = (one.transpose(..., POINT).to_numpy() for one in xr.broadcast(*posterior.quadrature()))
    values, weights = (one.reshape(-1, one.shape[-1]) for one in (values, weights))
    mean = np.ravel(np.asarray(posterior.mean, dtype=float))
    found = np.stack([_shared_out(*one, count) for one in zip(values, weights, strict=True)])
    known = np.isfinite(mean) & np.isfinite(found).all(axis=1)
    with np.errstate(invalid="ignore"):
        shift = np.where(known, mean - found.mean(axis=1), 0.0)
    return np.asarray(found + shift[:, None])


def fewer_points(points: Floats, count: int) -> Floats:
    """Return fewer points of equal weights, with the same means and standard deviations."""
    ends = np.linspace(0, points.shape[1], count + 1)
    sums = np.concatenate([np.zeros((len(points), 1)), np.cumsum(points, axis=1)], axis=1)
    at = np.arange(points.shape[1] + 1)
    found = np.array([np.diff(np.interp(ends, at, one)) for one in sums]) * count / points.shape[1]
    return _moved(found.reshape(len(points), count), points.mean(axis=1), points.std(axis=1))


def _moved(points: Floats, mean: Floats, sd: Floats) -> Floats:
    """Give points a mean and a standard deviation."""
    centre, spread = points.mean(axis=1), points.std(axis=1)
    factor = np.divide(sd, spread, out=np.zeros_like(sd), where=spread > 0)
    return np.asarray(mean[:, None] + factor[:, None] * (points - centre[:, None]))


def _shared_out(values: Floats, weights: Floats, count: int) -> Floats:
    """Return the means over equal shares of the probability; a point on a border belongs to both sides of it."""
    order = np.argsort(values, kind="stable")
    values, weights = values[order], weights[order] / weights.sum()
    if np.isinf(values).any():
        return np.interp((np.arange(count) + 0.5) / count, np.cumsum(weights) - weights / 2, values)
    below = np.concatenate([[0.0], np.cumsum(weights)])
    sums = np.concatenate([[0.0], np.cumsum(weights * values)])
    return np.asarray(np.diff(np.interp(np.linspace(0, below[-1], count + 1), below, sums)) * count)
