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


def check_kind[T](name: str, value: object, kind: type[T] | tuple[type[T], ...], made_by: str) -> T:
    """Return an argument if it is of a class, or one of several."""
    if not isinstance(value, kind):
        kinds = " or ".join(one.__name__ for one in (kind if isinstance(kind, tuple) else (kind,)))
        raise TypeError(f"`{name}` must be a {kinds}, as from `{made_by}`, but got {type(value).__name__}.")
    return value


_OF_TWO = of(Comparison)


@dataclass(frozen=True, kw_only=True)
class Plot:
    """A plot of a result that reports show."""

    name: str  # unique; the key of the figure
    draw: Callable[..., Axes]  # of a result, and `ax`
    caption: Callable[[Any], str]  # from a result to what stands below, and in its place where pictures are not seen
    height: Callable[[Any], float]  # from a result to inches, for a width of one column of a journal
    section: str = "figure"  # of a report, that shows it
    printed: bool = False  # whether it stands beside a report in LaTeX or Markdown too, as the first plot does
    applies: Callable[[Any], bool] = _OF_TWO  # whether a result, or a class of results, has what the plot needs
