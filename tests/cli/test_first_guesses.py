"""What people typed first: it works, or the answer is the line to type; and what the tab key offers."""

import json

import pandas as pd
import pytest


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pd.DataFrame({"dataset": ["x", "y"], "svm": [0.8, 0.7], "rf": [0.9, 0.6]}).to_csv("scores.csv", index=False)
    pd.DataFrame({"dataset": ["x", "y"], "svm": [6, 8], "rf": [5, 7]}).to_csv("rmse.csv", index=False)
    rows = [["x", "svm", 0.8, 1], ["x", "rf", 0.9, 2], ["y", "svm", 0.7, 3], ["y", "rf", 0.6, 4]]
    pd.DataFrame(rows, columns=["dataset", "clf", "acc", "seconds"]).to_csv("long.csv", index=False)


@pytest.mark.usefixtures("folder")
def test_one_column_of_a_long_table_is_that_of_the_scores(run):
    kinds = ("compare", "--first", "svm", "--second", "rf")
    found = run("datasets", *kinds, "long.csv", "--scores", "acc", "--metric", "accuracy", "--json").out
    assert found == run("datasets", *kinds, "scores.csv", "--metric", "accuracy", "--json").out


@pytest.mark.parametrize(("words", "offered"), [
    ("bayescmp co", {"compare", "correlation"}),
    ("bayescmp compare --prefe", {"--preferred"}),
    ("bayescmp compare --metric f1_", {"f1_macro", "f1_micro", "f1_weighted"}),
    ("bayescmp study run table", {"table-5", "table-6"}),
    ("bayescmp compare --metric nothing_like_it", set()),
])  # fmt: skip
def test_bash_completes(run, words, offered, monkeypatch):
    monkeypatch.setenv("_BAYESCMP_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    ended = run()
    assert (ended.code, set(ended.out.split())) == (0, offered)


def test_a_direction_that_is_given_holds_whatever_a_column_or_file_is_called(run, folder):
    rows = [["x", "svm", 6], ["x", "rf", 5], ["y", "svm", 8], ["y", "rf", 7]]
    pd.DataFrame(rows, columns=["dataset", "model", "Score"]).to_csv("numbers.csv")  # with numbers of its rows
    for file in ("numbers.csv", "rmse.csv"):
        for given, best in (("--losses", "rf"), ("--no-losses", "svm")):
            for named in ([], ["--metric", "dollars"]):
                assert json.loads(run("datasets", "rank", file, given, *named, "--json", "-").out)["best"] == best
    assert json.loads(run("datasets", "rank", "rmse.csv", "--metric", "rmse", "--json", "-").out)["best"] == "rf"
