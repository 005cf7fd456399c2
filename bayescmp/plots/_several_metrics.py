"""Results by several metrics: intervals, a panel of each metric."""

from functools import partial
from typing import Any

import numpy as np

from bayescmp.comparison import Comparison, SeveralMetrics
from bayescmp.plots._axes import COLOURS, TEXT_SIZE, Axes, axes_or_new, drawn, names_apart
from bayescmp.plots._interval_rows import Intervals, draw_rows, finish_rows, height_of, intervals_of
from bayescmp.plots._of_comparison import COLOUR_OF, label_of_difference, unit_of, warning_words
from bayescmp.plots._plot import Plot, check_kind, of

_MEAN: dict[str, Any] = {"color": COLOURS[2], "marker": "o"}
_BESIDE, _BELOW = 0.5, 0.6  # inches above and below the rows of a panel, and the share of them below


def plot_several_metrics(result: SeveralMetrics, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the intervals by each metric in a panel of its own: of the difference, or the value of each classifier.

    Panels share their axis where all metrics are proportions; else each has its own.

    Parameters
    ----------
    result : SeveralMetrics
        As from `compare`, `rank` or `evaluate` with a list of metrics.
    ax, size
        As in `plot_result`; the axes are emptied, and the panels are `child_axes` of them.

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
    ax = axes_or_new(ax, size, SEVERAL_METRICS_PLOT.height(result))
    ax.axis("off")
    step, share = 1 / len(parts), _BESIDE / height_of(_rows(result) / len(parts), _BESIDE)
    for place, part in enumerate(parts):
        panel = ax.inset_axes((0, 1 - (place + 1 - _BELOW * share) * step, 1, (1 - share) * step))
        _draw(axes_or_new(panel), part, is_last=part is parts[-1])
    if all(unit_of(part.evidence.metric) for part in parts):
        ends = [one.get_xlim() for one in ax.child_axes]
        for one in ax.child_axes:
            one.set_xlim(min(ends)[0], max(end for _, end in ends))
    return ax


def _draw(ax: Axes, part: Any, *, is_last: bool) -> None:
    metric, label, rope = part.evidence.metric, lambda _: "", None
    if isinstance(part, Comparison):
        names, rope = [""], part.settings.rope
        ends = np.array([[part.difference.mean, part.interval.low, part.interval.high]])
        several = [Intervals([0], ends, _MEAN | {"color": COLOUR_OF[part.decision]})]
        if is_last:
            label = partial(label_of_difference, str, part.first, part.second)
    else:
        names, several = names_apart(part.classifiers.index, ax), intervals_of(part.classifiers, (True, _MEAN))
    ax.set_title(f"{warning_words(part)}{drawn(metric.noun)}{unit_of(metric)}", fontsize=TEXT_SIZE, loc="left", pad=2)
    draw_rows(ax, names, several, rope=rope)
    ax.set_yticks(range(len(names)), names, fontsize=TEXT_SIZE)  # all, for the room is made for them
    ax.spines["left"].set_visible(any(names))
    ax.tick_params(axis="y", left=any(names))
    finish_rows(ax, label, np.concatenate([one.ends for one in several]))
    if legend := ax.get_legend():  # of the rope, which would cover the panel above
        legend.remove()


def _rows(result: SeveralMetrics) -> int:
    return sum(1 if isinstance(one, Comparison) else len(one.classifiers) for one in result.results.values())


SEVERAL_METRICS_PLOT = Plot(
    name="several-metrics", draw=plot_several_metrics, applies=of(SeveralMetrics),
    height=lambda result: height_of(_rows(result), _BESIDE * len(result.results)),
    caption=lambda result: (
        f"Posterior means (dots) and {result.content.interval_words()} intervals (lines), a panel of each metric."
    ),
)  # fmt: skip
