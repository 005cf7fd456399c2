"""Permutation test of the labels of one hold-out, for any label metric."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from bayescmp._results import SignificanceResult
from bayescmp._rounding import without_rounding
from bayescmp._settings import Settings
from bayescmp._typing import Array, Floats, Integers
from bayescmp._validation import Generator, RandomNumbers, check_integer, generator
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._joint_cells import are_enough, joint_cells
from bayescmp.frequentist._labels import check_labels, difference_of, label_metric, labels_of, size_of
from bayescmp.frequentist._registered import LABEL_METRICS, RegisteredTest
from bayescmp.metrics import Metric
from bayescmp.metrics._of_margins import check_class
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.model_selection import HOLD_OUT

_NUMBERS = 4_000_000  # counts that are held at once
_MOST_SIZES = 20  # dims that an array may have; more have more ways than are ever taken


def permutation(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    metric: str | Callable[[Any, Any], float] | Metric = DEFAULT_METRIC,
    pos_label: object = None,
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
    pos_label : label, optional
        As in `bayescmp.metrics.metric_of`.
    n_resamples : int, default 9999
        If there are at most this many ways to swap the labels of the records that differ, all are taken and the
        test is exact; else as many are drawn. Ways that swap equal records count as one, but for a function.
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
    metric = label_metric(metric, pos_label)
    check_class(metric, np.unique(np.concatenate([y, a, b])).tolist())
    difference = difference_of(metric)
    observed = difference(y, a, b)
    if metric.counts_errors:
        pvalue = _binomial_pvalue(int(((a != y) & (b == y)).sum()), int(((b != y) & (a == y)).sum()))
    elif np.array_equal(a, b):
        pvalue = 1.0
    elif are_enough(metric):
        pvalue = _counted_pvalue(metric, observed, (y, a, b), n_resamples, source)
    else:
        pvalue = _swapped_pvalue(metric, observed, (y, a, b), n_resamples, source)
    return SignificanceResult(name="permutation", statistic=observed, pvalue=pvalue, df=None, estimate=observed)


def _binomial_pvalue(only_first: int, only_second: int) -> float:
    total = only_first + only_second
    return float(stats.binomtest(only_first, total, 0.5).pvalue) if total else 1.0


def _counted_pvalue(
    metric: Metric, observed: float, labels: tuple[Array, Array, Array], n_resamples: int, source: Generator
) -> float:
    """Of records that are equal but for a swap, the number of those in one order is binomial."""
    y, a, b = labels
    joint = joint_cells(np.concatenate([y, y]), np.concatenate([a, b]), np.concatenate([b, a]))
    own, mirrored = joint.of_record.reshape(2, -1)
    counts, mirror = np.bincount(own, minlength=len(joint.codes)), np.empty(len(joint.codes), dtype=int)
    mirror[own], mirror[mirrored] = mirrored, own
    one = np.flatnonzero(np.arange(mirror.size) < mirror)
    sizes = counts[one] + counts[mirror[one]]
    exact = sizes.size < _MOST_SIZES and np.prod(sizes + 1.0) <= n_resamples
    kept, weights = _all_numbers(sizes) if exact else _drawn_numbers(sizes, n_resamples, source)

    def differences(kept: Integers) -> Floats:
        swapped = np.tile(counts, (len(kept), 1))
        swapped[:, one], swapped[:, mirror[one]] = kept, sizes - kept
        return joint.differences(metric, swapped)

    parts = np.array_split(kept, 1 + len(kept) * counts.size // _NUMBERS)
    null = np.concatenate([differences(part) for part in parts])
    return _two_sided(null, weights, observed, size_of(metric, y, a, b), exact=exact)


def _two_sided(null: Floats, weights: Floats, observed: float, size: float, *, exact: bool) -> float:
    """Double the smaller share of the ways with at least as extreme a difference of values of a size."""
    found = without_rounding(np.append(null, observed), max(size, np.abs(null).max()))
    far = min(weights[found[:-1] <= found[-1]].sum(), weights[found[:-1] >= found[-1]].sum())
    return min(1.0, float(2 * far if exact else 2 * (far + 1) / (null.size + 1)))


def _all_numbers(sizes: Integers) -> tuple[Integers, Floats]:
    """Return all numbers of records that may stay as they are, and their probabilities."""
    kept = np.indices(tuple(sizes + 1)).reshape(sizes.size, -1).T
    return kept, np.asarray(stats.binom.pmf(kept, sizes, 0.5)).prod(-1)


def _drawn_numbers(sizes: Integers, n_resamples: int, source: Generator) -> tuple[Integers, Floats]:
    return source.binomial(sizes, 0.5, size=(n_resamples, sizes.size)), np.ones(n_resamples)


def _swapped_pvalue(
    metric: Metric, observed: float, labels: tuple[Array, Array, Array], n_resamples: int, source: Generator
) -> float:
    y, a, b = labels
    differ, difference = a != b, difference_of(metric)

    def swapped(stays: Integers, _: Integers) -> float:
        swap = np.zeros(a.shape, dtype=bool)
        swap[differ] = np.equal(stays, 0)
        return difference(y, np.where(swap, b, a), np.where(swap, a, b))

    count = int(differ.sum())
    result = stats.permutation_test(
        (np.ones(count, dtype=int), np.zeros(count, dtype=int)), swapped, permutation_type="samples",
        n_resamples=n_resamples, rng=source,
    )  # fmt: skip
    null = result.null_distribution
    exact = 2**count <= n_resamples
    weights = np.full(null.size, 1 / null.size if exact else 1.0)
    return _two_sided(null, weights, observed, size_of(metric, *labels), exact=exact)


def _assess(evidence: PairEvidence, settings: Settings) -> SignificanceResult:
    y, a, b = labels_of(evidence)
    return permutation(y, a, b, metric=evidence.metric, rng=settings.rng)


PERMUTATION = RegisteredTest(
    name="permutation",
    family="resampling",
    plan=HOLD_OUT.name,
    null="predicted labels of the two fitted classifiers are exchangeable",
    reference="keller2005",
    metrics=LABEL_METRICS,
    status="D",
    faults="one hold-out; the null hypothesis is more than equal loss",
    assess=_assess,
    needs_labels=True,
)
