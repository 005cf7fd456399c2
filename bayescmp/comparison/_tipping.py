"""How large the variance that training sets add would have to be for a decision to fall."""

import csv
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources

import numpy as np
from scipy import optimize, special

from bayescmp.comparison._levels import OUTCOMES, probabilities_of
from bayescmp.posteriors import CrossedEffectsPosterior

_LARGEST = 1e6


@dataclass(frozen=True, kw_only=True)
class TippingPoint:
    """Where the decision, and the interval's side of 0, would change with the variance that training sets add.

    Attributes
    ----------
    outcome : str
        The decision, or where undecided the outcome that is most probable.
    tau : float
        The outcome is decided as long as tau is at most this; 0 if it is not even where training sets add nothing.
    interval_tau : float
        The interval leaves out 0 as long as tau is below this; 0 if it never does.
    share_above : float
        Share of the measured pairs of classifiers to whose mean difference training sets add more than `tau`.
    n_pairs : int
        Number of these pairs, of nine common classifiers on real data sets.
    prob_above : float
        Posterior probability, by these data and the prior, that training sets add more than `tau`.
    """

    outcome: str
    tau: float
    interval_tau: float
    share_above: float
    n_pairs: int
    prob_above: float


def tipping_point(
    posterior: CrossedEffectsPosterior, rope: tuple[float, float], *, threshold: float, ci_prob: float
) -> TippingPoint:
    """Find the tau at which the most probable outcome is no longer decided.

    Parameters
    ----------
    posterior : CrossedEffectsPosterior
        Of one experiment.
    rope : (float, float)
        Region of practical equivalence.
    threshold, ci_prob : float
        As in `compare`; the interval is the equal-tailed one.

    Returns
    -------
    TippingPoint
    """
    known = posterior.given_tau(0.0)
    # The experiment is worth n / (1 + ratio tau) records.
    ratio = float(known.table.sum() / posterior.given_tau(1.0).table.sum()) - 1

    @lru_cache  # without a rope, decision and interval mostly tip together, and are searched at the same places
    def of_share(share: float, low: float, high: float) -> tuple[float, float, float]:
        table = (share * known.table).assign_attrs(known.table.attrs)
        return probabilities_of(replace(known, table=table), low, high)

    which = int(np.argmax(of_share(1.0, *rope)))
    tau = _largest(lambda share: of_share(share, *rope)[which], threshold, ratio)
    measured = measured_excess()
    return TippingPoint(
        outcome=OUTCOMES[which],
        tau=tau,
        interval_tau=_largest(lambda share: max(of_share(share, 0.0, 0.0)), (1 + ci_prob) / 2, ratio),
        share_above=float(np.mean(measured > tau)),
        n_pairs=measured.size,
        prob_above=0.0 if np.isinf(tau) else float(posterior.prob_tau_above(tau)),
    )


def measured_excess() -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return what training sets add for pairs of classifiers on real data sets, as the study `frontier` measured it.

    Returns
    -------
    array of shape (n_pairs,)
        The whole excess of the variance of the mean difference of a 5 x 2 cross-validation over that of its records, in
        units of the sampling variance: what a decision falls with, and what tau stands for in the model.

    Notes
    -----
    The file `measured_excess.csv` comes from ``bayescmp study run frontier --data FOLDER``; the page on crossed effects
    has the data sets and the command. Moment estimates may be negative where training sets add little.
    """
    text = (resources.files("bayescmp.comparison") / "measured_excess.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return np.array([float(row["excess"]) for row in rows])


def _largest(probability: Callable[[float], float], wanted: float, ratio: float) -> float:
    """Return the largest tau at which the probability is what is wanted; it falls with the share of the records.

    The normal score of the probability is nearly proportional to the root of the share, so that few steps find it.
    """

    def excess(root: float) -> float:
        return float(special.ndtri(np.clip(probability(root**2), 1e-300, 1 - 1e-16)) - special.ndtri(wanted))

    least = (1 + ratio * _LARGEST) ** -0.5
    if excess(1.0) < 0:
        return 0.0
    if excess(least) >= 0:
        return float("inf")
    return float((optimize.brentq(excess, least, 1.0) ** -2 - 1) / ratio)
