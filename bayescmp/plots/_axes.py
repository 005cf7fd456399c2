"""Axes to draw on, the look of a series, and legends and notes that fit the width."""

import textwrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Colours of Okabe and Ito, with grey for their yellow, which does not show on white.
COLOURS = ("#000000", "#D55E00", "#0072B2", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#777777")
_MARKERS = "os^DvPX<>*"
MOST_SERIES = 2 * len(_MARKERS)
NOMINAL: dict[str, Any] = {"color": "black", "linestyle": ":", "linewidth": 1.0}

# Named sizes follow the font size that the user has set.
LABEL_SIZE = "small"
TEXT_SIZE = "x-small"

# An Axes takes this share of its panel before a layout engine has moved it.
_SHARE_OF_PANEL = 0.775
# Width of a letter over its size: a little more than the average of common fonts.
_LETTER = 0.55


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
    return ax


def look_of_series(number: int) -> dict[str, Any]:
    """Return marker and colours of a series; shape and filling alone tell `MOST_SERIES` of them apart."""
    colour = COLOURS[number % len(COLOURS)]
    hollow = number % MOST_SERIES >= len(_MARKERS)
    return {
        "marker": _MARKERS[number % len(_MARKERS)],
        "color": colour,
        "markerfacecolor": "white" if hollow else colour,
        "markersize": 3.8,
        "elinewidth": 0.8,
    }


def legend_above(ax: "Axes") -> None:
    """Put the legend above the axes, in as many columns as its panel is wide."""
    handles, labels = ax.get_legend_handles_labels()
    panel = ax.bbox.width / _SHARE_OF_PANEL
    for columns in range(len(labels), 0, -1):
        legend = ax.legend(
            handles, labels, ncols=columns, loc="lower right", bbox_to_anchor=(1.0, 1.0), frameon=False,
            fontsize=TEXT_SIZE, borderpad=0.1, handletextpad=0.4, columnspacing=1.0,
        )  # fmt: skip
        if legend.get_window_extent().width <= 0.95 * panel:
            return


def finish(ax: "Axes", *, xlabel: str, ylabel: str = "") -> None:
    """Name the axes, put the legend above, and let the numbers below keep their distance in a narrow panel."""
    from matplotlib.ticker import MaxNLocator

    ax.set_xlabel(xlabel, fontsize=LABEL_SIZE)
    ax.set_ylabel(ylabel, fontsize=LABEL_SIZE)
    ax.xaxis.set_major_locator(MaxNLocator(max(3, int(1.9 * _inches(ax))), steps=[1, 2, 2.5, 5, 10]))
    legend_above(ax)


def wrapped(ax: "Axes", text: str) -> str:
    """Break a text into lines no longer than the axes are wide."""
    from matplotlib.font_manager import FontProperties

    letter = _LETTER * FontProperties(size=TEXT_SIZE).get_size_in_points()
    return textwrap.fill(text, max(int(72 * _inches(ax) / letter), 12))


def _inches(ax: "Axes") -> float:
    figure = ax.get_figure(root=True)
    return float(ax.bbox.width / figure.dpi) if figure else 0.0
