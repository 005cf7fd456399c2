"""P(best) of the leader on hold-outs of a known pool; of real ones by docs/results/rank_hold_out.py."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import bayescmp as bc
from tests.data import module_at

SCRIPT = Path(__file__).parents[2] / "docs" / "results" / "rank_hold_out.py"
REAL = Path(__file__).parents[3] / "shared" / "reference" / "holdout_losses.npz"


@pytest.fixture(scope="module")
def script():
    return module_at(SCRIPT)


@pytest.fixture(scope="module")
def pools(tmp_path_factory):
    """Eight pools of six classifiers that are nearly equal."""
    path, rng, found = tmp_path_factory.mktemp("pools") / "pools.npz", np.random.default_rng(0), {}
    for number in range(8):
        hard = rng.standard_normal((4000, 1)) + rng.standard_normal((4000, 6))
        found[f"d{number % 4}_{number // 4}"] = hard > np.sqrt(2) * stats.norm.isf(0.15 + 0.01 * rng.standard_normal(6))
    np.savez(path, classifiers=np.array(list("abcdef")), **found)
    return path


@pytest.mark.full
def test_pooled_claims_happen_and_flat_ones_are_too_bold(script, pools):
    """The control counts every record four times, which pooling does not mend."""
    found = script.measured(pools, 8, (100,))
    bold = script.measured(pools, 3, (100,), counted=4)
    assert set(found["data"]) == {"d0", "d1", "d2", "d3"}
    of = {name: found[name].mean() for name in ("claimed", "claimed_smaller", "happened", "regret", "expected_regret")}
    error = found["happened"].std() / np.sqrt(len(found))
    assert of["claimed_smaller"] < of["claimed"]
    assert abs(of["claimed_smaller"] - of["happened"]) < 3 * error
    assert bold["claimed_smaller"].mean() > of["happened"] + 3 * error
    assert of["regret"] < 1.3 * of["expected_regret"]


def test_what_is_measured_is_what_rank_finds(script):
    rng = np.random.default_rng(2)
    wrong = rng.random((80, 4)) < [0.1, 0.16, 0.16, 0.3]
    wrong[:, 2] = wrong[:, 1]
    names = list("abcd")
    data = bc.labels(np.zeros(80, int), dict(zip(names, wrong.T.astype(int), strict=True)))
    ranking = bc.rank(data, rope=script.ROPE, draws=script.DRAWS, rng=3)
    found = script.judged(wrong, np.array([0.1, 0.2, 0.2, 0.3]), 3)
    leader = ranking.classifiers.loc["a"]
    kept = {"claimed": "prob_best", "claimed_pooled": "prob_best_pooled", "within": "prob_within_rope_of_best",
            "expected_regret": "expected_regret"}  # fmt: skip
    assert ranking.best == "a"
    assert [found[name] for name in kept] == pytest.approx([leader[column] for column in kept.values()], abs=1e-12)
    assert (found["happened"], found["regret"]) == (1.0, 0.0)


@pytest.mark.skipif(not REAL.exists(), reason="needs the outcomes on real hold-outs")
def test_a_few_real_hold_outs_agree_with_the_file(script):
    """The choice of records is another with another number of samples, so within standard errors."""
    few = script.measured(REAL, 2, (50,))
    kept = (
        pd.read_csv(SCRIPT.with_name("rank-hold-out.csv"))
        .query("n_records == 50")
        .set_index(["classifiers", "quantity"])
    )
    for choice, here in few.groupby("classifiers"):
        row = kept.loc[(choice, "P(best) of the leader")]
        assert here["claimed"].mean() == pytest.approx(
            row["claimed"], abs=4 * here["claimed"].std() / np.sqrt(len(here))
        )
        assert here["happened"].mean() == pytest.approx(
            row["value"], abs=4 * here["happened"].std() / np.sqrt(len(here))
        )


@pytest.fixture(scope="module")
def table():
    return pd.read_csv(SCRIPT.with_name("rank-hold-out.csv"))


class TestDocumented:
    def of(self, table, quantity):
        return table[table["quantity"] == quantity]

    def test_flat_claims_are_too_bold_and_pooled_ones_hold(self, table):
        assert table["classifiers"].iloc[0] == "three best"
        flat, smaller = self.of(table, "P(best) of the leader"), self.of(table, "the smaller of the two")
        assert len(flat) == len(smaller) == 9
        assert ((flat["claimed"] - flat["value"]) > 1.5 * flat["apart_se"]).all()
        assert ((smaller["claimed"] - smaller["value"]).abs() < 2.5 * smaller["apart_se"]).all()

    def test_what_one_acts_on_holds(self, table):
        """Regret may be expected too large, and closeness too small, but not the other way round."""
        regret, within = self.of(table, "regret of the leader"), self.of(table, "P(leader within .01 of the best)")
        assert (regret["value"] < regret["claimed"] + 2 * regret["apart_se"]).all()
        assert (within["value"] > within["claimed"] - 2 * within["apart_se"]).all()

    def test_the_log_score_of_the_pooled_prior_is_better_among_nearly_equal_classifiers(self, table):
        scores = self.of(table, "log score of who is best: flat, pooled").set_index("classifiers")
        gain, error = scores["value"] - scores["claimed"], scores["apart_se"]
        assert (gain["three best"] > 2 * error["three best"]).all()
        assert (gain.drop("three best") > -2.5 * error.drop("three best")).all()
