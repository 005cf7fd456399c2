"""How many more wrong answers of the better one would undo a decision."""

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import xarray as xr

from bayescmp.design import HOLD_OUT
from bayescmp.evidence import PairEvidence
from bayescmp.results import OUTCOMES, Posterior, Settings, decisions, regions
from bayescmp.tables import CELLS


def fragility_of(
    evidence: PairEvidence,
    decision: str,
    holds_to: float,
    settings: Settings,
    difference_of: Callable[[xr.DataArray], Posterior],
) -> int | None:
    """Return of how many records more the better one's answers would have to be wrong, None where nothing tells.

    `holds_to` is the half-width of the rope up to which it is better; `difference_of` gives the posterior of tables.
    Of one table of independent records the number is exact; elsewhere each record moves the difference by one over the
    number of records, and its spread not at all.
    """
    n_records = int(evidence.design.n_records)
    about = math.ceil((holds_to - max(settings.margins)) * n_records)
    if not is_exact(evidence):
        return about if 0 < about <= n_records else None
    whole, of_first = evidence.table.transpose(*CELLS), decision == OUTCOMES[0]
    right = int(whole[1].sum() if of_first else whole[:, 1].sum())

    def undone(count: int) -> bool:
        table = _with_more(whole if of_first else whole.T, count, whole.attrs).transpose(*CELLS)
        return bool(decisions(regions(difference_of(table), settings), settings.threshold) != decision)

    found = 1 + bisect_left(range(1, right + 1), x=True, key=undone)  # the more are wrong, the less is decided
    return found if found <= right else None


def is_exact(evidence: PairEvidence) -> bool:
    """Tell whether a decision rests on one table of independent records."""
    design = evidence.design
    return design.kind == HOLD_OUT and not design.n_groups and not design.n_judged and evidence.tables is not None


def _with_more(table: xr.DataArray, count: int, attrs: Mapping[Any, Any]) -> xr.DataArray:
    """Return the table in which so many right answers of the one of the rows are wrong.

    First those of records that both got right, which moves the posterior most, and then those of its own.
    """
    of_both = min(count, int(table[1, 1]))
    own = count - of_both
    return (table + np.array([[own, of_both], [-own, -of_both]])).assign_attrs(attrs)
