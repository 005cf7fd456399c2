"""The method "bayesian-bootstrap": a metric of probabilities or losses on one hold-out, by weights of its records."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._validation import generator
from bayescmp.design import HOLD_OUT, Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.evidence._answered import answered_by
from bayescmp.methods._mean_loss_method import least_variance
from bayescmp.methods._method import Analysis, Method, trust_of_draws
from bayescmp.metrics import Metric
from bayescmp.posteriors import DrawnPosterior, JointPosterior
from bayescmp.posteriors._drawn_records import weighted_records
from bayescmp.posteriors._joint import DrawnJoint
from bayescmp.predictions import lacks_answers
from bayescmp.results import Posterior, Settings, Trust

DRAWS = 20_000
_NUMBERS = 2e8  # of weights, beyond which draws are fewer
_FEWEST = 2_000


@dataclass(frozen=True, kw_only=True)
class BayesianBootstrap(Method):
    """A metric of probabilities or losses on one hold-out, by weights of its records."""

    name = "bayesian-bootstrap"
    summary = "one hold-out by a metric of probabilities or losses, by weights of its records"
    model = "a Bayesian bootstrap of the records"
    has_joint = True

    def fits(self, design: Design, metric: Metric) -> bool:
        return design.kind == HOLD_OUT and design.has_records and metric.needs != "labels"

    def fit(self, evidence: PairEvidence, settings: Settings) -> DrawnPosterior:
        predictions, observed = evidence.predictions, evidence.sums
        if predictions is None or observed is None:
            raise ValueError("The Bayesian bootstrap needs the answers on every record, but there are none.")
        if lacks_answers(predictions):
            drawn = [_losses(answered_by(predictions, names), evidence.metric, settings) for names in evidence.each]
        else:
            together = _losses(predictions, evidence.metric, settings)
            drawn = [together.sel(classifier=list(names)) for names in evidence.each]
        unnamed = [one.drop_vars("classifier") for one in drawn]
        losses = xr.concat(unnamed, dim="pair") if evidence.names[0].size else unnamed[0]
        return DrawnPosterior(losses=_spread(losses, evidence, observed, settings), observed=observed["mean"])

    def joint(self, evidence: Evidence, pairs: DrawnPosterior, settings: Settings) -> JointPosterior:  # noqa: ARG002
        return _joint(evidence)

    def alone(self, evidence: Evidence, settings: Settings) -> Posterior:  # noqa: ARG002 - by draws of its own
        return _joint(evidence).losses

    def trust(self, posterior: DrawnPosterior, settings: Settings) -> Trust:  # noqa: ARG002 - of all ropes
        return trust_of_draws(posterior, f"{posterior.losses.sizes['draw']} draws")

    def assumes(self, design: Design) -> str:
        return f"independent {design.units}, of which enough are there to stand for those not seen; fixed classifiers"

    def sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        draws = analysis.provenance.get("draws", DRAWS)
        what = "The posterior of the difference is that of the Bayesian bootstrap ("
        how = (
            f"), {draws} draws of weights of the records, the same ones for both classifiers; within a class of m "
            "records they are those of m - 4, so that means have the variance of the t distribution."
        )
        return ((what, Cite("rubin1981"), how),)

    def prior_words(self) -> str:
        return "none: a Dirichlet process without prior mass"

    def joint_sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:  # noqa: ARG002 - always the same
        return (("Statements on all classifiers at once rest on the same draws of weights.",),)

    def numbers(self, posterior: DrawnPosterior) -> dict[str, Any]:
        return {"observed": float(posterior.observed)}

    def provenance(self, posterior: DrawnPosterior) -> dict[str, Any]:
        return {"draws": posterior.losses.sizes["draw"]}


def _joint(evidence: Evidence) -> DrawnJoint:
    records = weighted_records(evidence.predictions, evidence.metric)
    return DrawnJoint(records=records, metric=evidence.metric, n_draws=_draws(evidence.predictions))


def _draws(predictions: xr.Dataset) -> int:
    """Return the number of draws, even: fewer where each takes long."""
    return min(DRAWS, max(_FEWEST, int(_NUMBERS / predictions.sizes["record"]) // 2 * 2))


def _spread(losses: xr.DataArray, evidence: PairEvidence, sums: xr.Dataset, settings: Settings) -> xr.DataArray:
    """Let pairs vary whose difference no weights change, as much as it does for a mean of losses."""
    n = sums["records"].sum("times")
    scale = (least_variance(evidence, sums) / n) ** 0.5
    if not scale.any():
        return losses
    if np.isinf(scale).any():
        raise ValueError(
            "`method` must be another than 'bayesian-bootstrap' for losses without bounds that differ by the same "
            "on every record, for no weights of records tell how far they vary. Give their `bounds`."
        )
    source = generator(settings.seed)
    noise = source.standard_t(max(float(n.min()) - 1, 1), losses.sizes["draw"] // 2)
    both = xr.DataArray(np.concatenate([noise, -noise]), dims="draw")  # as often either way round
    sign = xr.where(sums["mean"] < 0, -1, 1)  # so that swapped ones mirror
    half = xr.DataArray([0.5, -0.5], dims="classifier") * sign
    return losses + scale * half * both


def _losses(predictions: xr.Dataset, metric: Metric, settings: Settings) -> xr.DataArray:
    """Draw the losses of some classifiers together, dims (draw, classifier), on the same weights of records."""
    source = generator(settings.seed)
    return metric.loss_of_value(weighted_records(predictions, metric).draw(metric, _draws(predictions), source))
