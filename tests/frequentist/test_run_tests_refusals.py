"""What `run_tests` refuses, and before any fit."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.metrics import f1_score
from sklearn.naive_bayes import GaussianNB

from bayescmp.frequentist import run_tests
from bayescmp.metrics import METRICS

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
REGISTERED = "`tests` must be 'recommended', 'all', or name registered tests, but got "


@pytest.mark.parametrize(
    ("estimators", "settings", "message"),
    [
        (TWO, {"tests": "some"}, rf"{REGISTERED}\['some'\]\. They are \['bcv_mcnemar', "),
        (TWO, {"tests": "kfold_tt"}, rf"{REGISTERED}\['kfold_tt'\]\. Did you mean 'kfold_t'\?"),
        (TWO, {"tests": ["kfold_t", "wald"]}, rf"{REGISTERED}\['wald'\]"),
        (TWO, {"tests": []}, rf"{REGISTERED}\[\]"),
        (TWO, {"alpha": 0}, "`alpha` must be a proportion between 0 and 1, but got 0"),
        (TWO, {"alpha": 1.0}, "`alpha` must be a proportion between 0 and 1, but got 1.0"),
        (TWO, {"alpha": 5}, "but got 5. 5 per cent is 0.05"),
        (THREE, {}, "`first` and `second` must be named, because there are 3 classifiers"),
        (THREE, {"first": "a"}, "`first` and `second` must be named, because there are 3 classifiers"),
        (
            {"a": NeverFitted()},
            {},
            "There must be two classifiers to compare, but there is one, 'a'.",
        ),
        (TWO, {"first": "x"}, "`first` must be one of the classifiers"),
        (TWO, {"first": "a", "second": "a"}, "`first` and `second` must be two classifiers, but both are 'a'"),
        (TWO, {"metric": "f1", "pos_label": 5}, r"`pos_label` must be one of the labels \[0, 1\], but got 5"),
        (TWO, {"metric": "error", "pos_label": 1}, "`pos_label` is for metrics of one class, such as 'f1'"),
        (
            TWO,
            {"metric": OF_LOSSES},
            "`metric` must be one of predicted labels, but 'squares' needs losses",
        ),
        (TWO, {"rope": -0.1}, "`rope` must contain 0 and lie between -1 and 1"),
        (
            TWO,
            {"tests": ["kfold_t", "holdout_tost"]},
            r"`rope` must be wider than 0 for \['holdout_tost'\], which test equivalence, but got \(0.0, 0.0\)",
        ),
        (TWO, {"tests": ["bcv_mcnemar"], "metric": f1_score}, r"`metric` must be 'error' for \['bcv_mcnemar'\]"),
        (
            TWO,
            {"tests": ["kfold_t", "proportions"], "metric": f1_score},
            r"`metric` must be 'error' for \['proportions",
        ),
    ],
)
def test_values_out_of_range_are_refused_before_any_fit(estimators, settings, message):
    with pytest.raises(ValueError, match=message):
        run_tests(estimators, X, Y, **settings)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (np.array(["no", "yes"])[Y], r"`pos_label` must be given for the metric 'f1': of the labels \['no', 'yes'\]"),
        (np.arange(60) % 3, "`metric` 'f1' is for two classes, but there are 3"),
    ],
)
def test_the_positive_label_is_asked_for_before_any_fit(y, message):
    with pytest.raises(ValueError, match=message):
        run_tests(TWO, X, y, metric="f1")


@pytest.mark.parametrize(
    ("estimators", "settings", "message"),
    [
        ([GaussianNB(), GaussianNB()], {}, "`estimators` must be a mapping from the name of each classifier"),
        ({"a": GaussianNB, "b": GaussianNB()}, {}, r"`estimators\['a'\]` must be an object with fit and predict"),
        (TWO, {"metric": 3}, r"`metric` must be a name or a function metric\(y_true, y_pred\), but got 3"),
        (TWO, {"rope": "0.1"}, "`rope` must be a number, but got '0.1'"),
        (TWO, {"alpha": "0.05"}, "`alpha` must be a number, but got '0.05'"),
    ],
)
def test_things_of_another_kind_are_refused_before_any_fit(estimators, settings, message):
    with pytest.raises(TypeError, match=message):
        run_tests(estimators, X, Y, **settings)


@pytest.mark.parametrize(
    ("test", "plan", "n"),
    [
        ("bcv_mcnemar", "5 x 2 block-regularized", 7),
        ("blocked_3x2_t", "3 x 2 block-regularized", 3),
        ("kfold_t", "10-fold", 9),
        ("kfold_ci_z", "5-fold", 4),
        ("conservative_z", "half-splits", 2),
    ],
)
def test_too_few_records_for_a_plan_are_refused_before_any_fit(test, plan, n):
    y = np.arange(n) % 2
    with pytest.raises(ValueError, match=rf"There are too few records \({n}\) for the plan '{plan}': "):
        run_tests(TWO, np.zeros((n, 1)), y, tests=[test], random_state=0)


def test_a_continuous_target_is_refused():
    with pytest.raises(ValueError, match="for regressions a `loss` of each record"):
        run_tests(TWO, X, np.linspace(0, 1, 60) + 0.01)


def test_x_and_y_of_other_lengths_are_refused():
    with pytest.raises(ValueError, match="`y` must have a label for each of the 60"):
        run_tests(TWO, X, Y[:50])


@pytest.mark.full
@pytest.mark.parametrize("n_jobs", [None, 2])
def test_a_failing_fit_says_which(n_jobs):
    with pytest.raises(RuntimeError, match="no luck") as caught:
        run_tests({"good": GaussianNB(), "bad": Failing()}, X, Y, n_jobs=n_jobs, random_state=0)
    assert any("while fitting classifier 'bad' in repeat" in note for note in caught.value.__notes__)


class PredictsText(GaussianNB):
    """A classifier whose labels are of another kind than the truth."""

    def predict(self, X):
        return super().predict(X).astype(str)


class PredictsNothing(GaussianNB):
    """A classifier that has no answer for one record."""

    def predict(self, X):
        return np.where(np.arange(len(X)) == 0, np.nan, super().predict(X))


@pytest.mark.parametrize(
    ("odd", "error", "message"),
    [
        (PredictsText(), TypeError, r"`y_pred\['odd'\]` must hold numbers like `y_true`, which has 0, but got"),
        (PredictsNothing(), ValueError, r"`y_pred\['odd'\]` must have no missing values, but got nan at record \d+"),
    ],
)
def test_predictions_that_are_no_labels_of_the_truth_are_refused(odd, error, message):
    with pytest.raises(error, match=message):
        run_tests({"odd": odd, "bayes": GaussianNB()}, X, np.arange(len(X)) % 2, random_state=0)
