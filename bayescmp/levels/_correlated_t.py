"""The level "correlated-t": scores of the validation sets of a cross-validation, by a correlation that is assumed."""

import numpy as np

from bayescmp._bibliography import Cite, Sentence
from bayescmp._settings import Settings
from bayescmp.design import CROSS_VALIDATION, Design
from bayescmp.evidence import PairEvidence
from bayescmp.levels._level import Level, Told
from bayescmp.levels._mean_loss import EXACT, pack_mean_difference, unpack_mean_difference
from bayescmp.metrics import Metric
from bayescmp.posteriors import likelihood_of_mean
from bayescmp.posteriors._correlated_t import correlated_t_posterior
from bayescmp.posteriors._mean_difference import MeanDifference


def _fits(design: Design, metric: Metric) -> bool:
    is_scores = design.kind == CROSS_VALIDATION and not design.has_records
    return is_scores and metric.needs == "losses" and np.isfinite(design.test_to_train)


def _fit(evidence: PairEvidence, _: Settings) -> MeanDifference:
    return correlated_t_of(evidence)


def correlated_t_of(evidence: PairEvidence) -> MeanDifference:
    """Return the posterior of the validation sets of any evidence that has several."""
    design, widest = evidence.design, evidence.metric.widest
    return correlated_t_posterior(evidence.differences, design.test_to_train, design.validation.mean, widest)


def _methods(_: Told) -> tuple[Sentence, ...]:
    what = (
        "The posterior of the difference is that of the Bayesian correlated t test, a t distribution about the mean "
        "difference of the scores, in which two validation sets are taken to correlate by the share of the records "
        "that one of them holds ("
    )
    return ((what, Cite("corani2015"), ")."),)


CORRELATED_T = Level(
    name="correlated-t",
    summary="scores of the validation sets of a cross-validation, where there are no predictions",
    plan=None,
    fits=_fits,
    fit=_fit,
    likelihood=likelihood_of_mean,
    trust=lambda *_: EXACT,
    assumes=lambda *_: "validation sets correlate by n_test / (n_train + n_test), a rule of thumb; normal differences",
    methods=_methods,
    pack=pack_mean_difference,
    unpack=unpack_mean_difference,
    prior=lambda _: "flat",
)
