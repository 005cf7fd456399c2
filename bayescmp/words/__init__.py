"""Sentences for people: headlines, numbers, names, designs, what is not answered."""

from bayescmp.words._answer import answer_of, difference_symbol, headline_of, how_large, how_likely, how_sure
from bayescmp.words._design import estimand_words, not_answered_words, resampling_words
from bayescmp.words._facts import note_of
from bayescmp.words._html import html_of
from bayescmp.words._names import name_text, row_name, short_names
from bayescmp.words._numbers import (
    factor_text,
    has_rope,
    interval_text,
    number_text,
    prob_of_row,
    prob_text,
    prob_words,
    pvalue_text,
    size_text,
)
from bayescmp.words._screen import screen_of
from bayescmp.words._tipping import tipping_words

__all__ = [
    "answer_of",
    "difference_symbol",
    "estimand_words",
    "factor_text",
    "has_rope",
    "headline_of",
    "how_large",
    "how_likely",
    "how_sure",
    "html_of",
    "interval_text",
    "name_text",
    "not_answered_words",
    "note_of",
    "number_text",
    "prob_of_row",
    "prob_text",
    "prob_words",
    "pvalue_text",
    "resampling_words",
    "row_name",
    "screen_of",
    "short_names",
    "size_text",
    "tipping_words",
]
