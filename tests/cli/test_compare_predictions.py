"""`bayescmp compare`: columns of a file, wide or long, or a saved Dataset."""

import json

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from tests.cli.screens import on_command_line
from tests.data import write_csv

N = 30
RNG = np.random.default_rng(0)
Y = RNG.choice(["cat", "dog"], N)
TREE, SVM = (np.where(RNG.random(N) < error, "cat", Y) for error in (0.5, 0.2))


@pytest.fixture
def expected():
    return on_command_line(bc.compare(bc.labels(Y, {"tree": TREE, "svm": SVM})))


def wide(path):
    pd.DataFrame({"y": Y, "tree": TREE, "svm": SVM}).to_csv(path, index=False)
    return ["--y-true", "y", "--first", "tree", "--second", "svm"]


def long(path):
    rows = pd.concat(
        pd.DataFrame({"id": np.arange(N), "model": name, "target": Y, "answer": values})
        for name, values in (("tree", TREE), ("svm", SVM))
    )
    rows.sample(frac=1, random_state=0).to_json(path, orient="records", lines=True)
    columns = ["--classifier", "model", "--record", "id", "--y-true", "target", "--y-pred", "answer"]
    return [*columns, "--first", "tree", "--second", "svm"]


def saved(path):
    bc.save_predictions(bc.labels(Y, {"svm": SVM, "other": Y, "tree": TREE}), path)
    return ["--first", "tree", "--second", "svm"]


@pytest.mark.parametrize(
    ("name", "write"), [("log.csv", wide), ("log.csv.gz", wide), ("log.jsonl", long), ("log.nc", saved)]
)
def test_every_form_of_predictions_gives_the_same_screen(run, tmp_path, expected, name, write):
    arguments = write(tmp_path / name)
    ended = run("compare", tmp_path / name, *arguments)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.strip() == expected


def test_repeat_and_fold_columns_make_a_cross_validation(run, tmp_path):
    cv, n, rows = bc.BlockRegularizedCV(3, random_state=0), 40, []
    y = np.arange(n) % 2
    for number, (_, test) in enumerate(cv.split(y)):
        answer = {"a": y[test], "b": 1 - y[test]}
        rows.append(pd.DataFrame({"id": test, "r": number // 2, "f": number % 2, "y": y[test], **answer}))
    pd.concat(rows).to_csv(tmp_path / "log.csv", index=False)
    columns = ["--y-true", "y", "--record", "id", "--repeat", "r", "--fold", "f", "--first", "a", "--second", "b"]
    ended = run("compare", tmp_path / "log.csv", *columns, "--json", tmp_path / "result.json")
    result = json.loads((tmp_path / "result.json").read_text())
    assert "3 x 2 block-regularized cross-validation of 40 records" in " ".join(ended.out.split())
    assert result["errors"] == {"a": 0.0, "b": 1.0}


def test_a_log_of_folds_is_a_hold_out_only_if_that_is_said(run, refused, tmp_path):
    arguments = wide(tmp_path / "log.csv")
    pd.read_csv(tmp_path / "log.csv").assign(cv_fold=np.arange(N) % 3).to_csv(tmp_path / "folds.csv", index=False)
    given = ("compare", tmp_path / "folds.csv", *arguments)
    assert "Give it by --fold, or --hold-out" in refused(*given)
    assert "one hold-out of 30 records" in " ".join(run(*given, "--hold-out").out.split())
    assert "3-fold cross-validation of 30 records" in " ".join(run(*given, "--fold", "cv_fold").out.split())
    assert "--hold-out must be left out with --fold: answers came about in one way." in refused(
        *given, "--hold-out", "--fold", "cv_fold"
    )
    assert "--hold-out must be left out without FILE." in refused("compare", "--hold-out")


def test_true_labels_may_stand_in_a_file_of_their_own(run, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_csv("solution.csv", {"id": range(40), "y_true": [0, 1] * 20})
    write_csv("one.csv", {"id": range(39, -1, -1), "label": [1, 0] * 20})
    write_csv("two.csv", {"id": range(40), "label": [0, 0] * 20})
    asked = ("one.csv", "two.csv", "--record", "id", "--y-pred", "label")
    found = json.loads(run("compare", *asked, "solution.csv", "--json", "-").out)
    assert found["errors"] == {"one": 0.0, "two": 0.5}
    assert "`--json` must not be a file that is read" in refused(
        "compare", *asked, "solution.csv", "--json", "solution.csv"
    )
    assert run("rank", *asked, "solution.csv").code == 0
