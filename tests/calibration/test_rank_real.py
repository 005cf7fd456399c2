"""Calibration of `rank` on cross-validations of scikit-learn's digits; of more data by docs/results/rank_real.py."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_digits

import bayescmp as bc
from tests.data import module_at

SCRIPT = Path(__file__).parents[2] / "docs" / "results" / "rank_real.py"
CONTROL = "repeats as records"


@pytest.fixture(scope="module")
def script():
    return module_at(SCRIPT)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("data")
    X, y = load_digits(return_X_y=True)
    frame = pd.DataFrame(X, columns=[f"x{number}" for number in range(X.shape[1])])
    frame.assign(**{"class": y}).to_csv(path / "digits.csv", index=False)
    return path


def of(frame, way, column):
    return frame.loc[frame["way"] == way, column].mean()


def check(found, coverage, together):
    runs = found["runs"]
    for way in ("default", "cautious"):
        assert of(runs, way, "covers_pairs_0.95") > coverage
        assert of(runs, way, "covers_all_0.95") > together
    assert of(runs, CONTROL, "covers_pairs_0.95") < of(runs, "default", "covers_pairs_0.95") - 0.1
    assert of(runs, CONTROL, "covers_all_0.95") < of(runs, "default", "covers_all_0.95") - 0.2
    assert of(runs, "default", "distortion") < 0.15


@pytest.mark.full
def test_few_runs_cover_and_repeats_as_records_do_not(script, folder, monkeypatch):
    monkeypatch.setattr(script, "TRAINING_SETS", 30)
    check(script.measured(folder, 2, 3), 0.85, 0.5)


@pytest.mark.slow
def test_runs_cover_and_repeats_as_records_do_not(script, folder):
    check(script.measured(folder, 12, 8), 0.9, 0.85)


@pytest.mark.parametrize("tau", ["default", "cautious"])
def test_what_is_measured_is_what_rank_finds(script, folder, tau):
    _, X, y = next(script.tasks(folder, 1))
    one, _ = script.run_of(X, y, np.random.default_rng(0))
    ranking = bc.rank(one, draws=script.DRAWS, method=bc.methods.Auto(tau=tau), rng=3)
    posterior, joint, found, together = script.ranked(one, tau, 3)
    table = ranking.classifiers.loc[list(script.CLASSIFIERS)]
    np.testing.assert_allclose(table["prob_best"], found.ranks[:, 0], atol=1e-12)
    np.testing.assert_allclose(table["expected_regret"], found.regret, rtol=1e-9)
    np.testing.assert_allclose(table["estimate"], joint.moments.weights @ joint.moments.mean)
    np.testing.assert_allclose(ranking.pairs["estimate"], posterior.difference.mean)
    assert ranking.simultaneous_prob == pytest.approx(together[0.95], abs=1e-12)
    assert ranking.posterior.distortion == joint.distortion


def test_errors_are_clustered(script):
    """Each task twice: the standard error is that of the tasks, not of the runs."""
    values = np.random.default_rng(0).standard_normal(50)
    mean, error = script.clustered(np.repeat(values, 2), np.repeat(np.arange(50), 2))
    assert mean == pytest.approx(values.mean())
    assert error == pytest.approx(values.std(ddof=1) / np.sqrt(50))


@pytest.fixture(scope="module")
def table():
    table = pd.read_csv(SCRIPT.with_name("rank-real.csv"))
    return table[table["data"] == "all"].set_index(["way", "quantity"])


class TestDocumented:
    def test_there_are_a_thousand_runs_of_a_hundred_tasks(self, table):
        assert table.loc[("default", "coverage of pairs"), "count"] >= 1000
        assert table.loc[("default", "coverage of pairs"), "tasks"] >= 100

    @pytest.mark.parametrize(("way", "most"), [("default", 0.10), ("cautious", 0.05)])
    def test_probabilities_of_being_best_happen(self, table, way, most):
        rows = table.loc[way]
        rows = rows[rows.index.str.match("P.best. in|of the leader")]
        assert len(rows) == 10
        assert ((rows["value"] - rows["claimed"]).abs() < most + 2 * rows["se"]).all()

    @pytest.mark.parametrize("way", ["default", "cautious"])
    def test_those_that_are_surely_best_are(self, table, way):
        row = table.loc[(way, "P(best) > .95, wrong")]
        assert row["value"] < 0.05

    def test_the_control_is_too_sure(self, table):
        assert table.loc[(CONTROL, "coverage of pairs"), "value"] < 0.8
        assert table.loc[(CONTROL, "coverage of all pairs at once"), "value"] < 0.7
