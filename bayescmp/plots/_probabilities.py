"""The probabilities of the three outcomes, in a triangle."""

from typing import TYPE_CHECKING, Any

import numpy as np

from bayescmp._answers import OUTCOMES, UNDECIDED, in_order
from bayescmp.comparison import Comparison
from bayescmp.comparison._checked import check_comparison
from bayescmp.content import probability_text
from bayescmp.datasets import DatasetsComparison
from bayescmp.plots._axes import (
    BAND,
    COLOURS,
    LABEL_SIZE,
    MOST_SERIES,
    TEXT_SIZE,
    axes_or_new,
    cut_to,
    fitted_pair,
    legend_above,
    look_of_mark,
    points_of,
    text_width,
    width_left,
)
from bayescmp.plots._grids import name_rows, numbers_in, shaded
from bayescmp.plots._of_comparison import fitted_names, warning_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Comparisons = Comparison | list[Comparison] | tuple[Comparison, ...] | dict[str, Comparison]

_MANY = 5  # from here on names are cut, so that the legend has two columns
_ONE_COLUMN, _TWO_COLUMNS, _OF_NAMES = 0.8, 0.33, 0.5  # of the width of the axes, for names in legends and rows
_MOST_POINTS = 5  # more have symbols that nobody tells apart
_DRAWS, _SEED = 1000, 0
_LARGEST = "between populations in which another outcome\nis the most probable"
# Where only the first is better, both are equivalent, only the second is better.
CORNERS = np.array([[0.0, 0.0], [0.5, np.sqrt(0.75)], [1.0, 0.0]])
# Counter-clockwise: the corner that a side leads to, the one that it comes from, and the third.
_TURNS = ((0, 1, 2), (2, 0, 1), (1, 2, 0))
_SIDES = (("right", (-4, 0)), ("center", (0, -7)), ("left", (4, 0)))
_BESIDE, _BELOW, _ABOVE = 12.0, 50.0, 20.0  # points that the names of corners and sides take
_NAMES_OF_SIDES = ((0.375, (-8, 0), "right"), (0.5, (0, -42), "center"), (0.625, (8, 0), "left"))
_TICKS = (0.25, 0.5, 0.75)


def plot_probabilities(comparisons: Comparisons | DatasetsComparison, *, ax: "Axes | None" = None) -> "Axes":
    """Plot the probabilities of first better, equivalent and second better as points in a triangle, or in a table.

    More than five comparisons, or several that are all decided alike, make a table: a row for each, a column for each
    outcome. In the triangle a corner is certainty of its outcome, and the side opposite to it probability 0. In the
    small triangle at a corner its outcome is decided: the probability reaches the threshold. Numbers along the sides
    are the probability of the corner that follows them counter-clockwise, constant along the lines that begin there.

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
        The triangle is without axis lines; first better is at (0, 0), second better at (1, 0), equivalent at the top.
        Corners have the names of the classifiers where all comparisons are of the same two, and there is room. The
        first row of a table is at 0 of the vertical axis.

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
        return _draw_populations(axes_or_new(ax), comparisons)
    several, keys = _comparisons(comparisons)
    thresholds = sorted({one.threshold for one in several})
    if len(thresholds) > 1:
        raise ValueError(f"`comparisons` must have one threshold, but got {thresholds}. Draw them apart.")
    ax = axes_or_new(ax)
    pairs = {(one.first, one.second) for one in several}
    pair = pairs.pop() if len(pairs) == 1 else None
    if len(several) > _MOST_POINTS or _in_one_corner(several):
        _draw_table(ax, several, _labels(several, keys, _OF_NAMES * points_of(ax)[0]), pair)
        return ax
    _draw_triangle(ax, thresholds[0], pair)
    share = _ONE_COLUMN if len(several) < _MANY else _TWO_COLUMNS
    _points(ax, several, _labels(several, keys, share * points_of(ax)[0]))
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


def _in_one_corner(several: list[Comparison]) -> bool:
    decisions = {one.decision for one in several}
    return len(several) > 1 and len(decisions) == 1 and UNDECIDED not in decisions


def _draw_table(ax: "Axes", several: list[Comparison], names: list[str], pair: tuple[str, str] | None) -> None:
    """Write the probabilities of each comparison into a row of shaded cells, those that decide with a star."""
    beside = name_rows(ax, names)
    room = width_left(ax, beside) / len(OUTCOMES)
    first, second = ("first", "second") if pair is None else fitted_pair(pair, room, TEXT_SIZE)
    shares = np.array([one.probabilities for one in several])
    ax.set_xticks(range(len(OUTCOMES)), [f"{first}\nbetter", "equivalent", f"{second}\nbetter"], fontsize=TEXT_SIZE)
    ax.tick_params(axis="x", length=0)
    ax.set_xlim(-0.5, len(OUTCOMES) - 0.5)
    mesh = shaded(ax, np.arange(len(OUTCOMES) + 1) - 0.5, np.arange(len(several) + 1) - 0.5, shares)
    texts = [
        [
            one.content.prob(share) + " *" * (outcome == one.decision)
            for outcome, share in zip(OUTCOMES, row, strict=True)
        ]
        for one, row in zip(several, shares.tolist(), strict=True)
    ]
    numbers_in(ax, mesh, shares, texts, beside)
    ax.set_xlabel(f"* decided: P ≥ {several[0].threshold:g}", fontsize=LABEL_SIZE)


def _points(ax: "Axes", several: list[Comparison], labels: list[str]) -> None:
    """Mark the comparisons, the first ones larger, so that marks at one place show."""
    sizes = np.linspace(8.0, 4.0, len(several)) if len(several) > 1 else [5.0]
    for place, (comparison, label) in enumerate(zip(several, labels, strict=True)):
        x, y = comparison.probabilities @ CORNERS
        look = look_of_mark(place) | {"markersize": sizes[place]}
        ax.plot(x, y, linestyle="none", clip_on=False, zorder=3, label=label, **look)


def _labels(several: list[Comparison], keys: list[str], width: float) -> list[str]:
    """Name the comparisons by their keys or their classifiers, numbered where two have one name."""
    pairs = (" vs ".join(fitted_names(one, width / 2, TEXT_SIZE)) for one in several)
    labels = [cut_to(key, width) for key in keys] or list(pairs)
    labels = [label + " (NOT RELIABLE)" * (not one.reliable) for label, one in zip(labels, several, strict=True)]
    if len(set(labels)) < len(labels):
        labels = [f"{place}: {label}" for place, label in enumerate(labels, start=1)]
    return [f" {label}" if label.startswith("_") else label for label in labels]  # matplotlib hides leading underscores


def _draw_populations(ax: "Axes | None", result: DatasetsComparison) -> "Axes":
    """Draw a point per possible population, and their mean, whose probabilities stand at the corners."""
    settings, ax = result.settings, axes_or_new(ax)
    found = in_order(result.draw_regions(_DRAWS, _SEED).to_numpy(), settings)
    shares = [probability_text(share, 2) for share in result.next_dataset.probabilities]
    first, even, second = (f": {share}" for share in shares)
    _draw_triangle(ax, settings.threshold, (result.first, result.second), (first, even, second))
    middle = CORNERS.mean(axis=0)
    for number, corner in enumerate(CORNERS):  # between the regions in which one outcome is the most probable
        end = (CORNERS.sum(axis=0) - corner) / 2
        label = None if number else _LARGEST
        ax.plot(*np.stack([middle, end]).T, color="black", linewidth=0.8, linestyle=":", zorder=1.5, label=label)
    ax.plot(
        *(found @ CORNERS).T, "o", markersize=2.0, color=COLOURS[2], alpha=0.35, markeredgewidth=0, zorder=2,
        label=f"the next {result.content.unit} in one possible population",
    )  # fmt: skip
    ax.plot(
        *(np.array(result.next_dataset.probabilities) @ CORNERS), "D", markersize=5.5, color=COLOURS[1],
        markeredgecolor="white", clip_on=False, zorder=3,
        label=f"{warning_words(result)}the next {result.content.unit}, over all populations",
    )  # fmt: skip
    legend_above(ax, centred=True)
    return ax


def _draw_triangle(
    ax: "Axes", threshold: float, pair: tuple[str, str] | None, below: tuple[str, str, str] = ("", "", "")
) -> None:
    """Draw the triangle, the regions of decision, and its corners by the names of a pair with what stands `below` them.

    `pair` is None where there are several pairs.
    """
    _frame(ax)
    _grid(ax)
    _decided(ax, threshold)
    _corners(ax, pair, below)


def _frame(ax: "Axes") -> None:
    """Set limits that hold the names of the corners, so that a layout engine has to make room for the legend only."""
    side = _side(ax)
    ax.set_axis_off()
    ax.set_aspect("equal", anchor="N")
    ax.set_xlim(-_BESIDE / side, 1 + _BESIDE / side)
    ax.set_ylim(-_BELOW / side, CORNERS[1, 1] + _ABOVE / side)


def _side(ax: "Axes") -> float:
    """Return about how long the sides of the triangle are, in points; the legend takes of the height."""
    width, height = points_of(ax)
    return min(width - 2 * _BESIDE, (0.9 * height - _BELOW - _ABOVE) / CORNERS[1, 1])


def _grid(ax: "Axes") -> None:
    """Draw the triangle, and the lines along which the probability of a corner is constant, with their numbers."""
    ax.fill(*CORNERS.T, facecolor="none", edgecolor="black", linewidth=0.8)
    for (to, before, after), (ha, offset) in zip(_TURNS, _SIDES, strict=True):
        for share in _TICKS:
            ends = share * CORNERS[to] + (1 - share) * CORNERS[[before, after]]
            ax.plot(*ends.T, color="0.8", linewidth=0.6, zorder=0)
            ax.annotate(
                f"{share:g}", ends[0], offset, textcoords="offset points", ha=ha, va="center", fontsize=TEXT_SIZE,
                color="0.35",
            )  # fmt: skip


def _decided(ax: "Axes", threshold: float) -> None:
    for to, before, after in _TURNS:
        sides = threshold * CORNERS[to] + (1 - threshold) * CORNERS[[before, after]]
        label = f"decided: P ≥ {threshold:g}" if to == 0 else None
        look: dict[str, Any] = {"facecolor": BAND, "edgecolor": "black", "linewidth": 0.6}
        ax.fill(*np.vstack([CORNERS[to], sides]).T, zorder=1, label=label, **look)


def _corners(ax: "Axes", pair: tuple[str, str] | None, below: tuple[str, str, str]) -> None:
    """Name corners, and the numbers along the sides, by two classifiers where there is space."""
    side = _side(ax)
    first, second = ("first", "second") if pair is None else fitted_pair(pair, 0.45 * side)
    if text_width(first, LABEL_SIZE) + text_width(second, LABEL_SIZE) > 0.95 * side:
        first, second = "first", "second"
    texts = (f"{first}\nbetter{below[0]}", f"equivalent{below[1]}", f"{second}\nbetter{below[2]}")
    looks = (((-8, -13), "left", "top"), ((0, 5), "center", "bottom"), ((8, -13), "right", "top"))
    for text, corner, (offset, ha, va) in zip(texts, CORNERS, looks, strict=True):
        ax.annotate(
            text, corner, offset, textcoords="offset points", ha=ha, va=va, multialignment=ha, fontsize=LABEL_SIZE
        )
    between = " " if text_width(f"P({first} better)") <= 0.3 * points_of(ax)[0] else "\n"
    names = f"P({first}{between}better)", f"P({second} better)", "P(equivalent)"
    for name, (to, before, _), (share, offset, ha) in zip(names, _TURNS, _NAMES_OF_SIDES, strict=True):
        ax.annotate(
            name, share * CORNERS[to] + (1 - share) * CORNERS[before], offset, textcoords="offset points", ha=ha,
            va="center", fontsize=TEXT_SIZE, color="0.35",
        )  # fmt: skip
