"""What the t, F and Z tests refuse, and that no input that they take gives NaN."""

import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.frequentist import (
    blocked_3x2_t,
    combined_5x2_t,
    combined_f,
    conservative_z,
    kfold_ci_z,
    naive_kfold_mcnemar,
    paired_t,
    proportions,
    t_5x2,
)

SHAPES = {paired_t: (3, 4), t_5x2: (5, 2), combined_5x2_t: (5, 2), combined_f: (5, 2), blocked_3x2_t: (3, 2)}
every = pytest.mark.parametrize(("test", "shape"), SHAPES.items(), ids=[test.__name__ for test in SHAPES])


def values(shape, dims=("repeat", "fold")):
    return xr.DataArray(np.random.default_rng(0).normal(0, 0.1, shape), dims=dims)


def half_means():
    return xr.DataArray(np.random.default_rng(0).normal(0, 0.1, (10, 2)), dims=("split", "half"))


@every
def test_an_array_without_dims_is_refused(test, shape):
    with pytest.raises(TypeError, match="`differences` must be a labelled array, but got ndarray"):
        test(np.zeros(shape))


@every
def test_other_dims_are_refused(test, shape):
    with pytest.raises(ValueError, match="`differences` must have the dims repeat and fold, but got"):
        test(values(shape, dims=("repeat", "record")))


@every
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_difference_that_is_not_finite_is_refused(test, shape, bad):
    d = values(shape)
    d[1, 0] = bad
    with pytest.raises(ValueError, match="`differences` must be finite numbers, one for every validation set"):
        test(d)


@every
def test_a_difference_missing_in_one_experiment_is_refused(test, shape):
    d = values((2, *shape), dims=("experiment", "repeat", "fold"))
    d[1, 1, 1] = np.nan
    with pytest.raises(ValueError, match="`differences` must be finite numbers, one for every validation set"):
        test(d)


@pytest.mark.parametrize("test", [t_5x2, combined_5x2_t, combined_f])
@pytest.mark.parametrize("shape", [(3, 2), (5, 3), (2, 5), (1, 10)])
def test_other_designs_than_5x2_are_refused(test, shape):
    with pytest.raises(ValueError, match=rf"must be of 5 repeats of 2 folds, but got {shape[0]} of {shape[1]}\."):
        test(values(shape))


@pytest.mark.parametrize("shape", [(5, 2), (2, 3), (3, 3)])
def test_other_designs_than_3x2_are_refused_by_the_blocked_t(shape):
    with pytest.raises(ValueError, match=rf"must be of 3 repeats of 2 folds, but got {shape[0]} of {shape[1]}\."):
        blocked_3x2_t(values(shape))


def test_one_validation_set_is_too_few_for_the_paired_t():
    with pytest.raises(ValueError, match="There must be at least 2 validation sets, but got 1"):
        paired_t(values((1, 1)))


def test_a_repeat_with_fewer_folds_is_taken_by_the_paired_t():
    d = values((2, 3))
    d[1, 2] = np.nan
    result, expected = paired_t(d), paired_t(xr.DataArray([d.values[np.isfinite(d)]], dims=("repeat", "fold")))
    assert result.df == 4
    assert (result.statistic, result.pvalue) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-12)


@pytest.mark.parametrize(
    ("ratio", "error", "message"),
    [
        (-0.1, ValueError, "`test_to_train` must be 0 or more, but got -0.1"),
        (np.nan, ValueError, "`test_to_train` must be finite"),
        ("1/9", TypeError, "`test_to_train` must be a number"),
    ],
)
def test_a_wrong_ratio_is_refused(ratio, error, message):
    with pytest.raises(error, match=message):
        paired_t(values((1, 5)), test_to_train=ratio)


@pytest.mark.parametrize("test", [proportions, kfold_ci_z, naive_kfold_mcnemar])
def test_a_bare_array_is_no_table(test):
    with pytest.raises(TypeError, match="A table must come from `paired_table` or `paired_tables`, but got ndarray"):
        test(np.ones((2, 2)))


@pytest.mark.parametrize("test", [kfold_ci_z, naive_kfold_mcnemar])
def test_a_table_without_folds_is_refused(test):
    table = bc.paired_table(both_wrong=1, only_first_wrong=2, only_second_wrong=3, both_right=4)
    with pytest.raises(ValueError, match="`tables` must have the dim fold"):
        test(table)


def folds(*counts):
    cells = np.array(counts)
    return bc.paired_table(
        both_wrong=cells, only_first_wrong=cells, only_second_wrong=0 * cells, both_right=0 * cells, dims=("fold",)
    )


def test_another_variance_is_refused():
    with pytest.raises(ValueError, match="`variance` must be one of 'all-pairs', 'within-fold', but got 'pooled'"):
        kfold_ci_z(folds(2, 3), variance="pooled")


def test_a_fold_of_no_more_than_one_record_is_refused_for_the_variance_within_folds():
    with pytest.raises(ValueError, match="Each fold must hold at least two records"):
        kfold_ci_z(folds(2, 0), variance="within-fold")


@pytest.mark.parametrize("test", [kfold_ci_z, naive_kfold_mcnemar, lambda t: proportions(t.isel(fold=0))])
def test_tables_without_records_give_no_nan(test):
    result = test(folds(0, 0))
    assert (result.statistic, result.pvalue) == (0, 1)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_conservative_z_refuses_half_means_that_are_not_finite(bad):
    halves = half_means()
    halves[3, 1] = bad
    with pytest.raises(ValueError, match="finite"):
        conservative_z(xr.DataArray(0.1), halves)


def test_conservative_z_refuses_a_mean_that_is_not_finite():
    with pytest.raises(ValueError, match="finite"):
        conservative_z(xr.DataArray(np.nan), half_means())
