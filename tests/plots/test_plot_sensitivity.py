"""The lines over an assumption are the probabilities that the posterior has under it."""

import re

import numpy as np
import pytest
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp.methods import measured_excess
from bayescmp.plots import PLOTS, plot_sensitivity

OUTCOMES = ("tree better", "equivalent", "svm better")


def curves_of(ax, labelled):
    """Return the values along the axis, and the three curves as rows of probabilities."""
    lines = [labelled(ax, outcome) for outcome in OUTCOMES]
    return lines[0].get_xdata(), np.array([line.get_ydata() for line in lines]).T


def vertical_lines(ax):
    return {line.get_label(): line.get_xdata()[0] for line in ax.lines if len(set(line.get_xdata())) == 1}


@pytest.mark.full
@pytest.mark.parametrize("over", ["tau", "rope", "rho"])
def test_probabilities_sum_to_1_and_are_told_apart_in_grey(over, compared, labelled):
    ax = plot_sensitivity(compared("5 x 2"), over=over)
    _, probabilities = curves_of(ax, labelled)
    np.testing.assert_allclose(probabilities.sum(1), 1)
    assert len({labelled(ax, outcome).get_linestyle() for outcome in OUTCOMES}) == 3
    threshold = labelled(ax, "threshold 0.975")
    assert set(threshold.get_ydata()) == {0.975}
    assert threshold.get_linestyle() == ":"
    assert ax.get_ylim()[0] < 0
    assert ax.get_ylim()[1] > 1
    assert ax.get_ylabel() == "posterior probability"


@pytest.mark.parametrize("name", ["5 x 2", "15 hold-outs"])
def test_over_tau_they_are_those_given_tau(name, compared, labelled):
    result = compared(name)
    tau, probabilities = curves_of(plot_sensitivity(result, over="tau"), labelled)
    assert tau[0] == 0
    assert (np.diff(tau) > 0).all()
    for place in (0, 7, 30, -1):
        expected = result.posterior.given_tau(float(tau[place])).difference.probabilities(*result.rope)
        np.testing.assert_allclose(probabilities[place], expected)


def test_the_tipping_point_is_where_the_curve_crosses_the_threshold(compared, labelled):
    result = compared("5 x 2", rope=0.0)
    ax = plot_sensitivity(result, over="tau")
    tipping = result.tipping_point.tau
    assert vertical_lines(ax) == {f"tipping point {tipping:.2g}": tipping}
    line = labelled(ax, "tree better")
    assert "equivalent" not in ax.get_legend_handles_labels()[1]
    assert np.interp(tipping, *line.get_data()) == pytest.approx(result.threshold, abs=2e-3)
    assert ax.get_xlim()[0] <= 0 < tipping < ax.get_xlim()[1]


def test_measured_values_of_tau_are_strokes(compared, labelled):
    ax = plot_sensitivity(compared("5 x 2"), over="tau")
    measured = measured_excess()
    strokes = labelled(ax, f"{measured.size} measured pairs")
    assert strokes.get_xdata().tolist() == np.maximum(measured, 0).tolist()
    assert strokes.get_marker() == "|"
    assert ax.get_ylim()[0] < strokes.get_ydata().min()
    assert strokes.get_ydata().max() < 0
    assert ax.get_xlim()[1] > measured.max()


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "rope", "note"), [("undecided", 0.02, "undecided even"), ("all right", 0.97, "at any tau")]
)
def test_without_a_tipping_point_the_caption_says_so(name, rope, note, compared):
    result = compared(name, rope=rope)
    assert note in PLOTS["tau"].caption(result)
    assert vertical_lines(plot_sensitivity(result, over="tau")) == {}


def test_a_tipping_point_far_away_is_said(data_of):
    from dataclasses import replace

    result = bc.compare(data_of("5 x 2"))
    vars(result)["tipping_point"] = replace(result.tipping_point, tau=1234.0)
    ax = plot_sensitivity(result, over="tau")
    assert "tips at 1.2e+03" in PLOTS["tau"].caption(result)
    assert vertical_lines(ax) == {}


@pytest.mark.parametrize("name", ["hold-out", "5 x 2", "effective"])
def test_over_the_rope_they_are_those_of_its_half_width(name, compared, labelled):
    result = compared(name)
    ax = plot_sensitivity(result, over="rope")
    names = [f"{result.first} better", "equivalent", f"{result.second} better"]
    lines = [labelled(ax, label) for label in names]
    width = lines[0].get_xdata()
    for place in (0, 5, -1):
        expected = result.difference.probabilities(-width[place], width[place])
        np.testing.assert_allclose([line.get_ydata()[place] for line in lines], expected)
    own = np.flatnonzero(width == 0.02)[0]
    assert [line.get_ydata()[own] for line in lines] == pytest.approx(
        (result.prob_first_better, result.prob_equivalent, result.prob_second_better)
    )
    assert vertical_lines(ax) == {"rope 0.02": 0.02}
    assert ax.get_xlim()[1] >= abs(result.difference.mean)


@pytest.mark.parametrize("name", ["5 x 2", "tables"])
def test_over_rho_they_end_with_the_effective_table(name, compared, labelled):
    result = compared(name)
    ax = plot_sensitivity(result, over="rho")
    rho, probabilities = curves_of(ax, labelled)
    assert (rho[0], rho[-1]) == (0, 0.5)
    row = result.methods.set_index("method").loc["effective-table"]
    assert probabilities[-1, 0] == pytest.approx(row["prob_first_better"])
    table = bc.effective_table(result.tables, rho1=0.25, rho2=0.25)
    expected = bc.posteriors.paired_posterior(table).difference.probabilities(*result.rope)
    assert probabilities[np.isclose(rho, 0.25)][0] == pytest.approx(expected)
    assert vertical_lines(ax) == {"bound 1/2": 0.5}
    assert ax.get_xlabel() == "correlation of folds, rho1 = rho2"


REFUSED = [
    (
        "hold-out",
        "tau",
        "`over` must be 'rope' for one hold-out of 120 records and the method 'paired', but got 'tau'.",
    ),
    ("tables", "tau", "`over` must be 'rope' or 'rho' for 5 x 2 block-regularized cross-validation of 120 records"),
    ("10-fold", "rho", "`over` must be 'tau' or 'rope' for 10-fold cross-validation of 120 records and the"),
    ("effective", "rho", "`over` must be 'rope' for an effective table of"),
    ("hold-out", "sigma", "`over` must be one of 'tau', 'rope', 'rho', but got 'sigma'."),
]


def test_what_does_not_apply_is_refused_before_a_figure_is_made(compared):
    for name, over, message in REFUSED:
        with pytest.raises(ValueError, match=re.escape(message)):
            plot_sensitivity(compared(name), over=over)
    assert plt.get_fignums() == []
