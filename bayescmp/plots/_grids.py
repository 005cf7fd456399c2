"""Grids of shaded cells with numbers, as large as there is room for, and the names of their columns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bayescmp._support._typing import Array
from bayescmp.plots._axes import LABEL_SIZE, LETTER, TEXT_SIZE, Axes, names_apart, points_of
from bayescmp.plots._interval_rows import every, name_rows

if TYPE_CHECKING:
    from matplotlib.collections import QuadMesh

Cell = tuple[float, float, str]  # the middle of a cell, and its text

_SMALLEST_NUMBER = 5.0  # points: smaller letters are not readable in print
_SHADES = 45  # more would be drawn as an image in a scale of shades
_DARKEST = 0.6  # of a scale of colours, on which black letters can be read
_DIGIT, _LEADING = 0.75, 1.5  # width and height of what is written, in sizes of the letters, with a margin
MOST_CELLS = 3600
"""Beyond which cells, and what stands in them, are pixels: the file of a picture would grow with their number."""


def grid(ax: Axes, rows: Sequence[str], columns: Iterable[object], shades: Array, **look: Any) -> "QuadMesh":
    """Shade a cell for each row and column, the first at 0, 0; name columns upwards where names are wider than they."""
    name_rows(ax, rows)
    names, width = names_apart(columns), points_of(ax)[0]
    upright = not fit_across(ax, names)
    step = every(width, len(names)) if upright else 1
    ax.set_xticks(range(0, len(names), step), names[::step], fontsize=TEXT_SIZE, rotation=90 if upright else 0)
    ax.tick_params(axis="x", length=0)
    ax.spines[:].set_visible(False)
    ax.set_xlim(-0.5, len(names) - 0.5)
    return shaded(ax, np.arange(len(names) + 1) - 0.5, np.arange(len(rows) + 1) - 0.5, shades, **look)


def fit_across(ax: Axes, names: Sequence[str]) -> bool:
    """Tell whether names fit below the columns of a grid side by side."""
    return LETTER * max(map(len, names)) <= 0.8 * points_of(ax)[0] / len(names)


def shaded(ax: Axes, x: Array, y: Array, shades: Array, *, colours: str = "Greys", outlined: bool = True) -> "QuadMesh":
    """Shade cells from white at 0 to 1, in colours of matplotlib; `x` and `y` are their edges."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    scale = ListedColormap(colormaps[colours](np.linspace(0, _DARKEST, _SHADES)))
    return ax.pcolormesh(
        x, y, shades, cmap=scale, vmin=0, vmax=1, edgecolors="0.5" if outlined else "face", linewidth=0.4,
        rasterized=shades.size > MOST_CELLS, clip_on=False,  # or half of the outer lines is lost
    )  # fmt: skip


def colour_bar(ax: Axes, mesh: "QuadMesh", ticks: Sequence[float], labels: Sequence[str]) -> None:
    """Show beside a grid what its colours are."""
    bar = ax.figure.colorbar(mesh, cax=ax.inset_axes((1.03, 0, 0.025, 1)))
    bar.set_ticks(ticks, labels=labels)
    bar.ax.tick_params(labelsize=TEXT_SIZE, length=2)
    bar.outline.set_linewidth(0.4)


def write_numbers(
    ax: Axes, mesh: "QuadMesh", values: Array, text: Callable[[float], str], bold: Array | None = None
) -> bool:
    """Write values but NaN into the cells of a grid, where all are large enough to read; else drop the outlines."""
    places = [(row, column) for row, column in np.argwhere(~np.isnan(values)).tolist()]
    if not write_cells(ax, {place: text(values[place]) for place in places}, bold):
        mesh.set_edgecolor("face")
        return False
    return True


def write_cells(ax: Axes, texts: Mapping[tuple[int, int], str], bold: Array | None = None) -> bool:
    """Write texts into the cells of a grid by row and column, where all are large enough to read, and tell whether."""
    before = len(ax.texts)
    fits = write(ax, [(column, row, text) for (row, column), text in texts.items()])
    for text, place in zip(ax.texts[before:], texts, strict=False):
        text.set_fontweight("bold" if bold is not None and bold[place] else "normal")
    return fits


def write(ax: Axes, cells: Sequence[Cell]) -> bool:
    """Write into cells as large as fits, once all else is drawn; tell whether that is large enough to read."""
    from matplotlib.font_manager import FontProperties

    figure = ax.get_figure(root=True)
    if figure is not None:
        figure.draw_without_rendering()  # what its layout leaves of the axes
    width, height = points_of(ax) / np.ptp([ax.get_xlim(), ax.get_ylim()], axis=1)  # of a cell of 1 x 1
    lines = [text.split("\n") for *_, text in cells]
    widest, most = max(len(line) for text in lines for line in text), max(map(len, lines))
    usual = FontProperties(size=LABEL_SIZE).get_size_in_points()
    size = min(usual, width / (_DIGIT * widest), height / (_LEADING * most))
    if size >= _SMALLEST_NUMBER:
        for x, y, text in cells:
            ax.text(x, y, text, ha="center", va="center", fontsize=size)
    return bool(size >= _SMALLEST_NUMBER)


def two_places(probability: float) -> str:
    """Write a probability in two decimals without the 0 before them, and never as certain."""
    if probability < 0.005:
        return "<.01"
    return ">.99" if probability >= 0.995 else f"{probability:.2f}".removeprefix("0")
