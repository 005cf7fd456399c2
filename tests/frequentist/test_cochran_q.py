"""Cochran's Q against enumeration, statsmodels and McNemar's tests."""

from itertools import combinations, product

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import cochrans_q

import bayescmp as bc
from bayescmp.frequentist import cochran_q

SAME = {"rel": 1e-12, "abs": 1e-12}
tables = st.integers(2, 4).flatmap(
    lambda k: st.lists(st.lists(st.booleans(), min_size=k, max_size=k), min_size=1, max_size=6)
)


def wrong(values):
    return xr.DataArray(np.asarray(values, bool), dims=("classifier", "record"))


def random_table(k, n_records, seed=0):
    return np.random.default_rng(seed).random((k, n_records)) < np.linspace(0.2, 0.3, k)[:, None]


def paired(first, second):
    return bc.paired_table(
        both_wrong=(first & second).sum(), only_first_wrong=(first & ~second).sum(),
        only_second_wrong=(~first & second).sum(), both_right=(~first & ~second).sum(),
    )  # fmt: skip


def share_at_least_as_large(values):
    """P(Q >= observed) by going through every choice of the wrong classifiers on every record."""
    k = len(values)
    choices = [[np.isin(range(k), chosen) for chosen in combinations(range(k), n)] for n in values.sum(axis=0)]
    return np.mean([q_of(np.transpose(rows)) >= q_of(values) - 1e-9 for rows in product(*choices)])


def q_of(values):
    """Q as the spread of the classifiers' totals over the mean variance within records."""
    within = values.var(axis=0, ddof=1).sum()
    return len(values) * values.sum(axis=1).var() / within if within else 0.0


@given(rows=tables)
def test_the_exact_p_value_is_that_of_all_choices_of_the_wrong_classifiers(rows):
    values = np.array(rows).T
    result = cochran_q(wrong(values))
    assert result.df is None
    assert result.pvalue == pytest.approx(share_at_least_as_large(values), **SAME)


@given(rows=tables, seed=st.integers(0, 99))
def test_the_order_of_classifiers_and_records_does_not_matter(rows, seed):
    values, rng = wrong(np.array(rows).T), np.random.default_rng(seed)
    other = values.isel({dim: rng.permutation(size) for dim, size in values.sizes.items()})
    result, same = cochran_q(values), cochran_q(other.transpose("record", "classifier"))
    assert (same.statistic, same.pvalue) == pytest.approx((result.statistic, result.pvalue), **SAME)


@pytest.mark.parametrize(("k", "n_records"), [(2, 5000), (6, 80), (40, 20)])
def test_with_many_records_or_classifiers_it_is_that_of_statsmodels(k, n_records):
    values = random_table(k, n_records)
    result, expected = cochran_q(wrong(values)), cochrans_q(values.T.astype(int))
    assert (result.statistic, result.pvalue) == pytest.approx((expected.statistic, expected.pvalue), **SAME)
    assert result.df == expected.df == k - 1


def test_by_method_chi2_it_is_that_of_statsmodels_with_few_records_too():
    values = random_table(3, 12)
    result, expected = cochran_q(wrong(values), method="chi2"), cochrans_q(values.T.astype(int))
    assert (result.statistic, result.pvalue, result.df) == pytest.approx((expected.statistic, expected.pvalue, 2))


@pytest.mark.parametrize(("k", "most"), [(2, 999), (4, 40), (10, 8)])
def test_p_is_exact_up_to_the_number_of_records_that_the_docstring_says(k, most):
    values = np.arange(most + 1) % k == np.arange(k)[:, None]
    assert cochran_q(wrong(values[:, :most])).df is None
    assert cochran_q(wrong(values)).df == k - 1
    assert f"{most} for " in cochran_q.__doc__


def test_a_record_that_one_of_very_many_gets_right_is_no_burden():
    assert cochran_q(wrong(np.arange(1000)[:, None] != [3])).pvalue == 1


@pytest.mark.parametrize("n_records", [1, 60])
def test_of_two_classifiers_it_is_mcnemars_exact_test(n_records):
    first, second = random_table(2, n_records, seed=n_records)
    assert cochran_q(wrong([first, second])).pvalue == pytest.approx(
        bc.frequentist.mcnemar(paired(first, second)).pvalue, **SAME
    )


def test_a_small_p_value_has_its_digits():
    first = np.ones(100, bool)
    assert cochran_q(wrong([first, ~first])).pvalue == pytest.approx(2.0**-99, rel=1e-12)


@pytest.mark.parametrize("values", [np.ones((3, 9)), np.zeros((3, 0)), np.eye(4)])
def test_equal_numbers_wrong_give_0_with_p_1(values):
    result = cochran_q(wrong(values))
    assert (result.statistic, result.pvalue, result.df) == (0, 1, None)


@pytest.mark.parametrize(("given", "options", "error", "message"), [
    (wrong(np.zeros((1, 9))), {}, ValueError, "`wrong` must hold two or more classifiers by record, but got"),
    (wrong(np.zeros((3, 9))).rename(record="row"), {}, ValueError, "`wrong` must have the dims"),
    (np.zeros((3, 9), bool), {}, TypeError, "`wrong` must be a labelled array of booleans, but got ndarray"),
    (wrong(np.eye(3)) * 0.5, {}, TypeError, "`wrong` must be a labelled array of booleans, but got values of type"),
    (wrong(np.eye(3)), {"method": "exact"}, ValueError, "`method` must be"),
])  # fmt: skip
def test_other_arguments_are_refused(given, options, error, message):
    with pytest.raises(error, match=message):
        cochran_q(given, **options)
