"""Plots of studies: what they draw are the numbers of the summary, and no text covers another."""

import re

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
import xarray as xr
from matplotlib import pyplot as plt
from matplotlib.container import ErrorbarContainer

from bayescmp.content import test_words as words_of_test
from bayescmp.plots import plot_power, plot_rejection_rates, plot_statistics
from bayescmp.plots._axes import names_apart

COLUMN = 3.35
METHODS = [
    "bcv_mcnemar", "calibrated_5x2_bcv_f", "blocked_3x2_t", "t_5x2", "combined_5x2_t", "combined_5x2_f",
    "repeated_holdout_t", "resampled_t", "corrected_repeated_holdout_t", "kfold_t", "corrected_repeated_kfold_t",
    "kfold_ci_z", "naive_kfold_mcnemar", "conservative_z", "holdout_mcnemar_exact", "paired",
    "corrected_repeated_kfold_t, repeated 10-fold",
]  # fmt: skip


def summary_of(n_methods=3, shifts=(0.0, 0.1, 0.4), trials=1000, alpha=0.05):
    """Return a summary with the columns of `summarise_study`, each share different."""
    rows = []
    for cell, shift in enumerate(shifts):
        for number, method in enumerate(METHODS[:n_methods]):
            share = round(0.03 + 0.007 * number + 1.2 * shift * (1 - 0.02 * number), 4)
            rows.append(
                {"cell": cell, "scenario": "Simple", "label": f"Simple, shift {shift:g}", "shift": shift}
                | {"method": method, "plan": "10-fold", "n_train": 900, "trials": trials, "failed": 0}
                | {"true_difference": -0.2 * shift * (1 - 0.01 * number), "true_difference_se": 0.002 * (shift > 0)}
                | {"rejected": share, "rejected_se": np.sqrt(share * (1 - share) / trials)}
            )
    summary = pd.DataFrame(rows)
    summary.attrs = {"name": "example", "alpha": alpha, "seed": 0}
    return summary


def results_of(n_methods=3, trials=60):
    values = np.random.default_rng(0).standard_t(5, (n_methods, trials))
    coords = {"method_name": METHODS[:n_methods], "trial": np.arange(trials)}
    return xr.Dataset({"statistic": (("method_name", "trial"), values)}, coords=coords)


PLOTS = {
    "rates of one cell": (plot_rejection_rates, summary_of(6, [0.0]), 2.4),
    "rates of 17 methods in five cells": (plot_rejection_rates, summary_of(17, [0.0, 0.05, 0.1, 0.15, 0.2]), 6.5),
    "power of eight methods": (plot_power, summary_of(8, [0.0, 0.1, 0.2, 0.4, 0.6]), 3.6),
    "statistics of 17 methods": (plot_statistics, results_of(17), 4.5),
}
EVERY_PLOT = pytest.mark.parametrize(("plot", "data", "height"), PLOTS.values(), ids=PLOTS)


def line_at(ax, label):
    return next(line for line in ax.lines if line.get_label() == label)


def containers(ax, kind):
    return {container.get_label(): container for container in ax.containers if isinstance(container, kind)}


def ends_of(container, axis):
    """Return both ends of the whiskers of an errorbar along an axis."""
    x_first = container.has_xerr and axis == "x"
    bars = container.lines[2][0 if x_first or not container.has_xerr else 1]
    return np.array([segment[[0, 1], 0 if axis == "x" else 1] for segment in bars.get_segments()])


def names_of(labels):
    return [label.get_text() for label in labels]


# Rejection rates


def test_several_cells_give_marks_of_different_shapes_at_the_shares():
    summary = summary_of(4)
    ax = plot_rejection_rates(summary)
    marks = containers(ax, ErrorbarContainer)
    assert list(marks) == ["Simple, shift 0", "Simple, shift 0.1", "Simple, shift 0.4"]
    for cell, drawn in enumerate(marks.values()):
        rows = summary[summary["cell"] == cell]
        assert drawn.lines[0].get_xdata().tolist() == rows["rejected"].tolist()
        assert np.round(drawn.lines[0].get_ydata()).tolist() == [0, 1, 2, 3]
        expected = np.stack([rows["rejected"] - 2 * rows["rejected_se"], rows["rejected"] + 2 * rows["rejected_se"]], 1)
        np.testing.assert_allclose(ends_of(drawn, "x"), expected)
    assert len({drawn.lines[0].get_marker() for drawn in marks.values()}) == 3
    assert len({tuple(drawn.lines[0].get_ydata()) for drawn in marks.values()}) == 3


def test_whiskers_end_at_0_and_1_and_are_in_view():
    summary = summary_of(2, [0.0, 0.1]).assign(rejected=[0.01, 0.99] * 2, rejected_se=0.02)
    for container in containers(plot_rejection_rates(summary), ErrorbarContainer).values():
        np.testing.assert_allclose(ends_of(container, "x"), [[0, 0.05], [0.95, 1]])
    ax = plot_rejection_rates(summary_of(alpha=0.9))
    line = line_at(ax, "nominal level 0.9")
    assert (set(line.get_xdata()), line.get_linestyle()) == ({0.9}, ":")
    assert ax.get_xlim()[0] < 0
    assert ax.get_xlim()[1] > 0.9


def test_methods_without_a_decision_keep_their_row_and_are_counted():
    summary = summary_of(3, shifts := [0.0, 0.1])
    summary.loc[summary["method"] == METHODS[1], ["rejected", "rejected_se"]] = np.nan
    ax = plot_rejection_rates(summary)
    assert names_of(ax.get_yticklabels()) == names_apart(map(words_of_test, METHODS[:3]), ax)
    assert ax.get_xlabel().endswith(f" ({len(shifts)} of {3 * len(shifts)}: no decision)")


def test_twenty_cells_differ_in_shape_or_filling():
    marks = containers(plot_rejection_rates(summary_of(1, np.linspace(0, 0.5, 20))), ErrorbarContainer).values()
    looks = {(mark.lines[0].get_marker(), mark.lines[0].get_markerfacecolor() == "white") for mark in marks}
    assert len(looks) == 20


# Power


def test_power_is_a_line_per_method_through_its_cells():
    summary = summary_of(4)
    ax = plot_power(summary)
    lines = containers(ax, ErrorbarContainer)
    assert list(lines) == METHODS[:4]
    for method, drawn in lines.items():
        rows = summary[summary["method"] == method].sort_values("true_difference")
        assert drawn.lines[0].get_xdata().tolist() == rows["true_difference"].tolist()
        assert drawn.lines[0].get_ydata().tolist() == rows["rejected"].tolist()
        for axis, value in (("x", "true_difference"), ("y", "rejected")):
            expected = np.stack([rows[value] - rows[f"{value}_se"], rows[value] + rows[f"{value}_se"]], axis=1)
            np.testing.assert_allclose(ends_of(drawn, axis), expected)


def test_power_is_shown_from_0_to_1_with_the_nominal_level():
    ax = plot_power(summary_of(alpha=0.1))
    line = line_at(ax, "nominal level 0.1")
    assert set(line.get_ydata()) == {0.1}
    assert line.get_linestyle() == ":"
    low, high = ax.get_ylim()
    assert low < 0
    assert high > 1
    assert "first − second" in ax.get_xlabel()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["nominal level 0.1", *METHODS[:3]]


def test_scenarios_are_not_joined_by_a_line():
    summary = summary_of(2, [0.0, 0.1, 0.2, 0.3])
    summary.loc[summary["cell"] > 1, "scenario"] = "Digits"
    lines = containers(plot_power(summary), ErrorbarContainer)
    assert list(lines) == [f"{method}, {scenario}" for scenario in ("Simple", "Digits") for method in METHODS[:2]]
    assert [len(drawn.lines[0].get_xdata()) for drawn in lines.values()] == [2, 2, 2, 2]


@pytest.mark.parametrize("column", ["rejected", "true_difference"])
def test_power_counts_what_it_cannot_show(column):
    summary = summary_of()
    summary.loc[[0, 4], column] = np.nan
    ax = plot_power(summary)
    assert ax.get_xlabel().endswith(" (2 of 9 not shown)")
    assert sum(len(drawn.lines[0].get_xdata()) for drawn in containers(ax, ErrorbarContainer).values()) == 7


# Statistics


def test_violins_span_the_statistics_and_mark_their_medians():
    results = results_of(4)
    ax = plot_statistics(results)
    bodies = [body for body in ax.collections if body.get_paths()]
    assert len(bodies) == 4
    for place, (body, row) in enumerate(zip(bodies, results["statistic"].to_numpy(), strict=True), start=1):
        x, y = body.get_paths()[0].vertices.T
        assert (y.min(), y.max()) == pytest.approx((row.min(), row.max()))
        assert (x.min() + x.max()) / 2 == pytest.approx(place)
        assert ax.get_ylim()[0] < row.min() < row.max() < ax.get_ylim()[1]
    medians = line_at(ax, "median")
    assert medians.get_xdata().tolist() == [1, 2, 3, 4]
    assert medians.get_ydata() == pytest.approx(results["statistic"].median("trial").to_numpy())
    assert names_of(ax.get_xticklabels()) == names_apart(map(words_of_test, METHODS[:4]))


def test_the_threshold_is_a_dotted_line_that_is_seen():
    threshold = 50
    ax = plot_statistics(results_of(), threshold=threshold)
    line = line_at(ax, f"threshold {threshold:g}")
    assert set(line.get_ydata()) == {threshold}
    assert line.get_linestyle() == ":"
    assert ax.get_ylim()[0] < threshold < ax.get_ylim()[1]


def test_what_is_not_drawn_is_said_with_its_number():
    results = results_of(4)
    results["statistic"][1] = np.nan
    results["statistic"][2, :3] = [np.inf, -np.inf, np.nan]
    ax = plot_statistics(results)
    _, second, third, _ = shown = names_apart(map(words_of_test, METHODS[:4]))
    assert names_of(ax.get_xticklabels()) == [one for one in shown if one != second]
    note = " ".join(ax.get_xlabel().split())
    assert note == f"no finite statistic: {second}; infinite, not drawn: {third} (2); missing, not drawn: {third} (1)"
    expected = np.median(results["statistic"][2, 3:])
    assert line_at(ax, "median").get_ydata()[1] == expected


@pytest.mark.parametrize("value", [[1.5], [2.0, 2.0 + 4e-16]])
def test_one_value_or_equal_values_are_drawn(value):
    results = results_of(2, len(value))
    results["statistic"][0] = value
    ax = plot_statistics(results)
    ax.get_figure().canvas.draw()
    assert line_at(ax, "median").get_ydata()[0] == np.median(value)


# All plots


@EVERY_PLOT
def test_given_axes_come_back_with_texts_apart_and_data_stay(plot, data, height, check_texts):
    settings, before = mpl.rcParams.copy(), data.copy(deep=True)
    figure, ax = plt.subplots(figsize=(COLUMN, height), layout="constrained")
    assert plot(data, ax=ax) is ax
    assert plt.get_fignums() == [figure.number]
    assert mpl.rcParams == settings
    assert data.equals(before)
    assert data.attrs == before.attrs
    check_texts(ax)
    assert ax.get_position().width * COLUMN > 1.0


def test_new_figures_grow_with_the_number_of_methods():
    heights = [plot_rejection_rates(summary_of(n)).get_figure().get_figheight() for n in (2, 8, 17)]
    assert heights == sorted(set(heights))


def changed(of=summary_of, **attrs):
    found = of()
    found.attrs = attrs
    return found


LINES = pd.concat([summary_of(1).assign(method=f"method {k}") for k in range(21)])
REFUSED = [
    *((plot, data, {}, kind, said) for plot in (plot_rejection_rates, plot_power) for data, kind, said in (
        ({}, TypeError, "`summary` must be a DataFrame, as from `summarise_study`, but got dict."),
        (summary_of().iloc[:0], ValueError, "must have rows, the columns of `summarise_study`"),
        (summary_of().drop(columns=["rejected", "cell"]), ValueError, "has 9 rows and lacks ['cell', 'rejected']."),
        (changed(), ValueError, "lacks [\"attrs['alpha']\"]. Operations of pandas may lose attributes."),
        (summary_of().assign(rejected=5.0), ValueError, "must have proportions from 0 to 1 in column 'rejected'."),
        (summary_of().assign(cell=7), ValueError, "`summary` must have one row per cell and method."),
        (summary_of(alpha=5), ValueError, "`summary.attrs['alpha']` must be a proportion between 0 and 1"),
    )),
    (plot_power, summary_of().drop(columns="true_difference_se"), {}, ValueError, "lacks ['true_difference_se']"),
    (plot_power, summary_of().assign(true_difference=np.nan), {}, ValueError, "a row with both `rejected` and"),
    (plot_power, LINES, {}, ValueError, "at most 20 lines to tell them apart, but got 21."),
    (plot_rejection_rates, summary_of(1, np.linspace(0, 0.5, 21)), {}, ValueError, "at most 20 cells to tell them"),
    (plot_statistics, {}, {}, TypeError, "`results` must be a Dataset, as from `read_study`, but got dict."),
    (plot_statistics, results_of().rename(statistic="pvalue"), {}, ValueError, "must have the variable 'statistic'"),
    (plot_statistics, results_of().isel(trial=0), {}, ValueError, "with the dims 'method_name', named, and 'trial'."),
    (plot_statistics, results_of().drop_vars("method_name"), {}, ValueError, "with the dims 'method_name', named"),
    (plot_statistics, results_of().isel(trial=[]), {}, ValueError, "must have a finite statistic of some method"),
    (plot_statistics, results_of(), {"threshold": np.inf}, ValueError, "`threshold` must be finite"),
    (plot_statistics, results_of(), {"ax": 3}, TypeError, "`ax` must be a matplotlib Axes or None, but got int."),
]  # fmt: skip


def test_what_cannot_be_drawn_is_refused_before_a_figure_is_made():
    for plot, data, options, kind, message in REFUSED:
        with pytest.raises(kind, match=re.escape(message)):
            plot(data, **options)
    assert plt.get_fignums() == []
