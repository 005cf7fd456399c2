"""Compare two classifiers: the decision, in numbers and in words."""

from bayescmp.comparison._compare import compare
from bayescmp.comparison._comparison import Comparison, check_comparison
from bayescmp.comparison._levels import (
    LEVEL_PLANS,
    OUTCOMES,
    decision_of,
    level_posterior,
    prior_of,
    probabilities_of,
)
from bayescmp.comparison._plan import Assurance, plan
from bayescmp.comparison._sensitivity import correlation_sensitivity
from bayescmp.comparison._tipping import measured_excess
from bayescmp.comparison._words import (
    answer_of,
    has_rope,
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
    "Assurance",
    "Comparison",
    "answer_of",
    "check_comparison",
    "compare",
    "correlation_sensitivity",
    "decision_of",
    "has_rope",
    "headline_of",
    "how_large",
    "how_likely",
    "how_sure",
    "interval_text",
    "level_posterior",
    "measured_excess",
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
