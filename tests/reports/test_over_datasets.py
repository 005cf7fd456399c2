"""What the report of a comparison over data sets holds, in every format."""

import re

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.reports import render, write_report
from tests.data import HOSTILE, disagreeing, scores
from tests.reports.shown import (
    agrees,
    check_hostile_names,
    page_of,
    tables_of,
)

OUTCOMES = ("prob_first_better", "prob_equivalent", "prob_second_better")


def tables_for(names):
    rng = np.random.default_rng(0)
    counts = zip(rng.integers(0, 20, len(names)), rng.integers(5, 30, len(names)), strict=True)
    return {name: disagreeing(*pair) for name, pair in zip(names, counts, strict=True)}


@pytest.fixture(scope="session")
def six():
    return bc.compare_datasets(tables_for("abcdef"), first="tree", second="svm", rope=0.01)


@pytest.fixture(scope="session")
def single():
    return bc.compare_datasets(tables_for("a"), first="tree", second="svm")


@pytest.fixture(scope="session")
def many():
    names = [f"set {number}" for number in range(25)]
    return bc.compare_datasets(tables_for(names), first="tree", second="svm", rope=0.01)


@pytest.fixture(scope="session")
def of_scores():
    means = {"tree": 0.8, "svm": 0.82}
    return bc.compare_datasets({name: scores(means, sd=0.02, seed=seed) for seed, name in enumerate("abc")})


RESULTS = ["six", "single", "of_scores"]


@pytest.fixture(params=RESULTS)
def result(request):
    return request.getfixturevalue(request.param)


def has_rope(result):
    return result.settings.rope != (0, 0)


def check_probabilities(cells, wanted):
    wanted = [p for p, name in zip(wanted, OUTCOMES, strict=True) if len(cells) == 3 or name != "prob_equivalent"]
    for cell, p in zip(cells, wanted, strict=True):
        assert cell.value == pytest.approx(p)
        assert agrees(cell.text, p)


def test_the_three_questions_are_those_of_the_result(result):
    rows = tables_of(result)["answer"].rows
    lines = dict((*result.content.lines(), *result.content.lines_of_details()))
    at_hand = "This data set" if len(result.entries) == 1 else f"On {rows[2][0].text}"
    answers = {"On average": result.average, "Next data set": result.next_dataset, at_hand: result.these}
    for row, (label, answer) in zip(rows, answers.items(), strict=True):
        if not np.isfinite(answer.interval.low):
            assert (row[1].text, row[2].text, answer.decision) == ("", "not known", "undecided")
            continue
        assert agrees(row[1].text, answer.estimate)
        assert all(map(agrees, row[2].text.strip("[]").split(", "), (answer.interval.low, answer.interval.high)))
        found = re.findall(r"(?:better|matter): ((?:[<>] )?\d\.\d+)", lines[label])
        wanted = answer.probabilities if has_rope(result) else answer.probabilities[::2]
        assert len(found) == len(wanted)
        assert all(map(agrees, found, wanted))


def test_of_many_data_sets_those_are_left_out_that_move_an_answer_most(six, many, single):
    assert "left-out" not in tables_of(single)
    assert [row[0].text for row in tables_of(six)["left-out"].rows] == list("abcdef")
    table = tables_of(many)["left-out"]
    columns = [f"{which}_{name}" for which in ("average", "next_dataset") for name in OUTCOMES]
    own = [*many.average.probabilities, *many.next_dataset.probabilities]
    moved = (many.leave_one_out[columns] - own).abs().max(axis=1)
    assert {row[0].text for row in table.rows} == set(moved.nlargest(20).index)
    for row in table.rows:
        wanted = many.leave_one_out.loc[row[0].text]
        check_probabilities(row[1:4], wanted[columns[:3]])


def test_a_report_in_markdown_comes_with_the_forest_and_the_references(six, tmp_path):
    write_report(six, tmp_path / "report.md")
    files = ["report-forest.svg", "report-references.bib", "report.md"]
    assert sorted(file.name for file in tmp_path.iterdir()) == files
    page = page_of(render(six, "html"))
    titles = [name["id"] for tag, name in page.elements if tag == "title" and "id" in name]
    assert titles == ["forest-title", "scatter-title"]


def test_hostile_names_are_text():
    check_hostile_names(bc.compare_datasets(tables_for(HOSTILE), first=HOSTILE[0], second=HOSTILE[1]))
