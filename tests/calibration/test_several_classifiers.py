"""Several classifiers: their outcomes, and how often rules decide any pair of them."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.random import SeedSequence
from scipy import optimize, special, stats

import bayescmp as bc
from bayescmp.studies import run_study, summarise_study
from tests.data import gathered, module_at

SCRIPT = module_at(Path(__file__).parents[2] / "docs" / "results" / "several_classifiers.py")
RULES, SeveralClassifiers, first_better = SCRIPT.RULES, SCRIPT.SeveralClassifiers, SCRIPT.first_better
HOLD_OUT, BLOCKED = "hold-out 2/3", "5 x 2 block-regularized"
RECORDED = {
    "hold-out": Path(SCRIPT.__file__).with_name("several-classifiers.csv"),
    "cross-validation": Path(SCRIPT.__file__).with_name("several-cross-validated.csv"),
}
STREAMS = SeedSequence(4).spawn(40)


def wrong_of(scenario, plan, trials=40):
    outcomes = scenario.batch([plan], STREAMS[:trials]).outcomes[plan]
    return outcomes.wrong.where(outcomes.fold >= 0)


class TestOutcomes:
    def test_errors_are_those_that_are_asked_for_whatever_training_sets_add(self):
        for tau in (0.0, 3.0):
            scenario = SeveralClassifiers(n_records=600, n_classifiers=3, spread=0.05, tau=tau)
            found = wrong_of(scenario, BLOCKED).mean(("experiment", "repeat", "record"))
            np.testing.assert_allclose(found, [0.09, 0.14, 0.19], atol=0.012)

    def test_training_sets_add_the_variance_that_tau_says(self):
        """Relative to the variance of a difference that records bring; the control is a tau of 0."""
        ratios = []
        for tau in (0.0, 4.0):
            scenario = SeveralClassifiers(n_records=200, n_classifiers=12, tau=tau)
            means = wrong_of(scenario, BLOCKED).mean(("repeat", "record")).to_numpy()
            ratios.append(np.var(means[:, :6] - means[:, 6:]))
        assert 3.5 < ratios[1] / ratios[0] < 9  # (1 + 4)/(1 + 0), and more where repeats average the rest

    def test_outcomes_of_a_record_agree_more_than_chance(self):
        wrong = wrong_of(SeveralClassifiers(n_classifiers=2), HOLD_OUT, 20).to_numpy().reshape(20, 2, -1)
        first, second = wrong[:, 0], wrong[:, 1]
        tested = ~np.isnan(first)
        together = stats.multivariate_normal.cdf([special.ndtri(0.14)] * 2, cov=[[1, 0.6], [0.6, 1]])
        assert (first[tested] * second[tested]).mean() == pytest.approx(together, abs=0.01)
        assert tested.sum(1).tolist() == [500] * 20

    def test_trials_have_their_own_streams(self):
        scenario = SeveralClassifiers(n_records=60)
        one, other = (scenario.batch([HOLD_OUT], STREAMS[start:5]).outcomes[HOLD_OUT].wrong for start in (0, 2))
        np.testing.assert_array_equal(one[2:], other)


class TestBradleyTerry:
    def test_the_mode_and_its_curvature_are_those_of_the_posterior(self):
        wins = np.random.default_rng(1).integers(1, 30, (4, 4)).astype(float)
        np.fill_diagonal(wins, 0)

        def minus_log(strength):
            apart = strength[:, None] - strength
            return -(wins * special.log_expit(apart)).sum() + (strength**2).sum() / 2 / 2.0**2

        found = optimize.minimize(minus_log, np.zeros(4), method="BFGS", options={"gtol": 1e-8})
        first, second = np.triu_indices(4, 1)
        contrast = np.eye(4)[first] - np.eye(4)[second]
        curvature = optimize.approx_fprime(found.x, lambda x: optimize.approx_fprime(x, minus_log, 1e-4), 1e-4)
        sd = np.sqrt(np.einsum("pa,ab,pb->p", contrast, np.linalg.inv(curvature), contrast))
        np.testing.assert_allclose(first_better(wins), special.ndtr(contrast @ found.x / sd), atol=0.02)

    def test_two_classifiers_are_a_binomial_and_five_are_too_sure(self):
        """Wins of common outcomes have a deviation larger by sqrt(k/2); independent wins are the control."""
        rng, sizes = np.random.default_rng(0), {}
        for k in (2, 5):
            for shared in (True, False):
                decided = []
                for _ in range(150):
                    wrong = rng.random((k, k, 500)) < 0.14
                    if shared:
                        wrong = np.broadcast_to(wrong[:, :1], wrong.shape)  # one outcome against all others
                    wins = (~wrong & wrong.swapaxes(0, 1)).sum(2) * (1 - np.eye(k))
                    decided.append(np.abs(first_better(wins) - 0.5) >= 0.475)
                sizes[k, shared] = np.mean(decided)
        assert sizes[2, True] < 0.1
        assert sizes[5, True] == pytest.approx(2 * stats.norm.sf(1.96 / np.sqrt(5 / 2)), abs=0.05)
        assert sizes[5, False] < 0.08

    def test_no_wins_at_all_leave_the_prior(self):
        np.testing.assert_allclose(first_better(np.zeros((3, 3))), 0.5)


def predictions_of(outcomes):
    """Return the first trial as predictions of 0, the true label, or 1."""
    wrong, fold = outcomes.wrong.isel(experiment=0), outcomes.fold.isel(experiment=0)
    wrong = wrong.transpose("classifier", "repeat", "record").to_numpy().astype(int)
    repeat, record = np.nonzero(fold.transpose("repeat", "record").to_numpy() >= 0)
    labels = {f"classifier {number}": one[repeat, record] for number, one in enumerate(wrong, 1)}
    of_folds = {"repeat": repeat, "fold": fold.to_numpy()[repeat, record], "record": record}
    return gathered(y_true=np.zeros(repeat.size, int), y_pred=labels, **of_folds if len(fold) > 1 else {})


class TestRules:
    @pytest.mark.parametrize("plan", [HOLD_OUT, BLOCKED])
    def test_they_are_those_of_rank(self, plan):
        scenario = SeveralClassifiers(n_records=240, n_classifiers=4, spread=0.08)
        outcomes = scenario.batch([plan], STREAMS[:1]).outcomes[plan]
        judged = SCRIPT.method_under(plan).assess(outcomes, 0.05)
        rows = np.stack([np.asarray(judged[name])[0] for name in ("reject", "estimate", "statistic")], axis=-1)
        found = dict(zip(RULES, rows, strict=True))
        ranking = bc.rank(predictions_of(outcomes), draws=4000)
        pairs = ranking.pairs
        assert found["pairs"][1] == (pairs["decision"] == "first better").mean()
        assert found["pairs"][2] == (pairs["decision"] == "second better").mean()
        for rule, column in (("Holm of the test", "pvalue_holm"), ("Holm of the pairs", "posterior_holm")):
            assert found[rule][1] + found[rule][2] == pytest.approx((pairs[column] <= 0.05).mean())
        assert found["pooled"][1] == (pairs["pooled_prob_first_better"] >= 0.975).mean()
        assert found["P(best) > .95"][0] == (ranking.classifiers["prob_best"] > 0.95).any()

    def test_equal_classifiers_are_decided_by_pairs_and_not_by_adjusted_ones(self):
        """Ten equal ones: about .6 by pairs, and .05 or less where it is guarded against."""
        scenario = SeveralClassifiers(n_records=600, n_classifiers=10)
        outcomes = scenario.batch([HOLD_OUT], SeedSequence(5).spawn(25)).outcomes[HOLD_OUT]
        found = SCRIPT.method_under(HOLD_OUT).assess(outcomes, 0.05)
        rate = dict(zip(RULES, found["reject"].mean(0), strict=True))
        assert 0.35 < rate["pairs"] < 0.85
        assert rate["Bradley-Terry"] > 0.9
        assert max(rate[rule] for rule in RULES if rule not in {"pairs", "Bradley-Terry"}) < 0.15


@pytest.mark.parametrize(("design", "cells"), [("hold-out", 8), ("cross-validation", 8)])
def test_the_study_is_read_out(design, cells, tmp_path):
    run_study(SCRIPT.study_of(design, 2), tmp_path)
    table = pd.DataFrame(SCRIPT.rows_of(tmp_path))
    assert table["rule"].tolist() == [*RULES] * cells
    assert set(table["trials"]) == {2}
    summary = summarise_study(tmp_path)
    np.testing.assert_array_equal(summary["rejected"], table["any_pair"])
    np.testing.assert_array_equal(summary["rejected_se"], table["any_pair_se"])
    recorded = pd.read_csv(RECORDED[design])
    keys = ["n_records", "n_classifiers", "spread", "tau", "rule"]
    pd.testing.assert_frame_equal(table[keys], recorded[keys])
    assert list(table) == list(recorded)
