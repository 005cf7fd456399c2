"""The level "crossed-effects": records and training sets, from the outcomes of every record."""

from typing import Any

import numpy as np
import xarray as xr

from bayescmp._bibliography import Cite, Sentence
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.levels._level import Level, Packed, Told, fits_training_sets, methods_of_embedding, prior_words
from bayescmp.levels._training import Training, VarianceParts
from bayescmp.model_selection import BLOCKED_5_X_2
from bayescmp.posteriors import (
    CrossedEffectsPosterior,
    JointPosterior,
    crossed_effects_of_sums,
    likelihood_of_parts,
)
from bayescmp.posteriors._crossed_effects import mixed_over_tau
from bayescmp.posteriors._embedded import embedded_posterior
from bayescmp.posteriors._parts import variance_per_record
from bayescmp.posteriors._training_variance import tau_words

_MOST = 10.0  # records that an outcome may be worth; observed shares give a little more than one
_MODEL = (
    "The posterior of the difference is that of crossed effects of records and training sets. The shares of records "
    "and rest were estimated from the outcomes of each record, and the variance that training sets add (tau, in units "
    "of the sampling variance; prior: {tau}) was integrated out, because one run of a cross-validation cannot "
    "estimate its own variance ("
)


def _fit(evidence: PairEvidence, settings: Settings) -> CrossedEffectsPosterior:
    if evidence.sums is None:
        raise ValueError("The crossed effects need the outcomes of every record, but there are only tables.")
    return crossed_effects_of_sums(evidence.sums, tau=settings.tau, prior=settings.prior, strength=settings.strength)


def _joint(evidence: Evidence, pairs: CrossedEffectsPosterior, settings: Settings) -> JointPosterior:
    return embedded_posterior(pairs, _fit(evidence.singles(), settings))


def _methods(told: Told) -> tuple[Sentence, ...]:
    counts = f"; the experiment counts as much as {told.size} independent records" if told.size else ""
    given = f"), with {prior_words(told.settings)}{counts}."
    return (
        (_MODEL.format(tau=told.provenance.get("tau", "not recorded")), Cite("bengio2004"), ")."),
        ("Given tau, the posterior is the exact one of a paired table (", Cite("yang2023"), given),
    )


def _pack(posterior: CrossedEffectsPosterior) -> Packed:
    numbers = {
        "tau": posterior.tau,
        "components": {str(name): float(value) for name, value in posterior.components.items()},
        "inverse_size": {str(name): float(value) for name, value in posterior.inverse_size.items()},
        "n_records": int(posterior.n_records),
    }
    return Packed(numbers=numbers, arrays=xr.Dataset({"tau_weights": posterior.weights}))


def _check_possible(packed: Packed, n_outcomes: float) -> None:
    """Refuse numbers that no data give: an experiment worth many times its outcomes, or weights that are none."""
    weights, size = packed.arrays["tau_weights"], packed.numbers.get("inverse_size", {"fixed": 1.0, "per_tau": 0.0})
    tau, shares = weights["tau"].to_numpy(), [packed.numbers["components"][name] for name in ("records", "rest")]
    possible = (
        set(size) == {"fixed", "per_tau"}
        and size["fixed"] * _MOST * n_outcomes > 1
        and size["per_tau"] >= 0
        and 0 < packed.numbers["n_records"] <= n_outcomes
        and bool((weights >= 0).all() and abs(weights.sum() - 1) < 1e-6 and (tau >= 0).all())
        and all(0 <= share <= 1 for share in shares)
    )
    if not possible:
        raise ValueError("the posterior of the crossed effects is not one that data give")


def _unpack(tables: xr.DataArray, packed: Packed, settings: Settings) -> CrossedEffectsPosterior:
    _check_possible(packed, float(tables.sum()))
    cells, components = tables.sum(("repeat", "fold")), dict(packed.numbers["components"])
    base, per_tau = (components.pop(name, 0.0) for name in ("variance", "variance_per_tau"))  # of schema 1
    per_record = float(variance_per_record(cells))
    of_schema_1 = {"fixed": 1 / packed.numbers["n_records"], "per_tau": 0.0}
    if base > 0 and per_record > 0:
        of_schema_1 = {"fixed": base / per_record, "per_tau": per_tau / per_record}
    return mixed_over_tau(
        cells,
        packed.arrays["tau_weights"],
        inverse_size=xr.Dataset(packed.numbers.get("inverse_size", of_schema_1)),
        components=xr.Dataset(components),
        n_records=xr.DataArray(packed.numbers["n_records"]),
        prior=settings.prior,
        strength=settings.strength,
    )


def _variance_parts(posterior: CrossedEffectsPosterior, n_repeats: int) -> VarianceParts:
    components, tau = posterior.components, posterior.weights["tau"].to_numpy()
    share = float(components["records"] / (components["records"] + components["rest"]))
    per_record = float(variance_per_record(posterior.table))
    if per_record == 0:  # no outcome differs: what the prior leaves of it
        per_record = posterior.difference.sd**2 * posterior.n_effective
    variance = per_record * float(posterior.inverse_size["fixed"])
    rest = variance * (1 - share) / (n_repeats * share + 1 - share)
    return VarianceParts(
        records=variance - rest,
        rest=rest,
        training_sets=tau * per_record * float(posterior.inverse_size["per_tau"]),
        weights=posterior.weights.to_numpy(),
        n_records=int(posterior.n_records),
        n_repeats=n_repeats,
    )


def _likelihood(posterior: Any, grid: Any) -> Any:
    return likelihood_of_parts(posterior, np.asarray(grid))


CROSSED_EFFECTS = Level(
    name="crossed-effects",
    summary="any cross-validation or several hold-outs, with effects of records and training sets",
    plan=BLOCKED_5_X_2.name,
    fits=fits_training_sets,
    fit=_fit,
    likelihood=_likelihood,
    trust=lambda *_: Trust(
        sentence="deterministic: quadrature over tau with an error below 1e-6 in probability, no Monte Carlo",
        exact=True,
    ),
    assumes=lambda *_: "training sets vary as sums over their records do; the prior of their variance holds",
    methods=_methods,
    pack=_pack,
    unpack=_unpack,
    joint=_joint,
    joint_methods=methods_of_embedding,
    has_tau=lambda _: True,
    training=Training(
        given=CrossedEffectsPosterior.given_tau,
        prob_above=CrossedEffectsPosterior.prob_tau_above,
        parts=_variance_parts,
    ),
    provenance=lambda _, settings: {"tau": tau_words(settings.tau)},
)
