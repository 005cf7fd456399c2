"""The card that the package ships is the one that the recorded results give, and its summary says what it says."""

import re
import sys
from importlib import resources
from pathlib import Path

import pytest

from bayescmp.studies import card

DOCS = Path(__file__).parents[2] / "docs"
RESULTS = DOCS / "results"


def test_the_card_is_that_of_the_results(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(RESULTS)])
    from card import card

    shipped = (resources.files("bayescmp.studies") / "card.csv").read_text(encoding="utf-8")
    assert shipped == card().to_csv(index=False)


@pytest.fixture(scope="module")
def tables():
    sys.path.insert(0, str(DOCS))
    try:
        from _measured_card import tables
    finally:
        sys.path.remove(str(DOCS))
    return tables()


def cells_of(table):
    return [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]


def test_the_summary_has_eight_cases_with_the_numbers_of_the_card(tables):
    rows = cells_of(tables["card_summary"])
    assert len(rows) == 8
    for _, at_least, mean, worst, size in rows:
        means, least = ([float(one) for one in re.findall(r"\.\d+", cell)] for cell in (mean, worst))
        assert len(means) == len(least) >= 1
        assert all(low < 0.94 < high < 0.97 for low, high in zip(least, means, strict=True))
        if size != "not measured":
            usual, highest = (float(one) for one in re.findall(r"\.\d+", size))
            assert 0.01 < usual <= highest
        assert re.search(r"\d+ \w+", at_least)
    judged = card().query("method == 'judged' and verb == 'compare' and covered.notna()")
    assert f"{judged['worst_covered'].min():.3f}" == "0" + rows[5][3]
    hold_outs = card().query("method == 'paired' and units == 'records' and verb == 'compare'")
    assert f"{hold_outs['worst_size'].max():.3f}" in rows[0][4].replace("(.", "(0.")


def test_failures_have_names_that_readers_know(tables):
    defaults, others = (cells_of(tables[name]) for name in ("card_failures", "card_failures_others"))
    assert len(defaults) > 15
    assert len(others) > 20
    named = [name for name, *_ in defaults]
    assert len(named) == len({(name, data) for name, data, _ in defaults})
    assert [name for name in named if re.search("mean-loss|label-counts|crossed-effects|_", name)] == []
    assert all(re.match(r"coverage \.\d+: |type I error rate \.\d+: |claimed \.\d+, true \.\d+: ", what)
               for *_, what in defaults + others)  # fmt: skip
