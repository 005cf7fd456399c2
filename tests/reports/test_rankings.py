"""What the report of a ranking holds, in every format."""

import re

import numpy as np
import pytest

import bayescmp as bc
from tests.data import HOSTILE, splits_of
from tests.data import hold_out as hold_out_of
from tests.reports.shown import (
    FORMATS,
    agrees,
    check_column,
    check_hostile_names,
    column_of,
    tables_of,
    without_pictures,
    words_of,
)


def predictions_of(names, *, n=120, repeats=None, least=1.0, step=0.04):
    """Return predictions of classifiers, each better than the one before on records that are more or less hard."""
    rng = np.random.default_rng(0)
    y, hard = np.arange(n) % 2, rng.random(n)

    def labels(threshold):
        return np.where(hard + 0.4 * rng.random(n) > threshold, 1 - y, y)

    thresholds = least + step * np.arange(len(names))
    if repeats is None:
        return bc.labels(y, {name: labels(t) for name, t in zip(names, thresholds, strict=True)})
    columns = {name: np.array([labels(t) for _ in range(repeats)]) for name, t in zip(names, thresholds, strict=True)}
    return bc.labels(y, columns, how=bc.splits(splits_of(n, repeats)))


def ranked(data, **options):
    return bc.rank(data, draws=500, **options)


@pytest.fixture(scope="session")
def hold_out():
    return ranked(predictions_of(["tree", "svm", "knn", "bayes"]), rope=0.01)


@pytest.fixture(scope="session")
def crossed():
    return ranked(predictions_of(["tree", "svm", "knn"], n=60, repeats=5))


@pytest.fixture(scope="session")
def of_thirteen():
    return ranked(predictions_of([f"c{number}" for number in range(13)], step=0.03))


@pytest.fixture(scope="session")
def alike():
    data = predictions_of(["tree"])
    y, same = data["y_true"].to_numpy(), data["y_pred"].to_numpy()[0, 0]
    return ranked(bc.labels(y, dict.fromkeys(("a", "b", "c"), same)))


@pytest.mark.parametrize("name", ["hold_out", "crossed"])
def test_numbers_are_those_of_the_result(request, name):
    result = request.getfixturevalue(name)
    tables, frame, pairs = tables_of(result), result.classifiers, result.content.pairs_in_order()
    classifiers, of_pairs, adjusted = (tables[key] for key in ("classifiers", "all-pairs", "all-pairs-adjusted"))
    assert ("in rope" in classifiers.heads) == ("P(equivalent)" in of_pairs.heads) == (name == "hold_out")
    check_column(classifiers, "observed", [result.observed[one] for one in frame.index])
    columns = {
        "estimate": "estimate",
        "regret": "expected_regret",
        "rank": "expected_rank",
        "pooled": "pooled_estimate",
    }
    for head, column in columns.items():
        check_column(classifiers, head, frame[column])
    for cell, low, high in zip(column_of(classifiers, "interval"), frame["low"], frame["high"], strict=True):
        assert all(map(agrees, cell.text.strip("[]").split(", "), (low, high)))
    check_column(of_pairs, "estimate", pairs["estimate"])
    check_column(of_pairs, "P(first)", pairs["prob_first_better"])
    assert [cell.text for cell in column_of(of_pairs, "decision")] == pairs["decision"].tolist()
    columns = {"pooled": "pooled_prob_first_better", "after Holm": "posterior_holm", "p-value": "pvalue"}
    for head, column in columns.items():
        check_column(adjusted, head, pairs[column])


@pytest.mark.parametrize("name", ["hold_out", "crossed"])
def test_the_probability_of_being_best_is_the_one_of_the_screen(request, name):
    result = request.getfixturevalue(name)
    table = tables_of(result)["classifiers"]
    shown = [row[table.heads.index("P(best)")].text for row in table.rows]
    assert shown == result.content.table()["P(best)"]
    assert "P(best) P(best)" not in words_of(result)


def test_marks_are_bold_and_stars(hold_out):
    marked = sum(cell.marked for table in tables_of(hold_out).values() for row in table.rows for cell in row)
    counts = {
        kind: len(re.findall(mark, without_pictures(hold_out, kind)))
        for kind, mark in {
            "text": r"[9r]\*(?=\s)", "markdown": r"\| \*\*", "latex": r"\\textbf\{(?=first|second|0|\\ensure|>|\$)",
            "html": "<strong>",
        }.items()
    }  # fmt: skip
    assert set(counts.values()) == {marked}, counts


def test_of_many_classifiers_rows_are_left_out_where_they_find_no_room(of_thirteen):
    assert len(tables_of(of_thirteen)["all-pairs"].rows) == 78
    left_out = "33 rows left out after these 45, the JSON of the result has all"
    for kind in FORMATS:
        text = " ".join(without_pictures(of_thirteen, kind).split())
        assert (left_out in text) == (kind not in {"markdown", "html"})
    assert without_pictures(of_thirteen, "html").count("<tr>") > 78


def test_differences_to_the_best_have_simultaneous_intervals(crossed):
    table = tables_of(crossed)["differences"]
    for row, (name, wanted) in zip(table.rows, crossed.to_best.iterrows(), strict=True):
        shown = [row[1].text, *row[2].text.strip("[]").split(", ")]
        assert row[0].text == name
        assert all(map(agrees, shown, wanted[["estimate", "low", "high"]]))
    assert "those of all pairs hold at once in a share of 0.95 of the joint draws" in words_of(crossed)


def test_probabilities_have_no_decimals_below_their_monte_carlo_error(hold_out):
    from dataclasses import replace

    shown = tables_of(hold_out)["classifiers"]
    place = shown.heads.index("P(best)")
    assert hold_out.trust.prob_error > 0.001
    assert all(re.fullmatch(r"(?:[<>] )?\d\.\d\d", row[place].text) for row in shown.rows)
    many = replace(hold_out, draws=10**6, trust=replace(hold_out.trust, prob_error=0.0005))
    assert all(re.fullmatch(r"(?:[<>] )?\d\.\d{3}", row[place].text) for row in tables_of(many)["classifiers"].rows)
    few, regrets = replace(hold_out, draws=100), shown.heads.index("regret")
    lengths = [max(len(row[regrets].text) for row in tables_of(r)["classifiers"].rows) for r in (few, many)]
    assert lengths[0] < lengths[1]
    assert tables_of(few)["classifiers"].rows[0][shown.heads.index("rank")].text.isdigit()


def test_data_without_a_test_of_pairs_have_no_pvalues():
    result = ranked(hold_out_of({"a": 0.2, "b": 0.4}), metric="balanced_accuracy")
    assert result.pairs["pvalue"].isna().all()
    assert "p-value" not in tables_of(result)["all-pairs-adjusted"].heads


def test_classifiers_that_are_the_same_share_everything(alike):
    rows = [[cell.text for cell in row[1:]] for row in tables_of(alike)["classifiers"].rows]
    assert rows[0] == rows[1] == rows[2]
    assert rows[0][4] == "0.33"  # P(best)
    assert not any(cell.marked for table in tables_of(alike).values() for row in table.rows for cell in row)


def test_hostile_names():
    check_hostile_names(ranked(predictions_of(HOSTILE), rope=0.01))


def test_a_wide_table_of_text_goes_on_below(of_thirteen):
    text = without_pictures(of_thirteen, "text")
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("\n  classifier ") == 3  # twice the classifiers, once the differences
