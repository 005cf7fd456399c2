"""The level "paired": the exact posterior of the table of one hold-out."""

import xarray as xr

from bayescmp._bibliography import Cite, Sentence
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp.design import HOLD_OUT, Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.levels._level import Level, Packed, Told, prior_words
from bayescmp.metrics import Metric
from bayescmp.model_selection import HOLD_OUT as PLAN
from bayescmp.posteriors import (
    JointPosterior,
    PairedPosterior,
    dirichlet_process_posterior,
    likelihood_of_table,
    paired_posterior,
)

EXACT = Trust(
    sentence="exact: quadrature with an error below 1e-9 in probability (1e-7 at strengths below 0.5), no Monte Carlo",
    exact=True,
)


def _fits(design: Design, metric: Metric) -> bool:
    return design.kind == HOLD_OUT and metric.counts_errors


def _fit(evidence: PairEvidence, settings: Settings) -> PairedPosterior:
    return paired_posterior(evidence.table, prior=settings.prior, strength=settings.strength)


def _joint(evidence: Evidence, _: PairedPosterior, settings: Settings) -> JointPosterior:
    return dirichlet_process_posterior(evidence.wrong.isel(repeat=0, drop=True), strength=settings.strength)


def _unpack(tables: xr.DataArray, _: Packed, settings: Settings) -> PairedPosterior:
    table = tables.isel(repeat=0, fold=0, drop=True)
    return paired_posterior(table, prior=settings.prior, strength=settings.strength)


def _methods(told: Told) -> tuple[Sentence, ...]:
    return (sentence_on_table("the observed table of both classifiers' outcomes, whose records are independent", told),)


def _joint_methods(told: Told) -> tuple[Sentence, ...]:
    what = (
        "Statements on all classifiers at once rest on a joint posterior of who errs on a record, a Dirichlet process ("
    )
    spread = (
        "spread evenly over all patterns of right and wrong; what it says of a pair is the prior of the pair's table."
    )
    return ((what, Cite("ferguson1973"), f") with {4 * told.settings.strength:g} prior pseudo-records {spread}"),)


def sentence_on_table(what: str, told: Told) -> Sentence:
    """Say that the posterior is the exact one of a table."""
    exact = f"The posterior of the difference is the exact one of {what} ("
    return exact, Cite("yang2023"), f"), with {prior_words(told.settings)}, by quadrature."


PAIRED = Level(
    name="paired",
    summary="one hold-out, whose records are independent",
    plan=PLAN.name,
    fits=_fits,
    fit=_fit,
    likelihood=likelihood_of_table,
    trust=lambda *_: EXACT,
    assumes=lambda *_: "independent records; the classifiers are fixed",
    methods=_methods,
    unpack=_unpack,
    joint=_joint,
    joint_methods=_joint_methods,
)
