"""Predictions of several classifiers on the same splits: what is fitted on what, and to which data."""

import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import KFold, RepeatedKFold, ShuffleSplit, StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.model_selection import BlockRegularizedCV, cross_val_predictions
from bayescmp.predictions import training_sets

X, Y = load_iris(return_X_y=True)
TWO = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_features=1, random_state=0)}
CENTROID = {"centroid": NearestCentroid()}


def labels_of(data):
    """Return the predicted labels, shape (n_classifiers, n_repeats, n_records)."""
    return data["label"].to_numpy()[data["y_pred"].transpose("classifier", "repeat", "record").to_numpy()]


@pytest.mark.parametrize("cv", [
    BlockRegularizedCV(3, stratify=True, random_state=1),
    RepeatedKFold(n_splits=3, n_repeats=2, random_state=0),
    KFold(3, shuffle=True),
], ids=repr)  # fmt: skip
def test_predictions_are_those_of_scikit_learn_on_the_same_splits(cv):
    data = cross_val_predictions(TWO, X, Y, cv=cv, rng=2)
    for repeat, fold in enumerate(data["fold"].to_numpy()):
        splits = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(fold.max() + 1)]
        for predicted, estimator in zip(labels_of(data)[:, repeat], TWO.values(), strict=True):
            np.testing.assert_array_equal(predicted, cross_val_predict(estimator, X, Y, cv=splits))


@pytest.mark.parametrize(("cv", "same"), [
    (None, BlockRegularizedCV(5, random_state=3)),
    (RepeatedKFold(n_splits=2, n_repeats=2), RepeatedKFold(n_splits=2, n_repeats=2, random_state=3)),
    (4, StratifiedKFold(4)),
    (KFold(3).split(X), KFold(3)),
], ids=["default", "unseeded splitter", "int", "iterator"])  # fmt: skip
def test_splits_are_those_of_cv_seeded_where_it_has_no_seed(cv, same):
    data = cross_val_predictions(CENTROID, X, Y, cv=cv, rng=3)
    expected = bc.labels(Y, {"a": np.tile(Y, data.sizes["repeat"]).reshape(-1, 150)}, how=bc.splits(same.split(X, Y)))
    np.testing.assert_array_equal(data["fold"], expected["fold"])


def test_splits_may_be_masks_and_a_hold_out_keeps_its_training_sets():
    rows = list(KFold(3, shuffle=True, random_state=0).split(X))
    masks = [tuple(np.isin(np.arange(150), part) for part in split) for split in rows]
    of_masks, of_rows = (cross_val_predictions(TWO, X, Y, cv=splits, rng=0) for splits in (masks, rows))
    assert of_masks.equals(of_rows)
    cv = ShuffleSplit(3, train_size=0.5, test_size=0.2, random_state=0)
    data = cross_val_predictions(TWO, X, Y, cv=cv)
    for repeat, (train, test) in enumerate(cv.split(X)):
        assert np.flatnonzero(training_sets(data)[repeat, 0]).tolist() == sorted(train)
        predicted = GaussianNB().fit(X[train], Y[train]).predict(X[test])
        np.testing.assert_array_equal(labels_of(data)[0, repeat][test], predicted)


@pytest.mark.parametrize(("labels", "form"), [
    (np.array([True, False, True]), list),
    (np.array([7, -3, 12]), lambda y: pd.Series(y, index=y)),
    (np.array([2.0, 0.0, 5.0]), np.asarray),
    (np.array(["b", "a", "c"], dtype=object), np.asarray),
], ids=["bool", "int", "whole float", "object"])  # fmt: skip
def test_labels_are_those_of_the_user(labels, form):
    y = labels[Y]
    data = cross_val_predictions({"bayes": GaussianNB()}, X, form(y), cv=3)
    assert data["label"].to_numpy().tolist() == sorted(set(labels.tolist()))
    assert data["label"].to_numpy()[data["y_true"].to_numpy()].tolist() == y.tolist()
    assert labels_of(data)[0, 0].tolist() == cross_val_predict(GaussianNB(), X, y, cv=3).tolist()


@pytest.mark.parametrize("data", [
    pd.DataFrame(X, columns=list("abcd"), index=np.arange(150)[::-1]),
    sparse.csr_array(X),
    X.tolist(),
], ids=["frame", "sparse array", "list"])  # fmt: skip
def test_the_form_of_the_features_does_not_matter(data):
    tree = {"tree": TWO["tree"]}
    of_form, of_array = (cross_val_predictions(tree, features, Y, rng=0) for features in (data, X))
    assert of_form.identical(of_array)


class Columns(ClassifierMixin, BaseEstimator):
    """Fails unless it is given the columns of a data frame."""

    def fit(self, X, y):
        self.classes_, self.columns_ = np.unique(y), list(X.columns)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[self.columns_.index("wanted")])


def test_estimators_see_the_columns_of_a_data_frame():
    frame = pd.DataFrame({"other": X[:, 0], "wanted": X[:, 1]})
    assert (labels_of(cross_val_predictions({"columns": Columns()}, frame, Y)) == 1).all()


@pytest.mark.parametrize(("estimators", "error", "message"), [
    ([GaussianNB()], TypeError, "`estimators` must be a mapping from the name of each .* but got list"),
    ({"": GaussianNB()}, TypeError, "names in `estimators` must be non-empty text, but got ''"),
    ({"bayes": GaussianNB}, TypeError, r"`estimators\['bayes'\]` must be an object with fit and predict"),
    ({"words": CountVectorizer()}, TypeError, r"`estimators\['words'\]` must be an object with fit and predict"),
])  # fmt: skip
def test_what_is_no_mapping_of_classifiers_is_refused(estimators, error, message):
    with pytest.raises(error, match=message):
        cross_val_predictions(estimators, X, Y)


@pytest.mark.parametrize(("y", "message"), [
    (X[:, 0], "`y` must hold labels, but got 5.1 at record 0"),
    (np.c_[Y, Y], "`y` must be one-dimensional, but got shape"),
    (np.where(Y == 0, np.nan, Y), "`y` must have no missing values, but got nan at record 0"),
    (Y[:-1], "`y` must have a label for each of the 150"),
], ids=["continuous", "multi-output", "NaN", "short"])  # fmt: skip
def test_targets_that_are_no_classes_are_refused(y, message):
    with pytest.raises(ValueError, match=message):
        cross_val_predictions(TWO, X, y)


def test_a_target_in_a_column_is_refused_before_any_fit():
    with pytest.raises(ValueError, match=r"one-dimensional, but got shape \(150, 1\)") as error:
        cross_val_predictions(TWO, X, Y[:, None])
    assert not hasattr(error.value, "__notes__")


@pytest.mark.parametrize(("cv", "message"), [
    ("five", "Expected `cv` as an integer"), ([], "at least one"), ([([0, 1], [1, 2])], "must be disjoint"),
], ids=str)  # fmt: skip
def test_what_is_no_resampling_is_refused(cv, message):
    with pytest.raises((TypeError, ValueError), match=message):
        cross_val_predictions(TWO, X, Y, cv=cv)


@pytest.mark.parametrize("rng", [-1, 2**32, "a", np.random.RandomState(0)], ids=str)
def test_what_is_no_seed_is_refused(rng):
    with pytest.raises((TypeError, ValueError), match=r"`rng` must be (at (least|most)|an integer)"):
        cross_val_predictions(TWO, X, Y, rng=rng)


@pytest.mark.parametrize("verb", [cross_val_predictions, bc.cross_val_datasets, bc.run_tests])
@pytest.mark.parametrize(("name", "said"), [
    ("random_state", "It is called `rng`"), ("seed", "It is called `rng`"), ("jobs", "Did you mean 'n_jobs'"),
])  # fmt: skip
def test_what_others_call_an_argument_is_answered_by_its_name(verb, name, said):
    with pytest.raises(TypeError, match=rf"{verb.__name__}\(\) has no argument `{name}`. {said}"):
        verb(TWO, X, Y, **{name: 0})


@pytest.mark.parametrize("n_jobs", [1, pytest.param(2, marks=pytest.mark.full)])
def test_a_failing_fit_says_which(n_jobs):
    y = np.repeat(["x", "y"], 6)
    features = np.arange(12.0)[:, None] % 5
    one_class = [(np.arange(5, 12), np.arange(5)), (np.arange(5), np.arange(5, 12))]
    splits = [(np.arange(0, 12, 2), np.arange(1, 12, 2)), (np.arange(1, 12, 2), np.arange(0, 12, 2)), *one_class]
    estimators = {"fine": DecisionTreeClassifier(), **CENTROID}
    with pytest.raises(ValueError, match="number of classes has to be greater than one") as error:
        cross_val_predictions(estimators, features, y, cv=splits, n_jobs=n_jobs)
    assert error.value.__notes__ == ["while fitting classifier 'centroid' in repeat 1, fold 1"]


class Ends(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        raise SystemExit(0)

    def predict(self, X):
        return X[:, 0]


class EndsWhenSplit:
    def split(self, X, y=None, groups=None):
        raise SystemExit

    def get_n_splits(self, X=None, y=None, groups=None):
        return 2


def test_a_fit_or_splitter_that_calls_exit_is_an_error():
    with pytest.raises(RuntimeError, match=r"must not end Python, but called sys\.exit\(0\)") as error:
        cross_val_predictions({"fine": DecisionTreeClassifier(), "ends": Ends()}, X, Y)
    assert error.value.__notes__[-1].startswith("while fitting classifier 'ends' in repeat ")
    with pytest.raises(RuntimeError, match="must not end Python"):
        cross_val_predictions(TWO, X, Y, cv=EndsWhenSplit())


def test_probabilities_of_a_fit_that_has_not_seen_a_class_stand_in_their_columns():
    """The middle class of three is in one fold only, so that the fit to the other one has two columns."""
    y = np.array(["a", "c"] * 10 + ["b"] * 5 + ["a"] * 5)
    folds = [(np.arange(20), np.arange(20, 30)), (np.arange(20, 30), np.arange(20))]
    estimators = {name: DummyClassifier(strategy="prior") for name in ("one", "other")}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = bc.cross_val_predictions(estimators, np.zeros((30, 1)), y, cv=folds, probabilities=True, rng=0)
    prob = found["y_prob"].isel(classifier=0, repeat=0)
    assert prob["label"].to_numpy().tolist() == ["a", "b", "c"]
    np.testing.assert_allclose(prob.to_numpy()[20:], [[0.5, 0, 0.5]] * 10)
    np.testing.assert_allclose(prob.to_numpy()[:20], [[0.5, 0.5, 0]] * 20)


def test_labels_in_an_array_of_pandas_are_those_of_a_list():
    names = np.array(["u", "v", "w"])[Y]
    found = cross_val_predictions(TWO, X, pd.array(names, dtype="string"), rng=0)
    expected = cross_val_predictions(TWO, X, names.tolist(), rng=0)
    np.testing.assert_array_equal(labels_of(found), labels_of(expected))
