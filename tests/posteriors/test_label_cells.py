"""The joint posterior of true and predicted labels on a hold-out."""

import numpy as np
import pytest
from scipy import stats

import bayescmp as bc
from bayescmp.metrics import METRICS, Cost, metric_of_margins
from bayescmp.posteriors._label_cells import label_cells

DRAWS = 20_000


def predictions_of(n, n_labels, seed=0, names=("a", "b")):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_labels, n)
    labels = {name: np.where(rng.random(n) < 0.8, y, rng.integers(0, n_labels, n)) for name in names}
    return bc.labels(y, labels)


@pytest.mark.parametrize(("n_labels", "strength"), [(2, 0.5), (12, 3.0)])
def test_the_error_is_that_of_the_paired_table(n_labels, strength):
    """Whatever the number of labels: the prior of right and wrong is Dirichlet(l, l, l, l)."""
    data = predictions_of(60, n_labels)
    errors = 1 - label_cells(data, strength=strength).draw(METRICS["accuracy"], DRAWS, 1)
    apart = errors.isel(classifier=0) - errors.isel(classifier=1)
    exact = bc.compare(data, method=bc.methods.Paired(prior="dirichlet", strength=strength)).difference
    for probability in (0.025, 0.25, 0.5, 0.75, 0.975):
        share = float((apart <= exact.ppf(probability)).mean())
        assert share == pytest.approx(probability, abs=5 * np.sqrt(probability * (1 - probability) / DRAWS))


def test_without_many_records_the_prior_has_everyone_right_half_of_the_time():
    data = bc.labels([0, 1, 2, 3], {"a": [0, 1, 2, 3], "b": [3, 2, 1, 0]})
    drawn = label_cells(data, strength=1e4).draw(METRICS["accuracy"], 500, 0).mean("draw")
    assert drawn.to_numpy() == pytest.approx([0.5, 0.5], abs=0.01)


@pytest.mark.parametrize("n_labels", [2, 6])
def test_margins_of_the_prior_are_dirichlet(n_labels):
    """Of a class with one record right has half of the prior, all atoms of it, or a broken stick: 4 for all classes."""
    y = np.arange(n_labels)
    data = bc.labels(y, {"a": y, "b": (y + 1) % n_labels})
    cells = label_cells(data, strength=1.0)
    recall = metric_of_margins("recall of 0", "recall", lambda m: m.right[..., 0] / m.true[..., 0])
    right = cells.draw(recall, DRAWS, 3)
    half = 2 / n_labels
    for number, exact in enumerate((stats.beta(1 + half, half), stats.beta(half, 1 + half))):
        assert stats.kstest(right.to_numpy()[:, number], exact.cdf).pvalue > 1e-4


def test_many_classes_take_no_table_of_all_of_them():
    cells = label_cells(predictions_of(3000, 500))
    assert cells.counts.size <= 3000
    drawn = cells.draw(METRICS["f1_macro"], 50, 0)
    assert np.isfinite(drawn).all()


def test_records_count_as_many_as_the_experiment_is_worth():
    data = predictions_of(400, 3)
    cells = label_cells(data)
    half = cells.draw(METRICS["f1_macro"], 4000, 0, sizes=np.full(4000, 200.0))
    alone = label_cells(data.isel(record=slice(0, 200))).draw(METRICS["f1_macro"], 4000, 0)
    assert half.std("draw").to_numpy() == pytest.approx(alone.std("draw").to_numpy(), rel=0.2)
    assert (half.std("draw") > 1.2 * cells.draw(METRICS["f1_macro"], 4000, 0).std("draw")).all()


def test_every_wrong_label_is_as_probable_whatever_the_true_one():
    """Of five classes, whose pairs of labels are too many to be listed: a quarter of the wrong half for each other one.

    Each class has a fifth of the prior pseudo-records.
    """
    y, strength = np.arange(5), 2.0
    cells = label_cells(bc.labels(y, {"a": y, "b": y}), strength=strength)
    expected = 4 * strength / 5 / 8 / (5 + 4 * strength)
    for true in (0, 3):
        for label in set(range(5)) - {true}:
            costs = {t: {p: float((t, p) == (true, label)) for p in range(5)} for t in range(5)}
            share = cells.draw(Cost(costs), 3000, 0).mean("draw")
            assert share.to_numpy() == pytest.approx([expected, expected], rel=0.25)
