"""The level "effective-table": the exact posterior of a block-regularized cross-validation's effective table."""

import xarray as xr

from bayescmp._bibliography import Sentence
from bayescmp._settings import Settings
from bayescmp.design import EFFECTIVE, TWO_FOLD, Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.levels._level import Level, Packed, Told, methods_of_embedding
from bayescmp.levels._paired import EXACT, sentence_on_table
from bayescmp.metrics import Metric
from bayescmp.model_selection import BLOCKED_5_X_2
from bayescmp.posteriors import (
    JointPosterior,
    PairedPosterior,
    likelihood_of_table,
    paired_posterior,
)
from bayescmp.posteriors._embedded import embedded_posterior
from bayescmp.tables import effective_table, is_effective


def _fits(design: Design, metric: Metric) -> bool:
    return design.kind in {TWO_FOLD, EFFECTIVE} and metric.counts_errors


def _posterior(tables: xr.DataArray, settings: Settings) -> PairedPosterior:
    table = tables.isel(repeat=0, fold=0, drop=True) if is_effective(tables) else effective_table(tables)
    return paired_posterior(table, prior=settings.prior, strength=settings.strength)


def _fit(evidence: PairEvidence, settings: Settings) -> PairedPosterior:
    return _posterior(evidence.counts, settings)


def _joint(evidence: Evidence, pairs: PairedPosterior, settings: Settings) -> JointPosterior:
    return embedded_posterior(pairs, _fit(evidence.singles(), settings))


def _unpack(tables: xr.DataArray, _: Packed, settings: Settings) -> PairedPosterior:
    return _posterior(tables, settings)


def _assumes(design: Design, _: Settings) -> str:
    if design.kind == EFFECTIVE:
        return "the effective size of the table is right"
    return "rho1 = rho2 = 1/2 bound the fold correlations; training sets add no more variance"


def _methods(told: Told) -> tuple[Sentence, ...]:
    counts = f", which counts the experiment as {told.size} independent records" if told.size else ""
    return (sentence_on_table(f"the effective table{counts}", told),)


EFFECTIVE_TABLE = Level(
    name="effective-table",
    summary="m x 2 block-regularized cross-validation, with bounds for the correlations of its folds",
    plan=BLOCKED_5_X_2.name,
    fits=_fits,
    fit=_fit,
    likelihood=likelihood_of_table,
    trust=lambda *_: EXACT,
    assumes=_assumes,
    methods=_methods,
    unpack=_unpack,
    joint=_joint,
    joint_methods=methods_of_embedding,
)
