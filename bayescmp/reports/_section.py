"""What a section of a report is: its name, its heading, and what it says of a comparison."""

from collections.abc import Callable
from dataclasses import dataclass

from bayescmp.comparison import Comparison
from bayescmp.reports._parts import Body


@dataclass(frozen=True, kw_only=True)
class ReportSection:
    """A section of a report.

    Attributes
    ----------
    name : str
        Its name, unique; plots name the section that shows them.
    heading : str
        Its heading.
    write : callable
        From a comparison to its paragraphs, items and tables.
    """

    name: str
    heading: str
    write: Callable[[Comparison], Body]
