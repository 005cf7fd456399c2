"""Every kept result has the numbers and the texts that it had."""

import runpy
from copy import deepcopy
from pathlib import Path

import pytest

RECORD = runpy.run_path(str(Path(__file__).with_name("record.py")))
CASES, REFUSED = RECORD["CASES"], RECORD["REFUSED"]
kept, complaint, record_of = RECORD["kept"], RECORD["complaint"], RECORD["record_of"]
WITH_TEXTS = [name for name, case in CASES.items() if not case.numbers_only]
NUMBERS_ONLY = [name for name, case in CASES.items() if case.numbers_only]
REFUSALS = kept(RECORD["KEPT_REFUSALS"])
QUICK = {
    # a comparison of each level, design and kind of metric
    "compare: hold-out", "compare: table alone", "compare: ten tables 4", "compare: effective table",
    "compare: known correlations", "compare: 5-fold, 24 records", "compare: balanced accuracy, 5 x 2",
    "compare: f1_macro", "compare: matthews", "compare: cost", "compare: losses", "compare: neg_log_loss, 10-fold",
    "compare: roc_auc", "compare: scores",
    # odd data and names
    "compare: two records", "compare: identical hold-out", "compare: missing answers", "compare: names, html and latex",
    "compare: names, newline",
    # the other verbs
    "rank: hold-out", "rank: 10-fold", "rank: f1_macro", "rank: losses", "rank: identical", "rank: missing answers",
    "rank: odd names", "compare_datasets: tables", "compare_datasets: several designs", "compare_datasets: baycomp",
    "compare_datasets: plain numbers", "compare_datasets: one data set", "rank_datasets: accuracies",
    "rank_datasets: plain numbers with gaps", "rank_datasets: a classifier is missing", "rank_datasets: mapping",
    # numbers
    *(f"{one} {number}" for one in ("hold-out", "effective table") for number in (0, 1, 3, 4)), "ten tables 3",
    "fold correlation 0", "named effective table 0", "30 hold-outs 2/3, 24 records", "table, all right",
    "table, a tie", "table, many",
}  # fmt: skip
"""Cases that stand for the others where not all are run."""


def each(names):
    """Parametrize by names, of which those that others stand for are not quick."""
    marked = [pytest.param(name, id=name, marks=[] if name in QUICK else pytest.mark.full) for name in names]
    return pytest.mark.parametrize("name", marked)


def kept_of(name):
    return kept(RECORD["file_of"](name))


def test_all_cases_are_kept():
    assert list(kept(RECORD["KEPT_NUMBERS"])) == NUMBERS_ONLY
    assert set(CASES) >= QUICK
    assert {CASES[name].verb for name in QUICK} == {case.verb for case in CASES.values()}
    assert list(REFUSALS) == list(REFUSED)
    files = {path.name for path in RECORD["FOLDER"].iterdir()}
    others = {RECORD[name] for name in ("KEPT_COMMANDS", "KEPT_NUMBERS", "KEPT_REFUSALS")}
    assert files == {RECORD["file_of"](name) for name in WITH_TEXTS} | others
    assert len(files) == len(WITH_TEXTS) + len(others)


@each(WITH_TEXTS)
def test_a_result_is_what_it_was(name):
    said = complaint(record_of(CASES[name]), kept_of(name), name)
    assert not said, said


@each(NUMBERS_ONLY)
def test_numbers_are_what_they_were(name):
    said = complaint(record_of(CASES[name]), kept(RECORD["KEPT_NUMBERS"])[name], name)
    assert not said, said


@pytest.mark.parametrize("name", REFUSALS)
def test_a_mistake_is_answered_as_it_was(name):
    said = RECORD["refusal"](REFUSED[name])
    assert said == REFUSALS[name]
    assert said != "nothing is refused"


def changed_line(content, part, old, new):
    """Change the first line of a text that has something, and return its place."""
    place = next(place for place, line in enumerate(content[part]) if old in line)
    content[part][place] = content[part][place].replace(old, new, 1)


class TestWhatIsNoticed:
    """A record that differs from the kept one in a single place."""

    NAME = "compare: hold-out"

    @pytest.fixture
    def two(self):
        before = kept_of(self.NAME)
        return before, deepcopy(before)

    def test_nothing_is_said_of_equal_records(self, two):
        assert complaint(*two, self.NAME) == ""

    @pytest.mark.parametrize("part", ["screen", "notebook", "report", "repr", "html", "markdown", "latex"])
    def test_a_letter_of_a_text(self, two, part):
        changed_line(two[1], part, "tree", "trea")
        said = complaint(*two, self.NAME)
        assert self.NAME in said
        assert f"+++ {part}, found" in said
        assert len([line for line in said.splitlines() if line.startswith(("-", "+"))]) == 4

    @pytest.mark.parametrize("name", ["prob_first_better", "bayes_factor"])
    def test_a_number(self, two, name):
        two[1]["json"][name] *= 1 + 1e-8
        assert f"json.{name} is" in complaint(*two, self.NAME)
        two[1]["json"][name] = two[0]["json"][name] * (1 + 1e-11)
        assert complaint(*two, self.NAME) == ""

    def test_a_number_of_a_table_and_of_draws(self, two):
        changed_line(two[1], "summary", "0.388284739977", "0.388284749977")
        assert "summary" in complaint(*two, self.NAME)
        changed_line(two[1], "summary", "0.388284749977", "0.388284739978")
        assert complaint(*two, self.NAME) == ""
        place = next(iter(two[1]["draws"]))
        two[1]["draws"][place][1] += 1e-6
        assert "draws." in complaint(*two, self.NAME)

    @pytest.mark.parametrize(("old", "new"), [("decision", None), (None, "added"), ("decision", "equivalent")])
    def test_a_word_of_the_json(self, two, old, new):
        if new is None:
            del two[1]["json"][old]
        elif old is None:
            two[1]["json"][new] = 1
        else:
            two[1]["json"][old] = new
        assert complaint(*two, self.NAME)

    def test_a_part_that_is_new_or_gone(self, two):
        one, other = two
        assert complaint(one | {"frame new": ["a,b"]}, other, self.NAME)
        assert complaint({name: part for name, part in one.items() if name != "html"}, other, self.NAME)
