"""Rank several classifiers over several data sets."""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from inspect import signature
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._population import PopulationPrior, check_proper
from bayescmp._registry import did_you_mean
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp._text import shown
from bayescmp._validation import RandomNumbers, check_text, generator
from bayescmp.datasets._datasets_ranking import DatasetsRanking
from bayescmp.datasets._gather import gathered, provenance_of_data
from bayescmp.datasets._moments import Losses, arrays_of_losses, losses_of
from bayescmp.datasets._population import prior_of
from bayescmp.datasets._ranking_frames import (
    frame_against_control,
    frame_of_classifiers,
    frame_of_pairs,
    frame_of_tests,
)
from bayescmp.hierarchical import datasets_ranking_mcmc
from bayescmp.hierarchical._sampler import Sampler
from bayescmp.levels import LEVELS
from bayescmp.levels._registry import AUTO
from bayescmp.metrics import Metric
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.posteriors._training_variance import tau_grid

_PRIOR = "dirichlet"
KEPT = ("average", "next_dataset", "spread")
"""Draws that a result keeps."""


def rank_datasets(
    data: Mapping[str, xr.Dataset | xr.DataArray] | xr.DataTree | xr.DataArray | xr.Dataset,
    *,
    metric: str | Callable[[Any, Any], float] | Metric = DEFAULT_METRIC.name,
    pos_label: object = None,
    by: str | None = None,
    rope: float | tuple[float, float] = 0.0,
    inference: str = AUTO,
    prior: str | PopulationPrior | None = None,
    control: str | None = None,
    tau: Any = "default",
    ci_prob: float = 0.95,
    ci_kind: str = "eti",
    threshold: float = 0.975,
    rng: RandomNumbers = 0,
    **sampling: Any,
) -> DatasetsRanking:
    """Say which of several classifiers is best on data sets like these.

    The estimands are the losses of the classifiers on the next data set of the population that the data sets come from,
    and their averages over that population, both less their mean over the classifiers: only differences count.

    Parameters
    ----------
    data : mapping, DataTree, DataArray or Dataset
        As in `compare_datasets`, with two classifiers or more each. A classifier that is missing on some data sets is
        used where it is.
    metric, pos_label, by, tau
        As in `compare_datasets`.
    rope : float or (float, float), default 0.0
        Region of practical equivalence of a pair: its half-width, or (-x, x), in units of the loss.
    inference : str, default "auto"
        The inference level of predictions; one that has a joint posterior, as in `rank`.
    prior : "default" or PopulationPrior, optional
        As in `compare_datasets`, of the difference of two classifiers; it cannot be flat here.
    control : str, optional
        The classifier that Holm's procedure on mean ranks compares all others to; by default the one with the least
        mean rank.
    ci_prob, ci_kind, threshold
        As in `compare`.
    rng : int, Generator or None, default 0
        Seed or source of the draws.
    **sampling
        `draws`, `tune`, `chains`, `cores`, `target_accept`, `progress`, `nuts_sampler` of
        `bayescmp.hierarchical.datasets_ranking_mcmc`.

    Returns
    -------
    DatasetsRanking

    Raises
    ------
    TypeError
        If `data` are no data sets, or an argument of the sampler has no meaning.
    ValueError
        If data sets are of other metrics, a level has no joint posterior, or an argument is out of range; the message
        names the data set.

    Notes
    -----
    The model is that of `bayescmp.hierarchical.datasets_ranking_mcmc`; a data set enters by the observed losses and the
    covariance of its joint posterior, a normal approximation. For two classifiers `compare_datasets` needs none of
    this, and no sampler.

    Examples
    --------
    >>> import bayescmp as bc
    >>> def best_of(data):
    ...     return bc.rank_datasets(data, rng=0).classifiers["next_dataset_prob_best"]
    """
    LEVELS.check("inference", inference, also=[AUTO])
    _check_keywords(sampling)
    tau_grid(tau)
    source = generator(rng)
    seed = int(rng) if isinstance(rng, (int, np.integer)) else int(source.integers(2**31 - 1))
    asked = {"tau": tau, "ci_prob": ci_prob, "ci_kind": ci_kind, "threshold": threshold, "rng": seed, "prior": _PRIOR}
    named = gathered(data, by)
    losses = losses_of(
        named,
        metric=metric,
        pos_label=pos_label,
        inference=inference,
        settings=Settings.checked(**asked),
    )
    own = next(iter(losses.values())).metric
    settings = Settings.checked(rope=rope, widest=own.widest, **asked)
    if settings.rope[0] != -settings.rope[1]:
        raise ValueError(f"`rope` must be symmetric, for none comes first, but got {shown(rope)}. Give a half-width.")
    mean, covariance = arrays_of_losses(losses)
    population = check_proper(prior_of(prior, own, {name: one.mean for name, one in losses.items()}))
    control = _control(control, mean)

    tree = datasets_ranking_mcmc(mean, covariance, prior=population, rng=seed, **sampling)
    posterior = tree["posterior"].to_dataset()
    verdict = json.loads(tree.attrs["diagnostics"])
    return result_of(
        _in_order(posterior[list(KEPT)].reset_coords(drop=True)),
        mean,
        settings,
        metric=own,
        by=by,
        prior=population,
        control=control,
        shrunken=posterior["loss"].mean(("chain", "draw")).transpose("dataset", "classifier"),
        levels=_levels(losses),
        trust=Trust(sentence=verdict["sentence"], reliable=verdict["passed"], prob_error=_error(verdict)),
        provenance={**provenance_of_data(named), "sampler": json.loads(tree.attrs["provenance"])},
    )


def result_of(draws: xr.Dataset, losses: xr.DataArray, settings: Settings, **parts: Any) -> DatasetsRanking:
    """Return the result that follows from draws of the population and from the observed losses."""
    return DatasetsRanking(
        draws=draws,
        losses=losses,
        settings=settings,
        classifiers=frame_of_classifiers(draws, losses, settings),
        pairs=frame_of_pairs(draws, settings),
        tests=frame_of_tests(losses),
        against_control=frame_against_control(losses, parts["control"]),
        **parts,
    )


def _check_keywords(sampling: Mapping[str, object]) -> None:
    """Refuse keywords that are neither of `rank_datasets` nor of the sampler."""
    samplers = [field.name for field in fields(Sampler)]
    for name in sampling:
        if name not in samplers:
            own = [known for known in signature(rank_datasets).parameters if known != "sampling"]
            raise TypeError(f"`rank_datasets` has no keyword `{name}`.{did_you_mean(name, [*own, *samplers])}")


def _in_order(draws: xr.Dataset) -> xr.Dataset:
    """Return draws in the order of memory in which files give them back, so that sums have the same rounding."""
    ordered = draws.transpose("chain", "draw", "classifier")
    return ordered.map(lambda one: one.copy(data=np.ascontiguousarray(one.to_numpy())))


def _control(control: str | None, losses: xr.DataArray) -> str | None:
    names = [str(name) for name in losses["classifier"].to_numpy()]
    if control is None or check_text("control", control) in names:
        return control
    known = ", ".join(names)
    raise ValueError(f"`control` must be one of {known}, but got {shown(control)}.{did_you_mean(control, names)}")


def _levels(losses: Mapping[str, Losses]) -> dict[str, tuple[str, float]]:
    return {name: (one.level, one.n_records) for name, one in losses.items()}


def _error(verdict: Mapping[str, Any]) -> float:
    """Return the largest Monte Carlo standard error of a probability."""
    size = verdict["min_ess_bulk"]
    return 0.5 / float(np.sqrt(size)) if isinstance(size, (int, float)) and size > 0 else 0.5
