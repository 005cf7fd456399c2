"""The t, F and Z tests against other packages and against their formulas written out."""

from functools import partial

import numpy as np
import pytest
import xarray as xr
from scipy import stats
from statsmodels.stats.proportion import proportions_ztest

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

UNCORRECTED = partial(paired_t, test_to_train=0.0)
SAME = {"rel": 1e-12, "abs": 1e-12}


def differences(values, *lead):
    return xr.DataArray(np.asarray(values, float), dims=(*lead, "repeat", "fold"))


def tables(n00, n01, n10, n11, dims=("fold",)):
    return bc.paired_table(both_wrong=n00, only_first_wrong=n01, only_second_wrong=n10, both_right=n11, dims=dims)


# Each formula of the method notes once more, on a plain array of shape (repeats, folds).
def within(p):
    return sum((a - (a + b) / 2) ** 2 + (b - (a + b) / 2) ** 2 for a, b in p)


def t_pvalue(t, df):
    return t, 2 * stats.t.sf(abs(t), df)


def by_f(p, df=(10, 5)):
    f = sum(x**2 for x in p.flat) / (2 * within(p))
    return f, stats.f.sf(f, *df)


FORMULAS = {
    "paired t": (UNCORRECTED, lambda p: t_pvalue(p.mean() / (np.std(p, ddof=1) / np.sqrt(p.size)), p.size - 1), (3, 5)),
    "corrected t": (partial(paired_t, test_to_train=1 / 9),
     lambda p: t_pvalue(p.mean() / np.sqrt((1 / p.size + 1 / 9) * np.var(p, ddof=1)), p.size - 1), (10, 10)),
    "5x2 t": (t_5x2, lambda p: t_pvalue(p[0, 0] / np.sqrt(within(p) / 5), 5), (5, 2)),
    "combined 5x2 t": (combined_5x2_t, lambda p: t_pvalue(np.sqrt(10) * p.mean() / np.sqrt(within(p) / 5), 5), (5, 2)),
    "blocked 3x2 t": (blocked_3x2_t,
     lambda p: t_pvalue(p.mean() / np.sqrt(sum((x - p.mean()) ** 2 for x in p.flat) / 6), 5), (3, 2)),
    "combined F": (combined_f, by_f, (5, 2)),
    "calibrated F": (partial(combined_f, df=(7, 5)), partial(by_f, df=(7, 5)), (5, 2)),
}  # fmt: skip
formulas = pytest.mark.parametrize(("test", "formula", "shape"), FORMULAS.values(), ids=FORMULAS)


@formulas
def test_statistic_and_p_are_those_of_the_formula(test, formula, shape):
    p = np.random.default_rng(0).normal(0.02, 0.05, shape)
    result, (statistic, pvalue) = test(differences(p)), formula(p)
    assert (result.statistic, result.pvalue) == (pytest.approx(statistic, **SAME), pytest.approx(pvalue, **SAME))


@pytest.mark.parametrize("shape", [(1, 10), (2, 1)])
def test_paired_t_is_scipys_one_sample_t(shape):
    p = np.random.default_rng(0).normal(0.02, 0.05, shape)
    result, expected = paired_t(differences(p), test_to_train=0.0), stats.ttest_1samp(p.ravel(), 0)
    assert result.statistic == pytest.approx(expected.statistic, **SAME)
    assert result.pvalue == pytest.approx(expected.pvalue, **SAME)
    assert result.df == expected.df


@formulas
def test_without_variance_there_is_an_answer(test, formula, shape):
    result = test(differences(np.zeros(shape)))
    assert (result.statistic, result.pvalue) == (0, 1)
    for value in (0.1, -0.3, 1 / 3):
        result = test(differences(np.full(shape, value)))
        assert (abs(result.statistic), result.pvalue) == (np.inf, 0)
        assert (result.statistic > 0) == (value > 0 or result.name == "combined_f")


def test_5x2_t_is_0_without_difference_and_proportions_are_those_of_statsmodels():
    result = t_5x2(differences([[0, 0], [0.1, 0.1], [0.2, 0.2], [0, 0], [0.3, 0.3]]))
    assert (result.statistic, result.pvalue) == (0, 1)
    n00, n01, n10, n11 = np.random.default_rng(0).integers(1, 40, 4)
    total = n00 + n01 + n10 + n11
    statistic, pvalue = proportions_ztest([n00 + n01, n00 + n10], [total, total])
    result = proportions(tables(n00, n01, n10, n11, dims=()))
    assert (result.statistic, result.pvalue) == (pytest.approx(statistic, **SAME), pytest.approx(pvalue, **SAME))


def z_of_records(folds, variance):
    """From record-level differences, one array a fold."""
    d = np.concatenate(folds)
    square = np.mean((d - d.mean()) ** 2) if variance == "all-pairs" else np.mean([np.var(f, ddof=1) for f in folds])
    z = d.mean() * np.sqrt(d.size) / np.sqrt(square)
    return z, 2 * stats.norm.sf(abs(z))


@pytest.mark.parametrize("variance", ["all-pairs", "within-fold"])
@pytest.mark.parametrize("sizes", [(21, 21, 20, 20, 19), (2, 30)])
def test_kfold_ci_z_is_that_of_the_record_level_differences(variance, sizes):
    rng = np.random.default_rng(2)
    wrong = [(rng.random(n) < 0.4, rng.random(n) < 0.2) for n in sizes]
    cells = zip(*([(a & b).sum(), (a & ~b).sum(), (~a & b).sum(), (~a & ~b).sum()] for a, b in wrong), strict=True)
    result = kfold_ci_z(tables(*map(np.array, cells)), variance=variance)
    statistic, pvalue = z_of_records([a.astype(float) - b for a, b in wrong], variance)
    assert (result.statistic, result.pvalue) == (pytest.approx(statistic, **SAME), pytest.approx(pvalue, **SAME))


@pytest.mark.parametrize("variance", ["all-pairs", "within-fold"])
@pytest.mark.parametrize(("n01", "statistic", "pvalue"), [(0, 0, 1), (7, np.inf, 0)])
def test_kfold_ci_z_without_variance_has_an_answer(variance, n01, statistic, pvalue):
    none = np.zeros(5, int)
    agree = none + (3 if n01 == 0 else 0)
    result = kfold_ci_z(tables(agree, none + n01, none, agree), variance=variance)
    assert (result.statistic, result.pvalue) == (statistic, pvalue)


def test_conservative_z_is_the_mean_over_the_root_of_the_mean_square_gap():
    rng = np.random.default_rng(3)
    mean, halves = rng.normal(0.05, 0.01), rng.normal(0, 0.05, (10, 2))
    z = mean / np.sqrt(sum((a - b) ** 2 for a, b in halves) / (2 * 10))
    result = conservative_z(xr.DataArray(mean), xr.DataArray(halves, dims=("split", "half")))
    assert (result.statistic, result.pvalue) == pytest.approx((z, 2 * stats.norm.sf(abs(z))), **SAME)


@pytest.mark.parametrize("k", [1, 10])
def test_naive_kfold_mcnemar_is_the_sum_of_the_statistics_of_the_folds(k):
    n01, n10 = np.random.default_rng(k).integers(0, 6, (2, k))
    n01[0] = n10[0] = 0
    statistic = sum(max(abs(a - b) - 1, 0) ** 2 / (a + b) for a, b in zip(n01, n10, strict=True) if a + b)
    result = naive_kfold_mcnemar(tables(n01, n01, n10, n10))
    expected = (pytest.approx(statistic, **SAME), pytest.approx(stats.chi2.sf(statistic, k), **SAME))
    assert (result.statistic, result.pvalue) == expected
    assert result.df == k


@pytest.mark.parametrize("test", [kfold_ci_z, naive_kfold_mcnemar, lambda t: proportions(t.sum("fold"))])
def test_without_records_there_is_an_answer(test):
    empty = test(tables(*np.zeros((4, 5), int)))
    assert (empty.statistic, empty.pvalue) == (0, 1)


def test_a_repeat_with_fewer_folds_is_taken_by_the_paired_t():
    d = differences([[0.1, -0.2, 0.3], [0.2, 0.1, np.nan]])
    result, expected = (paired_t(one, test_to_train=0.1) for one in (d, differences([d.values[np.isfinite(d)]])))
    assert result.df == 4
    assert (result.statistic, result.pvalue) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-12)


D = differences(np.random.default_rng(0).normal(0, 0.1, (5, 2)))
HALVES = xr.DataArray(np.random.default_rng(0).normal(0, 0.1, (10, 2)), dims=("split", "half"))
MEAN = xr.DataArray(0.1)
FOLDS = tables(*np.array([[2, 3], [2, 3], [0, 0], [0, 0]]))
REFUSED = [
    (lambda: paired_t(np.zeros((3, 4, 2)), test_to_train=0.0), TypeError,
     "`differences` must be a labelled array of numbers, but got ndarray"),
    (lambda: paired_t(D.astype(str), test_to_train=0.0), TypeError,
     "`differences` must be a labelled array of numbers, but got values of"),
    (lambda: UNCORRECTED(D.rename(fold="r")), ValueError, r"`differences` must have the dims \('repeat', 'fold'\)"),
    (lambda: paired_t(D.where(D[1, 0] != D).T, test_to_train=0.0), ValueError,
     "`differences` must be finite numbers, one for every valid"),
    (lambda: t_5x2(xr.concat([D, D.where(D.min() < D)], "experiment")), ValueError, "`differences` must be finite"),
    (lambda: t_5x2(D[:3]), ValueError, "must be of 5 repeats of 2 folds, but got .'repeat': 3, 'fold': 2."),
    (lambda: combined_f(D, df=7), TypeError, "`df` must be a pair of degrees of freedom, such as"),
    (lambda: combined_f(D, df=(7, 0)), ValueError, "`df` must be above 0"),
    (lambda: UNCORRECTED(D[:1, :1]), ValueError, "`differences` must be of 2 validation sets or more, but got 1"),
    (lambda: paired_t(D), TypeError, "missing 1 required keyword-only argument: 'test_to_train'"),
    (lambda: paired_t(D, test_to_train=-0.1), ValueError, "`test_to_train` must be 0 or more, but got -0.1"),
    (lambda: proportions(np.ones((2, 2))), TypeError, "A table must come from `paired_table` or `paired_tables`, but"),
    (lambda: kfold_ci_z(FOLDS.sum("fold")), ValueError, r"`tables` must have the dims \('fold',\), but got"),
    (lambda: naive_kfold_mcnemar(FOLDS.sum("fold")), ValueError, r"`tables` must have the dims \('fold',\), but got"),
    (lambda: kfold_ci_z(FOLDS, variance="pooled"), ValueError, "`variance` must be one of 'all-pairs', 'within-fold'"),
    (lambda: kfold_ci_z(FOLDS // 3, variance="within-fold"), ValueError, "Each fold must hold at least two records"),
    (lambda: conservative_z(0.1, HALVES), TypeError, "`mean` must be a labelled array of numbers, but got float"),
    (lambda: conservative_z(MEAN, HALVES.where(HALVES > 0)), ValueError, "`mean` and `halves` must be finite numbers"),
    (lambda: conservative_z(MEAN * np.nan, HALVES), ValueError, "`mean` and `halves` must be finite numbers"),
    (lambda: conservative_z(MEAN, HALVES.T[0]), ValueError, r"`halves` must have the dims \('split', 'half'\)"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_other_arguments_are_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()
