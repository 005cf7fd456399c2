"""`bayescmp evaluate`, several `--metric`, and `--changed`."""

import json

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc

N = 60
RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, N)
ANSWERS = {name: np.where(RNG.random(N) < rate, 1 - Y, Y) for name, rate in {"a": 0.1, "b": 0.4}.items()}
WIDE = ("log.csv", "--y-true", "y", "--y-pred", "a", "--y-pred", "b")
TWO = ("log.csv", "--y-true", "y", "--first", "a", "--second", "b")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Write the file that all tests read."""
    folder = tmp_path_factory.mktemp("files")
    pd.DataFrame({"id": np.arange(N), "y": Y, **ANSWERS}).to_csv(folder / "log.csv", index=False)
    return folder


def test_it_is_that_of_python(folder, run):
    ended = run("evaluate", *WIDE, "--ci-prob", "0.9", "--ci-kind", "hdi", "--json", "e.json")
    expected = json.loads(bc.evaluate(Y, ANSWERS, ci_prob=0.9, ci_kind="hdi").to_json())
    assert ended.code == 0
    assert json.loads((folder / "e.json").read_text("utf-8"))["classifiers"] == expected["classifiers"]
    assert "`--details` has every test" in ended.out


def test_several_metrics_are_rows(folder, run):
    for command, given in {"evaluate": WIDE, "rank": WIDE, "compare": TWO}.items():
        ended = run(command, *given, "--metric", "accuracy", "--metric", "f1_macro", "--save", f"{command}.nc")
        assert ended.code == 0
        assert "macro F1" in ended.out
        assert list(bc.load(folder / f"{command}.nc").results) == ["accuracy", "f1_macro"]


def test_the_records_that_changed_are_written(folder, run):
    assert run("compare", *TWO, "--record", "id", "--changed", "changed.csv").code == 0
    found = pd.read_csv(folder / "changed.csv", index_col="record")
    expected = bc.compare(bc.labels(Y, ANSWERS)).changed()
    assert found.index.tolist() == expected.index.tolist()
    assert found["better"].tolist() == expected["better"].tolist()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("given", "said"), [
    (("evaluate",), "FILE must be given, a table and columns or logs"),
    (("compare", *TWO, "--metric", "f1", "--metric", "error", "--fail-if", "undecided"), "out with several"),
    (("compare", *TWO, "--changed", "changed.txt"), "--changed must end in .csv"),
    (("compare", *TWO, "--changed", "log.csv"), "must not be a file that is read"),
    (("datasets", "compare", "log.csv", "--metric", "a", "--metric", "b"), "must be given once here, but got 2"),
])  # fmt: skip
def test_what_cannot_be_is_refused(refused, given, said):
    assert said in refused(*given).replace("`", "")
