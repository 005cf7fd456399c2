"""Compare two classifiers: the decision, in numbers and in words."""

from bayescmp.comparison._compare import compare
from bayescmp.comparison._comparison import Comparison

__all__ = ["Comparison", "compare"]
