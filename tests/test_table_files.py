"""Tables from files: what a field stands for, and lines and names that would be read for something else."""

import csv
import gzip

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bayescmp as bc
from bayescmp._support._table_files import read_table


@pytest.fixture
def read(tmp_path):
    def read(text, name="log.csv", **options):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_table(path, **options)

    return read


@pytest.mark.parametrize(("entries", "expected"), [
    (["0", "1", "-3"], [0, 1, -3]),
    (["1", "01"], ["1", "01"]),
    (["-0", "1"], ["-0", "1"]),
    (["1", "1.0"], ["1", "1.0"]),
    (["1e-07", "0.5"], [1e-07, 0.5]),
    (["inf", "1.5"], ["inf", "1.5"]),
    (["9223372036854775807", "1"], [2**63 - 1, 1]),
    (["9223372036854775808", "1"], ["9223372036854775808", "1"]),
    (["1" * 5000, "1"], ["1" * 5000, "1"]),
    (["True", "False"], [True, False]),
    (["true", "false"], [True, False]),
    (["٣", "3"], ["٣", "3"]),
], ids=lambda value: str(value)[:30])  # fmt: skip
def test_a_column_is_numbers_only_if_all_are_written_the_usual_way(read, entries, expected):
    column = read("\n".join(["x,y", *(f"{entry},1" for entry in entries)]))["x"]
    assert column.tolist() == expected
    assert {type(value) for value in column.tolist()} == {type(value) for value in expected}


@pytest.mark.parametrize(
    ("others", "missing"), [(["x", "y"], '""'), (["0", "1"], "nan"), (["0.5", "1.5"], "NULL"), (["True", "False"], "")]
)
def test_missing_fields_do_not_change_the_kind_of_others(read, others, missing):
    column = read("\n".join(["x,y", *(f"{entry},1" for entry in [*others, missing])]))["x"]
    kind = type(read("x,y\n" + "\n".join(f"{entry},1" for entry in others))["x"].tolist()[0])
    assert column.isna().tolist() == [False, False, True]
    assert isinstance(column[0], kind) or (kind, column.dtype.kind) == (int, "f")


def test_labels_that_differ_in_their_writing_stay_apart(tmp_path):
    (tmp_path / "log.csv").write_text("y,a,b\n01,1,01\n1,1,1\n01,1,1\n")
    predictions = bc.labels("y", {"first": "a", "second": "b"}, data=tmp_path / "log.csv")
    assert predictions["label"].to_numpy().tolist() == ["01", "1"]
    assert (predictions["y_pred"] != predictions["y_true"]).sum("record").to_numpy().tolist() == [[2], [1]]


@pytest.mark.parametrize("text", ["y,a,b\n0,1,0\n1,1.0,1\n0,0,0\n", "y,a,b\n0,1,0\n1.0,1,1\n1,0,0\n"])
def test_whole_numbers_some_of_which_have_decimals_are_refused(tmp_path, text):
    """As text, 1.0 would be a wrong answer to 1."""
    (tmp_path / "log.csv").write_text(text)
    with pytest.raises(ValueError, match=r"one is '1' and another '1.0'"):
        bc.labels("y", ["a", "b"], data=tmp_path / "log.csv")


def test_numbers_become_text_beside_labels_of_text_that_have_them(read):
    frame = read("y,a,b\nnone,1,0\n1,1,0\n2,2,0\n", labels=["y", "a", "b"])
    assert frame["a"].tolist() == ["1", "1", "2"]
    assert frame["b"].tolist() == [0, 0, 0]


@pytest.mark.parametrize(("text", "line", "count"), [
    ("y,a\n0,0\n1,1,1\n", 3, 3), ("y,a\n0,0\n1\n", 3, 1), ('y,a\n"0\n0",0\n\n1,1,1\n', 5, 3),
    ('y,a\r\n"0\r\n0",0\r\n1\r\n', 4, 1),
])  # fmt: skip
def test_a_line_with_more_or_fewer_fields_is_named(read, text, line, count):
    with pytest.raises(ValueError, match=rf"as many fields as the header \(2\), but line {line} has {count}\."):
        read(text)


@pytest.mark.parametrize("text", [
    "y,a\r\n0,b\r\n1,c\r\n", "\n\ny,a\n0,b\n\n1,c\n\n  \n\n", '\ufeff"y","a"\n"0","b"\n"1","c"',
], ids=["CRLF", "blank lines", "BOM, quotes and no last newline"])  # fmt: skip
def test_ways_of_writing_csv_are_one(read, text):
    pd.testing.assert_frame_equal(read(text), pd.DataFrame({"y": [0, 1], "a": ["b", "c"]}))
    assert read('y,a\n"b,""c\nd",1\n')["y"].tolist() == ['b,"c\nd']
    assert read("y,a\n").shape == (0, 2)
    assert list(read(",y\n0,1\n1,1\n")) == ["Unnamed: 0", "y"]


def test_fields_may_be_long_and_the_limit_stays_what_it_was(read):
    limit = csv.field_size_limit()
    assert read(f"y,a\n{'x' * 200_000},1\n")["y"].str.len().tolist() == [200_000]
    assert csv.field_size_limit() == limit


@pytest.mark.parametrize(("name", "text", "message"), [
    ("log.csv", 'y,a\n0,"b\n', "log.csv must be CSV, but line 2 is not: unexpected end of data"),
    ("log.csv", "\n\n", "log.csv must have a header, but is empty"),
    ("log.csv", "y,a,y\n0,1,2\n", "columns of log.csv must have different names, but 'y' occurs twice"),
    ("log.csv", "y,Unnamed: 2,\n0,1,2\n", "must have different names, but 'Unnamed: 2' occurs twice"),
    ("log.csv", b"y,a\n\xe5,1\n", "must be text in UTF-8, but is not: 'utf-8' codec can't decode"),
    ("log.jsonl", '{"y": 1}\n{"y": 1, "a": 1, "a": 0}\n', "columns of log.jsonl, line 2 must .* 'a' occurs twice"),
    ("log.jsonl", '{"y": 1}\n\n[1, 2]\n', "Each line of log.jsonl must be an object .* but line 3 is not"),
    ("log.jsonl", '{"y": 1}\nhello\n', r"Each line of log\.jsonl must be JSON, but line 2 is not: Expecting value"),
    ("log.csv.gz", gzip.compress(bytes(range(32, 127)) * 50, mtime=0)[:60], r"'log\.csv\.gz' must be a whole gzip"),
])  # fmt: skip
def test_what_cannot_be_read_is_refused(read, name, text, message):
    with pytest.raises(ValueError, match=message):
        read(text, name)


def test_parquet_with_columns_of_one_name_is_refused(tmp_path):
    table = pa.table([pa.array([0, 1])] * 3, names=["y", "a", "a"])
    pq.write_table(table, tmp_path / "log.parquet")
    with pytest.raises(ValueError, match=r"columns of log\.parquet must have different names, but 'a' occurs twice"):
        read_table(tmp_path / "log.parquet")
