"""Formats by suffix, in any case; what separates columns; and arrays of records."""

import gzip
import json

import pandas as pd
import pytest

from bayescmp._support._table_files import read_table

FRAME = pd.DataFrame({"y": ["ä", "b"], "x": [0.5, 1.25]})
COMMAS, TABS, SEMICOLONS = "y,x\nä,0.5\nb,1.25\n", "y\tx\nä\t0.5\nb\t1.25\n", "y;x\nä;0.5\nb;1.25\n"
RECORDS = json.dumps(FRAME.to_dict("records"))


@pytest.mark.parametrize(("name", "text"), [
    ("a.csv", COMMAS), ("A.CSV", f"\ufeff{COMMAS}"), ("a.csv", f"\ufeff\n{SEMICOLONS}"), ("A.Tsv", TABS),
    ("a.json", RECORDS), ("A.JSON", f"\ufeff{RECORDS}"),
])  # fmt: skip
def test_every_format_gives_the_same_table(tmp_path, name, text):
    for packed in ("", ".GZ"):
        path = tmp_path / (name + packed)
        path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
        pd.testing.assert_frame_equal(read_table(path), FRAME, check_dtype=False)


@pytest.mark.parametrize(("name", "text", "message"), [
    ("a.csv", "y;x\na;b;c\n", "line 2 has 3. Fields that hold ';' need quotes"),
    ("a.json", '{"y": 1}', "must be an array of records"),
    ("a.json", "[1, 2]", "must be an array of records"),
    ("a.json", "[]", "at least one record"),
    ("a.json", '[{"y": 1, "y": 2}]', "'y' occurs twice"),
    ("a.json", "[" * 100_000, "nested too deeply"),
])  # fmt: skip
def test_what_is_not_what_its_suffix_says_is_refused(tmp_path, name, text, message):
    (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=message):
        read_table(tmp_path / name)
