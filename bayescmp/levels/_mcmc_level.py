"""The level "crossed-effects-mcmc": records and training sets on the scale of logits, sampled."""

from dataclasses import dataclass, field
from typing import Any

import xarray as xr

from bayescmp._bibliography import Sentence
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp.design import Design
from bayescmp.evidence import PairEvidence
from bayescmp.hierarchical import CrossedEffectsSample, crossed_effects_mcmc
from bayescmp.hierarchical._crossed_mcmc import is_sample_of
from bayescmp.hierarchical._sampler import sampling_sentence
from bayescmp.levels._level import Level, Told, fits_training_sets
from bayescmp.metrics import Metric


@dataclass(frozen=True, kw_only=True)
class CrossedEffectsMCMC(Level):
    """As the crossed effects, on the scale of logits, sampled: some 5 s a comparison, 30 s the first on a machine.

    Attributes
    ----------
    draws, tune, chains, cores, target_accept, nuts_sampler, progress
        As of `crossed_effects_mcmc`.
    sample : DataTree, optional
        What `crossed_effects_mcmc` returned for the same predictions and classifiers, in place of sampling.
    """

    name = "crossed-effects-mcmc"
    summary = "as the crossed effects, on the scale of logits, sampled"
    samples = True
    unasked = False
    draws: int = 1000
    tune: int = 500
    chains: int = 4
    cores: int | None = None
    target_accept: float = 0.97
    nuts_sampler: str = "nutpie"
    progress: bool = False
    sample: xr.DataTree | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.sample, xr.DataTree):
            object.__setattr__(self, "sample", self.sample.copy(deep=True))

    def fits(self, design: Design, metric: Metric) -> bool:
        return fits_training_sets(design, metric) and not design.n_groups

    def fit(self, evidence: PairEvidence, settings: Settings) -> CrossedEffectsSample:
        if evidence.predictions is None:
            raise ValueError("The sampled crossed effects need predictions, but there are only tables.")
        data, names, tree = evidence.predictions, (evidence.first, evidence.second), self.sample
        if tree is None:
            asked = {name: value for name, value in self.options().items() if name != "sample"}
            tree = crossed_effects_mcmc(data, *names, rng=settings.rng, **asked)
        elif not is_sample_of(tree, data, *names):
            raise ValueError(
                "`sample` must be what `crossed_effects_mcmc` returned for the same predictions and classifiers."
            )
        return CrossedEffectsSample.of(tree, evidence.counts)

    def trust(self, posterior: CrossedEffectsSample, settings: Settings) -> Trust:
        return Trust(
            sentence=posterior.verdict["sentence"],
            reliable=posterior.verdict["passed"],
            prob_error=max(posterior.difference.standard_error_of_cdf(bound) for bound in settings.rope),
        )

    def assumes(self, design: Design) -> str:  # noqa: ARG002 - always the same
        return "logits are sums of normal effects of records and training sets; the priors hold"

    def methods(self, told: Told) -> tuple[Sentence, ...]:
        sampler = told.provenance["sampler"]
        priors = "; ".join(f"{name.replace('_', ' ')} {prior}" for name, prior in sampler["prior"].items())
        model = (
            "The posterior of the difference is that of a logistic model with normal effects of records and training "
            f"sets, with the priors {priors}."
        )
        return (model,), sampling_sentence(sampler)

    def provenance(self, posterior: CrossedEffectsSample) -> dict[str, Any]:
        return {"sampler": posterior.sampler}
