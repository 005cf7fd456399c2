"""The tables of the page on looking before the end, from `peeking.csv` and `peeking_order.csv` of results."""

import math
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
from _registries import table

_RESULTS = Path(__file__).parent / "results"


def tables_of_peeking() -> dict[str, str]:
    """Return the tables by the name of the file that a page includes."""
    rows = pd.read_csv(_RESULTS / "peeking.csv")
    is_equal = rows["difference"] == 0
    order = _order(pd.read_csv(_RESULTS / "peeking_order.csv"))
    return {"peeking_equal": _equal(rows[is_equal]), "peeking_apart": _apart(rows[~is_equal]), "peeking_order": order}


def _order(rows: pd.DataFrame) -> str:
    """Return a row for each kind of log; that of the file also as it would be without a look at the order."""
    rows = rows[(rows["difference"] == 0) & (rows["look"] <= 100)]
    of = rows.set_index(["tasks", "records", "sd", "order"])
    names = list(dict.fromkeys(rows["order"]))
    heads = ("tasks", "records of each", "sd", "file, if decided in blocks", *names)

    def cells() -> Iterator[tuple[str, ...]]:
        for kind in dict.fromkeys(rows[["tasks", "records", "sd"]].itertuples(index=False, name=None)):
            shares = (of.loc[(*kind, "file"), "decided_without"], *(of.loc[(*kind, name), "decided"] for name in names))
            yield *(f"{one:g}" for one in kind), *map(_share, shares)

    return table(heads, cells())


def _equal(rows: pd.DataFrame) -> str:
    heads = (
        "disagreement",
        "e-value",
        "confidence sequence misses",
        "P > .975, every 20 to 2,000",
        "P > .975, every one",
    )

    def cells() -> Iterator[tuple[str, ...]]:
        for row in rows.itertuples():
            shares = (row.decided, row.missed, row.posterior_20, row.posterior_1)
            yield f"{row.disagreement:g}", *map(_share, shares)

    return table(heads, cells())


def _apart(rows: pd.DataFrame) -> str:
    heads = (
        "difference", "disagreement", "decided", "wrongly", "misses", "median", "by betting", "one planned look",
        "P > .975, wrongly",
    )  # fmt: skip

    def cells() -> Iterator[tuple[str, ...]]:
        for row in rows.itertuples():
            shares = map(_share, (row.decided, row.wrong, row.missed))
            betting = min(row.hedged_50, row.hedged_75)
            records = map(_records, (row.median, betting, row.fixed))
            yield f"{row.difference:g}", f"{row.disagreement:g}", *shares, *records, _share(row.posterior_wrong)

    return table(heads, cells())


def _share(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _records(number: float) -> str:
    return f"{number:,.0f}" if math.isfinite(number) else "> 5,000"
