"""Grids of shaded cells with numbers, as large as the cells allow."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bayescmp._typing import Array
from bayescmp.plots._axes import COLOURS, LABEL_SIZE, TEXT_SIZE, points_of, text_width, width_left

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh
    from matplotlib.colors import Colormap

Cell = tuple[float, float, Any, str]
"""The middle of a cell, its colour, and its text."""

_SMALLEST = 5.0  # points: smaller letters are not readable in print
_SHADES = 45  # more would be drawn as an image in a scale of shades
_BALANCE = 41  # an odd number has white in its middle
_DARK = 0.179  # relative luminance that black and white stand out from equally


def shaded(
    ax: "Axes", x: Array, y: Array, shades: Array, *, colours: "Colormap | None" = None, outlined: bool = True
) -> "QuadMesh":
    """Shade cells from white at 0 to nearly black at 1, or in other colours; `x` and `y` are their edges."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    greys = ListedColormap(colormaps["Greys"](np.linspace(0, 0.85, _SHADES)))
    edge = "0.5" if outlined else "face"
    return ax.pcolormesh(x, y, shades, cmap=colours or greys, vmin=0, vmax=1, edgecolors=edge, linewidth=0.4)


def diverging() -> "Colormap":
    """Return colours from orange at 0 over white to blue at 1."""
    from matplotlib.colors import LinearSegmentedColormap

    _, orange, blue, *_ = COLOURS
    return LinearSegmentedColormap.from_list("balance", [orange, "white", blue], _BALANCE).with_extremes(bad="0.8")


def scale(ax: "Axes", mesh: "QuadMesh", ticks: Mapping[float, str] | None = None) -> None:
    """Put a scale of shades beside the cells, inside of the same Axes."""
    figure = ax.get_figure(root=True)
    if figure:
        beside = figure.colorbar(mesh, cax=ax.inset_axes((1.04, 0, 0.05, 1)))
        beside.ax.tick_params(labelsize=TEXT_SIZE)
        if ticks:
            beside.set_ticks(list(ticks), labels=list(ticks.values()))


def written(ax: "Axes", cells: Sequence[Cell], beside: float = 0.0) -> bool:
    """Write into cells of 1 x 1 as large as fits, and return whether that is large enough to read.

    Names `beside` the axes are so many points wide.
    """
    limits = np.array([ax.get_xlim(), ax.get_ylim()])
    room = width_left(ax, beside), 0.85 * points_of(ax)[1]  # a layout engine may shrink the axes
    size = fitting([text for *_, text in cells], *(np.array(room) / np.ptp(limits, axis=1)))
    if size:
        write(ax, cells, size)
    return size > 0


def fitting(texts: Sequence[str], width: float, height: float) -> float:
    """Return at how many points texts fit into cells of a width and height in points, 0 if that is too small."""
    from matplotlib.font_manager import FontProperties

    usual = FontProperties(size=LABEL_SIZE).get_size_in_points()
    widest = max(text_width(text, LABEL_SIZE) for text in texts)
    n_lines = 1 + max(text.count("\n") for text in texts)
    size = usual * min(1.0, 0.85 * width / widest, 0.85 * height / (1.3 * n_lines * usual))
    return float(size) if size >= _SMALLEST else 0.0


def write(ax: "Axes", cells: Sequence[Cell], size: float) -> None:
    """Write into the middle of cells in letters of a size in points."""
    for x, y, colour, text in cells:
        ax.text(x, y, text, ha="center", va="center", fontsize=size, color=ink_on(colour))


def ink_on(colour: Any) -> str:
    """Return "white" or "black", whichever stands out more from a colour."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3])
    return "white" if 0.2126 * red + 0.7152 * green + 0.0722 * blue < _DARK else "black"
