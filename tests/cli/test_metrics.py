"""`--metric` and `--pos-label` of `bayescmp compare` and `rank`."""

import json
import re

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp.metrics import METRICS

N = 60
RNG = np.random.default_rng(0)
CODES = {"y": RNG.integers(0, 2, N)}
for _name, _rate in (("tree", 0.3), ("svm", 0.1)):
    CODES[_name] = np.where(RNG.random(N) < _rate, 1 - CODES["y"], CODES["y"])
LABELS = {"words": ["no", "yes"], "numbers": [1, 2], "bools": [False, True]}
COLUMNS = {
    "compare": ("--first", "tree", "--second", "svm"),
    "rank": ("--y-pred", "tree", "--y-pred", "svm", "--draws", 200),
}
commands = pytest.mark.parametrize("command", COLUMNS)


def log(name, command="compare"):
    return (command, "--predictions", f"{name}.csv", "--y-true", "y", *COLUMNS[command])


pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Write the files that all tests read."""
    folder = tmp_path_factory.mktemp("files")
    three = {column: (codes + np.arange(N)) % 3 for column, codes in CODES.items()}
    pd.DataFrame(three).to_csv(folder / "three.csv", index=False)
    for name, labels in LABELS.items():
        frame = pd.DataFrame({column: np.array(labels)[codes] for column, codes in CODES.items()})
        frame.to_csv(folder / f"{name}.csv", index=False)
    return folder


@commands
def test_help_lists_the_metrics(run, command):
    said = run(command, "--help").out
    words = said.replace("│", " ").replace(",", " ").replace(". ", " ").split()
    assert set(METRICS) <= set(words)
    assert {"--metric", "--pos-label"} <= set(words)


@commands
@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("words", ("--metric", "f1"), "`--pos-label` must be given for the metric 'f1': of the labels ["),
        (
            "words",
            ("--metric", "f1", "--pos-label", "Yes"),
            "`--pos-label` must be one of the labels ['no', 'yes'], but got 'Yes'",
        ),
        ("numbers", ("--metric", "f1"), "of the labels [1, 2], which one do you look for?"),
        (
            "numbers",
            ("--metric", "f1", "--pos-label", "3"),
            "`--pos-label` must be one of the labels [1, 2], but got 3",
        ),
        ("three", ("--metric", "recall"), "`--metric` 'recall' is for two classes, but there are 3"),
    ],
)
def test_labels_are_checked(refused, command, name, given, message):
    assert message in refused(*log(name, command), *given)


@commands
@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--metric", "f1_marco"), "Did you mean 'f1_macro'?"),
        (("--pos-label", "yes"), "`--pos-label` is for metrics of one class, such as 'f1', but the metric is 'error'"),
        (("--metric", "f1_macro", "--pos-label", "yes"), "`--pos-label` is for metrics of one class, such as 'f1'"),
    ],
)
def test_names_are_checked_before_a_file_is_read(refused, command, given, message):
    assert message in refused(*log("nowhere", command), *given)


class TestCompare:
    """Two classifiers."""

    @pytest.mark.parametrize(
        ("name", "written"),
        [("words", "yes"), ("numbers", "2"), ("numbers", "2.0"), ("bools", "True"), ("bools", "true"), ("bools", "1")],
    )
    def test_a_label_is_written_as_in_files(self, run, name, written):
        y, *answers = (np.array(LABELS[name])[codes] for codes in CODES.values())
        data = bc.predictions_from_arrays(y, dict(zip(("tree", "svm"), answers, strict=True)))
        expected = bc.compare(data, metric="f1", pos_label=LABELS[name][1])
        ended = run(*log(name), "--metric", "f1", "--pos-label", written, "--json", "-")
        found = json.loads(ended.out)
        assert found["pos_label"] == LABELS[name][1]
        assert found["difference"] == json.loads(expected.to_json())["difference"]

    def test_a_class_that_is_obvious_may_be_left_out(self, run):
        named, obvious = (run(*log("bools"), "--metric", "f1", *more).out for more in (("--pos-label", "True"), ()))
        assert "  F1 (True)   observed" in named
        assert "tree - svm; positive where tree has the higher F1 (True)" in " ".join(named.split())
        assert re.findall(r"\d\.\d+", obvious) == re.findall(r"\d\.\d+", named)

    @pytest.mark.parametrize(("name", "labels"), LABELS.items())
    def test_a_label_that_is_none_is_answered_with_those_there_are(self, refused, name, labels):
        said = refused(*log(name), "--metric", "precision", "--pos-label", "7")
        assert f"`--pos-label` must be one of the labels {labels}, but got {7 if name != 'words' else '7'!r}" in said


class TestRank:
    """Several classifiers."""

    def test_the_error_may_be_named(self, run):
        given = log("words", "rank")
        assert run(*given, "--metric", "error").out == run(*given).out

    @pytest.mark.parametrize("metric", [("f1_macro",), ("f1", "--pos-label", "2")])
    def test_another_metric_is_ranked(self, run, metric):
        ended = run(*log("numbers", "rank"), "--metric", *metric)
        assert ended.code == 0
        assert "F1" in ended.out
