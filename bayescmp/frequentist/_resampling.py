"""Bootstrap and permutation tests of the labels of one hold-out, for any label metric."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from bayescmp._results import SignificanceResult
from bayescmp._validation import RandomNumbers, check_choice, check_integer, check_probability, generator
from bayescmp.losses import Metric, check_metric
from bayescmp.predictions import column, plain_labels

BOOTSTRAPS = ("percentile", "BCa")


def bootstrap(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    metric: Metric = "error",
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
    metric : "error" or callable, default "error"
        A function ``metric(y_true, y_pred)`` of labels that is 1 at its best, such as `sklearn.metrics.f1_score`;
        the loss is 1 - metric.
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
        probability 1 - alpha leaves out 0, at least 1/(n_resamples + 1).

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
    y, a, b = _labels(y_true, first, second)
    difference = difference_of(metric)
    observed = difference(y, a, b)
    if np.array_equal(a, b):
        return SignificanceResult(name=f"bootstrap_{method}", statistic=observed, pvalue=1.0, df=None)
    resample = functools.partial(
        stats.bootstrap, (np.arange(y.size),), lambda rows: difference(y[rows], a[rows], b[rows]), vectorized=False
    )
    resampled = resample(n_resamples=n_resamples, method="percentile", rng=source)
    constant = np.ptp(resampled.bootstrap_distribution) == 0
    if method == "percentile" or constant:
        pvalue = percentile_pvalue(resampled.bootstrap_distribution)
    else:
        pvalue = _inverted_pvalue(functools.partial(resample, method=method, bootstrap_result=resampled), n_resamples)
    return SignificanceResult(name=f"bootstrap_{method}", statistic=observed, pvalue=pvalue, df=None)


def permutation(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    metric: Metric = "error",
    n_resamples: int = 9999,
    rng: RandomNumbers = None,
) -> SignificanceResult:
    r"""Paired permutation test of the difference of two losses on one hold-out.

    Parameters
    ----------
    y_true, first, second : array of shape (n_records,)
        True labels, and those predicted by the two classifiers.
    metric : "error" or callable, default "error"
        As in `bootstrap`.
    n_resamples : int, default 9999
        If there are at most this many ways to swap the labels of the records that differ, all are taken and the
        test is exact; else as many are drawn.
    rng : int, Generator or None
        Source of the draws.

    Returns
    -------
    SignificanceResult
        `statistic` is the observed loss(first) - loss(second).

    Raises
    ------
    ValueError
        If lengths differ, or an argument is out of range.

    Notes
    -----
    Null hypothesis: on every record the two predicted labels could be swapped without changing their distribution,
    which is more than equal loss: do not use it to claim a difference of loss where labels differ for other reasons.
    Records vary, training sets do not. For the error the test is the exact binomial
    test of `mcnemar` (status D), and is computed as that.

    Examples
    --------
    >>> from bayescmp.frequentist import permutation
    >>> permutation([1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [0, 0, 0, 0, 1]).pvalue
    0.125
    """
    check_integer("n_resamples", n_resamples, least=1)
    source = generator(rng)
    y, a, b = _labels(y_true, first, second)
    difference = difference_of(metric)
    observed = difference(y, a, b)
    differ = a != b
    if metric == "error":
        only_first, only_second = int(((a != y) & (b == y)).sum()), int(((b != y) & (a == y)).sum())
        total = only_first + only_second
        pvalue = float(stats.binomtest(only_first, total, 0.5).pvalue) if total else 1.0
        return SignificanceResult(name="permutation", statistic=observed, pvalue=pvalue, df=None)
    if not differ.any():
        return SignificanceResult(name="permutation", statistic=observed, pvalue=1.0, df=None)

    def swapped(stays: NDArray[np.int64], _: NDArray[np.int64]) -> float:
        swap = np.zeros(a.shape, dtype=bool)
        swap[differ] = np.equal(stays, 0)
        return difference(y, np.where(swap, b, a), np.where(swap, a, b))

    count = int(differ.sum())
    result = stats.permutation_test(
        (np.ones(count, dtype=int), np.zeros(count, dtype=int)), swapped, permutation_type="samples",
        n_resamples=n_resamples, rng=source,
    )  # fmt: skip
    return SignificanceResult(name="permutation", statistic=observed, pvalue=float(result.pvalue), df=None)


def difference_of(metric: Metric) -> Callable[..., float]:
    """Return the function of (y_true, first, second) that gives loss(first) - loss(second)."""
    metric = check_metric(metric)
    if callable(metric):
        return lambda y, a, b: _score(metric, y, b) - _score(metric, y, a)
    return lambda y, a, b: float(np.mean(np.not_equal(y, a)) - np.mean(np.not_equal(y, b)))


def _score(metric: Callable[[Any, Any], float], y: NDArray[Any], predicted: NDArray[Any]) -> float:
    score = float(metric(y, predicted))
    if not np.isfinite(score):
        raise ValueError(f"`metric` must return a finite number, but got {score} for {y.size} records.")
    return score


def _labels(*labels: ArrayLike) -> tuple[NDArray[Any], ...]:
    names = ("y_true", "first", "second")
    arrays = tuple(
        plain_labels(column(values, name), name, "record {}".format) for values, name in zip(labels, names, strict=True)
    )
    shapes = {array.shape for array in arrays}
    if len(shapes) != 1 or arrays[0].ndim != 1 or arrays[0].size < 2:
        raise ValueError(f"The labels must be three arrays of one length, at least 2, but got the shapes {shapes}.")
    if len({array.dtype.kind == "U" for array in arrays}) != 1:
        raise TypeError("The labels must be all text or all numbers, but got both.")
    return arrays


def _resamples(n_resamples: int | None, alpha: float) -> int:
    alpha = check_probability("alpha", alpha)
    return int(np.ceil(50 / alpha)) if n_resamples is None else check_integer("n_resamples", n_resamples, least=1)


def percentile_pvalue(distribution: NDArray[np.float64]) -> float:
    """Twice the smaller share of resamples on the far side of 0, which no finite number can show to be 0."""
    far = min(int((distribution <= 0).sum()), int((distribution >= 0).sum()))
    return min(1.0, 2 * (far + 1) / (distribution.size + 1))


def _inverted_pvalue(interval_at: Callable[..., Any], n_resamples: int) -> float:
    """Halve the range of alpha until the interval that just touches 0 is found."""
    low, high = 1 / (n_resamples + 1), 1.0
    for _ in range(12):
        middle = (low + high) / 2
        interval = interval_at(n_resamples=0, confidence_level=1 - middle).confidence_interval
        if interval.low <= 0 <= interval.high:
            low = middle
        else:
            high = middle
    return high
