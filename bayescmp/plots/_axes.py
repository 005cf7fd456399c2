"""Axes to draw on, the look of a series, and texts, legends and notes that fit the width."""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, cast

from bayescmp._text import cut, one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.font_manager import FontProperties

# Colours of Okabe and Ito, with grey for their yellow, which does not show on white.
COLOURS = ("#000000", "#D55E00", "#0072B2", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#777777")
BAND = "#AEDCF5"  # the ground of an interval, on which marks and hatching show
_MARKERS = "os^DvPX<>*"
MOST_SERIES = 2 * len(_MARKERS)
NOMINAL: dict[str, Any] = {"color": "black", "linestyle": ":", "linewidth": 1.0}

# Named sizes follow the font size that the user has set.
LABEL_SIZE = "small"
TEXT_SIZE = "x-small"

# An Axes takes this share of its panel before a layout engine has moved it.
_SHARE_OF_PANEL = 0.775
_PADDING = 20.0  # points between names, axes and the ends of a panel
_LONGEST_TEXT = 60  # characters: no picture is wide enough for more
_SHORTEST_TEXT = 8
_USED = 0.8  # of the room: a text that is cut between words and takes less is cut within them


def axes_or_new(ax: "Axes | None", height: float | None = None) -> "Axes":
    """Return `ax`, or the axes of a new figure of a height in inches, as wide as the user's figures are."""
    from matplotlib import pyplot as plt
    from matplotlib.axes import Axes

    if ax is None:
        width, usual = plt.rcParams["figure.figsize"]
        ax = plt.subplots(figsize=(width, height or usual), layout="constrained")[1]
    if not isinstance(ax, Axes):
        raise TypeError(f"`ax` must be a matplotlib Axes or None, but got {type(ax).__name__}.")
    ax.tick_params(labelsize=TEXT_SIZE)
    for axis in (ax.xaxis, ax.yaxis):
        axis.get_offset_text().set_fontsize(TEXT_SIZE)
    return ax


def plain_numbers(ax: "Axes", axis: Literal["both", "x", "y"] = "both") -> None:
    """Write numbers as they are, nothing subtracted; those that would be too long with one power of ten beside all."""
    ax.ticklabel_format(axis=axis, useOffset=False, scilimits=(-7, 7))


def look_of_series(number: int) -> dict[str, Any]:
    """Return marker, colours and whiskers of a series of error bars."""
    return look_of_mark(number) | {"elinewidth": 0.8}


def look_of_mark(number: int) -> dict[str, Any]:
    """Return marker and colours of a series; shape and filling alone tell `MOST_SERIES` of them apart."""
    colour = COLOURS[number % len(COLOURS)]
    hollow = number % MOST_SERIES >= len(_MARKERS)
    return {
        "marker": _MARKERS[number % len(_MARKERS)],
        "color": colour,
        "markerfacecolor": "white" if hollow else colour,
        "markersize": 3.8,
    }


def legend_above(ax: "Axes", share: float = 0.95, *, centred: bool = False) -> None:
    """Put the legend above the axes, row by row, in as few rows as fit a share of its panel's width."""
    place = "lower center" if centred else "lower right"
    look: dict[str, Any] = {"loc": place, "bbox_to_anchor": (0.5 if centred else 1.0, 1.0), "frameon": False}
    handles, labels = ax.get_legend_handles_labels()
    panel = ax.bbox.width / _SHARE_OF_PANEL
    for rows in range(1, len(labels) + 1):
        columns = math.ceil(len(labels) / rows)
        order = [place for column in range(columns) for place in range(column, len(labels), columns)]  # columns first
        legend = ax.legend(
            [handles[place] for place in order], [labels[place] for place in order], ncols=columns, fontsize=TEXT_SIZE,
            borderpad=0.1, handletextpad=0.4, columnspacing=1.0, **look,
        )  # fmt: skip
        if legend.get_window_extent().width <= share * panel:
            return


def finish(ax: "Axes", *, xlabel: str, ylabel: str = "", share: float = 0.95) -> None:
    """Name the axes, put the legend above, and let the numbers below keep their distance in a narrow panel."""
    from matplotlib.ticker import MaxNLocator

    ax.set_xlabel(xlabel, fontsize=LABEL_SIZE)
    ax.set_ylabel(ylabel, fontsize=LABEL_SIZE)
    ax.xaxis.set_major_locator(MaxNLocator(max(3, int(1.9 * points_of(ax)[0] / 72)), steps=[1, 2, 2.5, 5, 10]))
    legend_above(ax, share)


def escaped(text: object) -> str:
    """Return a text in one short line that matplotlib draws as it is: a dollar sign begins no formula."""
    return cut(one_line(text), _LONGEST_TEXT).replace("$", r"\$")


def cut_to(text: object, width: float, size: str = TEXT_SIZE) -> str:
    """Return a text in one line, ready to draw, shortened to a width in points."""
    line, lengths = one_line(text), range(_LONGEST_TEXT, _SHORTEST_TEXT, -1)

    def longest(texts: Iterable[str]) -> str:
        different = dict.fromkeys(map(_balanced, texts))  # measuring takes time
        return next((one for one in different if text_width(one, size) <= width), cut(line, _SHORTEST_TEXT))

    shown = longest(cut(line, letters) for letters in lengths)
    if shown != line and text_width(shown, size) < _USED * width:
        shown = longest(_cut_anywhere(line, letters) for letters in lengths)
    return escaped(shown)


def _balanced(text: str) -> str:
    """Return a text that was cut without the half of a pair of brackets that is left at its end."""
    for opening, closing in ("()", "[]"):
        more = text.count(closing) - text.count(opening)
        if more > 0 and "..." in text and text.endswith(closing):
            text = text[:-1]
        elif more < 0 and text.endswith("..."):
            text += closing
    return text


def _cut_anywhere(line: str, letters: int) -> str:
    room = letters - 3
    return line if len(line) <= letters else f"{line[: room - room // 2]}...{line[-(room // 2) :]}"


def cut_apart(names: Iterable[object], room: float, *, numbered: bool = False, size: str = TEXT_SIZE) -> list[str]:
    """Return names cut to a width in points, ready to draw: the only home of shortened names in pictures.

    Where two would be the same, two names say which is the first, and several have numbers before them.
    """
    lines = list(map(one_line, names))
    shown = [cut_to(line, room, size) for line in lines]
    if not numbered and len(set(shown)) == len(shown):
        return shown
    if len(lines) == 2 and not numbered:
        ends = (" [first]", " [second]")
        return [cut_to(line, room - text_width(end, size), size) + end for line, end in zip(lines, ends, strict=True)]
    room -= text_width(f"{len(lines)} ", size)
    return [f"{place} {cut_to(line, room, size)}" for place, line in enumerate(lines, 1)]


def fitted_pair(pair: tuple[str, str], width: float, size: str = LABEL_SIZE) -> tuple[str, str]:
    """Return two names, ready to draw, each cut to a width in points; different names stay different."""
    first, second = cut_apart(pair, width, size=size)
    return first, second


def pair_in_line(pair: tuple[str, str], room: float, size: str = LABEL_SIZE) -> tuple[str, str]:
    """Return two names that share a line of a width in points: a long one takes what a short one leaves."""
    shorter = min(text_width(one_line(name), size) for name in pair)
    return fitted_pair(pair, room - min(shorter, room / 2), size)


def text_width(text: str, size: str = TEXT_SIZE) -> float:
    """Return the width in points of the widest line of a text, as the user's font draws it."""
    from matplotlib import rcParams
    from matplotlib.font_manager import FontProperties

    font, settings = FontProperties(size=size), cast("Any", rcParams)
    families = tuple(name for family in font.get_family() for name in settings.get(f"font.{family}", ()))
    return max(_width(line, font, families) for line in text.replace(r"\$", "$").split("\n"))


@lru_cache(maxsize=4096)  # names are measured again in every picture, at every length until one fits
def _width(line: str, font: "FontProperties", families: tuple[str, ...]) -> float:  # noqa: ARG001
    """Return the width of a line in a font, whose generic family stands for these in the user's settings."""
    from matplotlib.textpath import text_to_path

    return text_to_path.get_text_width_height_descent(line, font, ismath=False)[0]


def points_of(ax: "Axes") -> tuple[float, float]:
    """Return width and height of the axes in points, as far as they are known before a layout engine moves them."""
    figure = ax.get_figure(root=True)
    scale = 72 / figure.dpi if figure else 0.0
    return float(ax.bbox.width * scale), float(ax.bbox.height * scale)


def width_of_panel(ax: "Axes") -> float:
    """Return about how many points wide a line below or above the axes may be."""
    return 0.92 * points_of(ax)[0] / _SHARE_OF_PANEL


def width_left(ax: "Axes", beside: float) -> float:
    """Return the width in points that a layout engine leaves the axes if names beside it are so wide."""
    width = points_of(ax)[0]
    return min(0.85 * width, width / _SHARE_OF_PANEL - beside - _PADDING)
