"""`--metric` and `--labels` of `bayescmp compare`."""

import json
import re

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc

N = 60
RNG = np.random.default_rng(0)
CODES = {"y": RNG.integers(0, 2, N)}
for _name, _rate in (("tree", 0.3), ("svm", 0.1)):
    CODES[_name] = np.where(RNG.random(N) < _rate, 1 - CODES["y"], CODES["y"])
LABELS = {"words": ["no", "yes"], "numbers": [1, 2], "bools": [False, True]}


def log(name):
    return ("compare", f"{name}.csv", "--y-true", "y", "--first", "tree", "--second", "svm")


pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Write the files that all tests read."""
    folder = tmp_path_factory.mktemp("files")
    for name, labels in LABELS.items():
        frame = pd.DataFrame({column: np.array(labels)[codes] for column, codes in CODES.items()})
        frame.to_csv(folder / f"{name}.csv", index=False)
    return folder


@pytest.mark.parametrize(
    ("name", "written"),
    [("words", "yes"), ("numbers", "2"), ("numbers", "2.0"), ("bools", "True"), ("bools", "true"), ("bools", "1")],
)
def test_a_label_is_written_as_in_files(run, name, written):
    y, *answers = (np.array(LABELS[name])[codes] for codes in CODES.values())
    data = bc.labels(y, dict(zip(("tree", "svm"), answers, strict=True)))
    expected = bc.compare(data, metric="f1", pos_label=LABELS[name][1])
    ended = run(*log(name), "--metric", "f1", "--labels", written, "--json", "-")
    found = json.loads(ended.out)
    assert found["pos_label"] == LABELS[name][1]
    assert found["difference"] == json.loads(expected.to_json())["difference"]


def test_a_class_that_is_obvious_may_be_left_out(run):
    named, obvious = (run(*log("bools"), "--metric", "f1", *more).out for more in (("--labels", "True"), ()))
    assert "  F1 (True)   observed" in named
    assert "tree - svm; positive where tree has a higher F1 (True)" in " ".join(named.split())
    assert re.findall(r"\d\.\d+", obvious) == re.findall(r"\d\.\d+", named)
