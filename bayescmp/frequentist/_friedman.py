"""Tests of the mean ranks of several classifiers on independent blocks, such as data sets."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy
import xarray as xr
from scipy import special

from bayescmp._support._given import check_labelled
from bayescmp._support._rounding import without_rounding
from bayescmp._support._text import shown
from bayescmp._support._typing import Floats
from bayescmp._support._validation import check_choice, check_probability
from bayescmp.frequentist._differences import ratio
from bayescmp.frequentist._signed_ranks import adjust_pvalues
from bayescmp.results import SignificanceResult, in_one_line


def friedman(losses: xr.DataArray | pd.DataFrame) -> SignificanceResult:
    r"""Friedman's test of several classifiers on several blocks.

    Parameters
    ----------
    losses : DataArray, dims (classifier, one other), or DataFrame
        Losses, lower is better, in any units: only their order within a block counts, where they are equal if they
        differ by 1e-12 of its largest or less. The other dim is the blocks, such as dataset; a DataFrame has a row for
        each of them and a column for each classifier. Two or more of each, none missing.

    Notes
    -----
    Null hypothesis: in a block, any order of the classifiers is as probable as any other. Blocks vary, independently.
    Repeats and folds of a cross-validation of one data set are not independent, and p is too small there.

    With :math:`r_{ij}` the rank of classifier j in block i of n, 1 for the lowest loss, equal losses sharing their mean
    rank, and :math:`m = (k + 1)/2`,

    .. math:: \chi^2 = (k - 1) \frac{\sum_j (\sum_i (r_{ij} - m))^2}{\sum_{ij} (r_{ij} - m)^2}

    against chi-squared with k - 1 degrees of freedom [1]_, an approximation for many blocks. If all losses are equal
    within each block, the statistic is 0 and p = 1.

    References
    ----------
    .. [1] M. Friedman, "The Use of Ranks to Avoid the Assumption of Normality Implicit in the Analysis of Variance",
       Journal of the American Statistical Association 32, 1937. :doi:`10.1080/01621459.1937.10503522`

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.frequentist import friedman
    >>> losses = xr.DataArray([[0.1, 0.2, 0.1], [0.3, 0.4, 0.1], [0.2, 0.5, 0.3]], dims=("classifier", "dataset"))
    >>> result = friedman(losses)
    >>> round(result.statistic, 4), result.df, round(result.pvalue, 4)
    (3.8182, 2, 0.1482)
    """
    _, ranks = _ranks(losses)
    df = len(ranks) - 1
    statistic = df * float(ratio(*_sums_of_squares(ranks)))
    return SignificanceResult(name="friedman", statistic=statistic, pvalue=special.chdtrc(df, statistic), df=df)


def iman_davenport(losses: xr.DataArray | pd.DataFrame) -> SignificanceResult:
    r"""Friedman's test with the F distribution of Iman and Davenport.

    Parameters
    ----------
    losses : DataArray or DataFrame
        As in `friedman`.

    Notes
    -----
    Null hypothesis and what varies are those of `friedman`, whose chi-squared is too conservative [1]_ [2]_. With it,

    .. math:: F = \frac{(n - 1) \chi^2}{n (k - 1) - \chi^2}

    has k - 1 and (k - 1)(n - 1) degrees of freedom for k classifiers and n blocks.

    If all blocks agree on the ranks, F is infinite, and p is the probability that chance alone makes n blocks agree,
    :math:`(k! / \prod_t t!)^{1 - n}` with the sizes t of ties (status D), in place of 0. With few blocks the F
    distribution puts other orders below it, too, which are more probable by chance: p is that then. If all losses are
    equal within each block, F = 0 and p = 1.

    References
    ----------
    .. [1] R. L. Iman and J. M. Davenport, "Approximations of the critical region of the Friedman statistic",
       Communications in Statistics 9, 1980. :doi:`10.1080/03610928008827904`
    .. [2] J. Demsar, "Statistical Comparisons of Classifiers over Multiple Data Sets", Journal of Machine Learning
       Research 7, 2006, pages 1-30.

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.frequentist import iman_davenport
    >>> losses = xr.DataArray([[0.1, 0.2, 0.1], [0.3, 0.4, 0.1], [0.2, 0.5, 0.3]], dims=("classifier", "dataset"))
    >>> result = iman_davenport(losses)
    >>> round(result.statistic, 4), result.df, round(result.pvalue, 4)
    (3.5, (2, 4), 0.1322)
    """
    _, ranks = _ranks(losses)
    between, total = _sums_of_squares(ranks)
    k, n = ranks.shape
    statistic = float(ratio((n - 1) * between, n * total - between))
    df = (k - 1, (k - 1) * (n - 1))
    ties = [np.unique(block, return_counts=True)[1] for block in ranks.T]
    orders = [special.gammaln(k + 1) - special.gammaln(sizes + 1).sum() for sizes in ties]
    least = np.exp(max(orders) - sum(orders))  # of blocks that all agree
    pvalue = max(special.fdtrc(*df, statistic), least)
    return SignificanceResult(name="iman_davenport", statistic=statistic, pvalue=pvalue, df=df)


@dataclass(frozen=True, kw_only=True, eq=False)
class MeanRanks:
    """The mean ranks of several classifiers, and Nemenyi's test of every pair.

    Attributes
    ----------
    ranks : DataArray, dim classifier
        Mean over the blocks of the rank of each classifier, 1 for the lowest loss.
    critical_difference : float
        A pair differs at `alpha` where its mean ranks differ by more than this.
    pvalues : DataArray, dims (classifier, other_classifier)
        p-value of each pair, adjusted for the number of pairs; 1 on the diagonal.
    alpha : float
        Probability of any rejection where all classifiers are equal.
    n_blocks : int
        Number of blocks.
    """

    ranks: xr.DataArray
    critical_difference: float
    pvalues: xr.DataArray
    alpha: float
    n_blocks: int
    __repr__ = in_one_line

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Runs of two or more neighbours, the least mean rank first, that the test does not separate."""
        ranks = self.ranks.to_series().sort_values(kind="stable")
        ends = np.searchsorted(ranks, ranks + self.critical_difference, side="right")
        runs = ((begin, end) for end, begin in zip(*np.unique(ends, return_index=True), strict=True))
        return tuple(tuple(ranks.index[begin:end]) for begin, end in runs if end - begin > 1)


def nemenyi(losses: xr.DataArray | pd.DataFrame, *, alpha: float = 0.05) -> MeanRanks:
    r"""Nemenyi's test of every pair of classifiers by their mean ranks.

    Parameters
    ----------
    losses : DataArray or DataFrame
        As in `friedman`.
    alpha : float, default 0.05
        Probability of any rejection where all classifiers are equal.

    Notes
    -----
    Null hypothesis and what varies are those of `friedman`. Two of k classifiers differ where their mean ranks on n
    blocks do by more than

    .. math:: q_\alpha \sqrt{\frac{k (k + 1)}{6 n}},

    with :math:`q_\alpha` the upper quantile of the studentized range of k normal variables, divided by
    :math:`\sqrt 2` [1]_ [2]_. Differences of ranks are taken as normal, which holds for many blocks. Ties are not
    corrected for, so that with many of them the test is conservative. p-values below about 1e-12 are rounding.

    The verdict on two classifiers depends on which others are ranked with them: the same losses of the same two can
    differ beside some and not beside others [3]_. What concerns the pair alone, such as `wilcoxon_signed_rank` or
    `sign` with `adjust_pvalues`, has no such fault.

    References
    ----------
    .. [1] P. B. Nemenyi, "Distribution-Free Multiple Comparisons", PhD thesis, Princeton University, 1963.
    .. [2] J. Demsar, "Statistical Comparisons of Classifiers over Multiple Data Sets", Journal of Machine Learning
       Research 7, 2006, pages 1-30.
    .. [3] A. Benavoli, G. Corani and F. Mangili, "Should We Really Use Post-Hoc Tests Based on Mean-Ranks?", Journal of
       Machine Learning Research 17(5), 2016.

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.frequentist import nemenyi
    >>> losses = xr.DataArray([[0.1, 0.2, 0.1], [0.3, 0.4, 0.1], [0.2, 0.5, 0.3]], dims=("classifier", "dataset"))
    >>> result = nemenyi(losses)
    >>> result.ranks.values.round(2).tolist(), round(result.critical_difference, 2)
    ([1.17, 2.17, 2.67], 1.91)
    """
    alpha = check_probability("alpha", alpha)
    names, ranks = _ranks(losses)
    k, n = ranks.shape
    mean = xr.DataArray(ranks.mean(axis=1), {"classifier": names.to_numpy()}, "classifier")
    difference = abs(mean - mean.rename(classifier="other_classifier"))
    unit = np.sqrt(k * (k + 1) / (12 * n))  # standard error of a difference, divided by sqrt(2)
    return MeanRanks(
        ranks=mean,
        critical_difference=float(scipy.stats.studentized_range.ppf(1 - alpha, k, np.inf) * unit),
        pvalues=difference.copy(data=scipy.stats.studentized_range.sf(difference / unit, k, np.inf).clip(0, 1)),
        alpha=alpha,
        n_blocks=n,
    )


def holm_against_control(losses: xr.DataArray | pd.DataFrame, *, control: str) -> xr.DataArray:
    r"""Holm's procedure on the mean ranks of all classifiers against one of them.

    Parameters
    ----------
    losses : DataArray or DataFrame
        As in `friedman`, with the names of the classifiers.
    control : str
        The classifier that all others are compared to.

    Returns
    -------
    DataArray, dim classifier
        p-values, adjusted for the number of comparisons; 1 for the control itself.

    Notes
    -----
    Null hypothesis and what varies are those of `friedman`. With mean ranks :math:`R_j` of k classifiers on n blocks,

    .. math:: z_j = \frac{R_j - R_0}{\sqrt{k (k + 1) / (6 n)}}

    is taken as normal [1]_. As in `nemenyi`, the verdict on two classifiers depends on the others. A control that was
    chosen because its mean rank is the least makes the p-values too small.

    References
    ----------
    .. [1] J. Demsar, "Statistical Comparisons of Classifiers over Multiple Data Sets", Journal of Machine Learning
       Research 7, 2006, pages 1-30.

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.frequentist import holm_against_control
    >>> losses = xr.DataArray(
    ...     [[0.1, 0.2, 0.1], [0.3, 0.4, 0.1], [0.2, 0.5, 0.3]],
    ...     dims=("classifier", "dataset"), coords={"classifier": ["tree", "svm", "knn"]},
    ... )
    >>> holm_against_control(losses, control="tree").values.round(3).tolist()
    [1.0, 0.221, 0.132]
    """
    classifiers, ranks = _ranks(losses)
    names = list(map(str, classifiers))
    check_choice("control", control, names)
    k, n = ranks.shape
    mean, place = ranks.mean(axis=1), names.index(control)
    others = np.arange(k) != place
    pvalues, z = np.ones(k), (mean[others] - mean[place]) / np.sqrt(k * (k + 1) / (6 * n))
    pvalues[others] = adjust_pvalues(2 * special.ndtr(-np.abs(z)))
    return xr.DataArray(pvalues, dims="classifier", coords={"classifier": names}, name="pvalue")


def _ranks(losses: object) -> tuple[pd.Index, Floats]:
    """Return the classifiers and their ranks, of shape (n_classifiers, n_blocks), ties averaged."""
    if isinstance(losses, pd.DataFrame):
        losses = xr.DataArray(losses.set_axis(losses.index.map(str)), dims=("block", "classifier"))
    losses = check_labelled("losses", losses, "biuf", ("classifier",))
    if losses.ndim != 2 or min(losses.shape) < 2:
        raise ValueError(
            "`losses` must be of two or more classifiers on two or more blocks of one dim, such as dataset, but got "
            f"{dict(losses.sizes)}."
        )
    missing = losses.isnull().to_series()  # noqa: PD003 - of xarray
    if missing.any():
        raise ValueError(
            "`losses` must be a number for each classifier and block, but that of "
            f"{shown(missing.idxmax())} is missing. Leave out rows with gaps: `losses.dropna()` of a DataFrame."
        )
    names = losses.get_index("classifier")
    if not names.is_unique:
        raise ValueError(f"`losses` must have each classifier once, but got {names.tolist()}.")
    blocks = losses.transpose(..., "classifier").to_numpy().astype(float)
    return names, scipy.stats.rankdata(without_rounding(blocks), axis=1).T


def _sums_of_squares(ranks: Floats) -> tuple[float, float]:
    """Return the sum over classifiers of the squared sum of deviations from the middle rank, and of all squares."""
    deviations = ranks - (len(ranks) + 1) / 2  # halves of whole numbers, so that both sums are without rounding
    return float((deviations.sum(axis=1) ** 2).sum()), float((deviations**2).sum())
