"""`bayescmp tests` lists the registered tests and runs them."""

import io

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import bayescmp as bc
from bayescmp.frequentist import TESTS
from tests.data import write_csv

ESTIMATORS = ("--first", "sklearn.naive_bayes.GaussianNB", "--second", "sklearn.neighbors.NearestCentroid")


@pytest.fixture
def iris(tmp_path):
    X, y = load_iris(return_X_y=True)
    frame = pd.DataFrame(X, columns=list("abcd")).assign(species=np.array(["s", "c", "v"])[y])
    return write_csv(tmp_path / "iris.csv", frame)


def test_without_data_every_test_is_listed_with_its_fault(run):
    screen = run("tests").out
    text = " ".join(screen.split())
    assert all(test.name in text and test.faults in text for test in TESTS.values())
    assert max(map(len, screen.splitlines())) <= 80


def test_the_recommended_tests_run_on_data(run, iris):
    screen = run("tests", str(iris), "--target", "species", *ESTIMATORS).out
    assert "4 numeric features (scaled)" in screen
    assert "10 fits of each classifier" in screen
    assert [name for name in TESTS if f"\n{name} " in screen] == [
        "bcv_mcnemar",
        "calibrated_5x2_bcv_f",
    ]
    assert max(map(len, screen.splitlines())) <= 80


def test_the_table_on_the_screen_and_in_the_file_is_that_of_run_tests(run, iris, tmp_path):
    out = tmp_path / "tests.csv"
    names = "t_5x2,holdout_mcnemar_exact"
    screen = run("tests", str(iris), "--target", "species", *ESTIMATORS, "--tests", names, "--csv", str(out)).out
    table = pd.read_csv(out)
    assert table["test"].tolist() == ["t_5x2", "holdout_mcnemar_exact"]
    for row in table.itertuples():
        assert f"{row.statistic:.3f}" in screen
        assert f"{row.estimate:.4f}" in screen


def test_the_split_follows_the_seed(run, iris):
    options = "--tests", "holdout_mcnemar_exact", "--seed", 7, "--csv", "-"
    found = pd.read_csv(io.StringIO(run("tests", str(iris), "--target", "species", *ESTIMATORS, *options).out))
    scaled = {
        "a": make_pipeline(StandardScaler(), GaussianNB()),
        "b": make_pipeline(StandardScaler(), NearestCentroid()),
    }
    own, other = (
        bc.run_tests(scaled, *load_iris(return_X_y=True), tests=["holdout_mcnemar_exact"], random_state=seed)
        for seed in (7, 0)
    )
    assert found["estimate"].item() == pytest.approx(own["estimate"].item())
    assert found["estimate"].item() != pytest.approx(other["estimate"].item())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--tests", "t_6x2"), "`--tests` must be one of"),
        (("--alpha", "5"), "`--alpha` must be a proportion"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(refused, iris, options, message):
    assert message in refused("tests", str(iris), "--target", "species", *ESTIMATORS, *options)


def test_a_feature_is_no_target(refused, iris):
    assert "`--target` must be a column" in refused("tests", str(iris), "--target", "x", *ESTIMATORS)


def test_data_and_estimators_go_together(refused, iris):
    assert "got no --target, --first, --second" in refused("tests", str(iris))


@pytest.mark.parametrize("options", [("--tests", "nonsense"), ("--csv", "t.csv"), ("--alpha", "7", "--seed", "1")])
def test_options_without_data_are_refused(refused, options):
    said = ", ".join(option for option in options if option.startswith("--"))
    assert f"bayescmp: {said} must be given with DATA, --target, --first and --second" in refused("tests", *options)


def test_the_level_goes_to_the_tests(run, iris, monkeypatch):
    def tests(*_, alpha, **given):
        raise ValueError(f"asked for {alpha}")

    monkeypatch.setattr(bc, "run_tests", tests)
    assert "asked for 0.01" in run("tests", str(iris), "--target", "species", *ESTIMATORS, "--alpha", "0.01").err
