"""`bayescmp compare` of scores of validation sets, a row each."""

import json

import pandas as pd
import pytest

import bayescmp as bc
from tests.data import gathered_sets

SCORES = {"svm": [0.95, 0.96, 0.97, 0.94, 0.96], "tree": [0.93, 0.95, 0.96, 0.95, 0.94]}


@pytest.fixture
def folds(tmp_path):
    pd.DataFrame({"fold": range(5), **SCORES}).to_csv(tmp_path / "folds.csv", index=False)
    return tmp_path / "folds.csv"


@pytest.mark.parametrize("kind", ["score", "loss"])
def test_the_answer_is_that_of_python(run, folds, kind):
    columns = (f"--{kind}", "svm", f"--{kind}", "tree")
    found = json.loads(run("compare", folds, *columns, "--sets", "456,113", "--json", "-").out)
    data = gathered_sets(SCORES, greater_is_better=kind == "score", n_train=456, n_test=113, noun=kind)
    result = bc.compare(data)
    assert found["method"] == result.method.name == "correlated-t"
    assert found["prob_first_better"] == pytest.approx(result.prob_first_better)
    assert (found["difference"]["low"], found["difference"]["high"]) == pytest.approx(
        (result.interval.low, result.interval.high)
    )
