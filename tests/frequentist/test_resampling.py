"""Bootstrap against scipy's intervals, permutation against all swaps and against the exact McNemar's test."""

import functools
import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import bayescmp as bc
from bayescmp.frequentist import bootstrap, permutation
from bayescmp.metrics import METRICS as ALL_METRICS
from bayescmp.metrics import Cost

pairs = st.lists(st.tuples(*[st.booleans()] * 3), min_size=2, max_size=40)


def labels(seed, n=60, rates=(0.35, 0.2)):
    """True labels and those of two classifiers that err at these rates."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return (y, *(np.where(rng.random(n) < rate, 1 - y, y) for rate in rates))


def costs_of(matrix):
    return Cost({i: {j: float(cost) for j, cost in enumerate(row)} for i, row in enumerate(matrix)})


def error_difference(y, a, b):
    return (np.sum(a != y) - np.sum(b != y)) / y.size


def accuracy(y, predicted):
    return np.mean(y == predicted)


def f1(y, predicted):
    """As scikit-learn's f1_score, without its checks, which take a hundred times as long."""
    total = y.sum() + predicted.sum()
    return 2 * (y * predicted).sum() / total if total else 0.0


def f1_difference(y, a, b):
    return f1(y, a) - f1(y, b)


METRICS = {"error": ("error", error_difference), "F1": (f1, f1_difference)}
metrics = pytest.mark.parametrize(("metric", "difference"), METRICS.values(), ids=METRICS)
methods = pytest.mark.parametrize("method", ["percentile", "BCa"])


@methods
@metrics
class TestBootstrap:
    def test_the_interval_is_scipys_and_the_statistic_what_is_observed(self, method, metric, difference):
        y, a, b = labels(1, n=40)
        interval = scipys(difference, y, a, b, method, n_resamples=99, confidence_level=0.9, seed=3)
        result = bootstrap(y, a, b, metric=metric, method=method, n_resamples=99, rng=3)
        found = result.confidence_interval(0.9)
        assert (found.low, found.high) == pytest.approx((interval.low, interval.high), abs=1e-12)
        assert result.statistic == pytest.approx(difference(y, a, b), abs=1e-15)
        assert result.name == f"bootstrap_{method.lower()}"

    def test_scipys_interval_leaves_out_0_where_p_is_at_most_alpha(self, method, metric, difference):
        found = []
        for seed, rates in enumerate([(0.35, 0.2), (0.5, 0.1), (0.3, 0.25)]):
            y, a, b = labels(seed, rates=rates)
            pvalue = bootstrap(y, a, b, metric=metric, method=method, n_resamples=200, rng=seed).pvalue
            found.append(pvalue)
            for alpha in (0.01, 0.1, 0.5):
                interval = scipys(difference, y, a, b, method, n_resamples=200, confidence_level=1 - alpha, seed=seed)
                # The resolution of 200 resamples: an end of the interval lies between two of them.
                if abs(pvalue - alpha) > 4 / 201:
                    assert (pvalue < alpha) == (not interval.low <= 0 <= interval.high), (alpha, pvalue)
        assert min(found) <= 0.01
        assert max(found) > 0.1


def scipys(difference, y, a, b, method, *, seed, **settings):
    return stats.bootstrap(
        (np.arange(y.size),), lambda rows: difference(y[rows], a[rows], b[rows]), vectorized=False,
        method=method, rng=np.random.default_rng(seed), **settings,
    ).confidence_interval  # fmt: skip


@methods
@pytest.mark.parametrize("value", [1, 2])
def test_a_difference_that_no_resample_changes_is_answered(method, value):
    # The first is always wrong; the second always right (value 1), or as wrong but with another label (value 2).
    y = np.ones(30, int)
    result = bootstrap(y, 0 * y, value * y, method=method, n_resamples=200, rng=0)
    assert result.pvalue == pytest.approx(2 / 201, abs=2 / 201) if value == 1 else result.pvalue == 1


def test_50_over_alpha_resamples_bound_p_from_below_and_swapping_mirrors():
    y = np.zeros(30, int)
    for alpha, count in ((0.05, 1000), (0.5, 100), (0.03, 1667), (1 - 0.9, 500)):
        assert bootstrap(y, y, 1 - y, alpha=alpha, rng=0).pvalue == pytest.approx(2 / (count + 1), rel=1e-12)
    y, a, b = labels(3, n=25)
    for test in (bootstrap, permutation):
        result, swapped = test(y, a, b, rng=0, metric=f1), test(y, b, a, rng=0, metric=f1)
        assert swapped.statistic == -result.statistic
        assert swapped.pvalue == pytest.approx(result.pvalue, rel=1e-12)


class TestPermutation:
    @pytest.mark.parametrize("seed", range(2))
    def test_few_swaps_are_all_taken(self, seed):
        y, a, b = labels(seed, n=25, rates=(0.3, 0.15))
        differ = np.flatnonzero(a != b)
        null = []
        for swap in itertools.product([False, True], repeat=differ.size):
            rows = differ[np.array(swap, bool)]
            first, second = a.copy(), b.copy()
            first[rows], second[rows] = b[rows], a[rows]
            null.append(f1_difference(y, first, second))
        expected = np.mean(np.abs(null) >= abs(f1_difference(y, a, b)) - 1e-12)
        assert 0 < differ.size < 13
        assert permutation(y, a, b, metric=f1).pvalue == pytest.approx(expected, rel=1e-12)

    @given(pairs)
    def test_the_error_gives_the_exact_mcnemars_p(self, rows):
        y, a, b = (column.astype(int) for column in np.array(rows).T)
        cells = [((a != y) & (b != y)).sum(), ((a != y) & (b == y)).sum(), ((a == y) & (b != y)).sum()]
        names = ("both_wrong", "only_first_wrong", "only_second_wrong")
        table = bc.paired_table(**dict(zip(names, cells, strict=True)), both_right=y.size - sum(cells))
        result = permutation(y, a, b)
        assert result.pvalue == pytest.approx(bc.frequentist.mcnemar(table, method="exact").pvalue, rel=1e-12)
        assert result.statistic == pytest.approx(error_difference(y, a, b), abs=1e-15)

    def test_swaps_of_the_accuracy_all_and_drawn_by_a_seed_give_the_p_of_the_error(self):
        data = labels(0, n=25, rates=(0.3, 0.15))
        exact = permutation(*data).pvalue
        assert permutation(*data, metric=accuracy).pvalue == pytest.approx(exact, rel=1e-12)
        drawn = permutation(*data, metric=accuracy, n_resamples=20, rng=0).pvalue
        # Two-sided: twice a share of 20 draws, and of those of the observed labels.
        assert drawn == pytest.approx(exact, abs=4 * 2 * np.sqrt(exact / 2 * (1 - exact / 2) / 20) + 2 / 21)
        data = labels(1, n=200, rates=(0.3, 0.28))
        found = [permutation(*data, metric=f1, n_resamples=99, rng=seed).pvalue for seed in (3, 3, 4)]
        assert found[0] == found[1] != found[2]

    def test_labels_of_other_lengths_than_the_others_are_not_cut(self):
        y = ["perhaps"] * 4 + ["no"] * 8
        first, second = ["no"] * 12, ["perhaps"] * 5 + ["no"] * 7
        codes = {"no": 0, "perhaps": 1}
        as_numbers = [np.array([codes[label] for label in column]) for column in (y, first, second)]
        expected = permutation(*as_numbers, metric=accuracy)
        result = permutation(y, first, second, metric=accuracy)
        assert (result.statistic, result.pvalue) == (expected.statistic, expected.pvalue)


bca = functools.partial(bootstrap, method="BCa")
all_three = pytest.mark.parametrize("test", [bootstrap, bca, permutation], ids=["percentile", "BCa", "permutation"])
OF_LABELS = (
    "error", "accuracy", "balanced_accuracy", "f1", "precision_macro", "recall_micro", "jaccard_weighted",
    "matthews_corrcoef", "cohen_kappa",
)  # fmt: skip


def classes(k, seed=0, n=24, differ=8):
    """True labels of k classes, and those of two classifiers that differ in the first records."""
    rng = np.random.default_rng(seed)
    y, first = rng.integers(0, k, n), rng.integers(0, k, n)
    return y, first, np.where(np.arange(n) < differ, (first + rng.integers(1, k, n)) % k, first)


@all_three
class TestCounts:
    """Metrics by name are computed from counts of equal records: as they would be from the records."""

    @pytest.mark.parametrize("name", OF_LABELS)
    def test_of_records_give_what_the_records_give(self, test, name):
        metric = ALL_METRICS[name]
        data = classes(2 if metric.of_class is not None else 3, differ=6)
        of_records = replace(metric, formula=None, additive=False, counts_errors=False)
        one, other = (test(*data, metric=m, n_resamples=70, rng=0) for m in (metric, of_records))
        assert (one.statistic, one.pvalue) == pytest.approx((other.statistic, other.pvalue), abs=1e-12)
        if test is not permutation:
            ends = [(found.low, found.high) for found in (r.confidence_interval(0.9) for r in (one, other))]
            assert ends[0] == pytest.approx(ends[1], abs=1e-9)

    def test_of_costs_give_what_the_records_give_in_any_unit(self, test):
        matrix = np.array([[0, 1, 0.3], [0.7, 0, 0.1], [0.2, 0.6, 0]])
        costs = [costs_of(matrix), replace(costs_of(matrix), additive=False)]
        costs += [costs_of(matrix * unit) for unit in (1e-9, 1e12)]
        found = [test(*classes(3, seed=1, n=30), metric=cost, n_resamples=300, rng=0).pvalue for cost in costs]
        assert found == pytest.approx([found[0]] * 4, rel=1e-12)

    def test_of_a_class_of_text_are_those_of_numbers(self, test):
        data, words = classes(2), np.array(["no", "yes"])
        texts = [words[column] for column in data]
        for label in (0, 1):
            one = test(*data, metric="f1", pos_label=label, n_resamples=99, rng=0)
            other = test(*texts, metric="f1", pos_label=words[label], n_resamples=99, rng=0)
            assert (other.statistic, other.pvalue) == (one.statistic, one.pvalue)

    def test_identical_classifiers_and_classes_that_are_never_or_always_predicted_are_answered(self, test):
        y, first, second = classes(2)
        ones = np.ones(20, int)
        for metric in map(ALL_METRICS.get, OF_LABELS):
            same = test(y, first, first.copy(), metric=metric, rng=0, n_resamples=50)
            assert (same.statistic, same.pvalue) == (0, 1)
            never = test(y, np.maximum(first, 1), np.maximum(second, 1), metric=metric, n_resamples=50, rng=0)
            assert np.isfinite([never.statistic, never.pvalue]).all()
            constant = test(ones, 0 * ones, ones, metric=metric, n_resamples=50, rng=0)
            interval = constant.confidence_interval(0.9)
            assert 0 <= constant.pvalue <= 1
            assert interval is None or (interval.low, interval.high) == pytest.approx([constant.statistic] * 2)


def test_drawn_numbers_of_swaps_come_near_to_all_of_them():
    data = classes(3, seed=2, n=60, differ=20)
    exact = permutation(*data, metric="f1_macro", n_resamples=10**6).pvalue
    drawn = permutation(*data, metric="f1_macro", n_resamples=2000, rng=0).pvalue
    assert 0 < abs(drawn - exact) < 4 * 2 * np.sqrt(exact / 2 * (1 - exact / 2) / 2000)


def test_swaps_of_a_function_tie_with_those_that_are_counted():
    y, first, second = classes(3, seed=1, n=30, differ=9)
    cost = np.array([[0, 1, 0.3], [0.7, 0, 0.1], [0.2, 0.6, 0]])
    expected = permutation(y, first, second, metric=costs_of(cost)).pvalue
    for unit in (1.0, 1e9):
        found = permutation(y, first, second, metric=lambda y, p, u=unit: u * cost[y, p].mean()).pvalue
        assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("test", [bootstrap, permutation])
def test_other_arguments_are_refused(test):
    data = labels(0, n=20)
    for arguments, settings, message in (
        (data, {"metric": lambda y, p: np.nan}, "`metric` must return finite numbers"),
        (([0, 1], [0, 1, 1], [0, 1]), {}, "must be three arrays of one length, at least 2, but got the shapes"),
        (([0], [0], [1]), {}, "must be three arrays of one length, at least 2, but got the shapes"),
        (([0, 1, 1], ["0", "1", "1"], ["0", "0", "1"]), {}, "labels must be all text or all numbers"),
        (classes(3), {"metric": "f1"}, "`metric` 'f1' is for two classes, but there are 3"),
        (data, {"metric": "f1_marco"}, "`metric` must be one of .* Did you mean 'f1_macro'"),
        (data, {"metric": "roc_auc"}, "`metric` must be one of predicted labels, but 'roc_auc' needs probabilities"),
        (data, {"metric": "f1", "pos_label": "x"}, "`pos_label` must be one of the labels .0, 1., but got 'x'"),
        (data, {"n_resamples": 0}, "`n_resamples` must be at least 1, but got 0"),
        (data, {"rng": "seed"}, "`rng` must be an integer"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            test(*arguments, **settings)


@pytest.mark.parametrize(("settings", "message"), [
    ({"method": "basic"}, "`method` must be one of"),
    ({"alpha": 5}, "`alpha` must be a proportion between 0 and 1"),
    ({"n_resamples": 10**8}, "`n_resamples` must be at most 10,000,000"),
])  # fmt: skip
def test_the_bootstrap_refuses_other_methods_levels_and_numbers(settings, message):
    with pytest.raises(ValueError, match=message):
        bootstrap(*labels(0), **settings)
