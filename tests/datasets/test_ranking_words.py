"""A ranking over data sets on the screen and in notebooks; its draws are generated, not sampled."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp.content import half_up
from bayescmp.content._names import SCREEN
from bayescmp.reports import render
from tests.data import drawn_ranking

LONG = [f"classifier {number:02} {'of many ' * 6}"[:60] for number in range(22)]
HOSTILE = ["<script>alert(1)</script>", "a\nb", "\x1b[31m", "L" * 200 + "a" + "L" * 200, "L" * 200 + "b" + "L" * 200]
RESULTS = {
    "three": {"missing": True},
    "of two": {"names": ("tree", "svm"), "sets": 2, "rope": 0},
    "one set": {"sets": 1},
    "many": {"names": LONG, "sets": 12, "missing": True},
    "many alike": {"names": LONG, "apart": 0.0},
    "hostile": {"names": HOSTILE, "sets": HOSTILE},
    "far apart": {"names": LONG[:6], "apart": 1e4, "missing": True},
    "tasks": {"by": "task", "reliable": False},
}


@pytest.fixture(scope="module")
def results():
    return {name: drawn_ranking(**asked) for name, asked in RESULTS.items()}


def table_of(result):
    """Return the lines of the table of the screen, heads first."""
    return str(result).split("\n\n")[1].splitlines()


@pytest.mark.full
def test_a_screen_has_80_columns_on_which_names_stay_apart(results):
    for result in results.values():
        for said in (str(result), result.details()):
            assert max(map(len, said.splitlines())) <= 80
            assert "\x1b" not in said
        _, *rows = table_of(result)
        names = [row.strip().partition("  ")[0] for row in rows]
        assert len(set(names)) == len(names) == min(20, len(result.classifiers))
        assert "\n" not in repr(result)
        shown = result._repr_html_()
        assert shown.count("<tr") == 1 + min(20, len(result.classifiers))
        assert "<script" not in shown


@pytest.mark.full
def test_heads_and_names_that_find_no_room_are_shorter(results):
    after = ["mean rank", "P(best)", "beaten by"]
    assert list(results["three"].content.table()) == ["classifier", "mean accuracy", *after]
    far = results["far apart"].content.table(SCREEN._replace(width=60))
    assert list(far) == ["accuracy", "mean value", *after]
    assert max(map(len, far["accuracy"])) == 16
    assert list(results["one set"].content.table()) == [
        "classifier",
        "mean accuracy",
        *after[2:],
    ]  # there are no others


@pytest.mark.full
def test_what_is_long_is_shortened(results):
    text = " ".join(str(results["many"]).split())
    assert "`classifiers` has 2 more" in text
    assert re.search(r"; \d+ more Pairs decided", text)
    assert all(
        re.fullmatch(r"-|\d+( others?)?( \(\d+†\))?", said) for said in results["many"].content.table()["beaten by"]
    )
    alike = " ".join(str(results["many alike"]).split())
    assert "Undecided: on average none is better than another by more than 0.01 with probability 0.975" in alike
    assert "(22) Pairs decided" in alike  # one tier of 22
    assert len(alike) < 4000


def test_few_data_sets_are_said(results):
    assert "; nobody is named the best, for one data set tells nothing of others" in " ".join(
        str(results["one set"]).split()
    )
    assert "1 data set does not tell how far data sets vary" in results["one set"].notes[0]
    assert "Tests of mean ranks   none: 1 data set with all classifiers" in str(results["one set"])
    assert "2 data sets tell little" in results["of two"].notes[0]


def test_classifiers_that_no_data_set_tells_apart_are_noted(results):
    found = results["three"]
    assert not any("same values" in note for note in found.notes)
    copied = found.observed.sel(classifier=["tree", "svm", "svm"]).assign_coords(classifier=["tree", "svm", "knn"])
    note = replace(found, observed=copied).notes[-1]
    assert note.startswith("svm and knn have the same values on every data set: are they one classifier?")
    twins = " ".join(str(bc.rank_datasets(pd.DataFrame({"a": [0.9, 0.7, 0.8], "b": [0.9, 0.7, 0.8]}))).split())
    assert "each of a and b is best with probability 0.50" in twins
    assert "nobody is named the best, for nothing tells how far differences vary over data sets." in twins


def test_draws_that_are_not_reliable_are_said_first(results):
    unreliable = results["tasks"]
    assert str(unreliable).startswith("NOT RELIABLE, see details. Undecided: on average none is")
    assert not unreliable.reliable
    assert "NOT RELIABLE" in unreliable._repr_html_()


def test_pairs_that_few_data_sets_have_are_named_where_there_are_others():
    frame = pd.DataFrame({"a": 0.1 * np.arange(6), "b": [0.2, 0.1, *[np.nan] * 4], "c": 0.5}, list("uvwxyz"))
    said = " ".join(str(bc.rank_datasets(frame, metric="accuracy", draws=400)).split())
    assert "fewer than 5 data sets have both a and b (and 1 more pair): little is known of them on average" in said


def test_pairs_that_no_run_of_neighbours_holds_are_named_and_decisions_counted_after_holm():
    wide = 0.82 + 0.1 * np.linspace(-1, 1, 12)
    frame = pd.DataFrame({"wide": wide, "b": 0.81, "c": 0.80 + 0.001 * np.sin(np.arange(12))}, list("abcdefghijkl"))
    result = bc.rank_datasets(frame, metric="accuracy", draws=400)
    said = " ".join(str(result).split())
    assert result.tiers == (("wide", "b"), ("c",))
    assert "Cannot be told apart wide and b; also wide and c Pairs decided 1 of 3 pairs; 1 after adjustment" in said
    assert "°" not in render(result, "text")  # of plain numbers, all are decided


@pytest.mark.parametrize(("rank", "text"), [(1.425, "1.43"), (19 / 12, "1.58")])
def test_halves_of_mean_ranks_are_rounded_up(rank, text):
    assert half_up(rank) == text


def test_the_headline_says_who_beats_all_and_who_are_equivalent():
    beats = str(drawn_ranking(apart=0.2)).replace("\n", " ")
    assert (
        "On average knn has a higher accuracy than every other by more than 0.01, each with probability 0.975 or"
        in beats
    )
    alike = str(drawn_ranking(apart=0.0, rope=0.1)).replace("\n", " ")
    assert "On average all 3 are equivalent, each pair with probability 0.975 or more, and nobody beats them; " in alike


@pytest.mark.full
@pytest.mark.parametrize(("n", "rope", "decided"), [(37, 0.0, False), (38, 0.0, True), (42, 0.01, False)])
def test_the_screen_says_how_many_data_sets_a_decision_on_the_next_one_takes(n, rope, decided):
    accuracies = pd.DataFrame({"tree": np.full(n, 0.8), "svm": np.full(n, 0.9) + np.linspace(0, 0.01, n)})
    result = bc.compare_datasets(accuracies, metric="accuracy", rope=rope)
    assert (result.next_dataset.decision != "undecided") is decided
    for said in (result, bc.rank_datasets(accuracies, metric="accuracy", rope=rope)):
        least = f"a decision on the next data set takes at least {43 if rope else 38}"
        assert (least in " ".join(str(said).split())) is not decided


def test_what_could_change_a_ranking_begins_with_the_pairs_that_are_undecided_on_average():
    rows = {"a": (0.81, 0.80, 0.6), "b": (0.70, 0.72, 0.5), "c": (0.9, 0.89, 0.7), "d": (0.8, 0.8, 0.62)}
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=["svm", "forest", "tree"])
    said = " ".join(str(bc.rank_datasets(frame, metric="accuracy", draws=400)).split())
    assert "change it more data sets (1 of 3 pairs undecided on average); a decision on the next data set" in said


def test_the_end_of_an_interval_that_is_of_the_base_is_named():
    apart = [0.801, 0.878, 0.836, 0.778, 0.828, 0.795, 0.811, 0.815, 0.808, 0.846, 0.828, 0.813]
    for frame in (
        pd.DataFrame({"a": 0.8, "b": apart}),
        pd.DataFrame({"b": apart, "a": 0.8}),
        pd.DataFrame({"a": [0.8] * 4, "b": [0.79, 0.8, 0.81, 0.8]}),
    ):
        result = bc.compare_datasets(frame)
        said = "it ends beyond any data set at hand, by the wide prior alone"
        assert said in " ".join(result.details().split())
        assert "wide prior" not in str(result)


def test_tasks_with_the_same_difference_of_other_values_are_not_taken_for_one():
    rows = [(task, name, right) for task, shift in (("a", 0), ("b", 4)) for name, k in (("tree", 4), ("svm", 8))
            for right in np.arange(20) < k + shift]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["task", "model", "right"]).assign(id=list(range(20)) * 4)
    found = bc.verdicts("right", data=frame, classifier="model", record="id", task="task")
    assert "same numbers" not in str(bc.compare_datasets(found, by="task"))
    twice = frame[frame["task"] == "a"].assign(task="c")
    found = bc.verdicts("right", data=pd.concat([frame, twice]), classifier="model", record="id", task="task")
    assert "a and c have the same numbers" in str(bc.compare_datasets(found, by="task"))


def test_a_table_of_plain_numbers_says_what_is_exact_where_gaps_are_and_the_screen_the_population():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({name: rng.uniform(0.7, 0.9, 6) for name in ("tree", "svm", "bayes")}, index=list("abcdef"))
    frame.loc["b", "svm"] = np.nan
    ranking = bc.rank_datasets(frame, metric="accuracy", draws=400)
    assert (
        "svm (5); a pair rests on those with both, P(best), means and mean ranks on the 5 data sets with all"
        in ranking.to_latex()
    )
    assert f"{frame.dropna()['tree'].mean():.4f}" in str(ranking)
    two = bc.compare_datasets(frame, first="tree", second="bayes", metric="accuracy")
    assert re.search(r"these 6 data sets, each as one & \S+ & taken as exact", two.to_latex())
    assert "; method:" not in ranking.details()
    for result, q in ((ranking, "5 to 6"), (two, "6")):
        said = " ".join(result.details().split())
        assert "variance times 1 + 2/q (q data sets); that on the next data set" in said
        assert "with q - 1 degrees of freedom about the mean of their q differences on data sets" in said
        assert f"its variance times 1 + 2/q; q is {q}. For" in said
        assert "is as on one of these (probability 75 %) or from a wide prior (Ferguson 1973)" in said
        assert "base is t with 3 df and scale 0.06 about 0" in said
        assert "wide prior" not in str(result)


def test_a_pair_that_never_met_is_named_and_not_counted():
    nan = np.nan
    frame = pd.DataFrame({"a": [0.1, 0.2, nan, nan], "b": [nan, nan, 0.3, 0.2], "c": [0.1, 0.2, 0.3, 0.4]})
    said = " ".join(str(bc.rank_datasets(frame.set_axis(list("wxyz")), metric="accuracy", draws=400)).split())
    assert "no data set has both a and b: nothing is said of them" in said
    assert "4 data sets tell little of how far data sets vary: intervals on average are 2 times as wide" in said
    assert "Pairs decided 0 of 2 pairs" in said


def test_numbers_that_are_taken_as_exact_are_not_decided():
    frame = pd.DataFrame({"a": [0.81, 0.66, 0.91, 0.75], "b": [0.79, 0.70, 0.90, 0.71]}, index=list("uvwx"))
    result = bc.compare_datasets(frame)
    (said,) = re.findall(r" On average (.*?) Observed", " ".join(str(result).split()))
    assert re.fullmatch(r"a better: \S+; b better: \S+ Next data set a better: .*", said)
    report = " ".join(render(result, "text").split())
    assert "Differences on each data set, as observed: they are taken as exact. data set difference u 0.02" in report
    assert "[0.02, 0.02]" not in report
    assert "these 4 data sets, each as one 0.008 taken as exact" in report


def test_a_control_is_named_on_the_screen_and_has_no_p_value_of_its_own():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {name: 0.8 + 0.02 * place + 0.03 * rng.normal(size=12) for place, name in enumerate("abc")},
        index=[f"d{number}" for number in range(12)],
    )
    for control, said in (("a", "apart from a after Holm at 0.05: c"), ("b", "apart from b after Holm at 0.05: none")):
        ranking = bc.rank_datasets(frame, control=control, metric="accuracy", draws=400)
        assert said in " ".join(str(ranking).split())
        assert re.search(rf"\n  {control} +\d\.\d\d *\n", render(ranking, "text"))
    assert "after Holm" not in str(bc.rank_datasets(frame, metric="accuracy", draws=400))


def test_classifiers_that_are_the_best_as_probably_are_named_together():
    frame = pd.DataFrame(
        {"a": [0.9, 0.9, 0.7, 0.7, 0.7, 0.7], "b": [0.7, 0.7, 0.9, 0.9, 0.7, 0.7], "c": [0.7, 0.7, 0.7, 0.7, 0.9, 0.9]},
        index=list("uvwxyz"),
    )
    said = " ".join(str(bc.rank_datasets(frame[["c", "b", "a"]], metric="accuracy")).split())
    names, probability = re.search(r"Next data set each of (.*?) is best with probability (\S+);", said).groups()
    assert (sorted(names.replace(" and ", ", ").split(", ")), probability) == (["a", "b", "c"], "0.33")


def test_decisions_on_different_data_sets_may_go_round_in_a_circle():
    noise = np.random.default_rng(0).normal(0, 0.002, (24, 3))
    values = np.full((24, 3), np.nan)
    for place, (better, worse) in enumerate(((0, 1), (1, 2), (2, 0))):
        values[8 * place : 8 * place + 8, [better, worse]] = 0.9, 0.8
    ranking = bc.rank_datasets(pd.DataFrame(values + noise, columns=[*"abc"]), metric="accuracy", draws=400)
    assert ranking.unbeaten == ()
    said = " ".join(str(ranking).split())
    assert "Undecided: on average everyone is beaten by someone with probability 0.975 or more" in said


def test_all_with_the_highest_mean_are_named_and_nobody_is_next():
    frame = pd.DataFrame({"a": [0.8, 0.7, 0.9, 0.6], "b": [0.7, 0.8, 0.6, 0.9], "c": [0.5, 0.52, 0.4, 0.45]})
    said = bc.rank_datasets(frame, metric="accuracy", draws=400).sentence()
    assert re.search(r"mean accuracy of (a and b|b and a), the highest of 3, was 0\.75\d*\. ", said)
    assert "next best" not in said
    assert " of c, the lowest of 3, was 0.467 " in bc.rank_datasets(frame, metric="error", draws=400).sentence()


def test_of_two_nothing_is_said_of_all_pairs_at_once():
    said = str(render(drawn_ranking(names=("tree", "svm"), sets=6), format="text"))
    assert "Friedman" in said
    assert "Nemenyi" not in said
    assert "Cannot be told apart" not in said
