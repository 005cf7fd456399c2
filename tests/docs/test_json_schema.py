"""The page on the JSON schema lists exactly the fields of a ranking."""

import re
from pathlib import Path

import numpy as np
import pytest

import bayescmp as bc

PAGE = (Path(__file__).parents[2] / "docs" / "json_schema.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## Fields of a ranking\n")[2].partition("\n## ")[0]


@pytest.fixture(scope="module")
def plain():
    y = np.arange(20) % 2
    answers = {"right": y, "wrong": 1 - y, "ones": np.ones(20, int)}
    return bc.rank(bc.predictions_from_arrays(y, answers), draws=100).to_dict()


def listed(heading):
    """Return the fields of the table under a heading; "" is that of the ranking itself."""
    text = SECTION.partition(f"### `{heading}`\n")[2] if heading else SECTION
    rows = re.findall(r"^\| (`.*?`) \|", text.partition("\n### ")[0], re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def test_the_fields_of_a_ranking_are_listed_in_order(plain):
    assert listed("") == list(plain)


@pytest.mark.parametrize("heading", ["classifiers", "pairs", "to_best", "omnibus"])
def test_the_fields_of_its_parts_are_listed_in_order(plain, heading):
    held = plain[heading] if heading == "omnibus" else plain[heading][0]
    assert listed(heading) == list(held)
