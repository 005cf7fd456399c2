"""The table of the page on gates, from `gate.csv` of results."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
from _registries import table

_RESULTS = Path(__file__).parent / "results"
_RULES = {"ours": "gate", "tasks alone": "tasks alone", "unadjusted": "unadjusted", "nel": "`nel gate`"}
_WORLDS = {"at delta": "no worse", "one at 2 delta": "one worse", "all at 2 delta": "all worse"}
_SUITES = ((5, 200), (5, 1000), (20, 50), (20, 200), (20, 1000), (60, 50), (60, 200), (60, 1000))


def tables_of_gates() -> dict[str, str]:
    """Return the table by the name of the file that a page includes."""
    rows = pd.read_csv(_RESULTS / "gate.csv").query("delta == 0.02")
    of = rows.set_index(["world", "rule", "tasks", "records"])["blocked"]
    heads = ["tasks", "records", *(f"{what}: {rule}" for what in _WORLDS.values() for rule in _RULES.values())]

    def cells() -> Iterator[tuple[str, ...]]:
        for tasks, records in _SUITES:
            shares = (of[world, rule, tasks, records] for world in _WORLDS for rule in _RULES)
            yield str(tasks), f"{records:,}", *(f"{one:.3f}".removeprefix("0") for one in shares)

    return {"gate": table(heads, cells())}
