"""Losses of several classifiers pooled towards each other: what is left of the differences if all may be equal."""

from dataclasses import dataclass

import numpy as np
from scipy import special

from bayescmp._typing import Array, Floats
from bayescmp.metrics import Metric
from bayescmp.posteriors import Moments

SCALE = 0.05
"""Of the half-Cauchy prior of sigma, the spread of the losses, where these have bounds; else relative to their mean."""
_SIGMAS = np.tan(np.pi / 2 * (np.arange(200) + 0.5) / 200)  # each with the same prior probability at scale 1

_ROUNDING = 1e-9  # of a loss: less is no difference, and no deviation


@dataclass(frozen=True, kw_only=True, eq=False)
class Pooled:
    """Posterior under a prior by which classifiers are alike.

    Attributes
    ----------
    estimate : array of shape (k,)
        Expected losses.
    probabilities : array of shape (n_pairs, 3)
        Of first better, equivalent and second better for all pairs in order.
    """

    estimate: Floats
    probabilities: Floats


def scale_of(metric: Metric, moments: Moments) -> float:
    """Return the scale of the prior of the spread: for losses without bounds, relative to their mean."""
    if metric.widest is not None:
        return SCALE
    return max(SCALE * float(np.abs(moments.weights.to_numpy() @ moments.mean.to_numpy()).mean()), _ROUNDING)


def pooled(moments: Moments, rope: tuple[float, float], scale: float = SCALE) -> Pooled:
    r"""Pool the losses of several classifiers.

    Parameters
    ----------
    moments : Moments
        Of their joint posterior.
    rope : (float, float)
        Region of practical equivalence.
    scale : float
        Of the prior of the spread.

    Returns
    -------
    Pooled

    Notes
    -----
    Losses are :math:`\mu + \sigma z_c`, z standard normal, with a flat prior of mu and a half-Cauchy prior of sigma
    with a scale, .05 for losses with bounds, seen with the covariance of the joint posterior [1]_. On the contrasts,
    which do not depend on mu, the posterior given sigma is normal; sigma is summed over within each part of the joint
    posterior. Derived; it protects where all classifiers are equal, and not within groups of equal ones that differ
    from each other.

    References
    ----------
    .. [1] A. Gelman, J. Hill and M. Yajima, "Why We (Usually) Don't Have to Worry About Multiple Comparisons", Journal
       of Research on Educational Effectiveness 5, 2012. :doi:`10.1080/19345747.2011.618213`
    """
    mean, covariance = moments.mean.to_numpy(), moments.covariance.to_numpy()
    parts = [_of_part(m, v, rope, scale * _SIGMAS) for m, v in zip(mean, covariance, strict=True)]
    log_weights = np.array([part[0] for part in parts])
    weights = np.exp(log_weights - log_weights.max(1, keepdims=True))
    weights *= (moments.weights.to_numpy() / weights.sum(1))[:, None]  # pooling learns sigma, not the parts
    estimate = sum(part[1] @ own for part, own in zip(parts, weights, strict=True))
    below, above = (sum(part[place] @ own for part, own in zip(parts, weights, strict=True)) for place in (2, 3))
    inside = np.clip(1 - below - above, 0, None)
    return Pooled(estimate=np.asarray(estimate), probabilities=np.stack([below, inside, above], axis=1))


def _of_part(
    mean: Floats, covariance: Array, rope: tuple[float, float], sigmas: Floats
) -> tuple[Array, Array, Array, Array]:
    """Return for each sigma the log likelihood, the estimates (k, sigma), and P(below), P(above) (pairs, sigma)."""
    k = mean.size
    contrasts = np.linalg.qr(np.eye(k) - 1 / k)[0][:, : k - 1]
    values, vectors = np.linalg.eigh(contrasts.T @ covariance @ contrasts)
    basis = contrasts @ vectors  # (k, k - 1)
    seen, spread = basis.T @ mean, np.clip(values, 0, None)[:, None] + sigmas**2  # (k - 1, sigma)
    likelihood = -0.5 * (np.log(spread) + seen[:, None] ** 2 / spread).sum(0)
    shrunk = seen[:, None] * sigmas**2 / spread
    level = mean.mean() - (covariance.mean(0) @ basis) @ (seen[:, None] / spread)
    variance = sigmas**2 * np.clip(values, 0, None)[:, None] / spread
    first, second = np.triu_indices(k, 1)
    apart = basis[first] - basis[second]
    middle, sd = (
        np.where(np.abs(x) < _ROUNDING * max(1.0, float(np.abs(mean).max())), 0, x)
        for x in (apart @ shrunk, np.sqrt(apart**2 @ variance))
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        below, above = special.ndtr((rope[0] - middle) / sd), special.ndtr((middle - rope[1]) / sd)
    return likelihood, level + basis @ shrunk, np.nan_to_num(below, nan=0.5), np.nan_to_num(above, nan=0.5)
