"""Each distinct training set is fitted once, and an earlier result is continued."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris
from sklearn.ensemble import StackingClassifier
from sklearn.model_selection import KFold, RepeatedKFold, ShuffleSplit, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.model_selection import BlockRegularizedCV, cross_val_predictions
from bayescmp.predictions import provenance

X, Y = load_iris(return_X_y=True)
ROWS = np.arange(len(Y))


class Counting(ClassifierMixin, BaseEstimator):
    """Notes the rows that it is fitted on, in this process; predicts as if at random, from the rows and the seed."""

    fits = ()

    def __init__(self, name="a", random_state=None):
        self.name = name
        self.random_state = random_state

    def fit(self, X, y):
        rows = X[:, 0].astype(int)
        Counting.fits += ((self.name, frozenset(rows.tolist())),)
        self.classes_, self.shift_ = np.unique(y), (self.random_state + rows.sum()) % 7
        return self

    def predict(self, X):
        return self.classes_[(X[:, 0].astype(int) + self.shift_) % 5 % len(self.classes_)]


@pytest.fixture
def fits():
    """Return the (name, training rows) that were fitted since the last call."""

    def since():
        seen, Counting.fits = Counting.fits, ()
        return list(seen)

    since()
    yield since
    since()


def run(cv, names="ab", y=Y, **kwargs):
    estimators = {name: Counting(name) for name in names}
    return cross_val_predictions(estimators, ROWS[:, None], y, cv=cv, **({"rng": 0} | kwargs))


@pytest.mark.parametrize("names", ["a", "abc"])
@pytest.mark.parametrize(
    "cv",
    [BlockRegularizedCV(3), KFold(5), ShuffleSplit(4, test_size=0.2, train_size=0.4, random_state=0)],
    ids=["blocks", "folds", "hold-outs"],
)
def test_every_classifier_is_fitted_once_per_training_set(fits, names, cv):
    run(cv, names)
    done = fits()
    assert len(set(done)) == len(done) == len(names) * cv.get_n_splits()


@pytest.mark.parametrize("names", ["ab", "abc"])
def test_a_training_set_that_occurs_again_is_not_fitted_again(fits, names):
    train = ROWS[:60]
    run([(train, ROWS[60:90]), (train[::-1], ROWS[90:]), (train, ROWS[60:]), (ROWS[60:], train)], names)
    assert sorted(fits()) == sorted(
        (name, frozenset(rows)) for name in names for rows in (train.tolist(), range(60, 150))
    )


def test_only_the_missing_repeats_of_a_start_are_fitted_as_from_scratch(fits, tmp_path):
    y = np.array(["x", "y", "z"])[Y]
    start = run(BlockRegularizedCV(2), y=y)
    old = set(fits())
    whole = run(BlockRegularizedCV(5), y=y)
    fits()
    assert run(BlockRegularizedCV(5), y=y, start=start).identical(whole)
    new = fits()
    assert len(new) == 2 * 2 * (5 - 2)
    assert not old & set(new)
    assert run(BlockRegularizedCV(5), "ba", y=y, start=start).identical(run(BlockRegularizedCV(5), "ba", y=y))
    bc.save_predictions(start, tmp_path / "start.nc")
    kept = bc.read_predictions(tmp_path / "start.nc")
    assert run(BlockRegularizedCV(5), y=y, start=kept).identical(whole)


def test_the_recorded_seed_of_a_start_is_taken_if_none_is_given():
    start = run(BlockRegularizedCV(2), rng=None)
    data = run(BlockRegularizedCV(3), start=start, rng=None)
    assert data.equals(run(BlockRegularizedCV(3), rng=provenance(start)["random_state"]))


def kept(columns):
    """Return a classifier of some columns, whose list scikit-learn cuts where it is printed."""
    return make_pipeline(ColumnTransformer([("kept", "passthrough", columns)]), GaussianNB())


def test_start_is_known_by_what_is_not_printed_of_its_classifiers():
    many = np.random.default_rng(0).normal(size=(len(Y), 60))
    asked = {"X": many, "y": Y, "rng": 0}
    first, second = list(range(40)), [*range(30), *range(50, 60)]
    start = bc.cross_val_predictions({"a": kept(first)}, cv=BlockRegularizedCV(1), **asked)
    more = bc.cross_val_predictions({"a": kept(first)}, cv=BlockRegularizedCV(2), start=start, **asked)
    assert more.identical(bc.cross_val_predictions({"a": kept(first)}, cv=BlockRegularizedCV(2), **asked))
    with pytest.raises(ValueError, match="`start` must have the same classifiers"):
        bc.cross_val_predictions({"a": kept(second)}, cv=BlockRegularizedCV(2), start=start, **asked)


def test_start_is_not_known_by_addresses():
    def made(function):
        return {"a": make_pipeline(FunctionTransformer(function), GaussianNB())}

    start = bc.cross_val_predictions(made(np.abs), X, Y, cv=BlockRegularizedCV(1), rng=0)
    assert " at 0x" not in str(provenance(start)["estimators"])
    assert bc.cross_val_predictions(made(np.abs), X, Y, cv=BlockRegularizedCV(2), start=start).sizes["repeat"] == 2
    with pytest.raises(ValueError, match="`start` must have the same classifiers"):
        bc.cross_val_predictions(made(np.square), X, Y, cv=BlockRegularizedCV(2), start=start)


@pytest.mark.parametrize("form", ["csr", "dok"])
def test_sparse_matrices_of_every_format_are_taken(form):
    trees = {"tree": DecisionTreeClassifier(), "stump": DecisionTreeClassifier(max_depth=1)}
    asked = {"y": Y, "cv": KFold(3, shuffle=True, random_state=0), "rng": 0}
    dense = bc.cross_val_predictions(trees, X, **asked)
    for made in (sparse.csr_matrix(X).asformat(form), sparse.csr_array(X).asformat(form)):
        assert bc.cross_val_predictions(trees, made, **asked).identical(dense)
        results = {
            name: cross_validate(tree, sparse.csr_matrix(X), Y, return_estimator=True, return_indices=True)
            for name, tree in trees.items()
        }
        assert bc.predictions_from_cross_validate(results, made, Y).sizes["record"] == len(Y)


def test_an_estimator_may_have_predict_once_it_is_fitted_and_start_does_not_change():
    stack = StackingClassifier([("bayes", GaussianNB())], cv=2)
    assert not hasattr(stack, "predict")
    data = bc.cross_val_predictions({"stack": stack, "bayes": GaussianNB()}, X, Y, cv=KFold(3, shuffle=True))
    assert (data["y_pred"] >= 0).all()
    start = run(BlockRegularizedCV(2))
    before = start.copy(deep=True)
    run(BlockRegularizedCV(3), start=start)
    assert start.identical(before)


SEEDED = BlockRegularizedCV(2, random_state=9)


@pytest.mark.parametrize(
    ("first", "then", "message"),
    [
        ({"names": "ab"}, {"names": "ac"}, "`start` must have the same classifiers"),
        ({}, {"y": Y[::-1]}, "`start` must have the same true labels"),
        ({}, {"rng": 1}, "`start` must .*seed"),
        ({}, {"cv": BlockRegularizedCV(1)}, "`start` must have the same first repeats of `cv`"),
        ({}, {"cv": RepeatedKFold(n_splits=2, n_repeats=2)}, "`start` must have the same first repeats of `cv`"),
        ({"cv": SEEDED}, {"cv": SEEDED, "rng": 1}, "`start` must .*seed"),
        (
            {"cv": ShuffleSplit(2, test_size=0.2, train_size=0.4, random_state=0)},
            {"cv": ShuffleSplit(2, test_size=0.2, train_size=0.6, random_state=0)},
            "`start` must have the same first repeats of `cv`",
        ),
    ],
    ids=[
        "another classifier", "other labels", "seed of the splits",
        "fewer repeats", "another splitter", "seed of the fits", "other training sets",
    ],
)  # fmt: skip
def test_a_start_that_is_no_part_of_the_run_is_refused(first, then, message):
    start = run(**({"cv": BlockRegularizedCV(2)} | first))
    with pytest.raises(ValueError, match=message):
        run(**({"cv": BlockRegularizedCV(2)} | first | then), start=start)


def test_a_start_of_other_length_or_kind_is_refused():
    start = cross_val_predictions({"tree": DecisionTreeClassifier()}, X[:140], Y[:140], rng=0)
    with pytest.raises(ValueError, match="`start` must have the same true labels"):
        cross_val_predictions({"tree": DecisionTreeClassifier()}, X, Y, rng=0, start=start)
    with pytest.raises(TypeError, match="must be a Dataset of predictions, but got str"):
        run(BlockRegularizedCV(2), start="start.nc", rng=None)


@pytest.mark.parametrize("rng", [None, 0])
def test_a_start_without_a_seed_is_refused(rng):
    start = bc.labels(Y, {"a": Y, "b": Y})
    with pytest.raises(ValueError, match="`start` must"):
        run(BlockRegularizedCV(2), start=start, rng=rng)
