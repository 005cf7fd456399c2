"""ROC curves: their areas are the observed ones, axes show where they bend, and what has none is refused."""

import re

import numpy as np
import pytest
from matplotlib import pyplot as plt
from sklearn.metrics import roc_curve

import bayescmp as bc
from bayescmp import plots
from bayescmp.plots import plot_roc

COLUMN = 3.35  # 85 mm, the column of a journal
RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, 200)
RISK = {name: np.round(1 / (1 + np.exp(-RNG.normal(edge * Y))), 2) for name, edge in (("old", 1.0), ("new", 2.0))}


def test_a_classifier_has_the_same_colour_and_dashes_in_the_plot_of_its_calibration(probabilities_of):
    result = bc.compare(probabilities_of("hold-out"), metric="roc_auc", pos_label="ill")
    looks = [
        [(line.get_color(), line.get_linestyle()) for line in draw(result).get_lines() if ":" in line.get_label()]
        for draw in (plots.plot_roc, plots.plot_calibration)
    ]
    assert looks[0] == looks[1]
    assert len({*looks[0]}) == 2


@pytest.mark.parametrize("case", ["hold-out", "5 x 2", "ties", "three"])
@pytest.mark.parametrize("verb", [bc.evaluate, bc.compare, bc.rank])
def test_areas_are_the_observed_ones(probabilities_of, case, verb):
    result = verb(probabilities_of(case), metric="roc_auc", pos_label="ill")
    ax = plot_roc(result)
    curves = {line.get_label().partition(":")[0]: line.get_data() for line in ax.lines[1:]}
    areas = {name: np.trapezoid(found, false) for name, (false, found) in curves.items()}
    assert areas == pytest.approx(result.observed, abs=1e-12)
    assert all((np.diff(both) >= -1e-12).all() for both in curves.values())


def test_on_one_test_set_they_are_those_of_scikit_learn_by_scores_too():
    scores = {name: np.log(one / (1 - one)) for name, one in RISK.items()}
    for data in (bc.probabilities(Y, RISK), bc.decision_values(Y, scores)):
        ax = plot_roc(bc.evaluate(data, metric="roc_auc"))
        for name, line in zip(RISK, ax.lines[1:], strict=True):
            theirs, (false, found) = roc_curve(Y, RISK[name])[:2], line.get_data()
            for rate in np.unique(theirs[0]):  # both ends of what rises upright
                ends = [np.sort(y[x == rate])[[0, -1]] for x, y in (theirs, (false, found))]
                np.testing.assert_allclose(*ends)
            assert set(false) == set(theirs[0])


def test_the_legend_has_the_intervals_of_the_result():
    result = bc.compare(Y, RISK, metric="roc_auc")
    for text, (name, row) in zip(plot_roc(result).get_legend().get_texts(), result.classifiers.iterrows(), strict=True):
        assert text.get_text().startswith(f"{name}: AUC ")
        shown = [float(one) for one in re.findall(r"\d\.\d+", text.get_text())]
        assert shown == pytest.approx([row["observed"], row["low"], row["high"]], abs=0.0051)
    assert [plot.name for plot in plots.plots_of(result)][:3] == ["difference", "roc", "calibration-curve"]
    assert "calibration-curve" in [plot.name for plot in plots.plots_of(bc.compare(Y, RISK, metric="neg_log_loss"))]
    labels = {name: np.asarray(risk) > 0.5 for name, risk in RISK.items()}
    assert "calibration-curve" not in [plot.name for plot in plots.plots_of(bc.compare(np.asarray(Y) == 1, labels))]
    assert "the observed ROC AUC of each" in plots.PLOTS["roc"].caption(result)


@pytest.mark.parametrize(("edge", "reach"), [(1.0, 1.0), (3.0, 0.2), (6.0, 0.1)])
def test_the_corner_is_enlarged_where_all_curves_bend_in_it_and_labels_tell(edge, reach):
    y = np.repeat([0, 1], 500)
    scores = {name: np.random.default_rng(seed).normal(edge * y) for seed, name in enumerate("ab")}
    ax = plot_roc(bc.evaluate(bc.decision_values(y, scores), metric="roc_auc"))
    assert ax.get_xlim() == pytest.approx((-0.02 * reach, 1.02 * reach))
    assert ax.get_ylim() == pytest.approx((1 - 1.02 * reach, 1 + 0.02 * reach))
    assert (ax.get_xlabel() == "1 − specificity") == (reach == 1)
    assert (f"({1 - reach:g} to 1)" in ax.get_ylabel()) == (reach < 1)


def test_curves_are_apart_in_grey_and_no_text_covers_another(probabilities_of, check_texts):
    result = bc.evaluate(probabilities_of("hostile"), metric="roc_auc", pos_label="ill")
    ax = plot_roc(result, ax=plt.subplots(figsize=(COLUMN, 3.4), layout="constrained")[1])
    check_texts(ax)
    assert len({line.get_linestyle() for line in ax.lines}) > 1


def test_other_results_are_refused():
    values = {"a": [0.8, 0.9, 0.7, 0.8], "b": [0.7, 0.8, 0.7, 0.9]}
    folds = bc.scores(values, how=bc.validation_sets(20, 10))
    for result, kind, message in (
        (bc.evaluate(Y, {"old": Y}), ValueError, "but is by 'error' of predictions."),
        (bc.compare(folds), ValueError, "but is by 'score' of scores."),
        (Y, TypeError, "`result` must be a Comparison or Ranking or Evaluation, as from `compare`, but got ndarray."),
    ):
        with pytest.raises(kind, match=re.escape(message)):
            plot_roc(result)
    assert plt.get_fignums() == []
