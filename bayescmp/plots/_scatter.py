"""Two classifiers over data sets, a point for each: the value of one against that of the other."""

import numpy as np

from bayescmp.datasets import DatasetsComparison
from bayescmp.plots._axes import COLOURS, NOMINAL, TEXT_SIZE, Axes, axes_or_new, drawn, name_axes, plain_numbers
from bayescmp.plots._plot import Plot, check_kind, of

_CORNERS, _LETTERS = 0.13, 18  # of the range, around the points, for words; of a name there


def plot_scatter(result: DatasetsComparison, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the observed value of the second classifier against that of the first, a point for each data set.

    On the dotted diagonal both are as good; on how many data sets each is better stands on its side.

    Parameters
    ----------
    result : DatasetsComparison
        As from `compare_datasets`; data sets that tell of the difference alone have no point.
    ax, size
        As in `plot_result`.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib import pyplot as plt
    >>> import bayescmp as bc
    >>> accuracies = pd.DataFrame({"svm": [0.95, 0.97, 0.71], "tree": [0.93, 0.89, 0.74]}, ["iris", "wine", "glass"])
    >>> ax = bc.plots.plot_scatter(bc.compare_datasets(accuracies, metric="accuracy"))
    >>> [text.get_text() for text in ax.texts]
    ['tree better: 1', 'svm better: 2']
    >>> plt.close(ax.get_figure())
    """
    from matplotlib.ticker import MaxNLocator

    check_kind("result", result, DatasetsComparison, "compare_datasets")
    ax = axes_or_new(ax, size, SCATTER_PLOT.height(result))
    values = result.values[np.isfinite(result.values).all(1)]
    low, high = (values.min(), values.max()) if len(values) else (0.0, 1.0)
    reach = (high - low) or 1.0
    ends = low - _CORNERS * reach, high + _CORNERS * reach
    ax.plot(ends, ends, zorder=1, **NOMINAL)
    ax.plot(*values.T, "o", color=COLOURS[2], markeredgecolor="white", markeredgewidth=0.4, markersize=4.5)
    apart, noun = result.metric.difference(*values.T), drawn(result.metric.noun)
    wins = int((apart < 0).sum()), int((apart > 0).sum())  # above the diagonal, and below
    names = (result.second, result.first) if result.settings.greater_is_better else (result.first, result.second)
    places = ((0.02, 0.98, "left", "top"), (0.98, 0.02, "right", "bottom"))
    for name, count, (x, y, ha, va) in zip(names, wins, places, strict=True):
        text = f"{drawn(name, _LETTERS)} better: {count}"
        ax.text(x, y, text, transform=ax.transAxes, ha=ha, va=va, fontsize=TEXT_SIZE)
    ax.set(xlim=ends, ylim=ends, aspect="equal")
    plain_numbers(ax)
    name_axes(ax, *(f"{noun} of {drawn(name)}" for name in (result.first, result.second)))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
    return ax


def _caption(result: DatasetsComparison) -> str:
    unit, equal = result.content.unit, int((result.metric.difference(*result.values.T) == 0).sum())
    ties = f"; they tie on {equal}" if equal else ""
    return (
        f"Observed {result.metric.noun} of {result.content.second} against {result.content.first}, a point for each "
        f"{unit}. Both are equally good on the dotted diagonal; the corners count where each is better{ties}."
    )


SCATTER_PLOT = Plot(
    name="scatter", draw=plot_scatter, height=lambda _: 2.8, caption=_caption,
    applies=lambda result: (
        of(DatasetsComparison)(result) and (isinstance(result, type) or bool(np.isfinite(result.values).all(1).any()))
    ),
)  # fmt: skip
