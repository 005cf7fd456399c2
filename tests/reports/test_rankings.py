"""What the report of a ranking holds, in every format."""

import re

import numpy as np
import pytest

import bayescmp as bc
from tests.data import HOSTILE, splits_of
from tests.data import hold_out as hold_out_of
from tests.reports.shown import FORMATS, MINUS, agrees, check_hostile_names, tables_of, without_pictures, words_of


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


def rows_in_markdown(text):
    """Return the cells of all rows of tables, but for lines and marks."""
    lines = [line for line in text.splitlines() if line.startswith("| ") and not set(line) <= set("|-: ")]
    return [[cell.strip().strip("*") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def check_row(shown, wanted):
    """Compare texts such as "0.123", "[0.1, 0.2]" and "< 0.01" with numbers, which are None where there is text."""
    assert len(shown) == len(wanted)
    for text, value in zip(shown, wanted, strict=True):
        plain = text.replace("\\", "").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        parts = re.findall(rf"(?:[<>] )?[-{MINUS}]?\d[\d.e-]*", plain) if value is not None else []
        values = value if isinstance(value, tuple) else () if value is None else (value,)
        assert len(parts) == len(values)
        assert all(agrees(part, number) for part, number in zip(parts, values, strict=True)), (text, value)


@pytest.mark.parametrize("name", ["hold_out", "crossed"])
def test_numbers_of_classifiers_are_those_of_the_result(request, name):
    result = request.getfixturevalue(name)
    rows = rows_in_markdown(without_pictures(result, "markdown"))
    rows = rows[len(result.classifiers) + 1 :]  # below the table of the screen
    heads, rows = rows[0], {row[0]: row for row in rows[1 : len(result.classifiers) + 1]}
    assert heads[:5] == ["classifier", "observed", "estimate", "interval", "regret"]
    assert heads.count("P(best)") == 1
    place = heads.index("P(best)")
    assert ("in rope" in heads) == (name == "hold_out")
    for classifier, row in result.classifiers.iterrows():
        within = [row["prob_within_rope_of_best"]] if "in rope" in heads else []
        wanted = [
            None, result.observed[classifier], row["estimate"], (row["low"], row["high"]), row["expected_regret"],
            *within, row["expected_rank"], row["pooled_estimate"],
        ]  # fmt: skip
        check_row([*rows[classifier][:place], *rows[classifier][place + 1 : -1]], wanted)
        numbers = [number for number, tier in enumerate(result.tiers, 1) if classifier in tier]
        assert rows[classifier][-1] == ", ".join(map(str, numbers))


@pytest.mark.parametrize("name", ["hold_out", "crossed"])
def test_the_probability_of_being_best_is_the_one_of_the_screen(request, name):
    result = request.getfixturevalue(name)
    table = tables_of(result)["classifiers"]
    shown = [row[table.heads.index("P(best)")].text for row in table.rows]
    assert shown == result.content.table()["P(best)"]
    assert "P(best) P(best)" not in words_of(result)


@pytest.mark.parametrize("name", ["hold_out", "crossed"])
def test_numbers_of_pairs_are_those_of_the_result(request, name):
    result = request.getfixturevalue(name)
    shown = rows_in_markdown(without_pictures(result, "markdown"))
    *_, start, adjusted = (place for place, row in enumerate(shown) if row[0] == f"first {MINUS} second")
    rows = {row[0]: row for row in shown[start + 1 : adjusted]}
    beside = {row[0]: row for row in shown[adjusted + 1 :]}
    outcomes = ["prob_first_better", "prob_equivalent", "prob_second_better"][: 3 if name == "hold_out" else 1]
    assert len(rows) == len(result.pairs)
    for _, row in result.pairs.iterrows():
        found = rows[f"{row['first']} {MINUS} {row['second']}"]
        check_row(found, [None, row["estimate"], (row["low"], row["high"]), *row[outcomes], None])
        tests = row[["pvalue", "pvalue_holm"]].dropna()
        check_row(beside[found[0]], [None, row["pooled_prob_first_better"], row["posterior_holm"], *tests])
        assert found[3 + len(outcomes)] == row["decision"]


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
        assert row[0].text == name
        check_row([cell.text for cell in row[1:]], [wanted["estimate"], (wanted["low"], wanted["high"])])
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


@pytest.mark.parametrize("suffix", ["html", "tex"])
def test_files_that_are_written(crossed, tmp_path, suffix):
    path = tmp_path / f"paper.{suffix}"
    bc.write_report(crossed, path, title="Which one?")
    there = {file.name for file in tmp_path.iterdir()}
    assert there == {file.name for file in bc.reports.files_of_report("path", path, crossed)}
    assert "Which one?" in path.read_text(encoding="utf-8")


def test_a_wide_table_of_text_goes_on_below(of_thirteen):
    text = without_pictures(of_thirteen, "text")
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("\n  classifier ") == 3  # twice the classifiers, once the differences
