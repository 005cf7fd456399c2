"""Values per validation set against loops over the records."""

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, f1_score, make_scorer
from sklearn.model_selection import RepeatedKFold, ShuffleSplit

import bayescmp as bc
from bayescmp.metrics import fold_values

N = 40
RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, N)
NAMES = ("tree", "svm")


def predictions(splitter, y=Y, labels=(0, 1)):
    """Predictions of two classifiers that differ in every repeat."""
    splits = list(splitter.split(np.zeros((N, 1))))
    n_folds = getattr(splitter, "cvargs", {}).get("n_splits", 1)
    wrong = np.random.default_rng(1).random((2, len(splits) // n_folds, N)) < [[[0.2]], [[0.4]]]
    y_pred = {name: np.asarray(labels)[np.where(w, 1 - y, y)] for name, w in zip(NAMES, wrong, strict=True)}
    return bc.labels(np.asarray(labels)[y], y_pred, how=bc.splits(splits)), y_pred, splits, n_folds


KFOLD = RepeatedKFold(n_splits=4, n_repeats=3, random_state=0)
HOLDOUTS = ShuffleSplit(5, test_size=0.4, random_state=0)
designs = pytest.mark.parametrize("splitter", [KFOLD, HOLDOUTS], ids=["repeated k-fold", "hold-outs"])


def by_loop(found, value):
    _, y_pred, splits, n_folds = found
    shape = (len(splits) // n_folds, n_folds)
    out = np.empty((2, *shape))
    for c, name in enumerate(NAMES):
        for i, (_, test) in enumerate(splits):
            repeat, fold = divmod(i, n_folds)
            out[c, repeat, fold] = value(test, y_pred[name][repeat])
    return out


@designs
def test_the_error_is_the_share_of_wrong_predictions_in_every_validation_set(splitter):
    found = predictions(splitter)
    expected = by_loop(found, lambda test, y_pred: sum(y_pred[i] != Y[i] for i in test) / len(test))
    assert fold_values(found[0]).dims == ("classifier", "repeat", "fold")
    assert fold_values(found[0]).name == "value"
    np.testing.assert_allclose(fold_values(found[0]), expected, rtol=1e-14)


@designs
@pytest.mark.parametrize("metric", [f1_score, balanced_accuracy_score])
def test_the_value_of_a_metric_is_as_it_is(splitter, metric):
    found = predictions(splitter)
    expected = by_loop(found, lambda test, y_pred: metric(Y[test], y_pred[test]))
    np.testing.assert_allclose(fold_values(found[0], metric=metric), expected, rtol=1e-14)


def test_a_metric_is_called_with_the_labels_of_the_user_and_its_class():
    found = predictions(KFOLD, labels=("ham", "spam"))
    values = fold_values(found[0], metric=lambda y, p: f1_score(y, p, pos_label="spam"))
    assert np.array_equal(values, fold_values(predictions(KFOLD)[0], metric=f1_score))
    found = predictions(KFOLD, labels=("ham", "spam"))[0]
    values = fold_values(found, metric="f1", pos_label="ham")
    assert np.array_equal(values, fold_values(found, metric=lambda y, p: f1_score(y, p, pos_label="ham")))
    with pytest.raises(ValueError, match="`pos_label` must be one of the labels"):
        fold_values(found, metric="f1", pos_label="eggs")
    with pytest.raises(ValueError, match="`pos_label` is for metrics of one class"):
        fold_values(found, pos_label="ham")


def test_differences_of_the_errors_are_those_of_the_tables():
    found = predictions(KFOLD)[0]
    errors = fold_values(found)
    expected = bc.tables.fold_differences(bc.paired_tables(found))
    np.testing.assert_allclose(errors.sel(classifier="tree") - errors.sel(classifier="svm"), expected, atol=1e-15)


@pytest.mark.parametrize(("metric", "expected"), [
    ("error", [[1 / 2, 0, 1 / 2], [1 / 3, 0, np.nan]]),
    (accuracy_score, [[1 / 2, 1, 1 / 2], [2 / 3, 1, np.nan]]),
])  # fmt: skip
def test_a_fold_that_a_repeat_does_not_have_is_nan(metric, expected):
    y, repeat, fold = [0, 1, 0, 1, 0, 1] * 2, [0] * 6 + [1] * 6, [0, 0, 1, 1, 2, 2, 0, 0, 0, 1, 1, 1]
    y_pred = {"tree": [1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1]}
    found = fold_values(bc.labels(y, y_pred, how=bc.folds(fold, repeat=repeat)), metric=metric)
    np.testing.assert_allclose(found, [expected], atol=1e-15)


def test_one_hold_out_has_one_value():
    found = bc.labels([0, 1, 1, 0], {"tree": [0, 1, 0, 0], "svm": [1, 0, 0, 0]})
    assert fold_values(found).values.tolist() == [[[0.25]], [[0.75]]]


@pytest.mark.parametrize(("metric", "kind", "message"), [
    ("errors", ValueError, r"`metric` must be one of 31 names, but got 'errors'. Did you mean 'error'\?"),
    ("pass@0", ValueError, "but got 'pass@0'"),
    (1, TypeError, r"`metric` must be a name or a function metric\(y_true, y_pred\), but got 1"),
    (make_scorer(f1_score), TypeError, r"a name or a function metric\(y_true, y_pred\), but got make_scorer\(f1_score"),
])  # fmt: skip
def test_another_metric_than_a_name_or_a_function_is_refused(metric, kind, message):
    with pytest.raises(kind, match=message):
        fold_values(predictions(KFOLD)[0], metric=metric)


def test_what_is_no_predictions_is_refused():
    with pytest.raises(TypeError, match="`predictions` must be a Dataset of predictions, but got ndarray"):
        fold_values(np.zeros((2, 3)))
