"""Bootstrap test and interval from the labels of one hold-out, for any label metric."""

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bayescmp._results import SignificanceResult
from bayescmp._rounding import without_rounding
from bayescmp._settings import Settings
from bayescmp._typing import Array, Floats, Integers
from bayescmp._validation import Generator, RandomNumbers, check_choice, check_integer, check_probability, generator
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._joint_cells import are_enough, joint_cells
from bayescmp.frequentist._labels import check_labels, difference_of, label_metric, labels_of, size_of
from bayescmp.frequentist._registered import LABEL_METRICS, RegisteredTest
from bayescmp.metrics import Metric
from bayescmp.metrics._of_margins import check_class
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.model_selection import HOLD_OUT

BOOTSTRAPS = ("percentile", "BCa")
_NUMBERS = 4_000_000  # rows of resamples that are held at once


def bootstrap(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    metric: str | Callable[[Any, Any], float] | Metric = DEFAULT_METRIC,
    pos_label: object = None,
    method: str = "percentile",
    alpha: float = 0.05,
    n_resamples: int | None = None,
    rng: RandomNumbers = None,
) -> SignificanceResult:
    r"""Paired bootstrap test of the difference of two losses on one hold-out.

    Parameters
    ----------
    y_true, first, second : array of shape (n_records,)
        True labels, and those predicted by the two classifiers.
    metric : str, callable or Metric, default "error"
        A name, or a function ``metric(y_true, y_pred)`` of labels that is 1 at its best, such as
        `sklearn.metrics.f1_score`, whose loss is 1 - metric; as in `bayescmp.metrics.metric_of`.
    pos_label : label, optional
        As in `bayescmp.metrics.metric_of`.
    method : {"percentile", "BCa"}, default "percentile"
        The interval that the test inverts.
    alpha : float, default 0.05
        The level for which the number of resamples is chosen, a proportion.
    n_resamples : int, optional
        Resamples of the records; 50/alpha if None.
    rng : int, Generator or None
        Source of the resamples.

    Returns
    -------
    SignificanceResult
        `statistic` is the observed loss(first) - loss(second); `pvalue` the smallest alpha at which the interval of
        probability 1 - alpha leaves out 0, at least 1/(n_resamples + 1). The interval is that of `method`.

    Raises
    ------
    ValueError
        If lengths differ, or an argument is out of range.

    Notes
    -----
    Null hypothesis: the two fitted classifiers have equal expected loss. Records vary, training sets do not. Whole
    records are drawn with replacement, so that the pairing is kept (status S [1]_). With few errors the percentile
    interval is too short; for plain error rates `mcnemar` is exact.

    The ends of the BCa interval of probability :math:`1 - \alpha` are quantiles of the resampled differences, too, at

    .. math:: \Phi\Bigl(z_0 + \frac{z_0 + z}{1 - a (z_0 + z)}\Bigr), \qquad z = \pm \Phi^{-1}(\alpha / 2)

    where :math:`\Phi(z_0)` is the share of resamples below the observed difference, those that equal it by half, and
    :math:`a = \sum_i u_i^3 / 6 (\sum_i u_i^2)^{3/2}`, with :math:`u_i` the mean of the differences that leave one
    record out less the one without record i (status S [2]_, as in `scipy.stats.bootstrap`).

    References
    ----------
    .. [1] M. Keller, S. Bengio and S. Y. Wong, "Benchmarking Non-Parametric Statistical Tests", NeurIPS 18, 2005.
    .. [2] B. Efron, "Better Bootstrap Confidence Intervals", Journal of the American Statistical Association 82, 1987.
       :doi:`10.1080/01621459.1987.10478410`

    Examples
    --------
    >>> from sklearn.metrics import f1_score
    >>> from bayescmp.frequentist import bootstrap
    >>> y, a, b = [0, 1] * 20, [0, 1] * 18 + [1, 0] * 2, [0, 1] * 10 + [1, 0] * 10
    >>> bootstrap(y, a, b, metric=f1_score, rng=0).pvalue < 0.01
    True
    """
    check_choice("method", method, BOOTSTRAPS)
    n_resamples = _resamples(n_resamples, alpha)
    source = generator(rng)
    y, a, b = check_labels(y_true, first, second)
    metric = label_metric(metric, pos_label)
    check_class(metric, np.unique(np.concatenate([y, a, b])).tolist())
    observed = difference_of(metric)(y, a, b)
    found = functools.partial(
        SignificanceResult, name=f"bootstrap_{method.lower()}", statistic=observed, estimate=observed, df=None
    )
    if np.array_equal(a, b):
        return found(pvalue=1.0, bounds=lambda _: (0.0, 0.0))
    sample = _sampler(metric, y, a, b)
    drawn = np.concatenate([sample(rows) for rows in _rows(y.size, n_resamples, source)])
    together = without_rounding(np.append(drawn, observed), max(size_of(metric, y, a, b), np.abs(drawn).max()))
    drawn = together[:-1]
    if method == "percentile" or np.ptp(drawn) == 0:  # without spread there is nothing to correct
        return found(pvalue=percentile_pvalue(drawn), bounds=lambda level: _quantiles(drawn, _tails(level)))
    adjusted = functools.partial(_adjusted, _bias(drawn, together[-1]), _acceleration(sample, y, a, b))

    def bounds(confidence_level: float) -> tuple[float, float]:
        return _quantiles(drawn, adjusted(_tails(confidence_level)))

    return found(pvalue=_inverted_pvalue(bounds, n_resamples), bounds=bounds)


_MOST_RESAMPLES = 10**7


def _resamples(n_resamples: int | None, alpha: float) -> int:
    alpha = check_probability("alpha", alpha)
    if n_resamples is not None:
        number = check_integer("n_resamples", n_resamples, least=1)
        if number > _MOST_RESAMPLES:
            raise ValueError(f"`n_resamples` must be at most {_MOST_RESAMPLES:,}, but got {number:,}.")
        return number
    return int(np.ceil(50 / alpha * (1 - 1e-9)))  # 500 for 1 - 0.9, which is a little less than 0.1


def percentile_pvalue(distribution: Floats) -> float:
    """Twice the smaller share of resamples on the far side of 0, which no finite number can show to be 0."""
    far = min(int((distribution <= 0).sum()), int((distribution >= 0).sum()))
    return min(1.0, 2 * (far + 1) / (distribution.size + 1))


def _sampler(metric: Metric, y: Array, a: Array, b: Array) -> Callable[[Integers], Floats]:
    """Return the function from samples of rows, (n_samples, n), to their differences."""
    if are_enough(metric):
        joint = joint_cells(y, a, b)
        return lambda rows: joint.differences(metric, joint.counts(rows))
    difference = difference_of(metric)
    return lambda rows: np.array([difference(y[one], a[one], b[one]) for one in rows])


def _rows(n: int, n_resamples: int, source: Generator) -> Iterator[Integers]:
    """Yield the rows of resamples, some resamples at a time."""
    at_once = max(1, _NUMBERS // n)
    for begin in range(0, n_resamples, at_once):
        yield source.integers(0, n, size=(min(at_once, n_resamples - begin), n))


def _tails(confidence_level: float) -> Floats:
    return np.array([1 - confidence_level, 1 + confidence_level]) / 2


def _quantiles(drawn: Floats, probabilities: Floats) -> tuple[float, float]:
    low, high = np.quantile(drawn, probabilities).tolist()
    return low, high


def _bias(drawn: Floats, observed: float) -> float:
    """Return how far the median of the resamples is off, in normal scores."""
    share = (np.mean(drawn < observed) + np.mean(drawn <= observed)) / 2
    least = 1 / (drawn.size + 1)
    return float(special.ndtri(np.clip(share, least, 1 - least)))


def _acceleration(sample: Callable[[Integers], Floats], y: Array, a: Array, b: Array) -> float:
    """Return how fast the standard error changes: a sixth of the skewness of what single records add."""
    joint = joint_cells(y, a, b)
    times, places = np.bincount(joint.of_record), np.arange(y.size)
    _, example = np.unique(joint.of_record, return_index=True)
    left = np.array([sample(np.delete(places, one)[np.newaxis])[0] for one in example])  # equal records, equal values
    added = np.average(left, weights=times) - left
    spread = float(times @ added**2)
    return float(times @ added**3) / (6 * spread**1.5) if spread > 0 else 0.0


def _adjusted(bias: float, acceleration: float, tails: Floats) -> Floats:
    score = bias + special.ndtri(tails)
    return special.ndtr(bias + score / np.maximum(1 - acceleration * score, np.finfo(float).tiny))


def _inverted_pvalue(bounds: Callable[[float], tuple[float, float]], n_resamples: int) -> float:
    """Halve the range of alpha until the interval that just touches 0 is found."""
    low, high = 1 / (n_resamples + 1), 1.0
    for _ in range(12):
        middle = (low + high) / 2
        lower, upper = bounds(1 - middle)
        if lower <= 0 <= upper:
            low = middle
        else:
            high = middle
    return high


def _assess(method: str, evidence: PairEvidence, settings: Settings) -> SignificanceResult:
    labels, alpha = labels_of(evidence), 1 - settings.ci_prob
    return bootstrap(*labels, metric=evidence.metric, method=method, alpha=alpha, rng=settings.rng)


BOOTSTRAP_PERCENTILE = RegisteredTest(
    name="bootstrap_percentile",
    family="resampling",
    plan=HOLD_OUT.name,
    null="equal expected loss of the two fitted classifiers",
    reference="keller2005",
    metrics=LABEL_METRICS,
    status="S",
    faults="one hold-out; too small p-values with few errors",
    assess=functools.partial(_assess, "percentile"),
    needs_labels=True,
)
BOOTSTRAP_BCA = RegisteredTest(
    name="bootstrap_bca",
    family="resampling",
    plan=HOLD_OUT.name,
    null="equal expected loss of the two fitted classifiers",
    reference="efron1987",
    metrics=LABEL_METRICS,
    status="S",
    faults="one hold-out; p-values a little too small with few errors",
    assess=functools.partial(_assess, "BCa"),
    needs_labels=True,
)
