"""The probabilities of the three outcomes, in a triangle."""

from typing import TYPE_CHECKING

import numpy as np

from bayescmp.comparison import Comparison
from bayescmp.comparison._comparison import check_comparison
from bayescmp.datasets import DatasetsComparison
from bayescmp.plots._axes import (
    MOST_SERIES,
    TEXT_SIZE,
    axes_or_new,
    cut_to,
    legend_above,
    look_of_mark,
    points_of,
)
from bayescmp.plots._of_comparison import fitted_names
from bayescmp.plots._populations import draw_populations
from bayescmp.plots._triangle import CORNERS, draw_triangle

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Comparisons = Comparison | list[Comparison] | tuple[Comparison, ...] | dict[str, Comparison]

_MANY = 5  # from here on names are cut, so that the legend has two columns


def plot_probabilities(comparisons: Comparisons | DatasetsComparison, *, ax: "Axes | None" = None) -> "Axes":
    """Plot the probabilities of first better, equivalent and second better as a point in a triangle.

    A corner is certainty of its outcome, and the side opposite to it probability 0. In the small triangle at a corner
    its outcome is decided: the probability reaches the threshold. Numbers along the sides are the probability of the
    corner that follows them counter-clockwise, constant along the lines that begin there.

    Parameters
    ----------
    comparisons : Comparison, list of Comparison, dict of str to Comparison, or DatasetsComparison
        As from `compare`, with one threshold; at most 20. The keys of a dict are the names of the points, such as data
        sets. Or as from `compare_datasets`: then there is a point for each of 1,000 populations of data sets, drawn
        from the posterior, with the probabilities of the next data set if that were the population.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the legend. None makes a new figure.

    Returns
    -------
    matplotlib Axes
        Without axis lines; first better is at (0, 0), second better at (1, 0), equivalent at the top. Corners have the
        names of the classifiers where all comparisons are of the same two, and there is room.

    Raises
    ------
    TypeError
        If `comparisons` holds anything else than comparisons, or `ax` is not an Axes.
    ValueError
        If there is no comparison, more than 20, or more than one threshold.

    Notes
    -----
    With a rope of 0 equivalence has probability 0, and all points lie on the lower side.

    Of several data sets, the mean of the points is marked: the probabilities of the next data set, on which
    ``next_dataset`` decides. Shares at the corners say how often its region is the largest, which is another question.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_probabilities
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> ax = plot_probabilities({f"rope {rope}": bc.compare(table, rope=rope) for rope in (0.01, 0.1)})
    >>> ax.get_legend_handles_labels()[1]
    ['decided: P ≥ 0.975', 'rope 0.01', 'rope 0.1']
    >>> plt.close(ax.get_figure())
    """
    if isinstance(comparisons, DatasetsComparison):
        return draw_populations(axes_or_new(ax), comparisons)
    several, keys = _comparisons(comparisons)
    threshold = _threshold(several)
    ax = axes_or_new(ax)
    pairs = {(one.first, one.second) for one in several}
    draw_triangle(ax, threshold, pairs.pop() if len(pairs) == 1 else None)
    _points(ax, several, _labels(ax, several, keys))
    legend_above(ax, centred=True)
    return ax


def _comparisons(comparisons: object) -> tuple[list[Comparison], list[str]]:
    """Return the comparisons and the keys of a dict, if it is one."""
    if isinstance(comparisons, Comparison):
        return [comparisons], []
    if not isinstance(comparisons, (list, tuple, dict)):
        kind = type(comparisons).__name__
        raise TypeError(f"`comparisons` must be a Comparison, or a list or dict of them, but got {kind}.")
    keys = list(map(str, comparisons)) if isinstance(comparisons, dict) else []
    several = list(comparisons.values() if isinstance(comparisons, dict) else comparisons)
    for one in several:
        check_comparison(one, "comparisons")
    if not 1 <= len(several) <= MOST_SERIES:
        raise ValueError(f"`comparisons` must hold 1 to {MOST_SERIES} comparisons, but got {len(several)}.")
    return several, keys


def _threshold(several: list[Comparison]) -> float:
    found = sorted({one.threshold for one in several})
    if len(found) > 1:
        raise ValueError(f"`comparisons` must have one threshold, but got {found}. Draw them apart.")
    return found[0]


def _points(ax: "Axes", several: list[Comparison], labels: list[str]) -> None:
    """Mark the comparisons, the first ones larger, so that marks at one place show."""
    sizes = np.linspace(8.0, 4.0, len(several)) if len(several) > 1 else [5.0]
    for place, (comparison, label) in enumerate(zip(several, labels, strict=True)):
        x, y = comparison.probabilities @ CORNERS
        look = look_of_mark(place) | {"markersize": sizes[place]}
        ax.plot(x, y, linestyle="none", clip_on=False, zorder=3, label=label, **look)


def _labels(ax: "Axes", several: list[Comparison], keys: list[str]) -> list[str]:
    """Name the points by their keys or their classifiers, numbered where two have one name."""
    width = (0.8 if len(several) < _MANY else 0.33) * points_of(ax)[0]
    pairs = (" vs ".join(fitted_names(one, width / 2, TEXT_SIZE)) for one in several)
    labels = [cut_to(key, width) for key in keys] or list(pairs)
    labels = [label + " (NOT RELIABLE)" * (not one.reliable) for label, one in zip(labels, several, strict=True)]
    if len(set(labels)) < len(labels):
        labels = [f"{place}: {label}" for place, label in enumerate(labels, start=1)]
    return [f" {label}" if label.startswith("_") else label for label in labels]  # matplotlib hides leading underscores
