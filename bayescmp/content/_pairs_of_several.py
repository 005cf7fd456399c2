"""The tables of every pair of a ranking by itself, and of differences to the best."""

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy import special

from bayescmp.content._numbers import pvalue_text
from bayescmp.content._section import Section, section
from bayescmp.content._tables import MARKS, Cell, Table, of_numbers, of_text, table_of
from bayescmp.content._tiers_and_pairs import (
    better_means,
    columns_of_differences,
    columns_of_pairs,
    pairs_in_order,
    pairs_words,
)
from bayescmp.results._three_probabilities import OUTCOMES, PROBABILITIES

if TYPE_CHECKING:
    from bayescmp.content._of_several import ContentOfSeveral

_LARGEST_MATRIX, _NEAREST = 12, 20
_HEADS = dict(zip(PROBABILITIES, ("P(first better)", "P(equivalent)", "P(second better)"), strict=True))


def pairs_section(content: "ContentOfSeveral") -> Section:
    """Return a matrix of few classifiers, of many the pairs near the decision, and the list of all pairs."""
    tested = "; the p-values are those of the test on such data" if content.has_pvalues else ""
    few = len(content.classifiers) <= _LARGEST_MATRIX
    in_order = pairs_in_order(content.pairs, list(content.classifiers.index))
    return section(
        "pairs",
        "Pairs",
        better_means(content.metric, content.settings.rope),
        "Every pair is judged by its own posterior, which no other classifier changes.",
        "Pooled: the probability that the first is better if all classifiers are taken to be alike.",
        f"Holm: twice what the more probable {content.order} lacks of probability 1, adjusted for all pairs{tested}.",
        tables=[
            _matrix(content) if few else _nearest(content),
            _table_of_pairs(content, "all-pairs", pairs_words(content.pairs), in_order),
        ],
    )


def differences_to_best(content: "ContentOfSeveral") -> Table:
    """One row per other classifier: its difference to the best one, with a simultaneous interval."""
    heads = ("difference", "simultaneous interval")
    columns = [
        of_text("classifier", lambda row: content.names[row.Index]),
        *columns_of_differences(content.digits, content.settings.rope, heads),
    ]
    caption = "Differences to the best classifier"
    return table_of("differences", caption, columns, content.result.to_best)


def _matrix(content: "ContentOfSeveral") -> Table:
    """Give the probability that the classifier of the row is better than that of the column."""
    cells = {}
    for row in content.pairs.itertuples():
        sides = (
            (row.first, row.second, row.prob_first_better, OUTCOMES[0]),
            (row.second, row.first, row.prob_second_better, OUTCOMES[2]),
        )
        for better, worse, p, outcome in sides:
            text = content.prob_of_pair(p, 2)
            cells[better, worse] = Cell(text=text, value=p, marked=row.decision == outcome)
    return Table(
        key="matrix",
        caption="Probability that the classifier of the row is better than that of the column, which has the number of "
        f"its row; {MARKS}",
        heads=("classifier", *(str(number) for number in range(1, len(content.names) + 1))),
        rows=tuple(
            (Cell(text=f"{number} {short}"), *(cells.get((name, other), Cell(text="")) for other in content.names))
            for number, (name, short) in enumerate(content.names.items(), 1)
        ),
    )


def _nearest(content: "ContentOfSeveral") -> Table:
    """Give the pairs whose largest probability is nearest to what a decision needs, by log odds."""
    largest = content.pairs[list(PROBABILITIES)].max(axis=1).clip(upper=1 - 1e-15).to_numpy()
    away = np.abs(special.logit(largest) - special.logit(content.settings.threshold))
    nearest = content.pairs.iloc[np.argsort(away, kind="stable")[:_NEAREST]]
    caption = f"The {len(nearest)} pairs nearest to the threshold of a decision"
    return _table_of_pairs(content, "near-pairs", caption, nearest)


def _table_of_pairs(content: "ContentOfSeveral", key: str, caption: str, pairs: pd.DataFrame) -> Table:
    probabilities = _HEADS if content.has_rope else {PROBABILITIES[0]: _HEADS[PROBABILITIES[0]]}
    pvalues = {"posterior_holm": "Holm"}
    if content.has_pvalues:
        pvalues |= {"pvalue": "p-value", "pvalue_holm": "p-value, Holm"}
    differences = columns_of_differences(content.digits, content.settings.rope)
    columns = [
        *columns_of_pairs(content.names, differences, probabilities, content.prob_of_pair),
        of_numbers("pooled", "pooled_prob_first_better", content.prob_of_pair),
        *(of_numbers(head, part, pvalue_text) for part, head in pvalues.items()),
    ]
    return table_of(key, f"{caption}; {MARKS}", columns, pairs)
