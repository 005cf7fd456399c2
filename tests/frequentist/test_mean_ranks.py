"""Tests of mean ranks against scipy, printed quantiles, and formulas computed another way."""

import itertools
import math

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bayescmp.frequentist import friedman, holm_against_control, iman_davenport, nemenyi
from tests.data import DEMSAR_AREAS

SAME = {"rel": 1e-11, "abs": 1e-12}
TESTS = [friedman, iman_davenport, nemenyi]
every_test = pytest.mark.parametrize("test", TESTS)
tables = st.tuples(st.integers(2, 6), st.integers(2, 7)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(0, 5), min_size=shape[0], max_size=shape[0]), min_size=shape[1], max_size=shape[1]
    )
)


def losses(by_block):
    values = np.array(by_block, float).T
    return xr.DataArray(
        values, dims=("classifier", "dataset"), coords={"classifier": [f"c{j}" for j in range(len(values))]}
    )


def random_losses(k, n, seed=0, digits=9):
    return losses(np.random.default_rng(seed).random((n, k)).round(digits))


def numbers(result):
    """Return all numbers of a result, those of classifiers in the order of their names."""
    if hasattr(result, "pvalue"):
        return np.array([result.statistic, result.pvalue])
    names = sorted(result.ranks["classifier"].values)
    pairs = result.pvalues.sel(classifier=names, other_classifier=names).values.ravel()
    return np.r_[result.ranks.sel(classifier=names).values, pairs, result.critical_difference, result.n_blocks]


@given(rows=tables.filter(lambda rows: any(len(set(row)) > 1 for row in rows) and len(rows[0]) > 2))
def test_friedman_with_ties_is_scipys(rows):
    result, expected = friedman(losses(rows)), stats.friedmanchisquare(*np.transpose(rows))
    assert (result.statistic, result.pvalue) == pytest.approx((expected.statistic, expected.pvalue), **SAME)
    assert result.df == len(rows[0]) - 1


@pytest.mark.parametrize(("k", "n", "digits"), [(2, 9, 9), (5, 30, 1)])
def test_iman_davenport_is_its_formula_of_chi_squared(k, n, digits):
    data = random_losses(k, n, seed=1, digits=digits)
    result, chi2 = iman_davenport(data), friedman(data).statistic
    statistic = (n - 1) * chi2 / (n * (k - 1) - chi2)
    assert result.df == (k - 1, (k - 1) * (n - 1))
    assert result.statistic == pytest.approx(statistic, **SAME)
    assert result.pvalue == pytest.approx(stats.f.sf(statistic, *result.df), **SAME)


@pytest.mark.parametrize(("k", "n"), [(5, 2), (4, 3)])
def test_no_order_of_blocks_is_less_probable_than_their_agreement(k, n):
    alike = np.tile(np.arange(float(k)), (n, 1))
    swapped = alike.copy()
    swapped[0, [1, 2]] = swapped[0, [2, 1]]
    least = math.factorial(k) ** (1 - n)
    assert iman_davenport(losses(alike)).pvalue == pytest.approx(least)
    assert iman_davenport(losses(swapped)).pvalue >= least * (1 - 1e-9)


def test_demsars_example_of_four_classifiers_on_fourteen_data_sets():
    """Areas under the curve of Demsar (2006), table 6. His chi-squared, 9.28, and F, 3.69, are without ties."""
    auc = np.array(DEMSAR_AREAS)
    result = nemenyi(losses(1 - auc), alpha=0.1)
    np.testing.assert_allclose(result.ranks, [3.143, 2.000, 2.893, 1.964], atol=5e-4)
    assert result.critical_difference == pytest.approx(2.291 * np.sqrt(20 / 84), abs=5e-4)
    without_ties = 12 * 14 / 20 * ((result.ranks**2).sum().item() - 25)
    assert without_ties == pytest.approx(9.28, abs=0.005)
    ties = (3 * 6 + 60) / (14 * 60)  # sum of t^3 - t: three pairs, one block of four
    assert friedman(losses(1 - auc)).statistic == pytest.approx(without_ties / (1 - ties), **SAME)


@pytest.mark.parametrize(("k", "alpha", "printed"), [(2, 0.05, 1.960), (5, 0.1, 2.459), (10, 0.05, 3.164)])
def test_critical_differences_are_those_of_the_printed_quantiles(k, alpha, printed):
    """Demsar (2006), table 5 (a)."""
    result = nemenyi(random_losses(k, 13), alpha=alpha)
    assert result.critical_difference / np.sqrt(k * (k + 1) / (6 * 13)) == pytest.approx(printed, abs=1.1e-3)
    assert (result.alpha, result.n_blocks) == (alpha, 13)


@pytest.mark.parametrize(("k", "n", "digits"), [(3, 10, 9), (4, 12, 1)])
def test_p_values_are_those_of_ranks_summed_pair_by_pair(k, n, digits):
    """As packages of post-hoc tests have it: |R_i - R_j| / sqrt(k (k + 1) / (6 n)) sqrt 2, infinite df."""
    data = random_losses(k, n, seed=k, digits=digits)
    ranks = data.to_pandas().rank(axis=0).mean(axis=1)
    result = nemenyi(data)
    for a in ranks.index:
        for b in ranks.index:
            q = abs(ranks[a] - ranks[b]) / np.sqrt(k * (k + 1) / (6 * n)) * np.sqrt(2)
            expected = 1 if a == b else tail_of_the_range(q, k)
            assert result.pvalues.sel(classifier=a, other_classifier=b) == pytest.approx(expected, abs=1e-9)


def tail_of_the_range(q, k):
    """P(range of k normals > q) by its integral over the smallest."""
    x = np.linspace(-9, 9, 20_001)
    inside = k * stats.norm.pdf(x) * (stats.norm.cdf(x + q) - stats.norm.cdf(x)) ** (k - 1)
    return 1 - np.trapezoid(inside, x)


@given(rows=tables, alpha=st.floats(0.001, 0.5))
def test_a_pair_has_p_below_alpha_where_its_ranks_differ_by_more_than_the_critical_difference(rows, alpha):
    result = nemenyi(losses(rows), alpha=alpha)
    difference = abs(result.ranks.values[:, None] - result.ranks.values)
    clear = abs(difference - result.critical_difference) > 1e-6
    assert ((result.pvalues.values < alpha) == (difference > result.critical_difference))[clear].all()
    assert ((result.pvalues >= 0) & (result.pvalues <= 1)).all()
    assert (np.diag(result.pvalues) == 1).all()


@every_test
@given(rows=tables, seed=st.integers(0, 99))
def test_the_order_of_classifiers_blocks_and_dims_does_not_matter(test, rows, seed):
    data, rng = losses(rows), np.random.default_rng(seed)
    other = data.isel({dim: rng.permutation(size) for dim, size in data.sizes.items()}).transpose()
    np.testing.assert_allclose(numbers(test(other)), numbers(test(data)), rtol=1e-12, atol=1e-13)


@every_test
@given(rows=tables, shift=st.integers(-3, 3))
def test_only_the_order_of_losses_counts(test, rows, shift):
    data = losses(rows)
    np.testing.assert_array_equal(numbers(test(np.exp(data * 0.7) + shift)), numbers(test(data)))
    np.testing.assert_array_equal(numbers(test(data + xr.DataArray(np.arange(len(rows)), dims="dataset"))),
                                  numbers(test(data)))  # fmt: skip


@every_test
@given(rows=tables, seed=st.integers(0, 99))
def test_rounding_breaks_no_tie(test, rows, seed):
    data = losses(rows) / 10
    noise = 1 + np.random.default_rng(seed).integers(-3, 4, data.shape) * 2.0**-52
    np.testing.assert_array_equal(numbers(test(data * noise)), numbers(test(losses(rows))))
    np.testing.assert_array_equal(
        holm_against_control(data * noise, control="c0"), holm_against_control(losses(rows), control="c0")
    )


def test_sums_tie_with_what_they_are_and_the_eleventh_digit_counts():
    data = losses([[0.1 + 0.2, 0.3]] * 6)
    assert [friedman(data).pvalue, iman_davenport(data).pvalue, nemenyi(data).pvalues.min()] == [1, 1, 1]
    assert nemenyi(losses([[0.3, 0.3 + 1e-11]] * 2)).ranks.values.tolist() == [1, 2]


def test_the_lowest_loss_has_rank_1_and_equal_ones_their_mean():
    result = nemenyi(losses([[0.1, 0.2, 0.3], [0.1, 0.2, 0.2]]))
    assert result.ranks.to_series().to_dict() == {"c0": 1, "c1": 2.25, "c2": 2.75}
    assert result.pvalues.dims == ("classifier", "other_classifier")
    assert list(result.pvalues["other_classifier"].values) == ["c0", "c1", "c2"]


@pytest.mark.parametrize("k", [2, 5])
def test_all_ties_give_statistic_0_and_p_1(k):
    data = losses(np.tile(np.arange(4)[:, None], k))
    assert [(test(data).statistic, test(data).pvalue) for test in TESTS[:2]] == [(0, 1), (0, 1)]
    assert (nemenyi(data).pvalues == 1).all()


@pytest.mark.parametrize(("k", "n"), [(2, 2), (3, 49), (6, 3)])
def test_blocks_that_agree_give_an_infinite_f_and_the_probability_of_that(k, n):
    row = np.r_[0, np.arange(k - 1)] if k > 2 else np.array([0, 1])
    data = losses(np.tile(row, (n, 1)))
    result = iman_davenport(data)
    assert result.statistic == np.inf
    orders = len(set(itertools.permutations(row.tolist())))
    assert result.pvalue == pytest.approx(float(orders) ** (1 - n), rel=1e-12)
    assert friedman(data).statistic == pytest.approx(n * (k - 1), rel=1e-15)


def test_infinite_losses_are_the_worst_and_the_verdict_on_a_pair_depends_on_the_others():
    assert nemenyi(losses([[1, np.inf], [2, np.inf]])).ranks.values.tolist() == [1, 2]
    a, b = np.zeros(12), np.ones(12)
    between = nemenyi(losses(np.c_[a, b, a + 0.3, a + 0.5, a + 0.7]))
    above = nemenyi(losses(np.c_[a, b, b + 1, b + 2, b + 3]))
    assert between.pvalues[0, 1] < 0.001
    assert above.pvalues[0, 1] > 0.5


TWICE = losses(np.eye(3)).assign_coords(classifier=["a", "a", "c"])
FOUR = losses(np.arange(12.0).reshape(4, 3))


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: friedman(np.ones((3, 4))), TypeError, "`losses` must be a labelled array of numbers, but got ndarray"),
    (lambda: nemenyi(FOUR.astype(str)), TypeError, "`losses` must be a labelled array of numbers, but got values"),
    (lambda: friedman(FOUR.rename(classifier="model")), ValueError, r"must have the dims \('classifier',\)"),
    (lambda: friedman(FOUR.expand_dims("fold")), ValueError, "`losses` must be of two or more classifiers on two"),
    (lambda: iman_davenport(FOUR[:1]), ValueError, "`losses` must be of two or more classifiers on two or more"),
    (lambda: nemenyi(FOUR[:, :1]), ValueError, "`losses` must be of two or more classifiers on two or more blocks"),
    (lambda: friedman(FOUR.where(FOUR > 1)), ValueError, "`losses` must be a number for each classifier and block"),
    (lambda: nemenyi(TWICE), ValueError, "`losses` must have each classifier once, but got .'a', 'a', 'c'"),
    (lambda: nemenyi(FOUR, alpha=5), ValueError, "`alpha` must be"),
    (lambda: holm_against_control(FOUR, control="c3"), ValueError, "`control` must be one of .c0., .c1., .c2., but"),
])  # fmt: skip
def test_other_arguments_are_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_holm_against_a_control_is_that_of_normal_differences_of_mean_ranks():
    data = random_losses(5, 9, seed=2) + xr.DataArray([0, 0.2, 0.4, 0.6, 0.6], dims="classifier")
    mean = stats.rankdata(data.to_numpy(), axis=0).mean(axis=1)
    z = (mean - mean[1]) / np.sqrt(5 * 6 / (6 * 9))
    pvalues = dict(zip(["c0", "c2", "c3", "c4"], 2 * stats.norm.sf(abs(z[[0, 2, 3, 4]])), strict=True))
    expected, least = {"c1": 1.0}, 0.0
    for left, name in enumerate(sorted(pvalues, key=pvalues.get)):
        least = expected[name] = min(1, max(least, (4 - left) * pvalues[name]))
    assert holm_against_control(data, control="c1").to_series().to_dict() == pytest.approx(expected)
