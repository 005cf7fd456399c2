"""The tables of a ranking: classifiers, every pair as a matrix and as a list, and differences to the best."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy import special

from bayescmp._answers import OUTCOMES
from bayescmp.datasets import DatasetsRanking
from bayescmp.ranking import Ranking
from bayescmp.ranking._tiers import MOST_PAIRS, shown_pairs
from bayescmp.reports._parts import Cell, Table
from bayescmp.words import (
    best_columns,
    bounds_text,
    decimal_text,
    decimals_of,
    has_rope,
    pair_probability_of,
    probability_of,
    pvalue_text,
    rank_text,
    regret_text,
    row_names,
    value_interval_text,
    value_text,
)

Column = tuple[str, Callable[[Any], Cell]]
"""The head of a column, and its cell from a row of a frame as a named tuple."""

NAME = 16
"""Letters of a name in a table."""
_NEAREST = 20
_FIRST, _SECOND = "prob_first_better", "prob_second_better"
_WITH_ROPE = {_FIRST: "P(first better)", "prob_equivalent": "P(equivalent)", _SECOND: "P(second better)"}
MARKS = "decided ones are in bold, in plain text with a star"
"""What a caption says of marks."""


def table_of_classifiers(ranking: Ranking) -> Table:
    """One row per classifier, the least loss first: value, who is best, rank, regret, tiers."""
    names, metric = _names(ranking), ranking.evidence.metric
    columns: list[Column] = [
        ("classifier", lambda row: Cell(text=names[row.Index])),
        ("observed", lambda row: _value(ranking, ranking.observed[row.Index])),
        ("estimate", lambda row: _value(ranking, metric.loss_of_value(row.estimate))),
        ("interval", lambda row: Cell(text=value_interval_text(ranking, row.low, row.high), value=row.low)),
        ("regret", lambda row: Cell(text=regret_text(ranking, row.expected_regret), value=row.expected_regret)),
        *((head, _joint(ranking, part)) for head, part in best_columns(ranking).items()),
        ("rank", lambda row: Cell(text=rank_text(ranking, row.expected_rank), value=row.expected_rank)),
        ("pooled", lambda row: _value(ranking, metric.loss_of_value(row.pooled_estimate))),
        ("tier", lambda row: tiers_cell(ranking, row.Index)),
    ]
    return table_of_rows(
        "classifiers", f"The classifiers and their {metric.noun}, the best first", columns, ranking.classifiers
    )


def matrix_of_pairs(ranking: Ranking) -> Table:
    """Give the probability that the classifier of the row is better than that of the column."""
    names = _names(ranking)
    cells = {}
    for row in ranking.pairs.itertuples():
        sides = ((row.first, row.second, _FIRST, OUTCOMES[0]), (row.second, row.first, _SECOND, OUTCOMES[2]))
        for better, worse, part, outcome in sides:
            p = getattr(row, part)
            text = pair_probability_of(ranking, p, 2)
            cells[better, worse] = Cell(text=text, value=p, marked=row.decision == outcome)
    order = list(ranking.classifiers.index)
    return Table(
        key="matrix",
        caption="Probability that the classifier of the row is better than that of the column, which has the number of "
        f"its row; {MARKS}",
        heads=("classifier", *(str(number) for number in range(1, len(order) + 1))),
        rows=tuple(
            (Cell(text=f"{number} {names[one]}"), *(cells.get((one, other), Cell(text="")) for other in order))
            for number, one in enumerate(order, 1)
        ),
    )


def table_of_pairs(ranking: Ranking) -> Table:
    """One row per pair, those of the classifiers with the least loss first."""
    pairs = pairs_in_order(ranking.pairs, list(ranking.classifiers.index))
    return _of_pairs(ranking, "all-pairs", f"{pairs_words(ranking.pairs)}; {MARKS}", pairs)


def pairs_words(pairs: pd.DataFrame) -> str:
    """Say which pairs are shown."""
    return "All pairs" if len(pairs) <= MOST_PAIRS else "Pairs of the best one, and of neighbours (`pairs` has all)"


def pairs_in_order(pairs: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Return the rows of pairs that are shown, those of the first names first."""
    pairs = shown_pairs(pairs, names)
    place = {name: number for number, name in enumerate(names)}
    places = np.sort(pairs[["first", "second"]].map(lambda name: place[name]).to_numpy(), axis=1)
    return pairs.iloc[np.lexsort((places[:, 1], places[:, 0]))]


def table_of_near_pairs(ranking: Ranking) -> Table:
    """Give the pairs whose largest probability is nearest to what a decision needs, by log odds."""
    largest = ranking.pairs[list(_WITH_ROPE)].max(axis=1).clip(upper=1 - 1e-15).to_numpy()
    away = np.abs(special.logit(largest) - special.logit(ranking.settings.threshold))
    nearest = ranking.pairs.iloc[np.argsort(away, kind="stable")[:_NEAREST]]
    caption = f"The {len(nearest)} pairs nearest to the threshold of a decision; {MARKS}"
    return _of_pairs(ranking, "near-pairs", caption, nearest)


def table_to_best(ranking: Ranking) -> Table:
    """One row per other classifier: its difference to the one with the least loss, with a simultaneous interval."""
    names = _names(ranking)
    columns: list[Column] = [
        ("classifier", lambda row: Cell(text=names[row.Index])),
        ("difference", _difference(ranking)),
        ("simultaneous interval", _interval(ranking)),
    ]
    return table_of_rows("differences", "Differences to the classifier with the least loss", columns, ranking.to_best)


def has_pvalues(ranking: Ranking) -> bool:
    """Tell whether there is a test of all pairs."""
    return bool(ranking.pairs["pvalue"].notna().all())


def _of_pairs(ranking: Ranking, key: str, caption: str, pairs: pd.DataFrame) -> Table:
    names = _names(ranking)
    probabilities = _WITH_ROPE if has_rope(ranking) else {_FIRST: _WITH_ROPE[_FIRST]}
    pvalues = {"Holm": "posterior_holm"}
    if has_pvalues(ranking):
        pvalues |= {"p-value": "pvalue", "p-value, Holm": "pvalue_holm"}
    columns: list[Column] = [
        ("first - second", lambda row: Cell(text=f"{names[row.first]} - {names[row.second]}")),
        ("estimate", _difference(ranking)),
        ("interval", _interval(ranking)),
        *((head, _of_pair(ranking, part)) for part, head in probabilities.items()),
        ("decision", lambda row: Cell(text=row.decision, marked=row.decision in OUTCOMES)),
        ("pooled", _of_pair(ranking, f"pooled_{_FIRST}")),
        *((head, _pvalue(part)) for head, part in pvalues.items()),
    ]
    return table_of_rows(key, caption, columns, pairs)


def table_of_rows(key: str, caption: str, columns: list[Column], frame: pd.DataFrame) -> Table:
    """Return a table with a row per row of a frame."""
    return Table(
        key=key,
        caption=caption,
        heads=tuple(head for head, _ in columns),
        rows=tuple(tuple(cell(row) for _, cell in columns) for row in frame.itertuples()),
    )


def _names(ranking: Ranking) -> dict[str, str]:
    """Return short names of all classifiers, in order of loss."""
    names = [str(name) for name in ranking.classifiers.index]
    return dict(zip(names, row_names(names, NAME), strict=True))


def _value(ranking: Ranking, value: float) -> Cell:
    return Cell(text=value_text(ranking, value), value=value)


def tiers_cell(ranking: Ranking | DatasetsRanking, name: str) -> Cell:
    """Return the cell of the tiers that a classifier is in."""
    numbers = [number for number, tier in enumerate(ranking.tiers, 1) if name in tier]
    return Cell(text=", ".join(map(str, numbers)), value=numbers[0])


def _joint(ranking: Ranking, part: str) -> Callable[[Any], Cell]:
    """Return what makes the cell of a probability that was drawn."""
    return lambda row: Cell(text=probability_of(ranking, getattr(row, part)), value=getattr(row, part))


def _of_pair(ranking: Ranking, part: str) -> Callable[[Any], Cell]:
    """Return what makes the cell of a probability of a pair."""
    return lambda row: Cell(text=pair_probability_of(ranking, getattr(row, part)), value=getattr(row, part))


def _pvalue(part: str) -> Callable[[Any], Cell]:
    return lambda row: Cell(text=pvalue_text(getattr(row, part)), value=getattr(row, part))


def _difference(ranking: Ranking) -> Callable[[Any], Cell]:
    digits = _digits(ranking)
    return lambda row: Cell(text=decimal_text(row.estimate, digits), value=row.estimate)


def _interval(ranking: Ranking) -> Callable[[Any], Cell]:
    digits, rope = _digits(ranking), ranking.settings.rope
    return lambda row: Cell(text=bounds_text(row.low, row.high, digits, rope), value=row.low)


def _digits(ranking: Ranking) -> int:
    """Decimals that show two figures of the standard deviation of a difference, the median of all pairs."""
    return decimals_of(float((ranking.pairs["high"] - ranking.pairs["low"]).median()) / 4)
