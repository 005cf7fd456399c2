"""The inference levels, and the rows of `levels`: every level and test that the data allow."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import pandas as pd
import xarray as xr

from bayescmp._results import SignificanceResult, plain
from bayescmp.comparison._design import CROSS_VALIDATION, EFFECTIVE, HOLD_OUT, TWO_FOLD, Design
from bayescmp.frequentist import TESTS, bcv_mcnemar, evidence_of_tables
from bayescmp.hierarchical import CrossedEffectsSample
from bayescmp.model_selection import PLANS
from bayescmp.posteriors import (
    CrossedEffectsPosterior,
    EffectivePosterior,
    PairedPosterior,
    crossed_effects_of_sums,
    paired_posterior,
)
from bayescmp.tables import effective_table

CROSSED, TABLE, PAIRED = "crossed-effects", "effective-table", "paired"
FOLDS, CROSSED_MCMC = "fold-correlation", "crossed-effects-mcmc"
LEVELS = {
    HOLD_OUT: (PAIRED,),
    TWO_FOLD: (CROSSED, TABLE),
    CROSS_VALIDATION: (CROSSED,),
    EFFECTIVE: (TABLE,),
}
"""The levels that are valid for each design, the default first; those from tables lack the crossed effects."""
LEVEL_PLANS = {PAIRED: "hold-out 2/3", TABLE: "5 x 2 block-regularized", CROSSED: "5 x 2 block-regularized"}
"""A resampling plan, of `model_selection.PLANS`, on which each inference level is valid."""
INFERENCES = ("auto", PAIRED, TABLE, CROSSED, FOLDS, CROSSED_MCMC)
ASSUMES = {
    HOLD_OUT: "independent records; the classifiers are fixed",
    TWO_FOLD: "rho1 = rho2 = 1/2 bound the fold correlations; training sets add no more variance",
    EFFECTIVE: "the effective size of the table is right",
    CROSSED: "training sets vary as sums over their records do; the prior of their variance holds",
    FOLDS: "the prior of the correlations of folds holds; one run tells little of them",
    CROSSED_MCMC: "logits are sums of normal effects of records and training sets; the priors hold",
}
OUTCOMES = ("first better", "equivalent", "second better")
"""What a decision can be besides "undecided", in the order of `probabilities_of`."""
_KNOWN = "folds are correlated as in the experiments that are known"

AnyPosterior = PairedPosterior | CrossedEffectsPosterior | EffectivePosterior | CrossedEffectsSample


@dataclass(frozen=True, kw_only=True)
class Level:
    """One row of `levels`; what a row does not have is None."""

    level: str
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
    assumes: str


def levels_for(design: Design) -> tuple[str, ...]:
    """Return the levels that the data of a design allow, the default first."""
    return tuple(level for level in LEVELS[design.kind] if level != CROSSED or design.sums is not None)


def level_posterior(
    level: str,
    tables: xr.DataArray,
    sums: xr.Dataset | None = None,
    *,
    tau: Any = "default",
    prior: str = "beta",
    strength: float = 1.0,
) -> PairedPosterior | CrossedEffectsPosterior:
    """Posterior of an inference level, for one experiment or a batch.

    Parameters
    ----------
    level : str
        "paired", "effective-table" or "crossed-effects".
    tables : DataArray, dims (..., repeat, fold, first, second)
        Tables of one hold-out, or of an m x 2 cross-validation; without repeat and fold, the table to analyse.
    sums : Dataset, optional
        Sums over training sets, for the crossed effects.
    tau, prior, strength
        As in `crossed_effects_posterior`.

    Returns
    -------
    PairedPosterior or CrossedEffectsPosterior
    """
    if level == CROSSED and sums is not None:
        return crossed_effects_of_sums(sums, tau=tau, prior=prior, strength=strength)
    if "repeat" in tables.dims:
        tables = tables.isel(repeat=0, fold=0, drop=True) if level == PAIRED else effective_table(tables)
    return paired_posterior(tables, prior=prior, strength=strength)


def levels_of(
    design: Design,
    posteriors: Mapping[str, AnyPosterior],
    rope: tuple[float, float],
    *,
    ci_prob: float,
    ci_kind: str,
    known: bool = False,
) -> pd.DataFrame:
    """One row per inference level, the one that decides first, and test."""
    assumes = ASSUMES | ({FOLDS: _KNOWN} if known else {})
    rows = []
    for level, posterior in posteriors.items():
        interval = posterior.difference.interval(ci_prob, ci_kind)
        first_better, equivalent, second_better = probabilities_of(posterior, *rope)
        row = Level(
            level=level,
            kind="posterior",
            estimate=posterior.difference.mean,
            low=interval.low,
            high=interval.high,
            prob_first_better=first_better,
            prob_equivalent=equivalent,
            prob_second_better=second_better,
            assumes=assumes[level if level in assumes else design.kind],
        )
        rows.append(row)
    rows += _tests_of(design)
    return frame_of_levels(asdict(row) for row in rows)


def probabilities_of(posterior: AnyPosterior, low: float, high: float) -> tuple[Any, Any, Any]:
    """Posterior probabilities of a difference below, inside and above the rope; they sum to 1, for a batch too."""
    if low == high == 0:
        first_better, second_better = posterior.prob_first_better, posterior.first_error_on_disagreement.sf(0.5)
        return first_better, 0.0 * second_better, second_better
    first_better, second_better = posterior.difference.cdf(low), posterior.difference.sf(high)
    return first_better, plain(xr.DataArray(1 - first_better - second_better).clip(min=0)), second_better


def decision_of(probabilities: tuple[float, float, float], threshold: float) -> str:
    """Name the outcome whose probability reaches the threshold; at most one can."""
    named = zip(OUTCOMES, probabilities, strict=True)
    return next((name for name, probability in named if probability >= threshold), "undecided")


def prior_of(posterior: AnyPosterior) -> dict[str, Any]:
    """Return prior and strength of a table's posterior; none after sampling, whose priors stand in the provenance."""
    if isinstance(posterior, CrossedEffectsSample):
        return {}
    return {"prior": posterior.prior, "strength": posterior.strength}


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
            evidence = evidence_of_tables(plans[test.plan], test_to_train=design.test_to_train)
            yield _row(test.name, test.assess(evidence), evidence.tables, f"{test.null}; known: {test.faults}")


def _plans_of(design: Design) -> dict[str, xr.DataArray]:
    """Return the tables under the resampling plans that the design contains."""
    if design.kind == HOLD_OUT:
        return {"hold-out 2/3": design.tables.expand_dims(("repeat", "fold"))}
    if design.kind == CROSS_VALIDATION:
        name = _plan_named(design)
        return {} if name is None else {name: design.tables}
    if design.kind != TWO_FOLD:
        return {}
    n_repeats = design.tables.sizes["repeat"]
    plans = {}
    if n_repeats == 5:
        plans["5 x 2 block-regularized"] = design.tables
    if n_repeats >= 3:
        plans["3 x 2 block-regularized"] = design.tables.isel(repeat=slice(0, 3))
    return plans


def _plan_named(design: Design) -> str | None:
    """Return the name of the plan that a cross-validation follows, by its folds and the share it trains on."""
    shape = design.tables.sizes["repeat"], design.tables.sizes["fold"]
    if shape[1] > 1:
        return {(1, 5): "5-fold", (1, 10): "10-fold", (10, 10): "10 x 10-fold", (5, 2): "5 x 2 random"}.get(shape)
    share = "2/3" if abs(design.test_to_train - 1 / 2) < 0.02 else "9/10"
    name = f"{shape[0]} hold-outs {share}"
    return name if name in PLANS and (share == "2/3" or abs(design.test_to_train - 1 / 9) < 0.01) else None


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
