"""Grids of shaded cells with numbers, as large as there is room for, and the names of their columns."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bayescmp._support._typing import Array
from bayescmp.plots._axes import COLOURS, LABEL_SIZE, LETTER, TEXT_SIZE, names_apart, points_of
from bayescmp.plots._interval_rows import every

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh
    from matplotlib.colors import Colormap

Cell = tuple[float, float, Any, str]
"""The middle of a cell, its colour, and its text."""

_SMALLEST_NUMBER = 5.0  # points: smaller letters are not readable in print
_SHADES = 45  # more would be drawn as an image in a scale of shades
_BALANCE = 41  # an odd number has white in its middle
_DARK = 0.179  # relative luminance that black and white stand out from equally
_DIGIT, _LEADING = 0.75, 1.5  # width and height of what is written, in sizes of the letters, with a margin


def name_columns(ax: "Axes", names: Iterable[object]) -> None:
    """Name columns, upwards where names are wider than they."""
    shown = names_apart(names)
    width = points_of(ax)[0]
    upright = LETTER * max(map(len, shown)) > 0.8 * width / len(shown)
    step = every(width, len(shown)) if upright else 1
    ax.set_xticks(range(0, len(shown), step), shown[::step], fontsize=TEXT_SIZE, rotation=90 if upright else 0)
    ax.tick_params(axis="x", length=0)
    ax.set_xlim(-0.5, len(shown) - 0.5)


MOST_CELLS = 3600
"""Beyond which cells, and what stands in them, are pixels: the file of a picture would grow with their number."""


def shaded(
    ax: "Axes", x: Array, y: Array, shades: Array, *, colours: "Colormap | None" = None, outlined: bool = True
) -> "QuadMesh":
    """Shade cells from white at 0 to nearly black at 1, or in other colours; `x` and `y` are their edges."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    greys = ListedColormap(colormaps["Greys"](np.linspace(0, 0.85, _SHADES)))
    edge = "0.5" if outlined else "face"
    many = shades.size > MOST_CELLS
    return ax.pcolormesh(
        x, y, shades, cmap=colours or greys, vmin=0, vmax=1, edgecolors=edge, linewidth=0.4, rasterized=many
    )


def diverging() -> "Colormap":
    """Return colours from orange at 0 over white to blue at 1."""
    from matplotlib.colors import LinearSegmentedColormap

    _, orange, blue, *_ = COLOURS
    return LinearSegmentedColormap.from_list("balance", [orange, "white", blue], _BALANCE).with_extremes(bad="none")


def write_numbers(ax: "Axes", mesh: "QuadMesh", shades: Array, texts: Sequence[Sequence[str]]) -> None:
    """Write texts into shaded cells, the first at 0, 0, where all are large enough to read; else drop the outlines."""
    colours = mesh.to_rgba(shades)
    places = np.argwhere(np.array(texts) != "").tolist()
    if not write(ax, [(column, row, colours[row, column], texts[row][column]) for row, column in places]):
        mesh.set_edgecolor("face")


def write(ax: "Axes", cells: Sequence[Cell]) -> bool:
    """Write into cells as large as fits, once all else is drawn; tell whether that is large enough to read."""
    from matplotlib.font_manager import FontProperties

    width, height = cell_of(ax)
    lines = [text.split("\n") for *_, text in cells]
    widest, most = max(len(line) for text in lines for line in text), max(map(len, lines))
    usual = FontProperties(size=LABEL_SIZE).get_size_in_points()
    size = min(usual, width / (_DIGIT * widest), height / (_LEADING * most))
    if size >= _SMALLEST_NUMBER:
        for x, y, colour, text in cells:
            ax.text(x, y, text, ha="center", va="center", fontsize=size, color=ink_on(colour))
    return bool(size >= _SMALLEST_NUMBER)


def cell_of(ax: "Axes") -> tuple[float, float]:
    """Return width and height of a cell of 1 x 1 in points, as the layout of its figure leaves them."""
    figure = ax.get_figure(root=True)
    if figure is not None:
        figure.draw_without_rendering()
    limits = np.array([ax.get_xlim(), ax.get_ylim()])
    width, height = (np.array(points_of(ax)) / np.ptp(limits, axis=1)).tolist()
    return width, height


def ink_on(colour: Any) -> str:
    """Return "white" or "black", whichever stands out more from a colour."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3])
    return "white" if 0.2126 * red + 0.7152 * green + 0.0722 * blue < _DARK else "black"


def key_of_colours(ax: "Axes", labels: Sequence[str], colours: Array) -> None:
    """Give the legend a square of a colour for each label."""
    for label, colour in zip(labels, colours, strict=True):
        ax.plot([], [], "s", markersize=5.0, color=colour, markeredgecolor="0.5", markeredgewidth=0.4, label=label)


def probabilities_of_key(probabilities: Sequence[float]) -> list[str]:
    """Return what a legend says of some probabilities."""
    return [f"P = {probabilities[0]:g}", *(f"{probability:g}" for probability in probabilities[1:])]


def two_places(probability: float) -> str:
    """Write a probability in two decimals without the 0 before them, and never as certain."""
    if probability < 0.005:
        return "<.01"
    return ">.99" if probability >= 0.995 else f"{probability:.2f}".removeprefix("0")
