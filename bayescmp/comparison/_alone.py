"""Each classifier by itself, from whatever data there are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, generator
from bayescmp.comparison._compare import chosen_methods, joint_method
from bayescmp.evidence import Evidence, Fact, PairEvidence, evidence_of
from bayescmp.evidence._evidence_of import singles_of_scores
from bayescmp.evidence._fact import RUNS
from bayescmp.methods import Auto, Method
from bayescmp.metrics import Metric, check_scores, holds_scores
from bayescmp.predictions import lacks_answers
from bayescmp.results import Interval, Posterior, Settings, Trust, in_one_line


@dataclass(frozen=True, kw_only=True, eq=False)
class OfEach:
    """Posteriors of losses that rest on records of their own, as one along `classifier`; asked as a `Posterior` is."""

    parts: tuple[Any, ...]
    __repr__ = in_one_line

    @property
    def n_draws(self) -> int | None:
        """How many draws there are, None where nothing is drawn."""
        return self.parts[0].n_draws

    @property
    def mean(self) -> Floats:
        """Posterior means."""
        return np.concatenate([np.atleast_1d(one.mean) for one in self.parts])

    def interval(self, ci_prob: float = 0.95, ci_kind: str = "eti") -> Interval:
        """Return the credible intervals."""
        found = [one.interval(ci_prob, ci_kind) for one in self.parts]
        low, high = (np.concatenate([np.atleast_1d(getattr(one, end)) for one in found]) for end in ("low", "high"))
        return Interval(low=low, high=high, ci_prob=ci_prob, ci_kind=ci_kind)

    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw independent values, dims (classifier, draw)."""
        source = generator(rng)
        return xr.concat([one.draw(draws, source) for one in self.parts], dim="classifier")


@dataclass(frozen=True, kw_only=True, eq=False)
class Alone:
    """What is known of each classifier: its observed value, and the posterior of the losses, along `classifier`."""

    evidence: Evidence | PairEvidence
    method: Method
    observed: Mapping[str, float]
    posterior: Posterior | OfEach
    facts: tuple[Fact, ...]

    @property
    def trust(self) -> Trust:
        """How far the numbers can be trusted numerically."""
        draws = self.posterior.n_draws
        if draws is None:
            return Trust(sentence="deterministic: closed forms and quadrature, no Monte Carlo", exact=True)
        return Trust(sentence=f"{draws} draws", prob_error=0.5 / draws**0.5)


def alone(data: Any, metric: Metric, asked: Method | Auto, settings: Settings) -> Alone:
    """Return what predictions, scores or a table tell of each classifier, on all records that it answered."""
    if isinstance(data, xr.Dataset):
        return _of_predictions(data, metric, asked, settings)
    if holds_scores(data):
        scores = check_scores(data, "data")
        singles = singles_of_scores(scores, metric)
        method = chosen_methods(asked, singles)[0]
        names, mean = scores["classifier"].to_numpy(), scores.mean(("repeat", "fold"))
        observed = dict(zip(map(str, names), mean.to_numpy().tolist(), strict=True))
        posterior = method.fit(singles, settings).difference
        return Alone(evidence=singles, method=method, observed=observed, posterior=posterior, facts=singles.facts)
    pair = evidence_of(data, metric=metric)
    method = chosen_methods(asked, pair)[0]
    posterior = method.alone_of_pair(pair, settings)
    if posterior is None:
        raise ValueError(f"`method` must tell the errors of each by itself, but {method.name!r} tells of two alone.")
    observed = dict(zip((pair.first, pair.second), pair.observed, strict=True))
    return Alone(evidence=pair, method=method, observed=observed, posterior=posterior, facts=pair.facts)


def _of_predictions(data: xr.Dataset, metric: Metric, asked: Method | Auto, settings: Settings) -> Alone:
    whole = Evidence.of(data, metric)
    if len(whole.classifiers) > 1 and (whole.design.n_judged or lacks_answers(whole.predictions)):
        names = data["classifier"].to_numpy().tolist()
        each = [_of_predictions(data.sel(classifier=[name]), metric, asked, settings) for name in names]
        return Alone(
            evidence=whole,
            method=each[0].method,
            observed={name: value for one in each for name, value in one.observed.items()},
            posterior=OfEach(parts=tuple(one.posterior for one in each)),
            facts=tuple({fact.text: fact for one in each for fact in one.facts}.values()),
        )
    evidence = whole if whole.design.n_judged else whole.answered_by_all
    method = joint_method(asked, evidence, "tells of each by itself", "each by itself")
    posterior = method.alone(evidence, settings)
    facts = tuple(fact for fact in whole.facts if fact.kind != RUNS)  # which is of differences
    return Alone(evidence=evidence, method=method, observed=evidence.observed, posterior=posterior, facts=facts)
