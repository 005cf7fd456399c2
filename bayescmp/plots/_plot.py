"""What a plot brings for reports: how it is drawn, what it needs, and where it stands."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bayescmp.comparison import Comparison
from bayescmp.plots._axes import Axes
from bayescmp.results import Result


def of(*kinds: type[Result], having: str = "__class__") -> Callable[[Result | type[Result]], bool]:
    """Return the function that tells whether a result, or a class of results, is of a class, and has a part."""
    return lambda result: (
        issubclass(result if isinstance(result, type) else type(result), kinds)
        and getattr(result, having, None) is not None
    )


def check_kind[T](name: str, value: object, kind: type[T], made_by: str) -> T:
    """Return an argument if it is of a class."""
    if not isinstance(value, kind):
        raise TypeError(f"`{name}` must be a {kind.__name__}, as from `{made_by}`, but got {type(value).__name__}.")
    return value


_OF_TWO = of(Comparison)


@dataclass(frozen=True, kw_only=True)
class Plot:
    """A plot of a result that reports show.

    Attributes
    ----------
    name : str
        Its name, unique; the key of the figure.
    draw : callable
        From a result and an Axes to the Axes.
    section : str
        Name of the section of a report that shows it.
    caption : callable
        From a result to what stands below the figure, and in its place where pictures are not seen.
    height : callable
        From a result to inches, for a width of one column of a journal.
    applies : callable
        From a result, or a class of results, whether it has what the plot needs; by default, whether it is of two
        classifiers.
    """

    name: str
    draw: Callable[[Any, Axes], Axes]
    section: str
    caption: Callable[[Any], str]
    height: Callable[[Any], float]
    applies: Callable[[Any], bool] = _OF_TWO
