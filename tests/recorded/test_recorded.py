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
    # a comparison of each method, design and kind of metric
    "compare: hold-out", "compare: table alone", "compare: ten tables 4", "compare: effective table",
    "compare: known correlations", "compare: 5-fold, 24 records", "compare: balanced accuracy, 5 x 2",
    "compare: f1_macro", "compare: matthews", "compare: cost", "compare: losses", "compare: neg_log_loss, 10-fold",
    "compare: roc_auc", "compare: scores", "evaluate: hold-out by task", "compare: two metrics", "compare: runs",
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


class TestWhatIsNoticed:
    """A record that differs from the kept one in a single place."""

    NAME = "compare: hold-out"

    def said_after(self, change):
        before = kept_of(self.NAME)
        found = deepcopy(before)
        change(found)
        return complaint(before, found, self.NAME)

    def test_nothing_is_said_of_equal_records_and_of_rounding(self):
        def rounded(found):
            found["json"]["bayes_factor"] *= 1 + 1e-11

        assert self.said_after(rounded) == self.said_after(lambda _: None) == ""

    @pytest.mark.parametrize("part", ["screen", "latex", "summary"])
    def test_a_letter_of_a_text(self, part):
        def changed(found):
            place = next(place for place, line in enumerate(found[part]) if "tree" in line)
            found[part][place] = found[part][place].replace("tree", "trea", 1)

        said = self.said_after(changed)
        assert f"+++ {part}, found" in said
        assert len([line for line in said.splitlines() if line.startswith(("-", "+"))]) == 4

    @pytest.mark.parametrize("change", [
        lambda found: found["json"].update(bayes_factor=found["json"]["bayes_factor"] * (1 + 1e-8)),
        lambda found: found["json"].update(decision="equivalent"),
        lambda found: found["json"].pop("decision"),
        lambda found: next(iter(found["draws"].values())).append(1),
        lambda found: found.pop("html"),
    ])  # fmt: skip
    def test_a_number_a_word_or_a_part(self, change):
        assert self.said_after(change)
