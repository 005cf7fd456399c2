"""Tests over several data sets, and corrections of p-values, against scipy and statsmodels."""

import itertools

import numpy as np
import pytest
from hypothesis import given
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
C45 = [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1.000, 0.940, 0.619, 0.972, 0.957]
C45_M = [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1.000, 0.962, 0.666, 0.981, 0.978]
rules = pytest.mark.parametrize("rule", ["zsplit", "wilcox"])
several = pytest.mark.parametrize("d", DIFFERENCES.values(), ids=DIFFERENCES)
numbers = st.lists(st.integers(-9, 9), min_size=1, max_size=30)
P_VALUES = [[0.3], [0.04, 0.001, 0.0, 1.0, 0.03, 0.03, 0.5, 0.013, 1e-200, 0.013, 0.8]]


@several
@rules
def test_wilcoxon_is_scipys(d, rule):
    result, expected = wilcoxon_signed_rank(d, zero_method=rule), stats.wilcoxon(d, zero_method=rule)
    assert (result.statistic, result.pvalue) == pytest.approx((expected.statistic, expected.pvalue), **SAME)


@several
def test_sign_is_scipys_binomial_test_of_the_data_sets_that_differ(d):
    result, differ = sign(d, zero_method="wilcox"), np.asarray(d)[np.asarray(d) != 0]
    assert result.statistic == (differ > 0).sum()
    assert result.pvalue == pytest.approx(stats.binomtest((differ > 0).sum(), differ.size).pvalue, **SAME)


@pytest.mark.parametrize("rounded", [True, False])
def test_demsars_example_of_two_classifiers_on_fourteen_data_sets(rounded):
    """Demsar (2006), table 2: R- = 12, and better on 11 of 14 data sets, with one of the two that tie."""
    d = np.subtract(C45, C45_M).round(3 if rounded else 17)
    assert (wilcoxon_signed_rank(d).statistic, sign(-d).statistic) == (12, 11)
    assert sign(d).pvalue == pytest.approx(stats.binomtest(11, 14).pvalue, **SAME)
    left_out = [test(d, zero_method="wilcox").statistic for test in (wilcoxon_signed_rank, sign)]
    assert left_out == [6.5, 2]


def by_enumeration(d, rule):
    """Return the sums of ranks of negative differences, as observed and for all signs of those that are not 0."""
    d = np.array(d, float)
    zeros = np.flatnonzero(d == 0)
    d = np.delete(d, zeros if rule == "wilcox" else zeros[: zeros.size % 2])
    ranks, half = stats.rankdata(abs(d)), (d == 0) / 2
    sums = [ranks @ (half + (np.array(signs) < 0)) for signs in itertools.product(*[(-x, x) if x else (0,) for x in d])]
    return ranks @ (half + (d < 0)), np.array(sums)


@rules
@given(d=st.lists(st.integers(-4, 4), min_size=1, max_size=9))
def test_the_p_value_of_wilcoxon_is_that_of_all_signs(rule, d):
    observed, sums = by_enumeration(d, rule)
    result = wilcoxon_signed_rank(d, zero_method=rule)
    far = min((sums <= observed).mean(), (sums >= observed).mean())
    assert result.pvalue == pytest.approx(min(1, 2 * far), **SAME)
    assert result.statistic == min(observed, sums.max() + sums.min() - observed)


def test_splitting_zeros_makes_no_p_value_of_the_sign_test_smaller():
    for first, second, zeros in itertools.product(range(8), range(8), (1, 2, 5)):
        d = [1] * first + [-1] * second + [0] * zeros
        assert sign(d).pvalue >= sign(d, zero_method="wilcox").pvalue * (1 - 1e-12)


@pytest.mark.parametrize("test", [wilcoxon_signed_rank, sign])
@given(d=numbers, rule=st.sampled_from(["zsplit", "wilcox"]), seed=st.integers(0, 99))
def test_rounding_breaks_no_tie(test, rule, d, seed):
    noise = np.random.default_rng(seed).uniform(-3e-16, 3e-16, len(d))
    rounded, exact = (test(one, zero_method=rule) for one in (np.divide(d, 10) + noise, d))
    assert max(map(abs, d)) == 0 or (rounded.statistic, rounded.pvalue) == (exact.statistic, exact.pvalue)


def test_more_than_fifty_differences_with_zeros_are_nearly_as_if_drawn():
    rng = np.random.default_rng(0)
    d = np.r_[rng.integers(1, 9, 60) * rng.choice([1, 1, -1], 60), np.zeros(20)]
    ranks = stats.rankdata(abs(d))[:60]
    sums = (rng.random((100_000, 60)) < 0.5) @ ranks
    observed = ranks[d[:60] < 0].sum()
    assert wilcoxon_signed_rank(d).pvalue == pytest.approx(2 * (sums <= observed).mean(), abs=0.004)


@pytest.mark.parametrize("count", [1, 30])
def test_no_difference_on_any_data_set_gives_p_1(count):
    counted = count - count % 2
    for test, half in ((wilcoxon_signed_rank, counted * (counted + 1) / 4), (sign, counted / 2)):
        split, left_out = (test(np.zeros(count), zero_method=rule) for rule in ("zsplit", "wilcox"))
        assert (split.statistic, split.pvalue) == (half, 1)
        assert (left_out.statistic, left_out.pvalue) == (0, 1)


@pytest.mark.parametrize("test", [wilcoxon_signed_rank, sign])
@given(d=numbers)
def test_swapping_the_classifiers_keeps_p(test, d):
    result = test(d)
    assert test([-x for x in d]).pvalue == result.pvalue
    assert 0 <= result.pvalue <= 1
    assert test([0.2]).pvalue == 1


@pytest.mark.parametrize(("method", "theirs"), [("holm", "holm"), ("benjamini-hochberg", "fdr_bh")])
def test_adjusted_p_values_are_those_of_statsmodels(method, theirs):
    for p in P_VALUES:
        expected = multipletests(p, method=theirs)[1]
        np.testing.assert_allclose(adjust_pvalues(p, method=method), expected, rtol=1e-12, atol=1e-300)
    assert adjust_pvalues([], method=method).shape == (0,)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: sign([0.1, np.nan]), "`differences` must be a list of finite numbers, one per data set, but got"),
    (lambda: wilcoxon_signed_rank([]), "`differences` must be a list of finite numbers, one per data set, but got"),
    (lambda: wilcoxon_signed_rank([[0.1, 0.2]]), "`differences` must be a list of finite numbers"),
    (lambda: sign([0.1], zero_method="pratt"), "`zero_method` must be one of 'zsplit', 'wilcox', but got 'pratt'"),
    (lambda: adjust_pvalues([0.1, np.nan]), "`pvalues` must be a list of numbers between 0 and 1, but got"),
    (lambda: adjust_pvalues([1.1]), "`pvalues` must be a list of numbers between 0 and 1, but got"),
    (lambda: adjust_pvalues(0.5), "`pvalues` must be a list of numbers between 0 and 1, but got"),
    (lambda: adjust_pvalues([0.1], method="bonferroni"), "`method` must be one of 'holm', 'benjamini-hochberg', "),
])  # fmt: skip
def test_other_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
