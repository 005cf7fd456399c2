"""What the report of a ranking over data sets holds, in every format; its draws are generated, not sampled."""

from functools import cache

import pytest

from bayescmp.reports import files_of_report, render, write_report
from tests.data import HOSTILE, drawn_ranking
from tests.reports.shown import (
    check_column,
    check_hostile_names,
    column_of,
    page_of,
    tables_of,
    words_of,
)

LONG = [f"classifier {number:02} {'of many ' * 6}" for number in range(30)]
RESULTS = {
    "three": {"missing": True},
    "of two": {"names": ("tree", "svm"), "rope": 0},
    "one set": {"sets": 1},
    "no set has all": {"sets": 1, "missing": True},
    "tasks": {"by": "task", "control": "svm"},
    "many sets": {"missing": True, "sets": 48},
    "twelve": {"names": LONG[:12], "sets": 48},
    "hostile": {"names": HOSTILE, "sets": HOSTILE[::-1], "missing": True},
}
QUESTIONS = {"next_dataset": "on-the-next", "average": "on-average"}


@cache
def ranked(name):
    return drawn_ranking(**RESULTS[name])


@pytest.fixture(params=["three", "of two", "no set has all"])
def result(request):
    return ranked(request.param)


def test_classifiers_have_the_numbers_of_the_result(result):
    for question, key in QUESTIONS.items():
        table, frame = tables_of(result)[key], result.classifiers
        check_column(table, "P(best)", frame[f"{question}_prob_best"])
        check_column(table, "rank", frame[f"{question}_expected_rank"])
        check_column(table, "regret", frame[f"{question}_expected_regret"])
        if result.settings.rope == (0, 0):
            assert "in rope" not in table.heads
        else:
            check_column(table, "in rope", frame[f"{question}_prob_within_rope_of_best"])


@pytest.mark.parametrize("question", QUESTIONS)
def test_pairs_have_the_answers_to_both_questions(question):
    result = ranked("many sets")
    assert "pairs-on-the-next" not in tables_of(ranked("three"))  # so few decide nothing on it
    table, pairs = tables_of(result)[f"pairs-{QUESTIONS[question]}"], result.content.pairs_in_order()
    check_column(table, "estimate", pairs[f"{question}_estimate"])
    check_column(table, "P(first)", pairs[f"{question}_prob_first_better"])
    for cell, decision in zip(column_of(table, "decision"), pairs[f"{question}_decision"], strict=True):
        assert (cell.text, cell.marked) == (decision, decision != "undecided")


def test_probabilities_of_pairs_are_on_the_side_of_the_threshold_where_they_are():
    for question, key in QUESTIONS.items():
        table = tables_of(ranked("twelve"))[f"pairs-{key}"]
        for shown, decision in zip(column_of(table, "P(first)"), column_of(table, "decision"), strict=True):
            assert (float(shown.text.strip("<> ")) >= 0.975) == (decision.text == "first better"), question


@pytest.mark.parametrize("name", ["three", "tasks", "no set has all"])
def test_mean_ranks_stand_with_their_tests_where_there_are_some(name):
    result, text = ranked(name), words_of(ranked(name))
    if result.tests.empty:
        assert "ranks-of-classifiers" not in tables_of(result)
        assert "Tests of mean ranks: none: " in text
        return
    frame = result.against_control.sort_values("mean_rank", kind="stable")
    check_column(tables_of(result)["ranks-of-classifiers"], "mean rank", frame["mean_rank"])
    assert f"Nemenyi critical difference {result.tests['statistic'].iloc[2]:.2f}" in text
    against = f"{frame.index[0]}, which has the least mean rank," if result.control is None else result.control
    assert f"differences to {against.removesuffix(',')}, after Holm's" in text
    nemenyi, pvalues = tables_of(result)["nemenyi"], result.mean_ranks.pvalues
    names = list(frame.index)
    for place, row in enumerate(nemenyi.rows, 1):
        wanted = pvalues.sel(classifier=names[place], other_classifier=names[:place]).to_numpy()
        assert [cell.value for cell in row[1 : 1 + place]] == wanted.tolist()
        assert not any(cell.text for cell in row[1 + place :])


def test_a_report_comes_with_its_picture_and_the_references(tmp_path):
    three = ranked("three")
    names = [path.name for path in files_of_report("path", tmp_path / "a.tex", type(three))]
    assert names[1:] == ["a-references.bib", "a-tiers.pdf", "a-critical-difference.pdf"]
    write_report(three, tmp_path / "report.md")
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == ["report-critical-difference.svg", "report-references.bib", "report-tiers.svg", "report.md"]


def test_the_page_shows_all_pictures():
    page = page_of(render(ranked("three"), "html"))
    titles = [name["id"] for tag, name in page.elements if tag == "title" and "id" in name]
    drawn = ("tiers", "rank-probabilities", "pair-matrix", "heat-map", "critical-difference")
    assert titles == [f"{name}-title" for name in drawn]


def test_hostile_names_are_text():
    check_hostile_names(ranked("hostile"))
