"""Everything random follows from one seed, and nothing else does."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.ensemble import BaggingClassifier
from sklearn.model_selection import GridSearchCV, KFold, RepeatedKFold
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.random_projection import GaussianRandomProjection
from sklearn.tree import DecisionTreeClassifier

from bayescmp.model_selection import BlockRegularizedCV, cross_val_predictions
from bayescmp.predictions import provenance

X, Y = load_iris(return_X_y=True)


def random_classifiers():
    return {
        "tree": DecisionTreeClassifier(max_features=1, max_depth=3),
        "projected": make_pipeline(GaussianRandomProjection(1), DecisionTreeClassifier(max_features=1)),
        "bag": BaggingClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=2),
    }


def run(estimators=None, **kwargs):
    return cross_val_predictions(
        estimators or random_classifiers(), X, Y, **({"cv": BlockRegularizedCV(2), "rng": 0} | kwargs)
    )


class SeedLog(ClassifierMixin, BaseEstimator):
    """Notes the seeds that it is fitted with, in this process."""

    seen = ()

    def __init__(self, random_state=None, inner=None):
        self.random_state = random_state
        self.inner = inner

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        SeedLog.seen += (self.random_state, *([] if self.inner is None else [self.inner.random_state]))
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


@pytest.fixture
def seeds_of():
    """Return the seeds of the fits of estimators."""

    def seeds(*estimators):
        SeedLog.seen = ()
        run({f"log {i}": estimator for i, estimator in enumerate(estimators)})
        return SeedLog.seen

    yield seeds
    SeedLog.seen = ()


@pytest.mark.full
def test_the_number_of_processes_does_not_matter():
    assert run(n_jobs=2).identical(run(n_jobs=1))


@pytest.mark.parametrize("name", random_classifiers())
def test_another_seed_gives_other_fits(name):
    cv = BlockRegularizedCV(2, random_state=0)
    assert not run(cv=cv, rng=1).sel(classifier=name).equals(run(cv=cv).sel(classifier=name))


def test_seeds_are_drawn_recorded_and_taken_from_a_generator():
    data = run(rng=None)
    assert run(rng=provenance(data)["random_state"]).identical(data)
    assert provenance(run(rng=np.int64(5)))["random_state"] == 5
    rng = np.random.default_rng(3)
    data = run(rng=rng)
    assert data.identical(run(rng=np.random.default_rng(3)))
    assert data.identical(run(rng=provenance(data)["random_state"]))
    assert not data.identical(run(rng=rng))


def test_the_global_random_state_is_left_alone():
    before = np.random.get_state()[1].copy()  # noqa: NPY002 - this is the one that must not be used
    run()
    np.testing.assert_array_equal(np.random.get_state()[1], before)  # noqa: NPY002


def test_every_fit_parameter_and_nested_estimator_has_a_seed_of_its_own(seeds_of):
    seeds = seeds_of(SeedLog(inner=SeedLog()), SeedLog())
    assert len(set(seeds)) == len(seeds) == (2 + 1) * 4
    assert all(type(seed) is int for seed in seeds)
    seeds = seeds_of(Pipeline([("scale", StandardScaler()), ("log", SeedLog())]))
    assert len(set(seeds) - {None}) == 4


def test_a_search_with_an_unseeded_splitter_is_reproducible():
    depths = {"max_depth": [2, 3, 4, 5, 6]}
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), depths, cv=KFold(3, shuffle=True))
    assert run({"search": search}).equals(run({"search": search}))


def test_an_integer_seed_of_an_estimator_is_kept(seeds_of):
    assert set(seeds_of(SeedLog(7, inner=SeedLog(8)))) == {7, 8}


@pytest.mark.parametrize("estimator", [SeedLog(), Pipeline([("log", SeedLog())])], ids=["plain", "nested"])
def test_estimators_are_neither_modified_nor_fitted(estimator):
    before = dict(vars(estimator))
    run({"log": estimator})
    assert vars(estimator) == before
    assert {value for key, value in estimator.get_params().items() if key.endswith("random_state")} == {None}
    assert not hasattr(estimator, "classes_")


def test_the_splitter_is_not_modified_and_provenance_names_it():
    cv = RepeatedKFold(n_splits=2, n_repeats=2)
    run(cv=cv)
    assert cv.random_state is None
    recorded = provenance(run({"tree": DecisionTreeClassifier(max_depth=2)}))
    assert recorded["cv"] == "BlockRegularizedCV(n_repeats=2, random_state=0, stratify=False)"
    assert recorded["estimators"] == {"tree": "DecisionTreeClassifier(max_depth=2)"}


def test_estimators_in_lists_and_mappings_are_seeded(seeds_of):
    """Such as in a grid of parameters, which no parameter of a pipeline reaches."""
    grid = GridSearchCV(Pipeline([("clf", SeedLog())]), [{"clf": [SeedLog(), SeedLog(inner=SeedLog())]}], cv=2)
    first, second = seeds_of(grid), seeds_of(grid)
    assert None not in first
    assert len(set(first)) > 2
    assert first == second
