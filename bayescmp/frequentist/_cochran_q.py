"""Cochran's Q test of several fitted classifiers on the same records."""

from itertools import combinations

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._given import check_labelled
from bayescmp._support._typing import Integers
from bayescmp._support._validation import check_choice
from bayescmp.results import SignificanceResult

_HIGHEST_COST = 2_000_000  # 0.1 s


def cochran_q(wrong: xr.DataArray, *, method: str = "auto") -> SignificanceResult:
    r"""Cochran's Q test of several classifiers on the same records.

    Parameters
    ----------
    wrong : DataArray of bool, dims (classifier, record)
        Whether the prediction is wrong.
    method : {"auto", "chi2"}, default "auto"
        The p-value: exact where that is quick and else that of chi-squared, or always that of chi-squared, to recompute
        published ones.

    Returns
    -------
    SignificanceResult
        `df` is None where the p-value is exact, k - 1 for k classifiers where it is that of chi-squared.

    Notes
    -----
    Null hypothesis: all fitted classifiers have equal error rates; for the exact p-value, on every record any choice
    of those that are wrong is as probable as any other of as many. Records vary, training sets do not. With
    :math:`G_j` wrong predictions of classifier j and :math:`L_i` on record i,

    .. math:: Q = \frac{(k - 1) (k \sum_j G_j^2 - (\sum_j G_j)^2)}{k \sum_i L_i - \sum_i L_i^2}

    [1]_. If no record tells the classifiers apart, Q = 0 and p = 1.

    Given all :math:`L_i`, the exact p-value is the probability that Q is at least as large as observed. The
    distribution of the :math:`G_j`, in order of size, is built up over the n records that tell the classifiers apart.
    The i-th adds its :math:`\binom{k}{L_i}` choices to at most :math:`\binom{i + k - 2}{k - 1}` states of k numbers.
    While these are at most two million in sum the p-value is exact, which takes at most some 0.1 s; beyond, it is
    that of chi-squared with k - 1 degrees of freedom. Where one classifier is wrong on each of the n records, that is
    n up to 999 for two classifiers, 109 for 3, 40 for 4, 22 for 5 and 8 for 10. With two classifiers the two p-values
    are those of McNemar's exact test and of its chi-squared test without correction.

    References
    ----------
    .. [1] W. G. Cochran, "The Comparison of Percentages in Matched Samples", Biometrika 37, 1950.
       :doi:`10.1093/biomet/37.3-4.256`

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.frequentist import cochran_q
    >>> wrong = xr.DataArray([[1, 1, 0, 0], [0, 0, 0, 0], [0, 1, 0, 1]], dims=("classifier", "record"))
    >>> result = cochran_q(wrong > 0)
    >>> round(result.statistic, 4), round(result.pvalue, 4)
    (2.6667, 0.4444)
    >>> round(cochran_q(wrong > 0, method="chi2").pvalue, 4)
    0.2636
    """
    check_choice("method", method, ("auto", "chi2"))
    dims = ("classifier", "record")
    values = check_labelled("wrong", wrong, "b", dims).transpose(*dims).to_numpy()
    if len(values) < 2:
        raise ValueError(f"`wrong` must hold two or more classifiers by record, but got {dict(wrong.sizes)}.")
    k = len(values)
    differ = values.any(axis=0) & ~values.all(axis=0)
    by_classifier, by_record = values[:, differ].sum(axis=1), values[:, differ].sum(axis=0)
    numerator = (k - 1) * (k * (by_classifier**2).sum() - by_classifier.sum() ** 2)
    statistic = float(numerator / max((by_record * (k - by_record)).sum(), 1))
    by_record = by_record[np.argsort(np.abs(2 * by_record - k), kind="stable")]  # most choices while states are few
    exact = method == "auto" and _cost(k, by_record) <= _HIGHEST_COST
    pvalue = _exact_pvalue(by_classifier, by_record) if exact else special.chdtrc(k - 1, statistic)
    return SignificanceResult(name="cochran_q", statistic=statistic, pvalue=pvalue, df=None if exact else k - 1)


def _cost(k: int, by_record: Integers) -> float:
    """Bound the numbers that the exact p-value goes through: states times choices times classifiers, over records."""
    states = special.comb(np.arange(by_record.size) + k - 1, k - 1)
    return float(k * (states @ special.comb(k, by_record)))


def _exact_pvalue(by_classifier: Integers, by_record: Integers) -> float:
    """Return the probability that the sum of squares is at least as large, which is so where Q is: both are whole."""
    k = by_classifier.size
    totals, probabilities = np.zeros((1, k), dtype=np.int64), np.ones(1)  # in order of size, of every state
    choices = {n: np.eye(k, dtype=np.int8)[list(combinations(range(k), n))].sum(axis=1) for n in {*by_record.tolist()}}
    for n_wrong in by_record.tolist():
        grown = np.sort((totals[:, None] + choices[n_wrong]).reshape(-1, k), axis=1)
        _, first, state = np.unique(_numbered(grown), return_index=True, return_inverse=True)
        totals, shares = grown[first], probabilities / len(choices[n_wrong])
        probabilities = np.bincount(state, np.repeat(shares, len(choices[n_wrong])))
    extreme = (totals**2).sum(axis=1) >= (by_classifier**2).sum()
    return min(float(probabilities[extreme].sum() / probabilities.sum()), 1.0)


def _numbered(ordered: Integers) -> Integers:
    """Return the place of each row of whole numbers in order of size among all such rows."""
    column = np.arange(ordered.shape[1])
    table = special.comb(np.arange(ordered.max() + 1)[:, None] + column, column + 1)
    return np.rint(table[ordered, column].sum(axis=1)).astype(np.int64)
