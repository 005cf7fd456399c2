"""Student's t tests of the differences of validation losses."""

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._results import SignificanceResult, Values, plain
from bayescmp._validation import check_not_negative
from bayescmp.frequentist._differences import check_differences, ratio, sum_of_squares

DIMS = ("repeat", "fold")


def paired_t(differences: xr.DataArray, *, test_to_train: float = 0.0) -> SignificanceResult:
    r"""Paired t test over the validation sets of any resampling, corrected for overlap or not.

    Parameters
    ----------
    differences : DataArray, dims (..., repeat, fold)
        loss(first) - loss(second) on each validation set, a proportion; NaN where a repeat has fewer folds.
    test_to_train : float, default 0.0
        Size of a validation set relative to a training set, for the correction of Nadeau and Bengio; 0 for none.

    Returns
    -------
    SignificanceResult
        With J - 1 degrees of freedom for J validation sets.

    Raises
    ------
    TypeError, ValueError
        If `differences` lacks the dims, has fewer than two validation sets or is not finite, or
        `test_to_train` is negative.

    Notes
    -----
    Null hypothesis: the algorithms, at the training size of the resampling, have equal expected loss. Records and
    training sets vary.

    .. math:: t = \frac{\bar d}{\sqrt{(1/J + n_2/n_1)\,S^2}}

    with S^2 the variance (divisor J - 1) of the J differences. Without the correction the differences are taken as
    independent, which those of a resampling are not: on repeated hold-outs the size is several times the nominal one
    [1]_. With it the variance is of the right order but not exact [2]_; for r repeats of K folds the ratio is
    1/(K - 1) [3]_ (status S; fractions and repeats of the named tests F). Do not use it without the correction on
    hold-outs or folds that share training records, and not at all on a handful of validation sets.

    References
    ----------
    .. [1] T. G. Dietterich, "Approximate Statistical Tests for Comparing Supervised Classification Learning
       Algorithms", Neural Computation 10(7), 1998. :doi:`10.1162/089976698300017197`
    .. [2] C. Nadeau and Y. Bengio, "Inference for the Generalization Error", Machine Learning 52, 2003.
       :doi:`10.1023/A:1024068626366`
    .. [3] R. R. Bouckaert and E. Frank, "Evaluating the Replicability of Significance Tests for Comparing Learning
       Algorithms", PAKDD 2004. :doi:`10.1007/978-3-540-24775-3_3`

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.frequentist import paired_t
    >>> d = xr.DataArray([[0.1, 0.2, 0.0, 0.1]], dims=("repeat", "fold"))
    >>> round(paired_t(d).statistic, 4), round(paired_t(d, test_to_train=1 / 3).statistic, 4)
    (2.4495, 1.6036)
    """
    d = check_differences(differences, least=2)
    check_not_negative("test_to_train", test_to_train)
    count = d.count(DIMS)
    variance = sum_of_squares(d, DIMS) / (count - 1)
    return _t("paired_t", d.mean(DIMS), ((1 / count + test_to_train) * variance) ** 0.5, count - 1)


def t_5x2(differences: xr.DataArray) -> SignificanceResult:
    r"""Dietterich's 5x2 cv paired t test.

    Parameters
    ----------
    differences : DataArray, dims (..., repeat, fold)
        loss(first) - loss(second) on each validation set of five two-fold repeats.

    Returns
    -------
    SignificanceResult
        With five degrees of freedom.

    Raises
    ------
    TypeError, ValueError
        If `differences` is not of two folds and five repeats.

    Notes
    -----
    Null hypothesis: the algorithms, trained on half of the records, have equal expected loss. Records and training
    sets vary. With :math:`s_i^2` the sum of squares of repeat i about its mean,

    .. math:: t = \frac{p_1^{(1)}}{\sqrt{\frac15 \sum_i s_i^2}}

    on t with five degrees of freedom (status S [1]_). The numerator is a single fold, so that the power is low and
    the answer depends on the order of the repeats. Do not use it where a combined test of the same fits is accepted.

    References
    ----------
    .. [1] T. G. Dietterich, "Approximate Statistical Tests for Comparing Supervised Classification Learning
       Algorithms", Neural Computation 10(7), 1998. :doi:`10.1162/089976698300017197`

    Examples
    --------
    >>> import numpy as np
    >>> import xarray as xr
    >>> from bayescmp.frequentist import t_5x2
    >>> d = xr.DataArray(np.array([[1, 3], [2, 2], [0, 4], [1, 2], [3, 2]]) / 100, dims=("repeat", "fold"))
    >>> round(t_5x2(d).statistic, 4)
    0.6742
    """
    d = check_differences(differences, repeats=5, folds=2)
    return _t("t_5x2", d.isel(repeat=0, fold=0, drop=True), _within_scale(d), 5)


def combined_5x2_t(differences: xr.DataArray) -> SignificanceResult:
    r"""Test by the combined 5x2 cv t of Yildiz.

    Parameters
    ----------
    differences : DataArray, dims (..., repeat, fold)
        loss(first) - loss(second) on each validation set of five two-fold repeats.

    Returns
    -------
    SignificanceResult
        With five degrees of freedom.

    Raises
    ------
    TypeError, ValueError
        If `differences` is not of two folds and five repeats.

    Notes
    -----
    Null hypothesis: as in `t_5x2`. With the mean of the ten differences in place of one,

    .. math:: t = \frac{\sqrt{10}\,\bar p}{\sqrt{\frac15 \sum_i s_i^2}}

    on t with five degrees of freedom (status S [1]_). It takes the ten differences as independent; those of different
    repeats share half their records, and the size is several times the nominal one. Do not use it; it is here because
    it is asked for.

    References
    ----------
    .. [1] O. T. Yildiz, "Omnivariate Rule Induction Using a Novel Pairwise Statistical Test", IEEE Transactions on
       Knowledge and Data Engineering 25(9), pages 2105-2118, 2013.

    Examples
    --------
    >>> import numpy as np
    >>> import xarray as xr
    >>> from bayescmp.frequentist import combined_5x2_t
    >>> d = xr.DataArray(np.array([[1, 3], [2, 2], [0, 4], [1, 2], [3, 2]]) / 100, dims=("repeat", "fold"))
    >>> round(combined_5x2_t(d).statistic, 4)
    4.264
    """
    d = check_differences(differences, repeats=5, folds=2)
    return _t("combined_5x2_t", np.sqrt(10) * d.mean(DIMS), _within_scale(d), 5)


def blocked_3x2_t(differences: xr.DataArray) -> SignificanceResult:
    r"""Blocked 3x2 cv t test.

    Parameters
    ----------
    differences : DataArray, dims (..., repeat, fold)
        loss(first) - loss(second) on each validation set of a block-regularized 3x2 cross-validation.

    Returns
    -------
    SignificanceResult
        With five degrees of freedom.

    Raises
    ------
    TypeError, ValueError
        If `differences` is not of two folds and three repeats.

    Notes
    -----
    Null hypothesis: as in `t_5x2`. With V the mean square of the six differences about their mean,
    :math:`t = \bar p / \sqrt{V}` on t with five degrees of freedom (status S [1]_). Its size is above .05 where
    losses depend on the records only (.08 on Epsilon). Do not use it where the size has to be kept; with five repeats,
    `bcv_mcnemar` and the calibrated F test use more of the data.

    References
    ----------
    .. [1] Y. Wang, R. Wang, H. Jia and J. Li, "Blocked 3x2 Cross-Validated t-Test for Comparing Supervised
       Classification Learning Algorithms", Neural Computation 26(1), 2014. :doi:`10.1162/NECO_a_00532`

    Examples
    --------
    >>> import numpy as np
    >>> import xarray as xr
    >>> from bayescmp.frequentist import blocked_3x2_t
    >>> d = xr.DataArray(np.array([[1, 3], [2, 2], [0, 4], [1, 2], [3, 2]]) / 100, dims=("repeat", "fold"))
    >>> round(blocked_3x2_t(d.isel(repeat=slice(3))).statistic, 4)
    1.5492
    """
    d = check_differences(differences, repeats=3, folds=2)
    return _t("blocked_3x2_t", d.mean(DIMS), (sum_of_squares(d, DIMS) / 6) ** 0.5, 5)


def _within_scale(d: xr.DataArray) -> xr.DataArray:
    """Root of the mean over repeats of the sum of squares within a repeat."""
    return sum_of_squares(d, ("fold",)).mean("repeat") ** 0.5


def _t(name: str, numerator: xr.DataArray, scale: xr.DataArray, df: Values) -> SignificanceResult:
    statistic = ratio(numerator, scale)
    pvalue = xr.apply_ufunc(lambda t, df: 2 * special.stdtr(df, -np.abs(t)), statistic, df)
    return SignificanceResult(name=name, statistic=plain(statistic), pvalue=plain(pvalue), df=plain(df))
