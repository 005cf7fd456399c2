"""How large the variance that training sets add would have to be for a decision to fall."""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources

import numpy as np
from scipy import optimize

from bayescmp.comparison._levels import probabilities_of
from bayescmp.posteriors import CrossedEffectsPosterior

_LARGEST = 1e6
_OUTCOMES = ("first better", "equivalent", "second better")


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
        Share of the measured pairs of classifiers whose tau is larger than `tau`.
    n_pairs : int
        Number of these pairs, of nine common classifiers on real data sets.
    """

    outcome: str
    tau: float
    interval_tau: float
    share_above: float
    n_pairs: int


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
    at_zero = probabilities_of(posterior.given_tau(0.0), *rope)
    which = int(np.argmax(at_zero))
    tau = _largest(lambda value: probabilities_of(posterior.given_tau(value), *rope)[which] - threshold)

    def outside(value: float) -> float:
        below = posterior.given_tau(value).prob_first_better
        return max(below, 1 - below) - (1 + ci_prob) / 2

    measured = measured_tau()
    return TippingPoint(
        outcome=_OUTCOMES[which],
        tau=tau,
        interval_tau=_largest(outside),
        share_above=float(np.mean(measured > tau)),
        n_pairs=measured.size,
    )


def measured_tau() -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the tau of pairs of classifiers on real data sets, as the study `frontier` measured them.

    Returns
    -------
    array of shape (n_pairs,)

    Notes
    -----
    The file `measured_tau.csv` comes from ``bayescmp study run frontier --data FOLDER``; the page on crossed effects
    has the data sets and the command. Moment estimates may be negative where tau is near 0.
    """
    text = (resources.files("bayescmp.comparison") / "measured_tau.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return np.array([float(row["tau"]) for row in rows])


def _largest(excess: Callable[[float], float]) -> float:
    """Return the largest tau at which a falling function is not negative, 0 if it is so nowhere."""
    if excess(0.0) < 0:
        return 0.0
    if excess(_LARGEST) >= 0:
        return float("inf")
    return float(np.expm1(optimize.brentq(lambda score: excess(np.expm1(score)), 0.0, np.log1p(_LARGEST))))
