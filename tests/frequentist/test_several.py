"""Tests over several data sets, and corrections of p-values, against scipy and statsmodels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from bayescmp.frequentist import adjust_pvalues, sign, wilcoxon_signed_rank

SAME = {"rel": 1e-12, "abs": 1e-12}
DIFFERENCES = {
    "few": [-0.01, -0.02, 0.03, -0.05, -0.04],
    "ties": [-0.01, -0.01, 0.02, 0.02, 0.03, -0.05, 0.01],
    "zeros": [0.0, -0.02, 0.03, 0.0, -0.05, -0.04],
    "many": np.random.default_rng(0).normal(0.01, 0.03, 60),
}
several = pytest.mark.parametrize("d", DIFFERENCES.values(), ids=DIFFERENCES)
numbers = st.lists(st.integers(-9, 9), min_size=1, max_size=30)
probabilities = st.lists(st.floats(0, 1), min_size=1, max_size=20)


@several
def test_wilcoxon_is_scipys(d):
    result, expected = wilcoxon_signed_rank(d), stats.wilcoxon(d)
    assert (result.statistic, result.pvalue) == pytest.approx((expected.statistic, expected.pvalue), **SAME)


@several
def test_sign_is_scipys_binomial_test_of_the_data_sets_that_differ(d):
    result, differ = sign(d), np.asarray(d)[np.asarray(d) != 0]
    assert result.statistic == (differ > 0).sum()
    assert result.pvalue == pytest.approx(stats.binomtest((differ > 0).sum(), differ.size).pvalue, **SAME)


@pytest.mark.parametrize("test", [wilcoxon_signed_rank, sign])
@pytest.mark.parametrize("count", [1, 2, 30])
def test_no_difference_on_any_data_set_gives_statistic_0_and_p_1(test, count):
    result = test(np.zeros(count))
    assert (result.statistic, result.pvalue) == (0, 1)


@pytest.mark.parametrize("test", [wilcoxon_signed_rank, sign])
def test_one_data_set_gives_p_1(test):
    assert test([0.2]).pvalue == 1


@pytest.mark.parametrize("test", [wilcoxon_signed_rank, sign])
@given(d=numbers)
def test_swapping_the_classifiers_keeps_p(test, d):
    result = test(d)
    assert test([-x for x in d]).pvalue == result.pvalue
    assert 0 <= result.pvalue <= 1


@pytest.mark.parametrize("test", [wilcoxon_signed_rank, sign])
@pytest.mark.parametrize("bad", [[], [0.1, np.nan], [0.1, np.inf], [[0.1, 0.2]], 0.1])
def test_differences_that_are_no_list_of_finite_numbers_are_refused(test, bad):
    with pytest.raises(ValueError, match="`differences` must be a list of finite numbers, one per data set, but got"):
        test(bad)


@pytest.mark.parametrize(("method", "theirs"), [("holm", "holm"), ("benjamini-hochberg", "fdr_bh")])
@settings(max_examples=8)  # statsmodels collects all garbage at every call
@given(p=probabilities)
def test_adjusted_p_values_are_those_of_statsmodels(method, theirs, p):
    np.testing.assert_allclose(
        adjust_pvalues(p, method=method), multipletests(p, method=theirs)[1], rtol=1e-12, atol=1e-300
    )


@pytest.mark.parametrize("method", ["holm", "benjamini-hochberg"])
@given(p=probabilities)
def test_adjusted_p_values_are_between_the_unadjusted_and_1(method, p):
    adjusted = adjust_pvalues(p, method=method)
    assert (adjusted >= np.array(p) * (1 - 1e-12)).all()
    assert (adjusted <= 1).all()


@pytest.mark.parametrize("method", ["holm", "benjamini-hochberg"])
def test_no_comparison_has_no_adjusted_p_value(method):
    assert adjust_pvalues([], method=method).shape == (0,)


@pytest.mark.parametrize("method", ["holm", "benjamini-hochberg"])
def test_one_comparison_needs_no_adjustment(method):
    assert adjust_pvalues([0.03], method=method).tolist() == [0.03]


@pytest.mark.parametrize("bad", [[0.1, np.nan], [1.1], [-0.1], 0.5, [[0.1]]])
def test_p_values_out_of_range_are_refused(bad):
    with pytest.raises(ValueError, match="`pvalues` must be a list of numbers between 0 and 1, but got"):
        adjust_pvalues(bad)


def test_another_correction_is_refused():
    with pytest.raises(ValueError, match="`method` must be one of 'holm', 'benjamini-hochberg', but got 'bonferroni'"):
        adjust_pvalues([0.1], method="bonferroni")
