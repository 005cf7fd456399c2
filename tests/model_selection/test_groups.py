"""Cross-validation of records in groups: splits are checked before any fit, and no fit sees what it predicts."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import GroupKFold, KFold, LeaveOneGroupOut, StratifiedGroupKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import bayescmp as bc

RNG = np.random.default_rng(0)
GROUPS = np.repeat(np.arange(12), [1, 2, 3, 4, 5, 6, 3, 3, 4, 4, 2, 3])
N = GROUPS.size
Y = np.arange(N) % 2
X = Y[:, None] + RNG.normal(size=(N, 2)) + RNG.normal(size=(12, 2))[GROUPS]
ESTIMATORS = {"bayes": GaussianNB(), "knn": KNeighborsClassifier(3)}
SPLITTERS = {
    "default": None, "block-regularized": bc.BlockRegularizedCV(3), "GroupKFold": GroupKFold(4),
    "LeaveOneGroupOut": LeaveOneGroupOut(), "StratifiedGroupKFold": StratifiedGroupKFold(3),
}  # fmt: skip


class Unfitted(ClassifierMixin, BaseEstimator):
    """Must not be fitted."""

    def fit(self, X, y):
        raise AssertionError("fitted")

    def predict(self, X):
        raise AssertionError("asked")


@pytest.mark.parametrize("cv", [5, KFold(5), KFold(5, shuffle=True, random_state=0)])
def test_splits_that_tear_groups_are_refused_before_any_fit(cv):
    with pytest.raises(ValueError, match=r"Splits must keep groups whole, but repeat 0 tears the group [0-9]+ apart"):
        bc.cross_val_predictions({"a": Unfitted(), "b": Unfitted()}, X, Y, cv=cv, groups=GROUPS)


@pytest.mark.parametrize("groups", [GROUPS[:-1], [*GROUPS[:-1].tolist(), None]])
def test_other_groups_are_refused_by_their_name(groups):
    with pytest.raises((TypeError, ValueError), match="`groups` must"):
        bc.cross_val_predictions({"a": Unfitted(), "b": Unfitted()}, X, Y, groups=groups)


@pytest.mark.parametrize("name", SPLITTERS)
def test_what_is_validated_is_of_groups_that_were_not_trained_on(name):
    data = bc.cross_val_predictions(ESTIMATORS, X, Y, cv=SPLITTERS[name], groups=GROUPS, rng=0)
    assert data["group"].to_numpy().tolist() == GROUPS.tolist()
    train, fold = bc.predictions.training_sets(data).to_numpy(), data["fold"].to_numpy()
    for repeat, number in np.ndindex(train.shape[:2]):
        validated = set(GROUPS[fold[repeat] == number])
        assert validated
        assert not validated & set(GROUPS[train[repeat, number]])
    result = bc.compare(data)
    assert (result.design.n_groups, result.method.name) == (12, "crossed-effects")


class TestStart:
    """Going on with more repeats."""

    def test_more_repeats_are_as_at_once(self):
        options = {"groups": GROUPS, "rng": 0}
        few = bc.cross_val_predictions(ESTIMATORS, X, Y, cv=bc.BlockRegularizedCV(2), **options)
        more = bc.cross_val_predictions(ESTIMATORS, X, Y, cv=bc.BlockRegularizedCV(4), start=few, **options)
        assert more.equals(bc.cross_val_predictions(ESTIMATORS, X, Y, cv=bc.BlockRegularizedCV(4), **options))

    @pytest.mark.parametrize("groups", [None, 11 - GROUPS])
    def test_other_groups_are_refused(self, groups):
        splits = list(GroupKFold(4).split(X, Y, GROUPS))
        few = bc.cross_val_predictions(ESTIMATORS, X, Y, cv=splits, groups=GROUPS, rng=0)
        with pytest.raises(ValueError, match="`start` must have the same groups, but has others"):
            bc.cross_val_predictions(ESTIMATORS, X, Y, cv=splits, groups=groups, start=few)
