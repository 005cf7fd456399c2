"""`bayescmp compare` of scores of validation sets, a row each."""

import json

import pandas as pd
import pytest

import bayescmp as bc

SCORES = {"svm": [0.95, 0.96, 0.97, 0.94, 0.96], "tree": [0.93, 0.95, 0.96, 0.95, 0.94]}
SIZES = ("--n-train", "456", "--n-test", "113")


@pytest.fixture
def folds(tmp_path):
    pd.DataFrame({"fold": range(5), **SCORES}).to_csv(tmp_path / "folds.csv", index=False)
    return tmp_path / "folds.csv"


def columns(kind):
    return (f"--{kind}", "svm", f"--{kind}", "tree")


@pytest.mark.parametrize("kind", ["score", "loss"])
def test_the_answer_is_that_of_python(run, folds, kind):
    found = json.loads(run("compare", "--predictions", folds, *columns(kind), *SIZES, "--json", "-").out)
    data = bc.scores_from_arrays(SCORES, n_train=456, n_test=113, greater_is_better=kind == "score", noun=kind)
    result = bc.compare(data)
    assert found["level"] == result.level.name == "correlated-t"
    assert found["prob_first_better"] == pytest.approx(result.prob_first_better)
    assert (found["difference"]["low"], found["difference"]["high"]) == pytest.approx(
        (result.interval.low, result.interval.high)
    )


@pytest.fixture
def rows(tmp_path):
    """Write a row for each classifier and fold, in any order."""
    places = [(name, number, value) for name, own in SCORES.items() for number, value in enumerate(own)]
    frame = pd.DataFrame(places, columns=["model", "k", "accuracy"]).sample(frac=1, random_state=0)
    frame.assign(r=frame["k"] // 3, k=frame["k"] % 3).to_csv(tmp_path / "rows.csv", index=False)
    return tmp_path / "rows.csv"


def test_a_row_for_each_classifier_and_fold_is_the_same(run, refused, rows, tmp_path):
    given = ("--predictions", rows, "--classifier", "model", "--fold", "k", "--score", "accuracy", *SIZES)
    said = refused("compare", *given)
    assert "one row of a validation set, but there are two of fold" in said
    assert "--repeat COLUMN tells several repeats apart" in said
    frame = pd.read_csv(rows)
    frame = frame.assign(k=3 * frame["r"] + frame["k"], r=0)
    frame.to_csv(rows, index=False)
    found = json.loads(run("compare", *given, "--repeat", "r", "--json", "-").out)
    result = bc.compare(bc.scores_from_arrays(SCORES, n_train=456, n_test=113, n_repeats=1))
    assert found["prob_first_better"] == pytest.approx(result.prob_first_better)
    assert found["design"]["n_repeats"] == 1
    frame.drop(columns="r").to_csv(rows, index=False)
    assert json.loads(run("compare", *given, "--json", "-").out)["difference"] == pytest.approx(found["difference"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((*columns("score"), "--n-train", "456"), "--n-train and --n-test must be given together"),
        (("--first", "svm", "--second", "tree", *SIZES), "--score COLUMN (or --loss COLUMN) for each classifier"),
        (("--score", "svm", *SIZES), "--score COLUMN (or --loss COLUMN) for each classifier"),
        ((*columns("score"), "--fold", "fold", *SIZES), "--fold must be left out with --n-train"),
        ((*columns("score"), "--n-train", "-3", "--n-test", "113"), "`--n-train` must be above 0"),
        (("--score", "svm", "--score", "oak", *SIZES), "must have a column 'oak'"),
    ],
)
def test_what_does_not_fit_is_refused(refused, folds, options, said):
    assert said in refused("compare", "--predictions", folds, *options)


def test_a_column_that_is_called_otherwise_is_refused(refused, tmp_path):
    pd.DataFrame({f"{name}_error": own for name, own in SCORES.items()}).to_csv(tmp_path / "folds.csv", index=False)
    named = ("--score", "svm_error", "--score", "tree_error")
    said = refused("compare", "--predictions", tmp_path / "folds.csv", *named, *SIZES)
    assert "The column 'svm_error' is called as losses are" in said


def test_the_sizes_are_for_predictions(refused):
    assert "--n-train is for predictions" in refused("compare", *SIZES)
    assert "--log must be given without --n-train" in refused("compare", "--log", "x", *SIZES)


def test_a_table_of_folds_is_told_of_the_option(refused, folds):
    said = refused("compare", "--predictions", folds, "--first", "svm", "--second", "tree")
    assert "on the validation sets of one: --score COLUMN for each of two, with --n-train and --n-test" in said
