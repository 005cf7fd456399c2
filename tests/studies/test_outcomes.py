"""A batch of trials measures what users run: the tables, tests and methods of the public functions."""

from functools import cache

import numpy as np
import pytest
import xarray as xr
from numpy.random import SeedSequence
from sklearn.model_selection import RepeatedKFold, ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.frequentist import TESTS, run_tests
from bayescmp.model_selection import PLANS, BlockRegularizedCV
from bayescmp.studies import Simple, method_named
from bayescmp.studies._outcomes import mean_test_to_train

N, TRIALS = 48, 2
WITHOUT_ROPE = [test for test in TESTS.values() if not (test.needs_rope or test.needs_probabilities)]
ESTIMATORS = {"tree": DecisionTreeClassifier(max_depth=3, splitter="random"), "bayes": GaussianNB()}
SWAPPED = dict(reversed(ESTIMATORS.items()))
CVS = {
    "5 x 2 block-regularized": lambda seed: BlockRegularizedCV(5, random_state=seed),
    "10-fold": lambda seed: RepeatedKFold(n_splits=10, n_repeats=1, random_state=seed),
    "hold-out 2/3": lambda seed: ShuffleSplit(1, test_size=1 / 3, random_state=seed),
}


def draw(rng):
    return Simple(shift=1.0).draw(N, rng)


def streams(trials=TRIALS):
    return [SeedSequence(7, spawn_key=(trial,)) for trial in range(trials)]


def batch_of(estimators, plans=tuple(PLANS), trials=TRIALS, drawn=draw):
    class Fitted(Simple):
        def draw(self, n, rng=None):
            return drawn(rng)

        def estimators(self):
            return estimators

    return Fitted(n_records=N).batch(plans, streams(trials))


@pytest.fixture(scope="module")
def batch():
    return batch_of(ESTIMATORS)


@pytest.fixture(scope="module")
def few():
    return batch_of(ESTIMATORS, (*CVS, "5 x 2 random"))


@pytest.fixture(scope="module")
def swapped():
    return batch_of(SWAPPED, trials=1)


def data_and_seed(trial):
    stream = streams()[trial]
    return *draw(np.random.default_rng(stream)), int(stream.generate_state(1)[0])


def training_sets(plans, seed):
    return {
        frozenset(train.tolist()) for plan in plans for train, _ in PLANS[plan].splitter(seed).split(np.zeros((N, 1)))
    }


@cache
def predictions(plan, trial):
    X, y, seed = data_and_seed(trial)
    return bc.cross_val_predictions(ESTIMATORS, X, y, cv=CVS[plan](seed), rng=seed)


@pytest.mark.parametrize("trial", [1])
class TestSameAsForUsers:
    @pytest.mark.full
    @pytest.mark.parametrize("plan", CVS)
    def test_tables(self, batch, plan, trial):
        ours = batch.outcomes[plan].tables.isel(experiment=trial)
        np.testing.assert_array_equal(ours, bc.paired_tables(predictions(plan, trial)))
        assert not np.array_equal(ours, bc.paired_tables(predictions(plan, 1 - trial)))

    @pytest.mark.full
    @pytest.mark.parametrize(
        ("method", "plan"), [("effective-table", "5 x 2 block-regularized"), ("paired", "hold-out 2/3")]
    )
    def test_methods(self, batch, method, plan, trial):
        result = bc.compare(predictions(plan, trial), method=method, ci_prob=0.9)
        interval = result.posterior.difference.interval(0.9)
        here = method_named(method).findings(batch.outcomes[plan], 0.1)
        expected = [result.prob_first_better, result.posterior.difference.mean, interval.low, interval.high]
        found = [here[name][trial] for name in ("prob_first_better", "estimate", "low", "high")]
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.full
def test_every_registered_test_is_that_for_users(batch):
    X, y, seed = data_and_seed(1)
    table = run_tests(ESTIMATORS, X, y, tests="all", rng=seed).set_index("test")
    assert table.attrs["fits"] == len(training_sets({test.plan for test in TESTS.values()}, seed))
    for test in WITHOUT_ROPE:
        here = method_named(test.name).findings(batch.outcomes[test.plan], 0.05)
        for name in ("pvalue", "statistic", "estimate", "low", "high", "reject"):
            expected = float(table.loc[test.name, name])
            assert here[name][1] == pytest.approx(expected, rel=1e-12, abs=1e-15, nan_ok=True), (test.name, name)


class TestBatchOfFits:
    @pytest.mark.full
    def test_fits_are_the_distinct_training_sets(self, batch):
        for trial, fits in enumerate(batch.fits):
            seed = data_and_seed(trial)[-1]
            trained = training_sets(PLANS, seed)
            assert fits == len(trained) < sum(plan.n_repeats * plan.n_folds for plan in PLANS.values())

    def test_fits_are_counted_as_they_happen(self, monkeypatch):
        fitted = []
        fit = GaussianNB.fit
        monkeypatch.setattr(GaussianNB, "fit", lambda self, X, y: fitted.append(len(y)) or fit(self, X, y))
        batch = batch_of(ESTIMATORS, ("10-fold", "10 x 10-fold"))
        assert batch.fits == [100, 100]
        assert len(fitted) == 200

    @pytest.mark.full
    def test_one_is_the_slice(self, batch):
        for outcomes in batch.outcomes.values():
            for trial in range(TRIALS):
                here = outcomes.one(trial)
                np.testing.assert_array_equal(here.tables, outcomes.tables.isel(experiment=[trial]))
                assert (here.labels, here.seeds) == ([outcomes.labels[trial]], [outcomes.seeds[trial]])

    def test_a_pair_is_made_once_and_neither_trials_nor_plans_depend_on_others(self, few):
        outcomes = few.outcomes["10-fold"]
        assert outcomes.pair(1, 0) is outcomes.pair(1, 0)
        np.testing.assert_array_equal(outcomes.pair(1, 0).tables.values, np.swapaxes(outcomes.tables, -1, -2))
        for method in map(method_named, ("bcv_mcnemar", "bootstrap_percentile", "effective-table")):
            together = method.findings(few.outcomes[method.plan], 0.05)
            for trial in range(TRIALS):
                alone = method.findings(few.outcomes[method.plan].one(trial), 0.05)
                np.testing.assert_allclose([v[0] for v in alone.values()], [v[trial] for v in together.values()])
        alone = batch_of(ESTIMATORS, ("5 x 2 random",)).outcomes["5 x 2 random"]
        xr.testing.assert_identical(alone.wrong, few.outcomes["5 x 2 random"].wrong)

    @pytest.mark.full
    def test_swapping_the_classifiers_mirrors_the_findings(self, batch, swapped):
        for method in [
            method_named(name) for name in (*(test.name for test in WITHOUT_ROPE), "paired", "effective-table")
        ]:
            drawn = batch.outcomes[method.plan].one(0), swapped.outcomes[method.plan]
            a, b = (method.findings(one, 0.05) for one in drawn)
            for ours, theirs in (
                (a["pvalue"], b["pvalue"]), (a["estimate"], -b["estimate"]), (a["low"], -b["high"]),
                (a["prob_first_better"], 1 - b["prob_first_better"]), (np.abs(a["statistic"]), np.abs(b["statistic"])),
            ):  # fmt: skip
                np.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=1e-9, err_msg=method.name)

    def test_failures_are_kept_apart(self):
        calls = []

        def sometimes(rng):
            calls.append(None)
            X, y = draw(rng)
            return X, (np.zeros(3) if len(calls) == 2 else y)

        batch = batch_of(ESTIMATORS, ["10-fold"], 3, sometimes)
        assert batch.done == [0, 2]
        assert batch.failures[1].startswith("ValueError: There are too few records (3) for the plan '10-fold'")
        whole = batch_of(ESTIMATORS, ["10-fold"], 3).outcomes["10-fold"]
        np.testing.assert_array_equal(batch.outcomes["10-fold"].wrong, whole.wrong.isel(experiment=[0, 2]))

    def test_all_may_fail(self):
        batch = batch_of(ESTIMATORS, ["10-fold"], drawn=lambda rng: 1 / 0)
        assert (batch.outcomes, batch.done) == ({}, [])
        assert batch.failures == dict.fromkeys(range(TRIALS), "ZeroDivisionError: division by zero")


def test_the_ratio_of_sizes_is_that_of_test_to_training_records():
    splits = [(np.arange(90), np.arange(90, 100)), (np.arange(80), np.arange(80, 100))]
    assert mean_test_to_train(splits) == pytest.approx((10 / 90 + 20 / 80) / 2)
