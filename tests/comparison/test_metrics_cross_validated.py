"""Comparisons by a metric of labels in cross-validations: the worth of the experiment, and draws of the cells."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.model_selection import KFold

import bayescmp as bc
from bayescmp.evidence import Evidence
from bayescmp.metrics import METRICS, Cost
from bayescmp.posteriors._crossed_effects import effective_size_of_sums
from tests.data import cross_validated, splits_of

N = 200
RATES = {"a": 0.05, "b": 0.1}


@pytest.fixture(scope="module")
def data():
    return cross_validated(RATES, N, labels=3, hard=0.3)


@pytest.fixture(scope="module")
def result(data):
    return bc.compare(data, metric="f1_macro")


def test_the_error_as_a_mean_of_labels_has_the_posterior_of_the_error(data):
    """Crossed effects of outcomes and their exact table, against crossed effects of influences and drawn cells."""
    exact = bc.compare(data)
    drawn = bc.compare(data, metric=replace(METRICS["accuracy"], name="drawn", counts_errors=False))
    assert (exact.method.name, drawn.method.name) == ("crossed-effects", "label-counts")
    assert drawn.difference.sd == pytest.approx(exact.difference.sd, rel=0.02)
    assert drawn.difference.mean == pytest.approx(-exact.difference.mean, abs=0.05 * exact.difference.sd)
    assert drawn.prob_first_better == pytest.approx(exact.prob_first_better, abs=0.015)


def test_values_are_those_of_all_validations_together(data, result):
    labels, truth = data["label"].to_numpy(), np.tile(data["y_true"].to_numpy(), 5)
    for name, value in result.observed.items():
        predicted = data["y_pred"].sel(classifier=name).to_numpy().ravel()
        assert value == pytest.approx(f1_score(labels[truth], labels[predicted], average="macro"))
    assert "all validations together" in " ".join(result.details().split())


def test_influences_have_mean_0_and_none_where_nothing_is_validated(data):
    influence = Evidence(predictions=data, metric=METRICS["matthews_corrcoef"]).influence
    assert np.abs(influence.mean(("repeat", "record"))).max() < 1e-12
    part = data["fold"].to_numpy().copy()
    part[0, :5] = -1
    fewer = Evidence(predictions=data.assign(fold=(data["fold"].dims, part)), metric=METRICS["f1_macro"])
    assert (fewer.influence.isel(repeat=0, record=slice(0, 5)) == 0).all()


def test_effective_sizes_are_drawn_as_often_as_they_are_probable(data):
    worth = effective_size_of_sums(Evidence(predictions=data, metric=METRICS["f1_macro"]).pair().sums)
    drawn = worth.drawn_sizes(4000, 0)
    assert float((1 / drawn).mean()) == pytest.approx(float((worth.weights / worth.sizes).sum()), rel=5e-3)
    assert not np.all(np.diff(drawn) <= 0)  # the control: in any order, for chains are cut from them


def test_a_function_without_weights_is_refused_with_the_remedy(data):
    with pytest.raises(ValueError, match="needs the argument `sample_weight`, the weights of records; `run_tests`"):
        bc.compare(data, metric=lambda y, p: float(np.mean(y == p)))
    hold_out = bc.labels([0, 1, 1, 0], {"a": [0, 1, 0, 0], "b": [1, 1, 1, 0]})
    with pytest.raises(ValueError, match="must take `sample_weight`"):
        bc.compare(hold_out, metric=lambda y, p: float(np.mean(y == p)))
    with pytest.raises(ValueError, match="must return finite numbers"):
        bc.compare(hold_out, metric=lambda y, p, sample_weight=None: np.nan if sample_weight is not None else 1.0)


def test_identical_classifiers_differ_by_nothing(data):
    same = data.sel(classifier=["a", "a"]).assign_coords(classifier=["a", "b"])
    result = bc.compare(same, metric="balanced_accuracy")
    assert result.identical
    assert result.prob_first_better == pytest.approx(0.5, abs=0.02)
    assert result.difference.mean == pytest.approx(0, abs=2e-3)


def test_a_wider_prior_of_tau_widens_intervals(data, result):
    cautious = bc.compare(data, metric="f1_macro", method=bc.methods.LabelCounts(tau="cautious"))
    assert cautious.difference.sd > result.difference.sd
    known = bc.compare(data, metric="f1_macro", method=bc.methods.LabelCounts(tau=0.0))
    assert known.difference.sd < result.difference.sd
    assert "half-Cauchy" in cautious.provenance["tau"]


def test_rare_classes_and_the_approximation_are_said():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], [150, 44, 6])
    wrong = {name: np.where(rng.random((5, N)) < 0.2, (y + 1) % 3, y) for name in "ab"}
    data = bc.labels(y, wrong, how=bc.splits(splits_of(N)))
    shown = " ".join(str(bc.compare(data, metric="cohen_kappa")).split())
    assert "class 2 has fewer than 10 records, the smallest 6" in shown
    assert "intervals of Cohen's kappa in a cross-validation rest on a first-order approximation" in shown
    assert "fewer than 10 records" not in str(bc.compare(data))


def test_what_an_experiment_is_worth_does_not_depend_on_the_unit(data):
    """Half an outcome, which keeps the variance of the rest from 0, is one in the unit of the metric."""
    costs = {true: {label: 1.0 for label in range(3) if label != true} for true in range(3)}
    cents = {true: {label: 100 * cost for label, cost in row.items()} for true, row in costs.items()}
    worth, again = (
        effective_size_of_sums(Evidence(predictions=data, metric=Cost(matrix)).pair().sums) for matrix in (costs, cents)
    )
    np.testing.assert_allclose(worth.sizes, again.sizes, rtol=1e-9)
    np.testing.assert_allclose(worth.weights, again.weights, rtol=1e-7, atol=1e-12)


def test_areas_whose_mean_over_folds_is_another_say_so():
    rng = np.random.default_rng(1)
    y = (rng.random(90) < 0.3).astype(int)
    prob = {name: 1 / (1 + np.exp(-(y * gap + rng.normal(size=90)))) for name, gap in (("a", 1.2), ("b", 0.9))}
    splits = list(KFold(5).split(y))
    means = [np.mean([roc_auc_score(y[test], own[test]) for _, test in splits]) for own in prob.values()]
    result = bc.compare(bc.probabilities(y, prob, how=bc.splits(splits)), metric="roc_auc")
    said = f"`cross_val_score`, is {means[0]:.3f} of a and {means[1]:.3f} of b: here folds are weighed by the records"
    assert any(said in note for note in result.notes)
    balanced = bc.probabilities(np.tile([0, 1], 45), prob, how=bc.splits(splits))
    assert not any("plain mean" in note for note in bc.compare(balanced, metric="roc_auc").notes)
