"""The block-regularized cross-validated McNemar's test against its formula in sums of the tables."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

import bayescmp as bc

ten_counts = hnp.arrays(np.int64, (5, 2), elements=st.integers(0, 60))
six_counts = hnp.arrays(np.int64, (3, 2), elements=st.integers(0, 60))


def tables(only_first, only_second, *, agree=10, dims=("repeat", "fold")):
    both = np.full(np.shape(only_first), agree)
    return bc.paired_table(
        both_wrong=both, only_first_wrong=only_first, only_second_wrong=only_second, both_right=both, dims=dims
    )


def by_formula(only_first, only_second, share):
    """M = (share |S01 - S10| - 1)^2 / (share (S01 + S10)) against chi2(1), S over all tables."""
    difference, total = abs(int(only_first.sum()) - int(only_second.sum())), int(only_first.sum() + only_second.sum())
    statistic = max(share * difference - 1, 0) ** 2 / (share * total) if total else 0.0
    return pytest.approx((statistic, stats.chi2.sf(statistic, 1)), rel=1e-9, abs=1e-12)


@given(ten_counts, ten_counts)
def test_five_repeats_weigh_the_sums_by_2_in_11(only_first, only_second):
    result = bc.frequentist.bcv_mcnemar(tables(only_first, only_second))
    assert (result.statistic, result.pvalue) == by_formula(only_first, only_second, 2 / 11)
    assert (result.name, result.df, result.alternative) == ("bcv_mcnemar", 1, "two-sided")


@given(six_counts, six_counts)
def test_three_repeats_weigh_the_sums_by_2_in_7(only_first, only_second):
    # t = 2m / (1 + 1/2 + (m - 1)) = 12/7 of the mean of the six tables.
    result = bc.frequentist.bcv_mcnemar(tables(only_first, only_second))
    assert (result.statistic, result.pvalue) == by_formula(only_first, only_second, 2 / 7)


@given(ten_counts, ten_counts, st.integers(0, 1000), st.permutations(range(10)))
def test_agreements_the_order_of_classifiers_and_of_folds_do_not_matter(only_first, only_second, agree, order):
    result = bc.frequentist.bcv_mcnemar(tables(only_first, only_second))
    shuffled = (cells.ravel()[order].reshape(5, 2) for cells in (only_second, only_first))
    other = bc.frequentist.bcv_mcnemar(tables(*shuffled, agree=agree))
    assert (other.statistic, other.pvalue) == pytest.approx((result.statistic, result.pvalue), rel=1e-9, abs=1e-12)
    assert 0 <= result.pvalue <= 1


@pytest.mark.parametrize(("shape", "dims"), [((5,), ("repeat",)), ((5, 3), ("repeat", "fold"))])
def test_tables_that_are_not_two_folds_of_repeats_are_refused(shape, dims):
    counts = np.ones(shape, int)
    with pytest.raises(ValueError, match="`tables` must have the dim 'repeat' and a dim 'fold' of size 2, but got"):
        bc.frequentist.bcv_mcnemar(tables(counts, counts, dims=dims))
