"""What joint draws of losses tell of several classifiers: who is best, ranks, regret, bands."""

from dataclasses import dataclass

import numpy as np

from bayescmp._typing import Floats, Integers
from bayescmp._validation import RandomNumbers
from bayescmp.posteriors import JointPosterior


@dataclass(frozen=True, kw_only=True, eq=False)
class OfDraws:
    """Means over joint draws.

    Attributes
    ----------
    ranks : array of shape (k, k)
        Probability that a classifier (row) has a rank (column); the first column is that of the least loss.
    regret : array of shape (k,)
        Expected loss of a classifier beyond that of the best one.
    within_rope : array of shape (k,)
        Probability that this excess does not exceed the rope.
    regret_error : float
        Largest Monte Carlo standard error of an expected regret.
    """

    ranks: Floats
    regret: Floats
    within_rope: Floats
    regret_error: float


def draws_of(joint: JointPosterior, draws: int, rng: RandomNumbers, alike: Integers) -> Floats:
    """Draw losses, (n_draws, k); classifiers that are alike have the same loss.

    Each would else have a chance of its own to be the best, and the more copies there are the less is left for others.
    """
    return joint.draw(draws, rng).to_numpy()[:, alike]


def of_draws(losses: Floats, rope: float, alike: Integers) -> OfDraws:
    """Summarise draws; classifiers with the same predictions share what they have.

    Parameters
    ----------
    losses : array of shape (n_draws, k)
        Joint draws.
    rope : float
        The largest excess that does not matter.
    alike : array of int, shape (k,)
        For each the place of the first that predicts the same.

    Returns
    -------
    OfDraws
    """
    draws, k = losses.shape
    order = losses.argsort(axis=1)
    ranks = np.stack([np.bincount(order[:, place], minlength=k) for place in range(k)], axis=1) / draws
    excess = losses - losses.min(axis=1, keepdims=True)
    shared = _shared(alike)
    return OfDraws(
        ranks=shared @ ranks,
        regret=shared @ excess.mean(axis=0),
        within_rope=shared @ (excess <= rope).mean(axis=0),
        regret_error=float(excess.std(axis=0).max() / np.sqrt(draws)),
    )


def simultaneous_prob(losses: Floats, ci_prob: float) -> float:
    """Return the probability of each pair's interval at which those of all pairs hold together with `ci_prob`.

    Parameters
    ----------
    losses : array of shape (n_draws, k)
        Joint draws.
    ci_prob : float
        Wanted of all differences at once.

    Returns
    -------
    float
        At least `ci_prob`; from the largest standardised difference of each draw.
    """
    largest, k, n_pairs, inside = np.zeros(len(losses)), losses.shape[1], 0, 0
    for a in range(k - 1):
        np.maximum(largest, _standardised(losses, a).max(axis=1, initial=0), out=largest)
    reach = np.quantile(largest, ci_prob)
    for a in range(k - 1):
        apart = _standardised(losses, a)
        n_pairs, inside = n_pairs + apart.shape[1], inside + int((apart <= reach).sum())
    return min(inside / (len(losses) * n_pairs), 1 - 1e-9) if n_pairs else ci_prob


def _standardised(losses: Floats, a: int) -> Floats:
    """Return absolute differences in units of their deviations, to those after a that have another loss."""
    apart = losses[:, a, None] - losses[:, a + 1 :]
    sd = apart.std(axis=0)
    return np.asarray(np.abs(apart - apart.mean(axis=0))[:, sd > 0] / sd[sd > 0])


def optimism(losses: Floats) -> float:
    """Return by how much the lowest of several estimates is too low, as their joint spread says.

    The expected difference of the true and the estimated loss of the classifier that looks best, if the estimates
    were repeated around their means.
    """
    mean = losses.mean(axis=0)
    chosen = losses.argmin(axis=1)
    return float((mean[chosen] - losses.min(axis=1)).mean())


def _shared(alike: Integers) -> Floats:
    """Return the matrix that takes means over classifiers that are alike."""
    same = alike[:, None] == alike
    return np.asarray(same / same.sum(axis=1, keepdims=True))
