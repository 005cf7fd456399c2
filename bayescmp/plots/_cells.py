"""Grids of shaded cells with numbers, as large as the cells allow."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bayescmp._typing import Array
from bayescmp.plots._axes import LABEL_SIZE, points_of, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh

Cell = tuple[float, float, float, str]
"""The middle of a cell, its shade from 0 to 1, and its text."""

_SMALLEST = 5.0  # points: smaller letters are not readable in print
_SHADES = 45  # more would be drawn as an image in a scale of shades
_DARK = 0.62


def shaded(ax: "Axes", x: Array, y: Array, shades: Array, *, outlined: bool = True) -> "QuadMesh":
    """Shade cells from white at 0 to nearly black at 1; `x` and `y` are their edges."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    greys = ListedColormap(colormaps["Greys"](np.linspace(0, 0.85, _SHADES)))
    edge = "0.5" if outlined else "face"
    return ax.pcolormesh(x, y, shades, cmap=greys, vmin=0, vmax=1, edgecolors=edge, linewidth=0.4)


def written(ax: "Axes", cells: Sequence[Cell]) -> bool:
    """Write into cells of 1 x 1 as large as fits, and return whether that is large enough to read."""
    from matplotlib.font_manager import FontProperties

    texts = [text for *_, text in cells]
    limits = np.array([ax.get_xlim(), ax.get_ylim()])
    width, height = 0.85 * np.array(points_of(ax)) / np.ptp(limits, axis=1)  # a layout engine may shrink the axes
    usual = FontProperties(size=LABEL_SIZE).get_size_in_points()
    widest = max(text_width(text, LABEL_SIZE) for text in texts)
    n_lines = 1 + max(text.count("\n") for text in texts)
    size = usual * min(1.0, 0.85 * width / widest, 0.85 * height / (1.3 * n_lines * usual))
    if size < _SMALLEST:
        return False
    for x, y, shade, text in cells:
        ax.text(x, y, text, ha="center", va="center", fontsize=size, color="white" if shade > _DARK else "black")
    return True
