"""Losses of several classifiers pooled towards each other: what is left of the differences if all may be equal."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from bayescmp._support._typing import Array, Floats, Integers
from bayescmp._support._validation import RandomNumbers, generator
from bayescmp.posteriors import Moments
from bayescmp.posteriors._mixture import POOLED_SCALE, ROUNDING, SIGMAS
from bayescmp.ranking._draws import prob_best


@dataclass(frozen=True, kw_only=True, eq=False)
class Pooled:
    """Posterior under a prior by which classifiers are alike."""

    estimate: Floats  # expected losses
    probabilities: Floats  # of first better, equivalent and second better for all pairs in order, (pairs, 3)
    prob_best: Floats  # probability of the least loss, NaN where none was asked for


def pooled(
    moments: Moments,
    rope: tuple[float, float],
    scale: float = POOLED_SCALE,
    *,
    alike: Integers | None = None,
    draws: int = 0,
    rng: RandomNumbers = 0,
) -> Pooled:
    r"""Pool the losses of several classifiers, whose joint posterior has these moments.

    `scale` is that of the prior of the spread, `alike` (k,) for each the place of the first that predicts the same,
    which counts once, and `draws` the number of draws that `prob_best` is from; 0 for none.

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
    k = moments.mean.sizes["classifier"]
    firsts, place = np.unique(np.arange(k) if alike is None else alike, return_inverse=True)
    distinct = moments.mean.to_numpy()[:, firsts], moments.covariance.to_numpy()[:, firsts[:, None], firsts]
    parts = [_part_of(m, v, scale * SIGMAS) for m, v in zip(*distinct, strict=True)]
    log_weights = np.array([part.likelihood for part in parts])
    weights = np.exp(log_weights - log_weights.max(1, keepdims=True))
    weights *= (moments.weights.to_numpy() / weights.sum(1))[:, None]  # pooling learns sigma, not the parts
    first, second = place[np.triu_indices(k, 1)[0]], place[np.triu_indices(k, 1)[1]]
    outside = [part.outside(first, second, rope) for part in parts]
    below, above = (sum(one[side] @ own for one, own in zip(outside, weights, strict=True)) for side in (0, 1))
    estimate = sum(part.estimates @ own for part, own in zip(parts, weights, strict=True))
    return Pooled(
        estimate=np.asarray(estimate)[place],
        probabilities=np.stack([below, np.clip(1 - below - above, 0, None), above], axis=1),
        prob_best=_prob_best(parts, weights, place, draws, rng) if draws else np.full(k, np.nan),
    )


def _prob_best(parts: Sequence["_Part"], weights: Floats, place: Integers, draws: int, rng: RandomNumbers) -> Floats:
    source = generator(rng)
    counts = source.multinomial(draws, weights.ravel() / weights.sum()).reshape(weights.shape)
    drawn = [part.draw(own, source) for part, own in zip(parts, counts, strict=True)]
    return prob_best(np.concatenate(drawn)[:, place])


@dataclass(frozen=True, kw_only=True, eq=False)
class _Part:
    """A part of the joint posterior at every sigma: the contrasts of the losses are independent in a basis."""

    likelihood: Floats  # logarithm, (sigma,)
    level: Floats  # mean of the losses, (sigma,)
    basis: Floats  # (k, k - 1)
    middle: Floats  # of the contrasts, (k - 1, sigma)
    variance: Floats
    rounding: float

    @property
    def estimates(self) -> Floats:
        """Expected losses, (k, sigma)."""
        return self.level + self.basis @ self.middle

    def outside(self, first: Integers, second: Integers, rope: tuple[float, float]) -> tuple[Floats, Floats]:
        """Return the probabilities of differences below and above the rope, (pairs, sigma)."""
        apart = self.basis[first] - self.basis[second]
        middle, sd = (
            np.where(np.abs(x) < self.rounding, 0, x) for x in (apart @ self.middle, np.sqrt(apart**2 @ self.variance))
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            below, above = special.ndtr((rope[0] - middle) / sd), special.ndtr((middle - rope[1]) / sd)
        return np.nan_to_num(below, nan=0.5), np.nan_to_num(above, nan=0.5)

    def draw(self, counts: Integers, source: np.random.Generator) -> Floats:
        """Draw losses but for their mean, (draws, k), so many at every sigma."""
        at = np.repeat(np.arange(counts.size), counts)
        normal = source.standard_normal((self.middle.shape[0], at.size))
        return (self.basis @ (self.middle[:, at] + np.sqrt(self.variance[:, at]) * normal)).T


def _part_of(mean: Floats, covariance: Array, sigmas: Floats) -> _Part:
    k = mean.size
    contrasts = np.linalg.qr(np.eye(k) - 1 / k)[0][:, : k - 1]
    size = np.abs(mean).max() + np.sqrt(np.diagonal(covariance).max())
    values, vectors = np.linalg.eigh(contrasts.T @ covariance @ contrasts)
    basis, values = contrasts @ vectors, np.clip(values, 0, None)[:, None]
    seen, spread = basis.T @ mean, values + sigmas**2  # (k - 1, sigma)
    return _Part(
        likelihood=-0.5 * (np.log(spread) + seen[:, None] ** 2 / spread).sum(0),
        level=mean.mean() - (covariance.mean(0) @ basis) @ (seen[:, None] / spread),
        basis=basis,
        middle=seen[:, None] * sigmas**2 / spread,
        variance=sigmas**2 * values / spread,
        rounding=ROUNDING * float(size),
    )
