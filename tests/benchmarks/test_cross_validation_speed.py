"""Times of splitting, and what `cross_val_predictions` adds to the fits themselves. No time is asserted."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc

CV = bc.BlockRegularizedCV(random_state=0)
ESTIMATORS = {
    "deep": DecisionTreeClassifier(random_state=0),
    "shallow": DecisionTreeClassifier(max_depth=6, random_state=0),
}


@pytest.fixture(scope="module")
def data():
    return make_classification(n_samples=2500, n_features=20, n_informative=8, random_state=0)


def test_block_regularized_splits_of_100000_records(benchmark):
    splits = benchmark.pedantic(lambda: list(CV.split(np.zeros(100_000))), rounds=3)
    assert [test.size for _, test in splits] == [50_000] * 10


def predictions_by_hand(X, y):
    predicted = {name: np.empty((5, len(y)), dtype=y.dtype) for name in ESTIMATORS}
    for number, (train, test) in enumerate(CV.split(X, y)):
        for name, estimator in ESTIMATORS.items():
            fitted = clone(estimator).fit(X[train], y[train])
            predicted[name][number // 2, test] = fitted.predict(X[test])
    return predicted


@pytest.mark.benchmark(group="20 fits of trees")
def test_fits_by_hand(benchmark, data):
    predicted = benchmark.pedantic(predictions_by_hand, args=data, rounds=3, warmup_rounds=1)
    assert all((labels == data[1]).mean() > 0.7 for labels in predicted.values())


@pytest.mark.benchmark(group="20 fits of trees")
def test_fits_by_cross_val_predictions(benchmark, data):
    predictions = benchmark.pedantic(
        bc.cross_val_predictions, args=(ESTIMATORS, *data), kwargs={"cv": CV, "rng": 0},
        rounds=3, warmup_rounds=1,
    )  # fmt: skip
    labels = predictions["label"].values[predictions["y_pred"].values]
    by_hand = predictions_by_hand(*data)
    np.testing.assert_array_equal(labels, np.stack([by_hand[name] for name in predictions["classifier"].values]))
