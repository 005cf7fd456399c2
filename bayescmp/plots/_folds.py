"""The differences of the losses on every validation set."""

from typing import TYPE_CHECKING

import numpy as np
import xarray as xr

from bayescmp._typing import Array
from bayescmp.comparison import Comparison
from bayescmp.comparison._comparison import check_comparison
from bayescmp.plots._axes import BAND, LABEL_SIZE, axes_or_new, legend_above, points_of
from bayescmp.plots._of_comparison import (
    difference_label,
    draw_equality,
    interval_words,
    number,
    warning_words,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_SPREAD = 0.5  # width that the folds of one repeat take


def plot_folds(comparison: Comparison, *, ax: "Axes | None" = None) -> "Axes":
    """Plot the observed err(first) - err(second) on every validation set, by repeat.

    A mark below 0 is a validation set on which the first classifier errs less. The dashed line is the posterior mean,
    the band around it the credible interval: it may be wider or narrower than the marks suggest, because they are
    not independent measurements.

    Parameters
    ----------
    comparison : Comparison
        As from `compare`.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the legend. None makes a new figure.

    Returns
    -------
    matplotlib Axes
        Repeats from 1 along the horizontal axis, the folds of a repeat side by side; folds, where there is only one
        repeat. Differences in proportions along the vertical axis.

    Raises
    ------
    TypeError
        If `comparison` is not a Comparison, or `ax` not an Axes.

    Notes
    -----
    The two folds of a two-fold repeat have marks of their own. A hold-out and an effective table are one mark.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_folds
    >>> tables = bc.paired_table(both_wrong=[[1, 1], [0, 2]], only_first_wrong=[[2, 1], [0, 1]],
    ...                          only_second_wrong=[[7, 8], [9, 7]], both_right=[[40, 40], [41, 40]],
    ...                          dims=("repeat", "fold"))
    >>> ax = plot_folds(bc.compare(tables, first="tree", second="svm"))
    >>> ax.get_xlabel()
    'repeat'
    >>> plt.close(ax.get_figure())
    """
    check_comparison(comparison)
    ax = axes_or_new(ax)
    what, places = _by_place(comparison.evidence.differences)
    interval, mean = comparison.interval, comparison.difference.mean
    ax.ticklabel_format(axis="y", style="plain", useOffset=False)
    draw_equality(ax, comparison.rope, across=True)
    label = interval_words(comparison.settings)
    ax.axhspan(interval.low, interval.high, color=BAND, linewidth=0, zorder=0, label=label)
    ax.axhline(mean, color="black", linestyle="--", linewidth=1.0, zorder=1, label=f"mean {number(mean, '.3g')}")
    _marks(ax, places)
    _number_places(ax, len(places))
    ax.set_xlabel(warning_words(comparison) + what, fontsize=LABEL_SIZE)
    ax.set_ylabel(difference_label(comparison, points_of(ax)[1]), fontsize=LABEL_SIZE)
    legend_above(ax)
    return ax


def _by_place(differences: xr.DataArray) -> tuple[str, Array]:
    """Return what stands along the axis, and the differences as an array of shape (n_places, n_side_by_side)."""
    values = differences.transpose("repeat", "fold").to_numpy()
    n_repeats, n_folds = values.shape
    if n_repeats > 1:
        return "repeat", values
    return ("fold" if n_folds > 1 else "one table"), values.T


def _marks(ax: "Axes", places: Array) -> None:
    n_places, n_beside = places.shape
    for beside, values in enumerate(places.T):
        offset = _SPREAD * ((beside + 0.5) / n_beside - 0.5)
        label = f"fold {beside + 1}" if n_beside == 2 else "observed" if beside == 0 else None
        ax.plot(
            np.arange(1, n_places + 1) + offset, values, "s" if n_beside == 2 and beside else "o", color="black",
            markerfacecolor="black" if n_beside == 2 and not beside else "white", markersize=3.8, label=label,
        )  # fmt: skip


def _number_places(ax: "Axes", n_places: int) -> None:
    from matplotlib.ticker import MaxNLocator

    ax.set_xlim(0.4, n_places + 0.6)
    ax.xaxis.set_major_locator(MaxNLocator(10, steps=[1, 2, 5, 10], integer=True))
    if n_places == 1:
        ax.set_xticks([])
