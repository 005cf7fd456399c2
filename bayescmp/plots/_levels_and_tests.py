"""The estimates of every inference level and test that the data allow."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from bayescmp.comparison import Comparison
from bayescmp.comparison._checked import check_comparison
from bayescmp.content import pvalue_text, row_words
from bayescmp.levels._rows import POSTERIOR, TEST
from bayescmp.plots._axes import (
    TEXT_SIZE,
    axes_or_new,
    cut_apart,
    finish,
    plain_numbers,
    points_of,
    text_width,
    width_of_panel,
)
from bayescmp.plots._of_comparison import (
    advantage_words,
    difference_label,
    draw_equality,
    fitted_names,
    interval_words,
    warning_words,
)
from bayescmp.plots._plot import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_NAMES = 0.45  # of the width of the axes, before names take of it


def plot_levels(comparison: Comparison, *, ax: "Axes | None" = None) -> "Axes":
    """Plot the estimate of value(first) - value(second) of every inference level and test, as a forest.

    One row per row of ``comparison.levels``, in their order: a posterior mean with its credible interval and the
    probability that the first classifier is better, or the estimate of a test with its p-value and, where it has one,
    its confidence interval. The row that the
    decision rests on is in bold, with a filled mark. The first classifier is better left of 0, where more is
    better right of it.

    Parameters
    ----------
    comparison : Comparison
        As from `compare`.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the names and the answers beside the
        rows. None makes a new figure, as high as the rows need.

    Returns
    -------
    matplotlib Axes
        The first row is at the top, at 0 of the vertical axis, the second at 1, and so on.

    Raises
    ------
    TypeError
        If `comparison` is not a Comparison, or `ax` not an Axes.

    Notes
    -----
    The intervals of tests are confidence intervals, those of levels credible ones. With a rope, the probability is that
    that the first is better by more than it.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_levels
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> ax = plot_levels(bc.compare(table, first="tree", second="svm"))
    >>> [label.get_text() for label in ax.get_yticklabels()][:2]
    ['paired', "McNemar's exact test"]
    >>> plt.close(ax.get_figure())
    """
    levels = check_comparison(comparison).levels.reset_index(drop=True)
    ax = axes_or_new(ax, 1.3 + 0.22 * len(levels))
    plain_numbers(ax, "x")
    draw_equality(ax, comparison.rope)
    posterior = levels["kind"] == POSTERIOR
    _intervals(ax, levels[:1], "D", "black", "decides")
    _intervals(ax, levels[1:][posterior[1:]], "o", "white", "other level")
    tests = levels[~posterior]
    _intervals(ax, tests[tests["low"].notna()], "s", "white", "test")
    alone = tests[tests["low"].isna()]
    if len(alone):
        ax.plot(
            alone["estimate"],
            alone.index,
            "ks",
            markerfacecolor="white",
            markersize=4.5,
            label=None if tests["low"].notna().any() else "test",
        )
    ax.set_yticks(range(len(levels)), cut_apart(map(row_words, levels.itertuples()), _NAMES * points_of(ax)[0]))
    ax.get_yticklabels()[0].set_fontweight("bold")
    _answers(ax, comparison, levels)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(levels) - 0.5, -0.5)
    ax.margins(x=0.08)
    width = 0.85 * width_of_panel(ax)  # the axes are not in its middle
    label = warning_words(comparison) + difference_label(comparison, width)
    sides = advantage_words(comparison.settings, (comparison.first, comparison.second), width)
    finish(ax, xlabel=f"{label}\n{sides}\nlines: {interval_words(comparison.settings)}", share=0.75)
    return ax


def _intervals(ax: "Axes", rows: pd.DataFrame, marker: str, face: str, label: str) -> None:
    if len(rows):
        reach = np.stack([rows["estimate"] - rows["low"], rows["high"] - rows["estimate"]])
        ax.errorbar(
            rows["estimate"], rows.index, xerr=reach,
            fmt=marker, color="black", markerfacecolor=face, markersize=4.5, elinewidth=1.0, capsize=2.0, label=label,
        )  # fmt: skip


def _answers(ax: "Axes", comparison: Comparison, levels: pd.DataFrame) -> None:
    """Write probabilities and p-values in two columns beside the rows: a small one of either says the opposite."""
    head = f"P that\n{fitted_names(comparison, 0.22 * points_of(ax)[0], TEXT_SIZE)[0]}\nis better"
    columns = {POSTERIOR: 0.0, TEST: text_width(f"{head}  ", TEXT_SIZE) + 4}
    transform = ax.get_yaxis_transform()
    look: dict[str, Any] = {"xycoords": transform, "textcoords": "offset points", "fontsize": TEXT_SIZE}
    for kind, text in ((POSTERIOR, head), (TEST, "p-value")):
        if (levels["kind"] == kind).any():
            ax.annotate(text, (1.02, -0.5), xytext=(columns[kind], 2), va="bottom", **look)
    for place, row in enumerate(levels.itertuples()):
        text = pvalue_text(float(row.pvalue)) if row.kind == TEST else comparison.content.prob_of_row(row)
        weight = "normal" if place else "bold"
        ax.annotate(text, (1.02, place), xytext=(columns[row.kind], 0), va="center", fontweight=weight, **look)


LEVELS_PLOT = Plot(
    name="levels",
    draw=lambda comparison, ax: plot_levels(comparison, ax=ax),
    section="levels",
    height=lambda comparison: 1.4 + 0.22 * len(comparison.levels),
    caption=lambda comparison: (
        "Estimates of the difference: intervals of the inference levels"
        f"{', p-values of the tests' if comparison.levels['pvalue'].notna().any() else ''}."
    ),
    words=lambda comparison: (
        f"Forest of the {len(comparison.levels)} rows of the table on levels and tests, which has the numbers."
    ),
)
