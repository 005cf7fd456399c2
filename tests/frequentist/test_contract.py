"""What every registered test promises: it mirrors, it is defined, and tables are enough unless it says otherwise."""

import zlib
from dataclasses import replace
from operator import itemgetter

import numpy as np
import pytest
import xarray as xr
from scipy import special

import bayescmp as bc
from bayescmp import frequentist as fq
from bayescmp.design import HOLD_OUT, TWO_FOLD, Design, design_of_splits
from bayescmp.evidence import PairEvidence, evidence_of
from bayescmp.metrics import METRICS
from bayescmp.model_selection import BLOCKED_5_X_2, PLANS, BlockRegularizedCV

N = 60
SETTINGS = bc.methods.Settings(rope=(-0.2, 0.2), ci_prob=0.9, rng=3)
OF_TABLES_OR_LABELS = {name: test for name, test in fq.TESTS.items() if not test.needs_probabilities}
each = pytest.mark.parametrize("test", OF_TABLES_OR_LABELS.values(), ids=OF_TABLES_OR_LABELS)
of_tables = pytest.mark.parametrize(
    "test", [test for test in OF_TABLES_OR_LABELS.values() if not test.needs_labels], ids=lambda test: test.name
)
WITH_INTERVAL = {
    "holdout_e_value",
    "blocked_3x2_t", "combined_5x2_t", "repeated_holdout_t", "resampled_t", "corrected_repeated_holdout_t",
    "kfold_t", "corrected_repeated_kfold_t", "kfold_ci_z", "conservative_z", "holdout_score",
    "bootstrap_percentile", "bootstrap_bca",
}  # fmt: skip


def evidence_for(test, *, rates=(0.35, 0.2), labels=True, design=None, seed=0):
    """Outcomes of two classifiers that err at these rates under the plan of a test."""
    plan = PLANS[test.plan]
    splits = list(plan.splitter(0).split(np.zeros((N, 1))))
    rng = np.random.default_rng([seed, zlib.crc32(test.name.encode())])
    y = rng.integers(0, 2, N)
    predicted = [np.where(rng.random(N) < rate, 1 - y, y) for rate in rates]
    wrong = [(predicted[0][rows] != y[rows], predicted[1][rows] != y[rows]) for _, rows in splits]
    cells = [[(a & b).sum(), (a & ~b).sum(), (~a & b).sum(), (~a & ~b).sum()] for a, b in wrong]
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    shape = (plan.n_repeats, plan.n_folds)
    counts = {name: column.reshape(shape) for name, column in zip(names, np.array(cells).T, strict=True)}
    first = splits[0][1]
    return PairEvidence(
        design=design or design_of_splits(shape, splits, kind=plan.kind),
        tables=bc.paired_table(**counts, dims=("repeat", "fold")),
        labels=(lambda: (y[first], predicted[0][first], predicted[1][first])) if labels else None,
    )


def swapped(evidence):
    labels = evidence.labels and (lambda: itemgetter(0, 2, 1)(evidence.labels()))
    tables = evidence.tables.rename(first="second", second="first").transpose(..., "first", "second")
    return replace(evidence, tables=tables, labels=labels)


def same(evidence):
    """Two identical classifiers, each as the first one."""
    wrong = evidence.tables.sel(first="wrong").sum("second")
    cells = {"both_wrong": wrong, "both_right": evidence.tables.sum(("first", "second")) - wrong}
    none = np.zeros(wrong.shape, int)
    tables = bc.paired_table(
        only_first_wrong=none, only_second_wrong=none, dims=("repeat", "fold"),
        **{k: v.values for k, v in cells.items()},
    )  # fmt: skip
    return replace(evidence, tables=tables, labels=lambda: itemgetter(0, 1, 1)(evidence.labels()))


def ends(result, level=0.9):
    interval = result.confidence_interval(level)
    return None if interval is None else (interval.low, interval.high)


@each
def test_swapping_the_classifiers_mirrors_and_the_accuracy_has_the_error_of_the_swapped_pair(test):
    for rates in ((0.35, 0.2), (0.1, 0.1), (0.5, 0.02)):
        evidence = evidence_for(test, rates=rates)
        one, other = (test.assess(which, SETTINGS) for which in (evidence, swapped(evidence)))
        assert abs(other.statistic) == pytest.approx(abs(one.statistic), rel=1e-10, abs=1e-12)
        assert other.pvalue == pytest.approx(one.pvalue, rel=1e-9, abs=1e-12)
        assert other.estimate == pytest.approx(-one.estimate, abs=1e-14)
        if ends(one) is not None:
            assert ends(other) == pytest.approx(tuple(-end for end in ends(one)[::-1]), abs=1e-12)
    if test.supports(METRICS["accuracy"]):
        found = test.of(replace(evidence, metric=METRICS["accuracy"]), SETTINGS)
        assert (found.estimate, found.statistic, found.pvalue) == (other.estimate, other.statistic, other.pvalue)
        assert ends(found) == ends(other)


@each
def test_identical_classifiers_differ_by_nothing(test):
    result = test.assess(same(evidence_for(test)), SETTINGS)
    assert result.estimate == 0
    assert np.isfinite([result.statistic, result.pvalue, *(ends(result) or ())]).all()
    if result.alternative == "two-sided":
        assert result.pvalue == 1
    if ends(result) is not None:
        assert ends(result)[0] <= 0 <= ends(result)[1]


@each
def test_the_estimate_is_the_mean_difference_and_the_interval_grows_with_its_level_and_inverts_the_test(test):
    evidence = evidence_for(test)
    d = evidence.differences
    of_algorithms = d[:15] if test.name == "conservative_z" else d  # the half-splits come after the 15 hold-outs
    result = test.assess(evidence, SETTINGS)
    assert result.estimate == pytest.approx(float(of_algorithms.mean()), abs=1e-14)
    assert (ends(result) is not None) == (test.name in WITH_INTERVAL)
    if ends(result) is None:
        return
    low, high = np.array([ends(result, level) for level in (0.5, 0.9, 0.99)]).T
    assert (np.diff(low) < 0).all()
    assert (np.diff(high) > 0).all()
    assert low[0] <= result.estimate <= high[0]
    for rates in ((0.35, 0.2), (0.5, 0.1), (0.2, 0.2)):
        result = test.assess(evidence_for(test, rates=rates, seed=1), SETTINGS)
        for level in (0.5, 0.8, 0.95, 0.99):
            low, high = ends(result, level)
            if abs(result.pvalue - (1 - level)) > (0.01 if test.needs_labels else 1e-9):
                assert (result.pvalue < 1 - level) == (not low <= 0 <= high), (rates, level, result.pvalue)


@of_tables
def test_tables_are_enough_and_experiments_of_a_batch_are_assessed_as_alone(test):
    alone = [evidence_for(test, seed=seed) for seed in range(3)]
    batch = replace(alone[0], tables=xr.concat([one.tables for one in alone], "experiment"), labels=None)
    found, single = test.assess(batch, SETTINGS), [test.assess(one, SETTINGS) for one in alone]
    for field in ("statistic", "pvalue", "estimate"):
        np.testing.assert_allclose(getattr(found, field), [getattr(one, field) for one in single], rtol=1e-10)
    if ends(found) is not None:
        np.testing.assert_allclose(np.transpose(ends(found)), [ends(one) for one in single], atol=1e-12)


@pytest.mark.parametrize("name", ["bootstrap_bca", "permutation"])
def test_labels_are_needed_by_those_that_say_so(name):
    test = fq.TESTS[name]
    assert test.needs_labels
    with pytest.raises(ValueError, match="needs the predicted labels, but there are only tables"):
        test.assess(evidence_for(test, labels=False), SETTINGS)


class TestIntervals:
    """Of normal and t tests: the estimate and as many standard errors as the quantile says."""

    def test_are_quantiles_of_standard_errors_and_points_without_variance(self):
        others = {"holdout_score", "holdout_e_value", "bootstrap_percentile", "bootstrap_bca"}
        for test in map(fq.TESTS.get, sorted(WITH_INTERVAL - others)):
            result = test.assess(evidence_for(test), SETTINGS)
            quantile = special.ndtri(0.975) if result.df is None else special.stdtrit(result.df, 0.975)
            half = quantile * result.estimate / result.statistic
            expected = (result.estimate - half, result.estimate + half)
            assert ends(result, 0.95) == pytest.approx(expected, abs=1e-12), test.name
        d = xr.DataArray(np.full((5, 2), 0.25), dims=("repeat", "fold"))
        assert ends(fq.paired_t(d, test_to_train=0.0)) == (0.25, 0.25)

    @pytest.mark.parametrize("method", ["percentile", "BCa"])
    def test_of_the_bootstrap_are_defined_without_spread(self, method):
        y = np.ones(30, int)
        assert ends(fq.bootstrap(y, 0 * y, y, method=method, n_resamples=50, rng=0)) == (1, 1)
        assert ends(fq.bootstrap(y, y, y, method=method, n_resamples=50, rng=0)) == (0, 0)

    def test_have_a_level_between_0_and_1(self):
        with pytest.raises(ValueError, match="`confidence_level` must be a proportion between 0 and 1, but got 95"):
            fq.mcnemar(evidence_for(fq.TESTS["proportions"]).table).confidence_interval(95)


class TestTestsOf:
    """Which tests the data allow."""

    def names(self, data, settings=SETTINGS):
        return [test.name for test, _, _ in fq.tests_of(data, settings)]

    def two_fold(self, n_repeats):
        fold = np.zeros((n_repeats, N), int)
        for k, (_, rows) in enumerate(BlockRegularizedCV(n_repeats, random_state=0).split(np.zeros((N, 1)))):
            fold[k // 2, rows] = k % 2
        rng = np.random.default_rng(1)
        answers = {name: rng.integers(0, 2, fold.size) for name in ("a", "b")}
        repeat, record = np.indices(fold.shape).reshape(2, -1)
        return evidence_of(
            bc.labels(np.zeros(fold.size, int), answers, record=record, how=bc.folds(fold.ravel(), repeat=repeat))
        )

    @pytest.mark.parametrize(("n_repeats", "names"), [
        (2, ["bcv_mcnemar"]),
        (3, ["bcv_mcnemar", "blocked_3x2_t"]),
        (5, ["bcv_mcnemar", "calibrated_5x2_bcv_f", "blocked_3x2_t"]),
        (7, ["bcv_mcnemar", "blocked_3x2_t"]),
    ])  # fmt: skip
    def test_of_block_regularized_designs(self, n_repeats, names):
        evidence = self.two_fold(n_repeats)
        assert evidence.design.kind == TWO_FOLD
        assert self.names(evidence) == names
        read = {test.name: used.tables.sizes["repeat"] for test, _, used in fq.tests_of(evidence, SETTINGS)}
        assert read["bcv_mcnemar"] == n_repeats
        assert read.get("blocked_3x2_t", 3) == 3

    def test_of_other_numbers_of_repeats_are_the_formula(self):
        evidence = self.two_fold(7)
        (_, result, _), (_, first_three, _) = fq.tests_of(evidence, SETTINGS)
        assert result.pvalue == bc.frequentist.bcv_mcnemar(evidence.tables).pvalue
        expected = fq.blocked_3x2_t(evidence.differences.isel(repeat=slice(3)))
        assert first_three.pvalue == expected.pvalue

    def test_of_a_hold_out_needs_no_labels(self):
        evidence = evidence_for(fq.TESTS["proportions"])
        assert evidence.design.kind == HOLD_OUT
        expected = [
            test.name
            for test in fq.TESTS.values()
            if test.plan == fq.TESTS["proportions"].plan and not test.needs_labels and not test.needs_probabilities
        ]
        assert self.names(evidence) == expected
        assert self.names(evidence, bc.methods.Settings()) == [name for name in expected if name != "holdout_tost"]

    def test_of_another_metric_are_those_of_differences_and_of_other_designs_none(self):
        evidence = evidence_for(fq.TESTS["naive_kfold_mcnemar"])
        f1 = replace(evidence.metric, name="f1", greater_is_better=True, counts_errors=False)
        of_folds = ["corrected_repeated_kfold_t", "kfold_t"]
        assert self.names(evidence) == [*of_folds, "naive_kfold_mcnemar"]
        assert self.names(replace(evidence, metric=f1, given_differences=evidence.differences)) == of_folds
        evidence = evidence_for(fq.TESTS["kfold_t"], design=Design(kind="answers", n_records=N, n_repeats=3))
        assert list(fq.tests_of(evidence, SETTINGS)) == []

    def test_a_test_recognises_the_splits_of_its_plan_and_reads_them_whole(self):
        for test in OF_TABLES_OR_LABELS.values():
            evidence = evidence_for(test)
            assert test.recognises(evidence.design) == (test.plan != "half-splits"), test.name
            if test.plan == BLOCKED_5_X_2.name:
                assert test.evidence_from(evidence) is evidence
