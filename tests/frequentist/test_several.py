"""Tests over several data sets or classifiers, and corrections of p-values, against scipy and statsmodels."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import cochrans_q
from statsmodels.stats.multitest import multipletests

import bayescmp as bc
from bayescmp.frequentist import adjust_pvalues, cochran_q, sign, wilcoxon_signed_rank

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


def wrong(values):
    return xr.DataArray(np.asarray(values, bool), dims=("classifier", "record"))


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


@pytest.mark.parametrize("k", [2, 3, 6])
def test_cochran_q_is_that_of_statsmodels(k):
    values = np.random.default_rng(k).random((k, 80)) < np.linspace(0.1, 0.4, k)[:, None]
    result, expected = cochran_q(wrong(values)), cochrans_q(values.T.astype(int))
    assert (result.statistic, result.pvalue) == pytest.approx((expected.statistic, expected.pvalue), **SAME)
    assert result.df == expected.df


def test_cochran_q_of_two_classifiers_is_mcnemars_without_correction():
    first, second = values = np.random.default_rng(1).random((2, 90)) < [[0.4], [0.2]]
    table = bc.paired_table(
        both_wrong=(first & second).sum(),
        only_first_wrong=(first & ~second).sum(),
        only_second_wrong=(~first & second).sum(),
        both_right=(~first & ~second).sum(),
    )
    result, expected = cochran_q(wrong(values)), bc.mcnemar(table, method="chi2", correction=False)
    assert (result.statistic, result.pvalue) == pytest.approx((expected.statistic, expected.pvalue), **SAME)


def test_cochran_q_does_not_depend_on_the_order_of_dims():
    values = wrong(np.random.default_rng(2).random((3, 40)) < 0.3)
    assert cochran_q(values.transpose("record", "classifier")).statistic == cochran_q(values).statistic


@pytest.mark.parametrize("values", [np.zeros((3, 9)), np.ones((3, 9)), np.tile(np.arange(9) % 2, (3, 1))])
def test_cochran_q_of_classifiers_that_no_record_tells_apart_is_0_with_p_1(values):
    result = cochran_q(wrong(values))
    assert (result.statistic, result.pvalue) == (0, 1)


@pytest.mark.parametrize("shape", [(1, 9), (0, 9)])
def test_cochran_q_of_fewer_than_two_classifiers_is_refused(shape):
    with pytest.raises(ValueError, match="`wrong` must hold two or more classifiers by record, but got"):
        cochran_q(wrong(np.zeros(shape)))


def test_cochran_q_of_other_dims_is_refused():
    with pytest.raises(ValueError, match="`wrong` must hold two or more classifiers by record, but got"):
        cochran_q(wrong(np.zeros((3, 9))).expand_dims("repeat"))


def test_cochran_q_refuses_a_bare_array():
    with pytest.raises(TypeError, match="`wrong` must be"):
        cochran_q(np.zeros((3, 9), bool))


def test_cochran_q_refuses_missing_outcomes():
    with pytest.raises((TypeError, ValueError), match="`wrong` must"):
        cochran_q(xr.DataArray([[0.0, 1.0, np.nan], [1.0, 0.0, 0.0]], dims=("classifier", "record")))


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
