"""The page of formulas: every row is whole, and every test that it names is there; the build writes each formula."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "formulas.md").read_text(encoding="utf-8")
ROWS = [line.strip().strip("|").split("|") for line in PAGE.splitlines() if line.startswith("|")]
NAMED = sorted({*re.findall(r"`(tests/[^`]+\.py)`", PAGE)})


def test_every_row_has_five_cells_none_of_them_empty():
    assert len(ROWS) > 60
    assert [row for row in ROWS if len(row) != 5 or not all(map(str.strip, row))] == []


def test_every_row_names_a_test():
    rows = [row for row in ROWS if not row[0].startswith(("---", " what"))]
    assert [row[0] for row in rows if not re.search(r"`tests/", row[4])] == []


def test_the_tests_that_are_named_exist():
    assert [path for path in NAMED if not (ROOT / path).is_file()] == []
