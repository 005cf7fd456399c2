"""What people typed first: it works, or the answer is the line to type; and what the tab key offers."""

import json

import pandas as pd
import pytest

import bayescmp as bc


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pd.DataFrame({"dataset": ["x", "y"], "svm": [0.8, 0.7], "rf": [0.9, 0.6]}).to_csv("scores.csv", index=False)
    pd.DataFrame({"dataset": ["x", "y"], "svm": [80, 70], "rf": [90, 60]}).to_csv("hundred.csv", index=False)
    pd.DataFrame({"y": [0, 1] * 9, "svm": [0.5, 1.0] * 9, "rf": [0.2, 0.9] * 9}).to_csv("log.csv", index=False)
    pd.DataFrame({"dataset": ["x", "y"], "svm": [0.8, 0.7], "rf": [90, 60]}).to_csv("units.csv", index=False)
    pd.DataFrame({"dataset": ["x", "y"], "svm": [6, 8], "rf": [5, 7]}).to_csv("rmse.csv", index=False)
    pd.DataFrame({"y_true": [0, 1] * 9, "svm": [0, 1] * 9, "rf": [1] * 18, "fold": [0, 1, 2] * 6}).to_csv(
        "folds.csv", index=False
    )
    rows = [["x", "svm", 0.8, 1], ["x", "rf", 0.9, 2], ["y", "svm", 0.7, 3], ["y", "rf", 0.6, 4]]
    pd.DataFrame(rows, columns=["dataset", "clf", "acc", "seconds"]).to_csv("long.csv", index=False)
    texts = {"svm": ["1", "0", "error", "1"] * 9, "rf": [1, 0, 1, 1] * 9}
    pd.DataFrame(texts).to_csv("texts.csv", index=False)
    answers = [{"id": n // 4, "m": "ab"[n % 2], "s": n // 2 % 2, "ok": None if n == 1 else 1} for n in range(80)]
    pd.DataFrame(answers).to_json("null.jsonl", orient="records", lines=True)
    nested = [{"id": n // 2, "m": "ab"[n % 2], "ok": {"score": 1}} for n in range(40)]
    pd.DataFrame(nested).to_json("nested.jsonl", orient="records", lines=True)
    return tmp_path


GUESSES = {
    "two files": (("compare", "a.csv", "b.csv"), "`bayescmp compare --predictions a.csv --predictions b.csv --record"),
    "counts": (("compare", "65", "12", "28", "95"), "`bayescmp table --both-wrong 65"),
    "per cents of a rope": (("compare", "--rope", "1%"), "Invalid value for '--rope': it must be one number."),
    "half a seed": (("compare", "--seed", "1.5"), "Invalid value for '--seed': it must be one integer."),
    "a start of a metric": (("compare", "--metric", "acc"), "Did you mean 'accuracy'?"),
    "a study": (("study", "run", "tabel-5", "--out", "x"), "Did you mean 'table-5'?"),
    "an option twice": (("compare", "--seed", "1", "--seed", "2"), "--seed must be given once, but is given 2 times"),
    "nested columns": (
        ("compare", "--predictions", "nested.jsonl", "--classifier", "m", "--record", "id", "--correct", "ok"),
        "must hold 0 and 1, but got {'score': 1} in row 0",
    ),
    "a text among numbers": (
        ("compare", "--predictions", "texts.csv", "--score", "svm", "--score", "rf"),
        "`score['svm']` must hold numbers, but got 'error' at record 2",
    ),
    "a text among verdicts": (
        ("compare", "--predictions", "texts.csv", "--correct", "svm", "--correct", "rf"),
        "the predictions of 'svm' must hold 0 and 1, but got 'error' in row 2",
    ),
    "a null among answers": (
        (
            "compare",
            "--predictions",
            "null.jsonl",
            "--classifier",
            "m",
            "--record",
            "id",
            "--answer",
            "s",
            "--correct",
            "ok",
        ),
        "must have no missing values, but got nan at row 1. --on-missing drop leaves",
    ),
    "a pattern of everything": (
        ("rank", "--predictions", "log.csv", "--y-true", "y", "--y-prob", "{classifier}"),
        "--y-prob '{classifier}' must be given with --first and --second. Else name the columns",
    ),
    "per cents": (
        ("datasets", "rank", "hundred.csv", "--metric", "accuracy"),
        "Divide per cents by 100 (--per-cent) where all numbers are, leave out columns that are no classifiers",
    ),
    "per cents beside shares": (("datasets", "rank", "units.csv", "--per-cent"), "no number of 'svm' is above 1"),
    "losses as scores": (("datasets", "rank", "rmse.csv"), "'rmse' is called as losses are"),
    "a column of folds": (
        ("compare", "--predictions", "folds.csv", "--first", "svm", "--second", "rf"),
        "The column 'fold' must be used if it tells how",
    ),
    "a column of scores": (("datasets", "rank", "long.csv", "--scores", "acd"), "Did you mean 'acc'?"),
    "answers without any": (("rank", "--metric", "pass@3"), "--metric pass@3 needs several answers to each record"),
    "predictions that are not there": (("compare", "--predictions", "nothing.csv"), "There is no file 'nothing.csv'."),
    "scores to rank": (("rank", "--predictions", "scores.csv"), "`bayescmp datasets rank scores.csv`"),
    "scores to compare": (
        ("compare", "--predictions", "scores.csv", "--first", "svm", "--second", "rf"),
        "`bayescmp datasets compare scores.csv`",
    ),
    "one column of two": (
        ("compare", "--predictions", "log.csv", "--score", "svm", "--first", "svm", "--second", "rf"),
        "the column of their names, but there is 'svm' alone: --score svm --score COLUMN.",
    ),
    "partial credit": (
        ("compare", "--predictions", "log.csv", "--correct", "svm", "--correct", "rf"),
        "Numbers of any size are given as `--score` (higher is better) or `--loss`",
    ),
}


@pytest.mark.parametrize("guess", GUESSES)
@pytest.mark.usefixtures("folder")
def test_a_guess_is_answered_with_what_to_type(refused, guess):
    arguments, message = GUESSES[guess]
    assert message in refused(*arguments)


@pytest.mark.usefixtures("folder")
def test_one_column_of_a_long_table_is_that_of_the_scores(run):
    kinds = ("compare", "--first", "svm", "--second", "rf")
    found = run("datasets", *kinds, "long.csv", "--scores", "acc", "--metric", "accuracy", "--json").out
    assert found == run("datasets", *kinds, "scores.csv", "--metric", "accuracy", "--json").out


def test_a_misspelt_function_is_answered():
    with pytest.raises(AttributeError, match="Did you mean 'cross_val_predictions'"):
        _ = bc.cross_val_prediction


def test_an_option_given_twice_does_not_hide_the_help(run):
    assert "Predictions" in run("compare", "--seed", "1", "--seed", "2", "--help").out


def test_help_has_panels_and_defaults(run):
    out = run("compare", "--help").out
    heads = [
        "Predictions",
        "Logs of evaluations",
        "Question",
        "Output",
    ]
    places = [out.index(f"─ {head} ─") for head in heads]
    assert places == sorted(places)
    assert "[default: error]" in out
    assert "─ Options ─" not in out


def test_every_study_is_one_line(run):
    out = run("study", "run").out
    lines = out.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in lines] == bc.studies.builtin_studies()
    assert all(30 < len(line) <= 80 for line in lines)
    assert "--data FOLDER" in next(line for line in lines if line.startswith("figure-1 "))


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("bayescmp co", {"compare", "correlation"}),
        ("bayescmp compare --predi", {"--predictions"}),
        ("bayescmp compare --metric f1_", {"f1_macro", "f1_micro", "f1_weighted"}),
        ("bayescmp study run table", {"table-5", "table-6"}),
        ("bayescmp compare --metric nothing_like_it", set()),
    ],
)
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
