"""The method "crossed-effects": records and training sets, from the outcomes of every record."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._typing import Floats
from bayescmp.design import CROSS_VALIDATION, TWO_FOLD, Design
from bayescmp.evidence import PairEvidence
from bayescmp.methods._method import Analysis, OfTables
from bayescmp.metrics import Metric
from bayescmp.model_selection import BLOCKED_5_X_2
from bayescmp.posteriors import CrossedEffectsPosterior, crossed_effects_of_sums
from bayescmp.posteriors._effective import variance_per_record
from bayescmp.posteriors._prior_of_tau import tau_words
from bayescmp.results import Settings, Trust

_LEAST = 1e-30  # of a variance, which is 0 where all of it is rest, repeats have no end and tau is 0
_MODEL = (
    "The posterior of the difference is that of crossed effects of records and training sets. The shares of records "
    "and rest were estimated from the outcomes of each record, and the variance that training sets add (tau, in units "
    "of the sampling variance; prior: {tau}) was integrated out, because one run of a cross-validation cannot "
    "estimate its own variance ("
)


@dataclass(frozen=True, kw_only=True, eq=False)
class VarianceParts:
    """Parts of the variance of the mean difference, and the posterior of tau: array of shape (n_tau,) each.

    `of_prior` is by what share the variance of the posterior is larger, most of which is of records of the prior.
    """

    records: float
    rest: float
    training_sets: Floats
    weights: Floats
    n_records: int
    n_repeats: float
    of_prior: float = 0.0

    def sd(self, n_records: float, n_repeats: float) -> Floats:
        """Return the standard deviation of the difference for every tau: more records leave the prior less to say."""
        rest, times = self.rest * self.n_repeats / n_repeats, self.n_records / n_records
        variance = (self.records + rest + self.training_sets) * times * (1 + self.of_prior * times)
        return np.sqrt(np.maximum(variance, _LEAST))


@dataclass(frozen=True, kw_only=True)
class CrossedEffects(OfTables):
    """Crossed effects of records and training sets, for any cross-validation or several hold-outs.

    Attributes
    ----------
    tau : {"default", "cautious"}, a number or a distribution, default "default"
        Prior of the variance that training sets add, as in `crossed_effects_posterior`.
    """

    name = "crossed-effects"
    summary = "any cross-validation or several hold-outs, with effects of records and training sets"
    model = "a paired table of who errs, with effects of records and of training sets"
    plan = BLOCKED_5_X_2.name
    has_joint = True
    has_given_tau = True
    tau: Any = "default"

    def fits(self, design: Design, metric: Metric) -> bool:
        return design.kind in {TWO_FOLD, CROSS_VALIDATION} and design.has_records and metric.counts_errors

    def fit(self, evidence: PairEvidence, settings: Settings) -> CrossedEffectsPosterior:  # noqa: ARG002 - not drawn
        if evidence.sums is None:
            raise ValueError("The crossed effects need the outcomes of every record, but there are only tables.")
        return crossed_effects_of_sums(evidence.sums, tau=self.tau, prior=self.prior, strength=self.strength)

    def trust(self, posterior: CrossedEffectsPosterior, settings: Settings) -> Trust:  # noqa: ARG002 - always the same
        return Trust(
            sentence="deterministic: quadrature over tau with an error below 1e-6 in probability, no Monte Carlo",
            exact=True,
        )

    def assumes(self, design: Design) -> str:  # noqa: ARG002 - always the same
        return "training sets vary as sums over their records do; the prior of their variance holds"

    def sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        given = f"), with {self.prior_words()}{analysis.worth}."
        return (
            (_MODEL.format(tau=tau_words(self.tau)), Cite("bengio2004"), ")."),
            ("Given tau, the posterior is the exact one of a paired table (", Cite("yang2023"), given),
        )

    def numbers(self, posterior: CrossedEffectsPosterior) -> dict[str, Any]:
        return {
            "tau": posterior.tau,
            "components": {str(name): float(value) for name, value in posterior.components.items()},
            "inverse_size": {str(name): float(value) for name, value in posterior.inverse_size.items()},
            "n_records": int(posterior.n_records),
        }

    def provenance(self, posterior: CrossedEffectsPosterior) -> dict[str, Any]:  # noqa: ARG002 - of all data
        return {"tau": tau_words(self.tau)}


def variance_parts(posterior: CrossedEffectsPosterior, n_repeats: int) -> VarianceParts:
    """Return what records, repeats and training sets add to the variance of the mean difference."""
    components, tau = posterior.components, posterior.weights["tau"].to_numpy()
    share = float(components["records"] / (components["records"] + components["rest"]))
    per_record = float(variance_per_record(posterior.table))
    if per_record == 0:  # no outcome differs: what the prior leaves of it
        per_record = posterior.difference.sd**2 * posterior.n_effective
    variance = per_record * float(posterior.inverse_size["fixed"])
    rest = variance * (1 - share) / (n_repeats * share + 1 - share)
    training_sets, weights = tau * per_record * float(posterior.inverse_size["per_tau"]), posterior.weights.to_numpy()
    return VarianceParts(
        records=variance - rest,
        rest=rest,
        training_sets=training_sets,
        weights=weights,
        n_records=int(posterior.n_records),
        n_repeats=n_repeats,
        of_prior=float(posterior.difference.sd**2 / (variance + weights @ training_sets)) - 1,
    )
