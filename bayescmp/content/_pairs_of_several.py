"""The tables of every pair of a ranking by itself, and of differences to the best."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from scipy import special

from bayescmp.content._names import name_text
from bayescmp.content._numbers_of_several import NumbersOfSeveral
from bayescmp.content._tables import Cell, Table, columns_of, of_columns, of_texts
from bayescmp.content._tiers_and_pairs import pairs_in_order, pairs_words, table_of_pairs
from bayescmp.results._three_probabilities import OUTCOMES, PROBABILITIES

_LARGEST_MATRIX, _NEAREST = 12, 20


def differences_to_best(said: NumbersOfSeveral) -> Table:
    """One row per other classifier: its difference to the best one, with a simultaneous interval."""
    rows = said.result.to_best
    heads = {"estimate": "difference", "interval": "simultaneous interval"}
    columns = columns_of(rows, heads, said.written_of_pairs, heads)
    names = of_texts("classifier", (said.names[name] for name in rows.index))
    caption = f"Differences to the best classifier: {said.metric.noun} less that of {name_text(said.result.best)}"
    return of_columns("differences", caption, [names, *columns])


def differences_to_control(said: NumbersOfSeveral) -> Table:
    """One row per other classifier: all that is known of its difference to the control."""
    rows, caption = said.result.against_control, "Differences of all others to the control"
    return table_of_pairs("control", caption, rows, said.names, _parts(said), said.written_of_pairs)


def tables_of_pairs(said: NumbersOfSeveral) -> Iterator[Table]:
    """Yield a matrix of few classifiers, of many the pairs near the decision, and the list of all pairs."""
    parts = _parts(said)
    if len(said.classifiers) <= _LARGEST_MATRIX:
        yield _matrix(said)
    else:
        near = _nearest(said.pairs, said.settings.threshold)
        caption = f"The {len(near)} pairs nearest to the threshold of a decision"
        yield table_of_pairs("near-pairs", caption, near, said.names, parts, said.written_of_pairs)
    pairs = pairs_in_order(said.pairs, list(said.names))
    yield table_of_pairs("all-pairs", pairs_words(said.pairs), pairs, said.names, parts, said.written_of_pairs)


def _parts(said: NumbersOfSeveral) -> list[str]:
    """Return what tables of pairs show."""
    parts = ["estimate", "interval", *PROBABILITIES[: 3 if said.has_rope else 1], "decision"]
    return [*parts, "pooled_prob_first_better", "posterior_holm", "pvalue", "pvalue_holm"]


def _nearest(pairs: pd.DataFrame, threshold: float) -> pd.DataFrame:
    """Return the pairs whose largest probability is nearest to what a decision needs, by log odds."""
    largest = pairs[list(PROBABILITIES)].max(axis=1).clip(upper=1 - 1e-15).to_numpy()
    away = np.abs(special.logit(largest) - special.logit(threshold))
    return pairs.iloc[np.argsort(away, kind="stable")[:_NEAREST]]


def _matrix(said: NumbersOfSeveral) -> Table:
    """Give the probability that the classifier of the row is better than that of the column."""
    cells = {}
    for row in said.pairs.itertuples():
        sides = (
            (row.first, row.second, row.prob_first_better, OUTCOMES[0]),
            (row.second, row.first, row.prob_second_better, OUTCOMES[2]),
        )
        for better, worse, p, outcome in sides:
            text = said.prob_of_pair(p, 2)
            cells[better, worse] = Cell(text=text, value=p, marked=row.decision == outcome)
    columns = (
        (str(number), [cells.get((other, name), Cell(text="")) for other in said.names])
        for number, name in enumerate(said.names, 1)
    )
    names = of_texts("classifier", (f"{number} {short}" for number, short in enumerate(said.names.values(), 1)))
    caption = (
        "Probability that the classifier of the row is better than that of the column, which has the number of its row"
    )
    return of_columns("matrix", caption, [names, *columns])
