"""Names and numbers of rows and columns, as many and as long as there is room for."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from bayescmp._text import one_line
from bayescmp.plots._axes import TEXT_SIZE, cut_to, points_of, text_width, width_left

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_NAMES = 0.55  # of the width of the axes, before names take of it
_SMALLEST = 4.5  # points of letters
_LEADING = 1.25  # height of a line, in sizes of its letters
_BLANK = 3.0  # points between names side by side


def name_rows(ax: "Axes", names: Iterable[object], *, longest: float = np.inf, numbered: bool = False) -> float:
    """Name rows, the first at the top, and return how many points wide the names are, `longest` at most."""
    width, height = points_of(ax)
    shown = cut_apart(names, min(_NAMES * width, longest), numbered=numbered)
    size, step = fitting(0.8 * height / len(shown))
    ax.set_yticks(range(0, len(shown), step), shown[::step], fontsize=size)
    ax.set_ylim(len(shown) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    return max(text_width(name) for name in shown)


def name_columns(ax: "Axes", names: Iterable[object], width: float, *, longest: float = np.inf) -> None:
    """Name columns of a width in points as `name_rows` names rows, upwards where a name is wider."""
    shown = cut_apart(names, min(_NAMES * points_of(ax)[0], longest))
    if max(map(text_width, shown)) + _BLANK <= width:
        ax.set_xticks(range(len(shown)), shown, fontsize=TEXT_SIZE)
    else:
        size, step = fitting(width)
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


def cut_apart(names: Iterable[object], room: float, *, numbered: bool = False, size: str = TEXT_SIZE) -> list[str]:
    """Return names cut to a width in points, ready to draw; with numbers before them where they would be the same."""
    lines = list(map(one_line, names))
    shown = [cut_to(line, room, size) for line in lines]
    if not numbered and len(set(shown)) == len(shown):
        return shown
    room -= text_width(f"{len(lines)} ", size)
    return [f"{place} {cut_to(line, room, size)}" for place, line in enumerate(lines, 1)]


def fitting(row: float) -> tuple[float, int]:
    """Return the size of letters for rows of a height in points, and every which row has a name."""
    from matplotlib.font_manager import FontProperties

    size = min(FontProperties(size=TEXT_SIZE).get_size_in_points(), max(row / _LEADING, _SMALLEST))
    return size, max(1, math.ceil(round(_LEADING * size / row, 6)))
