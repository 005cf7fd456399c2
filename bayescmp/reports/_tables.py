"""The tables of a report: levels and tests, and how the decision depends on the rope."""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from bayescmp._answers import decisions
from bayescmp.comparison import Comparison
from bayescmp.reports._parts import Cell, Table
from bayescmp.words import (
    has_rope,
    interval_text,
    number_text,
    prob_of_row,
    prob_text,
    pvalue_text,
    row_name,
    short_names,
)

_WIDTHS, _NAME = 4, 16


def table_of_levels(comparison: Comparison) -> Table:
    """One row per inference level and test, with what it assumes; the equivalence where there is a rope."""
    first = short_names(comparison, _NAME)[0]
    columns = {"prob_first_better": f"P({first} better)"}
    if has_rope(comparison):
        columns["prob_equivalent"] = "P(equivalent)"
    return Table(
        key="levels",
        caption="Inference levels and significance tests; the decision rests on the first row",
        heads=(
            "method",
            "estimate",
            "interval",
            *columns.values(),
            "p-value",
            "assumes",
        ),
        rows=tuple(_row_of_level(comparison, row, columns) for row in comparison.levels.itertuples()),
        long=True,
    )


def _row_of_level(comparison: Comparison, row: Any, columns: Iterable[str]) -> tuple[Cell, ...]:
    return (
        Cell(text=row_name(row)),
        Cell(text=number_text(comparison, row.estimate), value=row.estimate),
        Cell(text="" if math.isnan(row.low) else interval_text(comparison, row.low, row.high), value=_known(row.low)),
        *(
            Cell(
                text="" if math.isnan(getattr(row, column)) else prob_of_row(comparison, row, column),
                value=_known(getattr(row, column)),
            )
            for column in columns
        ),
        Cell(text="" if math.isnan(row.pvalue) else pvalue_text(row.pvalue), value=_known(row.pvalue)),
        Cell(text=row.assumes),
    )


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def table_of_ropes(comparison: Comparison) -> Table:
    """Give the three probabilities and the decision at several half-widths, the rope of the analysis first."""
    first, second = short_names(comparison, _NAME)
    low, high = comparison.rope
    ropes = [(low, high), *((-width, width) for width in _half_widths(comparison))]
    return Table(
        key="rope",
        caption="Probabilities with other regions of practical equivalence; the first row is the one of the analysis",
        heads=("region", f"{first} better", "equivalent", f"{second} better", "decision"),
        rows=tuple(_row_of_rope(comparison, rope) for rope in dict.fromkeys(ropes)),
    )


def _row_of_rope(comparison: Comparison, rope: tuple[float, float]) -> tuple[Cell, ...]:
    probabilities = comparison.difference.probabilities(*rope)
    return (
        Cell(text=f"{_plain(rope[0])} to {_plain(rope[1])}", value=rope[1]),
        *(Cell(text=prob_text(comparison, p), value=float(p)) for p in probabilities),
        Cell(text=decisions(probabilities, comparison.threshold)),
    )


def _plain(bound: float) -> str:
    """Return a bound without an exponent."""
    return np.format_float_positional(float(f"{bound + 0.0:.6g}"), trim="-")


def _half_widths(comparison: Comparison) -> list[float]:
    """Return 0 and steps of 1, 2, 5 up to where hardly any probability is left outside."""
    difference = comparison.difference
    metric = comparison.evidence.metric
    wanted = metric.within(abs(difference.mean) + 2.5 * difference.sd)
    highest = 1 + max(0, math.floor(math.log10(wanted))) if math.isfinite(wanted) and wanted > 0 else 1
    steps = [float(f"{digit}e{power}") for power in range(-9, highest) for digit in (1, 2, 5)]
    last = next((place for place, step in enumerate(steps) if step >= wanted), len(steps))
    return [0.0, *(step for step in steps[max(0, last + 1 - _WIDTHS) : last + 1] if metric.within(step) == step)]
