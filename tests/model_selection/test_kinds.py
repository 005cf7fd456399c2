"""Estimators that are no classifiers, and splitters of groups without groups, are refused before any fit."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.cluster import KMeans
from sklearn.ensemble import IsolationForest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import bayescmp as bc
from bayescmp.frequentist import run_tests
from bayescmp.model_selection import check_arguments
from bayescmp.studies import Population

X = np.random.default_rng(0).normal(size=(40, 2))
Y = (X[:, 0] > 0).astype(int)


class Refuses(RegressorMixin, BaseEstimator):
    """Must not be fitted."""

    def fit(self, X, y=None):
        raise AssertionError("fitted")

    def predict(self, X):
        raise AssertionError("fitted")


class Plain:
    """Without scikit-learn's base class, and so without tags."""

    def get_params(self, deep=True):
        return {}

    def fit(self, X, y):
        return self

    def predict(self, X):
        return (X[:, 0] > 0).astype(int)


class Untold(Plain, BaseEstimator):
    """With tags that do not say of what kind it is."""


OTHERS = {
    "regressor": [
        make_pipeline(StandardScaler(), LinearRegression()),
        GridSearchCV(make_pipeline(LinearRegression()), {}),
    ],
    "clusterer": [make_pipeline(KMeans(2))],
    "outlier_detector": [IsolationForest()],
    "density_estimator": [GaussianMixture(2)],
}
PUBLIC = {
    "cross_val_predictions": lambda estimators: bc.cross_val_predictions(estimators, X, Y, rng=0),
    "run_tests": lambda estimators: run_tests(estimators, X, Y, rng=0),
    "Population": lambda estimators: Population(X=X, y=Y, classifiers=estimators),
}


@pytest.mark.parametrize(("call", "kind", "estimator"), [
    *((PUBLIC["cross_val_predictions"], kind, one) for kind, several in OTHERS.items() for one in several),
    *((call, "regressor", Refuses()) for call in PUBLIC.values()),
])  # fmt: skip
def test_what_is_no_classifier_is_refused_by_its_kind(call, kind, estimator):
    name = type(estimator).__name__
    with pytest.raises(TypeError, match=rf"`estimators\['b'\]` must be a classifier, but got {name} of the .*'{kind}'"):
        call({"a": GaussianNB(), "b": estimator})


@pytest.mark.parametrize("estimator", [
    Untold(),
    OneVsRestClassifier(LinearRegression()),
    GridSearchCV(make_pipeline(StandardScaler(), LogisticRegression()), {"logisticregression__C": [1.0]}, cv=2),
], ids=["untold", "made of regressors", "search"])  # fmt: skip
def test_classifiers_and_what_does_not_say_are_fitted(estimator):
    found = bc.cross_val_predictions({"a": GaussianNB(), "b": estimator}, X, Y, cv=KFold(2), rng=0)
    assert found.sizes["classifier"] == 2


def test_objects_without_tags_pass_the_check_and_splitters_of_groups_need_groups():
    check_arguments({"a": Plain(), "b": GridSearchCV(Plain(), {})}, X, Y)
    with pytest.raises(ValueError, match="The 'groups' parameter should not be None"):
        bc.cross_val_predictions({"a": GaussianNB(), "b": GaussianNB()}, X, Y, cv=GroupKFold(2))
