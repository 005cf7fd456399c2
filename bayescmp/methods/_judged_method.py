"""The method "judged": a judge has rated all records, and people some of them, which tell what the judge is worth."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp.design import HOLD_OUT, Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.methods._method import Analysis, Method, trust_of_draws
from bayescmp.metrics import Metric
from bayescmp.posteriors import JointPosterior
from bayescmp.posteriors._drawn_records import DRAWS, JudgedPosterior
from bayescmp.posteriors._embedded import embedded_moments
from bayescmp.posteriors._one_quantity import SampledPosterior, in_chains
from bayescmp.results import Posterior, Settings, Trust

_ALL_DRAWS, _FEWEST = 400_000, 2000  # of all pairs, and of each


@dataclass(frozen=True, kw_only=True)
class Judged(Method):
    """Records that a judge has rated, some of which people have labelled: judged pattern by true pattern.

    Labels may be chosen at random, or by what the judge said, and never by what the answers look like.
    """

    name = "judged"
    summary = "one hold-out that a judge has rated, and people in part"
    model = "a table of who is right by the judge and by people"
    has_joint = True

    def fits(self, design: Design, metric: Metric) -> bool:
        return design.kind == HOLD_OUT and metric.counts_errors and design.n_judged > 0

    def fit(self, evidence: PairEvidence, settings: Settings) -> JudgedPosterior:
        assert evidence.judged is not None  # noqa: S101 - its design says so
        judged = evidence.judged["judged"]
        draws = int(np.clip(_ALL_DRAWS // (judged.size // 4), _FEWEST, DRAWS))
        return JudgedPosterior(judged=judged, labelled=evidence.judged["labelled"], rng=settings.seed, draws=draws)

    def trust(self, posterior: JudgedPosterior, settings: Settings) -> Trust:  # noqa: ARG002 - of all ropes
        return trust_of_draws(posterior, f"{posterior.draws} draws, with mean and variance in closed form")

    def assumes(self, design: Design) -> str:  # noqa: ARG002 - of one kind
        return "independent records; labels were chosen at random or by what the judge said"

    def alone(self, evidence: Evidence, settings: Settings) -> Posterior:
        if len(evidence.classifiers) > 1:
            losses = _best(evidence, self.fit(evidence.pairs(), settings))
        else:  # beside itself
            losses = self.fit(evidence.singles(), settings).losses.isel(classifier=0)
            losses = losses.rename(pair="classifier").assign_coords(classifier=list(evidence.classifiers))
        return SampledPosterior(draws=in_chains(losses), name="loss")

    def alone_of_pair(self, pair: PairEvidence, settings: Settings) -> Posterior | None:
        losses = self.fit(pair, settings).losses.assign_coords(classifier=[pair.first, pair.second])
        return SampledPosterior(draws=in_chains(losses), name="loss")

    def joint(self, evidence: Evidence, pairs: JudgedPosterior, settings: Settings) -> JointPosterior:  # noqa: ARG002
        losses = _best(evidence, pairs)
        mean, variance = (xr.DataArray(part, dims="pair") for part in pairs.moments())
        return embedded_moments(
            pairs=(mean, variance),
            singles=(losses.mean("draw"), losses.var("draw")),
            losses=SampledPosterior(draws=in_chains(losses), name="loss"),
            sd=np.sqrt(variance.to_numpy()),
        )

    def sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        rated = f"A judge had rated all {analysis.design.n_judged:,} records, and people had labelled some of them."
        model = (
            "The posterior of the difference is that of the table of judged by true patterns of right and wrong, with "
            f"Dirichlet priors mixed over how good the judge may be, in up to {DRAWS:,} draws; where all are labelled "
            "it is that of the table of labels."
        )
        beside = ("The question is that of prediction-powered inference (", Cite("angelopoulos2023"), ").")
        return (rated,), (model,), beside

    def prior_words(self) -> str:
        return "Dirichlet priors of four records in all, mixed over how good the judge may be"

    def numbers(self, posterior: JudgedPosterior) -> dict[str, Any]:
        return {"observed": float(posterior.observed)}


def _best(evidence: Evidence, pairs: JudgedPosterior) -> xr.DataArray:
    """Return the losses of each classifier in the pair that knows them best: in each they are of labels of its own."""
    names = np.array(evidence.classifiers, dtype=object)
    of_pairs = np.array(evidence.pairs().names)  # first and second of each
    drawn = pairs.losses.transpose("classifier", "pair", "draw").to_numpy()
    best = [min(drawn[of_pairs == name], key=np.var) for name in names]
    return xr.DataArray(best, dims=("classifier", "draw"), coords={"classifier": names})
