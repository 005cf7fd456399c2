"""The plot of size against power by numbers of repeats."""

import pandas as pd
import pytest
from matplotlib import pyplot as plt

from bayescmp.plots import plot_repeats


@pytest.fixture
def summary():
    return pd.DataFrame(
        {
            "method": ["crossed-effects"] * 3 + ["corrected t", "corrected t"],
            "repeats": [31, 5, 9, 5, 10],
            "folds": [2, 2, 2, 2, 10],
            "size": [0.03, 0.07, 0.05, 0.01, 0.06],
            "power": [0.73, 0.70, 0.72, 0.3, 0.7],
        }
    )


@pytest.fixture
def ax(summary):
    figure, axes = plt.subplots(figsize=(3.35, 3.4), layout="constrained")
    yield plot_repeats(summary, ax=axes)
    plt.close(figure)


def test_there_is_a_curve_for_every_method_and_number_of_folds(ax):
    curves = {line.get_label(): line for line in ax.lines}
    assert list(curves["crossed-effects, m x 2"].get_ydata()) == [0.07, 0.05, 0.03]
    assert list(curves["crossed-effects, m x 2"].get_xdata()) == [0.70, 0.72, 0.73]
    assert list(curves["corrected t, m x 10"].get_ydata()) == [0.06]
    assert curves["nominal level 0.05"].get_ydata()[0] == 0.05
    assert [text.get_text() for text in ax.texts] == ["5", "9", "31", "5", "10"]


def test_rows_without_power_are_left_out(summary):
    summary.loc[3:, "power"] = float("nan")
    ax = plot_repeats(summary)
    assert len(ax.lines) == 2
    plt.close(ax.figure)


def test_what_makes_no_sense_is_refused(summary):
    with pytest.raises(TypeError, match="`summary` must be a DataFrame, but got int"):
        plot_repeats(3)
    with pytest.raises(ValueError, match=r"lacks \['folds'\]"):
        plot_repeats(summary.drop(columns="folds"))
    with pytest.raises(ValueError, match="must have rows with numbers of 1 to 20 methods, but got 0"):
        plot_repeats(summary.iloc[:0])


def test_rows_that_would_be_drawn_wrong_are_refused(summary):
    with pytest.raises(ValueError, match=r"must have numbers in the columns .*, but has others in \['size'\]"):
        plot_repeats(summary.assign(size="x"))
    with pytest.raises(ValueError, match="one row per method and design, but has several"):
        plot_repeats(summary.loc[[0, 0, 1]])
