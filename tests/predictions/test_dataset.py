"""The Dataset of predictions: its form, its checks, and what follows from it."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp._support._versions import versions
from bayescmp.predictions import check_predictions, pair_of_names, provenance, training_sets, wrong


@pytest.fixture
def data():
    """Two repeats: one of two folds, and one that validates the first record only."""
    y_pred = {"a": ["x", "y", "x", "y"], "b": ["y", "y", "x", "x"], "c": ["x"] * 4}
    how = bc.folds([0, 1, 1, 0], repeat=[0, 0, 0, 1])
    return bc.labels(["x", "y", "y", "x"], y_pred, record=["p", "q", "r", "p"], how=how)


@pytest.mark.parametrize("n_classes", [2, 40_000])
def test_codes_have_room_for_every_class(n_classes):
    labels = np.arange(n_classes)
    data = bc.labels(labels, {"a": labels[::-1]})
    np.testing.assert_array_equal(data["label"][data["y_pred"][0, 0]], labels[::-1])


def test_wrong_is_false_where_nothing_is_validated_and_a_training_set_what_the_fold_leaves(data):
    assert wrong(data).transpose("classifier", "repeat", "record").to_numpy().tolist() == [
        [[False, False, True], [True, False, False]],
        [[True, False, True], [False, False, False]],
        [[False, True, True], [False, False, False]],
    ]
    assert training_sets(data)[0].to_numpy().tolist() == [[False, True, True], [True, False, False]]
    assert training_sets(data)[1, 0].to_numpy().tolist() == [False, True, True]  # a partial hold-out
    assert not training_sets(bc.labels([0, 1], {"a": [0, 1]})).any()


@pytest.mark.parametrize("train", [[0], [0, 1]], ids=["given", "the rest"])
def test_training_sets_have_the_same_form_given_or_not(train):
    data = bc.labels([0, 1, 1], {"a": [0, 1, 1]}, how=bc.splits([(train, [2])]))
    assert training_sets(data).dims == ("repeat", "fold", "record")
    assert set(training_sets(data).coords) == {"repeat", "record"}


def test_what_is_no_dataset_is_refused():
    with pytest.raises(TypeError, match="must be a Dataset of predictions, but got list"):
        check_predictions([0, 1])


@pytest.mark.parametrize("name", ["y_pred", "fold"])
def test_a_variable_that_lacks_is_named(data, name):
    with pytest.raises(ValueError, match=f"`predictions` must have `{name}` with dims .* but got nothing"):
        check_predictions(data.drop_vars(name))


def test_a_validated_record_without_prediction_is_named(data):
    y_pred = data["y_pred"].copy()
    y_pred.loc["b", 0, "r"] = -1
    with pytest.raises(ValueError, match=r"must have a prediction, but .*'b'.*0.*'r'.* has none"):
        check_predictions(data.assign(y_pred=y_pred))


@pytest.mark.parametrize(("first", "second", "expected"), [
    (None, None, ("a", "b")), ("b", None, ("b", "a")), (None, "a", ("b", "a")),
])  # fmt: skip
def test_of_two_classifiers_the_other_one_need_not_be_named(data, first, second, expected):
    assert pair_of_names(["a", "b"], first, second) == expected


@pytest.mark.parametrize(("first", "second", "message"), [
    ("d", "a", r"`first` must be one of the classifiers \['a', 'b', 'c'\], but got 'd'"),
    ("a", "d", r"`second` must be one of the classifiers \['a', 'b', 'c'\], but got 'd'"),
    ("a", "a", "must be two classifiers, but both are 'a'"),
    ("a", None, "must be named, because there are 3 classifiers"),
])  # fmt: skip
def test_what_is_no_pair_is_refused(data, first, second, message):
    with pytest.raises(ValueError, match=message):
        pair_of_names(data["classifier"].values, first, second)
    assert pair_of_names(data["classifier"].values, "c", "a") == ("c", "a")
    with pytest.raises(ValueError, match="There must be two classifiers to compare, but there is one, 'a'"):
        pair_of_names(["a"], None, None)


def test_provenance_tells_schema_and_versions(data):
    told = {"schema": 1, "made_by": "labels", "n_records": 3, "versions": versions()}
    assert provenance(data) == told


def test_a_code_where_nothing_is_validated_is_neither_right_nor_wrong():
    made = bc.labels([0, 1, 1, 0], {"a": [0, 0, 1, 0], "b": [0, 1, 0, 0]}, how=bc.folds([0, 0, 1, 1]))
    part = made.assign(fold=made["fold"].where(made["record"] < 3, -1))
    assert int(part["y_pred"].sel(classifier="a", record=3).item()) >= 0
    assert not wrong(part).sel(record=3).any()
    assert wrong(part).sel(record=slice(0, 2)).equals(wrong(made).sel(record=slice(0, 2)))
