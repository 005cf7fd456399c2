"""Rows and columns with names, and grids of shaded cells with numbers, as many and as large as there is room for."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bayescmp._typing import Array
from bayescmp.plots._axes import COLOURS, LABEL_SIZE, TEXT_SIZE, cut_apart, points_of, text_width, width_left

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
_NAMES = 0.55  # of the width of the axes, before names take of it
_SMALLEST_NAME = 4.5  # points of letters
_LEADING = 1.25  # height of a line, in sizes of its letters
_BLANK = 3.0  # points between names side by side
_ROW, _HIGHEST = 0.2, 9.0  # inches


def name_rows(
    ax: "Axes", names: Iterable[object], *, longest: float = 0.0, numbered: bool = False, unnamed: float = 0.0
) -> float:
    """Name rows, the first at the top, and return how many points wide the names are, `longest` at most if given.

    `unnamed` is the number of rows that are to be added and have no names.
    """
    width, height = points_of(ax)
    shown = cut_apart(names, longest or _NAMES * width, numbered=numbered)
    size, step = fitting_names(0.8 * height / (len(shown) + unnamed))
    ax.set_yticks(range(0, len(shown), step), shown[::step], fontsize=size)
    ax.set_ylim(len(shown) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    return max(text_width(name) for name in shown)


def name_columns(ax: "Axes", names: Iterable[object], width: float, *, longest: float = 0.0) -> None:
    """Name columns of a width in points as `name_rows` names rows, upwards where a name is wider."""
    shown = cut_apart(names, longest or _NAMES * points_of(ax)[0])
    if max(map(text_width, shown)) + _BLANK <= width:
        ax.set_xticks(range(len(shown)), shown, fontsize=TEXT_SIZE)
    else:
        size, step = fitting_names(width)
        ax.set_xticks(range(0, len(shown), step), shown[::step], fontsize=size, rotation=90)
    ax.tick_params(axis="x", length=0)
    ax.set_xlim(-0.5, len(shown) - 0.5)


def number_columns(ax: "Axes", count: int, beside: float) -> None:
    """Write numbers from 1 below columns, as many of them as there is room for."""
    room = width_left(ax, beside) / count / text_width(f"  {count}")
    step = next((step for step in (1, 5, 10, 20, 50) if step * room >= 1), 100)
    numbers = sorted({1, *range(step, count + 1, step)})
    ax.set_xticks([number - 1 for number in numbers], list(map(str, numbers)))
    ax.tick_params(axis="x", length=0)
    ax.set_xlim(-0.5, count - 0.5)


def fitting_names(row: float) -> tuple[float, int]:
    """Return the size of letters for rows of a height in points, and every which row has a name."""
    from matplotlib.font_manager import FontProperties

    size = min(FontProperties(size=TEXT_SIZE).get_size_in_points(), max(row / _LEADING, _SMALLEST_NAME))
    return size, max(1, math.ceil(round(_LEADING * size / row, 6)))


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


def numbers_in(ax: "Axes", mesh: "QuadMesh", shades: Array, texts: Sequence[Sequence[str]], beside: float) -> bool:
    """Write texts into shaded cells where all are large enough to read, and return whether; else drop the outlines."""
    there = written(ax, cells_of(mesh, shades, texts), beside)
    if not there:
        mesh.set_edgecolor("face")
    return there


def cells_of(mesh: "QuadMesh", shades: Array, texts: Sequence[Sequence[str]]) -> list[Cell]:
    """Return the shaded cells that have a text, the first at 0, 0."""
    colours = mesh.to_rgba(shades)
    places = np.argwhere(np.array(texts) != "").tolist()
    return [(column, row, colours[row, column], texts[row][column]) for row, column in places]


def fitting(texts: Sequence[str], width: float, height: float) -> float:
    """Return at how many points texts fit into cells of a width and height in points, 0 if that is too small."""
    from matplotlib.font_manager import FontProperties

    usual = FontProperties(size=LABEL_SIZE).get_size_in_points()
    widest = max(text_width(text, LABEL_SIZE) for text in texts)
    n_lines = 1 + max(text.count("\n") for text in texts)
    size = usual * min(1.0, 0.85 * width / widest, 0.85 * height / (1.3 * n_lines * usual))
    return float(size) if size >= _SMALLEST_NUMBER else 0.0


def write(ax: "Axes", cells: Sequence[Cell], size: float) -> None:
    """Write into the middle of cells in letters of a size in points."""
    for x, y, colour, text in cells:
        ax.text(x, y, text, ha="center", va="center", fontsize=size, color=ink_on(colour))


def ink_on(colour: Any) -> str:
    """Return "white" or "black", whichever stands out more from a colour."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3])
    return "white" if 0.2126 * red + 0.7152 * green + 0.0722 * blue < _DARK else "black"


def height_of(rows: float, beside: float) -> float:
    """Return the inches of a figure with so many rows, `beside` of them for what is above and below."""
    return min(beside + _ROW * rows, _HIGHEST)


def key_of_colours(ax: "Axes", probabilities: Sequence[float], colours: Array) -> None:
    """Give the legend a square for each of some probabilities."""
    for number, (probability, colour) in enumerate(zip(probabilities, colours, strict=True)):
        label = f"{probability:g}" if number else f"P = {probability:g}"
        ax.plot([], [], "s", markersize=5.0, color=colour, markeredgecolor="0.5", markeredgewidth=0.4, label=label)


def two_places(probability: float) -> str:
    """Write a probability in two decimals without the 0 before them, and never as certain."""
    if probability < 0.005:
        return "<.01"
    return ">.99" if probability >= 0.995 else f"{probability:.2f}".removeprefix("0")
