"""What `run_tests` refuses, and before any fit."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.metrics import f1_score
from sklearn.naive_bayes import GaussianNB

from bayescmp.frequentist import run_tests
from bayescmp.metrics import METRICS, metric_of

X, Y = make_classification(60, random_state=1)


class NeverFitted(GaussianNB):
    def fit(self, X, y):
        raise AssertionError("fitted before the arguments were checked")


class Failing(GaussianNB):
    def fit(self, X, y):
        raise RuntimeError("no luck")


OF_LOSSES = replace(METRICS["error"], name="squares", needs="losses")
THREE = {"a": NeverFitted(), "b": NeverFitted(), "c": NeverFitted()}
TWO = {"a": NeverFitted(), "b": NeverFitted()}


@pytest.mark.parametrize(("estimators", "settings", "error", "message"), [
    (TWO, {"tests": "kfold_tt"}, ValueError, r"`tests` must be one of .* but got 'kfold_tt'\. Did you mean 'kfold_t'"),
    (TWO, {"tests": ["kfold_t", "wald"]}, ValueError, "`tests` must be one of .* but got 'wald'"),
    (TWO, {"tests": []}, ValueError, "`tests` must be a list with at least one item"),
    (TWO, {"alpha": 5}, ValueError, "`alpha` must be a proportion between 0 and 1, but got 5"),
    (THREE, {"first": "a"}, ValueError, "`first` and `second` must be named, because there are 3 classifiers"),
    (TWO, {"metric": metric_of("f1", 5)}, ValueError, r"`pos_label` must be one of the labels \[0, 1\], but got 5"),
    (TWO, {"metric": OF_LOSSES}, ValueError, "`metric` must be one of predicted labels, but 'squares' needs losses"),
    (TWO, {"rope": -0.1}, ValueError, "`rope` must contain 0 and lie between -1 and 1"),
    (TWO, {"tests": ["kfold_t", "holdout_tost"]}, ValueError, "`rope` must be wider than 0 for 'holdout_tost', whi"),
    (TWO, {"tests": ["bcv_mcnemar"], "metric": f1_score}, ValueError, "`metric` must be 'error' for 'bcv_mcnemar'"),
    ([GaussianNB()] * 2, {}, TypeError, "`estimators` must be a mapping from the name of each classifier"),
    ({"a": GaussianNB, "b": GaussianNB()}, {}, TypeError, r"`estimators\['a'\]` must be an object with fit and pred"),
    (TWO, {"metric": 3}, TypeError, r"`metric` must be a name or a function metric\(y_true, y_pred\), but got 3"),
    (TWO, {"n_jobs": 0}, ValueError, "`n_jobs` must not be 0"),
    (TWO, {"progress": 1}, TypeError, "`progress` must be True or False"),
])  # fmt: skip
def test_other_arguments_are_refused_before_any_fit(estimators, settings, error, message):
    with pytest.raises(error, match=message):
        run_tests(estimators, X, Y, **settings)


@pytest.mark.parametrize(("y", "metric", "message"), [
    (np.array(["no", "yes"])[Y], "f1", r"metric_of\(METRIC, LABEL\)`\): which of the labels \['no', 'yes'\]"),
    (np.arange(60) % 3, "f1", "`metric` 'f1' is for two classes, but there are 3"),
    (np.linspace(0, 1, 60) + 0.01, "error", "`y` must hold labels, but got 0.01 at record 0"),
    (Y[:50], "error", "`y` must have a label for each of the 60 records of `X`, but got 50"),
])  # fmt: skip
def test_other_labels_are_refused_before_any_fit(y, metric, message):
    with pytest.raises(ValueError, match=message):
        run_tests(TWO, X, y, metric=metric)


@pytest.mark.parametrize(("test", "plan", "n"), [
    ("bcv_mcnemar", "5 x 2 block-regularized", 7),
    ("kfold_t", "10-fold", 9),
    ("conservative_z", "half-splits", 2),
])  # fmt: skip
def test_too_few_records_for_a_plan_are_refused_before_any_fit(test, plan, n):
    y = np.arange(n) % 2
    with pytest.raises(ValueError, match=rf"There are too few records \({n}\) for the plan '{plan}': "):
        run_tests(TWO, np.zeros((n, 1)), y, tests=[test], rng=0)


def test_a_failing_fit_says_which():
    with pytest.raises(RuntimeError, match="no luck") as caught:
        run_tests({"good": GaussianNB(), "bad": Failing()}, X, Y, rng=0)
    assert any("while fitting classifier 'bad' in repeat" in note for note in caught.value.__notes__)


class PredictsText(GaussianNB):
    """A classifier whose labels are of another kind than the truth."""

    def predict(self, X):
        return super().predict(X).astype(str)


class PredictsNothing(GaussianNB):
    """A classifier that has no answer for one record."""

    def predict(self, X):
        return np.where(np.arange(len(X)) == 0, np.nan, super().predict(X))


@pytest.mark.parametrize(("odd", "error", "message"), [
    (PredictsText(), TypeError, r"`y_pred\['odd'\]` must hold numbers like `y_true`, which has 0, but got"),
    (PredictsNothing(), ValueError, r"`y_pred\['odd'\]` must have no missing values, but got nan at record \d+"),
])  # fmt: skip
def test_predictions_that_are_no_labels_of_the_truth_are_refused(odd, error, message):
    with pytest.raises(error, match=message):
        run_tests({"odd": odd, "bayes": GaussianNB()}, X, np.arange(len(X)) % 2, rng=0)
