"""McNemar's test of one paired table."""

import numpy as np
import xarray as xr
from scipy import special, stats

from bayescmp._results import SignificanceResult, Values, plain
from bayescmp._typing import Floats
from bayescmp._validation import check_choice, check_flag
from bayescmp.frequentist._registered import CLASSIFIERS, ERRORS, RegisteredTest
from bayescmp.model_selection import HOLD_OUT
from bayescmp.tables import cell, check_table, fold_differences, is_effective

METHODS = ("exact", "midp", "chi2")


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

    Raises
    ------
    TypeError
        If `table` is not a table.
    ValueError
        If `method` is another word, or an effective table meets "exact" or "midp".

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
    >>> bc.mcnemar(table).pvalue
    1.0
    """
    check_choice("method", method, METHODS)
    check_flag("correction", correction)
    table = check_table(table)
    if method != "chi2" and is_effective(table):
        raise ValueError(
            f"`table` must hold whole counts for method {method!r}, but is an effective table. Use 'chi2'."
        )
    only_first, only_second = (cell(table, *at).astype(float) for at in (("wrong", "right"), ("right", "wrong")))
    discordant = only_first + only_second
    if method == "chi2":
        statistic = xr.apply_ufunc(_chi2, only_first - only_second, discordant, 1.0 if correction else 0.0)
        pvalue = xr.apply_ufunc(special.chdtrc, 1.0, statistic)
    else:
        statistic = np.minimum(only_first, only_second)
        pvalue = xr.apply_ufunc(_binomial_pvalue, statistic, discordant, kwargs={"midp": method == "midp"})
    return SignificanceResult(
        name=f"mcnemar_{method}",
        statistic=plain(statistic),
        pvalue=plain(pvalue),
        df=1 if method == "chi2" else None,
        estimate=plain(fold_differences(table).fillna(0.0)),
    )


def _chi2(difference: Floats, discordant: Floats, correction: float) -> Floats:
    excess = np.maximum(np.abs(difference) - correction, 0)
    return np.where(discordant > 0, excess**2 / np.maximum(discordant, np.finfo(float).tiny), 0.0)


def _binomial_pvalue(smaller: Values, discordant: Values, *, midp: bool) -> Values:
    tail = special.betainc(discordant - smaller, smaller + 1, 0.5)  # P(X <= smaller); bdtr errs from 3 million on
    if midp:
        tail = tail - stats.binom.pmf(smaller, discordant, 0.5) / 2
    return np.minimum(2 * tail, 1.0)


HOLDOUT_MCNEMAR_EXACT = RegisteredTest(
    name="holdout_mcnemar_exact",
    family="McNemar",
    plan=HOLD_OUT.name,
    null=CLASSIFIERS,
    reference="mcnemar1947",
    metrics=ERRORS,
    status="S",
    faults="one hold-out: training variance is not included, and the power is low",
    assess=lambda e, _: mcnemar(e.table, method="exact"),
)
HOLDOUT_MCNEMAR = RegisteredTest(
    name="holdout_mcnemar",
    family="McNemar",
    plan=HOLD_OUT.name,
    null=CLASSIFIERS,
    reference="mcnemar1947",
    metrics=ERRORS,
    status="S, correction F",
    faults=f"as {HOLDOUT_MCNEMAR_EXACT.name}; an approximation to it",
    assess=lambda e, _: mcnemar(e.table, method="chi2"),
)
HOLDOUT_MCNEMAR_MIDP = RegisteredTest(
    name="holdout_mcnemar_midp",
    family="McNemar",
    plan=HOLD_OUT.name,
    null=CLASSIFIERS,
    reference="fagerland2013",
    metrics=ERRORS,
    status="S",
    faults=f"as {HOLDOUT_MCNEMAR_EXACT.name}; size slightly above the nominal one for some n",
    assess=lambda e, _: mcnemar(e.table, method="midp"),
    of_pairs=True,
)
