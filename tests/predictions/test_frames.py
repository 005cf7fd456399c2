"""Predictions from wide and long data frames of every library."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc

WIDE = {
    "id": ["p", "q", "r", "r", "p", "q"],
    "part": [0, 1, 1, 0, 0, 1],
    "run": [1, 1, 1, 2, 2, 2],
    "site": [5, 6, 7, 7, 5, 6],
    "y": ["a", "b", "b", "b", "a", "b"],
    "tree": ["a", "b", "a", "b", "b", "b"],
    "svm": ["b", "b", "b", "a", "a", "b"],
}
KEYS = {"record": "id", "repeat": "run", "fold": "part", "group": "site"}
LONG = {"classifier": "model", "record": "id", "y_true": "y", "y_pred": "answer"}
FRAMES = {
    "pandas": pd.DataFrame,
    "pandas nullable": lambda columns: pd.DataFrame(columns).convert_dtypes(),
    "pandas categories": lambda columns: pd.DataFrame(columns).astype("category"),
    "pandas arrow": lambda columns: pd.DataFrame(columns).convert_dtypes(dtype_backend="pyarrow"),
    "polars": pl.DataFrame,
    "polars lazy": pl.LazyFrame,
    "pyarrow": pa.table,
}


def long_frame(rows=((1, "x", 0, 0), (2, "x", 1, 1), (1, "z", 0, 1), (2, "z", 1, 1))):
    return pd.DataFrame(rows, columns=["id", "model", "y", "answer"])


@pytest.fixture(params=FRAMES.values(), ids=FRAMES)
def to_frame(request):
    return request.param


def test_a_wide_frame_says_the_same_as_its_columns(to_frame):
    arrays = {name: WIDE[column] for name, column in KEYS.items()}
    xr.testing.assert_identical(
        bc.predictions_from_frame(to_frame(WIDE), y_true="y", y_pred=["tree", "svm"], **KEYS),
        bc.predictions_from_arrays(WIDE["y"], {"tree": WIDE["tree"], "svm": WIDE["svm"]}, **arrays),
    )


def test_a_long_frame_says_the_same_as_the_wide_one(to_frame):
    long = pd.DataFrame(WIDE).melt([*KEYS.values(), "y"], var_name="model", value_name="answer")
    xr.testing.assert_identical(
        bc.predictions_from_frame(to_frame(long.to_dict("list")), **LONG | KEYS),
        bc.predictions_from_frame(pd.DataFrame(WIDE), y_true="y", y_pred=["tree", "svm"], **KEYS),
    )


@pytest.mark.parametrize("right", [[1, 0, 1], [True, False, True], [1.0, 0.0, 1.0]], ids=str)
def test_correct_may_be_numbers_or_bools(to_frame, right):
    data = bc.predictions_from_frame(to_frame({"tree": right}), correct=["tree"])
    assert data["label"].to_numpy()[data["y_pred"]].tolist() == [[["right", "wrong", "right"]]]


def test_correct_in_a_long_frame(to_frame):
    frame = to_frame({"id": [1, 2, 1, 2], "model": ["x", "x", "z", "z"], "ok": [True, False, False, True]})
    data = bc.predictions_from_frame(frame, classifier="model", record="id", correct="ok")
    assert (data["y_pred"] == data["y_true"]).to_numpy().tolist() == [[[True, False]], [[False, True]]]


def test_a_missing_label_is_named_by_its_key(to_frame):
    frame = to_frame(WIDE | {"tree": ["a", None, "a", "b", "b", "b"]})
    with pytest.raises(ValueError, match=r"`y_pred\['tree'\]` must have no missing .* at record q, repeat 0"):
        bc.predictions_from_frame(frame, y_true="y", y_pred=["svm", "tree"], **KEYS)


def test_a_missing_column_is_named_beside_those_there_are(to_frame):
    with pytest.raises(KeyError, match=r"must have a column 'answer', but has only \['tree', 'svm'\]"):
        bc.predictions_from_frame(to_frame({"tree": [0], "svm": [1]}), y_true="tree", y_pred=["answer"])


def test_a_mapping_names_the_classifiers():
    frame = pd.DataFrame(WIDE)[:3]
    data = bc.predictions_from_frame(frame, y_true="y", y_pred={"Forest": "tree", "SVM": "svm"})
    assert data["classifier"].to_numpy().tolist() == ["Forest", "SVM"]


def test_an_index_of_pandas_names_the_columns():
    frame = pd.DataFrame({"y": [0, 1], "a": [0, 0], "b": [1, 1]})
    assert bc.predictions_from_frame(frame, y_true="y", y_pred=frame.columns[1:])["classifier"].to_numpy().tolist() == [
        "a",
        "b",
    ]


def test_one_column_may_be_named_alone():
    data = bc.predictions_from_frame(pd.DataFrame(WIDE)[:3], y_true="y", y_pred="tree")
    assert data["classifier"].to_numpy().tolist() == ["tree"]


def test_columns_have_default_names():
    frame = long_frame().rename(columns={"y": "y_true", "answer": "y_pred"})
    xr.testing.assert_identical(
        bc.predictions_from_frame(frame, classifier="model", record="id"),
        bc.predictions_from_frame(long_frame(), **LONG),
    )


def test_classifiers_may_be_numbered():
    data = bc.predictions_from_frame(long_frame().assign(model=[1, 1, 2, 2]), **LONG)
    assert data["classifier"].to_numpy().tolist() == ["1", "2"]


@pytest.mark.parametrize("on_missing", ["error", "drop", "wrong"])
@pytest.mark.parametrize(("one", "other"), [("a ", "a"), ("\u00e9", "e\u0301")])
def test_records_that_look_the_same_are_not_two(one, other, on_missing):
    rows = pd.DataFrame({"m": list("xxyy"), "id": [one, "c", other, "c"], "ok": [1, 0, 0, 1]})
    with pytest.raises(
        ValueError, match="`record`, of which some classifiers lack one and some the other, must differ"
    ):
        bc.predictions_from_frame(rows, classifier="m", record="id", correct="ok", on_missing=on_missing)
    both = pd.DataFrame({"m": list("xxyy"), "id": [one, other] * 2, "ok": [1, 0, 0, 1]})
    assert bc.predictions_from_frame(both, classifier="m", record="id", correct="ok").sizes["record"] == 2


X1, X2, Z1, Z2 = (1, "x", 0, 0), (2, "x", 1, 1), (1, "z", 0, 1), (2, "z", 1, 1)


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ([X1, X2, Z1], ValueError, "must have the same records, but 'z' lacks record 2"),
        ([X2, Z1, Z2], ValueError, "must have the same records, but 'x' lacks record 1"),
        (
            [X1, X2, Z1, Z2, Z2],
            ValueError,
            "must occur once per classifier and repeat, but record 2 of 'z' occurs twice",
        ),
        ([X1, X2, Z1, Z2, Z2, Z2], ValueError, "record 2 of 'z' occurs 3 times. Give `repeat`"),
        (
            [X1, X2, Z1, (2, "z", 0, 1)],
            ValueError,
            "`y_true` must agree .* record 2 has 1 for 'x' and 0 for 'z'",
        ),
        ([X1, X2, Z1, (2, "z", None, 1)], ValueError, "`y_true` must .* record 2"),
        ([X1, (2, "x", None, 1), Z1, Z2], ValueError, "`y_true` must .* record 2"),
        (
            [X1, (2, "x", None, 1), Z1, (2, "z", None, 1)],
            ValueError,
            "`y_true` must have no missing .* record 2",
        ),
        ([X1, X2, Z1, (2, "z", 1, None)], ValueError, r"`y_pred\['z'\]` must have no missing .* record 2"),
        (
            [X1, X2, Z1, (2, "z", 1, "1")],
            TypeError,
            r"`y_pred\['z'\]` must hold labels of one kind, .* record 2",
        ),
        ([X1, (None, "x", 1, 1), Z1, (None, "z", 1, 1)], ValueError, "`record` must have no missing values"),
        ([X1, X2, Z1, (2, None, 1, 1)], ValueError, "`classifier` must have no missing values, .* row 3"),
        (
            [X1, X2, Z1, (2, 3, 1, 1)],
            TypeError,
            "`classifier` must hold labels of one kind, but got 3 at row 3",
        ),
        ([], ValueError, "`y_true` must hold at least one record, but got none"),
    ],
)
def test_bad_long_frames_are_refused(rows, error, message):
    with pytest.raises(error, match=message):
        bc.predictions_from_frame(long_frame(rows), **LONG)


@pytest.mark.parametrize("key", ["record", "repeat", "answer"])
def test_a_missing_key_of_a_long_frame_is_named_by_its_row(key):
    frame = pd.DataFrame({"record": [1, 2, 1, 2] * 2, "m": list("aabb") * 2, key: [0, 0, 0, 0, 1, 1, None, 1]})
    frame = frame.assign(y_true=1, y_pred=1)
    columns = {"classifier": "m", "record": "record", key: key}
    with pytest.raises(ValueError, match=f"`{key}` must have no missing values, but got nan at row 6"):
        bc.predictions_from_frame(frame, **columns)


def test_classifiers_must_agree_on_the_folds():
    frame = long_frame().assign(part=[0, 1, 0, 0])
    with pytest.raises(ValueError, match=r"`fold` must agree .* record 2 has 1 for 'x' and 0 for 'z'"):
        bc.predictions_from_frame(frame, **LONG, fold="part")


def test_a_record_that_one_repeat_lacks_is_named_with_its_repeat():
    frame = pd.concat([long_frame().assign(run=1), long_frame([X1, X2, Z1]).assign(run=2)])
    with pytest.raises(ValueError, match=r"must have the same records, but 'z' lacks record 2, repeat 2"):
        bc.predictions_from_frame(frame, **LONG, repeat="run")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([1, 2, 0], "must hold 0 and 1, but got 2 in row 1"),
        ([1, -1, 0], "must hold 0 and 1, but got -1 in row 1"),
        (["yes", "no", "no"], "must hold 0 and 1, but got 'yes' in row 0"),
        ([1.0, 0.5, 0.0], "must hold 0 and 1, but got 0.5 in row 1. Numbers of any size are given as `score`"),
        ([1, None, 0], "must have no missing values, but got .* at row 1"),
    ],
)
def test_what_is_neither_right_nor_wrong_is_refused(values, message):
    with pytest.raises(ValueError, match=rf"`correct\['tree'\]` {message}"):
        bc.predictions_from_frame(pd.DataFrame({"tree": values}), correct=["tree"])


@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        ({"y_true": "y"}, ValueError, "`y_pred` must name the columns of the classifiers"),
        (
            {"y_true": "y", "y_pred": ["answer", "answer"]},
            ValueError,
            "column of its own for each .* names 'answer' twice",
        ),
        ({"y_true": "y", "y_pred": []}, ValueError, "`y_pred` must name the columns of the classifiers"),
        ({"correct": []}, ValueError, "`correct` must name the columns of the classifiers"),
        ({"y_true": "y", "correct": ["answer"]}, ValueError, "`correct` must be given without `y_true`"),
        (
            {"y_pred": ["answer"], "correct": ["answer"]},
            ValueError,
            "`correct` must be given without `y_pred`",
        ),
        (
            {"classifier": "model", "y_true": "y", "y_pred": "answer"},
            ValueError,
            "`record` must name the column",
        ),
        (
            LONG | {"y_pred": ["answer"]},
            TypeError,
            r"there is one column of predictions, but got \['answer'\]",
        ),
    ],
)
def test_columns_that_do_not_go_together_are_refused(columns, error, message):
    with pytest.raises(error, match=message):
        bc.predictions_from_frame(long_frame(), **columns)


def test_what_is_no_frame_is_refused():
    with pytest.raises(TypeError, match=r"`frame` must be a data frame"):
        bc.predictions_from_frame(WIDE, y_true="y", y_pred=["tree"])


@st.composite
def wide_frames(draw):
    n_records, n_repeats = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    n_rows = n_records * n_repeats

    def column(labels, size=n_rows):
        return draw(st.lists(st.sampled_from(labels), min_size=size, max_size=size))

    labels = draw(st.sampled_from([["a", "b"], [0, 1, 2], [False, True]]))
    return pd.DataFrame(
        {
            "id": list(range(n_records)) * n_repeats,
            "run": np.repeat(range(n_repeats), n_records),
            "part": column([0, 1]),
            "y": column(labels, n_records) * n_repeats,
            "tree": column(labels),
            "svm": column(labels),
        }
    )


@settings(max_examples=15)
@given(wide_frames(), st.randoms(use_true_random=False))
def test_a_shuffled_long_frame_agrees_with_the_wide_one(wide, random):
    keys = {"record": "id", "repeat": "run", "fold": "part"}
    long = wide.melt(["id", "run", "part", "y"], var_name="model", value_name="answer")
    long = long.iloc[random.sample(range(len(long)), len(long))]
    xr.testing.assert_identical(
        bc.predictions_from_frame(long, **LONG | keys).sortby(["classifier", "record"]),
        bc.predictions_from_frame(wide, y_true="y", y_pred=["svm", "tree"], **keys),
    )


@pytest.mark.parametrize("key", ["record", "answer", "repeat"])
@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_keys_of_long_frames_that_are_lists_are_refused(frame, key):
    columns = {"n": [0, 1, 0, 1], "m": [*"aabb"], "y": [0, 1, 0, 1], "p": [0, 1, 1, 1], "list": [[1], [2], [1], [2]]}
    named = {"record": "n"} | {key: "list"}
    with pytest.raises(TypeError, match=f"`{key}` must hold labels"):
        bc.predictions_from_frame(frame(columns), classifier="m", y_true="y", y_pred="p", **named)
