"""Estimators whose predictions are not one for each record, or change afterwards, and splitters of odd row numbers."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.model_selection import KFold, ShuffleSplit, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc

N = 60
X = np.random.default_rng(0).normal(size=(N, 3))
Y = (X[:, 0] + np.random.default_rng(1).normal(size=N) > 0).astype(int)
FOLDS = KFold(4)
BUFFER = np.zeros(N, dtype=int)
ODD = {
    "short": (lambda p: p[1:], r"must return one prediction for each of 15 records, but got 14\."),
    "a column": (lambda p: p[:, None], r"one-dimensional, but got shape \(15, 1\)\."),
    "a number": (lambda p: 0, "must be a list or an array, one entry per record, but got 0"),
    "sparse": (csr_matrix, r"must be a dense array, but got csr_matrix\. `\.toarray\(\)` makes one\."),
    "masked": (lambda p: np.ma.array(p, mask=np.arange(p.size) == 3), r"no missing values, but got \S+ at record 3\."),
}


class Odd(BaseEstimator):
    def __init__(self, how=None):
        self.how = how

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        found = (X[:, 0] > 0).astype(int)
        return found if self.how is None else ODD[self.how][0](found)


class OddClassifier(ClassifierMixin, Odd):
    pass


class OddRegressor(RegressorMixin, Odd):
    pass


class Buffered(OddClassifier):
    def predict(self, X):
        BUFFER[: len(X)] = super().predict(X)
        return BUFFER[: len(X)]


@pytest.mark.parametrize("how", ODD)
def test_what_is_not_one_for_each_record_is_refused_of_a_classifier(how):
    with pytest.raises((TypeError, ValueError), match=ODD[how][1]):
        bc.cross_val_predictions({"odd": OddClassifier(how), "good": OddClassifier()}, X, Y, cv=FOLDS)


def test_it_is_refused_of_a_regressor_and_of_fitted_ones():
    given = {"odd": OddRegressor("short"), "good": OddRegressor()}
    with pytest.raises(ValueError, match=ODD["short"][1]):
        bc.cross_val_predictions(given, X, Y.astype(float), cv=FOLDS, loss="squared_error")
    results = {
        name: cross_validate(one, X, Y, cv=FOLDS, return_estimator=True, return_indices=True, scoring=lambda *_: 0.0)
        for name, one in {"odd": OddClassifier("short"), "good": OddClassifier()}.items()
    }
    with pytest.raises(ValueError, match=ODD["short"][1]):
        bc.predictions_from_cross_validate(results, X, Y)


def test_an_array_that_is_filled_again_and_again_is_read_each_time():
    found = bc.cross_val_predictions({"buffered": Buffered(), "good": OddClassifier()}, X, Y, cv=FOLDS, rng=0)
    assert np.array_equal(*found["y_pred"].to_numpy())


@pytest.mark.parametrize("test", [np.arange(20) + 0.9, np.arange(20).astype(str)])
def test_row_numbers_of_a_splitter_must_be_integers(test):
    with pytest.raises(TypeError, match="Row numbers must be a list of integers, but got array"):
        bc.cross_val_predictions(
            {"a": OddClassifier(), "b": OddClassifier()}, X, Y, cv=[(np.arange(20, N), test)], rng=0
        )


def _cross_validated(x, y, cv):
    return {
        name: cross_validate(one, x, y, cv=cv, return_estimator=True, return_indices=True)
        for name, one in {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}.items()
    }


def test_records_that_cross_validate_did_not_see_are_refused():
    results = _cross_validated(X[:40], Y[:40], KFold(4))
    assert bc.predictions_from_cross_validate(results, X[:40], Y[:40]).sizes["record"] == 40
    with pytest.raises(ValueError, match="which used the first 40 records and no other"):
        bc.predictions_from_cross_validate(results, X, Y)
    some = _cross_validated(X, Y, ShuffleSplit(2, train_size=0.3, test_size=0.2, random_state=0))
    assert bc.predictions_from_cross_validate(some, X, Y).sizes["record"] == N
