"""Each classifier by itself, from whatever data there are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import xarray as xr

from bayescmp.comparison._compare import chosen_method, joint_method
from bayescmp.evidence import Evidence, Fact, PairEvidence, evidence_of
from bayescmp.evidence._evidence_of import singles_of_scores
from bayescmp.methods import Auto, Method
from bayescmp.metrics import Metric, check_scores, holds_scores
from bayescmp.posteriors import SampledPosterior
from bayescmp.results import Posterior, Settings, Trust


@dataclass(frozen=True, kw_only=True, eq=False)
class Alone:
    """What is known of each classifier: its observed value, and the posterior of the losses, along `classifier`."""

    evidence: Evidence | PairEvidence
    method: Method
    observed: Mapping[str, float]
    posterior: Posterior
    facts: tuple[Fact, ...]

    @property
    def trust(self) -> Trust:
        """How far the numbers can be trusted numerically."""
        if not isinstance(self.posterior, SampledPosterior):
            return Trust(sentence="deterministic: closed forms and quadrature, no Monte Carlo", exact=True)
        draws = self.posterior.draws.sizes["chain"] * self.posterior.draws.sizes["draw"]
        return Trust(sentence=f"{draws} draws", prob_error=0.5 / draws**0.5)


def alone(data: Any, metric: Metric, asked: Method | Auto, settings: Settings) -> Alone:
    """Return what predictions, scores or a table tell of each classifier, on the records that all answered."""
    if isinstance(data, xr.Dataset):
        return _of_predictions(Evidence.of(data, metric), asked, settings)
    if holds_scores(data):
        scores = check_scores(data, "data")
        singles = singles_of_scores(scores, metric)
        method = chosen_method(asked, singles)
        names, mean = scores["classifier"].to_numpy(), scores.mean(("repeat", "fold"))
        observed = dict(zip(map(str, names), mean.to_numpy().tolist(), strict=True))
        posterior = method.fit(singles, settings).difference
        return Alone(evidence=singles, method=method, observed=observed, posterior=posterior, facts=singles.facts)
    pair = evidence_of(data, metric=metric)
    method = chosen_method(asked, pair)
    posterior = method.alone_of_pair(pair, settings)
    if posterior is None:
        raise ValueError(f"`method` must tell the errors of each by itself, but {method.name!r} tells of two alone.")
    observed = dict(zip((pair.first, pair.second), pair.observed, strict=True))
    return Alone(evidence=pair, method=method, observed=observed, posterior=posterior, facts=pair.facts)


def _of_predictions(whole: Evidence, asked: Method | Auto, settings: Settings) -> Alone:
    evidence = whole if whole.design.n_judged else whole.answered_by_all
    method = joint_method(asked, evidence, "tells of each by itself", "each by itself")
    posterior, facts = method.alone(evidence, settings), whole.facts
    return Alone(evidence=evidence, method=method, observed=evidence.observed, posterior=posterior, facts=facts)
