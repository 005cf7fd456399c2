"""Predictions from wide and long data frames of every library."""

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import xarray as xr

import bayescmp as bc
from tests.data import gathered

WIDE = {
    "id": ["p", "q", "r", "r", "p", "q"], "part": [0, 1, 1, 0, 0, 1], "run": [1, 1, 1, 2, 2, 2],
    "site": [5, 6, 7, 7, 5, 6], "y": ["a", "b", "b", "b", "a", "b"], "tree": ["a", "b", "a", "b", "b", "b"],
    "svm": ["b", "b", "b", "a", "a", "b"],
}  # fmt: skip
KEYS = {"record": "id", "repeat": "run", "fold": "part", "group": "site"}
LONG = {"classifier": "model", "record": "id", "y_true": "y", "y_pred": "answer"}
FRAMES = {
    "pandas nullable": lambda columns: pd.DataFrame(columns).convert_dtypes(),
    "pandas categories": lambda columns: pd.DataFrame(columns).astype("category"),
    "polars lazy": pl.LazyFrame,
    "pyarrow": pa.table,
}


FOUR = X1, X2, Z1, Z2 = (1, "x", 0, 0), (2, "x", 1, 1), (1, "z", 0, 1), (2, "z", 1, 1)


def long_frame(rows=FOUR):
    return pd.DataFrame(rows, columns=["id", "model", "y", "answer"])


@pytest.fixture(params=FRAMES.values(), ids=FRAMES)
def to_frame(request):
    return request.param


def test_a_wide_frame_says_the_same_as_its_columns_and_a_long_one(to_frame):
    arrays = {name: WIDE[column] for name, column in KEYS.items()}
    xr.testing.assert_identical(
        gathered(data=to_frame(WIDE), y_true="y", y_pred=["tree", "svm"], **KEYS),
        gathered(y_true=WIDE["y"], y_pred={"tree": WIDE["tree"], "svm": WIDE["svm"]}, **arrays),
    )
    long = pd.DataFrame(WIDE).melt([*KEYS.values(), "y"], var_name="model", value_name="answer")
    xr.testing.assert_identical(
        gathered(data=to_frame(long.to_dict("list")), **LONG | KEYS),
        gathered(data=pd.DataFrame(WIDE), y_true="y", y_pred=["tree", "svm"], **KEYS),
    )


def test_correct_may_be_numbers_or_bools_and_a_missing_label_is_named_by_its_key(to_frame):
    for right in ([1, 0, 1], [True, False, True], [1.0, 0.0, 1.0]):
        data = bc.verdicts(["tree"], data=to_frame({"tree": right}))
        assert data["label"].to_numpy()[data["y_pred"]].tolist() == [[["right", "wrong", "right"]]]
    frame = to_frame(WIDE | {"tree": ["a", None, "a", "b", "b", "b"]})
    with pytest.raises(ValueError, match=r"`y_pred\['tree'\]` must have no missing .* at record q, repeat 0"):
        gathered(data=frame, y_true="y", y_pred=["svm", "tree"], **KEYS)


@pytest.mark.parametrize(("named", "names"), [
    ("tree", ["tree"]),
    ({"Forest": "tree", "SVM": "svm"}, ["Forest", "SVM"]),
    (pd.Index(["svm", "tree"]), ["svm", "tree"]),
], ids=type)  # fmt: skip
def test_columns_may_be_named_in_any_way(named, names):
    data = bc.labels("y", named, data=pd.DataFrame(WIDE)[:3])
    assert data["classifier"].to_numpy().tolist() == names


def test_classifiers_may_be_numbered():
    data = gathered(data=long_frame().assign(model=[1, 1, 2, 2]), **LONG)
    assert data["classifier"].to_numpy().tolist() == ["1", "2"]


@pytest.mark.parametrize(("one", "other", "on_missing"), [("a ", "a", "error"), ("\u00e9", "e\u0301", "drop")])
def test_records_that_look_the_same_are_not_two(one, other, on_missing):
    rows = pd.DataFrame({"m": list("xxyy"), "id": [one, "c", other, "c"], "ok": [1, 0, 0, 1]})
    with pytest.raises(ValueError, match="`record`, of which some classifiers lack one and some the other, must"):
        bc.verdicts("ok", data=rows, classifier="m", record="id", on_missing=on_missing)
    both = pd.DataFrame({"m": list("xxyy"), "id": [one, other] * 2, "ok": [1, 0, 0, 1]})
    assert bc.verdicts("ok", data=both, classifier="m", record="id").sizes["record"] == 2


BAD_ROWS = [
    ([X1, X2, Z1], {}, ValueError, "must have the same records, but 'z' lacks record 2"),
    ([X1, X2, Z1, Z2, Z2], {}, ValueError, "record 2 of 'z' occurs several times. folds.* tells"),
    ([X1, X2, Z1, (2, "z", 0, 1)], {}, ValueError, "`y_true` must agree .* record 2 has 1 for 'x' and 0 for 'z'"),
    ([X1, (2, "x", None, 1), Z1, (2, "z", None, 1)], {}, ValueError, "`y_true` must have no missing .* record 2"),
    ([X1, X2, Z1, (2, "z", 1, None)], {}, ValueError, r"`y_pred\['z'\]` must have no missing .* record 2"),
    ([X1, X2, Z1, (2, "z", 1, "1")], {}, TypeError, r"`y_pred\['z'\]` must hold labels of one kind, .* record 2"),
    ([X1, (None, "x", 1, 1), Z1, Z2], {}, ValueError, "`record` must have no missing values, but got .* at row 1"),
    ([X1, X2, Z1, (2, None, 1, 1)], {}, ValueError, "`classifier` must have no missing values, .* row 3"),
    ([], {}, ValueError, "`y_true` must hold at least one record, but got none"),
    ([X1, X2, Z1], {"repeat": [1] * 3}, ValueError, "but 'z' lacks record 2, repeat 1"),
    (FOUR, {"repeat": [0, 0, None, 0]}, ValueError, "`repeat` must have no missing values, but got nan at row 2"),
]


@pytest.mark.parametrize(("rows", "columns", "error", "message"), BAD_ROWS)
def test_bad_long_frames_are_refused(rows, columns, error, message):
    with pytest.raises(error, match=message):
        gathered(data=long_frame(rows).assign(**columns), **LONG, **{name: name for name in columns})


BAD_COLUMNS = [
    ({"y_true": "y", "y_pred": ["answer", "answer"]}, ValueError, "column of its own for each .* 'answer' twice"),
    ({"classifier": "model", "y_true": "y", "y_pred": "answer"}, ValueError, "`record` must name the column"),
    (
        LONG | {"y_pred": ["answer", "id"]},
        ValueError,
        r"`y_pred` must name one column with .*, but got \['answer', 'id",
    ),
    (LONG | {"y_pred": {"x": "answer"}}, ValueError, "`y_pred` must name one column with `classifier`, but got {'x'"),
    ({"y_true": "y", "y_pred": 3}, TypeError, "`y_pred` must be a list, but got 3"),
    ({"y_true": "y", "y_pred": ""}, ValueError, "`y_pred` must name columns, but got ''"),
    ({"y_true": "y", "y_pred": ["anser"]}, KeyError, r"have a column 'anser', .*Did you mean 'answer'"),
    ({"y_true": "y", "y_pred": ["y"]}, ValueError, r"'y' of true labels .* must not be one of predictions"),
    ({"data": 3, "y_true": "y", "y_pred": ["tree"]}, TypeError, "`data` must be a data frame"),
    ({"how": "folds", "y_true": "y", "y_pred": ["tree"]}, TypeError, r"`how` must be None .*, but got 'folds'"),
    (
        {"how": bc.validation_sets(9, 1), "y_true": "y", "y_pred": ["tree"]},
        TypeError,
        "`how` must be None .*Validation",
    ),
]


@pytest.mark.parametrize(("columns", "error", "message"), BAD_COLUMNS)
def test_columns_that_do_not_go_together_are_refused(columns, error, message):
    with pytest.raises(error, match=message):
        bc.labels(**{"data": long_frame()} | columns)


@pytest.mark.parametrize(("key", "frame"), [("record", pd.DataFrame), ("answer", pl.DataFrame)])
def test_keys_of_long_frames_that_are_lists_are_refused(frame, key):
    columns = {"n": [0, 1, 0, 1], "m": [*"aabb"], "y": [0, 1, 0, 1], "p": [0, 1, 1, 1], "list": [[1], [2], [1], [2]]}
    named = {"record": "n"} | {key: "list"}
    with pytest.raises(TypeError, match=f"`{key}` must hold labels"):
        gathered(data=frame(columns), classifier="m", y_true="y", y_pred="p", **named)
