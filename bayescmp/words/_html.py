"""A comparison in a short form for notebooks."""

import pandas as pd
from markupsafe import Markup

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
            **dict.fromkeys(("level", "assumes"), one_line),
            **dict.fromkeys(("estimate", "low", "high"), lambda x: "" if pd.isna(x) else number_text(result, x)),
            **dict.fromkeys(
                ("prob_first_better", "prob_equivalent"),
                lambda p: "" if pd.isna(p) else prob_text(result, p),
            ),
            "pvalue": lambda p: "" if pd.isna(p) else pvalue_text(p),
        },
    )
    context = f"Question: {estimand_words(result.evidence)}. Data: {resampling_words(result.evidence.design)}."
    page = Markup("<div><p><strong>{}</strong></p><p>{}</p><p>{}</p>{}</div>").format(
        headline_of(result),
        how_large(result),
        context,
        Markup(table),  # noqa: S704 - pandas escapes
    )
    return str(page)
