"""Results by several metrics: intervals, a panel of each metric."""

from functools import partial
from typing import Any

import numpy as np

from bayescmp.comparison import Comparison, SeveralMetrics
from bayescmp.plots._axes import (
    COLOURS,
    TEXT_SIZE,
    Axes,
    axes_or_new,
    drawn,
    names_apart,
)
from bayescmp.plots._interval_rows import Intervals, draw_rows, finish_rows, height_of, intervals_of
from bayescmp.plots._of_comparison import difference_label
from bayescmp.plots._plot import Plot, check_kind, of

_MEAN: dict[str, Any] = {"color": COLOURS[2], "marker": "o"}
_BESIDE = 0.6  # inches above and below the rows of a panel
_SHARE = 0.6  # of a panel, that its label and numbers take


def plot_several_metrics(result: SeveralMetrics, *, ax: Axes | None = None) -> Axes:
    """Plot the intervals by each metric in a panel of its own: of the difference, or the value of each classifier.

    Axes of metrics with the same bounds, such as all proportions, have the same range.

    Parameters
    ----------
    result : SeveralMetrics
        As from `compare`, `rank` or `evaluate` with a list of metrics.
    ax : matplotlib Axes, optional
        Where to draw: it is emptied, and the panels are `child_axes` of it. None makes a new figure.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> y = [0, 1] * 50
    >>> result = bc.compare(y, {"a": [1, *y[1:]], "b": [1, 0, 0, *y[3:]]}, metric=["accuracy", "f1"])
    >>> ax = bc.plots.plot_several_metrics(result)
    >>> len(ax.child_axes)
    2
    >>> plt.close(ax.get_figure())
    """
    parts = list(check_kind("result", result, SeveralMetrics, "compare").results.values())
    ax = axes_or_new(ax, SEVERAL_METRICS_PLOT.height(result))
    ax.axis("off")
    step = 1 / len(parts)
    alike: dict[Any, list[Axes]] = {}
    for place, part in enumerate(parts):
        panel = ax.inset_axes((0, 1 - (place + 1 - _SHARE) * step, 1, (1 - _SHARE) * step))
        _draw(panel, part)
        alike.setdefault(part.evidence.metric.bounds, []).append(panel)
    for panels in alike.values():
        ends = np.array([panel.get_xlim() for panel in panels])
        for panel in panels:
            panel.set_xlim(ends.min(), ends.max())
    return ax


def _draw(ax: Axes, part: Any) -> None:
    label: Any = partial(difference_label, part)
    if isinstance(part, Comparison):
        names, rope = [""], part.settings.rope
        several = [Intervals([0], np.array([[part.difference.mean, part.interval.low, part.interval.high]]), _MEAN)]
    else:
        names, rope, label = names_apart(part.classifiers.index, ax), None, lambda _: drawn(part.evidence.metric.noun)
        several = intervals_of(part.classifiers, (True, _MEAN))
    draw_rows(ax, names, several, rope=rope)
    ax.set_yticks(range(len(names)), names, fontsize=TEXT_SIZE)  # all, for the room is made for them
    ax.tick_params(labelsize=TEXT_SIZE)
    ax.spines[["top", "right"]].set_visible(False)
    finish_rows(ax, label, np.concatenate([one.ends for one in several]))
    if legend := ax.get_legend():  # of the rope, which would cover the panel above
        legend.remove()


def _height(result: SeveralMetrics) -> float:
    rows = sum(1 if isinstance(one, Comparison) else len(one.classifiers) for one in result.results.values())
    return height_of(rows, _BESIDE * len(result.results))


SEVERAL_METRICS_PLOT = Plot(
    name="several-metrics", draw=plot_several_metrics, applies=of(SeveralMetrics), height=_height,
    caption=lambda result: (
        f"Posterior means (dots) and {result.content.interval_words()} intervals (lines), a panel of each metric; "
        "axes of metrics with the same bounds have the same range."
    ),
)  # fmt: skip
