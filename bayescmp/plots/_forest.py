"""The difference on each data set by itself, above the average and the next data set."""

from functools import partial
from typing import Any

import numpy as np

from bayescmp.content import PAPER
from bayescmp.datasets import DatasetsComparison
from bayescmp.plots._axes import Axes, axes_or_new, names_apart, points_of
from bayescmp.plots._interval_rows import Intervals, draw_observed, draw_rows, finish_rows, height_of, intervals_of
from bayescmp.plots._of_comparison import COLOUR_OF, difference_label, outcome_names
from bayescmp.plots._plot import Plot, check_kind, of
from bayescmp.results import OUTCOMES

_LARGEST, _SHARE = 3.2, 0.33  # of a mark: points, and share of a row
_OWN: dict[str, Any] = {"marker": "o"}
_ANSWERS: dict[str, Any] = {"marker": "D", "markersize": 4.5, "elinewidth": 1.6}


def plot_forest(result: DatasetsComparison, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the difference on each data set by itself, above the average and the next one.

    A row per data set in order of the estimate, the first classifier's best at the top: the dot is the posterior
    mean with its interval, in the colour of the decision, the tick above it the observed difference. The last two rows
    are what holds on average and on the next data set; where rows are too low for all names, these two have theirs.

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
    both = result.average, result.next_dataset
    answers = np.array([[one.estimate, one.interval.low, one.interval.high] for one in both])
    words = dict(zip(OUTCOMES, outcome_names(result), strict=True))
    looks = {one: {"color": colour, "label": words.get(one, one)} for one, colour in COLOUR_OF.items()}
    own = ((rows["decision"] == one, _OWN | look | {"markersize": mark}) for one, look in looks.items())
    below = [Intervals([count + i], answers[[i]], _ANSWERS | looks[one.decision]) for i, one in enumerate(both)]
    names = [*names_apart(rows.index, ax), "average", f"next {result.content.unit}"]
    draw_rows(ax, names, [*intervals_of(rows, *own), *below], rope=result.settings.rope, below=2)
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
