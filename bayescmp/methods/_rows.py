"""The rows of `methods`: every method and test that the data allow."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from bayescmp.evidence import PairEvidence
from bayescmp.frequentist import tests_of
from bayescmp.methods._method import Method
from bayescmp.results import PROBABILITIES, Answer, ConfidenceInterval, Settings, SignificanceResult

POSTERIOR, TEST = "posterior", "test"
_COLUMNS = (
    "method", "kind", "estimate", "low", "high", *PROBABILITIES, "statistic", "df", "pvalue", "alternative", "assumes",
)  # fmt: skip
_TEXTS = {"method", "kind", "df", "alternative", "assumes"}


def rows_of(evidence: PairEvidence, answered: Iterable[tuple[Method, Answer]], settings: Settings) -> pd.DataFrame:
    """Return one row per method, the one that decides first, and test; what a row does not have is None."""
    rows: list[dict[str, Any]] = [
        {"method": method.name, "kind": POSTERIOR, "assumes": method.assumes(evidence.design), **answer.to_dict()}
        for method, answer in answered
    ]
    for test, result, read in tests_of(evidence, settings):
        interval = interval_seen(result, settings.ci_prob)
        ends = {} if interval is None else {"low": interval.low, "high": interval.high}
        repeats = read.design.n_repeats
        some = f"the first {repeats} repeats alone; " * (repeats < evidence.design.n_repeats)
        row = {
            "method": test.name,
            "kind": TEST,
            "estimate": result.estimate,
            "statistic": result.statistic,
            "df": float(result.df) if isinstance(result.df, int) else result.df,
            "pvalue": pvalue_seen(result),
            "alternative": result.alternative,
            "assumes": f"{test.null}; {some}known: {test.faults}",
        }
        rows.append(row | ends)
    columns = {name: [row.get(name) for row in rows] for name in _COLUMNS}
    numbers = {name: np.array(values, dtype=float) for name, values in columns.items() if name not in _TEXTS}
    return pd.DataFrame(columns | numbers | {"df": pd.Series(columns["df"], dtype=object)})


def interval_seen(result: SignificanceResult, ci_prob: float) -> ConfidenceInterval | None:
    """Return the interval of a test; None without one, and where no variance was seen, as a point looks certain."""
    interval = result.confidence_interval(ci_prob)
    return None if interval is None or interval.low == interval.high else interval


def pvalue_seen(result: SignificanceResult) -> float | None:
    """Return the p-value of a test; None where no variance was seen, as 0 would look like certainty."""
    return None if np.isinf(result.statistic) else float(result.pvalue)
