"""A ranking over data sets on the screen and in notebooks; its draws are generated, not sampled."""

import re
from dataclasses import replace

import pytest

from bayescmp.content._tiers_and_pairs import legend_words
from tests.data import drawn_ranking

LONG = [f"classifier {number:02} {'of many ' * 6}"[:60] for number in range(30)]
HOSTILE = ["<script>alert(1)</script>", "a\nb", "\x1b[31m", "L" * 200 + "a" + "L" * 200, "L" * 200 + "b" + "L" * 200]
RESULTS = {
    "three": {"missing": True},
    "of two": {"names": ("tree", "svm"), "sets": 2, "rope": 0},
    "one set": {"sets": 1},
    "thirty": {"names": LONG, "sets": 50, "missing": True},
    "thirty alike": {"names": LONG, "apart": 0.0},
    "hostile": {"names": HOSTILE, "sets": HOSTILE},
    "far apart": {"names": LONG, "apart": 1e4, "missing": True},
    "tasks": {"by": "task", "reliable": False},
}


@pytest.fixture(scope="module")
def results():
    return {name: drawn_ranking(**asked) for name, asked in RESULTS.items()}


@pytest.fixture(params=RESULTS)
def result(results, request):
    return results[request.param]


def table_of(result):
    """Return the lines of the table of the screen, heads first."""
    return str(result).split("\n\n")[1].partition("\n  excess:")[0].splitlines()


def test_the_screen_has_80_columns(result):
    assert max(map(len, str(result).splitlines())) <= 80
    assert "\x1b" not in str(result)


def test_names_stay_apart(result):
    _, *rows = table_of(result)
    names = [row.strip().partition("  ")[0] for row in rows if not row.startswith("  ...")]
    assert len(set(names)) == len(names) == min(20, len(result.classifiers))


def test_columns_that_find_no_room_are_left_out_with_their_words(results):
    assert table_of(results["three"])[0].split()[-2:] == ["regret", "sets"]
    assert "sets" not in table_of(results["one set"])[0]  # every classifier is on all
    heads = table_of(results["far apart"])[0].split()[1:]
    assert heads[:4] == ["excess", "interval", "P(next)", "P(avg)"]
    assert "sets" not in heads
    said = str(results["far apart"]).split("\n\n")[1]
    assert "data sets it is on" not in said
    legend = legend_words(results["far apart"].content.legend(), heads)
    assert "".join(legend.split()) in "".join(said.split())


def test_what_is_long_is_shortened(results):
    text = " ".join(str(results["thirty"]).split())
    assert "... and 10 more: see `classifiers`" in text
    assert re.search(r"\d+ more decided", text)
    assert "25 more; Friedman p" in text
    alike = " ".join(str(results["thirty alike"]).split())
    assert "Unbeaten on average by more than 0.01 at 0.975: all 30" in alike
    assert "(30) decided" in alike  # one tier of 30
    assert len(alike) < 4000


def test_few_data_sets_are_said(results):
    assert str(results["one set"]).startswith("Driven by the prior (1 data set).")
    assert "1 data set does not tell how far data sets vary" in results["one set"].notes[0]
    assert "mean ranks    none: 1 data set with all classifiers" in str(results["one set"])
    assert "2 data sets do not tell" in results["of two"].notes[0]


def test_classifiers_that_no_data_set_tells_apart_are_noted(results):
    found = results["three"]
    assert not any("same losses" in note for note in found.notes)
    copied = found.losses.sel(classifier=["tree", "svm", "svm"]).assign_coords(classifier=["tree", "svm", "knn"])
    note = replace(found, losses=copied).notes[-1]
    assert note.startswith("svm and knn have the same losses on every data set: are they one classifier?")


def test_draws_that_are_not_reliable_are_said_first(results):
    unreliable = results["tasks"]
    assert str(unreliable).startswith("NOT RELIABLE, see trust. On the next task")
    assert not unreliable.reliable
    assert "NOT RELIABLE" in unreliable._repr_html_()


def test_the_repr_is_one_line(result):
    assert "\n" not in repr(result)
    assert repr(result).startswith("<DatasetsRanking: ")


def test_notebooks_show_every_classifier_with_its_name_escaped(result):
    shown = result._repr_html_()
    assert shown.count("<tr") == 1 + len(result.classifiers)
    assert "<script" not in shown
    assert type(shown) is str
    assert "Tiers on average: " in shown


def test_equality_with_a_probability_is_no_part_of_a_name():
    text = " ".join(str(drawn_ranking(names=("a= <b", "c", "d"))).split())
    assert "a= <b" in text


def test_the_headline_says_who_beats_all_and_who_are_equivalent():
    beats = str(drawn_ranking(apart=0.2)).replace("\n", " ")
    assert "On average knn has the higher accuracy than every other by more than 0.01, at 0.975" in beats
    alike = str(drawn_ranking(apart=0.0, rope=0.1)).replace("\n", " ")
    assert "On average all 3 are equivalent, each pair at 0.975, and nobody beats them; on average" in alike
