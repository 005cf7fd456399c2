"""`bayescmp plan` of a saved comparison, and a judge on the command line."""

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp._support._text import rounded_up


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder, rng = tmp_path_factory.mktemp("judged"), np.random.default_rng(0)
    wrong = rng.random((2, 300)) < np.array([[0.1], [0.25]])
    looked = rng.random(300) < 0.2
    frame = pd.DataFrame(
        {
            "model": np.repeat(["a", "b"], 300),
            "id": np.tile(np.arange(300) + 1000, 2),
            "human": np.where(np.tile(looked, 2), ~wrong.ravel(), np.nan),
            "judge": (wrong.ravel() == (rng.random(600) < 0.1)).astype(int),
        }
    )
    frame.to_csv(folder / "verdicts.csv", index=False)
    winner = np.where(wrong[0] & ~wrong[1], "b", np.where(wrong[1] & ~wrong[0], "a", "tie"))
    pd.DataFrame({"winner": winner}).to_csv(folder / "winners.csv", index=False)
    judged = bc.verdicts("human", judge="judge", data=frame, classifier="model", record="id")
    bc.compare(judged).save(folder / "now.nc")
    bc.compare(bc.preferences(winner)).save(folder / "other.nc")
    return folder


JUDGED = ("--classifier", "model", "--record", "id", "--correct", "human", "--judge", "judge")


def test_labels_that_are_next(folder, run):
    assert run("compare", "verdicts.csv", *JUDGED, "--save", "same.nc").code == 0
    assert bc.load("same.nc").to_json() == bc.load("now.nc").to_json()
    said = run("plan", "now.nc", "--labels", 40, "--out", "next.csv")
    result = bc.load("now.nc")
    assert pd.read_csv("next.csv")["record"].tolist() == result.next_labels(40)
    assert "Wrote next.csv" in said.out
    known = result.judge.n_labelled
    assert said.out.startswith("No number of labels decides with probability 0.8")
    table = said.out.split("\n\n")[1].splitlines()
    assert [line.split()[0] for line in table[1:4]] == [str(known), str(known + 40), "300"]
    assert "Labels needed for an assurance" in run("plan", "now.nc").out.replace("\n", " ")
    other = run("plan", "now.nc", "--labels", 40, "--out", "other.csv", "--seed", 1)
    assert other.code == 0
    assert pd.read_csv("other.csv")["record"].tolist() == result.next_labels(40, rng=1)


def test_a_file_that_people_fill_in_is_replaced_only_where_asked(folder, run, refused):
    asked = ("plan", "now.nc", "--labels", 40, "--out", "filled.csv")
    assert run(*asked).code == 0
    filled_in = (folder / "filled.csv").read_text().replace(",,", ",1,0")
    (folder / "filled.csv").write_text(filled_in)
    assert "`--out` must be a new file, which people are to fill in, but 'filled.csv' is there" in refused(*asked)
    assert (folder / "filled.csv").read_text() == filled_in
    assert run(*asked, "--overwrite").code == 0
    assert (folder / "filled.csv").read_text() != filled_in


def test_what_is_labelled_next_has_the_columns_of_the_log(folder, run):
    rng, n = np.random.default_rng(1), 60
    right = {name: (rng.random(2 * n) < 0.8).astype(float) for name in ("a", "b")}
    looked = np.arange(2 * n) % 3 == 0
    people = {name: np.where(looked, one, np.nan) for name, one in right.items()}
    keys = {"record": np.tile(np.arange(n), 2), "task": np.repeat(["x", "y"], n)}
    bc.compare(bc.verdicts(people, judge=right, **keys)).save("tasks.nc")
    assert run("plan", "tasks.nc", "--labels", 30, "--out", "tasks.csv").code == 0
    found = pd.read_csv("tasks.csv")
    assert [*found.columns] == ["task", "record", "a", "b"]
    named = [f"{task}/{one}" for task, one in zip(found["task"], found["record"], strict=True)]
    assert named == bc.load("tasks.nc").next_labels(30)
    winner = np.where(right["a"] > right["b"], "a", np.where(right["a"] < right["b"], "b", "tie"))
    seen = np.where(looked, winner, None)
    bc.compare(bc.preferences(seen, judge=winner)).save("preferred.nc")
    assert run("plan", "preferred.nc", "--labels", 30, "--out", "preferred.csv").code == 0
    assert [*pd.read_csv("preferred.csv").columns] == ["record", "preferred"]


def test_records_of_an_assurance_are_named(folder, run):
    said = " ".join(run("plan", "other.nc").out.split())
    result = bc.load("other.nc")
    planned = bc.plan(result)
    size = int(planned.needed[0.8])
    shown = f"{rounded_up(size, 2):,.0f}"
    assert said.startswith(f"{shown} records decide with probability 0.8 on average over likely differences.")
    assert f"{shown} for 0.8" in said[said.index("Records needed for an assurance") :]
    less, enough = bc.plan(result, n_records=[size - 1, size]).table["assurance"]
    assert less < 0.8 <= enough


def test_where_all_are_labelled_more_records_are_foreseen(folder, run):
    right = {"a": [1, 0, 1, 1] * 9, "b": [1, 1, 0, 1] * 9}
    bc.compare(bc.verdicts(right, judge=right)).save("whole.nc")
    assert "\n      600 " in run("plan", "whole.nc", "--records", 600).out


def test_preferences(folder, run):
    said = run("compare", "winners.csv", "--preferred", "winner").out
    assert "a wins more often than b" in said
