"""The tables of the section on judges, from `docs/results/judged.csv` and `judged_trivia.csv`."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
from _registries import table

_RESULTS = Path(__file__).parent / "results"
_METHODS = {
    "judged": "a judge and labels",
    "staged": "the same, labels in two stages",
    "tuned": "PPI++",
    "labels": "the labels alone",
    "judge": "the judge as the truth",
}


def tables_of_judged() -> dict[str, str]:
    """Return the tables by the name of the file that a page includes."""
    simulated, real = (pd.read_csv(_RESULTS / f"{name}.csv") for name in ("judged", "judged_trivia"))
    return {"judged_simulated": _table(simulated), "judged_real": _table(real)}


def _table(rows: pd.DataFrame) -> str:
    heads = ("labels", "method", "coverage", "least and most", "width", "decided", "wrongly, at most")

    def cells() -> Iterator[tuple[str, ...]]:
        for labels, own in rows.groupby("labels"):
            for name, words in _METHODS.items():
                found = {what: own[f"{name}_{what}"].dropna() for what in ("coverage", "width", "decided", "wrong")}
                if found["width"].empty:
                    continue
                covered = found["coverage"]
                ends = f"{_share(covered.min())} to {_share(covered.max())}"
                means = (_share(found[what].mean()) for what in ("width", "decided"))
                yield f"{labels}", words, _share(covered.mean()), ends, *means, _share(found["wrong"].max())

    return table(heads, cells())


def _share(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")
