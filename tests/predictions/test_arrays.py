"""Predictions from arrays, and from what scikit-learn's functions return."""

from uuid import UUID

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from scipy.sparse import csr_array
from sklearn.datasets import load_iris
from sklearn.model_selection import (
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    TimeSeriesSplit,
    cross_val_predict,
    cross_validate,
)
from sklearn.naive_bayes import MultinomialNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.predictions import provenance

Y = [0, 1, 0, 1]
HALVES = [([0, 1], [2, 3]), ([2, 3], [0, 1])]
IRIS = load_iris()
ESTIMATORS = {"bayes": MultinomialNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}


def test_a_hold_out_is_one_repeat_with_one_fold():
    data = bc.predictions_from_arrays(Y, {"tree": [0, 1, 1, 1], "svm": Y})
    assert data["y_true"].to_numpy().tolist() == Y
    assert data["y_pred"].to_numpy().tolist() == [[[0, 1, 1, 1]], [Y]]
    assert data["fold"].to_numpy().tolist() == [[0, 0, 0, 0]]


def test_classifiers_keep_their_order():
    data = bc.predictions_from_arrays(Y, {"z": Y, "a": Y, "m": Y})
    assert data["classifier"].to_numpy().tolist() == ["z", "a", "m"]


@pytest.mark.parametrize("groups", [["p", "p", "q", "q"], [1, 1, 2, 2]])
@pytest.mark.parametrize("splits", [None, HALVES])
def test_groups_are_carried(groups, splits):
    data = bc.predictions_from_arrays(Y, {"a": Y}, group=groups, splits=splits)
    assert data["group"].to_numpy().tolist() == groups


@pytest.mark.parametrize("splits", [None, HALVES])
def test_missing_groups_are_refused(splits):
    with pytest.raises(ValueError, match=r"`group` must have no missing values, but got None at r"):
        bc.predictions_from_arrays(Y, {"a": Y}, group=["p", None, "q", "q"], splits=splits)


@pytest.mark.parametrize(
    "several", [[Y, [1, 1, 1, 1]], np.array([Y, [1, 1, 1, 1]]), pd.DataFrame([Y, [1, 1, 1, 1]])], ids=type
)
def test_splits_of_several_repeats_take_one_row_of_predictions_per_repeat(several):
    data = bc.predictions_from_arrays(Y, {"a": several}, splits=HALVES * 2)
    assert data["y_pred"][0].to_numpy().tolist() == [Y, [1, 1, 1, 1]]


def test_splits_say_the_same_as_repeat_and_fold():
    data = bc.predictions_from_arrays(Y, {"a": [Y, Y]}, splits=HALVES * 2)
    rows = bc.predictions_from_arrays(Y * 2, {"a": Y * 2}, repeat=[0, 0, 0, 0, 1, 1, 1, 1], fold=[1, 1, 0, 0] * 2)
    xr.testing.assert_identical(data, rows)


def test_predictions_of_records_that_a_hold_out_leaves_out_are_not_read():
    data = bc.predictions_from_arrays(Y, {"a": [None, None, "rubbish", 1]}, splits=[([0, 1, 2], [3])])
    assert data["y_pred"].to_numpy().tolist() == [[[-1, -1, -1, 1]]]


def test_a_missing_prediction_is_named_by_its_key_and_repeat():
    with pytest.raises(ValueError, match=r"`y_pred\['a'\]` .* but got None at record q, repeat 1\."):
        bc.predictions_from_arrays(Y, {"a": [Y, [0, None, 0, 1]]}, splits=HALVES * 2, record=list("pqrs"))


@pytest.mark.parametrize("predicted", [Y, [Y], [Y, Y, Y], [[0, 1], [0, 1]]])
def test_predictions_of_another_shape_than_the_splits_are_refused(predicted):
    with pytest.raises(ValueError, match=r"`y_pred\['a'\]` must have the shape .* = \(2, 4\) of `splits`"):
        bc.predictions_from_arrays(Y, {"a": predicted}, splits=HALVES * 2)


@pytest.mark.parametrize("argument", ["repeat", "fold", "train"])
def test_splits_beside_what_says_the_same_are_refused(argument):
    with pytest.raises(ValueError, match=rf"`splits` must be given alone, but got `{argument}` too\. Leave it out"):
        bc.predictions_from_arrays(Y, {"a": Y}, splits=HALVES, **{argument: [0, 0, 1, 1]})


@pytest.mark.parametrize(
    ("record", "error", "message"),
    [
        (["p", None, "q", "r"], ValueError, "`record` must have no missing values, but got None at row 1"),
        (["p", 1, "q", "r"], TypeError, "`record` must hold labels of one kind, but got 1 at row 1"),
        (["p", "q", "p", "q"], ValueError, r"record p occurs twice \(again in row 2\)"),
        (["p", "q", "r"], ValueError, r"`record` must have an entry for each of the 4 rows, but got 3"),
    ],
)
@pytest.mark.parametrize("splits", [None, HALVES])
def test_bad_keys_are_refused(record, error, message, splits):
    with pytest.raises(error, match=message):
        bc.predictions_from_arrays(Y, {"a": Y}, splits=splits, record=record)


@pytest.mark.parametrize(("predicted", "first"), [([0, 1, 0], 3), ([0, 1, 0, 1, 0], 4)])
def test_unequal_lengths_are_refused(predicted, first):
    message = (
        rf"`y_pred\['b'\]` must have an entry for each of the 4 rows, but got {len(predicted)}; record {first} is the"
    )
    with pytest.raises(ValueError, match=message):
        bc.predictions_from_arrays(Y, {"a": Y, "b": predicted})


def test_no_records_are_refused():
    with pytest.raises(ValueError, match=r"`y_true` must hold at least one record, but got none"):
        bc.predictions_from_arrays([], {"a": []})


@pytest.mark.parametrize("predicted", [Y, {}, np.array([Y]), pd.DataFrame({"a": Y})], ids=type)
def test_predictions_without_names_are_refused(predicted):
    with pytest.raises(TypeError, match=r"`y_pred` must be a mapping from the name of each classifier"):
        bc.predictions_from_arrays(Y, predicted)


@pytest.mark.parametrize("name", [1, "", " ", None])
def test_names_that_are_no_text_are_refused(name):
    with pytest.raises(TypeError, match=f"names in `y_pred` must be non-empty text, but got {name!r}"):
        bc.predictions_from_arrays(Y, {"a": Y, name: Y})


@pytest.mark.parametrize(("one", "other"), [("a", "a "), ("my  tree", "my tree"), ("\u00e9", "e\u0301")])
def test_names_that_a_reader_cannot_tell_apart_are_refused(one, other):
    with pytest.raises(ValueError, match=r"must differ to a reader.* Rename one\."):
        bc.predictions_from_arrays(Y, {one: Y, other: Y})


@pytest.mark.parametrize(
    "records", [pd.period_range("2024-01", periods=4, freq="M"), [UUID(int=i) for i in range(4)],
                pd.date_range("2024-01-01", periods=4)], ids=["period", "uuid", "time"],
)  # fmt: skip
def test_records_of_another_type_are_refused_and_taken_as_text(records):
    with pytest.raises(TypeError, match=r"`record` must hold labels, but got .*`values.astype\(str\)` makes text"):
        bc.predictions_from_arrays(Y, {"a": Y}, record=records)
    assert bc.predictions_from_arrays(Y, {"a": Y}, record=[str(one) for one in records]).sizes["record"] == 4


SERIES, TURNED = pd.Series(Y), pd.Series(Y, index=[3, 2, 1, 0])


@pytest.mark.parametrize(
    ("truth", "predicted", "keys", "named"),
    [
        (SERIES, {"a": SERIES, "b": TURNED}, {}, r"`y_pred\['b'\]`"),
        (Y, {"a": SERIES, "b": TURNED}, {}, r"`y_pred\['b'\]`"),
        (SERIES, {"a": Y}, {"record": pd.Series(list("pqrs"), index=TURNED.index)}, "`record`"),
    ],
)
def test_series_in_another_order_are_refused(truth, predicted, keys, named):
    with pytest.raises(ValueError, match=f"{named} must have the index of .*, but its index differs"):
        bc.predictions_from_arrays(truth, predicted, **keys)


def test_series_of_one_index_are_taken():
    data = bc.predictions_from_arrays(TURNED, {"a": TURNED, "b": Y})
    assert data["y_true"].to_numpy().tolist() == Y


def cross_validated(cv, X=IRIS.data, y=IRIS.target):
    return {
        name: cross_validate(estimator, X, y, cv=cv, return_estimator=True, return_indices=True)
        for name, estimator in ESTIMATORS.items()
    }


@pytest.mark.parametrize("n_repeats", [1, 3])
@pytest.mark.parametrize("y", [IRIS.target, IRIS.target_names[IRIS.target]], ids=["int", "text"])
def test_cross_validate_says_the_same_as_cross_val_predict(n_repeats, y):
    splits = list(RepeatedStratifiedKFold(n_splits=3, n_repeats=n_repeats, random_state=0).split(IRIS.data, y))
    predicted = {
        name: [cross_val_predict(estimator, IRIS.data, y, cv=splits[i : i + 3]) for i in range(0, len(splits), 3)]
        for name, estimator in ESTIMATORS.items()
    }
    xr.testing.assert_equal(
        bc.predictions_from_cross_validate(cross_validated(splits, y=y), IRIS.data, y),
        bc.predictions_from_arrays(y, predicted, splits=splits),
    )


@pytest.mark.parametrize("cv", [ShuffleSplit(3, random_state=0), TimeSeriesSplit(3)], ids=lambda cv: type(cv).__name__)
def test_cross_validate_with_hold_outs_says_the_same_as_predicting_by_hand(cv):
    order = np.random.default_rng(0).permutation(150)
    X, y = IRIS.data[order], IRIS.target[order]
    splits = list(cv.split(X))
    predicted = {
        name: [estimator.fit(X[train], y[train]).predict(X) for train, _ in splits]
        for name, estimator in ESTIMATORS.items()
    }
    xr.testing.assert_equal(
        bc.predictions_from_cross_validate(cross_validated(splits, X, y), X, y),
        bc.predictions_from_arrays(y, predicted, splits=splits),
    )


@pytest.mark.parametrize("form", [pd.DataFrame, csr_array, np.ndarray.tolist])
def test_features_may_be_frames_sparse_matrices_and_lists(form):
    cv = StratifiedKFold(3)
    xr.testing.assert_equal(
        bc.predictions_from_cross_validate(cross_validated(cv, form(IRIS.data)), form(IRIS.data), IRIS.target),
        bc.predictions_from_cross_validate(cross_validated(cv), IRIS.data, IRIS.target),
    )


def test_cross_validate_takes_splits_as_masks():
    splits = list(StratifiedKFold(3).split(IRIS.data, IRIS.target))
    masks = [tuple(np.isin(np.arange(150), part) for part in split) for split in splits]
    xr.testing.assert_equal(
        bc.predictions_from_cross_validate(cross_validated(masks), IRIS.data, IRIS.target),
        bc.predictions_from_cross_validate(cross_validated(splits), IRIS.data, IRIS.target),
    )


def test_different_splits_are_refused():
    results = cross_validated(StratifiedKFold(3))
    results["tree"] = cross_validated(StratifiedKFold(3, shuffle=True, random_state=0))["tree"]
    with pytest.raises(ValueError, match=r"must come from the same splits, but those of 'tree' differ from .* 'bayes'"):
        bc.predictions_from_cross_validate(results, IRIS.data, IRIS.target)


@pytest.mark.parametrize("lacking", ["estimator", "indices"])
def test_results_without_estimators_or_indices_are_refused(lacking):
    results = cross_validated(StratifiedKFold(3))
    del results["tree"][lacking]
    with pytest.raises(ValueError, match=r"`results\['tree'\]` must come from .*return_estimator=True"):
        bc.predictions_from_cross_validate(results, IRIS.data, IRIS.target)


@pytest.mark.parametrize(("n_features", "n_labels"), [(149, 150), (150, 149), (150, 151), (151, 150)])
def test_features_and_labels_of_unequal_length_are_refused(n_features, n_labels):
    results, X = cross_validated(StratifiedKFold(3)), np.resize(IRIS.data, (n_features, 4))
    with pytest.raises(ValueError, match="`y` must have a label for each of the"):
        bc.predictions_from_cross_validate(results, X, np.resize(IRIS.target, n_labels))


def test_a_missing_label_is_named():
    results, y = cross_validated(StratifiedKFold(3)), IRIS.target.astype(float)
    y[7] = np.nan
    with pytest.raises(ValueError, match=r"must have no missing values, but got nan at record 7"):
        bc.predictions_from_cross_validate(results, IRIS.data, y)


def test_the_maker_is_recorded():
    data = bc.predictions_from_cross_validate(cross_validated(StratifiedKFold(2)), IRIS.data, IRIS.target)
    assert provenance(data)["made_by"] == "predictions_from_cross_validate"


class TestRightAndWrong:
    """Right and wrong stand in place of labels, as in a frame."""

    def test_are_those_of_a_frame(self):
        right = {"a": [1, 0, 1, 1], "b": [True, True, False, True]}
        found = bc.predictions_from_arrays(correct=right, record=list("wxyz"))
        frame = pd.DataFrame(right | {"id": list("wxyz")}).astype({"b": int})
        assert found.equals(bc.predictions_from_frame(frame, correct=["a", "b"], record="id"))
        assert bc.compare(found).errors == {"a": 0.25, "b": 0.25}

    def test_may_be_of_repeats_and_missing(self):
        splits = [(np.arange(4), np.arange(4, 8)), (np.arange(4, 8), np.arange(4))]
        right = np.arange(16).reshape(2, 8) % 3 > 0
        found = bc.predictions_from_arrays(correct={"a": right[:1], "b": right[1:]}, splits=splits)
        assert found["y_pred"].shape == (2, 1, 8)
        part = bc.predictions_from_arrays(correct={"a": [1, None], "b": [0, 1]}, on_missing="drop")
        assert part["missing"].to_numpy().sum() == 1

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ({"correct": {"a": [1, 2]}}, r"`correct\['a'\]` must hold 0 and 1, but got 2 in row 1"),
            ({"correct": {"a": np.array([0.5, 1.0])}}, "must hold 0 and 1, but got 0.5 in row 0"),
            ({"correct": {"a": ["yes", "no"]}}, "must hold 0 and 1, but got 'yes'"),
            ({"correct": {"a": [1, None]}}, "must have no missing values"),
            ({"correct": {"a": [1, 0]}, "y_true": [1, 0]}, "`correct` must be given in place of labels"),
            ({"correct": {"a": [1, 0]}, "loss": {"a": [1, 0]}}, "`loss` must be given in place of labels"),
            ({"correct": 3}, "`correct` must be"),
            ({"correct": {}}, "`correct`"),
        ],
    )
    def test_what_is_neither_is_refused(self, given, said):
        with pytest.raises((TypeError, ValueError), match=said):
            bc.predictions_from_arrays(**given)


def test_a_single_probability_asks_for_the_users_own_labels():
    with pytest.raises(ValueError, match=r"that of 'yes' with labels=\['no', 'yes'\]"):
        bc.predictions_from_arrays(["no", "yes"], y_prob={"a": [0.1, 0.9]})
