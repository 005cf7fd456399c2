"""The value of each classifier by itself, with its interval."""

from typing import Any

import numpy as np

from bayescmp.comparison import Evaluation
from bayescmp.evidence._runs import values_of_runs
from bayescmp.plots._axes import COLOURS, Axes, axes_or_new, drawn, finish, names_apart
from bayescmp.plots._interval_rows import Intervals, draw_rows, height_of
from bayescmp.plots._of_comparison import interval_words
from bayescmp.plots._plot import Plot, check_kind, of

_BESIDE = 1.0  # inches above and below the rows
_MEAN: dict[str, Any] = {"color": COLOURS[2], "marker": "o", "label": "posterior mean"}
_RUN: dict[str, Any] = {"color": COLOURS[0], "marker": ".", "linestyle": "none", "alpha": 0.6, "zorder": 2}
_OBSERVED: dict[str, Any] = {"color": COLOURS[1], "marker": "|", "linestyle": "none", "markeredgewidth": 1.4}


def plot_evaluation(result: Evaluation, *, ax: Axes | None = None) -> Axes:
    """Plot the value of each classifier by itself, with its interval, and of each of several runs.

    Intervals of two that overlap do not tell that neither is better: `compare` knows the records that they share.

    Parameters
    ----------
    result : Evaluation
        As from `evaluate`.
    ax : matplotlib Axes, optional
        Where to draw. None makes a new figure, as high as the rows need.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> y = [0, 1] * 50
    >>> ax = bc.plots.plot_evaluation(bc.evaluate(y, {"tree": [1 - y[0], *y[1:]]}))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['tree']
    >>> plt.close(ax.get_figure())
    """
    rows = check_kind("result", result, Evaluation, "evaluate").classifiers
    ax, places = axes_or_new(ax, _height(result)), np.arange(len(rows))
    draw_rows(ax, names_apart(rows.index), [Intervals(places, rows[["estimate", "low", "high"]], _MEAN)])
    ax.plot(rows["observed"], places, **_OBSERVED, label="observed", markersize=8, zorder=3)
    runs = values_of_runs(result.evidence.predictions, result.evidence.metric)
    for place, name in enumerate(rows.index if runs else ()):
        ax.plot(runs[name], np.full(runs[name].size, place), **_RUN, label="one run" if place == 0 else None)
    finish(ax, xlabel=f"{drawn(result.evidence.metric.noun)}\nlines: {interval_words(result.settings)}")
    return ax


def _height(result: Evaluation) -> float:
    return height_of(len(result.observed), _BESIDE)


def _caption(result: Evaluation) -> str:
    said = result.content
    return (
        f"{said.metric.noun} of each by itself: observed (ticks), posterior means (dots) and {said.interval_words()} "
        "intervals (lines)."
    )


EVALUATION_PLOT = Plot(
    name="evaluation",
    draw=lambda result, ax: plot_evaluation(result, ax=ax),
    applies=of(Evaluation),
    height=_height,
    caption=_caption,
)
