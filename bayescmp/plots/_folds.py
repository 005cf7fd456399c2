"""The differences on every validation set."""

import numpy as np
import xarray as xr

from bayescmp._support._typing import Array
from bayescmp.comparison import Comparison
from bayescmp.comparison._checked import check_comparison
from bayescmp.plots._axes import Axes, axes_or_new, drawn, legend_above, name_axes, plain_numbers, room_upright
from bayescmp.plots._of_comparison import COLOUR_OF, difference_label, draw_equality, warning_words

_SPREAD = 0.5  # width that the folds of one repeat take
_MARGIN = 0.12  # for the interval, of the width of the places


def plot_folds(comparison: Comparison, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the observed value(first) - value(second) on every validation set, by repeat.

    A mark below 0, above it where more is better, is a validation set on which the first classifier is better. The
    folds of a repeat are side by side, two joined, with marks of their own. The bar in the margin is the credible
    interval of the mean difference, the diamond on it the posterior mean: it may be wider or narrower than the marks
    suggest, because they are not independent measurements. A hold-out and an effective table are one mark.

    Parameters
    ----------
    comparison, ax, size
        As in `plot_difference`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> tables = bc.paired_table(both_wrong=[[1, 1], [0, 2]], only_first_wrong=[[2, 1], [0, 1]],
    ...                          only_second_wrong=[[7, 8], [9, 7]], both_right=[[40, 40], [41, 40]],
    ...                          dims=("repeat", "fold"))
    >>> ax = bc.plots.plot_folds(bc.compare(tables, first="tree", second="svm"))
    >>> ax.get_ylabel()
    'error of tree − error of svm (proportion)'
    >>> plt.close(ax.get_figure())
    """
    from matplotlib.ticker import MaxNLocator

    check_comparison(comparison)
    ax = axes_or_new(ax, size)
    what, places = _by_place(comparison.evidence.differences)
    n_places, n_beside = places.shape
    interval, mean = comparison.interval, comparison.difference.mean
    plain_numbers(ax, "y")
    draw_equality(ax, comparison.rope, across=True)
    for beside, values in enumerate(places.T):
        offset = _SPREAD * ((beside + 0.5) / n_beside - 0.5)
        label = f"fold {beside + 1}" if n_beside == 2 else "observed" if beside == 0 else None
        ax.plot(
            np.arange(1, n_places + 1) + offset, values, "s" if n_beside == 2 and beside else "o", color="black",
            markerfacecolor="black" if n_beside == 2 and not beside else "white", markersize=3.8, label=label,
        )  # fmt: skip
    if n_beside == 2:
        at = np.arange(1, n_places + 1) + _SPREAD * np.array([[-0.25], [0.25]])
        ax.plot(at, places.T, color="0.6", linewidth=0.8, zorder=1.9)
    numbers = MaxNLocator(10, steps=[1, 2, 5, 10], integer=True).tick_values(1, n_places)
    ax.set_xticks([number for number in numbers if 1 <= number <= n_places > 1])
    margin = _MARGIN * (n_places + 0.2)
    ax.errorbar(
        n_places + 0.6 + margin / 2, mean, yerr=[[mean - interval.low], [interval.high - mean]], fmt="D",
        color=COLOUR_OF[comparison.decision], markersize=4.5, elinewidth=2.0,
        label=f"mean, {100 * comparison.ci_prob:g} % interval",
    )  # fmt: skip
    ax.axvline(n_places + 0.6, color="0.5", linewidth=0.6)
    ax.set_xlim(0.4, n_places + 0.6 + margin)
    side = "above" if comparison.settings.greater_is_better else "below"
    sides = f"{what} ({side} 0: {drawn(comparison.first)} better)"
    warning, label = warning_words(comparison), difference_label(comparison, room_upright(ax))
    name_axes(ax, warning + sides, label.removeprefix(warning))
    legend_above(ax)
    return ax


def _by_place(differences: xr.DataArray) -> tuple[str, Array]:
    """Return what stands along the axis, and the differences as an array of shape (n_places, n_side_by_side)."""
    values = differences.transpose("repeat", "fold").to_numpy()
    n_repeats, n_folds = values.shape
    if n_repeats > 1:
        return "repeat", values
    return ("fold" if n_folds > 1 else "one table"), values.T
