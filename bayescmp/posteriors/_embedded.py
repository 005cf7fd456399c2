"""The joint posterior of the losses of several classifiers around the posteriors of their pairs."""

from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import xarray as xr

from bayescmp._results import Posterior, in_one_line
from bayescmp._typing import Array, Floats
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.posteriors._beta import BetaPosterior
from bayescmp.posteriors._embedding import covariance_of_pairs, means_of_pairs
from bayescmp.posteriors._joint import Moments
from bayescmp.posteriors._mixture import MixturePosterior
from bayescmp.posteriors._paired import PairedPosterior
from bayescmp.posteriors._parts import PartsPosterior, mean_sizes
from bayescmp.posteriors._worth import Worth
from bayescmp.tables import cell

_LEAST = 1e-10  # of the largest variance, for classifiers whose losses differ by the same everywhere
_EDGES = np.array([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0])
"""Shares of the posterior of the variance at which it is cut into parts; the same ones for all pairs."""


@dataclass(frozen=True, kw_only=True, eq=False)
class EmbeddedPosterior:
    """Joint posterior of losses whose differences have the means and variances of the pairs.

    Attributes
    ----------
    losses : Posterior
        Of each classifier by itself, along the dim `classifier`.
    moments : Moments
        Normal distributions that are mixed.
    distortion : float
        Largest relative change of the standard deviation of a difference from that of the pair by itself.
    """

    losses: Posterior
    moments: Moments
    distortion: float
    __repr__ = in_one_line

    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the losses of all classifiers together, as in `JointPosterior`."""
        check_integer("draws", draws, least=1)
        source, moments = generator(rng), self.moments
        means, covariances = moments.mean.to_numpy(), moments.covariance.to_numpy()
        part = source.choice(len(means), size=draws, p=moments.weights.to_numpy())
        normal = source.standard_normal((draws, means.shape[1]))
        found = np.empty_like(normal)
        for j, mean in enumerate(means):
            values, vectors = np.linalg.eigh(covariances[j])
            found[part == j] = mean + (normal[part == j] * np.sqrt(np.clip(values, 0, None))) @ vectors.T
        return xr.DataArray(found, dims=("draw", "classifier"), coords={"classifier": moments.mean["classifier"]})


def _weights() -> xr.DataArray:
    return xr.DataArray(np.diff(_EDGES), dims="part")


def embedded_posterior(
    pairs: PairedPosterior | PartsPosterior, singles: PairedPosterior | PartsPosterior
) -> EmbeddedPosterior:
    r"""Build a joint posterior of losses around the posteriors of all pairs.

    The estimand is the loss of each algorithm at the training size of the design, a proportion.

    Parameters
    ----------
    pairs : PairedPosterior or PartsPosterior, dim pair
        Of all pairs, in the order of `Evidence.pairs`.
    singles : PairedPosterior or PartsPosterior, dim classifier
        Of each classifier against one that is never wrong, in the order of `Evidence.singles`.

    Returns
    -------
    EmbeddedPosterior

    Notes
    -----
    The posterior of the variance of every pair is cut at the same shares into 12 parts, and part j of one pair goes
    with part j of all others. Given the part, losses are normal with the means and the covariance whose differences
    have those of the pairs: exactly where the variances are squared distances, else nearly (derived, and measured on
    real cross-validations; see `covariance_of_pairs`). The classifier that is never wrong is a point more, from which
    losses count.
    """
    difference, tables = pairs.in_parts(_EDGES).difference, singles.in_parts(_EDGES).table
    wrong = cell(tables, "wrong", "wrong") + cell(tables, "wrong", "right")
    prior = 2 * singles.strength
    beta = BetaPosterior(name="loss", a=wrong + prior, b=tables.sum(("first", "second")) - wrong + prior)
    return _embedded(
        means=(difference.mean, beta.mean),
        variances=(difference.sd**2, beta.sd**2),
        losses=MixturePosterior(parts=beta, weights=_weights(), over="part", name="loss"),
        sd=pairs.difference.sd,
    )


class _OfPairs(Protocol):
    """Posterior of all pairs, and what the experiment is worth for each."""

    @property
    def difference(self) -> Posterior:
        """Posterior of the differences, a batch along the dim `pair`."""

    @property
    def worth(self) -> Worth | None:
        """What the experiment is worth."""


def embedded_worth(pairs: _OfPairs, losses: Posterior, worth: Worth) -> EmbeddedPosterior:
    """Build a joint posterior of losses around posteriors of all pairs, as `embedded_posterior` does.

    Parameters
    ----------
    pairs : DrawnPosterior or MeanDifference, dim pair
        Of all pairs, in the order of `Evidence.pairs`.
    losses : Posterior
        Of each classifier by itself, along the dim `classifier`.
    worth : Worth
        What the experiment is worth for each of them.

    Returns
    -------
    EmbeddedPosterior
        The variance in a part is to the whole one as its mean number of records says.
    """
    assert pairs.worth is not None  # noqa: S101 - the draws of a hold-out are joint ones
    difference = pairs.difference
    same = xr.ones_like(_weights())
    return _embedded(
        means=(difference.mean * same, losses.mean * same),
        variances=(difference.sd**2 * _relative(pairs.worth), losses.sd**2 * _relative(worth)),
        losses=losses,
        sd=difference.sd,
    )


def _relative(worth: Worth) -> xr.DataArray:
    """Return variances in the parts relative to their mean, dims (..., part)."""
    sizes, weights = xr.broadcast(worth.sizes, worth.weights)
    variance = 1 / xr.apply_ufunc(
        lambda size, weight: mean_sizes(size, weight, _EDGES),
        sizes,
        weights,
        input_core_dims=[["tau"], ["tau"]],
        output_core_dims=[["part"]],
    )
    return variance / (_weights() * variance).sum("part")


def _embedded(
    *,
    means: tuple[xr.DataArray, xr.DataArray],
    variances: tuple[xr.DataArray, xr.DataArray],
    losses: Posterior,
    sd: Any,
) -> EmbeddedPosterior:
    """Embed means and variances by part, of all pairs and of each classifier by itself."""
    names = means[1]["classifier"].to_numpy()
    largest = float(max(values.max() for values in variances))
    least = _LEAST * (largest or 1.0)
    variances = (variances[0].clip(min=least), variances[1].clip(min=least))
    mean, variance = (
        _squares(_by_part(one, "pair"), _by_part(other, "classifier"), sign)
        for (one, other), sign in ((means, -1), (variances, 1))
    )
    moments = _from_never_wrong(mean, variance, _weights(), names)
    if not largest:  # all losses are points
        moments = replace(moments, covariance=0 * moments.covariance)
    return EmbeddedPosterior(losses=losses, moments=moments, distortion=_distortion(moments, np.atleast_1d(sd)))


def _by_part(values: xr.DataArray, dim: str) -> Array:
    return values.transpose("part", dim).to_numpy()


def _squares(of_pairs: Array, of_singles: Array, sign: int) -> Array:
    """Arrange values by part, (part, k + 1, k + 1); the last row is that of the classifier that is never wrong."""
    n_parts, k = of_singles.shape
    found = np.zeros((n_parts, k + 1, k + 1))
    rows, columns = np.triu_indices(k, 1)
    found[:, rows, columns], found[:, :k, k] = of_pairs, of_singles
    return np.asarray(found + sign * found.swapaxes(1, 2))


def _from_never_wrong(mean: Array, variance: Array, weights: xr.DataArray, names: Array) -> Moments:
    """Return moments of the losses, the distances from the last point."""
    means, covariances = [], []
    for m, s in zip(mean, variance, strict=True):
        place, spread = means_of_pairs(m, s), covariance_of_pairs(s)
        means.append((place - place[-1])[:-1])
        covariances.append((spread - spread[-1] - spread[:, [-1]] + spread[-1, -1])[:-1, :-1])
    return Moments(
        weights=weights,
        mean=xr.DataArray(means, dims=("part", "classifier"), coords={"classifier": names}),
        covariance=xr.DataArray(
            covariances, dims=("part", "classifier", "other"), coords={"classifier": names, "other": names}
        ),
    )


def _distortion(moments: Moments, sd: Floats) -> float:
    mean, covariance = moments.mean.to_numpy(), moments.covariance.to_numpy()
    weights = moments.weights.to_numpy()
    rows, columns = np.triu_indices(mean.shape[1], 1)
    differences = mean[:, rows] - mean[:, columns]
    own = np.diagonal(covariance, axis1=1, axis2=2)
    given = own[:, rows] + own[:, columns] - 2 * covariance[:, rows, columns]
    total = weights @ (given + differences**2) - (weights @ differences) ** 2
    known = sd > np.sqrt(_LEAST * given.max())
    return float(np.abs(np.sqrt(total[known]) / sd[known] - 1).max(initial=0.0))
