"""The value of each classifier by itself, with its interval."""

from typing import Any

from bayescmp.comparison import Evaluation
from bayescmp.evidence._runs import values_of_runs
from bayescmp.plots._axes import COLOURS, Axes, axes_or_new, drawn, finish, names_apart
from bayescmp.plots._interval_rows import OBSERVED, draw_rows, height_of, intervals_of
from bayescmp.plots._of_comparison import interval_words
from bayescmp.plots._plot import Plot, check_kind, of

_BESIDE = 1.0  # inches above and below the rows
_MEAN: dict[str, Any] = {"color": COLOURS[2], "marker": "o", "label": "posterior mean"}
_RUN: dict[str, Any] = {"color": COLOURS[0], "marker": ".", "linestyle": "none", "alpha": 0.6, "zorder": 2}


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
    ax = axes_or_new(ax, EVALUATION_PLOT.height(result))
    draw_rows(ax, names_apart(rows.index), intervals_of(rows, (True, _MEAN)))
    ax.plot(rows["observed"], range(len(rows)), **OBSERVED, markersize=8)
    runs = values_of_runs(result.evidence.predictions, result.evidence.metric)
    for place, name in enumerate(rows.index if runs else ()):
        ax.plot(runs[name], [place] * len(runs[name]), **_RUN, label="one run" if place == 0 else None)
    finish(ax, xlabel=f"{drawn(result.evidence.metric.noun)}\nlines: {interval_words(result.settings)}")
    return ax


EVALUATION_PLOT = Plot(
    name="evaluation", draw=plot_evaluation, applies=of(Evaluation),
    height=lambda result: height_of(len(result.observed), _BESIDE),
    caption=lambda result: (
        f"{result.content.metric.noun} of each by itself: observed (ticks), posterior means (dots) and "
        f"{result.content.interval_words()} intervals (lines)."
    ),
)  # fmt: skip
