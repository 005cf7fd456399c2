"""The Dataset of predictions: its form, its checks, and what follows from it."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp._support._versions import versions
from bayescmp.predictions import pair_of_names, provenance, training_sets, wrong


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
