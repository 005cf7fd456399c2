"""Compare two classifiers: the decision, in numbers and in words."""

from bayescmp.comparison._compare import compare
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._levels import LEVEL_PLANS, level_posterior, probabilities_of
from bayescmp.comparison._plan import plan
from bayescmp.comparison._sensitivity import correlation_sensitivity
from bayescmp.comparison._tipping import measured_tau
from bayescmp.comparison._words import answer_words, prob_words, short_names

__all__ = [
    "LEVEL_PLANS",
    "Comparison",
    "answer_words",
    "compare",
    "correlation_sensitivity",
    "level_posterior",
    "measured_tau",
    "plan",
    "prob_words",
    "probabilities_of",
    "short_names",
]
