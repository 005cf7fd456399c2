"""Rows of a log: matched by key or by order, in any order of rows."""

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.model_selection import KFold

import bayescmp as bc

TWICE = {"record": ["p", "q", "q", "p"], "answer": [0, 0, 1, 1]}


def test_rows_of_answers_are_matched_by_key():
    data = bc.predictions_from_arrays([0, 1, 1, 0], {"a": [0, 1, 0, 1]}, **TWICE)
    assert data["record"].to_numpy().tolist() == ["p", "q"]
    assert data["y_pred"].to_numpy().tolist() == [[[0, 1], [1, 0]]]


def test_without_keys_rows_of_repeats_are_matched_by_order():
    data = bc.predictions_from_arrays([0, 0, 1, 1], {"a": [0, 1, 1, 0]}, repeat=[0, 1, 1, 0], fold=[0, 0, 1, 1])
    assert data["y_true"].to_numpy().tolist() == [0, 1]
    assert data["y_pred"].to_numpy().tolist() == [[[0, 0], [1, 1]]]


def test_without_repeat_all_rows_are_one():
    assert bc.predictions_from_arrays([0, 1], {"a": [0, 1]}, fold=["x", "y"]).sizes["repeat"] == 1


def test_repeats_and_folds_are_numbered_in_their_order():
    data = bc.predictions_from_arrays(
        [0, 1] * 2, {"a": [0, 1, 1, 1]}, repeat=["late", "late", "early", "early"], fold=[20, 3, 7, 8]
    )
    assert data["fold"].to_numpy().tolist() == [[0, 1], [1, 0]]
    assert data["y_pred"].to_numpy().tolist() == [[[1, 1], [0, 1]]]


def test_every_record_may_be_a_fold():
    n = 2**15 + 2  # more than 16 bits hold
    data = bc.predictions_from_arrays(np.zeros(n), {"a": np.zeros(n)}, fold=np.arange(n))
    np.testing.assert_array_equal(data["fold"][0], np.arange(n))


def test_a_hold_out_may_leave_records_out():
    data = bc.predictions_from_arrays([0, 1, 1], {"a": [0, 1, 0]}, record=list("pqr"), repeat=[0, 0, 1])
    assert data["fold"].to_numpy().tolist() == [[0, 0, -1], [-1, -1, 0]]
    assert data["y_pred"].to_numpy().tolist() == [[[0, 1, -1], [-1, -1, 0]]]


def test_one_record_is_enough():
    assert bc.predictions_from_arrays([1], {"a": [0]}, record=["only"]).sizes["record"] == 1


@pytest.mark.parametrize(("record", "kind"), [([7, 8], "i"), ([7.0, 8.0], "i"), (["7", "8"], "U")])
@pytest.mark.parametrize("splits", [None, [([0], [1]), ([1], [0])]])
def test_keys_keep_their_kind(record, kind, splits):
    data = bc.predictions_from_arrays([0, 1], {"a": [0, 1]}, record=record, splits=splits)
    assert data["record"].dtype.kind == kind
    assert data["record"].to_numpy().tolist() == record


@pytest.mark.parametrize(
    ("truth", "got"),
    [([0, 1, 1, 1], "0 and 1"), ([0, 1, 1, None], "0 and None"), ([None, 1, 1, 0], "None and 0")],
)
def test_true_labels_that_disagree_between_repeats_are_refused(truth, got):
    with pytest.raises(ValueError, match=f"`y_true` must agree .* a record, but record p has {got}"):
        bc.predictions_from_arrays(truth, {"a": [0, 1, 1, 0]}, **TWICE)


def test_true_labels_of_equal_value_agree():
    data = bc.predictions_from_arrays([0, 1, True, 0.0], {"a": [0, 1, 1, 0]}, **TWICE)
    assert data["label"].to_numpy().tolist() == [0, 1]


def test_rows_in_another_order_without_keys_are_pointed_to_keys():
    with pytest.raises(ValueError, match=r"but record 0 has 0 and 1\. Give `record` if the rows"):
        bc.predictions_from_arrays([0, 1, 1, 0], {"a": [0, 1, 1, 0]}, repeat=[0, 0, 1, 1])


def test_groups_that_disagree_between_repeats_are_refused():
    with pytest.raises(ValueError, match=r"`group` must agree .*, but record q has 2 and 3"):
        bc.predictions_from_arrays([0, 1, 1, 0], {"a": [0, 1, 1, 0]}, **TWICE, group=[1, 2, 3, 1])


@pytest.mark.parametrize(
    ("record", "repeat", "message"),
    [
        (["p", "q", "p", "q"], None, r"record p occurs twice \(again in row 2\)"),
        (["p", "q", "q", "q"], [0, 0, 1, 1], r"record q occurs twice \(again in row 3\)"),
        ([5, 6, 7, 5.0], None, r"record 5 occurs twice \(again in row 3\)"),
    ],
)
def test_a_key_twice_in_a_repeat_is_refused(record, repeat, message):
    with pytest.raises(ValueError, match=f"`record` must hold each key once in a repeat, but {message}"):
        bc.predictions_from_arrays([0, 0, 0, 0], {"a": [0, 1, 1, 0]}, record=record, repeat=repeat)


def test_folds_that_miss_a_record_are_refused():
    with pytest.raises(ValueError, match=r"must hold every record, but record r is in no fold of repeat 1"):
        bc.predictions_from_arrays(
            [0, 1, 1, 0, 1],
            {"a": [0, 1, 1, 0, 1]},
            record=list("pqrpq"),
            repeat=[0, 0, 0, 1, 1],
            fold=[0, 1, 1, 0, 1],
        )


def test_repeats_of_the_same_records_without_training_sets_are_asked_about():
    rows = pd.DataFrame({"y": [0, 1] * 6, "a": [0, 1, 1] * 4, "id": [*range(4)] * 3, "seed": np.repeat([7, 8, 9], 4)})
    asked = (
        r"answers of one system, or runs of an algorithm\? .* by `answer` .* Runs of an algorithm, .* cannot be given"
    )
    for folds in ({}, {"fold": np.zeros(12)}):
        with pytest.raises(ValueError, match=asked):
            bc.predictions_from_arrays(rows["y"], {"a": rows["a"]}, record=rows["id"], repeat=rows["seed"], **folds)
    with pytest.raises(ValueError, match=asked):
        bc.predictions_from_arrays([0, 1, 1], {"a": [[0, 1, 1], [1, 1, 1]]}, fold=np.zeros((2, 3)))
    with pytest.raises(ValueError, match=asked):
        bc.predictions_from_frame(rows, y_true="y", y_pred=["a"], record="id", repeat="seed")
    found = bc.predictions_from_frame(rows, y_true="y", y_pred=["a"], record="id", answer="seed")
    assert found.sizes["repeat"] == 3


def test_repeats_of_unequal_length_need_keys():
    with pytest.raises(ValueError, match=r"Without `record`, .* but got \[2, 1\] rows per repeat\. Give `record`"):
        bc.predictions_from_arrays([0, 1, 1], {"a": [0, 1, 1]}, repeat=[0, 0, 1])


@pytest.mark.parametrize("name", ["record", "repeat", "fold"])
@pytest.mark.parametrize("values", [[1, None, 2], [1.0, float("nan"), 2.0], ["x", None, "y"]])
def test_missing_keys_are_refused(name, values):
    with pytest.raises(ValueError, match=f"`{name}` must have no missing values, but got .* at row 1"):
        bc.predictions_from_arrays([0, 1, 1], {"a": [0, 1, 1]}, **{name: values})


@pytest.mark.parametrize("name", ["record", "repeat", "fold", "group"])
def test_keys_of_another_length_are_refused(name):
    with pytest.raises(ValueError, match=f"`{name}` must have an entry for each of the 3 rows, but got 2; record 2 is"):
        bc.predictions_from_arrays([0, 1, 1], {"a": [0, 1, 1]}, **{name: [0, 0]})


@st.composite
def logs(draw):
    """Draw the columns of a log of several repeats, and an order of its rows."""
    n_records, n_repeats = draw(st.integers(1, 6)), draw(st.integers(1, 3))
    n_rows = n_records * n_repeats

    def column(values, size=n_rows):
        return np.array(draw(st.lists(values, min_size=size, max_size=size)))

    keys = draw(st.permutations([f"r{i}" for i in range(n_records)]))
    columns = {
        "y_true": np.tile(column(st.integers(0, 2), n_records), n_repeats),
        "a": column(st.integers(0, 2)),
        "b": column(st.integers(0, 2)),
        "record": np.tile(keys, n_repeats),
        "repeat": np.repeat(np.arange(n_repeats), n_records),
        "fold": column(st.integers(0, 2)),
    }
    folds = np.split(columns["fold"], n_repeats)
    assume(n_repeats == 1 or any(len(set(own)) > 1 for own in folds))  # repeats without folds are refused
    return columns, np.array(draw(st.permutations(range(n_rows))))


def from_log(columns, rows=slice(None)):
    chosen = {name: values[rows] for name, values in columns.items()}
    predicted = {name: chosen.pop(name) for name in "ab"}
    return bc.predictions_from_arrays(chosen.pop("y_true"), predicted, **chosen).sortby("record")


@settings(max_examples=15)
@given(logs())
def test_the_order_of_rows_with_keys_does_not_matter(log):
    columns, order = log
    xr.testing.assert_identical(from_log(columns, order), from_log(columns))


@settings(max_examples=15)
@given(logs())
def test_without_keys_repeats_may_be_interleaved(log):
    columns, order = log
    del columns["record"]
    kept_within_repeats = np.empty_like(order)
    repeats = columns["repeat"][order]
    kept_within_repeats[np.argsort(repeats, kind="stable")] = np.arange(order.size)
    xr.testing.assert_identical(from_log(columns, kept_within_repeats), from_log(columns))


@pytest.mark.parametrize("name", ["fold", "splits"])
def test_folds_of_each_classifier_are_refused_in_one_sentence(name):
    folds = {"fold": np.arange(40) % 5, "splits": list(KFold(5).split(np.zeros(40)))}[name]
    with pytest.raises(
        TypeError, match=rf"`{name}` must be one list or array, the same for all cl.* keys \['a', 'b'\]"
    ):
        bc.predictions_from_arrays([0, 1] * 20, dict.fromkeys("ab", [0, 1] * 20), **{name: dict.fromkeys("ab", folds)})
