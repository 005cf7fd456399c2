"""What joint draws of losses tell of several classifiers: who is best, ranks, regret, bands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr
from scipy.spatial.distance import pdist, squareform

from bayescmp._support._typing import Floats, Integers
from bayescmp.posteriors._pair_posteriors import unless_tied

_AT_ONCE = 1000  # draws, whose differences a processor holds near
_ROUNDING = 1e-13  # of deviations: less is none


@dataclass(frozen=True, kw_only=True, eq=False)
class OfDraws:
    """Means over joint draws."""

    ranks: Floats  # probability that a classifier (row) has a rank (column), the first that of the least loss
    regret: Floats  # expected loss of a classifier beyond that of the best one
    within_rope: Floats  # probability that this excess does not exceed the rope
    regret_error: float  # largest Monte Carlo standard error of an expected regret

    def rank_probabilities(self, names: Sequence[str]) -> xr.DataArray:
        """Return the probability of each rank, 1 for the best, dims (classifier, rank)."""
        places = {"classifier": list(names), "rank": np.arange(1, len(names) + 1)}
        return xr.DataArray(self.ranks, dims=tuple(places), coords=places, name="probability")


def of_draws(losses: Floats, rope: float, alike: Integers | None = None) -> OfDraws:
    """Summarise joint draws (n_draws, k); classifiers that are tied in a draw share its ranks.

    `rope` is the largest excess that does not matter, and `alike` (k,) the first classifier that each answered as,
    itself if it is the first. All of them share what one has: each would else have a chance of its own to be the best,
    and the more copies there are the less is left for others. But that they lose the same is not known, so that what
    one loses beyond the best is beyond its copies, too.
    """
    firsts = np.arange(losses.shape[1]) if alike is None else alike
    one_each, sizes = np.unique(firsts, return_counts=True)
    best, shared = losses[:, one_each].min(axis=1), losses[:, firsts]
    excess = shared - best[:, None]
    for first in one_each[sizes > 1]:
        own = firsts == first
        excess[:, own] = losses[:, own] - np.minimum(best, losses[:, own].min(axis=1))[:, None]
    excess = unless_tied(excess, losses)
    counts = np.bincount(firsts)
    regret, within = (
        (np.bincount(firsts, of_each) / np.maximum(counts, 1))[firsts]
        for of_each in (excess.mean(axis=0), (excess <= rope).mean(axis=0))
    )
    return OfDraws(
        ranks=_ranks(shared),
        regret=regret,
        within_rope=within,
        regret_error=float(excess.std(axis=0).max() / np.sqrt(len(losses))),
    )


def prob_best(losses: Floats) -> Floats:
    """Return the share of draws in which a classifier loses least, which those that are tied share."""
    best = unless_tied(losses - losses.min(axis=1, keepdims=True), losses) == 0
    return np.asarray((best / best.sum(axis=1, keepdims=True)).mean(axis=0))


def _ranks(losses: Floats) -> Floats:
    """Return the share of draws in which a classifier (row) has a rank (column)."""
    draws, k = losses.shape
    order, places = losses.argsort(axis=1), np.arange(k)
    steps = unless_tied(np.diff(np.take_along_axis(losses, order, axis=1), axis=1), losses) > 0
    starts, ends = np.ones((2, draws, k), bool)
    starts[:, 1:] = ends[:, :-1] = steps
    first = np.maximum.accumulate(np.where(starts, places, 0), axis=1)  # rank of those tied with the one in a place
    last = np.minimum.accumulate(np.where(ends, places, k)[:, ::-1], axis=1)[:, ::-1]
    found, tied = np.zeros(k * k), last - first
    for step in range(tied.max() + 1):
        here = tied >= step
        found += np.bincount((order * k + first + step)[here], 1 / (1 + tied[here]), minlength=k * k)
    return found.reshape(k, k) / draws


def simultaneous_prob(losses: Floats, ci_prob: float) -> float:
    """Return the probability of each pair's interval at which those of all pairs hold together with `ci_prob`.

    At least `ci_prob`; from the largest standardised difference of each of the joint draws (n_draws, k).
    """
    centred = (losses - losses.mean(axis=0)).T.copy()
    size, apart = np.linalg.norm(centred, axis=1), squareform(pdist(centred))
    differ = np.triu(apart > _ROUNDING * np.hypot.outer(size, size), 1)
    if not differ.any():
        return ci_prob
    per_sd = np.divide(np.sqrt(len(losses)), apart, out=np.zeros(apart.shape), where=differ)
    blocks = np.array_split(centred, -(-len(losses) // _AT_ONCE), axis=1)
    largest = np.concatenate([np.max([one.max(axis=0) for one in _standardised(x, per_sd)], axis=0) for x in blocks])
    reach, n_pairs = np.quantile(largest, ci_prob), differ.sum()
    outside = sum((one > reach).sum() for one in _standardised(centred[:, largest > reach], per_sd))
    return min(float(1 - outside / (len(losses) * n_pairs)), 1 - 1e-9)


def _standardised(centred: Floats, per_sd: Floats) -> Iterator[Floats]:
    """Give the sizes of differences of every classifier to those after it, in their deviations; 0 of equal losses."""
    for a in range(len(centred) - 1):
        yield np.abs(centred[a] - centred[a + 1 :]) * per_sd[a, a + 1 :, None]


def optimism(losses: Floats) -> float:
    """Return by how much the lowest of several estimates is too low, as their joint spread says.

    The expected difference of the true and the estimated loss of the classifier that looks best, if the estimates
    were repeated around their means.
    """
    mean = losses.mean(axis=0)
    chosen = losses.argmin(axis=1)
    return float((mean[chosen] - losses.min(axis=1)).mean())
