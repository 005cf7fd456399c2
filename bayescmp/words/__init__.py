"""Sentences for people: headlines, numbers, names, designs, what is not answered."""

from bayescmp.words._answer import answer_of, difference_symbol, headline_of, how_large, how_likely, how_sure
from bayescmp.words._design import estimand_words, not_answered_words, resampling_words, subjects_words
from bayescmp.words._facts import note_of
from bayescmp.words._html import html_of
from bayescmp.words._names import name_text, row_name, row_names, short_names
from bayescmp.words._numbers import (
    bounds_text,
    decimal_text,
    decimals_of,
    factor_text,
    has_rope,
    interval_text,
    number_text,
    prob_of_row,
    prob_text,
    prob_words,
    probability_text,
    pvalue_text,
    size_text,
)
from bayescmp.words._ranking import (
    headline_of_ranking,
    html_of_ranking,
    loss_interval_text,
    loss_text,
    multiplicity_words,
    omnibus_words,
    optimism_words,
    probability_of,
    rank_text,
    regret_text,
    screen_of_ranking,
    tiers_words,
)
from bayescmp.words._screen import screen_of
from bayescmp.words._tipping import tipping_words

__all__ = [
    "answer_of",
    "bounds_text",
    "decimal_text",
    "decimals_of",
    "difference_symbol",
    "estimand_words",
    "factor_text",
    "has_rope",
    "headline_of",
    "headline_of_ranking",
    "how_large",
    "how_likely",
    "how_sure",
    "html_of",
    "html_of_ranking",
    "interval_text",
    "loss_interval_text",
    "loss_text",
    "multiplicity_words",
    "name_text",
    "not_answered_words",
    "note_of",
    "number_text",
    "omnibus_words",
    "optimism_words",
    "prob_of_row",
    "prob_text",
    "prob_words",
    "probability_of",
    "probability_text",
    "pvalue_text",
    "rank_text",
    "regret_text",
    "resampling_words",
    "row_name",
    "row_names",
    "screen_of",
    "screen_of_ranking",
    "short_names",
    "size_text",
    "subjects_words",
    "tiers_words",
    "tipping_words",
]
