"""compare on cross-validations: the crossed effects, their tipping point, and the tests that a design allows."""

import json
import math

import numpy as np
import pytest
from sklearn.model_selection import KFold, RepeatedKFold, ShuffleSplit

import bayescmp as bc
from bayescmp.comparison._tipping import measured_tau

N = 60


def predictions(splits, n_repeats, errors=(0.15, 0.4), seed=5):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, N)
    shape = (n_repeats, N)
    predicted = {
        name: np.where(rng.random(shape) < error, 1 - y, y) for name, error in zip(("a", "b"), errors, strict=True)
    }
    return bc.predictions_from_arrays(y, predicted, splits=list(splits))


def block_regularized(**options):
    return predictions(bc.BlockRegularizedCV(random_state=0).split(np.zeros((N, 1))), 5, **options)


DESIGNS = {
    "10-fold": (
        KFold(10, shuffle=True, random_state=0),
        1,
        "10-fold cross-validation of 60",
        "trained on 54",
        "kfold_t",
    ),
    "5-fold": (
        KFold(5, shuffle=True, random_state=0),
        1,
        "5-fold cross-validation of 60",
        "trained on 48",
        "kfold_ci_z",
    ),
    "10 x 10-fold": (
        RepeatedKFold(n_splits=10, n_repeats=10, random_state=0),
        10,
        "10 x 10-fold cross-validation of 60",
        "trained on 54",
        "corrected_repeated_kfold_t",
    ),
    "5 x 2 random": (
        RepeatedKFold(n_splits=2, n_repeats=5, random_state=0),
        5,
        "5 x 2-fold cross-validation of 60",
        "trained on 30",
        "combined_5x2_f",
    ),
    "15 hold-outs": (
        ShuffleSplit(15, test_size=1 / 3, random_state=0),
        15,
        "15 hold-outs of 60",
        "trained on 40",
        "repeated_holdout_t",
    ),
    "3 hold-outs": (ShuffleSplit(3, test_size=0.2, random_state=0), 3, "3 hold-outs of 60", "trained on 48", None),
}


@pytest.mark.parametrize("name", DESIGNS)
def test_any_cross_validation_has_crossed_effects_and_its_own_tests(name):
    splitter, n_repeats, resampling, trained, test = DESIGNS[name]
    result = bc.compare(predictions(splitter.split(np.zeros((N, 1))), n_repeats))
    assert result.inference == "crossed-effects"
    assert result.resampling.startswith(resampling)
    assert trained in result.estimand
    tests = result.levels.query("kind == 'test'")["level"].tolist()
    assert (test in tests) if test else not tests
    assert result.prob_first_better > 0.9
    assert "effective-table" not in result.levels["level"].tolist()


def test_both_levels_of_a_two_fold_design_stand_side_by_side():
    result = bc.compare(block_regularized())
    assert result.levels["level"].tolist()[:2] == ["crossed-effects", "effective-table"]
    other = bc.compare(block_regularized(), inference="effective-table")
    assert other.levels["level"].tolist()[:2] == ["effective-table", "crossed-effects"]
    assert other.tipping_point == result.tipping_point
    assert "crossed effects: first better if training sets add at most" in " ".join(str(other).split())


@pytest.mark.parametrize("rope", [0.0, 0.02, 0.5])
def test_at_the_tipping_point_the_probability_is_the_threshold(rope):
    result = bc.compare(block_regularized(), rope=rope)
    tipping = result.tipping_point
    assert result.decision in {tipping.outcome, "undecided"}
    given = bc.compare(block_regularized(), rope=rope, tau=tipping.tau)
    probability = {
        "first better": given.prob_first_better,
        "equivalent": given.prob_equivalent,
        "second better": given.prob_second_better,
    }[tipping.outcome]
    assert probability == pytest.approx(result.threshold, abs=1e-6)


def test_without_a_rope_interval_and_decision_tip_together():
    tipping = bc.compare(block_regularized()).tipping_point
    assert tipping.tau == pytest.approx(tipping.interval_tau)
    assert tipping.share_above == np.mean(measured_tau() > tipping.tau)
    assert tipping.n_pairs == measured_tau().size > 200


def test_equal_classifiers_have_no_tipping_point_above_0():
    result = bc.compare(block_regularized(errors=(0.3, 0.3)))
    assert (result.decision, result.tipping_point.tau) == ("undecided", 0.0)
    assert "undecided even if training sets added no variance" in " ".join(str(result).split())


@pytest.mark.parametrize(("rope", "tau"), [(0.0, 0.0), (0.97, float("inf"))])
def test_where_no_outcome_differs_no_tau_matters(rope, tau):
    tipping = bc.compare(block_regularized(errors=(0.0, 0.0)), rope=rope).tipping_point
    assert (tipping.tau, tipping.interval_tau) == (tau, 0.0)


def test_a_wide_rope_holds_at_any_tau():
    tipping = bc.compare(block_regularized(errors=(0.3, 0.3)), rope=0.97).tipping_point
    assert (tipping.outcome, tipping.tau, tipping.share_above) == ("equivalent", float("inf"), 0.0)


def test_a_decision_says_what_it_depends_on():
    result = bc.compare(block_regularized())
    said = " ".join(str(result).split())
    assert f"unless training sets add more than {result.tipping_point.tau:.2g} times the sampling variance" in said
    assert (
        f"as they did in {result.tipping_point.share_above:.0%} of {result.tipping_point.n_pairs} measured pairs"
        in said
    )


def test_a_more_cautious_prior_is_less_sure():
    default, cautious = (bc.compare(block_regularized(), tau=tau) for tau in ("default", "cautious"))
    assert cautious.effective_size < default.effective_size
    assert cautious.prob_first_better < default.prob_first_better


def test_what_is_saved_is_what_is_loaded(tmp_path):
    result = bc.compare(block_regularized(), rope=0.02)
    result.save(tmp_path / "result.nc")
    loaded = bc.Comparison.load(tmp_path / "result.nc")
    assert loaded.to_json() == result.to_json()
    assert loaded.difference.cdf(-0.1) == pytest.approx(result.difference.cdf(-0.1), abs=1e-12)
    assert loaded.tipping_point == result.tipping_point
    assert str(loaded) == str(result)


def test_json_has_the_components():
    content = json.loads(bc.compare(block_regularized()).to_json())
    parts = content["crossed_effects"]["components"]
    assert parts["records"] + parts["training_sets"] + parts["rest"] == pytest.approx(1)
    assert math.isfinite(content["tipping_point"]["tau"])
    content = json.loads(bc.compare(bc.paired_tables(block_regularized())).to_json())
    assert content["crossed_effects"] is None
    assert content["tipping_point"] is None
