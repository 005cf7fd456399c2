"""Bootstrap against scipy's intervals, permutation against all swaps and against the exact McNemar's test."""

import functools
import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import f1_score

import bayescmp as bc
from bayescmp.frequentist import bootstrap, permutation
from bayescmp.metrics import METRICS as ALL_METRICS
from bayescmp.metrics import Cost

ALPHAS = (0.01, 0.05, 0.1, 0.2, 0.5)
pairs = st.lists(st.tuples(*[st.booleans()] * 3), min_size=2, max_size=40)


def labels(seed, n=60, rates=(0.35, 0.2)):
    """True labels and those of two classifiers that err at these rates."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return (y, *(np.where(rng.random(n) < rate, 1 - y, y) for rate in rates))


def costs_of(matrix):
    return Cost({i: {j: float(cost) for j, cost in enumerate(row)} for i, row in enumerate(matrix)})


def error_difference(y, a, b):
    return np.mean(a != y) - np.mean(b != y)


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


class TestBootstrap:
    @methods
    @metrics
    @pytest.mark.parametrize("seed", range(4))
    def test_scipys_interval_leaves_out_0_where_p_is_at_most_alpha(self, method, metric, difference, seed):
        y, a, b = labels(seed, rates=[(0.35, 0.2), (0.5, 0.1), (0.3, 0.25), (0.1, 0.3)][seed])
        pvalue = bootstrap(y, a, b, metric=metric, method=method, n_resamples=200, rng=seed).pvalue
        for alpha in ALPHAS:
            interval = stats.bootstrap(
                (np.arange(y.size),), lambda rows: difference(y[rows], a[rows], b[rows]), vectorized=False,
                n_resamples=200, method=method, confidence_level=1 - alpha, rng=np.random.default_rng(seed),
            ).confidence_interval  # fmt: skip
            # The resolution of 200 resamples: an end of the interval lies between two of them.
            if abs(pvalue - alpha) > 4 / 201:
                assert (pvalue < alpha) == (not interval.low <= 0 <= interval.high), (alpha, pvalue)

    @pytest.mark.parametrize(
        ("metric", "difference"),
        [("error", lambda y, a, b: (np.sum(a != y) - np.sum(b != y)) / y.size), (f1, f1_difference)],
        ids=METRICS,
    )
    @methods
    def test_the_interval_is_scipys(self, metric, difference, method):
        y, a, b = labels(1, n=40)
        interval = stats.bootstrap(
            (np.arange(y.size),), lambda rows: difference(y[rows], a[rows], b[rows]), vectorized=False,
            n_resamples=99, method=method, confidence_level=0.9, rng=np.random.default_rng(3),
        ).confidence_interval  # fmt: skip
        found = bootstrap(y, a, b, metric=metric, method=method, n_resamples=99, rng=3).confidence_interval(0.9)
        assert (found.low, found.high) == pytest.approx((interval.low, interval.high), abs=1e-12)

    @methods
    def test_those_data_have_p_values_on_both_sides_of_every_alpha(self, method):
        rates = [(0.35, 0.2), (0.5, 0.1), (0.3, 0.25), (0.1, 0.3)]
        found = [
            bootstrap(*labels(k, rates=r), method=method, n_resamples=200, rng=k).pvalue for k, r in enumerate(rates)
        ]
        assert min(found) <= min(ALPHAS)
        assert max(found) > 0.2

    @methods
    @metrics
    def test_the_statistic_is_the_observed_difference(self, method, metric, difference):
        y, a, b = labels(0)
        result = bootstrap(y, a, b, metric=metric, method=method, n_resamples=50, rng=0)
        assert result.statistic == pytest.approx(difference(y, a, b), abs=1e-15)
        assert result.name == f"bootstrap_{method.lower()}"

    @methods
    def test_a_large_difference_has_a_small_p(self, method):
        assert bootstrap(*labels(0, n=200, rates=(0.5, 0.1)), method=method, rng=0).pvalue < 0.005

    @methods
    def test_the_same_seed_gives_the_same_p(self, method):
        data = labels(1)
        assert bootstrap(*data, method=method, rng=3).pvalue == bootstrap(*data, method=method, rng=3).pvalue

    @pytest.mark.parametrize(("alpha", "count"), [(0.05, 1000), (0.5, 100), (0.03, 1667)])
    def test_50_over_alpha_resamples_bound_p_from_below(self, alpha, count):
        y = np.zeros(30, int)
        assert bootstrap(y, y, 1 - y, alpha=alpha, rng=0).pvalue == pytest.approx(2 / (count + 1), rel=1e-12)

    def test_swapping_the_classifiers_mirrors_the_percentile_test(self):
        y, a, b = labels(2)
        result, swapped = bootstrap(y, a, b, rng=0), bootstrap(y, b, a, rng=0)
        assert (swapped.statistic, swapped.pvalue) == (-result.statistic, result.pvalue)

    @methods
    @pytest.mark.parametrize("value", [1, 2])
    def test_a_difference_that_no_resample_changes_is_answered(self, method, value):
        # The first is always wrong; the second always right (value 1), or as wrong but with another label (value 2).
        y = np.ones(30, int)
        result = bootstrap(y, 0 * y, value * y, method=method, n_resamples=200, rng=0)
        assert result.pvalue == pytest.approx(2 / 201, abs=2 / 201) if value == 1 else result.pvalue == 1


class TestPermutation:
    @pytest.mark.parametrize("seed", range(6))
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

    @pytest.mark.parametrize("seed", range(4))
    def test_all_swaps_of_the_accuracy_give_the_p_of_the_error(self, seed):
        data = labels(seed, n=25, rates=(0.3, 0.15))
        expected = permutation(*data).pvalue
        assert permutation(*data, metric=accuracy).pvalue == pytest.approx(expected, rel=1e-12)

    def test_drawn_swaps_come_near_to_all_of_them(self):
        data = labels(5, n=30, rates=(0.35, 0.15))
        exact = permutation(*data, metric=accuracy).pvalue
        drawn = permutation(*data, metric=accuracy, n_resamples=1000, rng=0).pvalue
        # Two-sided: twice a share of 1,000 draws.
        assert 0 < abs(drawn - exact) < 4 * 2 * np.sqrt(exact / 2 * (1 - exact / 2) / 1000)

    def test_the_same_seed_gives_the_same_p(self):
        data = labels(1, n=200, rates=(0.3, 0.28))
        found = [permutation(*data, metric=f1, n_resamples=99, rng=seed).pvalue for seed in (3, 3, 4)]
        assert found[0] == found[1] != found[2]

    def test_swapping_the_classifiers_mirrors_the_test(self):
        y, a, b = labels(3, n=25)
        result, swapped = permutation(y, a, b, metric=f1), permutation(y, b, a, metric=f1)
        assert swapped.statistic == -result.statistic
        assert swapped.pvalue == pytest.approx(result.pvalue, rel=1e-12)

    def test_labels_of_other_lengths_than_the_others_are_not_cut(self):
        y = ["perhaps"] * 4 + ["no"] * 8
        first, second = ["no"] * 12, ["perhaps"] * 5 + ["no"] * 7
        codes = {"no": 0, "perhaps": 1}
        as_numbers = [np.array([codes[label] for label in column]) for column in (y, first, second)]
        expected = permutation(*as_numbers, metric=accuracy)
        result = permutation(y, first, second, metric=accuracy)
        assert (result.statistic, result.pvalue) == (expected.statistic, expected.pvalue)


both = pytest.mark.parametrize("test", [bootstrap, permutation])
bca = functools.partial(bootstrap, method="BCa")
all_three = pytest.mark.parametrize("test", [bootstrap, bca, permutation], ids=["percentile", "BCa", "permutation"])
REGISTERED = {name: metric for name, metric in ALL_METRICS.items() if metric.needs == "labels"}
OF_CLASS = {name for name, metric in REGISTERED.items() if metric.of_class is not None}
registered = pytest.mark.parametrize(
    ("metric", "n_classes"),
    [(metric, k) for name, metric in REGISTERED.items() for k in ((2,) if name in OF_CLASS else (2, 3))],
    ids=lambda given: getattr(given, "name", given),
)


def classes(k, seed=0, n=24, differ=8):
    """True labels of k classes, and those of two classifiers that differ in the first records."""
    rng = np.random.default_rng(seed)
    y, first = rng.integers(0, k, n), rng.integers(0, k, n)
    return y, first, np.where(np.arange(n) < differ, (first + rng.integers(1, k, n)) % k, first)


class TestCounts:
    """Metrics by name are computed from counts of equal records: as they would be from the records."""

    @pytest.mark.parametrize(
        "test",
        [pytest.param(bootstrap, marks=pytest.mark.full), bca, permutation],  # BCa's resamples are those of percentiles
        ids=["percentile", "BCa", "permutation"],
    )
    @pytest.mark.parametrize(
        ("metric", "n_classes"),
        [
            *((metric, 2 if name in OF_CLASS else 3) for name, metric in REGISTERED.items()),
            *(pytest.param(REGISTERED[name], 2, marks=pytest.mark.full) for name in REGISTERED if name not in OF_CLASS),
        ],
        ids=lambda given: getattr(given, "name", given),
    )
    def test_of_records_give_what_the_records_give(self, test, metric, n_classes):
        data = classes(n_classes, differ=6)
        of_records = replace(metric, formula=None, additive=False, counts_errors=False)
        one, other = (test(*data, metric=m, n_resamples=70, rng=0) for m in (metric, of_records))
        assert (one.statistic, one.pvalue) == pytest.approx((other.statistic, other.pvalue), abs=1e-12)
        if test is not permutation:
            ends = [(found.low, found.high) for found in (r.confidence_interval(0.9) for r in (one, other))]
            assert ends[0] == pytest.approx(ends[1], abs=1e-9)

    @all_three
    def test_of_a_class_of_text_are_those_of_numbers(self, test):
        data, words = classes(2), np.array(["no", "yes"])
        for label in (0, 1):
            one = test(*data, metric="f1", pos_label=label, n_resamples=99, rng=0)
            other = test(
                *(words[column] for column in data), metric="f1", pos_label=words[label], n_resamples=99, rng=0
            )
            assert (other.statistic, other.pvalue) == (one.statistic, one.pvalue)

    @all_three
    def test_of_costs_give_what_the_records_give(self, test):
        cost = Cost({0: {1: 1.0, 2: 5.0}, 1: {0: 2.0, 2: 2.0}, 2: {0: 0.0, 1: 7.5}})
        one, other = (
            test(*classes(3), metric=m, n_resamples=300, rng=0) for m in (cost, replace(cost, additive=False))
        )
        assert (one.statistic, one.pvalue) == pytest.approx((other.statistic, other.pvalue), abs=1e-12)

    @all_three
    @pytest.mark.parametrize("seed", range(5))
    def test_the_unit_of_costs_does_not_matter(self, test, seed):
        data = classes(3, seed=seed, n=30)
        found = []
        for unit in (1.0, 1e-9, 1e6, 1e12):
            costs = np.array([[0, 1, 0.3], [0.7, 0, 0.1], [0.2, 1, 0]]) * unit
            found.append(test(*data, metric=costs_of(costs), n_resamples=2000, rng=0).pvalue)
        assert found == pytest.approx([found[0]] * 4, rel=1e-12)

    @pytest.mark.full
    @pytest.mark.parametrize("seed", range(10))
    def test_swaps_of_a_function_tie_with_those_that_are_counted(self, seed):
        y, first, second = classes(3, seed=seed, n=30, differ=9)
        cost = np.array([[0, 1, 0.3], [0.7, 0, 0.1], [0.2, 0.6, 0]])
        for unit in (1.0, 1e9):
            of_function = permutation(y, first, second, metric=lambda y, p, u=unit: u * cost[y, p].mean())
            assert of_function.pvalue == pytest.approx(
                permutation(y, first, second, metric=costs_of(cost)).pvalue, rel=1e-12
            )

    def test_drawn_swaps_come_near_to_all_of_them(self):
        data = classes(3, seed=2, n=60, differ=20)
        exact = permutation(*data, metric="f1_macro", n_resamples=10**6).pvalue
        drawn = permutation(*data, metric="f1_macro", n_resamples=2000, rng=0).pvalue
        assert 0 < abs(drawn - exact) < 4 * 2 * np.sqrt(exact / 2 * (1 - exact / 2) / 2000)

    @all_three
    @registered
    def test_identical_classifiers_do_not_differ(self, test, metric, n_classes):
        y, first, _ = classes(n_classes)
        result = test(y, first, first.copy(), metric=metric, rng=0)
        assert (result.statistic, result.pvalue) == (0, 1)

    @all_three
    @registered
    def test_a_class_that_is_never_predicted_is_answered(self, test, metric, n_classes):
        y, first, second = classes(n_classes)
        result = test(y, np.maximum(first, 1), np.maximum(second, 1), metric=metric, n_resamples=200, rng=0)
        assert np.isfinite([result.statistic, result.pvalue]).all()

    @all_three
    @registered
    def test_one_class_that_the_first_never_and_the_second_always_finds_differs_by_a_constant(
        self, test, metric, n_classes
    ):
        y = np.ones(20, int)
        result = test(y, 0 * y, y, metric=metric, n_resamples=200, rng=0)
        interval = result.confidence_interval(0.9)
        assert 0 <= result.pvalue <= 1
        assert interval is None or (interval.low, interval.high) == pytest.approx([result.statistic] * 2, abs=1e-12)

    @all_three
    @pytest.mark.parametrize("name", sorted(OF_CLASS))
    def test_metrics_of_one_class_refuse_three(self, test, name):
        with pytest.raises(ValueError, match=f"`metric` {name!r} is for two classes, but there are 3"):
            test(*classes(3), metric=name)


@both
@metrics
def test_identical_predictions_give_p_1(test, metric, difference):
    y, a, _ = labels(0)
    result = test(y, a, a.copy(), metric=metric, rng=0)
    assert (result.statistic, result.pvalue) == (0, 1)


@both
def test_text_labels_are_those_of_numbers(test):
    data = labels(0, n=25, rates=(0.1, 0.1))
    text = [np.array(["ham", "spam"])[column] for column in data]
    settings = {"n_resamples": 60, "rng": 0}
    expected = test(*data, metric=f1_score, **settings)
    result = test(*text, metric=lambda y, p: f1_score(y, p, pos_label="spam"), **settings)
    assert (result.statistic, result.pvalue) == (expected.statistic, expected.pvalue)


@both
def test_predictions_in_place_of_labels_are_answered_with_what_takes_them(test):
    with pytest.raises(
        TypeError, match=r"missing .*'first'\. `.*\(y_true, first, second, .*compare\(predictions\)\.lev"
    ):
        test(None, metric="f1")


@both
def test_a_metric_that_is_nan_is_refused(test):
    with pytest.raises(ValueError, match="metric"):
        test(*labels(0, n=20), metric=lambda y, p: np.nan, rng=0)


@both
@pytest.mark.parametrize("bad", [([0, 1], [0, 1, 1], [0, 1]), ([0], [0], [1]), ([[0, 1]], [[0, 1]], [[1, 1]])])
def test_labels_of_other_shapes_than_one_length_are_refused(test, bad):
    with pytest.raises(
        ValueError, match=r"must be three arrays of one length, at least 2, but got the shapes|must be one-dimensional"
    ):
        test(*bad)


@both
def test_text_against_numbers_is_refused(test):
    with pytest.raises((TypeError, ValueError), match="labels"):
        test([0, 1, 1], ["0", "1", "1"], ["0", "0", "1"])


@both
@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"metric": "f1_marco"}, ValueError, "`metric` must be one of 27 names, .* Did you mean 'f1_macro'"),
        ({"metric": 3}, TypeError, r"`metric` must be a name or a function metric\(y_true, y_pred\), but got 3"),
        (
            {"pos_label": 1},
            ValueError,
            "`pos_label` is for metrics of one class, such as 'f1', but the metric is 'error'",
        ),
        ({"metric": "f1", "pos_label": "x"}, ValueError, "`pos_label` must be one of the labels .0, 1., but got 'x'"),
        ({"n_resamples": 0}, ValueError, "`n_resamples` must be at least 1, but got 0"),
        ({"n_resamples": 9.5}, TypeError, "`n_resamples` must be an integer, but got 9.5"),
    ],
)
def test_arguments_out_of_range_are_refused(test, settings, error, message):
    with pytest.raises(error, match=message):
        test(*labels(0), **settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [({"method": "basic"}, "`method` must be one of"), ({"alpha": 5}, "`alpha` must be a proportion between 0 and 1")],
)
def test_the_bootstrap_refuses_other_methods_and_levels(settings, message):
    with pytest.raises(ValueError, match=message):
        bootstrap(*labels(0), **settings)
