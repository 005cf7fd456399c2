"""ROC curves are those of scikit-learn, and their bands those of the Bayesian bootstrap of the records."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot as plt
from scipy import stats
from sklearn.metrics import roc_curve

import bayescmp as bc
from bayescmp.metrics import METRICS
from bayescmp.plots import plot_roc
from bayescmp.plots._roc import _bands, _curve

HALF = 100  # the place of the rate 1/2
RECORDS = st.lists(st.tuples(st.integers(0, 4), st.booleans(), st.integers(1, 3)), min_size=2, max_size=20)


@pytest.fixture
def bands_of(of_class):
    return lambda predictions, ci_prob=0.95: _bands(of_class(predictions), ci_prob, np.random.default_rng(0))


def hold_out(y, *probabilities):
    """Return a hold-out of "a", "b", ... with these probabilities of "ill"."""
    y_prob = {name: np.stack([one, 1 - np.array(one)], axis=-1) for name, one in zip("ab", probabilities, strict=True)}
    return bc.predictions_from_arrays(y, dict.fromkeys(y_prob, y), y_prob=y_prob, labels=["ill", "well"])


class TestCurves:
    def test_they_are_those_of_scikit_learn_over_all_validations(self, probable_case, of_class):
        found = of_class(probable_case)
        for scores in found.given:
            fpr, tpr = _curve(scores, found.positive)
            expected = roc_curve(found.positive, scores, drop_intermediate=False)
            np.testing.assert_allclose([fpr, tpr], expected[:2])

    def test_they_are_drawn_with_their_areas(self, probable_case, of_class):
        found, ax = of_class(probable_case), plot_roc(probable_case, pos_label="ill")
        handles, labels = ax.get_legend_handles_labels()
        metric, truth = METRICS["roc_auc"].of_class(True), found.positive
        assert len(handles) == 2
        for handle, label, scores in zip(handles, labels, found.given, strict=True):
            np.testing.assert_allclose(handle.get_data(), _curve(scores, truth))
            area = metric.value(truth, np.stack([1 - scores, scores], axis=-1))
            assert label.endswith(f", AUC {area:.3f}")
            assert np.trapezoid(*handle.get_data()[::-1]) == pytest.approx(area)

    @given(records=RECORDS)
    def test_a_weight_is_so_many_records(self, records):
        scores, positive, weights = map(np.array, zip(*records, strict=True))
        if 0 < positive.sum() < positive.size:
            copies = np.repeat(scores, weights), np.repeat(positive, weights)
            np.testing.assert_allclose(_curve(scores, positive, weights[None] * 1.0)[0][0], _curve(*copies)[0])
            np.testing.assert_allclose(_curve(scores, positive, weights[None] * 1.0)[1][0], _curve(*copies)[1])

    def test_the_other_class_is_the_curve_turned_round(self, of_class):
        y = np.array(["ill", "well"] * 10)
        p = hold_out(y, *np.random.default_rng(0).random((2, 20)).round(1))
        found, other = of_class(p), of_class(p, "well")
        for one, turned in zip(found.given, other.given, strict=True):
            fpr, tpr = _curve(one, found.positive)
            np.testing.assert_allclose(_curve(turned.round(1), other.positive), [1 - tpr[::-1], 1 - fpr[::-1]])


class TestBands:
    def test_a_flat_curve_has_the_quantiles_of_the_beta_distribution(self, bands_of):
        # Six of the nine records of the class come before all others, three after them.
        y = np.array(["ill"] * 9 + ["well"] * 5)
        scores = np.array([0.9] * 6 + [0.1] * 3 + [0.2, 0.3, 0.4, 0.5, 0.6])
        band = bands_of(hold_out(y, scores, 1 - scores), ci_prob=0.8)[0]
        expected = stats.beta(6, 3).ppf([0.1, 0.9])
        assert band[:, HALF] == pytest.approx(expected, abs=0.02)
        assert band[:, 0] == pytest.approx(expected, abs=0.02)  # the curve starts above 0
        assert band[:, -1].tolist() == [1, 1]

    def test_a_jump_at_an_other_record_has_the_distribution_of_its_place(self, bands_of):
        # The class scores between two other records: found at once where the first of them weighs less than half.
        y = np.array(["well", "ill", "well"])
        band = bands_of(hold_out(y, [0.9, 0.5, 0.1], [0.9, 0.5, 0.1]), ci_prob=0.98)[0]
        assert band[:, HALF].tolist() == [0, 1]
        assert band[1, 1] == 0
        assert band[0, -2] == 1

    def test_repeats_with_the_same_probabilities_add_no_information(self, probabilities_of, of_class, bands_of):
        p = probabilities_of("5 x 2")
        one = p.isel(repeat=[0])
        same = p.assign(y_prob=p["y_prob"].isel(repeat=[0] * 5).assign_coords(repeat=p["repeat"]))
        np.testing.assert_allclose(bands_of(same), bands_of(one))
        assert of_class(same).record.size == 5 * of_class(one).record.size

    def test_both_classifiers_have_the_same_weights(self, probabilities_of, bands_of):
        p = probabilities_of("ties")
        one, other = bands_of(p)
        swapped = bands_of(p.isel(classifier=[1, 0]))
        assert swapped.tolist() == [other.tolist(), one.tolist()]

    def test_they_are_increasing_proportions_around_the_curve(self, probable_case, of_class, bands_of):
        found, bands = of_class(probable_case), bands_of(probable_case)
        assert bands.min() >= 0
        assert bands.max() <= 1
        assert np.all(np.diff(bands, axis=-1) >= 0)
        assert np.all(bands[:, 0] <= bands[:, 1])
        wider = bands_of(probable_case, 0.99)
        assert np.all(wider[:, 0] <= bands[:, 0])
        assert np.all(wider[:, 1] >= bands[:, 1])
        if found.record.max() > 20:
            curves = [np.interp(np.linspace(0, 1, 201), *_curve(one, found.positive)) for one in found.given]
            inside = (bands[:, 0] <= curves) & (curves <= bands[:, 1])
            assert inside.mean() > 0.9

    def test_batches_of_draws_make_no_difference(self, probabilities_of, monkeypatch, bands_of):
        whole = bands_of(probabilities_of("ties"))
        monkeypatch.setattr("bayescmp.plots._roc._NUMBERS", 1000)
        assert bands_of(probabilities_of("ties")).tolist() == whole.tolist()

    def test_they_are_drawn_and_repeatable(self, probabilities_of, bands_of):
        p = probabilities_of("hold-out")
        drawn = [[line.get_ydata() for line in plot_roc(p, pos_label="ill", rng=seed).lines[1:]] for seed in (0, 0, 1)]
        for place, band in zip((1, 4), bands_of(p), strict=True):
            np.testing.assert_array_equal(drawn[0][place : place + 2], band)
        assert all(map(np.array_equal, drawn[0], drawn[1]))
        assert not all(map(np.array_equal, drawn[0], drawn[2]))


@pytest.mark.parametrize("kind", ["ill", "well"])
def test_one_class_alone_has_no_curve(kind):
    p = hold_out(np.array([kind] * 3), [0.1, 0.2, 0.3], [0.3, 0.4, 0.5])
    count = 3 if kind == "ill" else 0
    with pytest.raises(ValueError, match=re.escape(f"class 'ill' and others, but got {count} of it among 3 records")):
        plot_roc(p, pos_label="ill")
    assert plt.get_fignums() == []
