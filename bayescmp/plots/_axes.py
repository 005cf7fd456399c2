"""Axes to draw on, the look of a series, names of one length, and legends."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bayescmp._support._text import cut, one_line
from bayescmp._support._validation import check_choice

if TYPE_CHECKING:
    import matplotlib.axes

type Axes = matplotlib.axes.Axes

# Colours of Okabe and Ito, with grey for their yellow, which does not show on white.
COLOURS = ("#000000", "#D55E00", "#0072B2", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#777777")
BAND = "#AEDCF5"  # the ground of an interval, on which marks show
_OF_CLASSIFIERS = (2, 1, 3, 0, 4, 5, 6, 7)  # their colours in order
_DASHES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)), (0, (1, 3)), (0, (8, 3)))
_MARKERS = "os^DvPX<>*"
MOST_SERIES = 2 * len(_MARKERS)
NOMINAL: dict[str, Any] = {"color": "black", "linestyle": ":", "linewidth": 1.0}

# Named sizes follow the font size that the user has set.
LABEL_SIZE = "small"
TEXT_SIZE = "x-small"

LETTERS = 28  # of a name
_WIDE = "MWmw%@"  # letters that count twice
LETTER, LABEL_LETTER = 4.0, 4.6  # points that a small letter, and one of a label, are wide, about
ONE_COLUMN = 3.15  # inches, of LaTeX's article; few journals have narrower ones
WIDTHS = {"one column": ONE_COLUMN, "two columns": 6.5}
_OF_ENTRY = 7  # letters that the mark of an entry of a legend takes
_OF_NAMES = 0.4  # of a panel, that names beside rows may take
_SHARE_OF_PANEL = 0.775  # of its panel, that an Axes takes before a layout engine has moved it


def axes_or_new(ax: Axes | None, size: str | None = None, height: float | None = None) -> Axes:
    """Return `ax`, or the axes of a new figure so wide, or as the user's are, and so many inches high, or in shape."""
    from matplotlib import axes
    from matplotlib import pyplot as plt

    if size is not None:
        check_choice("size", size, tuple(WIDTHS))
        if ax is not None:
            raise ValueError("`size` is that of a new figure and must be left out where `ax` is given.")
    if ax is None:
        wide, high = plt.rcParams["figure.figsize"]
        width = WIDTHS[size] if size else wide
        ax = plt.subplots(figsize=(width, height or width * high / wide), layout="constrained")[1]
    if not isinstance(ax, axes.Axes):
        raise TypeError(f"`ax` must be a matplotlib Axes or None, but got {type(ax).__name__}.")
    ax.tick_params(labelsize=TEXT_SIZE)
    ax.spines[["top", "right"]].set_visible(False)
    for axis in (ax.xaxis, ax.yaxis):
        axis.get_offset_text().set_fontsize(TEXT_SIZE)
    return ax


def plain_numbers(ax: Axes, axis: Literal["both", "x", "y"] = "both") -> None:
    """Write numbers as they are, nothing subtracted; those that would be too long with one power of ten beside all."""
    ax.ticklabel_format(axis=axis, useOffset=False, scilimits=(-7, 7))


def look_of_classifier(place: int) -> dict[str, Any]:
    """Return colour and dashes of the line of a classifier by its place, the same in all plots."""
    return {"color": COLOURS[_OF_CLASSIFIERS[place % len(COLOURS)]], "linestyle": _DASHES[place % len(_DASHES)]}


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


def legend_above(ax: Axes, *, loc: Any = "lower right", across: float = 1.0, beside: float = 0.0) -> None:
    """Put the legend above the axes and so many points beside, in as many columns as its longest entry has room for."""
    from matplotlib.transforms import offset_copy

    handles, labels = ax.get_legend_handles_labels()
    if not labels:
        return
    entries = {label: getattr(one, "lines", [one])[0] for label, one in zip(labels, handles, strict=True)}
    labels, handles = [*entries], [*entries.values()]  # each once, marks without whiskers
    moved = offset_copy(ax.transAxes, ax.get_figure(root=True), x=beside, units="points")
    columns = int(panel_of(ax) / LETTER / (_OF_ENTRY + max(map(len, "\n".join(labels).split("\n")))))
    ax.legend(
        handles, labels, loc=loc, bbox_to_anchor=(across, 1.0), bbox_transform=moved, frameon=False,
        ncols=max(1, min(columns, len(labels))), fontsize=TEXT_SIZE, borderpad=0.1, columnspacing=1.0,
        handletextpad=0.4,
    )  # fmt: skip


def finish(
    ax: Axes, *, xlabel: str, ylabel: str = "", share: float = 1.0, beside: float = 0.0, room: float = np.inf,
    end: bool = False,
) -> None:  # fmt: skip
    """Name the axes, below the end or the begin if the middle has no room; put the legend above, keep numbers apart."""
    name_axes(ax, xlabel, ylabel)
    if LABEL_LETTER * max(map(len, xlabel.split("\n"))) > room:
        ax.xaxis.label.set(x=float(end), horizontalalignment="right" if end else "left")
    sparse_ticks(ax, share)
    legend_above(ax, beside=beside)


def sparse_ticks(ax: Axes, share: float = 1.0) -> None:
    """Keep numbers apart where the axes have a share of a narrow panel."""
    from matplotlib.ticker import MaxNLocator

    most = max(2, int(1.9 * share * points_of(ax)[0] / 72))
    ax.xaxis.set_major_locator(MaxNLocator(most, steps=[1, 2, 2.5, 5, 10], min_n_ticks=2 + (most > 3)))


def name_axes(ax: Axes, xlabel: str, ylabel: str = "", size: str = LABEL_SIZE) -> None:
    """Name the axes, in as many lines as the figure leaves room for."""
    ax.set_xlabel(xlabel, fontsize=size, wrap=True)
    ax.set_ylabel(ylabel, fontsize=LABEL_SIZE, wrap=True)


def drawn(text: object, letters: int = LETTERS) -> str:
    """Return a text as pictures show it: in one line, cut to so many letters, and as matplotlib draws it as it is."""
    whole = one_line(text)
    fewer = letters - sum(letter in _WIDE for letter in cut(whole, letters))
    shown = cut(whole, max(fewer, letters // 2 + 1)).replace("$", r"\$")  # which begins no formula
    return f" {shown}" if shown.startswith("_") else shown  # which a legend would leave out


def names_apart(names: Iterable[object], ax: Axes | None = None, letters: int = LETTERS) -> list[str]:
    """Return names as pictures show them, whole where axes have room beside rows; numbered where two would be one."""
    room = letters if ax is None else max(letters, int(_OF_NAMES * panel_of(ax) / LETTER))
    shown = [drawn(name, room) for name in names]
    return shown if len(set(shown)) == len(shown) else numbered(shown)


def folded(text: str, letters: int) -> str:
    """Return a text in lines of so many letters, broken within a word only where it is longer than a line."""
    lines = re.findall(rf".{{1,{letters}}}(?:(?<=[ _-])|(?= )|$)|.{{{letters}}}", text)
    return "\n".join(line.strip(" ") for line in lines).replace("\N{NO-BREAK SPACE}", " ")


def numbered(names: Iterable[str]) -> list[str]:
    """Return names with their numbers, from 1, before them."""
    return [f"{place} {name.lstrip()}" for place, name in enumerate(names, 1)]


def panel_of(ax: Axes) -> float:
    """Return the width in points of the part of a figure that axes and what stands beside them have."""
    return points_of(ax)[0] / _SHARE_OF_PANEL


def room_upright(ax: Axes) -> float:
    """Return the points that a label has beside axes."""
    return points_of(ax)[1] / _SHARE_OF_PANEL


def points_of(ax: Axes) -> tuple[float, float]:
    """Return width and height of the axes in points, as far as they are known before a layout engine moves them."""
    figure = ax.get_figure(root=True)
    scale = 72 / figure.dpi if figure else 0.0
    return float(ax.bbox.width * scale), float(ax.bbox.height * scale)
