"""`frontier_repeats.py` judges methods at nested numbers of repeats of one run of fits."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

import bayescmp as bc
from bayescmp.frequentist import paired_t
from bayescmp.model_selection import BLOCKED_31_X_2, BlockRegularizedCV
from bayescmp.studies import read_study, run_study
from tests.data import module_at

SCRIPT = module_at(Path(__file__).parents[2] / "docs" / "results" / "frontier_repeats.py")
TRIALS = 2


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    X, y = load_iris(return_X_y=True)
    lines = [",".join(map(str, row)) + f",{label}" for row, label in zip(X, y, strict=True)]
    (folder / "iris.csv").write_text("a,b,c,d,class\n" + "\n".join(lines) + "\n")
    return SCRIPT.study_of(folder, TRIALS, only="tree, naive Bayes, nearest centroid")


@pytest.fixture(scope="module")
def out(study, tmp_path_factory):
    path = tmp_path_factory.mktemp("out")
    run_study(study, path)
    return path


@pytest.fixture(scope="module")
def rows(out):
    return pd.DataFrame(SCRIPT.rows_of(out))


@pytest.fixture(scope="module")
def results(out):
    return read_study(out).assign_attrs(alpha=0.05, n_records=304).sel(pair="tree - nearest centroid")


@pytest.fixture(scope="module")
def outcomes(study):
    """The outcomes of tree and nearest centroid under the longest plan."""
    streams = study.trial_streams(0, range(TRIALS))
    return study.cells[0].scenario.batch([BLOCKED_31_X_2.name], streams).outcomes[BLOCKED_31_X_2.name].pair(0, 2)


def test_there_is_a_row_for_every_pair_method_and_design(rows):
    recorded = pd.read_csv(Path(SCRIPT.__file__).with_name("frontier-repeats.csv"))
    designs = ["method", "repeats", "folds"]
    assert list(rows) == list(recorded)
    assert len(rows) == 3 * len(recorded[designs].drop_duplicates())
    assert rows[["size", "power"]].apply(lambda one: one.between(0, 1)).all(axis=None)
    assert rows["coverage"].isna().equals(rows["method"].str.contains("mcnemar|first decision"))
    held = rows.dropna(subset="coverage")
    np.testing.assert_allclose(held["coverage"], 1 - held["size"])
    two_fold = rows[rows["folds"] == 2].groupby(["data", "first", "second"])["difference"]
    assert two_fold.nunique().eq(1).all()


def test_a_training_set_is_fitted_once_for_all_designs(out):
    fits = read_study(out)["fits"]
    assert (fits <= 62 + 100).all()
    assert (fits > 150).all()


def test_the_designs_are_nested(results, outcomes):
    wrong = outcomes.wrong.isel(repeat=slice(9)).transpose("experiment", "classifier", "repeat", "record")
    differences = (wrong[:, 0].mean(("repeat", "record")) - wrong[:, 1].mean(("repeat", "record"))).to_numpy()
    name = "corrected_repeated_kfold_t, 9 x 2 block-regularized"
    np.testing.assert_allclose(results["estimate"].sel(method_name=name), differences, atol=1e-12)


def test_intervals_are_those_of_compare(study, results):
    scenario = study.cells[0].scenario
    stream = study.trial_streams(0, range(1))[0]
    X, y = scenario.draw(scenario.n_records, np.random.default_rng(stream))
    seed = int(stream.generate_state(1)[0])
    chosen = {name: scenario.estimators()[name] for name in ("tree", "nearest centroid")}
    cv = BlockRegularizedCV(31, random_state=seed)
    result = bc.compare(bc.cross_val_predictions(chosen, X, y, cv=cv, rng=seed))
    found = results.isel(trial=0).sel(method_name=f"crossed-effects, {BLOCKED_31_X_2.name}")
    assert float(found["low"]) == pytest.approx(result.interval.low, abs=1e-9)
    assert float(found["high"]) == pytest.approx(result.interval.high, abs=1e-9)


def test_the_t_test_is_corrected_for_the_training_sets_of_its_plan(results, outcomes):
    assert outcomes.test_to_train == pytest.approx(1, abs=1e-3)
    interval = paired_t(outcomes.evidence.differences, test_to_train=outcomes.test_to_train).confidence_interval(0.95)
    found = results.sel(method_name=f"corrected_repeated_kfold_t, {BLOCKED_31_X_2.name}")
    np.testing.assert_allclose(found["low"], interval.low, atol=1e-12)


def test_mcnemar_is_shifted_with_the_hypothesis(results):
    judged = SCRIPT.under_plan(results, BLOCKED_31_X_2)
    own = results["reject"].sel(method_name=f"bcv_mcnemar, {BLOCKED_31_X_2.name}").to_numpy()
    np.testing.assert_array_equal(judged.rejects("bcv_mcnemar", 0.0), own)


def test_looking_more_often_rejects_at_least_as_often(rows):
    sizes = rows.pivot_table(index=["first", "second"], columns=["method", "repeats"], values="size")
    stopped = sizes["crossed-effects, at the first decision", 31]
    assert (stopped.to_numpy()[:, None] >= sizes["crossed-effects"].to_numpy()).all()
