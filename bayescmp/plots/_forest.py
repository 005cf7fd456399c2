"""The difference on each data set by itself, above the average and the next data set."""

from functools import partial
from typing import Any

import numpy as np

from bayescmp.content import PAPER
from bayescmp.datasets import DatasetsComparison
from bayescmp.plots._axes import COLOURS, Axes, axes_or_new, names_apart, points_of
from bayescmp.plots._interval_rows import Intervals, draw_observed, draw_rows, finish_rows, height_of, intervals_of
from bayescmp.plots._of_comparison import difference_label
from bayescmp.plots._plot import Plot, check_kind, of

_LARGEST, _SHARE = 3.2, 0.33  # of a mark: points, and share of a row
_OWN: dict[str, Any] = {"color": "black", "marker": "o", "label": "posterior mean"}
_ANSWERS: dict[str, Any] = {"color": COLOURS[2], "marker": "D", "markersize": 4.5, "elinewidth": 1.6}


def plot_forest(result: DatasetsComparison, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the difference on each data set by itself, above the average and the next one.

    A row per data set in order of the estimate, the first classifier's best at the top: the dot is the posterior
    mean with its interval, the tick above it the observed difference. The last two rows are what holds on average
    and on the next data set; where rows are too low for all names, these two have theirs.

    Parameters
    ----------
    result : DatasetsComparison
        As from `compare_datasets`.
    ax, size
        As in `plot_result`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> def table(first, second):
    ...     return bc.paired_table(both_wrong=8, only_first_wrong=first, only_second_wrong=second, both_right=180)
    >>> data = {"a": table(9, 12), "b": table(4, 9), "c": table(3, 14)}
    >>> ax = bc.plots.plot_forest(bc.compare_datasets(data, first="tree", second="svm"))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['c', 'b', 'a', 'average', 'next data set']
    >>> plt.close(ax.get_figure())
    """
    rows = check_kind("result", result, DatasetsComparison, "compare_datasets").datasets
    rows = rows.sort_values("estimate", ascending=not result.settings.greater_is_better, kind="stable")
    ax = axes_or_new(ax, size, FOREST_PLOT.height(result))
    count = len(rows)
    mark = max(1.0, min(_LARGEST, _SHARE * 0.8 * points_of(ax)[1] / (count + 3)))
    answers = [[one.estimate, one.interval.low, one.interval.high] for one in (result.average, result.next_dataset)]
    below = Intervals([count, count + 1], np.array(answers), _ANSWERS)
    names = [*names_apart(rows.index, ax), "average", f"next {result.content.unit}"]
    several = [*intervals_of(rows, (True, _OWN | {"markersize": mark})), below]
    draw_rows(ax, names, several, rope=result.settings.rope, below=2)
    draw_observed(ax, rows["observed"].tolist())
    finish_rows(ax, partial(difference_label, result), np.vstack([rows[["estimate", "low", "high"]], answers]))
    return ax


def _caption(result: DatasetsComparison) -> str:
    said, unit = result.content, result.content.unit
    return (
        f"Differences on each {unit}, {said.direction(PAPER)}: observed (ticks), and posterior means (dots) with "
        f"{said.interval_words()} intervals (lines) of each {unit} by itself; below, on average and on the next {unit}."
    )


FOREST_PLOT = Plot(
    name="forest", draw=plot_forest, applies=of(DatasetsComparison),
    height=lambda result: height_of(len(result.datasets) + 3), caption=_caption,
)  # fmt: skip
