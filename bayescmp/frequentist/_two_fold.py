"""Tests of the differences of two-fold repeats: Student's t, and the combined F."""

from dataclasses import replace

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike
from scipy import special

from bayescmp._support._text import shown
from bayescmp._support._validation import check_positive
from bayescmp.frequentist._differences import DIMS, by_standard_error, check_differences, ratio, sum_of_squares
from bayescmp.frequentist._t import REPEATED_HOLDOUT_T
from bayescmp.model_selection import BLOCKED_3_X_2, BLOCKED_5_X_2, RANDOM_5_X_2
from bayescmp.results import SignificanceResult


def _within_scale(d: xr.DataArray) -> xr.DataArray:
    """Root of the mean over repeats of the sum of squares within a repeat."""
    return sum_of_squares(d, ("fold",)).mean("repeat") ** 0.5


def t_5x2(differences: xr.DataArray | ArrayLike) -> SignificanceResult:
    r"""Dietterich's 5x2 cv paired t test.

    Parameters
    ----------
    differences : DataArray, dims (..., repeat, fold), or array of shape (5, 2)
        value(first) - value(second) on each validation set of five two-fold repeats.

    Notes
    -----
    Null hypothesis: the algorithms, trained on half of the records, have equal expected loss. Records and training
    sets vary. With :math:`s_i^2` the sum of squares of repeat i about its mean,

    .. math:: t = \frac{p_1^{(1)}}{\sqrt{\frac{1}{5} \sum_i s_i^2}}

    on t with five degrees of freedom (status S [1]_). The numerator is a single fold, so that the power is low and the
    answer depends on the order of the repeats. The estimate is the mean of all ten differences, which the statistic may
    contradict even in its sign; there is no interval, because one that inverts the test would be about that fold, and
    need not hold the estimate. Do not use it where a combined test of the same fits is accepted.

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
    d = check_differences(differences, repeats=5)
    result = by_standard_error("t_5x2", d.isel(repeat=0, fold=0, drop=True), _within_scale(d), 5)
    return replace(result, estimate=d.mean(DIMS), bounds=None)


def combined_5x2_t(differences: xr.DataArray | ArrayLike) -> SignificanceResult:
    r"""Test by the combined 5x2 cv t of Yildiz.

    Parameters
    ----------
    differences
        As in `t_5x2`.

    Notes
    -----
    Null hypothesis: as in `t_5x2`. With the mean of the ten differences in place of one,

    .. math:: t = \frac{\sqrt{10}\,\bar p}{\sqrt{\frac{1}{5} \sum_i s_i^2}}

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
    d = check_differences(differences, repeats=5)
    return by_standard_error("combined_5x2_t", d.mean(DIMS), _within_scale(d) / np.sqrt(10), 5)


def blocked_3x2_t(differences: xr.DataArray | ArrayLike) -> SignificanceResult:
    r"""Blocked 3x2 cv t test.

    Parameters
    ----------
    differences : DataArray, dims (..., repeat, fold)
        value(first) - value(second) on each validation set of a block-regularized 3x2 cross-validation.

    Notes
    -----
    Null hypothesis: as in `t_5x2`. With V the mean square of the six differences about their mean,
    :math:`t = \bar p / \sqrt{V}` on t with five degrees of freedom (status S [1]_). Its size is above .05 where
    losses depend on the records only (.08 on Epsilon, a simulated pair of equally good classifiers). Do not use it
    where the size has to be kept; with five repeats, `bcv_mcnemar` and the calibrated F test use more of the data.

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
    d = check_differences(differences, repeats=3)
    return by_standard_error("blocked_3x2_t", d.mean(DIMS), (sum_of_squares(d, DIMS) / 6) ** 0.5, 5)


def combined_f(differences: xr.DataArray | ArrayLike, *, df: tuple[int, int] = (10, 5)) -> SignificanceResult:
    r"""Test by the combined 5x2 cv F, on random or, calibrated, on block-regularized partitions.

    Parameters
    ----------
    differences : DataArray, dims (..., repeat, fold)
        As in `t_5x2`.
    df : (int, int), default (10, 5)
        Degrees of freedom of the reference distribution: (10, 5) for random partitions [1]_, (7, 5) for
        block-regularized ones [2]_.

    Notes
    -----
    Null hypothesis: the algorithms, trained on half of the records, have equal expected loss. Records and training
    sets vary. With :math:`s_i^2` the sum of squares of repeat i about its mean,

    .. math:: F = \frac{\sum_i \sum_j (p_i^{(j)})^2}{2 \sum_i s_i^2}

    (status S; for the calibrated test the reading is D). The ten squares in the numerator are dependent, so that the
    reference distribution is an approximation; where training sets matter the size can be well above the nominal one
    (.215 in the worst of 360 cells of real pairs that this project measured). It judges all ten differences, not their
    mean, which is the estimate: it has no interval. Do not use it with stratified or other
    splits whose training sets within a repeat overlap.

    References
    ----------
    .. [1] E. Alpaydin, "Combined 5x2 cv F Test for Comparing Supervised Classification Learning Algorithms", Neural
       Computation 11(8), 1999. :doi:`10.1162/089976699300016007`
    .. [2] Y. Wang, J. Li and Y. Li, "Choosing Between Two Classification Learning Algorithms Based on Calibrated
       Balanced 5x2 Cross-Validated F-Test", Neural Processing Letters 46, 2017. :doi:`10.1007/s11063-016-9569-z`

    Examples
    --------
    >>> import numpy as np
    >>> import xarray as xr
    >>> from bayescmp.frequentist import combined_f
    >>> d = xr.DataArray(np.array([[1, 3], [2, 2], [0, 4], [1, 2], [3, 2]]) / 100, dims=("repeat", "fold"))
    >>> result = combined_f(d, df=(7, 5))
    >>> round(result.statistic, 4), round(result.pvalue, 4)
    (2.3636, 0.1804)
    """
    d = check_differences(differences, repeats=5)
    if not isinstance(df, (tuple, list)) or len(df) != 2:
        raise TypeError(f"`df` must be a pair of degrees of freedom, such as (10, 5), but got {shown(df)}.")
    for value in df:
        check_positive("df", value)
    statistic = ratio((d**2).sum(DIMS), 2 * sum_of_squares(d, ("fold",)).sum("repeat"))
    pvalue = xr.apply_ufunc(lambda f: special.fdtrc(*df, f), statistic)  # 0 where the statistic is infinite
    return SignificanceResult(name="combined_f", statistic=statistic, pvalue=pvalue, df=df, estimate=d.mean(DIMS))


T_5X2 = replace(
    REPEATED_HOLDOUT_T, name="t_5x2", spoken="5x2 cv t-test", plan=RANDOM_5_X_2.name, status="S",
    faults="low power, and the answer depends on which fold comes first",
    assess=lambda e, _: t_5x2(e.differences),
)  # fmt: skip
COMBINED_5X2_T = replace(
    T_5X2, name="combined_5x2_t", spoken="combined 5x2 cv t-test", reference="yildiz2013",
    faults="size 0.293 on Epsilon: takes dependent differences as independent",
    assess=lambda e, _: combined_5x2_t(e.differences),
)  # fmt: skip
BLOCKED_3X2_T = replace(
    T_5X2, name="blocked_3x2_t", spoken="blocked 3x2 cv t-test", plan=BLOCKED_3_X_2.name, reference="wang2014",
    faults="size 0.081 on Epsilon, above 0.05",
    assess=lambda e, _: blocked_3x2_t(e.differences),
)  # fmt: skip
COMBINED_5X2_F = replace(
    T_5X2, name="combined_5x2_f", spoken="combined 5x2 cv F-test", family="F", reference="alpaydin1999",
    faults="the overlap of random partitions varies; size up to 0.215 on real pairs",
    assess=lambda e, _: combined_f(e.differences, df=(10, 5)),
)  # fmt: skip
CALIBRATED_5X2_BCV_F = replace(
    COMBINED_5X2_F, name="calibrated_5x2_bcv_f", spoken="calibrated 5x2 cv F-test", plan=BLOCKED_5_X_2.name,
    reference="wang2017", status="S, reading D", faults="the size depends on the algorithms (size 0.030 on Epsilon)",
    assess=lambda e, _: combined_f(e.differences, df=(7, 5)), recommended=True,
)  # fmt: skip
