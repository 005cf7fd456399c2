"""Files that were cut, flipped or swapped: an error that names the file, the right answer, or what a text says now.

A format without a checksum cannot tell a flipped letter of a label from a label: CSV and JSON lines are read as they
are, and a flipped value of a Parquet file without page checksums is a value.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.data import run_python

SCRIPT = Path(__file__).with_name("corruptions.py")
FORMATS = ("csv", "csv.gz", "jsonl", "parquet", "predictions", "comparison")
CHECKED = {"csv.gz", "predictions", "comparison"}
"""Formats with a checksum of the whole content."""


def outcomes(**numbers):
    """Corrupt and read files in another process, which a crash would end and a hang would keep."""
    number = sum(numbers.values())
    asked = [f"{kind}={count}" for kind, count in numbers.items()]
    ended = run_python(SCRIPT, *asked, timeout=60 + 3 * number)
    rows = [json.loads(line) for line in ended.stdout.splitlines()]
    assert (len(rows), ended.returncode) == (number, 0), ended.stderr[-2000:]
    return rows


@pytest.fixture(scope="module")
def few():
    """Return what came of a few corruptions of each format."""
    return outcomes(**{kind: 12 if kind in {"predictions", "comparison"} else 60 for kind in FORMATS})


def check(kind, rows):
    assert [row for row in rows if "bad" in row] == []
    assert [row for row in rows if "error" in row and "file." not in row["said"]] == []
    answers = Counter(row["answer"] for row in rows if "answer" in row)
    assert all(row["answer"] == "right" for row in rows if row["same"])
    if kind in CHECKED:
        assert set(answers) <= {"right"}
    elif kind != "parquet":
        assert set(answers) <= {"right", "as written"}
    else:
        assert answers["other"] <= 0.05 * len(rows)
    assert len([row for row in rows if "error" in row]) > len(rows) / 2


@pytest.mark.external
@pytest.mark.parametrize("kind", FORMATS)
def test_a_few_corruptions(few, kind):
    check(kind, [row for row in few if row["kind"] == kind])
