"""What a plot brings for reports: how it is drawn, what it needs, and where it stands."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bayescmp.comparison import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, kw_only=True)
class Plot:
    """A plot of a comparison that reports show.

    Attributes
    ----------
    name : str
        Its name, unique; the key of the figure.
    draw : callable
        From a comparison and an Axes to the Axes.
    section : str
        Name of the section of a report that shows it.
    caption, words : callable
        From a comparison to what stands below the figure, and to what says in words what it shows.
    height : callable
        From a comparison to inches, for a width of one column of a journal.
    applies : callable
        From a comparison, whether it has what the plot needs.
    """

    name: str
    draw: Callable[[Comparison, "Axes"], "Axes"]
    section: str
    caption: Callable[[Comparison], str]
    words: Callable[[Comparison], str]
    height: Callable[[Comparison], float]
    applies: Callable[[Comparison], bool] = lambda _: True
