"""Compare two classifiers: the decision, in numbers and in words."""

from bayescmp.comparison._assurance import Assurance
from bayescmp.comparison._compare import compare
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._foreseen import needed_records as needed_records
from bayescmp.comparison._of_records import Stated as Stated
from bayescmp.comparison._plan import plan
from bayescmp.comparison._ropes import Ropes
from bayescmp.comparison._sensitivity import correlation_sensitivity

__all__ = ["Assurance", "Comparison", "Ropes", "compare", "correlation_sensitivity", "plan"]
