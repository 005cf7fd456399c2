"""How sure a larger experiment would be: more records, more repeats."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import optimize, stats

from bayescmp._validation import check_integer, check_number
from bayescmp.comparison._comparison import Comparison, check_comparison
from bayescmp.comparison._levels import CROSSED
from bayescmp.posteriors import CrossedEffectsPosterior

_POINTS = (np.arange(200) + 0.5) / 200
_FACTORS = (1, 2, 4)

Array = np.ndarray[Any, np.dtype[np.float64]]


def plan(
    comparison: Comparison,
    *,
    n_records: Sequence[int] | None = None,
    n_repeats: Sequence[float] | None = None,
    difference: float | None = None,
) -> pd.DataFrame:
    r"""Foresee how wide the interval of a larger experiment would be, and how probably it would decide.

    Parameters
    ----------
    comparison : Comparison
        Made with `inference="crossed-effects"`.
    n_records : sequence of int, optional
        Numbers of records to foresee, all validated in every repeat; once, twice and four times those of the comparison
        by default.
    n_repeats : sequence of int, optional
        Numbers of repeats of the cross-validation; `math.inf` shows what no number of repeats goes beyond. By default
        once, twice and four times those of the comparison, and infinitely many.
    difference : float, optional
        True difference err(first) - err(second) to foresee decisions for, a proportion; by default it is drawn from the
        posterior of the comparison.

    Returns
    -------
    DataFrame
        One row per number of records and of repeats: `sd` and `width`, the standard deviation of the posterior of the
        difference and the width of its interval, in proportions; `prob_first_better`, `prob_equivalent`,
        `prob_second_better`, the probabilities that the experiment decides so, and `prob_decision`, their sum.

    Raises
    ------
    TypeError
        If `comparison` is not a Comparison, or a number is of the wrong kind.
    ValueError
        If the comparison was made at another level, a number is out of range, or other numbers of repeats are asked for
        after one repeat, which cannot tell the effects of records from chance.

    Notes
    -----
    The variance of the mean difference over n records in m repeats, given tau, is

    .. math:: (\sigma_u^2 + \sigma_e^2) \left(\frac{s}{n} + \frac{1 - s}{n m} + \frac{\tau}{n}\right)

    for two-fold designs, with the share s of the record effects: more repeats shrink the middle term only. Its parts
    are those of the comparison, tau has its posterior there and is taken to stay the same as training sets grow, and
    posteriors are taken to be normal given tau (status A). What is foreseen is a new experiment on new records, decided
    by itself, at the interval and threshold of the comparison. The errors of the algorithms change with the size of
    their training sets; a plan does not know how.

    Examples
    --------
    >>> import math
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import bayescmp as bc
    >>> X, y = load_iris(return_X_y=True)
    >>> p = bc.cross_val_predictions({"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, X, y, random_state=0)
    >>> table = bc.plan(bc.compare(p), n_records=[150, 600], n_repeats=[5, math.inf])
    >>> bool((table["width"].diff().dropna() < 0).all())
    True
    """
    parts = _parts_of(comparison)
    records = [parts.n_records * k for k in _FACTORS] if n_records is None else list(n_records)
    records = [check_integer("n_records", value, least=1) for value in records]
    repeats = _repeats(parts, n_repeats)
    true = comparison.difference.ppf(_POINTS) if difference is None else np.array([_checked(difference)])
    return pd.DataFrame([_row(comparison, parts, n, m, true) for n in records for m in repeats])


@dataclass(frozen=True, kw_only=True, eq=False)
class _Parts:
    """Parts of the variance of the mean difference, and the posterior of tau: array of shape (n_tau,) each."""

    records: float
    rest: float
    training_sets: Array
    weights: Array
    n_records: int
    n_repeats: float

    def sd(self, n_records: float, n_repeats: float) -> Array:
        """Return the standard deviation of the mean difference for every tau."""
        rest = self.rest * self.n_repeats / n_repeats
        return np.sqrt((self.records + rest + self.training_sets) * self.n_records / n_records)


def _parts_of(comparison: Comparison) -> _Parts:
    check_comparison(comparison)
    posterior = comparison.posterior
    if comparison.inference != CROSSED or not isinstance(posterior, CrossedEffectsPosterior):
        raise ValueError(
            f"`comparison` must be made with inference={CROSSED!r}, but it is {comparison.inference!r}: only that "
            "level tells what records, repeats and training sets add. Compare the predictions of a cross-validation."
        )
    n_records = int(posterior.n_records)
    n_repeats = float(comparison.tables.sum()) / n_records
    known, tau = posterior.components, posterior.weights["tau"].to_numpy()
    variance, share = float(known["variance"]), float(known["records"] / (known["records"] + known["rest"]))
    if variance == 0:  # no outcome differs; the posterior then counts every record once
        variance, share = comparison.difference.sd**2, 1.0
    rest = variance * (1 - share) / (n_repeats * share + 1 - share)
    return _Parts(
        records=variance - rest,
        rest=rest,
        training_sets=tau * float(known["variance_per_tau"]),
        weights=posterior.weights.to_numpy(),
        n_records=n_records,
        n_repeats=n_repeats,
    )


def _checked(difference: float) -> float:
    if abs(check_number("difference", difference)) >= 1:
        raise ValueError(f"`difference` must be a proportion between -1 and 1, but got {difference!r}.")
    return float(difference)


def _repeats(parts: _Parts, n_repeats: Sequence[float] | None) -> list[float]:
    if n_repeats is None:
        return [parts.n_repeats] if parts.n_repeats == 1 else [*(parts.n_repeats * k for k in _FACTORS), np.inf]
    if parts.n_repeats == 1 and any(m != 1 for m in n_repeats):
        raise ValueError(
            f"`n_repeats` must be 1 after one repeat, but got {list(n_repeats)}: one repeat cannot tell the effects of "
            "records from chance. Add a repeat with `cross_val_predictions(start=...)` first."
        )
    return [m if m == np.inf else check_integer("n_repeats", m, least=1) for m in n_repeats]


def _row(comparison: Comparison, parts: _Parts, n_records: float, n_repeats: float, true: Array) -> dict[str, float]:
    sd = parts.sd(n_records, n_repeats)
    tail = (1 - comparison.ci_prob) / 2
    low, high = comparison.rope
    # The mean of the new experiment lies this far outside the rope where it decides, and so near its centre.
    outside = _quantile(parts.weights, sd, comparison.threshold)
    first = _mixed(parts.weights, stats.norm.cdf((low - outside - true[:, None]) / sd))
    second = _mixed(parts.weights, stats.norm.sf((high + outside - true[:, None]) / sd))
    centre, inside = (low + high) / 2, _half_width_of_equivalence(comparison, parts.weights, sd)
    equivalent = _mixed(
        parts.weights,
        stats.norm.cdf((centre + inside - true[:, None]) / sd) - stats.norm.cdf((centre - inside - true[:, None]) / sd),
    )
    return {
        "n_records": n_records,
        "n_repeats": n_repeats,
        "sd": float(np.sqrt(parts.weights @ sd**2)),
        "width": 2 * _quantile(parts.weights, sd, 1 - tail),
        "prob_first_better": first,
        "prob_equivalent": equivalent,
        "prob_second_better": second,
        "prob_decision": first + equivalent + second,
    }


def _mixed(weights: Array, probabilities: Array) -> float:
    """Average over tau and over true differences, array of shape (n_true, n_tau)."""
    return float((probabilities @ weights).mean())


def _quantile(weights: Array, sd: Array, probability: float) -> float:
    """Upper quantile of a mixture of normal distributions around 0."""
    largest = stats.norm.ppf(probability) * sd.max()
    return float(optimize.brentq(lambda x: weights @ stats.norm.cdf(x / sd) - probability, 0, largest))


def _half_width_of_equivalence(comparison: Comparison, weights: Array, sd: Array) -> float:
    """Return how far from the centre of the rope a mean may lie that is decided as equivalent; 0 if none is."""
    half = (comparison.rope[1] - comparison.rope[0]) / 2

    def excess(distance: float) -> float:
        within = stats.norm.cdf((half - distance) / sd) - stats.norm.cdf((-half - distance) / sd)
        return float(weights @ within) - comparison.threshold

    return float(optimize.brentq(excess, 0, half)) if excess(0) > 0 else 0.0
