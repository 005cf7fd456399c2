"""Rows of a log: matched by key or by order, in any order of rows."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import bayescmp as bc
from tests.data import gathered

TWICE = {"record": ["p", "q", "q", "p"], "answer": [0, 0, 1, 1]}


def test_rows_are_matched_by_key_and_without_keys_by_order():
    data = gathered(y_true=[0, 1, 1, 0], y_pred={"a": [0, 1, 0, 1]}, **TWICE)
    assert data["record"].to_numpy().tolist() == ["p", "q"]
    assert data["y_pred"].to_numpy().tolist() == [[[0, 1], [1, 0]]]
    data = bc.labels([0, 0, 1, 1], {"a": [0, 1, 1, 0]}, how=bc.folds([0, 0, 1, 1], repeat=[0, 1, 1, 0]))
    assert data["y_true"].to_numpy().tolist() == [0, 1]
    assert data["y_pred"].to_numpy().tolist() == [[[0, 0], [1, 1]]]


def test_repeats_and_folds_are_numbered_in_order_and_may_be_single_records_or_a_part():
    data = bc.labels(
        [0, 1] * 2, {"a": [0, 1, 1, 1]}, how=bc.folds([20, 3, 7, 8], repeat=["late", "late", "early", "early"])
    )
    assert data["fold"].to_numpy().tolist() == [[0, 1], [1, 0]]
    assert data["y_pred"].to_numpy().tolist() == [[[1, 1], [0, 1]]]
    n = 2**15 + 2  # more than 16 bits hold
    data = bc.labels(np.zeros(n), {"a": np.zeros(n)}, how=bc.folds(np.arange(n)))
    np.testing.assert_array_equal(data["fold"][0], np.arange(n))
    data = bc.labels([0, 1, 1], {"a": [0, 1, 0]}, record=list("pqr"), how=bc.folds(repeat=[0, 0, 1]))
    assert data["fold"].to_numpy().tolist() == [[0, 0, -1], [-1, -1, 0]]
    assert data["y_pred"].to_numpy().tolist() == [[[0, 1, -1], [-1, -1, 0]]]


@pytest.mark.parametrize(
    ("record", "kind", "how"), [([7.0, 8.0], "i", None), (["7", "8"], "U", bc.splits([([0], [1]), ([1], [0])]))]
)
def test_keys_keep_their_kind(record, kind, how):
    data = bc.labels([0, 1], {"a": [0, 1]}, record=record, how=how)
    assert data["record"].dtype.kind == kind
    assert data["record"].to_numpy().tolist() == record


def test_true_labels_of_equal_value_agree():
    data = gathered(y_true=[0, 1, True, 0.0], y_pred={"a": [0, 1, 1, 0]}, **TWICE)
    assert data["label"].to_numpy().tolist() == [0, 1]


FIVE = {"record": list("pqrpq"), "repeat": [0, 0, 0, 1, 1]}
NONE = "must have folds or training sets, but have none. Several answers of one system are how=answers"
REFUSED = [
    ([0, 1, 1, None], TWICE, "`y_true` must agree .* a record, but record p has 0 and None"),
    ([0, 1, 1, 0], TWICE | {"group": [1, 2, 3, 1]}, "`group` must agree .*, but record q has 2 and 3"),
    ([0] * 4, {"record": [5, 6, 7, 5.0]}, r"each key once in a repeat, but record 5 occurs twice \(again in row 3\)"),
    ([0, 1, 1, 0, 1], FIVE | {"fold": [0, 1, 1, 0, 1]}, "every record, but record r is in no fold of repeat 1"),
    ([0, 1, 1], {"repeat": [0, 0, 1]}, r"Without `record`, .* but got \[2, 1\] rows per repeat"),
    ([0, 1, 1], {"fold": [1, None, 2]}, "`fold` must have no missing values, but got .* at row 1"),
    ([0, 1, 1], {"fold": [0, 0]}, "`fold` must have an entry for each of the 3 rows, but got 2; record 2 is"),
    ([0, 1, 1, 0] * 2, {"record": [*"pqrs"] * 2, "repeat": [0] * 4 + [1] * 4}, NONE),
    ([0, 1] * 2, {"record": [*"pq"] * 2, "repeat": [0, 0, 1, 1], "fold": [0] * 4}, NONE),
    ([0, 1], {"fold": {"a": [0, 1]}}, "`fold` must be a list or an array, one entry per record, but got {'a'"),
    ([0, 1], {"splits": {"a": []}}, "`splits` must be a list of .train, test. pairs.* but got {'a'"),
]  # fmt: skip


@pytest.mark.parametrize(("truth", "keys", "message"), REFUSED)
def test_rows_that_do_not_go_together_are_refused(truth, keys, message):
    with pytest.raises((TypeError, ValueError), match=message):
        gathered(y_true=truth, y_pred={"a": [1] * len(truth)}, **keys)


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
    return gathered(y_true=chosen.pop("y_true"), y_pred=predicted, **chosen).sortby("record")


@settings(max_examples=15)
@given(logs())
def test_the_order_of_rows_with_keys_does_not_matter_and_repeats_may_be_interleaved(log):
    columns, order = log
    xr.testing.assert_identical(from_log(columns, order), from_log(columns))
    columns, order = log
    del columns["record"]
    kept_within_repeats = np.empty_like(order)
    repeats = columns["repeat"][order]
    kept_within_repeats[np.argsort(repeats, kind="stable")] = np.arange(order.size)
    xr.testing.assert_identical(from_log(columns, kept_within_repeats), from_log(columns))
