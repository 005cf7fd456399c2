"""The difference on each data set by itself, above the average and the next data set."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from bayescmp._typing import Floats
from bayescmp.datasets import DatasetsComparison
from bayescmp.datasets._datasets_comparison import check_datasets_comparison
from bayescmp.plots._axes import (
    COLOURS,
    axes_or_new,
    cut_apart,
    finish,
    plain_numbers,
    points_of,
    text_width,
    width_left,
)
from bayescmp.plots._grids import fitting_names, height_of
from bayescmp.plots._of_comparison import (
    advantage_words,
    draw_equality,
    interval_words,
    label_of_difference,
    warning_words,
)
from bayescmp.plots._plot import Plot, of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BESIDE = 1.6  # inches above and below the rows
_LARGEST, _SHARE = 3.2, 0.33  # of a mark: points, and share of a row
_NAMES = 0.5  # of the width of the axes
_OBSERVED: dict[str, Any] = {"color": COLOURS[1], "marker": "|", "linestyle": "none", "markeredgewidth": 1.4}
_OWN: dict[str, Any] = {"color": "black", "fmt": "o", "elinewidth": 1.0}
_ANSWERS: dict[str, Any] = {"color": COLOURS[2], "fmt": "D", "markersize": 4.5, "elinewidth": 1.6}


def plot_forest(result: DatasetsComparison, *, ax: "Axes | None" = None) -> "Axes":
    """Plot the difference on each data set by itself, above the average and the next one.

    A row per data set in order of the estimate, the first classifier's best at the top: the dot is the posterior
    mean with its interval, the tick the observed difference. The last two rows are what holds on
    average and on the next data set.

    Parameters
    ----------
    result : DatasetsComparison
        As from `compare_datasets`.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the names. None makes a new figure, as high
        as the rows need.

    Returns
    -------
    matplotlib Axes
        The first data set is at 0 of the vertical axis, the second at 1, and so on.

    Raises
    ------
    TypeError
        If `result` is not a DatasetsComparison, or `ax` not an Axes.

    Notes
    -----
    Where rows are too low for all names, some rows have none; the last two always have theirs.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_forest
    >>> def table(first, second):
    ...     return bc.paired_table(both_wrong=8, only_first_wrong=first, only_second_wrong=second, both_right=180)
    >>> data = {"a": table(9, 12), "b": table(4, 9), "c": table(3, 14)}
    >>> ax = plot_forest(bc.compare_datasets(data, first="tree", second="svm"))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['c', 'b', 'a', 'average', 'next data set']
    >>> plt.close(ax.get_figure())
    """
    rows = check_datasets_comparison(result).datasets
    rows = rows.sort_values("estimate", ascending=not result.settings.greater_is_better, kind="stable")
    ax = axes_or_new(ax, _height(result))
    plain_numbers(ax, "x")
    draw_equality(ax, result.settings.rope)
    places, beside = _name(ax, rows.index, result.content.unit)
    of_rows, of_answers = places[:-2], places[-2:]
    size = max(1.0, min(_LARGEST, _SHARE * 0.8 * points_of(ax)[1] / len(places)))
    _draw(ax, of_rows, rows[["estimate", "low", "high"]], _OWN | {"label": "posterior mean", "markersize": size})
    ax.plot(rows["observed"], of_rows, **_OBSERVED, label="observed", markersize=2.5 * size, zorder=3)
    answers = result.average, result.next_dataset
    found = np.array([[one.estimate, one.interval.low, one.interval.high] for one in answers])
    _draw(ax, of_answers, found, _ANSWERS)
    ax.axhline((of_rows[-1] + of_answers[0]) / 2, color="0.5", linewidth=0.6)
    difference = label_of_difference(result.metric, (result.first, result.second), width_left(ax, beside))
    sides = advantage_words(result.settings, (result.first, result.second), width_left(ax, beside))
    lines = f"lines: {interval_words(result.settings)}"
    finish(ax, xlabel=f"{warning_words(result)}{difference}\n{sides}\n{lines}")
    return ax


def _draw(ax: "Axes", places: Floats, found: "pd.DataFrame | Floats", look: dict[str, Any]) -> None:
    """Draw what columns hold: a middle, a lower and an upper end."""
    middle, low, high = np.asarray(found, dtype=float).T
    reach = np.stack([middle - low, high - middle]).clip(min=0)  # what was observed may lie beyond a posterior
    ax.errorbar(middle, places, xerr=reach, capsize=0.0, **look)


def _name(ax: "Axes", datasets: "pd.Index[str]", unit: str) -> tuple[Floats, float]:
    """Name rows and answers, and return their places and how many points wide the names are."""
    width, height = points_of(ax)
    count = len(datasets)
    names = [*cut_apart(datasets, _NAMES * width), "average", f"next {unit}"]
    _, step = fitting_names(0.8 * height / (count + 3))
    size, step = fitting_names(0.8 * height / (count + 2.5 * step))
    places = np.concatenate([np.arange(count), count - 1 + step * np.array([1.5, 2.5])])
    shown = [*range(0, count, step), count, count + 1]
    ax.set_yticks(places[shown], [names[number] for number in shown], fontsize=size)
    ax.set_ylim(places[-1] + 0.5 * step, -0.5)
    ax.tick_params(axis="y", length=0)
    return places, max(map(text_width, names))


def _height(result: DatasetsComparison) -> float:
    return height_of(len(result.datasets) + 3, _BESIDE)


def _caption(result: DatasetsComparison) -> str:
    said = result.content
    return (
        f"Differences on each {said.unit}, {said.negative}: observed (ticks), and what the {said.unit} says by itself "
        f"(dots and lines); below, what holds on average and on the next {said.unit}. Lines are "
        f"{said.interval_words()} intervals."
    )


def _words(result: DatasetsComparison) -> str:
    said = result.content
    return f"Differences on {said.these}, above those on average and on the next one. Observed: {said.spread()}."


FOREST_PLOT = Plot(
    name="forest",
    draw=lambda result, ax: plot_forest(result, ax=ax),
    section="figure",
    applies=of(DatasetsComparison),
    height=_height,
    caption=_caption,
    words=_words,
)
