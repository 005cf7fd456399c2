"""`bayescmp compare DATA`: two estimators on a file, and the default run."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.cli import _group_data
from tests.cli.screens import on_command_line

TREE, BAYES = "sklearn.tree.DecisionTreeClassifier(max_depth=3)", "sklearn.naive_bayes.BernoulliNB"
PAIR = ("--first", TREE, "--second", BAYES)
ONCE = (*PAIR, "--repeats", 1)
WRITERS = {
    "data.csv": lambda frame, path: frame.to_csv(path, index=False),
    "data.csv.gz": lambda frame, path: frame.to_csv(path, index=False),
    "data.parquet": lambda frame, path: frame.to_parquet(path),
}


@pytest.fixture(scope="module")
def frame():
    rng, n = np.random.default_rng(0), 90
    colour, size = rng.choice(["red", "green", "blue"], n), rng.normal(50, 20, n)
    kind = np.where((colour == "red") ^ (size > 50) ^ (rng.random(n) < 0.2), "yes", "no")
    return pd.DataFrame({"colour": colour, "size": size, "noise": rng.normal(size=n), "kind": kind})


@pytest.fixture
def data(tmp_path, frame):
    path = tmp_path / "data.csv"
    WRITERS[path.name](frame, path)
    return path


def screen_of(out):
    return out.split("\n\n", 1)[1]


@pytest.mark.full
def test_the_default_run_compares_two_classifiers_on_breast_cancer_data(run, monkeypatch):
    few_trees = RandomForestClassifier(n_estimators=5)
    monkeypatch.setattr("sklearn.ensemble.RandomForestClassifier", lambda: few_trees)
    ended = run("compare")
    X, y = load_breast_cancer(return_X_y=True)
    estimators = {
        "logistic regression": make_pipeline(StandardScaler(), LogisticRegression()),
        "random forest": few_trees,
    }
    cv = bc.BlockRegularizedCV(5)
    result = bc.compare(bc.cross_val_predictions(estimators, X, y, cv=cv, random_state=0))
    assert (ended.code, ended.err) == (0, "")
    assert "569 records, 30 numeric features" in " ".join(ended.out.split())
    assert screen_of(ended.out).strip() == on_command_line(result)


def test_the_default_forest_is_scikit_learns():
    forest = _group_data.default_data().estimators["random forest"]
    assert forest.get_params() == RandomForestClassifier().get_params()


@pytest.fixture(scope="module")
def kept():
    return {}


@pytest.fixture
def reference(run, data, kept):
    """Return the screen of the two estimators on the data, which is computed once."""
    if not kept:
        kept["screen"] = screen_of(run("compare", data, "--target", "kind", *ONCE).out)
    return kept["screen"]


@pytest.mark.full
@pytest.mark.parametrize("name", ["data.csv.gz", "data.parquet"])
def test_every_format_gives_the_same_screen(run, tmp_path, frame, reference, name):
    WRITERS[name](frame, tmp_path / name)
    ended = run("compare", tmp_path / name, "--target", "kind", *ONCE)
    assert ended.code == 0
    assert screen_of(ended.out) == reference


def test_the_result_is_that_of_the_library(run, tmp_path, frame, data):
    # Text one-hot encoded and numbers scaled, within each training set.
    split = [(StandardScaler(), ["size", "noise"]), (OneHotEncoder(handle_unknown="ignore"), ["colour"])]
    from sklearn.compose import make_column_transformer
    from sklearn.naive_bayes import BernoulliNB

    estimators = {
        "DecisionTreeClassifier(max_depth=3)": make_pipeline(
            make_column_transformer(*split, sparse_threshold=0), DecisionTreeClassifier(max_depth=3)
        ),
        "BernoulliNB": make_pipeline(make_column_transformer(*split, sparse_threshold=0), BernoulliNB()),
    }
    predictions = bc.cross_val_predictions(
        estimators, frame.drop(columns="kind"), frame["kind"], cv=bc.BlockRegularizedCV(3), random_state=7
    )
    expected = bc.compare(predictions, rope=0.02)
    options = ("--repeats", 3, "--seed", 7, "--rope", 0.02)
    ended = run("compare", data, "--target", "kind", *PAIR, *options)
    assert screen_of(ended.out).strip() == on_command_line(expected)


def test_the_screen_says_how_columns_are_prepared_and_the_repeats_and_fits_80_columns(run, data):
    out = run("compare", data, "--target", "kind", *PAIR, "--repeats", 2).out
    said = " ".join(out.split("\n\n")[0].split())
    for text in ("data.csv", "90 records", "2 numeric", "scaled", "1 text", "one-hot encoded", "2 classes in 'kind'"):
        assert text in said
    assert "2 x 2 block-regularized" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.full
@pytest.mark.parametrize("columns", [["colour"], ["size", "noise"]], ids=["text only", "numbers only"])
def test_columns_of_one_kind_are_enough(run, tmp_path, frame, columns):
    frame[[*columns, "kind"]].to_csv(tmp_path / "some.csv", index=False)
    assert run("compare", tmp_path / "some.csv", "--target", "kind", *ONCE).code == 0


def test_words_for_nothing_are_categories(run, tmp_path, frame):
    frame.replace({"colour": {"red": "NA"}}).to_csv(tmp_path / "na.csv", index=False)
    assert run("compare", tmp_path / "na.csv", "--target", "kind", *ONCE).code == 0


@pytest.mark.full
def test_json_and_save_files_hold_the_result_on_the_screen(run, tmp_path, data):
    files = tmp_path / "result.json", tmp_path / "result.nc"
    ended = run("compare", data, "--target", "kind", *ONCE, "--json", files[0], "--save", files[1])
    loaded = bc.load(files[1])
    screen, _, written = screen_of(ended.out).partition("\n\nWrote ")
    assert screen.strip() == on_command_line(loaded)
    assert written.splitlines() == [str(files[0]), f"Wrote {files[1]}"]
    assert json.loads(files[0].read_text(encoding="utf-8")) == json.loads(loaded.to_json())


@pytest.mark.full
def test_a_seed_is_repeatable_and_another_seed_is_another_run(run, data):
    forest = "sklearn.ensemble.RandomForestClassifier(n_estimators=2)"
    arguments = ("compare", data, "--target", "kind", "--first", forest, "--second", BAYES, "--repeats", 1, "--seed")
    one, again, other = (run(*arguments, seed).out for seed in (1, 1, 2))
    assert one == again
    assert one != other


@pytest.mark.full
def test_an_estimator_can_be_compared_with_itself(run, data):
    ended = run("compare", data, "--target", "kind", "--first", TREE, "--second", TREE, "--repeats", 1)
    errors = re.findall(r"^  (.*?\[(?:first|second)\]) +\d", ended.out, re.MULTILINE)
    assert ended.code == 0
    assert len(errors) == len(set(errors)) == 2
    said = " ".join(ended.out.split())
    assert f"The difference {errors[0]} - {errors[1]}; negative where {errors[0]} " in said
    details = run("compare", data, "--target", "kind", "--first", TREE, "--second", TREE, "--repeats", 1, "--details")
    name = "DecisionTreeClassifier(max_depth=3)"
    assert f"error of {name} [first] - error of {name} [second]" in " ".join(details.out.split())


@pytest.mark.full
def test_an_identifier_is_dropped_on_demand(run, refused, tmp_path, frame, reference):
    frame.assign(id=[f"id {i}" for i in range(len(frame))], note="none").to_csv(tmp_path / "ids.csv", index=False)
    arguments = ("compare", tmp_path / "ids.csv", "--target", "kind", *ONCE)
    assert "Leave it out, by --drop id." in refused(*arguments)
    ended = run(*arguments, "--drop", "id", "--drop", "note")
    assert ended.code == 0
    assert "without 'id', 'note'" in " ".join(ended.out.split())
    assert screen_of(ended.out) == reference
