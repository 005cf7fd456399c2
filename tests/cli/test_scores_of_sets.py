"""`bayescmp compare` of scores of validation sets, a row each."""

import json

import pandas as pd
import pytest

import bayescmp as bc
from tests.data import gathered_sets

SCORES = {"svm": [0.95, 0.96, 0.97, 0.94, 0.96], "tree": [0.93, 0.95, 0.96, 0.95, 0.94]}
SIZES = ("--sets", "456,113")


@pytest.fixture
def folds(tmp_path):
    pd.DataFrame({"fold": range(5), **SCORES}).to_csv(tmp_path / "folds.csv", index=False)
    return tmp_path / "folds.csv"


def columns(kind):
    return (f"--{kind}", "svm", f"--{kind}", "tree")


@pytest.mark.parametrize("kind", ["score", "loss"])
def test_the_answer_is_that_of_python(run, folds, kind):
    found = json.loads(run("compare", folds, *columns(kind), *SIZES, "--json", "-").out)
    data = gathered_sets(SCORES, greater_is_better=kind == "score", n_train=456, n_test=113, noun=kind)
    result = bc.compare(data)
    assert found["method"] == result.method.name == "correlated-t"
    assert found["prob_first_better"] == pytest.approx(result.prob_first_better)
    assert (found["difference"]["low"], found["difference"]["high"]) == pytest.approx(
        (result.interval.low, result.interval.high)
    )


def test_a_column_that_is_called_otherwise_is_refused(refused, tmp_path):
    pd.DataFrame({f"{name}_error": own for name, own in SCORES.items()}).to_csv(tmp_path / "folds.csv", index=False)
    named = ("--score", "svm_error", "--score", "tree_error")
    said = refused("compare", tmp_path / "folds.csv", *named, *SIZES)
    assert "The column 'svm_error' is called as losses are" in said
