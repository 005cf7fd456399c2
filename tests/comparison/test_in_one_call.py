"""`compare` and `rank` of labels and answers, or of estimators with features, are those of what the doors make."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import bayescmp as bc
from tests.data import answered

Y, LABELS = answered()
SHARES = {name: np.where(own, 0.9, 0.2) for name, own in LABELS.items()}
VALUES = {name: own * 4 - 3 for name, own in SHARES.items()}
X, TARGET = load_iris(return_X_y=True)
ESTIMATORS = {"bayes": GaussianNB(), "none": DummyClassifier(random_state=0)}
GIVEN = {
    "labels": ((Y, LABELS), lambda: bc.labels(Y, LABELS), {"metric": "f1"}),
    "probabilities": ((Y, SHARES), lambda: bc.probabilities(Y, SHARES), {"metric": "neg_brier_score"}),
    "areas": ((Y, SHARES), lambda: bc.probabilities(Y, SHARES), {"metric": "roc_auc"}),
    "decision values": ((Y, VALUES), lambda: bc.decision_values(Y, VALUES), {"metric": "roc_auc"}),
    "estimators": (
        (ESTIMATORS, X, TARGET),
        lambda: bc.cross_val_predictions(ESTIMATORS, X, TARGET, rng=0),
        {},
    ),
}


@pytest.mark.parametrize("case", GIVEN)
@pytest.mark.parametrize("verb", [bc.compare, bc.rank])
def test_is_that_of_the_door(case, verb):
    given, door, options = GIVEN[case]
    options = options | ({"draws": 200} if verb is bc.rank else {}) | {"rng": 0}
    found, expected = verb(*given, **options), verb(door(), **options)
    assert found.observed == expected.observed
    assert found.methods.equals(expected.methods) if verb is bc.compare else found.pairs.equals(expected.pairs)


def test_a_missing_probability_is_refused_as_one():
    with pytest.raises(ValueError, match=r"`y_prob\['a'\]` must have no missing values"):
        bc.compare([0, 1], {"a": [0.2, np.nan], "b": [0.1, 0.9]}, metric="roc_auc")


@pytest.mark.parametrize("verb", [bc.compare, bc.rank])
@pytest.mark.parametrize(("given", "error", "said"), [
    ((), TypeError, "must be data, or y and .*, X and y, but got 0 arguments"),
    ((1, 2, 3, 4), TypeError, "but got 4 arguments: int, int, int, int"),
    ((bc.labels(Y, LABELS), "a", "b"), TypeError, "but got 3 arguments: Dataset, str, str"),
    ((Y, [0, 1]), TypeError, "What is compared must be data"),
    ((Y, [0, 1]), TypeError, r'right and wrong for `verdicts\(\{"a"'),
    ((Y, {"a": Y, "b": Y[:3]}), ValueError, "must have an entry for each of the 60 rows"),
])  # fmt: skip
def test_what_is_no_data_is_refused(verb, given, error, said):
    with pytest.raises(error, match=said):
        verb(*given)
