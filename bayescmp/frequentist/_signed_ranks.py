"""Tests over several data sets, and corrections for several comparisons."""

import numpy as np
import scipy
from numpy.typing import ArrayLike
from scipy import special

from bayescmp._support._given import as_numbers, check_row_of_differences
from bayescmp._support._rounding import without_rounding
from bayescmp._support._text import shown
from bayescmp._support._typing import Floats
from bayescmp._support._validation import check_choice
from bayescmp.frequentist._mcnemar import binomial_pvalue
from bayescmp.results import SignificanceResult

_EXACT = 50  # differences


def wilcoxon_signed_rank(differences: ArrayLike, *, zero_method: str = "zsplit") -> SignificanceResult:
    r"""Wilcoxon's signed-rank test of the differences on several data sets.

    Parameters
    ----------
    differences : array of shape (n_datasets,)
        value(first) - value(second) on each data set. Those that differ by 1e-12 of the largest or less are equal.
    zero_method : {"zsplit", "wilcox"}, default "zsplit"
        What becomes of differences of 0: their ranks are split evenly between the classifiers, and one of them is
        left out where they are odd in number; or all are left out.

    Returns
    -------
    SignificanceResult
        `statistic` is the smaller of the sums of ranks of both signs.

    Notes
    -----
    Null hypothesis: over data sets, the differences are symmetric about 0. Data sets vary, independently; do not use
    it on the folds of one data set, which are not independent. Sizes are ranked from 1, equal ones sharing their mean
    rank, zeros among them by "zsplit" (status S [1]_).

    The p-value is the probability, doubled, of a statistic that is at most as large, if any signs of the differences
    other than 0 are as probable as any others, given their ranks. So it is exact with ties and zeros, by either rule,
    for up to 50 differences other than 0 (status D); for more it is that of a normal statistic of the same variance,
    :math:`\sum_i r_i^2 / 4`. Zeros that are split add the same to both sums, whatever the signs: they count by
    the higher ranks of the others. Tables by the number of data sets, which [1]_ reads, know neither ties nor zeros.

    References
    ----------
    .. [1] J. Demsar, "Statistical Comparisons of Classifiers over Multiple Data Sets", Journal of Machine Learning
       Research 7, 2006, pages 1-30.

    Examples
    --------
    >>> from bayescmp.frequentist import wilcoxon_signed_rank
    >>> wilcoxon_signed_rank([-0.01, -0.02, -0.03, -0.05, -0.04]).pvalue
    0.0625
    """
    d = _that_count(differences, zero_method)
    ranks = scipy.stats.rankdata(np.abs(d))
    smaller = min(ranks[d > 0].sum(), ranks[d < 0].sum())
    pvalue = _pvalue_by_signs(smaller, ranks[d != 0])
    return SignificanceResult(name="wilcoxon_signed_rank", statistic=smaller + ranks[d == 0].sum() / 2, pvalue=pvalue)


def sign(differences: ArrayLike, *, zero_method: str = "zsplit") -> SignificanceResult:
    """Sign test of the differences on several data sets.

    Parameters
    ----------
    differences, zero_method
        As in `wilcoxon_signed_rank`, of data sets in place of ranks.

    Returns
    -------
    SignificanceResult
        `statistic` is the number of data sets on which the first loses more, half of those without a difference
        among them by "zsplit".

    Notes
    -----
    Null hypothesis: on a data set where they differ, either is better with probability 1/2. Data sets vary,
    independently. Binomial test of the data sets that count (status S [1]_). It is exact where none has a difference of
    0, and by "wilcox", given how many have; "zsplit" takes for granted that these would have gone either way alike, so
    that its p-value is as large or larger, and the test conservative (status D).

    References
    ----------
    .. [1] J. Demsar, "Statistical Comparisons of Classifiers over Multiple Data Sets", Journal of Machine Learning
       Research 7, 2006, pages 1-30.

    Examples
    --------
    >>> from bayescmp.frequentist import sign
    >>> sign([-0.01, -0.02, -0.03, -0.05, 0.0]).pvalue
    0.125
    """
    d = _that_count(differences, zero_method)
    worse = int((d > 0).sum() + (d == 0).sum() // 2)
    return SignificanceResult(name="sign", statistic=float(worse), pvalue=binomial_pvalue(worse, d.size - worse))


def _that_count(differences: ArrayLike, zero_method: str) -> Floats:
    """Return the differences without rounding, and without the zeros that are left out."""
    check_choice("zero_method", zero_method, ("zsplit", "wilcox"))
    d = check_row_of_differences(differences)
    d = np.sign(d) * without_rounding(np.append(np.abs(d), 0.0))[:-1]
    zeros = np.flatnonzero(d == 0)
    return np.delete(d, zeros if zero_method == "wilcox" else zeros[: zeros.size % 2])


def _pvalue_by_signs(smaller: float, ranks: Floats) -> float:
    """Double the probability that ranks which count with probability 1/2 sum up to `smaller` or less."""
    if ranks.size > _EXACT:
        return float(2 * special.ndtr((smaller - ranks.sum() / 2) / np.sqrt((ranks**2).sum() / 4)))
    probabilities = np.ones(1)  # of sums of twice the ranks, which are whole
    for twice in (2 * ranks).astype(int):
        without = np.append(probabilities, np.zeros(twice))
        probabilities = (without + np.roll(without, twice)) / 2
    return min(1.0, float(2 * probabilities[: int(2 * smaller) + 1].sum()))


def adjust_pvalues(pvalues: ArrayLike, *, method: str = "holm") -> Floats:
    """Adjust p-values for several comparisons.

    Parameters
    ----------
    pvalues : array of shape (n_comparisons,)
        Unadjusted p-values.
    method : {"holm", "benjamini-hochberg"}, default "holm"
        Holm's step-down controls the probability of any false rejection; Benjamini and Hochberg's step-up the
        expected share of false ones among the rejections, for independent or positively dependent tests.

    Returns
    -------
    array of shape (n_comparisons,)
        Adjusted p-values in the given order; reject where one is at most the level.

    References
    ----------
    .. [1] S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6,
       1979, pages 65-70.
    .. [2] Y. Benjamini and Y. Hochberg, "Controlling the False Discovery Rate", Journal of the Royal Statistical
       Society B 57, 1995. :doi:`10.1111/j.2517-6161.1995.tb02031.x`

    Examples
    --------
    >>> from bayescmp.frequentist import adjust_pvalues
    >>> adjust_pvalues([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    check_choice("method", method, ("holm", "benjamini-hochberg"))
    p = as_numbers(pvalues, "pvalues")
    if p.ndim != 1 or not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"`pvalues` must be a list of numbers between 0 and 1, but got {shown(pvalues)}.")
    if method == "benjamini-hochberg":
        return np.asarray(scipy.stats.false_discovery_control(p)) if p.size else p
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1)), 1)
    return adjusted
