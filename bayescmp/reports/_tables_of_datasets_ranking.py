"""The tables of a ranking over data sets: classifiers, pairs, observed losses, and mean ranks."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from bayescmp._answers import OUTCOMES
from bayescmp.datasets import DatasetsRanking
from bayescmp.reports._parts import Cell, Table
from bayescmp.reports._tables_of_ranking import (
    MARKS,
    NAME,
    Column,
    pairs_in_order,
    pairs_words,
    table_of_rows,
    tiers_cell,
)
from bayescmp.words import (
    bounds_text,
    decimal_text,
    decimals_of,
    drawn_probability,
    has_rope,
    loss_text,
    pvalue_text,
    row_names,
    unit_of,
)

_OUTCOMES = {
    "prob_first_better": "P(first)",
    "prob_equivalent": "P(equivalent)",
    "prob_second_better": "P(second)",
}


def tables_of_standing(result: DatasetsRanking) -> tuple[Table, ...]:
    """One row per classifier, the least average loss first: who is best on the next data set, and on average."""
    names, unit = _names(result), unit_of(result)
    name: Column = ("classifier", lambda row: Cell(text=names[row.Index]))
    average: list[Column] = [
        ("loss", _loss(result, "estimate")),
        ("interval", lambda row: _interval(result, row.low, row.high)),
        *_standing(result, "average"),
        ("tier", lambda row: tiers_cell(result, row.Index)),
    ]
    following: list[Column] = [
        *_standing(result, "next_dataset"),
        (f"{unit}s", lambda row: Cell(text=f"{row.n_datasets:.0f}", value=row.n_datasets)),
    ]
    ordered = "the least average loss first"
    return (
        table_of_rows(
            "on-the-next", f"The classifiers on the next {unit}, {ordered}", [name, *following], result.classifiers
        ),
        table_of_rows("on-average", f"The classifiers on average, {ordered}", [name, *average], result.classifiers),
    )


def _standing(result: DatasetsRanking, question: str) -> list[Column]:
    rank = f"{question}_expected_rank"
    rope = [("in rope", _drawn(result, f"{question}_prob_within_rope_of_best"))] if has_rope(result) else []
    return [
        ("P(best)", _drawn(result, f"{question}_prob_best")),
        *rope,
        ("rank", lambda row: Cell(text=f"{getattr(row, rank):.1f}", value=getattr(row, rank))),
        ("regret", _loss(result, f"{question}_expected_regret")),
    ]


def tables_of_both_questions(result: DatasetsRanking) -> tuple[Table, ...]:
    """One row per pair, those of the classifiers with the least average loss first, on the next data set and so on."""
    return (
        _of_pairs(result, "pairs-on-the-next", "next_dataset", f"on the next {unit_of(result)}"),
        _of_pairs(result, "pairs-on-average", "average", "on average"),
    )


def _of_pairs(result: DatasetsRanking, key: str, question: str, where: str) -> Table:
    names = _names(result)
    estimate, low, high, decision = (f"{question}_{part}" for part in ("estimate", "low", "high", "decision"))
    digits = decimals_of(float((result.pairs[high] - result.pairs[low]).median()) / 4)
    rope, threshold = result.settings.rope, result.settings.threshold

    def difference(row: Any) -> Cell:
        return Cell(text=decimal_text(getattr(row, estimate), digits), value=getattr(row, estimate))

    def interval(row: Any) -> Cell:
        bounds = getattr(row, low), getattr(row, high)
        return Cell(text=bounds_text(*bounds, digits, rope), value=bounds[0])

    def decided(row: Any) -> Cell:
        return Cell(text=getattr(row, decision), marked=getattr(row, decision) in OUTCOMES)

    columns: list[Column] = [
        ("first - second", lambda row: Cell(text=f"{names[row.first]} - {names[row.second]}")),
        ("estimate", difference),
        ("interval", interval),
        *(
            (head, _drawn(result, f"{question}_{outcome}", threshold))
            for outcome, head in _OUTCOMES.items()
            if has_rope(result) or outcome != "prob_equivalent"
        ),
        ("decision", decided),
    ]
    pairs = pairs_in_order(result.pairs, list(result.classifiers.index))
    return table_of_rows(key, f"{pairs_words(result.pairs)} {where}; {MARKS}", columns, pairs)


def table_of_losses(result: DatasetsRanking) -> Table:
    """One row per data set: the observed loss of each classifier, the least one marked, its records and its level."""
    losses = result.losses.transpose("dataset", "classifier").sel(classifier=list(result.classifiers.index)).to_numpy()
    digits = decimals_of(float(np.nanmedian(np.nanmax(losses, axis=1) - np.nanmin(losses, axis=1))) / 4)
    sets = row_names(list(result.levels), NAME)
    rows = tuple(
        (
            Cell(text=name),
            *(_observed(loss, digits, least=bool(loss == np.nanmin(row))) for loss in row),
            Cell(text="" if math.isnan(size) else f"{size:.0f}", value=None if math.isnan(size) else size),
            Cell(text=level),
        )
        for name, row, (level, size) in zip(sets, losses, result.levels.values(), strict=True)
    )
    unit = unit_of(result)
    return Table(
        key="losses",
        caption=f"Observed losses ({result.metric.loss_symbol}) on each {unit}, empty where a classifier was not used; "
        "the least of each is in bold, in plain text with a star",
        heads=(unit, *_names(result).values(), "records", "level"),
        rows=rows,
    )


def _observed(loss: float, digits: int, *, least: bool) -> Cell:
    if math.isnan(loss):
        return Cell(text="")
    return Cell(text=decimal_text(loss, digits), value=float(loss), marked=least)


def table_of_mean_ranks(result: DatasetsRanking) -> Table:
    """One row per classifier, the least mean rank first, with its p-value against the control."""
    names = _names(result)
    columns: list[Column] = [
        ("classifier", lambda row: Cell(text=names[row.Index])),
        ("mean rank", lambda row: Cell(text=f"{row.mean_rank:.2f}", value=row.mean_rank)),
        ("p-value, Holm", lambda row: Cell(text=pvalue_text(row.pvalue_holm), value=row.pvalue_holm)),
    ]
    frame = result.against_control.sort_values("mean_rank", kind="stable")
    return table_of_rows("ranks-of-classifiers", "Mean ranks, 1 for the least loss", columns, frame)


def _names(result: DatasetsRanking) -> dict[str, str]:
    """Return short names of all classifiers, in order of average loss."""
    names = [str(name) for name in result.classifiers.index]
    return dict(zip(names, row_names(names, NAME), strict=True))


def _loss(result: DatasetsRanking, part: str) -> Callable[[Any], Cell]:
    return lambda row: Cell(text=loss_text(result, getattr(row, part)), value=getattr(row, part))


def _drawn(result: DatasetsRanking, part: str, threshold: float = 1.0) -> Callable[[Any], Cell]:
    return lambda row: Cell(text=drawn_probability(result, getattr(row, part), threshold), value=getattr(row, part))


def _interval(result: DatasetsRanking, low: float, high: float) -> Cell:
    return Cell(text=f"[{loss_text(result, low)}, {loss_text(result, high)}]", value=low)
