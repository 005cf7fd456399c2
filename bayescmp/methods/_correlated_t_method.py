"""The method "correlated-t": scores of the validation sets of a cross-validation, by a correlation that is assumed."""

from dataclasses import dataclass

import numpy as np

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp.design import CROSS_VALIDATION, Design
from bayescmp.evidence import PairEvidence
from bayescmp.methods._mean_loss_method import OfMeans
from bayescmp.methods._method import Analysis
from bayescmp.metrics import Metric
from bayescmp.posteriors._pair_posteriors import MeanDifference, correlated_t_posterior
from bayescmp.results import Settings


@dataclass(frozen=True, kw_only=True)
class CorrelatedT(OfMeans):
    """Scores of the validation sets of a cross-validation, by a correlation that is assumed."""

    name = "correlated-t"
    summary = "scores of the validation sets of a cross-validation, where there are no predictions"
    model = "a t distribution of the mean difference in {noun}, with correlated validation sets"

    def fits(self, design: Design, metric: Metric) -> bool:
        is_scores = design.kind == CROSS_VALIDATION and not design.has_records
        return is_scores and metric.needs == "losses" and bool(np.isfinite(design.test_to_train))

    def fit(self, evidence: PairEvidence, settings: Settings) -> MeanDifference:  # noqa: ARG002 - nothing is drawn
        return correlated_t_of(evidence)

    def assumes(self, design: Design) -> str:  # noqa: ARG002 - always the same
        return "validation sets correlate by n_test / (n_train + n_test), a rule of thumb; normal differences"

    def sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:  # noqa: ARG002 - always the same
        what = (
            "The posterior of the difference is that of the Bayesian correlated t test, a t distribution about the "
            "mean difference of the scores, in which two validation sets are taken to correlate by the share of the "
            "records that one of them holds ("
        )
        return ((what, Cite("corani2015"), ")."),)


def correlated_t_of(evidence: PairEvidence) -> MeanDifference:
    """Return the posterior of the losses of the validation sets of any evidence that has several."""
    design, widest = evidence.design, evidence.metric.widest
    return correlated_t_posterior(
        evidence.metric.sign * evidence.differences, design.test_to_train, design.validation.mean, widest
    )
