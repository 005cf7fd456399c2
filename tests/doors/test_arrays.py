"""Predictions from arrays, and from what scikit-learn's functions return."""

from uuid import UUID

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from sklearn.datasets import load_iris
from sklearn.model_selection import (
    KFold,
    RepeatedStratifiedKFold,
    StratifiedKFold,
    cross_val_predict,
    cross_validate,
)
from sklearn.naive_bayes import MultinomialNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from tests.data import gathered

Y = [0, 1, 0, 1]
HALVES = [([0, 1], [2, 3]), ([2, 3], [0, 1])]
IRIS = load_iris()
ESTIMATORS = {"bayes": MultinomialNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}


def test_a_hold_out_is_one_repeat_with_one_fold():
    data = bc.labels(Y, {"tree": [0, 1, 1, 1], "svm": Y})
    assert data["y_true"].to_numpy().tolist() == Y
    assert data["y_pred"].to_numpy().tolist() == [[[0, 1, 1, 1]], [Y]]
    assert data["fold"].to_numpy().tolist() == [[0, 0, 0, 0]]


@pytest.mark.parametrize(
    "several", [[Y, [1, 1, 1, 1]], np.array([Y, [1, 1, 1, 1]]), pd.DataFrame([Y, [1, 1, 1, 1]])], ids=type
)
def test_splits_of_several_repeats_take_one_row_of_predictions_per_repeat(several):
    data = bc.labels(Y, {"a": several}, how=bc.splits(HALVES * 2))
    assert data["y_pred"][0].to_numpy().tolist() == [Y, [1, 1, 1, 1]]


def test_splits_say_the_same_as_repeat_and_fold_and_what_they_leave_out_is_not_read():
    data = bc.labels(Y, {"a": [Y, Y]}, how=bc.splits(HALVES * 2))
    rows = bc.labels(Y * 2, {"a": Y * 2}, how=bc.folds([1, 1, 0, 0] * 2, repeat=[0, 0, 0, 0, 1, 1, 1, 1]))
    xr.testing.assert_identical(data, rows)
    data = bc.labels(Y, {"a": [None, None, "rubbish", 1]}, how=bc.splits([([0, 1, 2], [3])]))
    assert data["y_pred"].to_numpy().tolist() == [[[-1, -1, -1, 1]]]


SERIES, TURNED = pd.Series(Y), pd.Series(Y, index=[3, 2, 1, 0])
A = {"a": Y}
REFUSED = [
    ({"y_pred": A, "splits": HALVES, "group": ["p", None, "q", "q"]}, "`group` must have no missing values"),
    ({"y_pred": A, "classifier": "a"}, "`classifier` must name a column of `data`, but there is no `data`"),
    ({"y_pred": {"a": [Y, [0, None, 0, 1]]}, "splits": HALVES * 2, "record": list("pqrs")},
     "None at record q, repeat 1"),
    ({"y_pred": {"a": [Y]}, "splits": HALVES * 2}, r"`y_pred\['a'\]` must have the shape .* = \(2, 4\) of `how`"),
    ({"y_pred": A, "record": ["p", None, "q", "r"]}, "`record` must have no missing values, but got None at row 1"),
    ({"y_pred": A, "splits": HALVES, "record": list("pqpq")}, r"record p occurs twice \(again in row 2\)"),
    ({"y_pred": A, "splits": HALVES, "record": list("pqr")}, "`record` must have an entry for each of the 4 rows"),
    ({"y_pred": A, "record": [UUID(int=i) for i in range(4)]}, "`record` must hold labels, but got"),
    ({"y_pred": {"a": Y, "b": Y[:3]}}, r"`y_pred\['b'\]` .* each of the 4 rows, but got 3; record 3 is the first"),
    ({"y_true": [], "y_pred": {"a": []}}, "`y_true` must hold at least one record, but got none"),
    ({"y_pred": np.array([Y])}, "`y_pred` must be a mapping from the name of each classifier, .* got ndarray"),
    ({"y_pred": {"a": Y, " ": Y}}, "names in `y_pred` must be non-empty text, but got ' '"),
    ({"y_pred": {"my  tree": Y, "my tree": Y}}, r"must differ to a reader.* Rename one\."),
    ({"y_pred": {"\u00e9": Y, "e\u0301": Y}}, "must differ to a reader"),
    ({"y_pred": {"a": SERIES, "b": TURNED}}, r"`y_pred\['b'\]` must have the index of .*, but its index differs"),
    ({"y_true": SERIES, "y_pred": A, "record": pd.Series(list("pqrs"), index=TURNED.index)},
     "`record` must have the ind"),
    ({"y_true": list("nyny"), "y_prob": {"a": [0.1, 0.9, 0, 1]}}, "`labels` must name two labels"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_what_cannot_be_read_is_refused(given, message):
    with pytest.raises((TypeError, ValueError), match=message):
        gathered(**{"y_true": Y} | given)


def test_series_of_one_index_are_taken():
    data = bc.labels(TURNED, {"a": TURNED, "b": Y})
    assert data["y_true"].to_numpy().tolist() == Y


def cross_validated(cv, X=IRIS.data, y=IRIS.target):
    return {
        name: cross_validate(estimator, X, y, cv=cv, return_estimator=True, return_indices=True)
        for name, estimator in ESTIMATORS.items()
    }


@pytest.mark.parametrize(("n_repeats", "y"), [(1, IRIS.target), (3, IRIS.target_names[IRIS.target])])
def test_cross_validate_says_the_same_as_cross_val_predict(n_repeats, y):
    splits = list(RepeatedStratifiedKFold(n_splits=3, n_repeats=n_repeats, random_state=0).split(IRIS.data, y))
    predicted = {
        name: [cross_val_predict(estimator, IRIS.data, y, cv=splits[i : i + 3]) for i in range(0, len(splits), 3)]
        for name, estimator in ESTIMATORS.items()
    }
    xr.testing.assert_equal(
        bc.predictions_from_cross_validate(cross_validated(splits, y=y), IRIS.data, y),
        bc.labels(y, predicted, how=bc.splits(splits)),
    )


@pytest.mark.parametrize(("change", "message"), [
    (lambda results, X, y: results["tree"].pop("estimator"), r"must come from .*return_estimator"),
    (lambda results, X, y: results["tree"].pop("indices"), r"`results\['tree'\]` must come from .*return_indices"),
    (lambda results, X, y: results.update(tree=cross_validated(KFold(3))["tree"]), "those of 'tree' differ from"),
    (lambda results, X, y: X.pop(), "`y` must have a label for each of the 149 records of `X`, but got 150"),
    (lambda results, X, y: y.__setitem__(7, None), "must have no missing values, but got None at record 7"),
])  # fmt: skip
def test_other_results_of_cross_validate_are_refused(change, message):
    results, X, y = cross_validated(StratifiedKFold(3)), IRIS.data.tolist(), IRIS.target.tolist()
    change(results, X, y)
    with pytest.raises(ValueError, match=message):
        bc.predictions_from_cross_validate(results, X, y)


@pytest.mark.parametrize(("given", "said"), [
    ({"correct": {"a": [1, 2]}}, r"`correct\['a'\]` must hold 0 and 1, but got 2 in row 1"),
    ({"correct": {"a": np.array([0.5, 1.0])}}, "must hold 0 and 1, but got 0.5 in row 0"),
    ({"correct": {"a": ["yes", "no"]}}, "must hold 0 and 1, but got 'yes'"),
    ({"correct": {"a": [1, None]}}, "must have no missing values, but got None at row 1. on_missing='drop'"),
    ({"correct": {"a": ["1", "0"]}}, "must hold 0 and 1, but got '1' in row 0"),
    ({"correct": 3}, "`correct` must be"),
])  # fmt: skip
def test_what_is_neither_right_nor_wrong_is_refused(given, said):
    with pytest.raises((TypeError, ValueError), match=said):
        bc.verdicts(**given)
