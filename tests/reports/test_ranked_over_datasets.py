"""What the report of a ranking over data sets holds, in every format; its draws are generated, not sampled."""

import shutil
from functools import cache

import numpy as np
import pytest

from bayescmp.reports import files_of_report, render, write_report
from tests.data import HOSTILE, drawn_ranking
from tests.reports.shown import (
    FORMATS,
    agrees,
    check_hostile_names,
    compiled,
    is_narrow,
    page_of,
    report_of,
    tables_of,
    without_pictures,
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


def column_of(table, head):
    return [row[table.heads.index(head)] for row in table.rows]


def check_column(table, head, wanted):
    if np.isnan(list(wanted)).all():
        assert head not in table.heads
        return
    for cell, value in zip(column_of(table, head), wanted, strict=True):
        if np.isnan(value):
            assert (cell.text, cell.value) == ("", None)
            continue
        assert cell.value == value
        assert agrees(cell.text, value)


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


def test_averages_tiers_and_counts_are_those_of_the_result(result):
    tables, frame = tables_of(result), result.classifiers
    check_column(tables["on-average"], "excess", frame["estimate"])
    check_column(tables["on-the-next"], "data sets" if result.by is None else "tasks", frame["n_datasets"])
    for cell, low, high in zip(column_of(tables["on-average"], "interval"), frame["low"], frame["high"], strict=True):
        if np.isinf(low):
            assert cell.text == "not known"
            continue
        assert all(map(agrees, cell.text.strip("[]").split(", "), (low, high)))
    for name, cell in zip(frame.index, column_of(tables["on-average"], "tier"), strict=True):
        assert [int(number) for number in cell.text.split(", ")] == [
            number for number, tier in enumerate(result.tiers, 1) if name in tier
        ]


@pytest.mark.parametrize("question", QUESTIONS)
def test_pairs_have_the_answers_to_both_questions(question):
    result = ranked("many sets")
    assert "pairs-on-the-next" not in tables_of(ranked("three"))  # so few decide nothing on it
    table = tables_of(result)[f"pairs-{QUESTIONS[question]}"]
    order = list(result.classifiers.index)
    by_names = result.pairs.set_index(["first", "second"])
    wanted = sorted(by_names.index, key=lambda pair: sorted(map(order.index, pair)))
    frame = by_names.loc[wanted].add_prefix("").filter(like=question)
    check_column(table, "estimate", frame[f"{question}_estimate"])
    check_column(table, "P(first)", frame[f"{question}_prob_first_better"])
    assert ("P(equivalent)" in table.heads) == (result.settings.rope != (0, 0))
    for cell, decision in zip(column_of(table, "decision"), frame[f"{question}_decision"], strict=True):
        assert cell.text == decision
        assert cell.marked == (decision != "undecided")


def test_probabilities_of_pairs_are_on_the_side_of_the_threshold_where_they_are():
    for question, key in QUESTIONS.items():
        table = tables_of(ranked("twelve"))[f"pairs-{key}"]
        for shown, decision in zip(column_of(table, "P(first)"), column_of(table, "decision"), strict=True):
            assert (float(shown.text.strip("<> ")) >= 0.975) == (decision.text == "first better"), question


def test_observed_values_are_empty_where_a_classifier_is_missing(result):
    table = tables_of(result)["values"]
    values = result.observed.sel(classifier=list(result.classifiers.index)).to_numpy()
    for row, wanted, (method, size) in zip(table.rows, values, result.methods.values(), strict=True):
        cells = list(row[1:])
        if "method" in table.heads:
            assert cells.pop().text == method
        else:
            assert f"; method: {method}" in table.caption
        if "records" in table.heads:
            assert cells.pop().text == f"{size:.0f}"
        assert [cell.text == "" for cell in cells] == np.isnan(wanted).tolist()
        shown = [cell.text.removesuffix("°") for cell in cells]
        assert all(agrees(text, value) for text, value in zip(shown, wanted, strict=True) if text)
        assert [cell.marked for cell in cells] == (wanted == np.nanmax(wanted)).tolist()


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


def test_draws_that_are_not_reliable_are_said_first():
    unreliable = drawn_ranking(reliable=False)
    assert "use no number" in report_of(unreliable).warning
    for kind in FORMATS:
        text = " ".join(without_pictures(unreliable, kind).split())
        assert text.index("use no number") < text.index("What was found")


def test_of_long_tables_it_says_how_many_rows_are_left_out():
    text = words_of(ranked("twelve"))
    assert "21 rows left out after these 45, the JSON of the result has all" in text
    assert "3 rows left out after these 45" in text
    assert list(ranked("twelve").to_dict()["observed"]) == [f"set {number}" for number in range(48)]


def test_text_has_80_columns():
    assert max(map(len, without_pictures(ranked("twelve"), "text").splitlines())) <= 80


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


class TestHostileNames:
    """Of data sets and classifiers."""

    def test_are_text(self):
        check_hostile_names(ranked("hostile"))

    @pytest.mark.external
    @pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on the PATH")
    def test_compile_in_latex(self, tmp_path):
        write_report(ranked("hostile"), tmp_path / "report.tex")
        assert is_narrow(compiled(tmp_path / "report.tex", times=1))
