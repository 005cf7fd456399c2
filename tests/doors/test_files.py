"""Predictions from files: of every format, and several that are joined by their records."""

import sys

import pandas as pd
import pytest
import xarray as xr

import bayescmp as bc
from tests.data import gathered, write_csv

FRAME = pd.DataFrame(
    {
        "id": ["r1", "r2", "r3"],
        "site": [1, 1, 2],
        "int": [0, 1, 1],
        "text": ["no", "yes", "yes"],
        "bool": [False, True, True],
        "tree int": [1, 1, 1],
        "tree text": ["no", "yes", "no"],
        "tree bool": [False, False, True],
    }
)
WRITERS = {
    "log.csv": lambda frame, path: frame.to_csv(path, index=False),
    "log.csv.gz": lambda frame, path: frame.to_csv(path, index=False),
    "log.jsonl": lambda frame, path: frame.to_json(path, orient="records", lines=True),
    "log.ndjson": lambda frame, path: frame.to_json(path, orient="records", lines=True),
    "log.parquet": lambda frame, path: frame.to_parquet(path),
}
COLUMNS = {"y_true": "y", "y_pred": ["a"]}


@pytest.mark.parametrize(("name", "kind"), [
    ("log.csv", "int"), ("log.csv.gz", "text"), ("log.jsonl", "bool"), ("log.ndjson", "int"), ("log.parquet", "bool"),
])  # fmt: skip
def test_a_file_says_the_same_as_its_frame(tmp_path, name, kind):
    columns = {"record": "id", "group": "site", "y_true": kind, "y_pred": {"tree": f"tree {kind}"}}
    WRITERS[name](FRAME, tmp_path / name)
    read = gathered(data=tmp_path / name, **columns)
    xr.testing.assert_identical(read, gathered(data=FRAME, **columns))
    assert read["label"].dtype.kind == {"int": "i", "text": "U", "bool": "b"}[kind]


@pytest.mark.parametrize(("word", "suffix"), [("NA", ".csv"), ("None", ".jsonl"), ("-", ".csv")])
def test_words_for_nothing_are_labels(tmp_path, word, suffix):
    path = tmp_path / f"log{suffix}"
    WRITERS[path.name](pd.DataFrame({"y": [word, "x"], "a": ["x", word]}), path)
    assert gathered(data=path, **COLUMNS)["label"].to_numpy().tolist() == sorted([word, "x"])


@pytest.mark.parametrize(("first", "second", "expected"), [
    ('"1"', '"0"', ["0", "1"]), ("true", "false", [False, True]), ("1.0", "0", [0, 1]),
])  # fmt: skip
def test_json_labels_keep_their_kind(tmp_path, first, second, expected):
    path = tmp_path / "log.jsonl"
    path.write_text(f'{{"y": {first}, "a": {second}}}\n{{"y": {second}, "a": {second}}}\n')
    labels = gathered(data=path, **COLUMNS)["label"].to_numpy().tolist()
    assert (labels, {type(label) for label in labels}) == (expected, {type(expected[0])})


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"There is no file .*log\.csv"):
        gathered(data=tmp_path / "log.csv", **COLUMNS)
    with pytest.raises(FileNotFoundError, match=r"There is no file .*log\.nc"):
        bc.read_predictions(tmp_path / "log.nc")
    with pytest.raises(ValueError, match=r"must be a file of `save_predictions` .* Tables are for `labels`"):
        bc.read_predictions(tmp_path / "log.csv")


@pytest.mark.parametrize(("path", "columns", "message"), [
    ("a.csv", {"y_true": "y", "y_pred": ["a"]}, "`y_true` must hold at least one record, but got none"),
    ("a.jsonl", {}, "line 1 is not: Expecting"),
    ("a.parquet", {}, "Parquet"),
    ("a.xlsx", {}, r"must be a \.csv, .* or \.parquet file, but got 'a.xlsx'"),
])  # fmt: skip
def test_what_is_no_such_file_is_refused(tmp_path, path, columns, message):
    (tmp_path / path).write_text("y,a\n")
    with pytest.raises(ValueError, match=message):
        gathered(data=tmp_path / path, **columns)


@pytest.mark.parametrize("on_missing", ["error", "drop"])
def test_a_file_of_a_classifier_without_the_usual_columns_is_refused(tmp_path, on_missing):
    for name, column in (("a", "y_pred"), ("b", "pred")):
        pd.DataFrame({"id": [1, 2], "y_true": [0, 1], column: [0, 1]}).to_csv(tmp_path / f"{name}.csv", index=False)
    with pytest.raises(KeyError, match=r"must have a column of answers, .* but 'b' has only .*'pred'"):
        bc.labels("y_true", "y_pred", data=[tmp_path / "a.csv", tmp_path / "b.csv"], record="id", on_missing=on_missing)


class TestTrueLabelsInAFileOfTheirOwn:
    """Two submissions without true labels, in orders of their own, and a file of these."""

    @pytest.fixture
    def folder(self, tmp_path, monkeypatch):
        ids, true, one, two = list("abcdef"), [0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 1], [1, 1, 1, 0, 0, 0]
        write_csv(tmp_path / "solution.csv", {"id": ids, "true": true, "usage": ["public"] * 6})
        write_csv(tmp_path / "one.csv", {"id": ids[::-1], "label": one[::-1]})
        write_csv(tmp_path / "two.csv", {"id": ids[3:] + ids[:3], "label": two[3:] + two[:3]})
        write_csv(tmp_path / "wide.csv", {"id": ids[::-1], "one": one[::-1], "two": two[::-1]})
        rows = {"id": ids * 2, "model": ["one"] * 6 + ["two"] * 6, "label": one + two}
        write_csv(tmp_path / "long.csv", rows)
        monkeypatch.chdir(tmp_path)
        return tmp_path

    @pytest.mark.parametrize(("path", "columns"), [
        (["one.csv", "two.csv", "solution.csv"], {"y_pred": "label"}),
        ({"one": "one.csv", "the truth": "solution.csv", "two": "two.csv"}, {"y_pred": "label"}),
        (["solution.csv", "wide.csv"], {"y_pred": ["one", "two"]}),
        (["long.csv", "solution.csv"], {"y_pred": "label", "classifier": "model"}),
    ], ids=["files", "named files", "wide", "long"])  # fmt: skip
    def test_they_are_joined_by_the_record(self, folder, path, columns):
        found = gathered(data=path, record="id", y_true="true", **columns).sortby("record")
        assert found["y_true"].to_numpy().tolist() == [0, 1, 1, 0, 1, 0]
        assert found["y_pred"].isel(repeat=0).to_numpy().tolist() == [[0, 1, 0, 0, 1, 1], [1, 1, 1, 0, 0, 0]]

    @pytest.mark.parametrize(("change", "asked", "message"), [
        (lambda frame: frame.drop(index=2), {}, "must have all records, but lacks 1 row of another one, first 'c'"),
        (lambda frame: pd.concat([frame, frame[1:2]]), {}, "must have one row for each record, but has 'b' twice"),
        (lambda frame: pd.concat([frame, frame[:1].assign(id="z")]), {},
         "A table of answers must have all records .* but lacks 1 record, first 'z'"),
        (lambda frame: frame, {"record": None}, "`record` must name the column that identifies .*, but got None"),
        (lambda frame: frame, {"y_true": "truth"}, "a column of answers, or one that others lack, but 'solution'"),
        (lambda frame: frame, {"y_pred": "said"}, "column 'said', but has only"),
        (lambda frame: frame, {"classifier": "model", "y_pred": "one"}, "column 'model'"),
    ], ids=["lacks", "twice", "more", "no record", "no column", "no answers", "no classifier"])  # fmt: skip
    def test_ids_that_do_not_fit_are_refused_by_the_first(self, folder, change, asked, message):
        change(pd.read_csv("solution.csv")).to_csv("solution.csv", index=False)
        columns = {"record": "id", "y_true": "true", "y_pred": ["one", "two"]} | asked
        with pytest.raises((ValueError, KeyError), match=message):
            gathered(data=["wide.csv", "solution.csv"], **columns)

    def test_a_record_that_nobody_answered_counts_as_wrong_where_that_is_asked_for(self, folder):
        for name in ("one.csv", "two.csv"):
            pd.read_csv(name).query("id != 'b'").to_csv(name, index=False)
        columns = {"record": "id", "y_true": "true", "y_pred": "label", "on_missing": "wrong"}
        found = gathered(data=["one.csv", "two.csv", "solution.csv"], **columns)
        assert (found["y_pred"] != found["y_true"]).sum(("repeat", "record")).to_numpy().tolist() == [3, 3]


def test_parquet_without_pyarrow_names_the_extra(tmp_path, monkeypatch):
    (tmp_path / "log.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"'log.parquet' needs pyarrow to be read: pip install 'bayescmp\[parquet\]'"):
        bc.labels("y", ["a", "b"], data=tmp_path / "log.parquet")
