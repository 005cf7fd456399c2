"""The sum of McNemar's statistics of the folds of a cross-validation."""

import xarray as xr
from scipy import special

from bayescmp._results import SignificanceResult, plain
from bayescmp.frequentist._mcnemar import mcnemar
from bayescmp.frequentist._registered import ERRORS, RegisteredTest
from bayescmp.model_selection import TEN_FOLD
from bayescmp.tables import check_table


def naive_kfold_mcnemar(tables: xr.DataArray) -> SignificanceResult:
    r"""Sum of the McNemar statistics of the folds of one cross-validation, as if the folds were independent.

    Parameters
    ----------
    tables : DataArray, dims (..., fold, first, second)
        One table per fold of one repeat.

    Returns
    -------
    SignificanceResult
        With as many degrees of freedom as folds. No interval.

    Raises
    ------
    TypeError, ValueError
        If `tables` are not tables with the dim fold.

    Notes
    -----
    Null hypothesis: in every fold the fitted classifiers have equal error rates. The corrected statistics of the K
    folds are added and referred to chi-squared with K degrees of freedom; a fold without disagreement adds 0
    (status S [1]_; K = 10 is a reading). It ignores the sign of the differences and loses almost all power in the
    corrections of small folds. Do not use it; it is here because it is asked for.

    References
    ----------
    .. [1] J. Yang, R. Wang, Y. Song and J. Li, "Block-regularized 5x2 Cross-validated McNemar's Test for
       Comparing Two Classification Algorithms", 2023. :doi:`10.48550/arXiv.2304.03990`

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.frequentist import naive_kfold_mcnemar
    >>> tables = bc.paired_table(both_wrong=[1, 1], only_first_wrong=[2, 2], only_second_wrong=[9, 9],
    ...                          both_right=[38, 38], dims=("fold",))
    >>> round(naive_kfold_mcnemar(tables).statistic, 4)
    6.5455
    """
    if "fold" not in check_table(tables, "tables").dims:
        raise ValueError(f"`tables` must have the dim fold, but got the dims {tables.dims}.")
    folds = mcnemar(tables, method="chi2")
    statistic = xr.DataArray(folds.statistic).sum("fold")
    df = tables.sizes["fold"]
    pvalue = xr.apply_ufunc(special.chdtrc, float(df), statistic)
    return SignificanceResult(
        name="naive_kfold_mcnemar",
        statistic=plain(statistic),
        pvalue=plain(pvalue),
        df=df,
        estimate=plain(xr.DataArray(folds.estimate).mean("fold")),
    )


NAIVE_KFOLD_MCNEMAR = RegisteredTest(
    name="naive_kfold_mcnemar",
    family="McNemar",
    plan=TEN_FOLD.name,
    null="equal error rates of the fitted pair in every fold",
    reference="yang2023",
    metrics=ERRORS,
    status="S, K open",
    faults="almost no power: size .0001 on Epsilon",
    assess=lambda e, _: naive_kfold_mcnemar(e.counts.isel(repeat=0, drop=True)),
)
