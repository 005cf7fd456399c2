"""McNemar's test against exact arithmetic and other packages, and where those have no answer."""

import re
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mlxtend.evaluate import mcnemar as mlxtend_mcnemar
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

import bayescmp as bc

OPTIONS = {
    "exact": {"method": "exact"},
    "midp": {"method": "midp"},
    "chi2": {"method": "chi2"},
    "chi2 uncorrected": {"method": "chi2", "correction": False},
}
every_option = pytest.mark.parametrize("options", list(OPTIONS.values()), ids=list(OPTIONS))
whole = st.integers(0, 200)
discordant = st.tuples(whole, whole).filter(lambda pair: sum(pair) > 0)


def table(both_wrong, only_first, only_second, both_right, **options):
    return bc.paired_table(
        both_wrong=both_wrong, only_first_wrong=only_first, only_second_wrong=only_second, both_right=both_right,
        **options,
    )  # fmt: skip


def exact_pvalue(only_first, only_second, *, midp=False):
    n, k = only_first + only_second, min(only_first, only_second)
    below = sum(comb(n, i) for i in range(k)) * 2
    at = comb(n, k) * (1 if midp else 2)
    return 1.0 if midp and 2 * k == n else float(min(Fraction(below + at, 2**n), 1))


@pytest.mark.parametrize("midp", [False, True])
@given(pair=discordant)
def test_binomial_pvalues_against_exact_fractions(midp, pair):
    result = bc.frequentist.mcnemar(table(3, *pair, 7), method="midp" if midp else "exact")
    assert result.pvalue == pytest.approx(exact_pvalue(*pair, midp=midp), rel=1e-11)
    assert (result.statistic, result.df, result.alternative) == (min(pair), None, "two-sided")


@pytest.mark.parametrize("correction", [True, False])
@given(pair=discordant.filter(lambda pair: pair[0] != pair[1]))
def test_chi2_is_that_of_statsmodels_and_mlxtend(correction, pair):
    ours = bc.frequentist.mcnemar(table(3, *pair, 7), method="chi2", correction=correction)
    cells = np.array([[3, pair[0]], [pair[1], 7]])
    theirs = statsmodels_mcnemar(cells, exact=False, correction=correction)
    expected = pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-10)
    assert (ours.statistic, ours.pvalue) == expected
    assert mlxtend_mcnemar(cells, corrected=correction) == expected
    assert ours.df == 1


@pytest.mark.parametrize("equal", [1, 50])
def test_corrected_chi2_of_equal_counts_is_0_where_other_packages_square_minus_1(equal):
    cells = np.array([[3, equal], [equal, 7]])
    assert statsmodels_mcnemar(cells, exact=False).statistic == pytest.approx(1 / (2 * equal))
    assert mlxtend_mcnemar(cells)[0] == pytest.approx(1 / (2 * equal))
    result = bc.frequentist.mcnemar(table(3, equal, equal, 7), method="chi2")
    assert (result.statistic, result.pvalue) == (0, 1)


@every_option
def test_identical_classifiers_give_statistic_0_and_p_1(options):
    for counts in ((0, 0, 0, 0), (9, 0, 0, 0), (5, 0, 0, 95)):
        result = bc.frequentist.mcnemar(table(*counts), **options)
        assert (result.statistic, result.pvalue) == (0, 1)


@every_option
@given(pair=discordant, agree=st.tuples(whole, whole))
def test_swapping_changes_nothing_and_only_discordant_records_matter(options, pair, agree):
    results = [
        bc.frequentist.mcnemar(t, **options) for t in (table(3, *pair, 7), table(agree[0], *pair[::-1], agree[1]))
    ]
    assert results[0].statistic == results[1].statistic
    assert results[0].pvalue == results[1].pvalue
    assert 0 < results[0].pvalue <= 1


@cache
def half_binomial(smaller, total):
    """P(X <= smaller) and P(X = smaller) of Bin(total, 1/2), total even: Stirling's middle and ratios of neighbours."""
    middle = total // 2
    step = np.arange(1, int(10 * total**0.5), dtype=np.longdouble)
    ratios = np.exp(np.cumsum(np.log((middle - step + 1) / (middle + step))))
    points = np.sqrt(2 / (np.pi * total)) * (1 - 1 / (4 * total)) * np.append(1, ratios)[middle - smaller :]
    return float(points.sum()), float(points[0])


@pytest.mark.parametrize("method", ["exact", "midp"])
@pytest.mark.parametrize("pair", [
    (49_999_950, 50_000_050),
    (2**30, 2**30 + 40_000),
    (10**10, 10**10 + 10**5),
])  # fmt: skip
def test_p_is_right_at_any_count(method, pair):
    cdf, point = half_binomial(pair[0], sum(pair))
    assert stats.binom.cdf(pair[0], sum(pair), 0.5) == pytest.approx(cdf, rel=1e-10)
    expected = 2 * cdf if method == "exact" else 2 * cdf - point
    assert bc.frequentist.mcnemar(table(0, *pair, 9), method=method).pvalue == pytest.approx(expected, rel=1e-10)


def test_a_comparison_of_billions_of_records_shows_no_nan():
    result = bc.compare(table(5, 2**31, 2**31 + 10**5, 2**33), rope=0.01)
    pages = [str(result), str(result.to_dict()["methods"])]
    assert result.methods.set_index("method").filter(like="mcnemar", axis=0)["pvalue"].between(0.1, 0.2).all()
    assert [re.findall(r"\bnan\b", page, re.IGNORECASE) for page in pages] == [[], []]


ONES = np.ones((5, 2), dtype=int)
ONE = table(3, 1, 2, 4)


@pytest.mark.parametrize(("given", "options", "error", "message"), [
    (bc.effective_table(table(*[ONES] * 4, dims=("repeat", "fold"))), {}, ValueError, "`table` must hold whole cou"),
    (ONE, {"method": "wald"}, ValueError, "`method` must be one of 'exact', 'midp', 'chi2', but got 'wald'"),
    (ONE, {"correction": "yes"}, TypeError, "`correction` must be True or False, but got 'yes'"),
    (ONE.values, {}, TypeError, "A table must come from `paired_table` or `paired_tables`, but got ndarray"),
    (ONE + 0.5, {}, ValueError, "`table` must hold whole numbers of records, 0 or more, but got"),
])  # fmt: skip
def test_other_arguments_are_refused(given, options, error, message):
    with pytest.raises(error, match=message):
        bc.frequentist.mcnemar(given, **options)
