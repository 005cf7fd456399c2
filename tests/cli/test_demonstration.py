"""`bayescmp compare` without files: two classifiers on data that come with scikit-learn."""

import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import bayescmp as bc
from tests.cli.screens import on_command_line


@pytest.fixture(scope="module")
def few_trees():
    return RandomForestClassifier(n_estimators=5)


@pytest.fixture(autouse=True)
def _few_trees(monkeypatch, few_trees):
    monkeypatch.setattr("sklearn.ensemble.RandomForestClassifier", lambda: few_trees)


@pytest.fixture(scope="module")
def predictions(few_trees):
    X, y = load_breast_cancer(return_X_y=True)
    estimators = {
        "logistic regression": make_pipeline(StandardScaler(), LogisticRegression()),
        "random forest": few_trees,
    }
    return bc.cross_val_predictions(estimators, X, y, rng=0, probabilities=True)


@pytest.mark.full
@pytest.mark.parametrize("metric", [None, "f1", "neg_brier_score"])
def test_the_screen_is_that_of_the_library(run, predictions, metric):
    ended = run("compare", *(() if metric is None else ("--metric", metric)))
    expected = bc.compare(predictions, **({} if metric is None else {"metric": metric}))
    assert (ended.code, ended.err) == (0, "")
    said, _, screen = ended.out.partition("\n\n")
    assert "569 records, 30 numeric features" in " ".join(said.split())
    assert screen.strip() == on_command_line(expected)
