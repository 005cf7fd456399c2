"""The tables of the pages have a row for every member of every registry."""

import re
import sys
from pathlib import Path

import pandas as pd
import pytest

from bayescmp.frequentist import TESTS
from bayescmp.methods import METHODS
from bayescmp.metrics import METRICS
from bayescmp.plots import PLOTS

DOCS = Path(__file__).parents[2] / "docs"
REGISTRIES = {"methods": METHODS, "metrics": METRICS, "plots": PLOTS, "tests_table": TESTS, "tests_sources": TESTS}


@pytest.fixture(scope="module")
def tables():
    sys.path.insert(0, str(DOCS))
    try:
        from _registries import tables_of_registries
    finally:
        sys.path.remove(str(DOCS))
    return tables_of_registries()


@pytest.mark.parametrize("name", REGISTRIES)
def test_every_member_has_a_row(tables, name):
    rows = tables[name].splitlines()[2:]
    assert [re.match(r"\| `([^`]+)`", row).group(1) for row in rows] == list(REGISTRIES[name])
    assert len({row.count(" | ") for row in rows}) == 1


def test_every_method_is_among_those_of_a_design(tables):
    assert all(f"`{method}`" in tables["designs"] for method in METHODS)


def test_sizes_in_the_faults_of_tests_are_those_of_the_results():
    results = DOCS / "results"
    on_epsilon = pd.read_csv(results / "epsilon.csv", index_col="method").rejected
    on_pairs = pd.read_csv(results / "frontier.csv").groupby("method")["size"].max()
    said = 0
    for name, test in TESTS.items():
        for size, where in re.findall(r"size (?:up to )?0(\.\d+) on (Epsilon|real pairs)", test.faults):
            measured = (on_epsilon if where == "Epsilon" else on_pairs)[name]
            assert float(size) == round(measured, len(size) - 1), test.faults
            said += 1
    assert said == len(re.findall(r"\.\d+ on ", " ".join(test.faults for test in TESTS.values()))) > 6
