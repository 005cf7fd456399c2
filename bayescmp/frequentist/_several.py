"""Tests over several data sets, and corrections for several comparisons."""

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from bayescmp._given import as_numbers
from bayescmp._results import SignificanceResult
from bayescmp._typing import Floats
from bayescmp._validation import check_choice, check_differences_of_datasets

CORRECTIONS = ("holm", "benjamini-hochberg")


def wilcoxon_signed_rank(differences: ArrayLike) -> SignificanceResult:
    """Wilcoxon's signed-rank test of the differences on several data sets.

    Parameters
    ----------
    differences : array of shape (n_datasets,)
        loss(first) - loss(second) on each data set, a proportion.

    Returns
    -------
    SignificanceResult
        scipy's statistic and p-value: exact for few data sets without ties, else normal.

    Raises
    ------
    ValueError
        If `differences` is empty, has several dims, or is not finite.

    Notes
    -----
    Null hypothesis: over data sets, the differences are symmetric about 0. Data sets vary, independently; do not use
    it on the folds of one data set, which are not independent. Data sets without a difference are left out (status
    S [1]_); if all are, the statistic is 0 and p = 1.

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
    d = check_differences_of_datasets(differences)
    if not d.any():
        return SignificanceResult(name="wilcoxon_signed_rank", statistic=0.0, pvalue=1.0, df=None)
    result = stats.wilcoxon(d)
    return SignificanceResult(
        name="wilcoxon_signed_rank", statistic=float(result.statistic), pvalue=float(result.pvalue), df=None
    )


def sign(differences: ArrayLike) -> SignificanceResult:
    """Sign test of the differences on several data sets.

    Parameters
    ----------
    differences : array of shape (n_datasets,)
        loss(first) - loss(second) on each data set, a proportion.

    Returns
    -------
    SignificanceResult
        `statistic` is the number of data sets on which the first loses more.

    Raises
    ------
    ValueError
        As in `wilcoxon_signed_rank`.

    Notes
    -----
    Null hypothesis: on a data set where they differ, either is better with probability 1/2. Data sets vary,
    independently. Exact binomial test; data sets without a difference are left out, p = 1 if all are (status S).

    Examples
    --------
    >>> from bayescmp.frequentist import sign
    >>> sign([-0.01, -0.02, -0.03, -0.05, 0.0]).pvalue
    0.125
    """
    d = check_differences_of_datasets(differences)
    worse, total = int((d > 0).sum()), int((d != 0).sum())
    pvalue = float(stats.binomtest(worse, total, 0.5).pvalue) if total else 1.0
    return SignificanceResult(name="sign", statistic=float(worse), pvalue=pvalue, df=None)


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

    Raises
    ------
    ValueError
        If a p-value is not between 0 and 1, or `method` is another word.

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
    check_choice("method", method, CORRECTIONS)
    p = as_numbers(pvalues, "pvalues")
    if p.ndim != 1 or not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"`pvalues` must be a list of numbers between 0 and 1, but got {pvalues!r}.")
    if method == "benjamini-hochberg":
        return np.asarray(stats.false_discovery_control(p)) if p.size else p
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1)), 1)
    return adjusted
