"""Compare two classifiers: the decision, in numbers and in words."""

from bayescmp.comparison._compare import compare, decision_of
from bayescmp.comparison._comparison import Comparison, check_comparison
from bayescmp.comparison._levels import LEVEL_PLANS, OUTCOMES, level_posterior, prior_of, probabilities_of
from bayescmp.comparison._plan import plan
from bayescmp.comparison._sensitivity import correlation_sensitivity
from bayescmp.comparison._tipping import measured_tau
from bayescmp.comparison._words import (
    answer_of,
    answer_words,
    headline_of,
    how_large,
    how_likely,
    how_sure,
    interval_text,
    name_text,
    number_text,
    outcomes_of,
    prob_of_row,
    prob_text,
    prob_words,
    short_names,
    size_text,
    tipping_words,
)

__all__ = [
    "LEVEL_PLANS",
    "OUTCOMES",
    "Comparison",
    "answer_of",
    "answer_words",
    "check_comparison",
    "compare",
    "correlation_sensitivity",
    "decision_of",
    "headline_of",
    "how_large",
    "how_likely",
    "how_sure",
    "interval_text",
    "level_posterior",
    "measured_tau",
    "name_text",
    "number_text",
    "outcomes_of",
    "plan",
    "prior_of",
    "prob_of_row",
    "prob_text",
    "prob_words",
    "probabilities_of",
    "short_names",
    "size_text",
    "tipping_words",
]
