"""What a section of a report is: its name, its heading, the parts of a result that it needs, and what it says."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from bayescmp._result import check_result
from bayescmp.comparison import Comparison
from bayescmp.ranking import Ranking
from bayescmp.reports._parts import Body

AnyResult = Comparison | Ranking
"""What sections read that stand in the report of every result."""


def reported(result: object) -> AnyResult:
    """Return what a report is asked of, if it is a result."""
    return cast("AnyResult", check_result(result))


@dataclass(frozen=True, kw_only=True)
class ReportSection:
    """A section of a report.

    Attributes
    ----------
    name : str
        Its name, unique; plots name the section that shows them.
    heading : str
        Its heading.
    needs : tuple of str
        Parts of a result that it reads and that not every result has; the report of a result that lacks one is
        without the section.
    write : callable
        From a result to its paragraphs, items and tables. A section that says nothing and shows no figure is left out.
    """

    name: str
    heading: str
    needs: tuple[str, ...] = ()
    write: Callable[[Any], Body]
