"""Bootstrap test and interval from the labels of one hold-out, for any label metric."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from bayescmp._results import SignificanceResult
from bayescmp._settings import Settings
from bayescmp._typing import Floats
from bayescmp._validation import RandomNumbers, check_choice, check_integer, check_probability, generator
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._labels import check_labels, difference_of, label_metric, labels_of
from bayescmp.frequentist._registered import ANY_METRIC, RegisteredTest
from bayescmp.metrics import Metric
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.model_selection import HOLD_OUT

BOOTSTRAPS = ("percentile", "BCa")


def bootstrap(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    metric: str | Callable[[Any, Any], float] | Metric = DEFAULT_METRIC,
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

    References
    ----------
    .. [1] M. Keller, S. Bengio and S. Y. Wong, "Benchmarking Non-Parametric Statistical Tests", NeurIPS 18, 2005.

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
    difference = difference_of(label_metric(metric))
    observed = difference(y, a, b)
    found = functools.partial(SignificanceResult, name=f"bootstrap_{method}", statistic=observed, estimate=observed)
    if np.array_equal(a, b):
        return found(pvalue=1.0, df=None, bounds=lambda _: (0.0, 0.0))
    resample = functools.partial(
        stats.bootstrap, (np.arange(y.size),), lambda rows: difference(y[rows], a[rows], b[rows]), vectorized=False
    )
    resampled = resample(n_resamples=n_resamples, method="percentile", rng=source)
    constant = np.ptp(resampled.bootstrap_distribution) == 0
    kind = "percentile" if constant else method  # BCa is not defined without spread

    def bounds(confidence_level: float) -> tuple[float, float]:
        known = {"n_resamples": 0, "method": kind, "bootstrap_result": resampled}
        low, high = resample(confidence_level=confidence_level, **known).confidence_interval
        return float(low), float(high)

    if kind == "percentile":
        pvalue = percentile_pvalue(resampled.bootstrap_distribution)
    else:
        pvalue = _inverted_pvalue(bounds, n_resamples)
    return found(pvalue=pvalue, df=None, bounds=bounds)


def _resamples(n_resamples: int | None, alpha: float) -> int:
    alpha = check_probability("alpha", alpha)
    if n_resamples is not None:
        return check_integer("n_resamples", n_resamples, least=1)
    return int(np.ceil(50 / alpha * (1 - 1e-9)))  # 500 for 1 - 0.9, which is a little less than 0.1


def percentile_pvalue(distribution: Floats) -> float:
    """Twice the smaller share of resamples on the far side of 0, which no finite number can show to be 0."""
    far = min(int((distribution <= 0).sum()), int((distribution >= 0).sum()))
    return min(1.0, 2 * (far + 1) / (distribution.size + 1))


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


def _assess(evidence: PairEvidence, settings: Settings) -> SignificanceResult:
    y, a, b = labels_of(evidence)
    return bootstrap(y, a, b, metric=evidence.metric, alpha=1 - settings.ci_prob, rng=settings.rng)


BOOTSTRAP_PERCENTILE = RegisteredTest(
    name="bootstrap_percentile",
    family="resampling",
    plan=HOLD_OUT.name,
    null="equal expected loss of the two fitted classifiers",
    reference="keller2005",
    metrics=ANY_METRIC,
    status="S",
    faults="one hold-out; too small p-values with few errors",
    assess=_assess,
    needs_labels=True,
)
