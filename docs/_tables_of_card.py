"""The tables of the calibration card, from what the package ships."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from _numbers import share
from _registries import table

from bayescmp.studies import card
from bayescmp.studies._card import failures, row_name


def tables_of_card() -> dict[str, str]:
    """Return the tables by the name of the file that a page includes."""
    rows = card()
    worst = failures(rows)
    return {
        "card_failures": table(("method", "data", "its worst cell"), worst.itertuples(index=False)),
        "card_errors": table(("method", "data", "share", "standard error"), _uncertain(rows)),
        "card": "\n".join(_part(str(data), own) for data, own in rows.groupby("data", sort=False)),
    }


def _uncertain(rows: pd.DataFrame) -> Iterator[tuple[str, ...]]:
    """Yield the shares whose standard error is large: of the one cell of a world that differs, and of worst claims."""
    for row in rows.itertuples():
        found = {"happened then": (row.worst_happened, row.worst_happened_se)}
        if row.cells == _EQUAL_AND_APART and row.data.startswith("simulated: "):
            values = {"power": row.power, "happened": row.happened}
            found |= {name: (one, np.sqrt(one * (1 - one) / row.trials)) for name, one in values.items()}
        for name, (one, error) in found.items():
            if error > _LARGE:
                yield row_name(row), row.data, f"{name} {share(one)}", share(error)


def _part(data: str, rows: pd.DataFrame) -> str:
    shown = rows.dropna(axis=1, how="all")
    columns = {name: head for name, head in _HEADS.items() if name in shown}
    head = f"### {data[0].upper()}{data[1:]}\n"
    return f"{head}\n{table(('method', 'cells', *columns.values()), _shares(shown, columns))}"


_EQUAL_AND_APART = 2
"""Cells of a simulated world."""
_LARGE = 0.015
"""Standard error from which on a row is listed."""
_HEADS = {
    "covered_50": "50 %", "covered_80": "80 %", "covered": "95 %", "worst_covered": "worst", "size": "size",
    "worst_size": "worst size", "power": "power", "claimed": "claimed", "happened": "happened",
    "worst_claimed": "worst claimed", "worst_happened": "happened then",
}  # fmt: skip


def _shares(rows: pd.DataFrame, columns: dict[str, str]) -> Iterator[tuple[str, ...]]:
    for row in rows.itertuples():
        cells = f"{row.cells:,} x {row.trials:,}" if row.cells > 1 else f"{row.trials:,}"
        yield row_name(row), cells, *(_share(getattr(row, name)) for name in columns)


def _share(value: float) -> str:
    return "" if pd.isna(value) else share(value)
