"""The level "crossed-effects-mcmc": records and training sets on the scale of logits, sampled."""

import json
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._bibliography import Sentence
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp._typing import Floats
from bayescmp.evidence import PairEvidence
from bayescmp.hierarchical import CrossedEffectsSample, crossed_effects_mcmc
from bayescmp.hierarchical._crossed_sample import DRAWN
from bayescmp.hierarchical._sampler import sampling_sentence
from bayescmp.levels._level import Level, Packed, Told, fits_training_sets


def _fit(evidence: PairEvidence, settings: Settings) -> CrossedEffectsSample:
    if evidence.predictions is None:
        raise ValueError("The sampled crossed effects need predictions, but there are only tables.")
    tree = crossed_effects_mcmc(
        evidence.predictions, evidence.first, evidence.second, rng=settings.rng, **settings.sampling
    )
    return CrossedEffectsSample.of(tree, evidence.counts)


def _trust(posterior: CrossedEffectsSample, settings: Settings) -> Trust:
    return Trust(
        sentence=posterior.verdict["sentence"],
        reliable=posterior.verdict["passed"],
        prob_error=max(posterior.difference.standard_error_of_cdf(bound) for bound in settings.rope),
    )


def _likelihood(posterior: CrossedEffectsSample, grid: Floats) -> Floats:
    """Return the density of the draws: the prior of the difference is flat beside it."""
    return np.asarray(posterior.difference.pdf(grid))


def _methods(told: Told) -> tuple[Sentence, ...]:
    sampler = told.provenance["sampler"]
    priors = "; ".join(f"{name.replace('_', ' ')} {prior}" for name, prior in sampler["prior"].items())
    model = (
        "The posterior of the difference is that of a logistic model with normal effects of records and training sets, "
        f"with the priors {priors}."
    )
    return (model,), sampling_sentence(sampler)


def _pack(posterior: CrossedEffectsSample) -> Packed:
    cells = posterior.cells.rename({dim: f"cells_{dim}" for dim in posterior.cells.dims})
    arrays = posterior.draws.assign(cells=cells).assign_attrs(verdict=json.dumps(posterior.verdict))
    return Packed(arrays=arrays)


def _unpack(_: xr.DataArray, packed: Packed, __: Settings) -> CrossedEffectsSample:
    cells = packed.arrays["cells"]
    cells = cells.rename({dim: str(dim).removeprefix("cells_") for dim in cells.dims}).rename("records")
    draws = packed.arrays[list(DRAWN)].drop_attrs()
    return CrossedEffectsSample(draws=draws, cells=cells, verdict=json.loads(packed.arrays.attrs["verdict"]))


def _provenance(posterior: CrossedEffectsSample, _: Settings) -> dict[str, Any]:
    return {"sampler": posterior.sampler}


CROSSED_EFFECTS_MCMC = Level(
    name="crossed-effects-mcmc",
    summary="as the crossed effects, on the scale of logits, sampled",
    plan=None,
    fits=fits_training_sets,
    fit=_fit,
    likelihood=_likelihood,
    trust=_trust,
    assumes=lambda *_: "logits are sums of normal effects of records and training sets; the priors hold",
    methods=_methods,
    pack=_pack,
    unpack=_unpack,
    runs_unasked=lambda _: False,
    samples=True,
    provenance=_provenance,
)
