"""How many more wrong answers of the better one would undo a decision."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._typing import Integers
from bayescmp.design import HOLD_OUT
from bayescmp.evidence import PairEvidence
from bayescmp.results import OUTCOMES, Posterior, Settings, answers
from bayescmp.tables import CELLS

_TIMES, _BEYOND = 4, 20  # further numbers that are tried


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
    counts = np.arange(1, min(_TIMES * about + _BEYOND, right) + 1)
    tables = _with_more(whole if of_first else whole.T, counts, whole.attrs).transpose("count", *CELLS)
    undone = np.flatnonzero(answers(difference_of(tables), settings)["decision"].to_numpy() != decision)
    return int(counts[undone[0]]) if undone.size else None


def is_exact(evidence: PairEvidence) -> bool:
    """Tell whether a decision rests on one table of independent records."""
    design = evidence.design
    return design.kind == HOLD_OUT and not design.n_groups and not design.n_judged and evidence.tables is not None


def _with_more(table: xr.DataArray, counts: Integers, attrs: Mapping[Any, Any]) -> xr.DataArray:
    """Return tables in which so many right answers of the one of the rows are wrong, dims (count, ...).

    First those of records that both got right, which moves the posterior most, and then those of its own.
    """
    of_both = np.minimum(counts, int(table[1, 1]))
    change = np.zeros((counts.size, 2, 2), dtype=int)
    change[:, 0, 1], change[:, 1, 1] = of_both, -of_both
    change[:, 0, 0], change[:, 1, 0] = counts - of_both, of_both - counts
    return (table + xr.DataArray(change, dims=("count", *table.dims))).assign_attrs(attrs)
