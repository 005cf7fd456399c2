"""The page on the JSON schema lists exactly the fields of a ranking, and of the results over data sets."""

import re
from pathlib import Path

import numpy as np
import pytest

import bayescmp as bc
from tests.data import drawn_ranking, table

PAGE = (Path(__file__).parents[2] / "docs" / "json_schema.md").read_text(encoding="utf-8")
OF_A_RANKING = "a ranking"
FRAMES = ("datasets", "leave_one_out", "baselines")


@pytest.fixture(scope="module")
def plain():
    y = np.arange(20) % 2
    answers = {"right": y, "wrong": 1 - y, "ones": np.ones(20, int)}
    return bc.rank(bc.labels(y, answers), draws=100).to_dict()


@pytest.fixture(scope="module")
def over_datasets():
    tables = {name: table(2, 4, 18, 76) for name in "ab"}
    return {
        "a comparison over data sets": bc.compare_datasets(tables, first="tree", second="svm").to_dict(),
        "a ranking over data sets": drawn_ranking().to_dict(),
    }


def listed(heading, result=OF_A_RANKING):
    """Return the fields of the table under a heading in the section of a result; "" is that of the result itself."""
    section = PAGE.partition(f"## Fields of {result}\n")[2].partition("\n## ")[0]
    text = section.partition(f"### {heading}\n")[2] if heading else section
    rows = re.findall(r"^\| (`.*?`) \|", text.partition("\n### ")[0], re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def test_the_fields_of_a_ranking_are_listed(plain):
    assert sorted(listed("")) == sorted(plain)

    for heading in ("classifiers", "pairs", "to_best", "omnibus"):
        held = plain[heading] if heading == "omnibus" else plain[heading][0]
        assert listed(f"`{heading}`") == list(held)


def test_the_fields_of_results_over_data_sets_are_listed(over_datasets):
    for result, found in over_datasets.items():
        assert sorted(listed("", result)) == sorted(found)


@pytest.mark.parametrize(("result", "heading"), [
    *(("a comparison over data sets", f"`{name}`") for name in FRAMES),
    *(("a ranking over data sets", f"`{name}`") for name in ("tests", "against_control")),
    *(("a ranking over data sets", f"`{name}` over data sets") for name in ("classifiers", "pairs")),
])  # fmt: skip
def test_the_fields_of_their_tables_are_listed_in_order(over_datasets, result, heading):
    held = over_datasets[result][heading.split("`")[1]]
    assert listed(heading, result) == list(held[0])
