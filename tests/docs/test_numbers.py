"""A number on a page is read from docs/results by the build or printed by the snippet above it."""

import re
import sys
from pathlib import Path

import pandas as pd
import pytest

from tests.data import module_at, pages

DOCS = Path(__file__).parents[2] / "docs"
README = DOCS.parent / "README.md"
PAGES = pages() | {"README": README}

# Definitions, settings, levels and exact mathematics, which are no measurements; everything else is read or printed.
EVERYWHERE = {".05", ".975", ".95", "95 %", "90 %", "5 %", "2.5 %"}
SETTINGS = {
    "concepts/cross_validation": {".3"},  # the scale of a prior
    "concepts/paired_table": {"0.5"},  # Jeffreys' prior
    "concepts/rope_and_decision": {".01", ".025"},  # ropes; one less the threshold
    "contributing": {".99", "3.12", "97.5 %"},
    # A drop; examples of what a paper may have left out; rounded from what is printed, and levels.
    "tutorials/language_models": {".02"},
    "tutorials/published_table": {".60", ".99"},
    "tutorials/two_classifiers": {".013", ".025", ".999"},
    "start": {"3.12"},
    "faq": {".94", "80 %"},  # a probability that people ask about; the oracle's power
    "README": {"3.12"},
    "index": {"3.12"},
    "changelog": {"3.14"},  # a version
    "trust/index": {".90", ".92"},  # limits of the column "use with at least"
    # The oracle's power; F1 of the scenario; claims that are counted; what a gate allows, and a drop.
    "trust/measured": {".055", ".80", ".8", ".7", ".6", ".02", ".04"},
    # Constants of the formulas: priors of a data set to come, of training sets and of a judge's skill.
    "trust/formulas": {"0.06", "0.5", "0.65", "0.8", "0.05"},
    "howto/equivalence": {".01"},  # a rope
    "howto/gate": {".025", ".02"},  # one less the threshold; a drop
    "howto/logs": {"3.14"},
    "howto/repeats": {"80 %"},  # the oracle's power
}
NUMBER = re.compile(
    r"(?<![\w.])(?:\d*\.\d+(?!\.?\d)(?: ?%)?|\d+ ?%|\d+e-?\d+|\d[\d,]* (?:s|ms|seconds|minutes|microseconds|MB|GB)\b)"
)


WRITTEN = module_at(DOCS / "numbers_on_pages.py")
PLACES = {}
for _row in pd.read_csv(WRITTEN.KEPT, dtype=str, keep_default_na=False).to_dict("records"):
    _name = Path(_row["page"]).with_suffix("").as_posix().removeprefix("docs/")
    PLACES.setdefault(_name, []).append(WRITTEN.Place(**_row))


@pytest.fixture
def places():
    return PLACES


@pytest.fixture(scope="module")
def results():
    return module_at(DOCS / "_results.py")


@pytest.fixture(scope="module")
def made():
    return module_at(DOCS / "_measured.py")


@pytest.fixture(scope="module")
def numbers(made):
    return made.numbers()


def prose(text):
    """What a reader reads as sentences and tables: without code, formulas, links and numbers that are read."""
    for pattern in (
        r"^(```|:::).*?^\1$",  # blocks; directives of the pages hold no sentences with numbers
        r"`[^`]*`",
        r"\$\$.*?\$\$",
        r"\$[^$\n]*\$",
        r"\]\([^)]*\)",
        r"https?://\S+",
        r"doi:\S+",
        r"\bversion [\d.]+|^## [\d.]+ ",
    ):
        text = re.sub(pattern, "", text, flags=re.DOTALL | re.MULTILINE)
    return text


def printed(text):
    """Return the numbers that snippets of a page print, which `test_printed_output.py` compares."""
    blocks = re.findall(r"```(?:text|latex)\n(.*?)```", text, re.DOTALL)
    return {number.removeprefix("0") for block in blocks for number in re.findall(r"\d*\.\d+|\d+ ?%", block)}


def literal_numbers(name, text, places=()):
    for begin, end in sorted((place.span(text) for place in places), reverse=True):
        text = text[:begin] + text[end:]  # what is written by the command
    allowed = EVERYWHERE | SETTINGS.get(name, set()) | printed(text)
    return [found for found in NUMBER.findall(prose(text)) if found.removeprefix("0") not in allowed | {"0"}
            and found not in allowed]  # fmt: skip


def test_no_module_of_the_pages_hides_one_of_python():
    assert {path.stem for path in [*DOCS.glob("*.py"), *DOCS.glob("results/*.py")]} & sys.stdlib_module_names == set()


def test_no_page_has_a_measured_number_of_its_own(places):
    found = {
        name: literal_numbers(name, path.read_text(encoding="utf-8"), places.get(name, ()))
        for name, path in PAGES.items()
    }
    assert {name: numbers for name, numbers in found.items() if numbers} == {}


def test_a_measured_number_in_a_sentence_is_found_and_code_formulas_and_links_may_have_them():
    for text in ("The size is .026.", "It took 28 s.", "In 46 % of them.", "a median of 1.3", "below 1e-9", "0.036 of"):
        assert len(literal_numbers("concepts/runs", text)) == 1
    for text in ("`rope=0.07`", "```text\n0.943\n```\n", "$0.3 x$", "[a](b.md#0.7)", "n/2 of 569 records"):
        assert literal_numbers("concepts/runs", text) == []


def test_every_setting_that_is_allowed_is_there():
    for name, settings in SETTINGS.items():
        found = NUMBER.findall(prose(PAGES[name].read_text(encoding="utf-8")))
        assert {number.removeprefix("0") for number in found} >= {one.removeprefix("0") for one in settings}, name


@pytest.mark.full
def test_every_number_is_what_the_results_say():
    assert WRITTEN.main(write=False) == 0


def test_no_page_names_a_number_that_is_not_written():
    assert [name for name, path in PAGES.items() if "{{ " in path.read_text(encoding="utf-8")] == []


def test_a_number_that_changes_is_written_in_its_place():
    page, found = "Some {{ a }}, others\n{{ a }}\n\n```{include} generated/t.md\n```\nend {{ b }}.\n", []
    for a, b, rows in ((".1", "1 of 2", "| x |\n| 1 |"), ("22 to 37 %", "2", "| y |"), (".3", "4", "| z |\n| 5 |")):
        page, found = WRITTEN.written(page, "page", {"a": a, "b": b, "table t": rows}, found)
        assert page == f"Some {a}, others\n{a}\n\n{rows}\nend {b}.\n"


def test_fractions_have_braces_without_which_mathml_takes_what_follows_for_a_part():
    files = [*PAGES.values(), *(DOCS.parent / "bayescmp").rglob("*.py")]
    assert [path.name for path in files if re.search(r"\\t?frac\s*[^{\s]", path.read_text(encoding="utf-8"))] == []


def test_numbers_are_text_that_a_reader_can_read(numbers):
    assert all(value and "nan" not in value for value in numbers.values())


def test_every_number_and_every_table_stands_on_a_page(made, numbers):
    named = [*numbers, *(f"table {name}" for name in made.tables())]
    assert set(named) <= {place.key for own in PLACES.values() for place in own}


def test_every_quoted_number_has_a_command():
    quoted = pd.read_csv(DOCS / "results" / "quoted.csv", dtype=str)
    assert quoted["command"].str.len().min() > 0
    assert quoted["name"].is_unique


def test_the_files_of_commands_exist():
    files = re.findall(r"\w[\w/]*\.py", (DOCS / "results" / "quoted.csv").read_text())
    assert [file for file in files if not (DOCS.parent / file).is_file()] == []


def test_a_share_is_written_without_its_0(results):
    assert [results.share(*one) for one in ((0.0364, 3), (-0.0344, 3), (1.25, 1))] == [".036", "-.034", "1.2"]


class TestClaims:
    """What sentences say about the numbers."""

    @pytest.fixture
    def read(self, results):
        return results.read

    def test_the_crossed_effects_reject_more_often_than_bcv_mcnemar_everywhere(self, read):
        rejected = read("crossed-effects").pivot_table(index="cell", columns="method", values="rejected")
        assert (rejected["crossed-effects"] > rejected["bcv_mcnemar"]).all()

    def test_all_correlations_and_their_intervals_are_inside_the_bounds(self, read):
        table = read("figure-1")
        assert table[["rho1", "rho2", "rho1_high", "rho2_high"]].max(axis=None) < 0.5

    def test_the_excess_is_the_sum_of_its_parts(self, read):
        frontier = read("frontier")
        whole = frontier["between_repeats"] + (frontier["within_repeats"] + frontier["single_fold"]) / 5
        assert (frontier["excess"] - whole).abs().max() < 1e-4

    def test_the_cautious_prior_moves_from_power_to_size(self, read):
        of = read("frontier").groupby("method")[["size", "power"]].mean()
        assert (of.loc["crossed-effects, cautious"] < of.loc["crossed-effects"]).all()

    def test_bcv_mcnemar_rises_most_of_the_tests_that_train_on_half_of_the_records(self, read):
        on_halves = ["bcv_mcnemar", "calibrated_5x2_bcv_f", "combined_5x2_f", "t_5x2", "blocked_3x2_t"]
        table = read("figure-4")
        ends = table[table["method"].isin(on_halves)].pivot_table(
            index="scenario", columns="method", values="rejected", aggfunc=["min", "max"]
        )
        rise = ends["max"] - ends["min"]
        assert (rise["bcv_mcnemar"] == rise.max(axis=1)).all()

    def test_proportions_reject_in_no_set_where_errors_are_equal(self, read):
        table = read("keller").query("method == 'proportions'")
        assert table.loc[table["scenario"].str.endswith("equal errors"), "rejected"].max() == 0

    def test_coverage_falls_with_tau(self, read):
        given = read("coverage").dropna(subset="tau")
        shares = given.pivot_table(index="tau", columns="level", values="coverage")
        assert (shares.diff().iloc[1:] < 0).all(axis=None)
