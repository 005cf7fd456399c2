"""Bins of predicted probabilities, the shares of the class in them, and how sure these are."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot as plt
from scipy import stats
from sklearn.calibration import calibration_curve

import bayescmp as bc
from bayescmp.plots import plot_calibration
from bayescmp.plots._calibration import _bins, _places

VALIDATIONS = st.lists(st.tuples(st.integers(0, 6), st.integers(1, 4)), min_size=1, max_size=30)


def drawn(ax):
    """Return mean probabilities and shares, and the whiskers, of both classifiers."""
    handles, _ = ax.get_legend_handles_labels()
    marks = [handle.get_xydata() for handle in handles]
    whiskers = [np.array([line[:, 1] for line in found.get_segments()]) for found in ax.collections]
    return marks, whiskers


def calls_of(y, given, **options):
    """Return predictions of two classifiers that give the same probabilities of 1."""
    shares = np.stack([1 - np.array(given), given], axis=-1)
    names = ("a", "b")
    return bc.predictions_from_arrays(
        y, dict.fromkeys(names, y), y_prob=dict.fromkeys(names, shares), labels=[0, 1], **options
    )


class TestBins:
    @given(validations=VALIDATIONS, bins=st.integers(1, 12))
    def test_equal_probabilities_stay_together_and_bins_are_in_order(self, validations, bins):
        given_, repeats = np.array(validations, float).T
        place = _places(given_, 1 / repeats, bins)
        order = np.argsort(given_, kind="stable")
        assert np.all(np.diff(place[order]) >= 0)
        assert sorted(set(place.tolist())) == list(range(place.max() + 1))
        assert place.max() < bins
        assert all(np.unique(place[given_ == value]).size == 1 for value in given_)

    @given(validations=VALIDATIONS, bins=st.integers(1, 12))
    def test_they_hold_every_record_once(self, validations, bins):
        given_, repeats = np.array(validations, float).T
        mean, of_class, of_all = _bins(given_, given_ > 3, 1 / repeats, bins)
        assert of_all.sum() == pytest.approx((1 / repeats).sum())
        assert of_class.sum() == pytest.approx((1 / repeats)[given_ > 3].sum())
        assert np.all(np.diff(mean) > 0)
        assert mean @ of_all == pytest.approx((given_ / repeats).sum())

    @pytest.mark.parametrize(("n", "bins"), [(60, 10), (60, 3), (5, 5)])
    def test_without_ties_they_are_those_of_scikit_learn(self, n, bins):
        rng = np.random.default_rng(n)
        given_, y = rng.permutation(np.arange(n) / n), rng.integers(0, 2, n)
        mean, of_class, of_all = _bins(given_, y, np.ones(n), bins)
        share, expected = calibration_curve(y, given_, n_bins=bins, strategy="quantile")
        np.testing.assert_allclose(mean, expected)
        np.testing.assert_allclose(of_class / of_all, share)
        assert of_all.tolist() == [n / bins] * bins

    def test_fewer_records_than_bins_have_a_bin_each(self):
        assert _places(np.array([0.3, 0.1, 0.9]), np.ones(3), 10).tolist() == [1, 0, 2]

    def test_thirds_fall_on_the_same_side_as_whole_records(self):
        given_ = np.arange(6) / 10
        thirds = _places(np.repeat(given_, 3), np.full(18, 1 / 3), 3)
        assert thirds.tolist() == np.repeat(_places(given_, np.ones(6), 3), 3).tolist()


class TestPicture:
    def test_whiskers_are_quantiles_of_the_beta_distribution(self):
        y = [0, 0, 0, 1, 1, 1, 1, 0]
        marks, whiskers = drawn(plot_calibration(calls_of(y, [0.2] * 4 + [0.8] * 4), ci_prob=0.9))
        expected = [stats.beta(k + 0.5, 4 - k + 0.5).ppf([0.05, 0.95]) for k in (1, 3)]
        for one in marks:
            np.testing.assert_allclose(one, [[0.2, 0.25], [0.8, 0.75]])
        for one in whiskers:
            np.testing.assert_allclose(one, expected)

    def test_repeats_count_as_one_record(self, probabilities_of):
        p = probabilities_of("5 x 2")
        once = p.isel(repeat=[0])
        same = p.assign(y_prob=p["y_prob"].isel(repeat=[0] * 5).assign_coords(repeat=p["repeat"]))
        for of_same, of_once in zip(*(drawn(plot_calibration(x, pos_label="ill")) for x in (same, once)), strict=True):
            for one, other in zip(of_same, of_once, strict=True):
                np.testing.assert_allclose(one, other)

    def test_marks_and_whiskers_are_those_of_the_bins(self, probable_case, of_class):
        found = of_class(probable_case)
        marks, whiskers = drawn(plot_calibration(probable_case, pos_label="ill", bins=4))
        for given_, mark, whisker in zip(found.given, marks, whiskers, strict=True):
            mean, of_class, of_all = _bins(given_, found.positive, found.weights, 4)
            np.testing.assert_allclose(mark, np.stack([mean, of_class / of_all], axis=-1))
            np.testing.assert_allclose(whisker[:, 1], stats.beta(of_class + 0.5, of_all - of_class + 0.5).ppf(0.975))
            assert len(mark) <= 4

    def test_histograms_lie_below_the_shares_and_tell_where_probabilities_are(self):
        ax = plot_calibration(calls_of([0, 0, 1, 1], [0.01, 0.01, 0.01, 0.99]))
        for row, patch in enumerate(ax.patches, 1):
            values, edges, base = patch.get_data()
            assert len(edges) == len(values) + 1
            assert values[0] - base == pytest.approx(3 * (values[-1] - base))
            assert np.all(values[1:-1] == base)
            assert base == pytest.approx(-0.12 * row)
            assert values.max() < (0 if row == 1 else ax.patches[0].get_data().baseline)
        assert ax.get_ylim()[0] < base
        assert min(ax.get_yticks()) == 0

    def test_one_class_alone_is_calibrated_or_not(self):
        marks, _ = drawn(plot_calibration(calls_of([1, 1], [0.7, 0.7])))
        assert marks[0].tolist() == [[0.7, 1.0]]

    def test_calibrated_probabilities_are_in_their_intervals(self):
        rng = np.random.default_rng(3)
        given_ = rng.random(4000)
        marks, whiskers = drawn(plot_calibration(calls_of((rng.random(4000) < given_) * 1, given_), bins=40))
        inside = (whiskers[0][:, 0] <= marks[0][:, 0]) & (marks[0][:, 0] <= whiskers[0][:, 1])
        assert len(inside) == 40
        assert inside.mean() > 0.85


@pytest.mark.parametrize(
    ("bins", "kind", "message"),
    [(0, ValueError, "`bins` must be at least 1, but got 0."), (2.5, TypeError, "`bins` must be an integer, but got")],
)
def test_bins_are_whole_numbers(bins, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        plot_calibration(calls_of([0, 1], [0.2, 0.8]), bins=bins)
    assert plt.get_fignums() == []
