"""What the plots of a ranking share: a row for each classifier, the least loss at the top, and keys of colours."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bayescmp._text import one_line
from bayescmp._typing import Array
from bayescmp.plots._axes import TEXT_SIZE, cut_to, points_of, text_width, width_left
from bayescmp.ranking import Ranking

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_NAMES = 0.55  # of the width of the axes, before names take of it
_SMALLEST = 4.5  # points of letters
_LEADING = 1.25  # height of a line, in sizes of its letters
_ROW, _HIGHEST = 0.2, 9.0  # inches


def height_of_rows(ranking: Ranking, beside: float) -> float:
    """Return the inches of a figure with a row per classifier, `beside` of them for what is above and below."""
    return min(beside + _ROW * len(ranking.classifiers), _HIGHEST)


def name_rows(ax: "Axes", ranking: Ranking, *, numbered: bool = False) -> float:
    """Name rows by classifiers, cut but different, and return how many points wide the names are."""
    names = list(map(one_line, ranking.classifiers.index))
    width, height = points_of(ax)
    numbers = [f"{place} " for place in range(1, len(names) + 1)]
    room = _NAMES * width
    shown = [cut_to(name, room) for name in names]
    if numbered or len(set(shown)) < len(shown):
        room -= text_width(numbers[-1])
        shown = [number + cut_to(name, room) for number, name in zip(numbers, names, strict=True)]
    size, step = _fitting(0.8 * height / len(names))
    ax.set_yticks(range(0, len(names), step), shown[::step], fontsize=size)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    return max(text_width(name) for name in shown)


def number_columns(ax: "Axes", count: int, beside: float) -> None:
    """Write numbers from 1 below columns, as many of them as there is room for."""
    room = width_left(ax, beside) / count / text_width(f"  {count}")
    step = next((step for step in (1, 5, 10, 20, 50) if step * room >= 1), 100)
    numbers = sorted({1, *range(step, count + 1, step)})
    ax.set_xticks([number - 1 for number in numbers], list(map(str, numbers)))
    ax.tick_params(axis="x", length=0)
    ax.set_xlim(-0.5, count - 0.5)


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


def _fitting(row: float) -> tuple[float, int]:
    """Return the size of letters for rows of a height in points, and every which row has a name."""
    from matplotlib.font_manager import FontProperties

    size = min(FontProperties(size=TEXT_SIZE).get_size_in_points(), max(row / _LEADING, _SMALLEST))
    return size, max(1, -int(-_LEADING * size // row))
