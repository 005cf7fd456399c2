"""ROC curves are those of scikit-learn, and their bands those of the Bayesian bootstrap of the records."""

import re

import numpy as np
import pytest
from matplotlib import pyplot as plt
from scipy import stats
from sklearn.metrics import roc_curve

import bayescmp as bc
from bayescmp.metrics import METRICS
from bayescmp.plots import plot_roc

HALF = 100  # the place of the rate 1/2


def bands_of(predictions, ci_prob=0.95, rng=0):
    """Return the bounds that are drawn, (2 classifiers, 2, n_rates)."""
    lines = plot_roc(predictions, pos_label="ill", ci_prob=ci_prob, rng=rng).lines
    return np.array([[line.get_ydata() for line in lines[place : place + 2]] for place in (2, 5)])


def curves_of(predictions, label="ill"):
    """Return the curves that are drawn, each as rates of others and of the class."""
    return [handle.get_data() for handle in plot_roc(predictions, pos_label=label).get_legend_handles_labels()[0]]


def hold_out(y, *probabilities):
    """Return a hold-out of "a", "b", ... with these probabilities of "ill"."""
    y_prob = {name: np.stack([one, 1 - np.array(one)], axis=-1) for name, one in zip("ab", probabilities, strict=True)}
    return bc.predictions_from_arrays(y, dict.fromkeys(y_prob, y), y_prob=y_prob, labels=["ill", "well"])


class TestCurves:
    def test_they_are_those_of_scikit_learn_over_all_validations(self, probable_case, of_class):
        found = of_class(probable_case)
        for scores, curve in zip(found.given, curves_of(probable_case), strict=True):
            expected = roc_curve(found.positive, scores, drop_intermediate=False)
            np.testing.assert_allclose(curve, expected[:2])

    def test_they_are_drawn_with_their_areas(self, probable_case, of_class):
        found, ax = of_class(probable_case), plot_roc(probable_case, pos_label="ill")
        handles, labels = ax.get_legend_handles_labels()
        metric, truth = METRICS["roc_auc"].of_class(True), found.positive
        assert len(handles) == 2
        for handle, label, scores in zip(handles, labels, found.given, strict=True):
            area = metric.value(truth, np.stack([1 - scores, scores], axis=-1))
            assert label.endswith(f", AUC {area:.3f}")
            assert np.trapezoid(*handle.get_data()[::-1]) == pytest.approx(area)

    def test_areas_are_those_that_are_compared_also_where_folds_have_other_scales(self):
        """Every record of the class comes before all others of its fold, but not before those of the other fold."""
        y = np.array(["ill", "well"] * 20)
        fold = np.arange(40) // 2 % 2
        noise = np.random.default_rng(0).random(40)
        scores = {"a": 0.5 * fold + np.where(y == "ill", 0.4, 0.1), "b": 0.5 * fold + 0.4 * noise}
        y_prob = {name: np.stack([one, 1 - one], axis=-1) for name, one in scores.items()}
        p = bc.predictions_from_arrays(y, dict.fromkeys(scores, y), y_prob=y_prob, labels=["ill", "well"], fold=fold)
        observed = bc.compare(p, metric="roc_auc", pos_label="ill").observed
        labels = plot_roc(p, pos_label="ill").get_legend_handles_labels()[1]
        assert labels == [f"{name}, AUC {value:.3f}" for name, value in observed.items()]
        assert observed["a"] == 1

    def test_the_axis_says_which_records_are_looked_for(self, probabilities_of):
        label = plot_roc(probabilities_of("hold-out"), pos_label="ill").get_ylabel()
        count = int((probabilities_of("hold-out")["y_true"] == 1).sum())
        assert label == f"true-positive rate\n{count} records with outcome = ill"

    def test_the_other_class_is_the_curve_turned_round(self):
        y = np.array(["ill", "well"] * 10)
        p = hold_out(y, *np.random.default_rng(0).random((2, 20)).round(1))
        for (fpr, tpr), turned in zip(curves_of(p), curves_of(p, "well"), strict=True):
            np.testing.assert_allclose(turned, [1 - tpr[::-1], 1 - fpr[::-1]])


class TestBands:
    def test_a_flat_curve_has_the_quantiles_of_the_beta_distribution(self):
        # Six of the nine records of the class come before all others, three after them.
        y = np.array(["ill"] * 9 + ["well"] * 5)
        scores = np.array([0.9] * 6 + [0.1] * 3 + [0.2, 0.3, 0.4, 0.5, 0.6])
        band = bands_of(hold_out(y, scores, 1 - scores), ci_prob=0.8)[0]
        expected = stats.beta(6, 3).ppf([0.1, 0.9])
        assert band[:, HALF] == pytest.approx(expected, abs=0.02)
        assert band[:, 0] == pytest.approx(expected, abs=0.02)  # the curve starts above 0
        assert band[:, -1].tolist() == [1, 1]

    def test_a_jump_at_an_other_record_has_the_distribution_of_its_place(self):
        # The class scores between two other records: found at once where the first of them weighs less than half.
        y = np.array(["well", "ill", "well"])
        band = bands_of(hold_out(y, [0.9, 0.5, 0.1], [0.9, 0.5, 0.1]), ci_prob=0.98)[0]
        assert band[:, HALF].tolist() == [0, 1]
        assert band[1, 1] == 0
        assert band[0, -2] == 1

    def test_repeats_with_the_same_probabilities_add_no_information(self, probabilities_of, of_class):
        p = probabilities_of("5 x 2")
        one = p.isel(repeat=[0])
        same = p.assign(y_prob=p["y_prob"].isel(repeat=[0] * 5).assign_coords(repeat=p["repeat"]))
        np.testing.assert_allclose(bands_of(same), bands_of(one))
        assert of_class(same).record.size == 5 * of_class(one).record.size

    def test_both_classifiers_have_the_same_weights(self, probabilities_of):
        p = probabilities_of("ties")
        one, other = bands_of(p)
        swapped = bands_of(p.isel(classifier=[1, 0]))
        assert swapped.tolist() == [other.tolist(), one.tolist()]

    def test_they_are_increasing_proportions_around_the_curve(self, probable_case, of_class):
        found, bands = of_class(probable_case), bands_of(probable_case)
        assert bands.min() >= 0
        assert bands.max() <= 1
        assert np.all(np.diff(bands, axis=-1) >= 0)
        assert np.all(bands[:, 0] <= bands[:, 1])
        wider = bands_of(probable_case, 0.99)
        assert np.all(wider[:, 0] <= bands[:, 0])
        assert np.all(wider[:, 1] >= bands[:, 1])
        if found.record.max() > 20:
            curves = [np.interp(np.linspace(0, 1, 201), *curve) for curve in curves_of(probable_case)]
            inside = (bands[:, 0] <= curves) & (curves <= bands[:, 1])
            assert inside.mean() > 0.9

    def test_batches_of_draws_make_no_difference(self, probabilities_of, monkeypatch):
        whole = bands_of(probabilities_of("ties"))
        monkeypatch.setattr("bayescmp.plots._roc._NUMBERS", 1000)
        assert bands_of(probabilities_of("ties")).tolist() == whole.tolist()

    def test_they_are_repeatable(self, probabilities_of):
        p = probabilities_of("hold-out")
        drawn = [bands_of(p, rng=seed).tolist() for seed in (0, 0, 1)]
        assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.parametrize("kind", ["ill", "well"])
def test_one_class_alone_has_no_curve(kind):
    p = hold_out(np.array([kind] * 3), [0.1, 0.2, 0.3], [0.3, 0.4, 0.5])
    count = 3 if kind == "ill" else 0
    with pytest.raises(ValueError, match=re.escape(f"class 'ill' and others, but got {count} of it among 3 records")):
        plot_roc(p, pos_label="ill")
    assert plt.get_fignums() == []
