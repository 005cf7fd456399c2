"""compare on cross-validations: the crossed effects, their tipping point, and the tests that a design allows."""

import math
import re

import numpy as np
import pytest
from sklearn.model_selection import KFold, RepeatedKFold, ShuffleSplit

import bayescmp as bc
from bayescmp.methods import measured_excess
from tests.data import cross_validated

RATES = {"a": 0.15, "b": 0.4}


DESIGNS = {
    "10-fold": (KFold(10, shuffle=True, random_state=0), "10-fold cross-validation of 60", "trained on 54",
     "corrected_repeated_kfold_t"),
    "3 x 7-fold": (RepeatedKFold(n_splits=7, n_repeats=3, random_state=0), "3 x 7-fold cross-validation of 60",
     "trained on 51", "corrected_repeated_kfold_t"),
    "5 x 2 random": (RepeatedKFold(n_splits=2, n_repeats=5, random_state=0), "5 x 2-fold cross-validation of 60",
     "trained on 30", "t_5x2"),
    "3 hold-outs": (ShuffleSplit(3, test_size=0.2, random_state=0), "3 hold-outs of 12 of 60", "trained on 48",
     "corrected_repeated_holdout_t"),
}  # fmt: skip


@pytest.mark.parametrize("name", DESIGNS)
def test_any_cross_validation_has_crossed_effects_and_its_own_tests(name):
    splitter, resampling, trained, test = DESIGNS[name]
    result = bc.compare(cross_validated(RATES, cv=splitter, seed=5))
    assert result.method.name == "crossed-effects"
    assert result.resampling.startswith(resampling)
    assert trained in result.estimand
    tests = result.methods.query("kind == 'test'")["method"].tolist()
    assert tests[0] == test
    assert result.prob_first_better > 0.9
    assert "effective-table" not in result.methods["method"].tolist()


def test_both_methods_of_a_two_fold_design_stand_side_by_side():
    result = bc.compare(cross_validated(RATES, seed=5))
    assert result.methods["method"].tolist()[:2] == ["crossed-effects", "effective-table"]
    other = bc.compare(cross_validated(RATES, seed=5), method="effective-table")
    assert other.methods["method"].tolist()[:2] == ["effective-table", "crossed-effects"]
    assert other.tipping_point == result.tipping_point
    assert "crossed effects: first better if training sets add at most" in " ".join(other.details().split())


@pytest.mark.parametrize(("asked", "beside"), [
    (bc.methods.Auto(strength=4.0, tau=0.5), bc.methods.EffectiveTable(strength=4.0)),
    (bc.methods.EffectiveTable(strength=4.0), bc.methods.CrossedEffects(strength=4.0)),
])  # fmt: skip
def test_the_method_beside_has_the_options_that_were_asked_for(asked, beside):
    data = cross_validated(RATES, seed=5)
    own, plain = (bc.compare(data, method=method, rope=0.02).methods.iloc[0] for method in (beside, beside.name))
    row = bc.compare(data, method=asked, rope=0.02).methods.iloc[1]
    assert row.to_dict() == pytest.approx(own.to_dict(), nan_ok=True)
    assert row["prob_first_better"] != plain["prob_first_better"]


@pytest.mark.parametrize("rope", [0.02, 0.5])
def test_at_the_tipping_point_the_probability_is_the_threshold(rope):
    result = bc.compare(cross_validated(RATES, seed=5), rope=rope)
    tipping = result.tipping_point
    assert result.decision in {tipping.outcome, "undecided"}
    given = bc.compare(cross_validated(RATES, seed=5), rope=rope, method=bc.methods.CrossedEffects(tau=tipping.tau))
    probability = {
        "first better": given.prob_first_better,
        "equivalent": given.prob_equivalent,
        "second better": given.prob_second_better,
    }[tipping.outcome]
    assert probability == pytest.approx(result.threshold, abs=1e-6)


@pytest.mark.parametrize(
    ("cv", "seed", "decided"), [(5, 0, True), (DESIGNS["10-fold"][0], 2, False)], ids=["decided", "undecided"]
)
def test_what_could_change_it_has_the_probability_that_it_does(cv, seed, decided):
    """A decision falls where training sets add more than at the tipping point, one comes up where they add less."""
    result = bc.compare(cross_validated({"a": 0.1, "b": 0.25}, cv=cv, seed=seed))
    assert (result.decision != "undecided") is decided
    above = result.tipping_point.prob_above
    said = re.search(r"probability (0\.\d+)", dict(result.content.lines())["What could change it"])
    assert float(said[1]) == pytest.approx(above if decided else 1 - above, abs=0.0051)
    assert abs(above - 0.5) > 0.1


def test_without_a_rope_interval_and_decision_tip_together():
    tipping = bc.compare(cross_validated(RATES, seed=5)).tipping_point
    assert tipping.tau == pytest.approx(tipping.interval_tau)
    assert tipping.share_above == np.mean(measured_excess() > tipping.tau)
    assert tipping.n_pairs == measured_excess().size > 200


def test_where_no_outcome_differs_training_sets_matter_for_a_narrow_rope_only():
    none, narrow, wide = (bc.compare(cross_validated({"a": 0.0, "b": 0.0}), rope=rope) for rope in (0.0, 0.1, 0.97))
    assert none.tipping_point.tau == 0
    assert 0.1 < narrow.tipping_point.tau < 100
    assert wide.tipping_point.tau == float("inf")
    assert "Variance of training sets (tau): crossed effects: equivalent whatever training sets add." in " ".join(
        wide.details().split()
    )
    assert "No assumption on training sets would change it." in " ".join(str(wide).split())
    assert "inf times" not in f"{wide} {wide.details()}"


def test_a_decision_says_what_it_depends_on():
    result = bc.compare(cross_validated(RATES, seed=5))
    said = " ".join(result.details().split())
    tau = result.tipping_point.tau
    assert 1 < tau < 10
    limit = f"{math.floor(10 * tau) / 10:.2g} times the sampling variance"
    assert (
        f"Variance of training sets (tau): crossed effects: first better if training sets add at most {limit}" in said
    )
    share, n_pairs = result.tipping_point.share_above, result.tipping_point.n_pairs
    assert f"they added more in {100 * share:.0f} % of {n_pairs} measured pairs" in said
    weights = result.posterior.weights
    above = float(weights.where(weights["tau"] > result.tipping_point.tau, 0).sum())
    assert result.tipping_point.prob_above == pytest.approx(above, abs=0.01)
    shown = "< 0.01" if result.tipping_point.prob_above < 0.005 else f"{result.tipping_point.prob_above:.2f}"
    assert f"and do here with probability {shown}" in said
    limit = f"undecided if training sets add more than {math.floor(10 * tau) / 10:.2g} times the variance of sampling"
    assert f"; {limit} (by data and prior with probability {shown}); a rope of" in " ".join(str(result).split())


def test_measured_pairs_are_counted_by_the_whole_excess_of_the_variance():
    from importlib import resources

    import pandas as pd

    path = resources.files("bayescmp.methods") / "measured_excess.csv"
    rows = pd.read_csv(path, comment="#")
    whole = rows["between_repeats"] + (rows["within_repeats"] + rows["single_fold"]) / 5
    np.testing.assert_allclose(measured_excess(), whole, atol=1e-4)
    # by the part between repeats alone the shares would be .03, .07 and .32
    assert [round(float(np.mean(measured_excess() > tau)), 2) for tau in (1.9, 1.0, 0.2)] == [0.08, 0.12, 0.47]


@pytest.mark.parametrize(("n_repeats", "has_test"), [(2, False), (3, True), (5, True)])
def test_the_blocked_3x2_t_needs_three_repeats(n_repeats, has_test):
    methods = bc.compare(cross_validated(RATES, cv=n_repeats)).methods["method"].tolist()
    assert ("blocked_3x2_t" in methods) == has_test
    assert ("calibrated_5x2_bcv_f" in methods) == (n_repeats == 5)
    assert "bcv_mcnemar" in methods


def test_the_rope_of_a_tipping_point_is_turned_for_metrics_of_which_more_is_better():
    data = cross_validated({"a": 0.1, "b": 0.25}, cv=5)
    of_errors, of_accuracy = (
        bc.compare(data, metric=metric, rope=rope).tipping_point
        for metric, rope in (("error", (-0.06, 0.01)), ("accuracy", (-0.01, 0.06)))
    )
    assert of_errors.tau > 0
    assert of_accuracy.tau == pytest.approx(of_errors.tau)
