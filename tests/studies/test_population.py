"""The Population scenario: two estimators of the user's on records of the user's."""

import numpy as np
import pandas as pd
import pytest
from numpy.random import SeedSequence
from scipy import sparse
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bayescmp.studies import Population

X, Y = load_iris(return_X_y=True)
CLASSIFIERS = {"tree": DecisionTreeClassifier(max_depth=1), "majority": DummyClassifier()}
PLANS = ["10-fold", "5 x 2 block-regularized"]


def scenario(**changes):
    return Population(**({"X": X, "y": Y, "classifiers": CLASSIFIERS, "n_records": 60} | changes))


def found(**changes):
    """Return the outcomes of two trials, and the errors of the classifiers on the population."""
    batch = scenario(**changes).batch(PLANS, SeedSequence(0).spawn(2))
    assert not batch.failures
    return batch.outcomes, scenario(**changes).errors(50, SeedSequence(1))


@pytest.fixture(scope="module")
def plain():
    return found()


def assert_same(plain, **changes):
    (outcomes, errors), (others, other_errors) = plain, found(**changes)
    for plan in PLANS:
        assert others[plan].wrong.identical(outcomes[plan].wrong)
    assert other_errors == errors


class TestKindsOfData:
    @pytest.mark.full
    @pytest.mark.parametrize("labels", [
        Y.tolist(), pd.Series(Y, index=range(1000, 1150)), Y.astype(float),
    ], ids=["list", "series with an index", "float"])  # fmt: skip
    def test_labels_in_another_container_give_the_same(self, labels, plain):
        assert_same(plain, y=labels)

    @pytest.mark.parametrize("kind", [sparse.csc_matrix, pd.DataFrame])
    def test_features_in_another_container_give_the_same(self, kind, plain):
        assert_same(plain, X=kind(X))


def test_parameters_of_a_classifier():
    deeper = scenario().with_parameter("tree__max_depth", 3)
    assert deeper.estimators()["tree"].max_depth == 3
    assert scenario().estimators()["tree"].max_depth == 1
    assert list(deeper.estimators()) == ["tree", "majority"]
    assert deeper.parameters()["classifiers"] != scenario().parameters()["classifiers"]
    assert scenario().with_parameter("n_records", 80).n_records == 80


@pytest.mark.parametrize("replace", [False, True])
def test_without_replacement_classifiers_are_judged_on_the_records_outside_of_their_training_set(replace):
    places = np.arange(len(Y))
    (trained, _), (judged, labels) = scenario(X=places[:, None], replace=replace).train_and_judge(100, 0)
    expected = np.setdiff1d(places, trained) if not replace else places
    assert np.sort(judged[:, 0]).tolist() == expected.tolist()
    assert labels.tolist() == Y[judged[:, 0]].tolist()


def test_truth_of_a_classifier_that_learns_nothing():
    truth = scenario().truth(60, draws=5, seed=0)
    assert truth.second == pytest.approx(2 / 3)  # of three equal classes
    assert truth.first < truth.second


class TextForNumbers(DecisionTreeClassifier):
    def predict(self, X):
        return super().predict(X).astype(str)


ODD = {"odd": TextForNumbers(), "bayes": GaussianNB()}


def test_labels_of_another_kind_are_a_failure_of_the_trial_and_refused_by_the_truth():
    batch = scenario(classifiers=ODD).batch(["10-fold"], SeedSequence(0).spawn(2))
    assert batch.done == []
    assert "'odd' must predict labels of the type of `y`, but got" in batch.failures[0]
    with pytest.raises(RuntimeError, match="2 of 2 training sets failed, one with: 'odd' must predict labels of t"):
        scenario(classifiers=ODD).truth(40, draws=2, seed=0)
