"""The paired permutation test of the mean difference of losses or scores of records: their signs are turned."""

import numpy as np
from numpy.typing import ArrayLike

from bayescmp._support._given import check_row_of_differences
from bayescmp._support._rounding import ROUNDING, without_rounding
from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._label_losses import answers_of_pair
from bayescmp.frequentist._registered import MEAN_METRICS, RegisteredTest
from bayescmp.model_selection import HOLD_OUT
from bayescmp.results import SignificanceResult

_MOST_SUMS = 2**18  # 0.1 s; 18 differences of any size, some hundred of a few sizes
_MOST_RESAMPLES = 1_000_000


def sign_flip(differences: ArrayLike, *, n_resamples: int = 9_999, rng: RandomNumbers = 0) -> SignificanceResult:
    r"""Paired permutation test of the mean difference of losses or scores of records on one hold-out.

    Parameters
    ----------
    differences : array of shape (n_records,)
        value(first) - value(second) of every record, such as differences of their scores.
    n_resamples : int, default 9999
        Number of random choices of signs, where the test is not exact.
    rng : int, Generator or None, default 0
        Source of the signs.

    Returns
    -------
    SignificanceResult
        `statistic` is the mean difference, value(first) - value(second); `pvalue` is two-sided. No interval.

    Notes
    -----
    Null hypothesis: on every record the two losses could be swapped without changing their distribution, so that the
    difference is distributed symmetrically about 0. That is more than a mean of 0: with skewed differences the test may
    reject more often than its level though the means are equal. Records vary, training sets do not.

    With the observed differences :math:`d_i` and signs :math:`s_i = \pm 1` of which all are equally probable,

    .. math:: p = P\Bigl(\Bigl|\sum_i s_i |d_i|\Bigr| \ge \Bigl|\sum_i d_i\Bigr|\Bigr)

    (status S [1]_, [2]_). The distribution of the sum is built up difference by difference, those of equal size at
    once and equal sums put together. While these are at most 262,144 the p-value is exact: for 18 differences of any
    size, and for hundreds of scores with few values. Beyond, B choices of signs are drawn, of which b have a sum at
    least as extreme, and :math:`p = (1 + b) / (1 + B)`. They come from a random group: with a random word :math:`c_i`
    of L bits for each difference, :math:`2^L > B`, choice u turns the sign where u and :math:`c_i` share an odd number
    of bits, and a fast Walsh-Hadamard transform gives all sums at once. The observed signs are one of the choices, 0,
    so that p is valid at every level; the signs of a choice are independent, and so are any two choices, so that p has
    the mean and variance of independent draws (derived). Differences of 0 have no sign to turn and change nothing;
    where all are 0, p = 1. On right and wrong answers it is the exact binomial test of `mcnemar`.

    References
    ----------
    .. [1] R. A. Fisher, "The Design of Experiments", Oliver and Boyd, 1935, section 21.
    .. [2] E. J. G. Pitman, "Significance Tests Which May be Applied to Samples From any Populations", Supplement to the
       Journal of the Royal Statistical Society 4(1), 1937. :doi:`10.2307/2984124`

    Examples
    --------
    Darwin's fifteen pairs of plants, crossed and self-fertilised, in eighths of an inch:

    >>> from bayescmp.frequentist import sign_flip
    >>> result = sign_flip([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48])
    >>> round(result.statistic, 4), round(result.pvalue, 5)
    (20.9333, 0.05267)
    """
    count = check_integer("n_resamples", n_resamples, least=1, most=_MOST_RESAMPLES)
    source = generator(rng)
    given = check_row_of_differences(differences, "record")
    largest = float(np.abs(given).max()) or 1.0
    apart = np.where(np.abs(given) <= ROUNDING * largest, 0.0, given / largest)  # whose sum is no infinity
    mean = float(apart.mean()) * largest
    sizes = without_rounding(np.abs(apart[apart != 0]))
    least = abs(float(apart.sum())) - ROUNDING * float(sizes.sum())  # a sum that differs by rounding is as extreme
    pvalue = _exact_pvalue(sizes, least)
    if pvalue is None:
        signed = np.copysign(sizes, apart[apart != 0])
        order = np.lexsort((signed * np.sign(mean), sizes))  # shuffled and swapped, they have the same signs drawn
        extreme = _number_of_extreme(signed[order], least, count, source)
        pvalue = (1 + extreme) / (1 + count)
    return SignificanceResult(name="sign_flip", statistic=mean, pvalue=pvalue, estimate=mean)


def _exact_pvalue(sizes: Floats, least: float) -> float | None:
    """Return the probability that the sum is as extreme, None where there are too many different sums."""
    from scipy import stats

    distinct, numbers = np.unique(sizes, return_counts=True)
    if distinct.size**2 > 2 * _MOST_SUMS:  # which have distinct.size * (distinct.size + 1) / 2 sums or more
        return None
    sums, probabilities = np.zeros(1), np.ones(1)
    total = np.full(1, sizes.sum())
    for size, number in zip(distinct, numbers, strict=True):
        if sums.size * (number + 1) > _MOST_SUMS:
            return None
        positive = np.arange(number + 1)
        grown = (sums[:, None] + size * (2 * positive - number)).ravel()
        weights = np.outer(probabilities, stats.binom.pmf(positive, number, 0.5)).ravel()
        sums, place = np.unique(without_rounding(grown, total), return_inverse=True)
        probabilities = np.bincount(place, weights)
    return min(1.0, float(probabilities[np.abs(sums) >= least].sum()))


def _number_of_extreme(apart: Floats, least: float, count: int, source: np.random.Generator) -> int:
    """Draw so many choices of signs, as the notes of `sign_flip` say, and count those whose sum is as extreme."""
    bits = count.bit_length()
    sums = np.bincount(source.integers(2**bits, size=apart.size), apart, 2**bits)
    for _ in range(bits):  # the fast Walsh-Hadamard transform
        even, odd = sums[::2], sums[1::2]
        sums = np.concatenate([even + odd, even - odd])
    drawn = source.choice(sums[1:], count, replace=False)  # the first one turns no sign
    return int((np.abs(drawn) >= least).sum())


def differences_of(evidence: PairEvidence) -> Floats:
    """Return the difference of the values of every record: what it adds to both means, and the means."""
    (answers, places), metric = answers_of_pair(evidence), evidence.metric
    values = (metric.loss_of_value(answers.value(metric, place)) + answers.influence(metric, place) for place in places)
    return np.asarray(metric.sign * metric.difference(*values))


SIGN_FLIP = RegisteredTest(
    name="sign_flip", spoken="paired permutation test of the mean", family="resampling", plan=HOLD_OUT.name,
    null="differences of the records that are symmetric about 0, as where the two fitted classifiers are exchangeable",
    reference="pitman1937", metrics=MEAN_METRICS, status="S",
    faults="one hold-out; rejects too easily where few records with skewed differences have a mean of 0",
    assess=lambda e, _: sign_flip(differences_of(e)), needs_probabilities=True,
    reads=lambda e: e.predictions is not None,
)  # fmt: skip
