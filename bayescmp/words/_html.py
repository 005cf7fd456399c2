"""A comparison in a short form for notebooks."""

import html

import pandas as pd

from bayescmp._text import one_line
from bayescmp.words._answer import headline_of, how_large
from bayescmp.words._design import estimand_words, resampling_words
from bayescmp.words._numbers import has_rope, number_text, prob_text, pvalue_text
from bayescmp.words._result import PairResult


def html_of(result: PairResult) -> str:
    """Return a short form for notebooks, with every name escaped."""
    equivalent = ["prob_equivalent"] if has_rope(result) else []
    columns = ["level", "estimate", "low", "high", "prob_first_better", *equivalent, "pvalue", "assumes"]
    table = result.levels[columns].to_html(
        index=False,
        border=0,
        na_rep="",
        formatters={
            **dict.fromkeys(("level", "assumes"), lambda text: html.escape(one_line(text))),
            **dict.fromkeys(("estimate", "low", "high"), lambda x: "" if pd.isna(x) else number_text(result, x)),
            **dict.fromkeys(
                ("prob_first_better", "prob_equivalent"),
                lambda p: "" if pd.isna(p) else html.escape(prob_text(result, p)),
            ),
            "pvalue": lambda p: "" if pd.isna(p) else html.escape(pvalue_text(p)),
        },
        escape=False,
    )
    sentences = (
        f"<strong>{html.escape(headline_of(result))}</strong>",
        html.escape(how_large(result)),
        html.escape(f"Question: {estimand_words(result.evidence)}. Data: {resampling_words(result.evidence.design)}."),
    )
    return "<div>" + "".join(f"<p>{sentence}</p>" for sentence in sentences) + table + "</div>"
