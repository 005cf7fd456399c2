"""The plot of a watch: the difference and its confidence sequence as records came in, and the look that decided."""

from typing import Any

import numpy as np

from bayescmp.content import PAPER, decimals_of
from bayescmp.plots._axes import BAND, TEXT_SIZE, Axes, axes_or_new, name_axes, room_upright, sparse_ticks
from bayescmp.plots._of_comparison import decimals, draw_equality, label_of_difference, unit_of
from bayescmp.plots._plot import Plot, check_kind, of
from bayescmp.sequential import SequentialComparison

MOST_LOOKS = 400
_LETTERS = 28  # of who is better
_SEEN = 0.1  # of the records: how wide the sequence is before is not in view


def plot_looks(comparison: SequentialComparison, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the observed difference with its confidence sequence over the records as they came.

    The band holds the true difference at all looks at once, with a probability of 1 - alpha; a dashed line marks the
    look that decided. What the first tenth of the records left open may reach beyond the axes.

    Parameters
    ----------
    comparison : SequentialComparison
        With a look or more.
    ax, size
        As in `plot_result`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> watch = bc.SequentialComparison(first="tree", second="svm")
    >>> for _ in range(5):
    ...     table = bc.paired_table(both_wrong=4, only_first_wrong=2, only_second_wrong=7, both_right=87)
    ...     watch = watch.update(table)
    >>> ax = bc.plots.plot_looks(watch)
    >>> [text.get_text() for text in ax.texts][-1]
    'decided at 400: tree better'
    >>> plt.close(ax.get_figure())
    """
    check_kind("comparison", comparison, SequentialComparison, "SequentialComparison")
    ax = axes_or_new(ax, size, LOOKS_PLOT.height(comparison))
    rows, metric = comparison.some_looks(MOST_LOOKS), comparison.content.metric
    records, low, high = (rows[name].to_numpy() for name in ("n_records", "low", "high"))
    found = (rows["only_first_wrong"] - rows["only_second_wrong"]).to_numpy() / records
    draw_equality(ax, comparison.settings.rope, across=True)
    mark: dict[str, Any] = {"marker": "o", "markersize": 2.5} if len(rows) <= MOST_LOOKS // 10 else {}
    ax.fill_between(records, low, high, color=BAND, linewidth=0, zorder=0.8)
    ax.plot(records, found, color="black", linewidth=1.0, **mark)
    if len(rows):
        seen = records >= _SEEN * records[-1]
        ends, digits = (low[seen].min(), high[seen].max()), decimals_of((high[-1] - low[-1]) / 4)
        margin = 0.12 * np.ptp(ends)
        ax.set_ylim(min(ends[0], 0) - margin, max(ends[1], 0) + margin)
        for value in (low[-1], found[-1], high[-1]):
            ax.annotate(
                decimals(value, digits), (records[-1], value), (3, 0), textcoords="offset points", va="center",
                fontsize=TEXT_SIZE, annotation_clip=False,
            )  # fmt: skip
    mark_decision(ax, comparison)
    names = comparison.first, comparison.second
    name_axes(ax, "records", label_of_difference(metric.of, *names, room_upright(ax), unit_of(metric)))
    sparse_ticks(ax)
    return ax


def mark_decision(ax: Axes, comparison: SequentialComparison) -> None:
    """Mark the look that decided first, and say what."""
    for decision, records in list(comparison.decided.items())[:1]:
        ax.axvline(records, color="black", linewidth=0.8, linestyle="--")
        words = comparison.content.decision_words(decision, _LETTERS).replace("$", r"\$")
        above: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "offset points", "fontsize": TEXT_SIZE}
        ax.annotate(f"decided at {records:,}: {words}", (1, 1), (0, 3), ha="right", **above)


LOOKS_PLOT = Plot(
    name="looks", draw=plot_looks, applies=of(SequentialComparison), height=lambda _: 2.4,
    caption=lambda comparison: (
        f"Observed difference in {comparison.content.metric.noun} as records came in, "
        f"{comparison.content.direction(PAPER)}, with the {100 * (1 - comparison.alpha):g} % confidence sequence, "
        f"valid at all looks{'; dashed: the first look that decided' if comparison.decided else ''}."
    ),
)  # fmt: skip
