"""The three outcomes of a comparison, their probabilities, and the decision."""

from typing import Any

import xarray as xr

from bayescmp._results import plain
from bayescmp._text import shown
from bayescmp._validation import check_list, check_number, check_probability
from bayescmp.levels._level import PairPosterior

OUTCOMES = ("first better", "equivalent", "second better")
"""What a decision can be besides "undecided", in the order of `probabilities_of`."""
UNDECIDED = "undecided"


def probabilities_of(posterior: PairPosterior, low: float, high: float) -> tuple[Any, Any, Any]:
    """Posterior probabilities of a difference below, inside and above the rope.

    Parameters
    ----------
    posterior : posterior of a pair
        Of one experiment or a batch.
    low, high : float
        The rope, in units of the loss.

    Returns
    -------
    first_better, equivalent, second_better : float or DataArray
        They sum to 1.

    Raises
    ------
    TypeError, ValueError
        If `posterior` is not that of two classifiers, or `low` and `high` are not two numbers in order.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.levels import probabilities_of
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> [round(p, 3) for p in probabilities_of(bc.paired_posterior(table), -0.01, 0.01)]
    [0.997, 0.002, 0.001]
    """
    if not hasattr(posterior, "difference"):
        raise TypeError(f"`posterior` must be that of two classifiers, as from `compare`, but got {shown(posterior)}.")
    if check_number("high", high) < check_number("low", low):
        raise ValueError(f"`high` must be at least `low`, but got {shown(high)} and {shown(low)}.")
    if low == high == 0:
        first_better, second_better = posterior.prob_first_better, posterior.prob_second_better
        return first_better, 0.0 * second_better, second_better
    first_better, second_better = posterior.difference.cdf(low), posterior.difference.sf(high)
    return first_better, plain(xr.DataArray(1 - first_better - second_better).clip(min=0)), second_better


def decision_of(probabilities: tuple[float, float, float], threshold: float) -> str:
    """Name the outcome whose probability reaches the threshold; at most one can.

    Parameters
    ----------
    probabilities : (float, float, float)
        As from `probabilities_of`.
    threshold : float
        Above 1/2.

    Returns
    -------
    str
        "first better", "equivalent", "second better" or "undecided".

    Raises
    ------
    TypeError, ValueError
        If there are not three numbers, or the threshold is out of range.

    Examples
    --------
    >>> from bayescmp.levels import decision_of
    >>> decision_of((0.98, 0.01, 0.01), threshold=0.975)
    'first better'
    """
    found = [check_number("probabilities", probability) for probability in check_list("probabilities", probabilities)]
    if len(found) != len(OUTCOMES):
        raise ValueError(f"`probabilities` must be three, but got {len(found)}.")
    check_probability("threshold", threshold, low=0.5)
    return next((name for name, p in zip(OUTCOMES, found, strict=True) if p >= threshold), UNDECIDED)
