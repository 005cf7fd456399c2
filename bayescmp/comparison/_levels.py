"""The inference levels, and the rows of `levels`: every level and test that the data allow."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import pandas as pd
import xarray as xr

from bayescmp._results import SignificanceResult
from bayescmp.comparison._design import EFFECTIVE, HOLD_OUT, TWO_FOLD, Design
from bayescmp.frequentist import TESTS, bcv_mcnemar, evidence_of_tables
from bayescmp.posteriors import PairedPosterior, paired_posterior
from bayescmp.tables import effective_table

LEVEL_OF_DESIGN = {HOLD_OUT: "paired", TWO_FOLD: "effective-table", EFFECTIVE: "effective-table"}
LEVEL_PLANS = {"paired": "hold-out 2/3", "effective-table": "5 x 2 block-regularized"}
"""A resampling plan, of `model_selection.PLANS`, on which each inference level is valid."""
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
    df: float | tuple[int, int] | None = None
    pvalue: float | None = None
    assumes: str


def level_posterior(level: str, tables: xr.DataArray, *, prior: str = "beta", strength: float = 1.0) -> PairedPosterior:
    """Posterior of an inference level, for one experiment or a batch.

    Parameters
    ----------
    level : str
        "paired" or "effective-table".
    tables : DataArray, dims (..., repeat, fold, first, second)
        Tables of one hold-out, or of an m x 2 cross-validation; without repeat and fold, the table to analyse.
    prior, strength
        As in `paired_posterior`.

    Returns
    -------
    PairedPosterior
    """
    if "repeat" in tables.dims:
        single = level == "paired"
        tables = tables.isel(repeat=0, fold=0, drop=True) if single else effective_table(tables)
    return paired_posterior(tables, prior=prior, strength=strength)


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
    rows += _tests_of(design)
    return frame_of_levels(asdict(row) for row in rows)


def frame_of_levels(rows: Iterable[dict[str, object]]) -> pd.DataFrame:
    """Put rows into a frame whose numbers are floats, NaN where a row has none; `df` may be a pair or None."""
    frame = pd.DataFrame(rows)
    numbers = [name for name in frame if name not in {"level", "kind", "df", "assumes"}]
    frame = frame.astype(dict.fromkeys(numbers, float) | {"df": object})
    frame["df"] = pd.Series([_degrees(df) for df in frame["df"]], dtype=object)
    return frame


def _degrees(df: Any) -> float | tuple[int, int] | None:
    if isinstance(df, (list, tuple)):
        return df[0], df[1]
    return None if pd.isna(df) else float(df)


def _tests_of(design: Design) -> Iterator[Level]:
    """Yield a row for every registered test that the tables of a design allow."""
    plans = _plans_of(design)
    if design.kind == TWO_FOLD and "5 x 2 block-regularized" not in plans:
        yield _row("bcv_mcnemar", bcv_mcnemar(design.tables), design.tables, ASSUMES[TWO_FOLD])
    for test in TESTS:
        if test.plan in plans and test.family != "resampling":  # which needs the labels
            evidence = evidence_of_tables(plans[test.plan], test_to_train=float("nan"))
            yield _row(test.name, test.assess(evidence), evidence.tables, f"{test.null}; known: {test.faults}")


def _plans_of(design: Design) -> dict[str, xr.DataArray]:
    """Return the tables under the resampling plans that the design contains."""
    if design.kind == HOLD_OUT:
        return {"hold-out 2/3": design.tables.expand_dims(("repeat", "fold"))}
    if design.kind != TWO_FOLD:
        return {}
    n_repeats = design.tables.sizes["repeat"]
    plans = {}
    if n_repeats == 5:
        plans["5 x 2 block-regularized"] = design.tables
    if n_repeats >= 3:
        plans["3 x 2 block-regularized"] = design.tables.isel(repeat=slice(0, 3))
    return plans


def _row(name: str, test: SignificanceResult, tables: xr.DataArray, assumes: str) -> Level:
    first, second = observed_errors(tables)
    return Level(
        level=name,
        kind="test",
        estimate=first - second,
        statistic=test.statistic,
        df=test.df,
        pvalue=test.pvalue,
        assumes=assumes,
    )


def observed_errors(tables: xr.DataArray) -> tuple[float, float]:
    """Share of the validated records that each classifier gets wrong."""
    total = tables.sum()
    return float(tables.sel(first="wrong").sum() / total), float(tables.sel(second="wrong").sum() / total)
