"""`--group`: a column of groups of dependent records of predictions in a file."""

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from tests.cli.screens import on_command_line
from tests.data import answered, write_csv

GROUPS = np.repeat([f"patient {k}" for k in range(12)], 5)
Y, PRED = answered({"tree": 0.2, "svm": 0.35, "knn": 0.3}, 60)
UNITS = "12 groups of 5 records each are the units"


def said(ended):
    return " ".join(ended.out.split())


@pytest.fixture
def wide(tmp_path):
    return write_csv(tmp_path / "wide.csv", {"y": Y, "who": GROUPS, **PRED})


@pytest.mark.full
def test_predictions_in_groups_have_the_screen_of_python(run, wide):
    ended = run("compare", wide, "--y-true", "y", "--first", "tree", "--second", "svm", "--group", "who")
    two = {name: PRED[name] for name in ("tree", "svm")}
    expected = on_command_line(bc.compare(bc.labels(Y, two, group=GROUPS)))
    assert (ended.code, ended.err, ended.out.strip()) == (0, "", expected)
    assert UNITS in said(ended)


def test_a_long_table_has_the_column_in_every_row(run, tmp_path):
    rows = pd.DataFrame({"id": np.arange(60), "y": Y, "who": GROUPS, **PRED}).melt(
        id_vars=["id", "y", "who"], var_name="model", value_name="said"
    )
    path = write_csv(tmp_path / "long.csv", rows)
    columns = ("--classifier", "model", "--record", "id", "--y-true", "y", "--y-pred", "said", "--group", "who")
    ended = run("compare", path, *columns, "--first", "tree", "--second", "svm")
    assert UNITS in said(ended)
