"""Bins of predicted probabilities, the shares of the class in them, and how sure these are."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from matplotlib import pyplot as plt
from scipy import stats
from sklearn.calibration import calibration_curve

import bayescmp as bc
from bayescmp.metrics import calibration
from bayescmp.plots import plot_calibration
from tests.data import gathered

COLUMN = 3.35  # 85 mm, the column of a journal


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
    return gathered(
        y_true=y, y_pred=dict.fromkeys(names, y), y_prob=dict.fromkeys(names, shares), labels=[0, 1], **options
    )


def bins_by_hand(given, positive, weights, bins):
    """Put every probability into the bin that the middle of its records is in, in exact fractions."""
    exact = np.array([Fraction(1, round(1 / weight)) for weight in weights])
    places, below = np.zeros(len(given), int), Fraction(0)
    for value in np.unique(given):
        own = exact[given == value].sum()
        places[given == value] = math.floor(bins * (below + own / 2) / exact.sum())
        below += own
    members = [places == place for place in np.unique(places)]
    return np.array(
        [[weights[m] @ given[m] / weights[m].sum(), weights[m] @ positive[m], weights[m].sum()] for m in members]
    ).T


def check_bins(ax, given, positive, weights, bins):
    """Compare what is drawn of both classifiers with their bins."""
    for own, mark, whisker in zip(given, *drawn(ax), strict=True):
        mean, of_class, of_all = bins_by_hand(own, np.asarray(positive), weights, bins)
        assert len(mark) <= bins
        np.testing.assert_allclose(mark, np.stack([mean, of_class / of_all], axis=-1), atol=1e-12)
        np.testing.assert_allclose(whisker[:, 1], stats.beta(of_class + 0.5, of_all - of_class + 0.5).ppf(0.975))


class TestBins:
    @pytest.mark.parametrize("bins", [1, 12])
    def test_they_hold_every_record_once_equal_probabilities_together(self, probable_case, of_class, bins):
        found = of_class(probable_case)
        ax = plot_calibration(probable_case, pos_label="ill", bins=bins)
        check_bins(ax, found.given, found.positive, found.weights, bins)

    @pytest.mark.parametrize(("n", "bins"), [(1, 3), (6, 3), (30, 12)])
    def test_with_ties_they_are_those_of_exact_fractions(self, n, bins):
        given, y = np.random.default_rng(n).integers(0, 7, n) / 8, np.arange(n) % 2
        check_bins(plot_calibration(calls_of(y, given), bins=bins), [given, given], y, np.ones(n), bins)

    @pytest.mark.parametrize(("n", "bins"), [(60, 10), (5, 5)])
    def test_without_ties_they_are_those_of_scikit_learn(self, n, bins):
        rng = np.random.default_rng(n)
        given, y = rng.permutation(np.arange(n) / n), rng.integers(0, 2, n)
        share, mean = calibration_curve(y, given, n_bins=bins, strategy="quantile")
        marks, _ = drawn(plot_calibration(calls_of(y, given), bins=bins))
        assert len(marks[0]) == bins
        np.testing.assert_allclose(marks[0], np.stack([mean, share], axis=-1), atol=1e-12)


class TestRange:
    def rare(self, n=2000):
        rng = np.random.default_rng(0)
        given = 0.2 * rng.random(n)
        return calls_of((rng.random(n) < given) * 1, given)

    def test_axes_hold_marks_and_whiskers_and_little_more(self):
        ax = plot_calibration(self.rare())
        marks, whiskers = drawn(ax)
        highest = max(whisker.max() for whisker in whiskers)
        assert highest < 0.3
        for low, high in (ax.get_xlim(), ax.get_ylim()):
            assert low <= 0
            assert highest <= high < 1.1 * highest
        assert np.concatenate(marks).min() >= 0
        assert len(ax.get_xticks()) >= 3

    def test_what_lies_beyond_is_counted(self):
        y, given = np.append([0, 1] * 300, [1]), np.append(np.linspace(0.05, 0.15, 600), [0.9])
        p = calls_of(y, given)
        high = (ax := plot_calibration(p, bins=5)).get_xlim()[1]
        assert high < 0.9
        assert ax.get_xlabel().endswith("(2 predictions beyond 0.6 not shown)")  # one of each classifier


def test_numbers_are_those_of_the_calibration(probable_case, of_class):
    found, ax = of_class(probable_case), plot_calibration(probable_case, pos_label="ill", bins=4)
    for line, given in zip(ax.get_legend_handles_labels()[1], found.given, strict=True):
        one = calibration(found.positive, given, sample_weight=found.weights, bins=4)
        words = line.rpartition(": ")[2].replace("−", "-").split("\nin the large ")
        for value, part in zip((one.slope, one.in_the_large), words, strict=True):
            if np.isnan(value):
                assert part.removeprefix("slope ") == "unknown"
                continue
            shown, low, high = map(float, re.findall(r"-?[\d.]+", part))
            assert shown == pytest.approx(value, abs=0.0051)
            assert low < value < high


def test_one_classifier_and_results_are_drawn_as_their_predictions(probabilities_of):
    p = probabilities_of("5 x 2")
    both, _ = drawn(plot_calibration(p, pos_label="ill"))
    result = bc.compare(p, metric="roc_auc", pos_label="ill")
    np.testing.assert_allclose(np.stack(drawn(plot_calibration(result))[0]), np.stack(both))
    alone = bc.evaluate(p.sel(classifier=["tree"]), metric="neg_brier_score")
    for one in (
        plot_calibration(alone, pos_label="ill"),
        plot_calibration(p.sel(classifier=["tree"]), "tree", pos_label="ill"),
    ):
        (marks,), _ = drawn(one)
        np.testing.assert_allclose(marks, both[0])
        assert len(one.patches) == 1


class TestPicture:
    def test_whiskers_are_quantiles_of_the_beta_distribution(self):
        y = [0, 0, 0, 1, 1, 1, 1, 0]
        marks, whiskers = drawn(plot_calibration(calls_of(y, [0.2] * 4 + [0.8] * 4), ci_prob=0.9))
        expected = [stats.beta(k + 0.5, 4 - k + 0.5).ppf([0.05, 0.95]) for k in (1, 3)]
        for one in marks:
            np.testing.assert_allclose(one, [[0.2, 0.25], [0.8, 0.75]])
        for one in whiskers:
            np.testing.assert_allclose(one, expected)

    @pytest.mark.parametrize("alike", [False, True], ids=["mixed bins", "bins of one class"])
    def test_copies_within_groups_do_not_shrink_whiskers(self, alike):
        rng = np.random.default_rng(0)
        group = np.repeat(np.arange(30), 4)
        hard = rng.normal(size=30)[group]
        y = (hard + 0.3 * rng.normal(size=group.size) > 0).astype(int)
        given = y * 0.6 + 0.2 if alike else rng.uniform(0.1, 0.9, group.size)
        ends = []
        for times in (1, 10):
            truth, probability, groups = (np.repeat(one, times) for one in (y, given, group))
            _, whiskers = drawn(plot_calibration(calls_of(truth, probability, group=groups), bins=4))
            ends.append(whiskers[0])
        np.testing.assert_allclose(*ends, rtol=1e-6)

    def test_repeats_count_as_one_record(self, probabilities_of):
        p = probabilities_of("5 x 2")
        once = p.isel(repeat=[0])
        same = p.assign(y_prob=p["y_prob"].isel(repeat=[0] * 5).assign_coords(repeat=p["repeat"]))
        of_same, of_once = (np.hstack(drawn(plot_calibration(x, pos_label="ill"))) for x in (same, once))
        np.testing.assert_allclose(of_same, of_once)

    def test_histograms_lie_below_the_shares_and_tell_where_probabilities_are(self):
        ax = plot_calibration(calls_of([0, 0, 1, 1], [0.01, 0.01, 0.01, 0.99]))
        for row, patch in enumerate(ax.patches, 1):
            values, edges, base = patch.get_data()
            assert len(edges) == len(values) + 1
            assert values[0] - base == pytest.approx(3 * (values[-1] - base))
            assert np.all(values[1:-1] == base)
            assert base == pytest.approx(-0.12 * row)  # of a range from 0 to 1
            assert values.max() < (0 if row == 1 else ax.patches[0].get_data().baseline)
        assert ax.get_ylim()[0] < base
        assert min(ax.get_yticks()) == 0


def with_missing(first=("ill", None, "well", "ill", "well"), second=("ill", "ill", None, "ill", "well")):
    y_prob, y_pred = {"a": [[0.9, 0.1]] * 5, "b": [[0.3, 0.7]] * 5}, {"a": list(first), "b": list(second)}
    return bc.probabilities(["ill", "ill", "well", "well", "well"], y_prob, y_pred=y_pred, on_missing="drop")


class TestLooks:
    def test_no_text_covers_another_or_leaves_the_figure(self, probabilities_of, check_texts):
        ax = plt.subplots(figsize=(COLUMN, 3.0), layout="constrained")[1]
        plot_calibration(probabilities_of("hostile"), pos_label="ill", ax=ax)
        check_texts(ax)
        assert ax.get_position().width * COLUMN > 1.2

    def test_new_axes_are_made_only_where_none_are_given(self, probabilities_of, names_of):
        p = probabilities_of("dollars")
        before, ax = p.copy(deep=True), plt.subplots()[1]
        assert plot_calibration(p, pos_label="ill", ax=ax) is ax
        assert len(plt.get_fignums()) == 1
        shown = names_of(plot_calibration(p, pos_label="ill").get_legend().get_texts())
        assert [text.split(":")[0].strip() for text in shown] == [r"\$a_1\$", r"_\$b"]
        assert len(plt.get_fignums()) == 2
        assert p.identical(before)

    def test_labels_tell_the_class(self, probabilities_of):
        ax = plot_calibration(probabilities_of("5 x 2"), pos_label="ill")
        assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted probability of ill", "observed share of ill")


def numbers(labels=(0, 1), **others):
    y_prob = {name: np.full((2, len(labels)), 1 / len(labels)) for name in ("a", "b")}
    given = {"y_prob": y_prob, "labels": labels, **others}
    return gathered(y_true=labels[:2], y_pred={"a": labels[:2], "b": labels[:2]}, **given)


LOSSES = {"a": [0.1, 0.2], "b": [0.1, 0.3]}
REFUSED = [
    (lambda: [1, 2], {}, TypeError, "`predictions` must be a Dataset of predictions, but got list."),
    (lambda: bc.losses(LOSSES), {}, ValueError, "must hold predicted labels, `y_pred`, but hold"),
    (lambda: bc.labels([0, 1], {"a": [0, 1], "b": [1, 1]}), {}, ValueError, "but hold labels alone."),
    (numbers, {"first": "c"}, ValueError, "`first` must be one of the classifiers ['a', 'b']"),
    (lambda: numbers(("no", "yes")), {}, ValueError, "`pos_label` must be given for"),
    (lambda: numbers((0, 1, 2)), {}, ValueError, "is for two classes, but there are 3. Name one with `pos_label`"),
    (
        lambda: with_missing([None] * 2 + ["ill"] * 3, ["well"] * 2 + [None] * 3), {"pos_label": "ill"}, ValueError,
        "`predictions` must have a record that 'a' and 'b' answered, but have none.",
    ),
    (numbers, {"ci_prob": 95}, ValueError, "`ci_prob` must be a proportion between 0 and 1, but got 95."),
    (numbers, {"bins": 0}, ValueError, "`bins` must be at least 1, but got 0."),
]  # fmt: skip


def test_what_cannot_be_drawn_is_refused_before_a_figure_is_made():
    for data, options, kind, message in REFUSED:
        with pytest.raises(kind, match=re.escape(message)):
            plot_calibration(data(), **options)
    assert plt.get_fignums() == []
