"""What the plots of a ranking share: heights that follow the number of classifiers, and keys of colours."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bayescmp._typing import Array
from bayescmp.ranking import Ranking

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROW, _HIGHEST = 0.2, 9.0  # inches


def height_of_rows(ranking: Ranking, beside: float) -> float:
    """Return the inches of a figure with a row per classifier, `beside` of them for what is above and below."""
    return height_of(len(ranking.classifiers), beside)


def height_of(rows: int, beside: float) -> float:
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
