"""The combined F test of the differences of two-fold repeats."""

from collections.abc import Sequence

import xarray as xr
from scipy import special

from bayescmp._results import SignificanceResult, plain
from bayescmp._text import shown
from bayescmp._validation import check_positive
from bayescmp.frequentist._differences import check_differences, ratio, sum_of_squares
from bayescmp.frequentist._registered import ALGORITHMS, ANY_METRIC, RegisteredTest
from bayescmp.model_selection import BLOCKED_5_X_2, RANDOM_5_X_2


def combined_f(differences: xr.DataArray, *, df: tuple[int, int] = (10, 5)) -> SignificanceResult:
    r"""Test by the combined 5x2 cv F, on random or, calibrated, on block-regularized partitions.

    Parameters
    ----------
    differences : DataArray, dims (..., repeat, fold)
        loss(first) - loss(second) on each validation set of five two-fold repeats.
    df : (int, int), default (10, 5)
        Degrees of freedom of the reference distribution: (10, 5) for random partitions [1]_, (7, 5) for
        block-regularized ones [2]_.

    Returns
    -------
    SignificanceResult
        `df` holds both degrees of freedom. No interval.

    Raises
    ------
    TypeError, ValueError
        If `differences` is not of two folds and five repeats.

    Notes
    -----
    Null hypothesis: the algorithms, trained on half of the records, have equal expected loss. Records and training
    sets vary. With :math:`s_i^2` the sum of squares of repeat i about its mean,

    .. math:: F = \frac{\sum_i \sum_j (p_i^{(j)})^2}{2 \sum_i s_i^2}

    (status S; for the calibrated test the reading is D). The ten squares in the numerator are dependent, so that the
    reference distribution is an approximation; where training sets matter the size can be well above the nominal one
    (.27 in the worst of 205 pairs that this project measured). Do not use it with stratified or other splits whose
    training sets within a repeat overlap.

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
    d = check_differences(differences, repeats=5, folds=2)
    _check_degrees(df)
    within = sum_of_squares(d, ("fold",)).sum("repeat")
    statistic = ratio((d**2).sum(("repeat", "fold")), 2 * within)
    pvalue = xr.apply_ufunc(lambda f: special.fdtrc(*df, f), statistic)  # 0 where the statistic is infinite
    mean = d.mean(("repeat", "fold"))
    return SignificanceResult(
        name="combined_f", statistic=plain(statistic), pvalue=plain(pvalue), df=df, estimate=plain(mean)
    )


def _check_degrees(df: object) -> None:
    if not isinstance(df, Sequence) or isinstance(df, (str, bytes)) or len(df) != 2:
        raise TypeError(f"`df` must be a pair of degrees of freedom, such as (10, 5), but got {shown(df)}.")
    for value in df:
        check_positive("df", value)


CALIBRATED_5X2_BCV_F = RegisteredTest(
    name="calibrated_5x2_bcv_f",
    family="F",
    plan=BLOCKED_5_X_2.name,
    null=ALGORITHMS,
    reference="wang2017",
    metrics=ANY_METRIC,
    status="S, reading D",
    faults="the size depends on the algorithms (.029 on Epsilon)",
    assess=lambda e, _: combined_f(e.differences, df=(7, 5)),
    recommended=True,
)
COMBINED_5X2_F = RegisteredTest(
    name="combined_5x2_f",
    family="F",
    plan=RANDOM_5_X_2.name,
    null=ALGORITHMS,
    reference="alpaydin1999",
    metrics=ANY_METRIC,
    status="S",
    faults="the overlap of random partitions varies; size up to .27 in hard cases",
    assess=lambda e, _: combined_f(e.differences, df=(10, 5)),
)
