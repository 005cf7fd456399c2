"""Whether probabilities are as large as what they predict is frequent: in numbers."""

import warnings
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import special

from bayescmp._support._given import as_numbers, check_same_index, index_of
from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp._support._validation import NO_ROWS, check_integer, check_list, check_probability
from bayescmp.metrics._margins import positive_label
from bayescmp.predictions import column, encode, plain_labels

_ROUNDING = 1e-12  # of what differs from a share


@dataclass(frozen=True, kw_only=True, eq=False)
class Calibration:
    """How well the probabilities of one class are calibrated, as from `calibration`.

    Attributes
    ----------
    in_the_large : float
        Calibration in the large: the intercept of the logistic regression of the class on the log odds of its
        probability with the slope fixed at 1; 0 where probabilities are right on average, below it where too large.
    intercept, slope : float
        Of that regression with both free, 0 and 1 where probabilities are calibrated. A slope below 1: probabilities
        are too far from the middle. The intercept is no calibration in the large. NaN where they cannot be told.
    brier : float
        The Brier score, the mean square of what probabilities are off; the less, the better.
    reliability : float
        How far probabilities are from the shares of the class in their bins, as a mean square; the less, the better.
    resolution : float
        How far these shares are from that in all records, as a mean square; the more, the better.
    uncertainty : float
        The Brier score of a classifier that gives every record the share in all of them.
    in_the_large_interval, slope_interval : (float, float)
        Confidence intervals; NaN where they cannot be told.
    """

    in_the_large: float
    intercept: float
    slope: float
    brier: float
    reliability: float
    resolution: float
    uncertainty: float
    in_the_large_interval: tuple[float, float] = (np.nan, np.nan)
    slope_interval: tuple[float, float] = (np.nan, np.nan)

    @property
    def within_bins(self) -> float:
        """What of the Brier score the three parts leave, because probabilities differ within bins: 0 where none do."""
        return self.brier - (self.reliability - self.resolution + self.uncertainty)


def calibration(
    y_true: Any,
    y_prob: Any,
    *,
    pos_label: Any = None,
    sample_weight: Any = None,
    bins: int = 10,
    group: Any = None,
    ci_prob: float = 0.95,
) -> Calibration:
    r"""Return how well the probabilities of one class are calibrated: in the large, slope and parts of the Brier score.

    Parameters
    ----------
    y_true : array-like of shape (n_records,)
        True labels.
    y_prob : array-like of shape (n_records,)
        Probability of the class that each record was given, a proportion.
    pos_label : label, optional
        The class. Where it is left out, the labels must be 0 and 1, -1 and 1, or False and True.
    sample_weight : array-like of shape (n_records,), optional
        What each record counts, above 0; None counts all alike.
    bins : int, default 10
        How many bins of about as many records. Equal probabilities stay together, so there are fewer where few differ.
    group : array-like of shape (n_records,), optional
        The group of every record, such as the patient; None where records are independent.
    ci_prob : float, default 0.95
        Level of the intervals.

    Notes
    -----
    Intercept a and slope b are those of highest likelihood in :math:`\mathrm{logit} P(y_i = c) = a + b\,
    \mathrm{logit}\, p_i` [1]_. A probability of 0 or 1 that came true adds nothing to it, for b above 0; with one that
    failed there is no highest likelihood, nor where the probabilities tell the class from all others without a mistake,
    or are all the same: then both are NaN, with a warning of one that failed. Calibration in the large is the a of
    b = 1, where :math:`\sum_i (y_i - \mathrm{expit}(a + \mathrm{logit}\, p_i)) = 0`; it needs both kinds of records.

    The intervals are those of the t distribution with G - 1 degrees of freedom and the cluster-robust variance, times
    G/(G - 1), of G records or groups (status D).

    With :math:`\bar p_k` the mean probability in bin k, :math:`\bar y_k` the share of the class there, :math:`\bar y`
    that in all records and :math:`w_k` the share of the records in the bin, the parts of the Brier score [2]_ are

    .. math:: \sum_k w_k (\bar p_k - \bar y_k)^2, \quad \sum_k w_k (\bar y_k - \bar y)^2, \quad \bar y (1 - \bar y):

    the score is the first minus the second plus the third, exactly where the probabilities within a bin are equal;
    `within_bins` is the rest. Even of calibrated probabilities reliability is above 0, by about the number of bins
    times the Brier score over n, and resolution is too large by as much.

    References
    ----------
    .. [1] D. R. Cox, "Two Further Applications of a Model for Binary Regression", Biometrika 45(3/4), 1958.
       :doi:`10.1093/biomet/45.3-4.562`
    .. [2] A. H. Murphy, "A New Vector Partition of the Probability Score", Journal of Applied Meteorology 12(4), 1973.
       :doi:`10.1175/1520-0450(1973)012<0595:ANVPOT>2.0.CO;2`

    Examples
    --------
    >>> from bayescmp.metrics import calibration
    >>> found = calibration([0, 0, 1, 0, 1, 1, 1, 0], [0.2, 0.2, 0.2, 0.2, 0.8, 0.8, 0.8, 0.8])
    >>> round(found.slope, 3), round(found.brier, 3)  # 1 of 4 where 0.2 was said, 3 of 4 where 0.8 was
    (0.792, 0.19)
    >>> round(found.reliability, 4), round(found.resolution, 4), round(found.uncertainty, 4)
    (0.0025, 0.0625, 0.25)

    Several at once:

    >>> import pandas as pd
    >>> y, y_prob = [0, 1, 0, 1, 1], {"a": [0.2, 0.6, 0.7, 0.8, 0.5], "b": [0.3, 0.4, 0.6, 0.9, 0.5]}
    >>> table = pd.DataFrame({name: vars(calibration(y, p)) for name, p in y_prob.items()})
    >>> table.loc["slope"].astype(float).round(2).tolist()
    [1.11, 0.99]
    """
    check_integer("bins", bins, least=1)
    check_same_index({"y_true": index_of(y_true), "y_prob": index_of(y_prob), "sample_weight": index_of(sample_weight)})
    truth = plain_labels(column(y_true, "y_true"), "y_true")
    if not truth.size:
        raise ValueError("`y_true` must hold at least one label, but is empty.")
    given = _numbers("y_prob", y_prob, truth.size)
    odd = given[~((given >= 0) & (given <= 1))]
    if odd.size:
        raise ValueError(f"`y_prob` must be from 0 to 1, but got {float(odd[0])}.")
    weights = np.ones(truth.size) if sample_weight is None else _numbers("sample_weight", sample_weight, truth.size)
    odd = weights[~(np.isfinite(weights) & (weights > 0))]
    if odd.size:
        raise ValueError(f"`sample_weight` must be finite and above 0, but got {float(odd[0])}.")
    label = positive_label("calibration", np.unique(truth).tolist(), pos_label)
    check_probability("ci_prob", ci_prob)
    failed = np.flatnonzero(((given == 0) | (given == 1)) & (given != (truth == label)))
    if failed.size:
        said = f"`y_prob` is {given[failed[0]]:g} at position {failed[0]}, whose label is {truth.tolist()[failed[0]]!r}"
        remedy = "Correct it, or clip them, as by np.clip(y_prob, 0.001, 0.999)."
        warnings.warn(f"Slope and calibration in the large cannot be told (NaN): {said}. {remedy}", stacklevel=2)
    cluster = np.arange(truth.size)
    if group is not None:
        cluster = encode({"group": plain_labels(column(group, "group"), "group")})[1][0]
        if cluster.size != truth.size:
            raise ValueError(f"`group` must have a group for each of the {truth.size} records, but got {cluster.size}.")
    return calibration_of(given, truth == label, weights, bins, cluster, ci_prob)


def _numbers(name: str, values: Any, size: int) -> Floats:
    if isinstance(values, NO_ROWS):
        check_list(name, values)
    numbers = as_numbers(values, name)
    if numbers.shape != (size,):
        raise ValueError(
            f"`{name}` must have one number for each record, ({size},), but got the shape {numbers.shape}."
        )
    return numbers


def calibration_of(
    given: Floats, positive: Booleans, weights: Floats, bins: int, cluster: Integers, ci_prob: float
) -> Calibration:
    """Return the calibration of probabilities of one class, where `positive` are its records, by their clusters."""
    mean, of_class, of_all = calibration_bins(given, positive, weights, bins)
    total = of_all.sum()
    prevalence, shares = of_class.sum() / total, of_class / of_all
    inside = (given > 0) & (given < 1)  # others are certain
    logits, truth, counts = special.logit(given[inside]), positive[inside], weights[inside]
    has_failed = bool((given[~inside] != positive[~inside]).any())
    intercept, slope = (np.nan, np.nan) if has_failed else _recalibration(logits, truth, counts)
    if slope <= 0 and not inside.all():  # it would make certain probabilities that came true impossible
        intercept = slope = np.nan
    fit = Calibration(
        in_the_large=np.nan if has_failed else _in_the_large(logits, truth, counts),
        intercept=intercept,
        slope=slope,
        brier=float(weights @ np.square(given - positive) / total),
        reliability=float(of_all @ np.square(mean - shares) / total),
        resolution=float(of_all @ np.square(shares - prevalence) / total),
        uncertainty=float(prevalence * (1 - prevalence)),
    )
    large, of_slope = _recalibration_ends(fit, logits, truth, counts, cluster[inside], ci_prob).tolist()
    return replace(fit, in_the_large_interval=tuple(large), slope_interval=tuple(of_slope))


def calibration_bins(given: Floats, positive: Booleans, weights: Floats, bins: int) -> tuple[Floats, Floats, Floats]:
    """Return the mean probability of each bin, the weight of its records of the class, and of all its records."""
    place = _places(given, weights, bins)
    total, of_class, of_all = (np.bincount(place, one) for one in (weights * given, weights * positive, weights))
    return total / of_all, of_class, of_all


def design_effect(given: Floats, positive: Booleans, weights: Floats, bins: int, group: Integers) -> float:
    """Return how many times more the shares of bins vary than of independent records, 1 or more, by groups of records.

    The cluster-robust variance over that of independent records, of all bins together. Where every bin holds records of
    one kind alone, the records of a group in it are taken to be alike.
    """
    place = _places(given, weights, bins)
    of_class, of_all = (np.bincount(place, one) for one in (weights * positive, weights))
    rest = positive - (of_class / of_all)[place]
    if np.abs(rest).max() < _ROUNDING:
        rest = np.ones(rest.size)
    own = np.unique(np.stack([place, group]), axis=1, return_inverse=True)[1].ravel()
    count = np.unique(group).size
    found = (np.bincount(own, weights * rest) ** 2).sum() / (weights @ rest**2)
    return max(1.0, float(found * count / max(count - 1, 1)))


def _places(given: Floats, weights: Floats, bins: int) -> Integers:
    """Return the bin of each record, from 0; a probability is in the bin that the middle of its weight is in."""
    values, place = np.unique(given, return_inverse=True)
    mass = np.bincount(place, weights, values.size)
    share = (np.cumsum(mass) - mass / 2) / mass.sum()
    # Sums of weights such as 1/3 are off in the last digits, and a half of all may be the bound of a bin.
    return np.unique(np.floor(bins * share + 1e-9), return_inverse=True)[1][place]


def _recalibration_ends(
    fit: Calibration, logits: Floats, truth: Booleans, weights: Floats, cluster: Integers, ci_prob: float
) -> Floats:
    """Return both ends of the intervals of calibration in the large and slope, (2, 2), by clusters of validations."""
    clusters, own = np.unique(cluster, return_inverse=True)
    count, design = clusters.size, np.stack([np.ones(logits.size), logits])

    def reach(design: Floats, log_odds: Floats) -> float:
        """Return how far the interval of the last coefficient reaches."""
        chance = special.expit(log_odds)
        if not np.isfinite(chance).all() or count < 2:
            return np.nan
        rest = weights * (truth - chance)
        information = (design * weights * chance * (1 - chance)) @ design.T
        moved = np.linalg.inv(information) @ np.stack([np.bincount(own, rest * row) for row in design])
        sd = np.sqrt((moved[-1] ** 2).sum() * count / (count - 1))
        return float(special.stdtrit(count - 1, (1 + ci_prob) / 2) * sd)

    apart = reach(design[:1], fit.in_the_large + logits), reach(design, fit.intercept + fit.slope * logits)
    return np.array([fit.in_the_large, fit.slope])[:, None] + np.outer(apart, [-1, 1])


def _in_the_large(logits: Floats, truth: Booleans, weights: Floats) -> float:
    """Return the intercept beside the log odds, at which as many records are of the class as probabilities say."""
    from scipy.optimize import brentq

    if truth.all() or not truth.any():
        return np.nan
    share = weights @ truth / weights.sum()
    low, high = (float(special.logit(share) - end) for end in (logits.max() + 1, logits.min() - 1))
    return float(brentq(lambda a: weights @ (truth - special.expit(a + logits)) / weights.sum(), low, high, xtol=1e-12))


def _recalibration(logits: Floats, truth: Booleans, weights: Floats) -> tuple[float, float]:
    """Return intercept and slope of the logistic regression on the log odds, NaN where there are none."""
    from sklearn.linear_model import LogisticRegression

    # The likelihood has a maximum if and only if the classes overlap.
    one, other = logits[truth], logits[~truth]
    if not one.size or not other.size or one.max() <= other.min() or other.max() <= one.min():
        return np.nan, np.nan
    fit = LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-10).fit(
        logits[:, None], truth, sample_weight=weights
    )
    return float(fit.intercept_[0]), float(fit.coef_[0, 0])
