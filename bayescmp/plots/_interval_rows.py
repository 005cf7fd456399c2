"""Rows of intervals with names: methods and tests, data sets, tasks, classifiers, and methods of a study."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from bayescmp._support._typing import Floats
from bayescmp.content import decimals_of
from bayescmp.plots._axes import COLOURS, LETTER, TEXT_SIZE, Axes, finish, panel_of, plain_numbers, points_of
from bayescmp.plots._of_comparison import decimals, draw_equality

_OBSERVED: dict[str, Any] = {
    "color": COLOURS[4], "marker": "|", "linestyle": "none", "markeredgewidth": 1.4, "zorder": 3, "label": "observed",
}  # fmt: skip
_ABOVE, _HIGHEST_ABOVE = 0.3, 5.0  # of a row, and points, that what was observed is above its line
_LOOK: dict[str, Any] = {"linestyle": "none", "elinewidth": 1.0, "markersize": 4.0}
_LINE = 2.2  # height of a line, in widths of its letters
_SHARE_OF_PANEL = 0.77  # of the height of its panel, that an Axes takes before a layout engine has moved it
_AROUND = 55.0  # points of labels and legend above and below
_ROW, _HIGHEST = 0.2, 9.0  # inches
_GAPS = 12.0  # points between axes and what stands beside them
_LEAST = 80.0  # points that intervals need beside names and numbers


class Intervals(NamedTuple):
    """Intervals of one look: their rows, and columns with a middle and both ends, NaN where there are none."""

    rows: ArrayLike
    ends: pd.DataFrame | Floats
    look: dict[str, Any]


def intervals_of(rows: pd.DataFrame, *looks: tuple[Any, dict[str, Any]]) -> list[Intervals]:
    """Return estimates with their intervals, by the look of the rows that are chosen; looks of no row are left out."""
    ends = rows[["estimate", "low", "high"]].to_numpy(dtype=float)
    chosen = ((np.flatnonzero(np.broadcast_to(which, len(rows))), look) for which, look in looks)
    return [Intervals(places, ends[places], look) for places, look in chosen if places.size]


def draw_rows(
    ax: Axes, names: Sequence[str], several: Sequence[Intervals], *, rope: tuple[float, float] | None = None,
    below: int = 0,
) -> None:  # fmt: skip
    """Draw intervals in rows with names, the first at the top, so many of the last `below` a line, and the rope."""
    plain_numbers(ax, "x")
    if rope is not None:
        draw_equality(ax, rope)
    step, count = name_rows(ax, names, below), len(names) - below
    for rows, ends, look in several:
        middle, low, high = np.asarray(ends, dtype=float).T
        reach = np.stack([middle - low, high - middle]).clip(min=0)  # what was observed may lie beyond a posterior
        places, unknown = _places(rows, count, step), np.isinf(reach).all(axis=0)
        ax.errorbar(middle, places, xerr=np.where(unknown, 0.0, reach), **_LOOK | look)
        across = ax.get_yaxis_transform()  # where nothing is known
        ax.hlines(places[unknown], 0, 1, transform=across, color=look.get("color", "black"), linewidth=1.0)


def draw_observed(ax: Axes, values: Sequence[float]) -> None:
    """Draw what was observed as ticks above the lines of the first rows, so that it does not hide their middles."""
    row = points_of(ax)[1] / np.ptp(ax.get_ylim())
    above = min(_HIGHEST_ABOVE, _ABOVE * row)
    ax.plot(values, np.arange(len(values)) - above / row, **_OBSERVED, markersize=above)


def name_rows(ax: Axes, names: Sequence[str], below: int = 0) -> int:
    """Name rows, or every second or third where they are low, and return every which; those `below` have names."""
    count = len(names) - below
    height = points_of(ax)[1]
    room = max(height / _SHARE_OF_PANEL - _AROUND * (1.5 if below else 1.0), height / 4)
    step = every(room, len(names) + (below > 0))
    shown, places = [*range(0, count, step), *range(count, len(names))], _places(range(len(names)), count, step)
    ax.set_yticks(places[shown], [names[row] for row in shown], fontsize=TEXT_SIZE)
    ax.set_ylim(places[-1] + 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    if below:
        ax.axhline(count - 1 + 0.75 * step, color="0.5", linewidth=0.6)
    return step


def finish_rows(
    ax: Axes, label: Callable[[float], str], beside: ArrayLike, share: float = 0.6, digits: int = 0
) -> None:
    """Write beside rows a text of each, or where there is room estimates with ends; name the axis as room allows."""
    texts = beside if isinstance(beside, list) else in_words(beside, digits)
    named = [text.get_text() for text in ax.get_yticklabels()]
    names, numbers = (LETTER * max(map(len, some), default=0) for some in (named, texts))
    if texts is not beside and (len(named) < len(texts) or panel_of(ax) - names - numbers < _LEAST):
        numbers = 0.0
    else:
        right = ax.secondary_yaxis("right")
        right.set_yticks(ax.get_yticks(), texts, fontsize=TEXT_SIZE)
        right.tick_params(length=0)
        right.spines["right"].set_visible(False)
    width = max(panel_of(ax) - names - numbers - _GAPS, _LEAST / 2)
    centred = width + 2 * min(names, numbers)
    words = label(max(centred, width + max(names, numbers)))
    finish(ax, xlabel=words, share=share, beside=0.9 * numbers, room=centred, end=names > numbers)


def in_words(ends: ArrayLike, digits: int = 0) -> list[str]:
    """Write estimates with both ends of their intervals, in so many decimals, or as many as most of them support."""
    ends = np.asarray(ends, dtype=float)
    widths = np.ptp(ends[:, 1:], axis=1)
    known = widths[np.isfinite(widths) & (widths > 0)]
    digits = digits or (decimals_of(float(np.median(known)) / 2) if known.size else 3)
    written = ([decimals(one, digits) for one in row] if np.isfinite(row).all() else None for row in ends)
    return ["not known" if row is None else "{} [{}, {}]".format(*row) for row in written]


def _places(rows: ArrayLike, count: int, step: int) -> Floats:
    """Return where rows are, those from `count` on farther apart, as far as named rows are."""
    rows = np.asarray(rows, dtype=float)
    return np.where(rows < count - 0.5, rows, count - 1 + step * (rows - count + 1.5))


def every(room: float, count: int) -> int:
    """Return every which of so many lines below each other has a name, in a room in points."""
    return max(1, math.ceil(_LINE * LETTER * count / room - 0.1))


def height_of(rows: float, beside: float = 1.0) -> float:
    """Return the inches of a figure with so many rows, `beside` of them for what is above and below."""
    return min(beside + _ROW * rows, _HIGHEST)
