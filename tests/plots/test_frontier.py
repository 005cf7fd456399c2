"""The plot of size against power."""

import pandas as pd
import pytest
from matplotlib import pyplot as plt

from bayescmp.plots import plot_frontier


@pytest.fixture
def summary():
    return pd.DataFrame(
        {
            "method": ["crossed-effects", "bcv_mcnemar", "f", "$a$"],
            "size": [0.041, 0.026, 0.036, 0.03],
            "above": [0.21, 0.13, 0.16, 0.1],
            "worst": [0.22, 0.29, 0.2, 0.15],
            "power": [0.72, 0.56, 0.36, 0.37],
        }
    )


@pytest.fixture
def ax(summary):
    figure, axes = plt.subplots(figsize=(3.35, 3.4), layout="constrained")
    yield plot_frontier(summary, ax=axes)
    plt.close(figure)


def drawn(ax):
    return {line.get_label(): list(line.get_ydata()) for line in ax.lines}


def test_it_shows_the_numbers_at_their_power(ax, summary):
    ordered = summary.sort_values("power")
    for label, column in {"mean size": "size", "worst cell": "worst", "share of cells above .055": "above"}.items():
        assert drawn(ax)[label] == ordered[column].tolist()
    assert drawn(ax)["nominal level 0.05"] == [0.05, 0.05]
    assert [text.get_text() for text in ax.texts] == ["f", r"\$a\$", "bcv_mcnemar", "crossed-effects"]


def test_labels_do_not_overlap_in_a_column_of_a_journal(ax):
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert not any(one.overlaps(other) for i, one in enumerate(boxes) for other in boxes[:i])
    assert all(box.y1 <= ax.bbox.y1 for box in boxes)


def test_rows_without_power_are_left_out(summary):
    summary.loc[0, "power"] = float("nan")
    ax = plot_frontier(summary)
    assert len(ax.texts) == 3
    plt.close(ax.figure)


def test_what_makes_no_sense_is_refused(summary):
    with pytest.raises(TypeError, match="`summary` must be a DataFrame, but got int"):
        plot_frontier(3)
    with pytest.raises(ValueError, match=r"lacks \['power'\]"):
        plot_frontier(summary.drop(columns="power"))
    with pytest.raises(ValueError, match="must have 1 to 20 rows with numbers, but got 0"):
        plot_frontier(summary.iloc[:0])
