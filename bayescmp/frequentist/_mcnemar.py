"""McNemar's test of one paired table, of the effective table, and of the folds of a cross-validation."""

from dataclasses import replace

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._arguments import known_arguments
from bayescmp._support._given import check_labelled
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import check_choice, check_flag
from bayescmp.design import TWO_FOLD
from bayescmp.frequentist._registered import ALGORITHMS, CLASSIFIERS, ERRORS, RegisteredTest
from bayescmp.model_selection import BLOCKED_5_X_2, HOLD_OUT, TEN_FOLD
from bayescmp.results import SignificanceResult
from bayescmp.tables import below_half, check_table, difference_of_counts, effective_table, is_effective, of_each


@known_arguments
def mcnemar(table: xr.DataArray, *, method: str = "exact", correction: bool = True) -> SignificanceResult:
    r"""Test whether two classifiers have equal error rates on the population of the records.

    Parameters
    ----------
    table : DataArray, dims (..., first, second)
        Counts from `paired_table`; leading dims are tables of their own.
    method : {"exact", "midp", "chi2"}, default "exact"
        The reference distribution, see Notes. "exact" and "midp" need whole counts.
    correction : bool, default True
        Whether "chi2" has the continuity correction.

    Returns
    -------
    SignificanceResult
        `statistic` is the smaller discordant count for "exact" and "midp", the chi-squared statistic for "chi2". No
        interval: that of the test without correction is in `tango`.

    Notes
    -----
    Null hypothesis: for these two fitted classifiers :math:`p_{01} = p_{10}`, that is equal error rates. The records
    vary, independently of each other; the training sets do not, so that the answer is about the fitted
    classifiers, not about the algorithms. Do not use it on the pooled tables of a cross-validation.

    With :math:`n_{01}, n_{10}` the discordant counts [1]_ (status S):

    - exact: two-sided binomial test of :math:`n_{01}` in :math:`n_{01} + n_{10}` trials with probability 1/2;
    - mid-p: twice the one-sided probability less half the point mass, 1 for equal counts [2]_;
    - chi2: :math:`\max(|n_{01} - n_{10}| - 1, 0)^2 / (n_{01} + n_{10})` against :math:`\chi^2_1`; without the
      correction, 0 in place of 1.

    Without discordant records the statistic is 0 and p = 1.

    References
    ----------
    .. [1] Q. McNemar, "Note on the sampling error of the difference between correlated proportions or
       percentages", Psychometrika 12, 1947. :doi:`10.1007/BF02295996`
    .. [2] M. W. Fagerland, S. Lydersen and P. Laake, "The McNemar test for binary matched-pairs data", BMC Medical
       Research Methodology 13:91, 2013. :doi:`10.1186/1471-2288-13-91`

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=3, only_first_wrong=1, only_second_wrong=2, both_right=4)
    >>> bc.frequentist.mcnemar(table).pvalue
    1.0
    """
    check_choice("method", method, ("exact", "midp", "chi2"))
    check_flag("correction", correction)
    table = check_table(table)
    if method != "chi2" and is_effective(table):
        raise ValueError(f"`table` must hold whole counts for method {method!r}, but is an effective one: use 'chi2'.")
    counts = table.to_numpy()
    only_first, only_second = counts[..., 0, 1], counts[..., 1, 0]
    if method == "chi2":
        excess = np.maximum(np.abs(only_first - only_second) - float(correction), 0)
        statistic = excess**2 / np.maximum(only_first + only_second, np.finfo(float).tiny)
        pvalue = special.chdtrc(1.0, statistic)
    else:
        statistic = np.minimum(only_first, only_second).astype(float)
        pvalue = binomial_pvalue(only_first, only_second, midp=method == "midp")
    return SignificanceResult(
        name=f"mcnemar_{method}",
        statistic=of_each(table, statistic, "statistic"),
        pvalue=of_each(table, pvalue, "pvalue"),
        df=1 if method == "chi2" else None,
        estimate=of_each(table, np.nan_to_num(difference_of_counts(counts)), "difference"),
    )


def binomial_pvalue(one: Array | int, other: Array | int, *, midp: bool = False) -> Floats:
    """Return the two-sided p-value of two counts of events that are as probable; 1 where there are none."""
    # P(X <= smaller), or its mean with P(X < smaller), which one trial more gives; bdtr errs from 3 million on.
    tail = below_half(np.maximum(one, other) + midp, np.minimum(one, other) + 1)
    return np.minimum(2 * tail, 1.0)


def bcv_mcnemar(tables: xr.DataArray) -> SignificanceResult:
    r"""Test whether two algorithms have equal error rates, by a block-regularized m x 2 cross-validation.

    Parameters
    ----------
    tables : DataArray, dims (..., repeat, fold, first, second)
        One table per fold, as from `paired_tables`.

    See Also
    --------
    bayescmp.effective_table : The table that the statistic is taken of.

    Notes
    -----
    Null hypothesis: the algorithms, trained on n/2 records, have equal error rates on new records. Records and
    training sets vary. McNemar's corrected chi-squared statistic of the effective table at
    :math:`\rho_1 = \rho_2 = 1/2`, for five repeats [1]_

    .. math:: M = \frac{(\frac{2}{11} |S_{01} - S_{10}| - 1)^2}{\frac{2}{11} (S_{01} + S_{10})}

    with S the sums over the ten tables and the bracket floored at 0 (status F: it reproduces the size of .025 that [1]_
    prints for Epsilon, its pair of equally good classifiers; for other m the factor is D). It assumes that training
    sets add no variance beyond the bound; where they do, its size exceeds the nominal one. With few disagreements it is
    conservative. It has no interval, because of the correction.

    References
    ----------
    .. [1] J. Yang, R. Wang, Y. Song and J. Li, "Block-regularized 5x2 Cross-validated McNemar's Test for
       Comparing Two Classification Algorithms", 2023. :doi:`10.48550/arXiv.2304.03990`

    Examples
    --------
    >>> import numpy as np
    >>> import bayescmp as bc
    >>> ones = np.ones((5, 2), dtype=int)
    >>> tables = bc.paired_table(both_wrong=2 * ones, only_first_wrong=3 * ones, only_second_wrong=7 * ones,
    ...                          both_right=10 * ones, dims=("repeat", "fold"))
    >>> round(bc.frequentist.bcv_mcnemar(tables).statistic, 4)
    2.1641
    """
    return replace(mcnemar(effective_table(tables), method="chi2"), name="bcv_mcnemar")


def naive_kfold_mcnemar(tables: xr.DataArray) -> SignificanceResult:
    r"""Sum of the McNemar statistics of the folds of one cross-validation, as if the folds were independent.

    Parameters
    ----------
    tables : DataArray, dims (..., fold, first, second)
        One table per fold of one repeat.

    Notes
    -----
    Null hypothesis: in every fold the fitted classifiers have equal error rates. The corrected statistics of the K
    folds are added and referred to chi-squared with K degrees of freedom; a fold without disagreement adds 0
    (status S [1]_; K = 10 is a reading). It ignores the sign of the differences, has no interval, and loses almost all
    power in the corrections of small folds. Do not use it; it is here because it is asked for.

    References
    ----------
    .. [1] J. Yang, R. Wang, Y. Song and J. Li, "Block-regularized 5x2 Cross-validated McNemar's Test for
       Comparing Two Classification Algorithms", 2023. :doi:`10.48550/arXiv.2304.03990`

    Examples
    --------
    >>> import bayescmp as bc
    >>> tables = bc.paired_table(both_wrong=[1, 1], only_first_wrong=[2, 2], only_second_wrong=[9, 9],
    ...                          both_right=[38, 38], dims=("fold",))
    >>> round(bc.frequentist.naive_kfold_mcnemar(tables).statistic, 4)
    6.5455
    """
    tables = check_labelled("tables", check_table(tables, "tables"), "if", ("fold",))
    folds = mcnemar(tables, method="chi2")
    statistic, df = folds.statistic.sum("fold"), tables.sizes["fold"]
    pvalue = xr.apply_ufunc(special.chdtrc, float(df), statistic)
    estimate = xr.DataArray(folds.estimate).mean("fold")
    return SignificanceResult(name="naive_kfold_mcnemar", statistic=statistic, pvalue=pvalue, df=df, estimate=estimate)


HOLDOUT_MCNEMAR_EXACT = RegisteredTest(
    name="holdout_mcnemar_exact", spoken="McNemar's exact test", family="McNemar", plan=HOLD_OUT.name,
    null=CLASSIFIERS, reference="mcnemar1947", metrics=ERRORS, status="S",
    faults="one hold-out: training variance is not included, and the power is low",
    assess=lambda e, _: mcnemar(e.table, method="exact"),
)  # fmt: skip
HOLDOUT_MCNEMAR = replace(
    HOLDOUT_MCNEMAR_EXACT, name="holdout_mcnemar", spoken="McNemar's test with continuity correction",
    status="S, correction F", faults=f"as {HOLDOUT_MCNEMAR_EXACT.spoken}; an approximation to it",
    assess=lambda e, _: mcnemar(e.table, method="chi2"),
)  # fmt: skip
HOLDOUT_MCNEMAR_MIDP = replace(
    HOLDOUT_MCNEMAR_EXACT, name="holdout_mcnemar_midp", spoken="McNemar's mid-p test", reference="fagerland2013",
    faults=f"as {HOLDOUT_MCNEMAR_EXACT.spoken}; size slightly above the nominal one for some n",
    assess=lambda e, _: mcnemar(e.table, method="midp"), of_pairs=True,
)  # fmt: skip
BCV_MCNEMAR = replace(
    HOLDOUT_MCNEMAR_EXACT, name="bcv_mcnemar", spoken="McNemar's test for block-regularized cross-validation",
    plan=BLOCKED_5_X_2.name, null=ALGORITHMS, reference="yang2023", status="F",
    faults="size 0.024 on Epsilon, conservative; too large where training sets add much variance",
    assess=lambda e, _: bcv_mcnemar(e.counts), recommended=True, of_pairs=True,
    accepts=lambda design: design.kind == TWO_FOLD,
)  # fmt: skip
NAIVE_KFOLD_MCNEMAR = replace(
    HOLDOUT_MCNEMAR_EXACT, name="naive_kfold_mcnemar", spoken="McNemar's test of pooled folds", plan=TEN_FOLD.name,
    null="equal error rates of the fitted pair in every fold", reference="yang2023", status="S, K open",
    faults="almost no power: size 0.0001 on Epsilon",
    assess=lambda e, _: naive_kfold_mcnemar(e.counts.isel(repeat=0, drop=True)),
)  # fmt: skip
