"""What a plot brings for reports: how it is drawn, what it needs, and where it stands."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

from bayescmp._result import Result
from bayescmp.comparison import Comparison
from bayescmp.datasets import DatasetsComparison, DatasetsRanking
from bayescmp.ranking import Ranking

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def of_two(result: Result | type[Result]) -> TypeGuard[Comparison]:
    """Tell whether a result has a difference of two classifiers."""
    return hasattr(result, "difference")


def of_several(result: Result | type[Result]) -> TypeGuard[Ranking]:
    """Tell whether a result is of several classifiers."""
    return hasattr(result, "tiers") and hasattr(result, "observed")


def several_over_datasets(result: Result | type[Result]) -> TypeGuard[DatasetsRanking]:
    """Tell whether a result is of several classifiers over data sets."""
    return hasattr(result, "tiers") and not hasattr(result, "observed")


def over_datasets(result: Result | type[Result]) -> TypeGuard[DatasetsComparison]:
    """Tell whether a result is of two classifiers over data sets."""
    return hasattr(result, "next_dataset") and hasattr(result, "average")


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
    caption, words : callable
        From a result to what stands below the figure, and to what says in words what it shows.
    height : callable
        From a result to inches, for a width of one column of a journal.
    applies : callable
        From a result, or a class of results, whether it has what the plot needs; by default, whether it is of two
        classifiers.
    """

    name: str
    draw: Callable[[Any, "Axes"], "Axes"]
    section: str
    caption: Callable[[Any], str]
    words: Callable[[Any], str]
    height: Callable[[Any], float]
    applies: Callable[[Any], bool] = of_two
