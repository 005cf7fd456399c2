"""Compare two classifiers: the decision, in numbers and in words."""

from bayescmp.comparison._compare import compare
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._levels import LEVEL_PLANS, level_posterior
from bayescmp.comparison._plan import plan
from bayescmp.comparison._sensitivity import correlation_sensitivity

__all__ = ["LEVEL_PLANS", "Comparison", "compare", "correlation_sensitivity", "level_posterior", "plan"]
