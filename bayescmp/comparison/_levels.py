"""The inference levels, and the rows of `levels`: every level and test that the data allow."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

import pandas as pd

from bayescmp._results import SignificanceResult
from bayescmp.comparison._design import EFFECTIVE, HOLD_OUT, TWO_FOLD, Design
from bayescmp.frequentist import bcv_mcnemar, mcnemar
from bayescmp.posteriors import PairedPosterior

LEVEL_OF_DESIGN = {HOLD_OUT: "paired", TWO_FOLD: "effective-table", EFFECTIVE: "effective-table"}
INFERENCES = ("auto", *dict.fromkeys(LEVEL_OF_DESIGN.values()))
ASSUMES = {
    HOLD_OUT: "independent records; the classifiers are fixed",
    TWO_FOLD: "rho1 = rho2 = 1/2 bound the fold correlations; training sets add no more variance",
    EFFECTIVE: "the effective size of the table is right",
}


@dataclass(frozen=True, kw_only=True)
class Level:
    """One row of `levels`; what a row does not have is None."""

    level: str
    kind: str
    estimate: float
    low: float | None = None
    high: float | None = None
    prob_first_better: float | None = None
    statistic: float | None = None
    df: float | None = None
    pvalue: float | None = None
    assumes: str


def levels_of(
    design: Design, posterior: PairedPosterior, prob_first_better: float, *, ci_prob: float, ci_kind: str
) -> pd.DataFrame:
    """One row per inference level and test."""
    interval = posterior.difference.interval(ci_prob, ci_kind)
    rows = [
        Level(
            level=LEVEL_OF_DESIGN[design.kind],
            kind="posterior",
            estimate=posterior.difference.mean,
            low=interval.low,
            high=interval.high,
            prob_first_better=prob_first_better,
            assumes=ASSUMES[design.kind],
        )
    ]
    if design.kind == HOLD_OUT:
        test = mcnemar(design.tables)
        rows.append(_row("holdout_mcnemar_exact", test, design))
    if design.kind == TWO_FOLD:
        rows.append(_row("bcv_mcnemar", bcv_mcnemar(design.tables), design))
    return frame_of_levels(asdict(row) for row in rows)


def frame_of_levels(rows: Iterable[dict[str, object]]) -> pd.DataFrame:
    """Put rows into a frame whose numbers are floats, NaN where a row has none."""
    frame = pd.DataFrame(rows)
    numbers = [name for name in frame if name not in {"level", "kind", "assumes"}]
    return frame.astype(dict.fromkeys(numbers, float))


def _row(name: str, test: SignificanceResult, design: Design) -> Level:
    return Level(
        level=name,
        kind="test",
        estimate=observed_difference(design),
        statistic=test.statistic,
        df=test.df,
        pvalue=test.pvalue,
        assumes=ASSUMES[design.kind],
    )


def observed_errors(design: Design) -> tuple[float, float]:
    """Share of the validated records that each classifier gets wrong."""
    total = design.tables.sum()
    return (
        float(design.tables.sel(first="wrong").sum() / total),
        float(design.tables.sel(second="wrong").sum() / total),
    )


def observed_difference(design: Design) -> float:
    """Observed err(first) - err(second)."""
    first, second = observed_errors(design)
    return first - second
