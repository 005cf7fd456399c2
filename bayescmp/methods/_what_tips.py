"""How large the variance that training sets add would have to be for a decision to fall."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import numpy as np
import pandas as pd
import scipy
from scipy import special

from bayescmp._support._text import shown
from bayescmp._support._typing import Floats
from bayescmp._support._validation import check_list
from bayescmp.methods._method import Method
from bayescmp.results import OUTCOMES, Settings

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
    method : str
        The method by which it was found.
    """

    outcome: str
    tau: float
    interval_tau: float
    share_above: float
    n_pairs: int
    prob_above: float
    method: str


def tipping_point(fitted: Iterable[tuple[Method, Any]], settings: Settings) -> TippingPoint | None:
    """Find the tau at which the most probable outcome is no longer decided.

    Parameters
    ----------
    fitted : iterable of (Method, posterior)
        Of one experiment; the first one of the crossed effects is taken.
    settings : Settings
        Rope and threshold of the decision, and the probability of the interval, here an equal-tailed one.

    Returns
    -------
    TippingPoint or None
        None if there are no crossed effects.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.methods import METHODS, tipping_point
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> print(tipping_point([(METHODS["paired"], bc.posteriors.paired_posterior(table))], bc.methods.Settings()))
    None
    """
    pairs = check_list("fitted", fitted)
    if not all(isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], Method) for pair in pairs):
        raise TypeError(f"`fitted` must hold pairs of a Method and its posterior, but got {shown(pairs)}.")
    if not isinstance(settings, Settings):
        raise TypeError(f"`settings` must be Settings, but got {shown(settings)}.")
    found = next((pair for pair in pairs if pair[0].has_given_tau), None)
    if found is None:
        return None
    method, fitted_posterior = found
    posterior = getattr(fitted_posterior, "of_losses", fitted_posterior)
    rope = settings.of_losses().rope  # the parts of the posterior are of errors
    base = posterior.given_tau(0.0)
    # The experiment is worth n / (1 + ratio tau) records.
    ratio = float(base.table.sum() / posterior.given_tau(1.0).table.sum()) - 1

    @lru_cache  # without a rope, decision and interval mostly tip together, and are searched at the same places
    def of_share(share: float, low: float, high: float) -> tuple[float, float, float]:
        table = (share * base.table).assign_attrs(base.table.attrs)
        return replace(base, table=table).difference.probabilities(low, high)

    which = int(np.argmax(of_share(1.0, *rope)))
    tau = _largest(lambda share: of_share(share, *rope)[which], settings.threshold, ratio)
    measured = measured_excess()
    return TippingPoint(
        outcome=OUTCOMES[which],
        tau=tau,
        interval_tau=_largest(lambda share: max(of_share(share, 0.0, 0.0)), (1 + settings.ci_prob) / 2, ratio),
        share_above=float(np.mean(measured > tau)),
        n_pairs=measured.size,
        prob_above=0.0 if np.isinf(tau) else float(posterior.prob_tau_above(tau)),
        method=method.name,
    )


def measured_excess() -> Floats:
    """Return what training sets add for pairs of classifiers on real data sets, as measured on the frontier.

    Returns
    -------
    array of shape (n_pairs,)
        The whole excess of the variance of the mean difference of a 5 x 2 cross-validation over that of its records, in
        units of the sampling variance: what a decision falls with, and what tau stands for in the model.

    Notes
    -----
    The file `measured_excess.csv` comes from ``docs/results/frontier.py``; the page on what was
    measured has the data sets and the command. Moment estimates may be negative where training sets add little.
    """
    return _measured("measured_excess.csv")["excess"].to_numpy(copy=True)


@cache
def _measured(name: str) -> pd.DataFrame:
    """Return the rows of a file, whose comments begin with #."""
    with (resources.files("bayescmp.methods") / name).open(encoding="utf-8") as file:
        return pd.read_csv(file, comment="#")


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
    return float((scipy.optimize.brentq(excess, least, 1.0) ** -2 - 1) / ratio)


@dataclass(frozen=True, kw_only=True)
class MeasuredRepeats:
    """What 95 % intervals by crossed effects rejected, over samples for many pairs of classifiers on real data sets.

    Attributes
    ----------
    n_repeats : int
        Number of repeats.
    size : float
        Share of the samples whose interval misses the true difference, with the default prior of tau; a mean over
        pairs and data sets.
    worst : float
        The largest such share of a pair on a data set.
    power : float
        Share whose interval misses a difference that is off by what an oracle would find on five repeats with
        probability .80.
    """

    n_repeats: int
    size: float
    worst: float
    power: float


def measured_repeats() -> tuple[MeasuredRepeats, ...]:
    """Return what was measured at every number of repeats, the fewest first.

    Returns
    -------
    tuple of MeasuredRepeats

    Notes
    -----
    The file `measured_repeats.csv` comes from ``docs/results/frontier_repeats.py``; the page on what was
    measured has the data sets and the command.

    Examples
    --------
    >>> from bayescmp.methods import measured_repeats
    >>> [one.n_repeats for one in measured_repeats()]
    [5, 9, 15, 31]
    """
    rows = _measured("measured_repeats.csv").rename(columns={"repeats": "n_repeats"}).to_dict("records")
    return tuple(MeasuredRepeats(**row) for row in rows)
