"""The level "fold-correlation": the effective table, with correlations of folds that are known or estimated."""

import json

import xarray as xr

from bayescmp._bibliography import Cite, Sentence
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp._validation import about
from bayescmp.design import TWO_FOLD, Design
from bayescmp.evidence import PairEvidence
from bayescmp.hierarchical import run_correlations
from bayescmp.levels._level import Level, Packed, Told, prior_words
from bayescmp.metrics import Metric
from bayescmp.posteriors import EffectivePosterior, effective_posterior, likelihood_of_parts


def _fits(design: Design, metric: Metric) -> bool:
    return design.kind == TWO_FOLD and metric.counts_errors


def _fit(evidence: PairEvidence, settings: Settings) -> EffectivePosterior:
    with about("correlations"):
        correlations = run_correlations(evidence.counts, settings.correlations)
    return effective_posterior(evidence.counts, correlations, prior=settings.prior, strength=settings.strength)


def _trust(posterior: EffectivePosterior, settings: Settings) -> Trust:
    if settings.correlations is None:
        return Trust(
            sentence="prior-driven: ten folds of one run tell two combinations of three parameters; deterministic on a "
            "grid"
        )
    verdict = json.loads(settings.correlations.attrs["diagnostics"])
    return Trust(
        sentence=f"correlations from other experiments: {verdict['sentence']}",
        reliable=verdict["passed"],
        prob_error=posterior.standard_error,
    )


def _assumes(_: Design, settings: Settings) -> str:
    if settings.correlations is not None:
        return "folds are correlated as in the experiments that are known"
    return "the prior of the correlations of folds holds; one run tells little of them"


def _methods(told: Told) -> tuple[Sentence, ...]:
    source = "from other experiments" if told.trust.prob_error > 0 else "from this run and a prior"
    means = " and ".join(f"{name} {told.posterior.mean_of(name):.2g}" for name in ("rho1", "rho2"))
    model = (
        f"The posterior of the difference is mixed over the correlations of folds, known {source} (posterior means: "
        f"{means}); given these, it is the exact one of the effective table ("
    )
    counts = f"with {prior_words(told.settings)}; the experiment counts as much as {told.size} independent records."
    return ((model, Cite("yang2023"), f"), {counts}"),)


def _pack(posterior: EffectivePosterior) -> Packed:
    means = {name: posterior.mean_of(name) for name in ("rho1", "rho2", "phi")}
    return Packed(numbers=means, arrays=posterior.correlations)


def _unpack(tables: xr.DataArray, packed: Packed, settings: Settings) -> EffectivePosterior:
    correlations = packed.arrays[["rho1", "rho2", "phi", "weight"]].drop_attrs()
    return effective_posterior(tables, correlations, prior=settings.prior, strength=settings.strength)


FOLD_CORRELATION = Level(
    name="fold-correlation",
    summary="m x 2 block-regularized cross-validation, with correlations of its folds that are known or estimated",
    plan=None,
    fits=_fits,
    fit=_fit,
    likelihood=likelihood_of_parts,
    trust=_trust,
    assumes=_assumes,
    methods=_methods,
    pack=_pack,
    unpack=_unpack,
    runs_unasked=lambda settings: settings.correlations is not None,
)
