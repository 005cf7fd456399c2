"""The rows of `methods`: every method and test that the data allow."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields

import numpy as np
import pandas as pd

from bayescmp.evidence import PairEvidence
from bayescmp.frequentist import tests_of
from bayescmp.methods._method import Method
from bayescmp.results._interval import ConfidenceInterval
from bayescmp.results._settings import Settings
from bayescmp.results._significance import SignificanceResult
from bayescmp.results._three_probabilities import Answer

POSTERIOR, TEST = "posterior", "test"
_TEXTS = {"method", "kind", "df", "alternative", "assumes"}


@dataclass(frozen=True, kw_only=True)
class Row:
    """One row of `methods`; what a row does not have is None."""

    method: str
    kind: str
    estimate: float
    low: float | None = None
    high: float | None = None
    prob_first_better: float | None = None
    prob_equivalent: float | None = None
    prob_second_better: float | None = None
    statistic: float | None = None
    df: float | tuple[int, int] | None = None
    pvalue: float | None = None
    alternative: str | None = None
    assumes: str


def rows_of(evidence: PairEvidence, answered: Iterable[tuple[Method, Answer]], settings: Settings) -> pd.DataFrame:
    """One row per method, the one that decides first, and test."""
    rows = [
        *(_row_of_method(method, answer, evidence) for method, answer in answered),
        *_rows_of_tests(evidence, settings),
    ]
    columns = {one.name: [getattr(row, one.name) for row in rows] for one in fields(Row)}
    numbers = {name: np.array(values, dtype=float) for name, values in columns.items() if name not in _TEXTS}
    return pd.DataFrame(columns | numbers | {"df": pd.Series(columns["df"], dtype=object)})


def _row_of_method(method: Method, answer: Answer, evidence: PairEvidence) -> Row:
    first_better, equivalent, second_better = answer.probabilities
    return Row(
        method=method.name,
        kind=POSTERIOR,
        estimate=answer.estimate,
        low=answer.interval.low,
        high=answer.interval.high,
        prob_first_better=first_better,
        prob_equivalent=equivalent,
        prob_second_better=second_better,
        assumes=method.assumes(evidence.design),
    )


def _rows_of_tests(evidence: PairEvidence, settings: Settings) -> Iterator[Row]:
    """Yield a row per significance test that the data allow."""
    for test, result, seen in tests_of(evidence, settings):
        interval = interval_seen(result, settings.ci_prob)
        yield Row(
            method=test.name,
            kind=TEST,
            estimate=_observed(seen),
            low=None if interval is None else interval.low,
            high=None if interval is None else interval.high,
            statistic=result.statistic,
            df=float(result.df) if isinstance(result.df, int) else result.df,
            pvalue=pvalue_seen(result),
            alternative=result.alternative,
            assumes=f"{test.null}; known: {test.faults}",
        )


def interval_seen(result: SignificanceResult, ci_prob: float) -> ConfidenceInterval | None:
    """Return the interval of a test; None without one, and where no variance was seen, as a point looks certain."""
    interval = result.confidence_interval(ci_prob)
    return None if interval is None or interval.low == interval.high else interval


def pvalue_seen(result: SignificanceResult) -> float | None:
    """Return the p-value of a test; None where no variance was seen, as 0 would look like certainty."""
    return None if np.isinf(result.statistic) else float(result.pvalue)


def _observed(seen: PairEvidence) -> float:
    """Return the difference that a test judges: of errors over all validations, of other metrics the mean of folds."""
    if seen.given_differences is not None:
        return float(seen.differences.mean(("repeat", "fold")))
    first, second = seen.errors
    return float(seen.metric.difference(*map(seen.metric.loss_of_value, (first, second))))
