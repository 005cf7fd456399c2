"""Tests of records in groups against statsmodels, enumeration and their own kind, and where they stand."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.dummy import DummyClassifier

import bayescmp as bc
from bayescmp.frequentist import TESTS, cluster_sign_flip, cluster_t, sign_flip
from bayescmp.metrics import metric_of
from tests.data import answered, gathered

OF_GROUPS = ("cluster_t", "cluster_sign_flip")
OF_RECORDS = {name for name, test in TESTS.items() if test.unit == "record"}
MCNEMAR = {"holdout_mcnemar_exact", "holdout_mcnemar_midp"}
SIZES = (1, 2, 3, 9, 4, 5, 7, 2, 2, 5)
GROUPS = np.repeat(np.arange(len(SIZES)), SIZES)
RNG = np.random.default_rng(0)
DIFFERENCES = RNG.normal(size=GROUPS.size) + RNG.normal(0.8, 1, len(SIZES))[GROUPS]
ESTIMATORS = {"a": DummyClassifier(), "b": DummyClassifier(strategy="uniform")}
rows = st.integers(2, 12).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(-3, 3).map(float), min_size=n, max_size=n),
        st.lists(st.integers(0, 4), min_size=n, max_size=n).filter(lambda groups: len(set(groups)) > 1),
    )
)


def methods(result):
    return result.methods.set_index("method")


class TestStandardError:
    """The cluster-robust t-test."""

    @pytest.mark.parametrize(("sizes", "of"), [(SIZES, "numbers"), ((1, 20), "numbers"), (SIZES, "right and wrong")])
    def test_it_is_an_intercept_of_statsmodels(self, sizes, of):
        api = pytest.importorskip("statsmodels.api")
        groups = np.repeat(np.arange(len(sizes)), sizes)
        rng = np.random.default_rng(1)
        d = rng.normal(size=groups.size) + rng.normal(size=len(sizes))[groups]
        d = d if of == "numbers" else np.sign(np.where(np.abs(d) > 0.7, d, 0))
        fitted = api.OLS(d, np.ones(d.size)).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
        found = cluster_t(d, groups)
        expected = float(fitted.tvalues[0]), float(fitted.pvalues[0]), float(fitted.params[0]), len(sizes) - 1.0
        assert (found.statistic, found.pvalue, found.estimate, found.df) == pytest.approx(expected, rel=1e-9)
        interval = found.confidence_interval(0.9)
        assert (interval.low, interval.high) == pytest.approx(tuple(fitted.conf_int(0.1)[0]), rel=1e-9)

    def test_of_groups_of_one_of_records_twice_and_of_equal_sums(self):
        first, second = RNG.normal(size=(2, 20))
        expected, found = stats.ttest_rel(first, second), cluster_t(first - second, np.arange(20))
        assert (found.statistic, found.pvalue, found.df) == pytest.approx((expected.statistic, expected.pvalue, 19))
        once, twice = cluster_t(DIFFERENCES, GROUPS), cluster_t(np.tile(DIFFERENCES, 2), np.tile(GROUPS, 2))
        assert (twice.statistic, twice.df) == pytest.approx((once.statistic, once.df))
        found = cluster_t(np.tile([0.1, 0.3], 7), np.repeat(np.arange(7), 2))
        assert found.pvalue == 0
        assert cluster_t(np.zeros(6), [0, 0, 1, 1, 2, 2]).pvalue == 1


class TestTurnedSigns:
    """The paired permutation test of whole groups."""

    @given(row=rows)
    def test_few_groups_have_the_p_value_of_all_signs(self, row):
        d, groups = (np.array(part) for part in row)
        sums = np.array([d[groups == g].sum() for g in np.unique(groups)])
        turned = np.abs([np.dot(signs, sums) for signs in product([-1, 1], repeat=sums.size)])
        found = cluster_sign_flip(d, groups)
        assert found.pvalue == pytest.approx(np.mean(turned >= abs(sums.sum()) - 1e-9), abs=1e-12)
        assert found.estimate == found.statistic == pytest.approx(d.mean(), abs=1e-12)

    def test_of_groups_of_one_record_it_is_that_of_records_and_many_are_drawn_by_a_seed(self):
        found, expected = cluster_sign_flip(DIFFERENCES, np.arange(GROUPS.size)), sign_flip(DIFFERENCES)
        assert (found.pvalue, found.estimate) == pytest.approx((expected.pvalue, expected.estimate))
        assert (found.df, found.alternative, found.confidence_interval(0.9)) == (None, "two-sided", None)
        d, groups = np.random.default_rng(2).normal(0.05, 1, 3000), np.repeat(np.arange(1500), 2)
        found = cluster_sign_flip(d, groups, n_resamples=99, rng=1)
        assert found.pvalue * 100 == pytest.approx(round(found.pvalue * 100))
        assert cluster_sign_flip(np.abs(d), groups, n_resamples=99).pvalue == 0.01
        assert cluster_sign_flip(d, groups, n_resamples=99, rng=1).pvalue == found.pvalue


@given(row=rows, seed=st.integers(0, 99))
@pytest.mark.parametrize("test", [cluster_t, cluster_sign_flip])
def test_swapping_mirrors_and_order_and_names_change_nothing(test, row, seed):
    d, groups = (np.array(part) for part in row)
    found, other = test(d, groups), test(-d, groups)
    assert (other.pvalue, other.estimate) == pytest.approx((found.pvalue, -found.estimate), abs=1e-12)
    order = np.random.default_rng(seed).permutation(d.size)
    for names in (groups, 7 - groups, np.array(list("edcba"))[groups]):
        other = test(d[order], names[order])
        assert (other.pvalue, other.estimate) == pytest.approx((found.pvalue, found.estimate), abs=1e-9)


@pytest.mark.parametrize("test", [cluster_t, cluster_sign_flip])
@pytest.mark.parametrize(("differences", "groups", "message"), [
    ([0.1, 0.2], [1, 1], "`group` must hold two groups or more, but all records are in one"),
    ([0.1, 0.2, 0.3], [1, 2], "`group` must have a group for each of the 3 records, but got 2"),
    ([0.1, 0.2], [[1], [2]], "`group`"),
    ([0.1, np.nan], [1, 2], "`differences` must be a list of finite numbers, one per record, but got"),
])  # fmt: skip
def test_other_arguments_are_refused(test, differences, groups, message):
    with pytest.raises((TypeError, ValueError), match=message):
        test(differences, groups)


class TestBesideComparisons:
    """Which rows stand in `methods`."""

    @pytest.mark.parametrize("direction", ["score", "loss"])
    def test_they_are_those_of_the_differences_of_records(self, direction):
        first = np.random.default_rng(3).random(GROUPS.size)
        data = gathered(**{direction: {"a": first + DIFFERENCES, "b": first}}, group=GROUPS)
        rows = methods(bc.compare(data))
        for name, test in (("cluster_t", cluster_t), ("cluster_sign_flip", cluster_sign_flip)):
            expected = test(DIFFERENCES, GROUPS)
            found = rows.loc[name, ["statistic", "pvalue", "estimate"]].tolist()
            assert found == pytest.approx([expected.statistic, expected.pvalue, expected.estimate])

    def test_of_labels_they_are_of_right_and_wrong(self):
        y, pred = answered({"a": 0.2, "b": 0.4}, GROUPS.size)
        rows = methods(bc.compare(bc.labels(y, pred, group=GROUPS)))
        d = (pred["a"] != y).astype(int) - (pred["b"] != y)
        for name, test in (("cluster_t", cluster_t), ("cluster_sign_flip", cluster_sign_flip)):
            assert rows.loc[name, "pvalue"] == pytest.approx(test(d, GROUPS).pvalue)

    def test_the_t_of_a_recall_is_that_of_a_ratio_of_sums_of_groups(self):
        y, pred = answered({"a": 0.2, "b": 0.4}, GROUPS.size)
        found = methods(bc.compare(bc.labels(y, pred, group=GROUPS), metric="recall")).loc["cluster_t"]
        apart = ((pred["a"] == y).astype(int) - (pred["b"] == y)) * (y == 1)
        d, count = np.bincount(GROUPS, apart), np.bincount(GROUPS, y == 1)
        mean, n = d.sum() / count.sum(), len(SIZES)
        error = np.sqrt(n / (n - 1) * ((d - mean * count) ** 2).sum()) / count.sum()
        assert (found["estimate"], found["statistic"], found["df"]) == pytest.approx((mean, mean / error, n - 1))

    @pytest.mark.parametrize("groups", [GROUPS, np.arange(GROUPS.size), None])
    def test_tests_of_records_and_of_groups_stand_in_place_of_each_other(self, groups):
        data = bc.labels(*answered({"a": 0.2, "b": 0.4}, GROUPS.size), group=groups)
        found = set(methods(bc.compare(data)).index)
        some, none = (set(OF_GROUPS), OF_RECORDS) if groups is GROUPS else (MCNEMAR, set(OF_GROUPS))
        assert some <= found
        assert not none & found

    def test_they_take_the_groups_of_records_that_both_answered(self):
        scores = {"a": 1 + DIFFERENCES, "b": np.ones(GROUPS.size)}
        scores["a"] = np.where(GROUPS == 3, np.nan, scores["a"])
        scores["b"][0] = np.nan
        rows = methods(bc.compare(bc.scores(scores, group=GROUPS, on_missing="drop")))
        kept = (GROUPS != 3) & (np.arange(GROUPS.size) > 0)
        expected = cluster_t(DIFFERENCES[kept], GROUPS[kept])
        assert (rows.loc["cluster_t", "pvalue"], rows.loc["cluster_t", "df"]) == pytest.approx(
            (expected.pvalue, len(SIZES) - 3)
        )

    def test_they_leave_out_records_that_are_not_validated(self):
        first, test = np.random.default_rng(3).random(GROUPS.size), np.flatnonzero(GROUPS > 2)
        splits = [(np.flatnonzero(GROUPS <= 2), test)]
        scores = {"a": first + DIFFERENCES, "b": first}
        rows = methods(bc.compare(bc.scores(scores, group=GROUPS, how=splits and bc.splits(splits))))
        assert rows.loc["cluster_t", "pvalue"] == pytest.approx(cluster_t(DIFFERENCES[test], GROUPS[test]).pvalue)

    @pytest.mark.parametrize("name", OF_GROUPS)
    def test_signs_are_turned_of_means_over_records_alone_and_neither_is_in_run_tests(self, name):
        of = ("error", "accuracy", "f1", "roc_auc", "neg_log_loss")
        supported = {one for one in of if TESTS[name].supports(metric_of(one))}
        assert supported == ({*of} if name == "cluster_t" else {"error", "accuracy", "neg_log_loss"})
        with pytest.raises(ValueError, match=f"`tests` must be of independent records, but '{name}' is of groups"):
            bc.run_tests(ESTIMATORS, np.zeros((9, 1)), [0, 1, 2] * 3, tests=[name])
