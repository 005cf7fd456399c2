"""A trial or a method that fails is recorded so that it can be repeated, and costs no other."""

import json
from dataclasses import dataclass

import numpy as np
import pytest
import xarray as xr
from numpy.random import SeedSequence
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier

from bayescmp.studies import (
    FINDINGS,
    Epsilon,
    LossScenario,
    Population,
    Simple,
    Study,
    StudyMethod,
    Truth,
    Tune,
    method_named,
    read_study,
    run_study,
    tune,
)

X, y = load_iris(return_X_y=True)


def study_of(*cells, methods=("bcv_mcnemar",), trials=15, truth_draws=4, **parameters):
    methods = [method_named(method) if isinstance(method, str) else method for method in methods]
    return Study(name="mine", cells=cells, methods=methods, trials=trials, truth_draws=truth_draws, **parameters)


def failures(out, cell=0):
    return json.loads(read_study(out, cell).attrs["failures"])


def of_source(scenario, plan, failure):
    """Draw again the trial that failed, from nothing but its seed: the last of the batch that began with it."""
    stream = SeedSequence(failure["seed"], spawn_key=failure["spawn_key"])
    n_trials = failure["trial"] - failure["spawn_key"][-1] + 1
    return scenario.batch([plan], [stream] * n_trials)


def raises_if_first_errs_often(outcomes, alpha):
    if (outcomes.wrong.isel(classifier=0).sum("record").max() >= 5).item():
        raise ArithmeticError("too many errors")
    return {"estimate": 0.25, "pvalue": 0.01}


FUSSY = StudyMethod(name="fussy", plan="10-fold", assess=raises_if_first_errs_often)


class Afraid(ClassifierMixin, BaseEstimator):
    """Fails when the first record of iris is among those that it is fitted to."""

    def fit(self, X, y):
        if (load_iris().data[0] == X).all(axis=1).any():
            raise LookupError("the record is there")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.zeros(len(X), dtype=int)


class Hopeless(Afraid):
    def fit(self, X, y):
        raise LookupError("never")


def population(estimator, n_records=40):
    return Population(X=X, y=y, classifiers={"first": estimator, "second": DummyClassifier()}, n_records=n_records)


def test_a_fit_that_fails_in_some_trials_is_recorded_and_can_be_repeated(tmp_path):
    scenario = population(Afraid())
    row = run_study(
        study_of(scenario, methods=("kfold_t", "holdout_mcnemar"), trials=10, seed=3, truth_draws=6), tmp_path
    ).iloc[0]
    failed = failures(tmp_path)
    assert 0 < row["failed"] == len(failed) < row["trials"] == 10
    assert {failure["method"] for failure in failed} == {None}
    results = read_study(tmp_path)
    missing = results["trial"][results["estimate"].isnull().any("method_name")]
    assert missing.values.tolist() == [failure["trial"] for failure in failed]
    for failure in failed:
        assert failure["error"].startswith("LookupError: the record is there")
        assert of_source(scenario, "10-fold", failure).failures == {0: failure["error"]}


@pytest.mark.full
def test_a_method_that_fails_on_some_trials_costs_no_other_and_can_be_repeated(tmp_path):
    scenario = Epsilon(n_records=20)
    study = study_of(scenario, methods=(FUSSY, "holdout_mcnemar"), trials=12, seed=4)
    summary = run_study(study, tmp_path / "both")
    failed = failures(tmp_path / "both")
    assert 0 < len(failed) < 12
    assert summary["failed"].tolist() == [len(failed), 0]
    assert summary["rejected"][0] == 1
    assert summary["estimate"][0] == 0.25
    for failure in failed:
        assert (failure["method"], failure["error"]) == ("fussy", "ArithmeticError: too many errors")
        outcomes = of_source(scenario, "10-fold", failure).outcomes["10-fold"]
        with pytest.raises(ArithmeticError):
            FUSSY.assess(outcomes.one(len(outcomes.wrong) - 1), 0.05)
    run_study(study_of(scenario, methods=("holdout_mcnemar",), trials=12, seed=4), tmp_path / "one")
    other, alone = (read_study(tmp_path / name).sel(method_name="holdout_mcnemar") for name in ("both", "one"))
    xr.testing.assert_equal(other[list(FINDINGS)], alone[list(FINDINGS)])


def test_fits_per_trial_do_not_depend_on_failures_of_a_method(tmp_path):
    summary = run_study(study_of(Simple(n_records=20), methods=(FUSSY, "holdout_mcnemar"), trials=10), tmp_path)
    assert summary["failed"][0] > 0
    assert summary["fits"].tolist() == [11, 11]


def test_all_trials_failing_gives_no_rates_and_no_error(tmp_path):
    row = run_study(study_of(population(Hopeless()), truth_draws=20), tmp_path).iloc[0]
    assert (row["trials"], row["failed"]) == (15, 15)
    found = row[["rejected", "rejected_se", "estimate", "coverage", "width", "fits", "true_difference"]]
    assert found.isna().all()
    assert read_study(tmp_path)["reject"].isnull().all()


def test_a_scenario_that_cannot_be_drawn_does_not_stop_the_others(tmp_path):
    @dataclass(frozen=True, kw_only=True)
    class Broken(LossScenario):
        n_records: int = 20

        def draw(self, n, rng=None):
            raise MemoryError("too large")

        def truth(self, n_train, *, draws, seed):
            return Truth(first=0.1, second=0.1)

    summary = run_study(study_of(Broken(), Epsilon(n_records=20)), tmp_path)
    assert summary["failed"].tolist() == [15, 0]
    assert {failure["error"] for failure in failures(tmp_path)} == {"MemoryError: too large"}


@dataclass(frozen=True, kw_only=True)
class Ending(LossScenario):
    n_records: int = 20

    def draw(self, n, rng=None):
        raise SystemExit(0)

    def truth(self, n_train, *, draws, seed):
        raise SystemExit(0)


class Ends(Hopeless):
    def fit(self, X, y):
        raise SystemExit(0)


def ends(outcomes, alpha):
    raise SystemExit(0)


def test_code_that_calls_exit_fails_like_any_other(tmp_path):
    cells, methods = (
        (Ending(), population(Ends()), Epsilon(n_records=20)),
        [StudyMethod(name="m", plan="10-fold", assess=ends)],
    )
    summary = run_study(study_of(*cells, methods=[*methods, "holdout_mcnemar"], truth_draws=3), tmp_path)
    assert summary["failed"].tolist() == [15, 15, 15, 15, 15, 0]
    assert {failure["error"] for failure in failures(tmp_path, 0)} == {"SystemExit: 0"}
    assert {failure["error"] for failure in failures(tmp_path, 2)} == {"SystemExit: 0"}
    assert all("must not end Python" in failure["error"] for failure in failures(tmp_path, 1))


def test_tuning_that_calls_exit_is_an_error():
    with pytest.raises(RuntimeError, match="must not end Python"):
        tune(population(Ends()), Tune(parameter="n_records", low=20, high=30, n_train=20, draws=2), seed=0)
