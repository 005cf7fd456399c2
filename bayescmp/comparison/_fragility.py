"""How many more wrong answers of the better one would undo a decision."""

import math
from collections.abc import Callable

import numpy as np
import xarray as xr

from bayescmp._support._typing import Integers
from bayescmp.design import HOLD_OUT
from bayescmp.evidence import PairEvidence
from bayescmp.results import OUTCOMES, Posterior, Settings, answers
from bayescmp.tables import CELLS

_BEYOND = 10  # further numbers that are tried


def fragility_of(
    evidence: PairEvidence,
    decision: str,
    holds_to: float,
    settings: Settings,
    difference_of: Callable[[xr.DataArray], Posterior],
) -> int | None:
    """Return how many right answers of the better one would have to be wrong, None where nothing tells.

    `holds_to` is the half-width of the rope up to which it is better; `difference_of` gives the posterior of tables.
    Of one table of independent records the number is exact; elsewhere each answer moves the difference by one over the
    number of records, and its spread not at all.
    """
    n_records, design = int(evidence.design.n_records), evidence.design
    about = math.ceil((holds_to - max(settings.margins)) * n_records)
    if design.kind != HOLD_OUT or design.n_groups or design.n_judged or evidence.tables is None:
        return about if 0 < about <= n_records else None
    whole = evidence.table.transpose(*CELLS)
    counts = np.arange(1, min(2 * about + _BEYOND, int(whole[1, 1])) + 1)
    tables = _with_more(whole, counts, of_first=decision == OUTCOMES[0])
    undone = np.flatnonzero(answers(difference_of(tables), settings)["decision"].to_numpy() != decision)
    return int(counts[undone[0]]) if undone.size else None


def _with_more(table: xr.DataArray, counts: Integers, *, of_first: bool) -> xr.DataArray:
    """Return tables in which so many records that both got right are wrong by one of them, dims (count, ...)."""
    more, wrong = xr.DataArray(counts, dims="count"), xr.zeros_like(table)
    change = wrong.copy(data=np.array([[0, of_first], [not of_first, -1]], dtype=int))
    return (table + more * change).assign_attrs(table.attrs)
