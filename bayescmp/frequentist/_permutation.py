"""Permutation test of the labels of one hold-out, for any label metric."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from bayescmp._results import SignificanceResult
from bayescmp._settings import Settings
from bayescmp._typing import Array, Integers
from bayescmp._validation import Generator, RandomNumbers, check_integer, generator
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._labels import check_labels, difference_of, label_metric, labels_of
from bayescmp.frequentist._registered import ANY_METRIC, RegisteredTest
from bayescmp.metrics import Metric
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.model_selection import HOLD_OUT


def permutation(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    metric: str | Callable[[Any, Any], float] | Metric = DEFAULT_METRIC,
    n_resamples: int = 9999,
    rng: RandomNumbers = None,
) -> SignificanceResult:
    r"""Paired permutation test of the difference of two losses on one hold-out.

    Parameters
    ----------
    y_true, first, second : array of shape (n_records,)
        True labels, and those predicted by the two classifiers.
    metric : str, callable or Metric, default "error"
        As in `bootstrap`.
    n_resamples : int, default 9999
        If there are at most this many ways to swap the labels of the records that differ, all are taken and the
        test is exact; else as many are drawn.
    rng : int, Generator or None
        Source of the draws.

    Returns
    -------
    SignificanceResult
        `statistic` is the observed loss(first) - loss(second). No interval.

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
    y, a, b = check_labels(y_true, first, second)
    metric = label_metric(metric)
    difference = difference_of(metric)
    observed = difference(y, a, b)
    if metric == DEFAULT_METRIC:
        pvalue = _binomial_pvalue(int(((a != y) & (b == y)).sum()), int(((b != y) & (a == y)).sum()))
    elif np.array_equal(a, b):
        pvalue = 1.0
    else:
        pvalue = _swapped_pvalue(difference, y, a, b, n_resamples, source)
    return SignificanceResult(name="permutation", statistic=observed, pvalue=pvalue, df=None, estimate=observed)


def _binomial_pvalue(only_first: int, only_second: int) -> float:
    total = only_first + only_second
    return float(stats.binomtest(only_first, total, 0.5).pvalue) if total else 1.0


def _swapped_pvalue(
    difference: Callable[..., float], y: Array, a: Array, b: Array, n_resamples: int, source: Generator
) -> float:
    differ = a != b

    def swapped(stays: Integers, _: Integers) -> float:
        swap = np.zeros(a.shape, dtype=bool)
        swap[differ] = np.equal(stays, 0)
        return difference(y, np.where(swap, b, a), np.where(swap, a, b))

    count = int(differ.sum())
    result = stats.permutation_test(
        (np.ones(count, dtype=int), np.zeros(count, dtype=int)), swapped, permutation_type="samples",
        n_resamples=n_resamples, rng=source,
    )  # fmt: skip
    return float(result.pvalue)


def _assess(evidence: PairEvidence, settings: Settings) -> SignificanceResult:
    y, a, b = labels_of(evidence)
    return permutation(y, a, b, metric=evidence.metric, rng=settings.rng)


PERMUTATION = RegisteredTest(
    name="permutation",
    family="resampling",
    plan=HOLD_OUT.name,
    null="predicted labels of the two fitted classifiers are exchangeable",
    reference="keller2005",
    metrics=ANY_METRIC,
    status="D",
    faults="one hold-out; the null hypothesis is more than equal loss",
    assess=_assess,
    needs_labels=True,
)
