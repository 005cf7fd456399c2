"""The joint posterior of the losses of several classifiers around the posteriors of their pairs."""

from dataclasses import dataclass, replace
from typing import Any, override

import numpy as np
import xarray as xr

from bayescmp._support._typing import Array, Floats
from bayescmp.posteriors._crossed_effects import EffectiveSize
from bayescmp.posteriors._effective import PartsPosterior
from bayescmp.posteriors._joint import JointPosterior, Moments
from bayescmp.posteriors._mixture import MixturePosterior, mean_sizes
from bayescmp.posteriors._one_quantity import BetaPosterior
from bayescmp.posteriors._pair_posteriors import DrawnPosterior, MeanDifference
from bayescmp.posteriors._paired_posterior import PairedPosterior
from bayescmp.results import Posterior, in_one_line
from bayescmp.tables import cell

DISTORTION = 0.25  # relative change of a standard deviation above which joint statements are approximate
_LEAST = 1e-10  # of the largest variance, for classifiers whose losses differ by the same everywhere
EDGES = np.array([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0])
"""Shares of the posterior of the variance at which it is cut into parts; the same ones for all pairs."""
_SHARES = np.diff(EDGES)
_EUCLIDEAN = 1e-6  # the most negative eigenvalue that counts as rounding, as a share of the largest
_STEPS, _STILL = 300, 1e-9


def covariance_of_pairs(variance: Array) -> Array:
    r"""Return the covariance whose differences have the given variances, or one near to them.

    With :math:`J = I - 11'/k` it is :math:`-\tfrac{1}{2} J S J` where that has no negative eigenvalue: then
    :math:`V_{aa} + V_{bb} - 2 V_{ab} = S_{ab}` exactly (Schoenberg 1935). Elsewhere no covariance has these variances,
    and V is that of the points with the least sum of :math:`(|x_a - x_b| / s_{ab} - 1)^2`, found by majorisation [1]_
    from the points without the negative eigenvalues.

    References
    ----------
    .. [1] J. de Leeuw, "Convergence of the Majorization Method for Multidimensional Scaling", Journal of
       Classification 5, 1988. :doi:`10.1007/BF01897162`
    """
    rows = -0.5 * variance
    rows = rows - rows.mean(0)
    values, vectors = np.linalg.eigh(rows - rows.mean(1, keepdims=True))
    clipped = np.clip(values, 0, None)
    if values[0] >= -_EUCLIDEAN * values[-1]:
        return np.asarray((vectors * clipped) @ vectors.T)
    points = _majorised(vectors * np.sqrt(clipped), np.sqrt(variance))
    return np.asarray(points @ points.T)


def means_of_pairs(mean: Array, variance: Array) -> Array:
    """Return centred means whose differences are nearest to those of all pairs, in units of their deviations."""
    weights = _closeness(variance)
    return np.asarray(np.linalg.pinv(_laplacian(weights), hermitian=True) @ (weights * mean).sum(1))


def _majorised(points: Array, wanted: Array) -> Array:
    weights = _closeness(wanted**2)
    inverse = np.linalg.pinv(_laplacian(weights), hermitian=True)
    for _ in range(_STEPS):
        apart = np.linalg.norm(points[:, None] - points, axis=-1)
        ratio = np.divide(weights * wanted, apart, out=np.zeros_like(apart), where=apart > 0)
        new = inverse @ (_laplacian(ratio) @ points)
        still = np.abs(new - points).max() <= _STILL * np.abs(points).max()
        points = new
        if still:
            break
    return np.asarray(points - points.mean(0))


def _closeness(variance: Array) -> Array:
    return np.divide(1.0, variance, out=np.zeros_like(variance), where=variance > 0)


def _laplacian(weights: Array) -> Array:
    return np.diag(weights.sum(1)) - weights


@dataclass(frozen=True, kw_only=True, eq=False)
class EmbeddedPosterior(JointPosterior):
    """Joint posterior of losses whose differences have the means and variances of the pairs.

    Attributes
    ----------
    losses, distortion
        As in `JointPosterior`.
    moments : Moments
        Normal distributions that are mixed.
    """

    losses: Posterior
    moments: Moments
    distortion: float
    __repr__ = in_one_line

    @override
    def _drawn(self, draws: int, source: np.random.Generator) -> Floats:
        means, covariances = self.moments.mean.to_numpy(), self.moments.covariance.to_numpy()
        part = source.choice(len(means), size=draws, p=self.moments.weights.to_numpy())
        normal = source.standard_normal((draws, means.shape[1]))
        losses = np.empty_like(normal)
        for j, mean in enumerate(means):
            values, vectors = np.linalg.eigh(covariances[j])
            losses[part == j] = mean + (normal[part == j] * np.sqrt(np.clip(values, 0, None))) @ vectors.T
        return losses


def embedded_posterior(
    pairs: PairedPosterior | PartsPosterior, singles: PairedPosterior | PartsPosterior
) -> EmbeddedPosterior:
    """Build a joint posterior of losses around the posteriors of all pairs.

    The posterior of the variance of every pair is cut at the same shares into 12 parts, and part j of one pair goes
    with part j of all others. Given the part, losses are normal with the means and the covariance whose differences
    have those of the pairs: exactly where the variances are squared distances, else nearly (derived, and measured on
    real cross-validations; see `covariance_of_pairs`). The classifier that is never wrong is a point more, from which
    losses count.
    """
    difference, losses = pairs.in_parts(EDGES).difference, losses_in_parts(singles)
    return embedded_moments(
        pairs=(difference.mean, difference.sd**2),
        singles=(losses.parts.mean, losses.parts.sd**2),
        losses=losses,
        sd=pairs.difference.sd,
    )


def losses_in_parts(singles: PairedPosterior | PartsPosterior) -> MixturePosterior:
    """Return the posterior of the loss of each classifier by itself, from those against one that is never wrong."""
    tables, prior = singles.in_parts(EDGES).table, 2 * singles.strength
    wrong = cell(tables, "wrong", "wrong") + cell(tables, "wrong", "right")
    beta = BetaPosterior(name="loss", a=wrong + prior, b=tables.sum(("first", "second")) - wrong + prior)
    return MixturePosterior(parts=beta, weights=xr.DataArray(_SHARES, dims="part"), over="part", name="loss")


def embedded_by_size(
    pairs: DrawnPosterior | MeanDifference, losses: Posterior, effective_size: EffectiveSize
) -> EmbeddedPosterior:
    """Build the same of posteriors whose variance in a part is to the whole one as its mean number of records says."""
    assert pairs.effective_size is not None  # noqa: S101 - the draws of a hold-out are joint ones
    difference = pairs.difference
    return embedded_moments(
        pairs=(difference.mean, difference.sd**2 * _relative(pairs.effective_size)),
        singles=(losses.mean, losses.sd**2 * _relative(effective_size)),
        losses=losses,
        sd=difference.sd,
    )


def embedded_moments(
    *, pairs: tuple[xr.DataArray, xr.DataArray], singles: tuple[xr.DataArray, xr.DataArray], losses: Posterior, sd: Any
) -> EmbeddedPosterior:
    """Build it around means and variances of all pairs, whose deviations over parts are `sd`, and of each by itself."""
    same, names = xr.DataArray(np.ones(_SHARES.size), dims="part"), singles[0]["classifier"].to_numpy()
    means, variances = ([one * same, other * same] for one, other in zip(pairs, singles, strict=True))
    largest = float(max(values.max() for values in variances))
    least = _LEAST * (largest or 1.0)
    mean = _squares(*means, sign=-1)
    variance = _squares(*(values.clip(min=least) for values in variances), sign=1)
    moments = _from_never_wrong(mean, variance, names)
    if not largest:  # all losses are points
        moments = replace(moments, covariance=0 * moments.covariance)
    return EmbeddedPosterior(losses=losses, moments=moments, distortion=_distortion(moments, np.atleast_1d(sd)))


def _relative(effective_size: EffectiveSize) -> xr.DataArray:
    """Return variances in the parts relative to their mean, dims (..., part)."""
    variance = 1 / mean_sizes(effective_size.spread[1], effective_size.spread[0], EDGES, "point")
    return variance / (xr.DataArray(_SHARES, dims="part") * variance).sum("part")


def _squares(of_pairs: xr.DataArray, of_singles: xr.DataArray, *, sign: int) -> Array:
    """Arrange values by part, (part, k + 1, k + 1); the last row is that of the classifier that is never wrong."""
    k = of_singles.sizes["classifier"]
    upper = np.zeros((_SHARES.size, k + 1, k + 1))
    upper[:, *np.triu_indices(k, 1)] = of_pairs.transpose("part", "pair")
    upper[:, :k, k] = of_singles.transpose("part", "classifier")
    return np.asarray(upper + sign * upper.mT)


def _from_never_wrong(mean: Array, variance: Array, names: Array) -> Moments:
    """Return moments of the losses, the distances from the last point."""
    place = np.stack([means_of_pairs(m, s) for m, s in zip(mean, variance, strict=True)])
    spread = np.stack([covariance_of_pairs(s) for s in variance])
    covariance = spread - spread[:, [-1]] - spread[:, :, [-1]] + spread[:, [-1]][:, :, [-1]]
    return Moments.of(names, _SHARES, (place - place[:, [-1]])[:, :-1], covariance[:, :-1, :-1])


def _distortion(moments: Moments, sd: Floats) -> float:
    """Return the largest relative change of a standard deviation `sd` of a pair."""
    # Var(x) = E Var(x | part) + E(E(x | part)^2) - E(x)^2
    weights, mean, covariance = (part.to_numpy() for part in (moments.weights, moments.mean, moments.covariance))
    rows, columns = np.triu_indices(mean.shape[1], 1)
    differences, own = mean[:, rows] - mean[:, columns], np.diagonal(covariance, axis1=1, axis2=2)
    given = own[:, rows] + own[:, columns] - 2 * covariance[:, rows, columns]
    total = weights @ (given + differences**2) - (weights @ differences) ** 2
    known = sd > np.sqrt(_LEAST * given.max())
    return float(np.abs(np.sqrt(total[known]) / sd[known] - 1).max(initial=0.0))
