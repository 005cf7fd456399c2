"""Bootstrap and permutation tests from the labels of one hold-out, for any label metric."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike
from scipy import special

from bayescmp._support._rounding import without_rounding
from bayescmp._support._typing import Array, Floats, Integers
from bayescmp._support._validation import RandomNumbers, check_choice, check_integer, check_probability, generator
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._label_losses import (
    are_enough,
    check_labels,
    counted,
    difference_of,
    differences_of_cells,
    label_metric,
    labels_of,
    size_of,
)
from bayescmp.frequentist._mcnemar import binomial_pvalue
from bayescmp.frequentist._registered import LABEL_METRICS, RegisteredTest
from bayescmp.metrics import DEFAULT_METRIC, Metric, cells_of, check_class
from bayescmp.model_selection import HOLD_OUT
from bayescmp.results import Settings, SignificanceResult

_MOST_RESAMPLES = 10**7
_NUMBERS = 4_000_000  # rows of resamples, or counts, that are held at once
_MOST_SIZES = 20  # dims that an array may have; more have more ways than are ever taken


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
        A name, or a function ``metric(y_true, y_pred)`` of labels that is higher where predictions are better, such as
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
        `statistic` is the observed value(first) - value(second); `pvalue` the smallest alpha at which the interval of
        probability 1 - alpha leaves out 0, at least 1/(n_resamples + 1). The interval is that of `method`.

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
    >>> from bayescmp.frequentist import bootstrap
    >>> y, a, b = [0, 1] * 20, [0, 1] * 18 + [1, 0] * 2, [0, 1] * 10 + [1, 0] * 10
    >>> bootstrap(y, a, b, metric="f1", rng=0).pvalue < 0.01
    True
    """
    check_choice("method", method, ("percentile", "BCa"))
    default = int(np.ceil(50 / check_probability("alpha", alpha) * (1 - 1e-9)))  # 500 for 1 - 0.9, a little below 0.1
    n_resamples = default if n_resamples is None else n_resamples
    n_resamples = check_integer("n_resamples", n_resamples, least=1, most=_MOST_RESAMPLES)
    source = generator(rng)
    metric, (y, a, b), observed = _checked(metric, pos_label, y_true, first, second)
    sample = _sampler(metric, y, a, b)
    drawn = np.concatenate([sample(rows) for rows in _rows(y.size, n_resamples, source)])
    together = without_rounding(np.append(drawn, observed), max(size_of(metric, y, a, b), np.abs(drawn).max()))
    drawn, middle = together[:-1], together[-1]
    is_corrected = method == "BCa" and np.ptp(drawn) > 0  # without spread there is nothing to correct
    bias, acceleration = (_bias(drawn, middle), _acceleration(sample, y, a, b)) if is_corrected else (0.0, 0.0)

    def bounds(confidence_level: float) -> tuple[float, float]:
        tails = np.array([1 - confidence_level, 1 + confidence_level]) / 2
        if is_corrected:
            score = bias + special.ndtri(tails)
            tails = special.ndtr(bias + score / np.maximum(1 - acceleration * score, np.finfo(float).tiny))
        low, high = np.quantile(drawn, tails).tolist()
        return low, high

    pvalue = _inverted_pvalue(bounds, n_resamples) if is_corrected else percentile_pvalue(drawn)
    name = f"bootstrap_{method.lower()}"
    return SignificanceResult(name=name, statistic=observed, pvalue=pvalue, estimate=observed, bounds=bounds)


def _checked(metric: object, pos_label: object, *given: ArrayLike) -> tuple[Metric, tuple[Array, ...], float]:
    """Return the metric, the labels and the observed difference."""
    of_labels, labels = label_metric(metric, pos_label), check_labels(*given)
    check_class(of_labels, np.unique(np.concatenate(labels)).tolist())
    return of_labels, labels, difference_of(of_labels)(*labels)


def percentile_pvalue(distribution: Floats) -> float:
    """Twice the smaller share of resamples on the far side of 0, which no finite number can show to be 0."""
    far = min(int((distribution <= 0).sum()), int((distribution >= 0).sum()))
    return min(1.0, 2 * (far + 1) / (distribution.size + 1))


def _sampler(metric: Metric, y: Array, a: Array, b: Array) -> Callable[[Integers], Floats]:
    """Return the function from samples of rows, (n_samples, n), to their differences."""
    if are_enough(metric):
        cells, of_record = cells_of(y, a, b)
        return lambda rows: differences_of_cells(metric, cells, counted(of_record, rows, len(cells.codes)))
    difference = difference_of(metric)
    return lambda rows: np.array([difference(y[sample], a[sample], b[sample]) for sample in rows])


def _rows(n: int, n_resamples: int, source: np.random.Generator) -> Iterator[Integers]:
    """Yield the rows of resamples, some resamples at a time."""
    at_once = max(1, _NUMBERS // n)
    for begin in range(0, n_resamples, at_once):
        yield source.integers(0, n, size=(min(at_once, n_resamples - begin), n))


def _bias(drawn: Floats, observed: float) -> float:
    """Return how far the median of the resamples is off, in normal scores."""
    share = (np.mean(drawn < observed) + np.mean(drawn <= observed)) / 2
    least = 1 / (drawn.size + 1)
    return float(special.ndtri(np.clip(share, least, 1 - least)))


def _acceleration(sample: Callable[[Integers], Floats], y: Array, a: Array, b: Array) -> float:
    """Return how fast the standard error changes: a sixth of the skewness of what single records add."""
    _, examples, times = np.unique(cells_of(y, a, b)[1], return_index=True, return_counts=True)
    rows = np.arange(y.size)
    left = np.array([sample(np.delete(rows, row)[np.newaxis])[0] for row in examples])  # equal records, equal values
    added = np.average(left, weights=times) - left
    spread = float(times @ added**2)
    return float(times @ added**3) / (6 * spread**1.5) if spread > 0 else 0.0


def _inverted_pvalue(bounds: Callable[[float], tuple[float, float]], n_resamples: int) -> float:
    """Halve the range of alpha until the interval that just touches 0 is found."""
    low, high = 1 / (n_resamples + 1), 1.0
    for _ in range(12):
        middle = (low + high) / 2
        lower, upper = bounds(1 - middle)
        low, high = (middle, high) if lower <= 0 <= upper else (low, middle)
    return high


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
    y_true, first, second, metric, pos_label, rng
        As in `bootstrap`.
    n_resamples : int, default 9999
        If there are at most this many ways to swap the labels of the records that differ, all are taken and the
        test is exact; else as many are drawn. Ways that swap equal records count as one, but for a function.

    Returns
    -------
    SignificanceResult
        `statistic` is the observed value(first) - value(second). No interval.

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
    metric, labels, observed = _checked(metric, pos_label, y_true, first, second)
    y, a, b = labels
    if metric.counts_errors:
        only_first, only_second = ((a != y) & (b == y)).sum(), ((b != y) & (a == y)).sum()
        pvalue = binomial_pvalue(only_first, only_second).item()
    elif np.array_equal(a, b):
        pvalue = 1.0
    else:
        swap = _swaps_of_cells if are_enough(metric) else _swaps_of_records
        null, weights, is_exact = swap(metric, labels, n_resamples, source)
        together = without_rounding(np.append(null, observed), max(size_of(metric, *labels), np.abs(null).max()))
        far = min(weights[together[:-1] <= together[-1]].sum(), weights[together[:-1] >= together[-1]].sum())
        pvalue = min(1.0, float(2 * far if is_exact else 2 * (far + 1) / (null.size + 1)))
    return SignificanceResult(name="permutation", statistic=observed, pvalue=pvalue, estimate=observed)


def _swaps_of_cells(
    metric: Metric, labels: Sequence[Array], n_resamples: int, source: np.random.Generator
) -> tuple[Floats, Floats, bool]:
    """Return differences after swaps, their weights, and whether these are all."""
    y, a, b = labels
    cells, of_record = cells_of(np.concatenate([y, y]), np.concatenate([a, b]), np.concatenate([b, a]))
    own, mirrored = of_record.reshape(2, -1)
    counts, mirror = np.bincount(own, minlength=len(cells.codes)), np.empty(len(cells.codes), dtype=int)
    mirror[own], mirror[mirrored] = mirrored, own
    order = np.flatnonzero(np.arange(mirror.size) < mirror)
    sizes = counts[order] + counts[mirror[order]]  # of which those in one order are binomial
    is_exact = bool(sizes.size < _MOST_SIZES and np.prod(sizes + 1.0) <= n_resamples)
    if is_exact:
        numbers = np.indices(tuple(sizes + 1)).reshape(sizes.size, -1).T
        weights = np.asarray(scipy.stats.binom.pmf(numbers, sizes, 0.5)).prod(-1)
    else:
        numbers, weights = source.binomial(sizes, 0.5, size=(n_resamples, sizes.size)), np.ones(n_resamples)

    def differences(numbers: Integers) -> Floats:
        swapped = np.tile(counts, (len(numbers), 1))
        swapped[:, order], swapped[:, mirror[order]] = numbers, sizes - numbers
        return differences_of_cells(metric, cells, swapped)

    parts = np.array_split(numbers, 1 + len(numbers) * counts.size // _NUMBERS)
    return np.concatenate(list(map(differences, parts))), weights, is_exact


def _swaps_of_records(
    metric: Metric, labels: Sequence[Array], n_resamples: int, source: np.random.Generator
) -> tuple[Floats, Floats, bool]:
    """Return as much, of swaps record by record."""
    y, a, b = labels
    differ, difference = np.flatnonzero(a != b), difference_of(metric)

    def swapped(stays: Integers, _: Integers) -> float:
        is_swapped = np.zeros(a.shape, dtype=bool)
        is_swapped[differ] = np.equal(stays, 0)
        return difference(y, np.where(is_swapped, b, a), np.where(is_swapped, a, b))

    pair = np.ones(differ.size, dtype=int), np.zeros(differ.size, dtype=int)
    null = scipy.stats.permutation_test(
        pair, swapped, permutation_type="samples", n_resamples=n_resamples, rng=source
    ).null_distribution
    is_exact = 2**differ.size <= n_resamples
    return null, np.full(null.size, 1 / null.size if is_exact else 1.0), is_exact


def _of_labels(
    test: Callable[..., SignificanceResult], evidence: PairEvidence, settings: Settings, **options: Any
) -> SignificanceResult:
    return test(*labels_of(evidence), metric=evidence.metric, rng=settings.rng, **options)


BOOTSTRAP_PERCENTILE = RegisteredTest(
    name="bootstrap_percentile", spoken="percentile bootstrap", family="resampling", plan=HOLD_OUT.name,
    null="equal expected loss of the two fitted classifiers", reference="keller2005", metrics=LABEL_METRICS, status="S",
    faults="one hold-out; too small p-values with few errors",
    assess=lambda e, settings: _of_labels(bootstrap, e, settings, alpha=1 - settings.ci_prob), needs_labels=True,
)  # fmt: skip
BOOTSTRAP_BCA = replace(
    BOOTSTRAP_PERCENTILE, name="bootstrap_bca", spoken="BCa bootstrap", reference="efron1987",
    faults="one hold-out; p-values a little too small with few errors",
    assess=lambda e, settings: _of_labels(bootstrap, e, settings, alpha=1 - settings.ci_prob, method="BCa"),
)  # fmt: skip
PERMUTATION = replace(
    BOOTSTRAP_PERCENTILE, name="permutation", spoken="paired permutation test",
    null="predicted labels of the two fitted classifiers are exchangeable", status="D",
    faults="one hold-out; the null hypothesis is more than equal loss",
    assess=lambda e, settings: _of_labels(permutation, e, settings),
)  # fmt: skip
