"""The tables of a comparison over data sets: data sets, other populations, one left out, and other methods."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._answers import OUTCOMES
from bayescmp.datasets import DatasetsComparison
from bayescmp.reports._parts import Cell, Table
from bayescmp.words import (
    bounds_text,
    decimal_text,
    decimals_of,
    has_rope,
    prob_of,
    pvalue_text,
    row_names,
    unit_of,
)

_NAME, _MOST = 24, 20
_QUESTIONS = ("next_dataset", "average")
_ALL = {
    "prob_first_better": "P(first)",
    "prob_equivalent": "P(equivalent)",
    "prob_second_better": "P(second)",
}


def outcomes_of(result: DatasetsComparison) -> dict[str, str]:
    """Return the columns of probabilities that are shown, and their heads."""
    return {column: head for column, head in _ALL.items() if has_rope(result) or column != "prob_equivalent"}


def table_of_datasets(result: DatasetsComparison) -> Table:
    """One row per data set: what it says by itself, and its difference given all of them."""
    unit, outcomes = unit_of(result), outcomes_of(result)
    rows = []
    for name, row in zip(_names(result), result.datasets.itertuples(), strict=True):
        rows.append(
            (
                Cell(text=name),
                Cell(text=decimal_text(row.observed, decimals_of((row.high - row.low) / 4)), value=row.observed),
                *_difference(result, row.estimate, row.low, row.high),
                *(probability_cell(result, getattr(row, column)) for column in outcomes),
                Cell(text=row.decision, marked=row.decision in OUTCOMES),
                _size(row.n_records),
                Cell(text=row.level),
            )
        )
    caption = (
        f"Differences on each {unit} by itself: observed, and the posterior mean with its interval; decided ones are "
        "in bold, in plain text with a star"
    )
    heads = (unit, "observed", "estimate", "interval", *outcomes.values(), "decision", "records", "level")
    return Table(key="datasets", caption=caption, heads=heads, rows=tuple(rows))


def table_of_populations(result: DatasetsComparison) -> Table:
    """One row per population: the answers to both questions, and the interval of the next data set."""
    rows = tuple(
        (
            Cell(text=row["population"]),
            *_answers(result, row),
            _difference(result, *(float(row[f"next_dataset_{part}"]) for part in ("estimate", "low", "high")))[1],
        )
        for _, row in result.sensitivity.iterrows()
    )
    return Table(
        key="populations",
        caption="Both answers by other populations; the first row is the one of the analysis",
        heads=("population", *_heads_of_answers(result), "next interval"),
        rows=rows,
    )


def table_without(result: DatasetsComparison) -> Table:
    """One row per data set without which an answer moves most: both answers."""
    unit, frame = unit_of(result), result.leave_one_out
    columns = [f"{which}_{outcome}" for which in _QUESTIONS for outcome in _ALL]
    own = [p for which in _QUESTIONS for p in getattr(result, which).probabilities]
    moved = np.abs(frame[columns].to_numpy() - own).max(axis=1)
    most = np.sort(np.argsort(-moved, kind="stable")[:_MOST])
    names = _names(result)
    which = f"the {len(most)} without which an answer moves most" if len(most) < len(frame) else f"each {unit}"
    return Table(
        key="left-out",
        caption=f"Both answers without one {unit}, {which}",
        heads=("without", *_heads_of_answers(result)),
        rows=tuple(
            (Cell(text=names[place]), *_answers(result, row))
            for place, (_, row) in zip(most, frame.iloc[most].iterrows(), strict=True)
        ),
    )


def _heads_of_answers(result: DatasetsComparison) -> tuple[str, ...]:
    return tuple(
        f"{short} {head}" for short in ("next", "average") for head in (*outcomes_of(result).values(), "decision")
    )


def _answers(result: DatasetsComparison, row: "pd.Series[Any]") -> Iterator[Cell]:
    for which in _QUESTIONS:
        for column in outcomes_of(result):
            yield probability_cell(result, row[f"{which}_{column}"])
        yield Cell(text=row[f"{which}_decision"])


def table_of_methods(result: DatasetsComparison) -> Table:
    """One row per other method, and what it answers."""
    outcomes = outcomes_of(result)
    rows = tuple(
        (
            Cell(text=row.method),
            *(probability_cell(result, getattr(row, column)) for column in outcomes),
            _pvalue(row.pvalue),
            Cell(text=row.answers),
        )
        for row in result.baselines.itertuples()
    )
    caption = "Other methods on the same data, and what they answer; none of them entered a decision"
    heads = ("method", *outcomes.values(), "p-value", "answers")
    return Table(key="methods-beside", caption=caption, heads=heads, rows=rows, long=True)


def table_of_correlated_t(result: DatasetsComparison) -> tuple[Table, ...]:
    """One row per data set that has validation sets: the correlated t test by itself; none where there are none."""
    outcomes = outcomes_of(result)
    columns = [f"correlated_t_{column}" for column in outcomes]
    rows = tuple(
        (Cell(text=name), *(probability_cell(result, row[column]) for column in columns))
        for name, (_, row) in zip(_names(result), result.datasets.iterrows(), strict=True)
        if not math.isnan(row[columns[0]])
    )
    caption = f"The Bayesian correlated t test of each {unit_of(result)} by itself"
    table = Table(key="correlated-t-tests", caption=caption, heads=(unit_of(result), *outcomes.values()), rows=rows)
    return (table,) if rows else ()


def probability_cell(result: DatasetsComparison, probability: float) -> Cell:
    """Return the cell of a probability, empty where there is none."""
    known = _known(probability)
    return Cell(text="" if known is None else prob_of(result, known), value=known)


def _pvalue(value: float) -> Cell:
    return Cell(text="" if math.isnan(value) else pvalue_text(value), value=_known(value))


def _difference(result: DatasetsComparison, value: float, low: float, high: float) -> tuple[Cell, Cell]:
    digits = decimals_of((high - low) / 4)
    interval = bounds_text(low, high, digits, result.settings.rope)
    return Cell(text=decimal_text(value, digits), value=value), Cell(text=interval, value=low)


def _size(records: float) -> Cell:
    """Return the cell of a number of records, empty where it is not known."""
    known = _known(records)
    return Cell(text="" if known is None else f"{known:.0f}", value=known)


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _names(result: DatasetsComparison) -> list[str]:
    return row_names(list(map(str, result.datasets.index)), _NAME)
