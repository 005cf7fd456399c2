"""The triangle of the probabilities of three outcomes: its corners, its lines, its names."""

from typing import TYPE_CHECKING, Any

import numpy as np

from bayescmp.plots._axes import BAND, LABEL_SIZE, TEXT_SIZE, points_of, text_width
from bayescmp.plots._of_comparison import fitted_pair

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Where only the first is better, both are equivalent, only the second is better.
CORNERS = np.array([[0.0, 0.0], [0.5, np.sqrt(0.75)], [1.0, 0.0]])
# Counter-clockwise: the corner that a side leads to, the one that it comes from, and the third.
_TURNS = ((0, 1, 2), (2, 0, 1), (1, 2, 0))
_SIDES = (("right", (-4, 0)), ("center", (0, -7)), ("left", (4, 0)))
_BESIDE, _BELOW, _ABOVE = 12.0, 50.0, 20.0  # points that the names of corners and sides take
_NAMES_OF_SIDES = ((0.375, (-8, 0), "right"), (0.5, (0, -42), "center"), (0.625, (8, 0), "left"))
_TICKS = (0.25, 0.5, 0.75)


def draw_triangle(
    ax: "Axes", threshold: float, pair: tuple[str, str] | None, below: tuple[str, str, str] = ("", "", "")
) -> None:
    """Draw the triangle, the regions of decision, and the names of its corners.

    Parameters
    ----------
    ax : matplotlib Axes
        Where.
    threshold : float
        The probability that a decision needs.
    pair : (str, str) or None
        Names of the classifiers; None where there are several pairs.
    below : three of str
        What follows the names of the corners first better, equivalent, second better.
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
