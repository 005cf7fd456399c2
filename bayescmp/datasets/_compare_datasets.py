"""Compare two classifiers over several data sets."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._population import PopulationPrior
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp.datasets._datasets_comparison import DatasetsComparison
from bayescmp.datasets._entry import Entry, entries_of
from bayescmp.datasets._frames import (
    frame_alone,
    frame_of_baselines,
    frame_of_datasets,
    frame_of_priors,
    frame_without,
)
from bayescmp.datasets._gather import gathered, provenance_of_data
from bayescmp.datasets._population import population_of, prior_of
from bayescmp.levels import LEVELS
from bayescmp.levels._registry import AUTO
from bayescmp.metrics import Metric
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.posteriors import PopulationPosterior
from bayescmp.posteriors._training_variance import tau_grid

_COARSE = 0.5
"""Step of the grid, as a share of what data sets differ by, above which numbers are rough."""


def compare_datasets(
    data: Mapping[str, xr.Dataset | xr.DataArray] | xr.DataTree | xr.DataArray | xr.Dataset,
    *,
    first: str | None = None,
    second: str | None = None,
    metric: str | Callable[[Any, Any], float] | Metric = DEFAULT_METRIC.name,
    pos_label: object = None,
    by: str | None = None,
    rope: float | tuple[float, float] = 0.0,
    inference: str = AUTO,
    prior: str | PopulationPrior | None = None,
    tau: Any = "default",
    ci_prob: float = 0.95,
    ci_kind: str = "eti",
    threshold: float = 0.975,
) -> DatasetsComparison:
    """Say which of two classifiers is better on data sets like these.

    The estimands are loss(first) - loss(second) on the next data set of the population that the data sets come from,
    and its average over that population; negative means that the first is better.

    Parameters
    ----------
    data : mapping, DataTree, DataArray or Dataset
        Data sets by name, each of what `compare` takes: predictions, losses of records, tables, or scores; designs may
        differ. A DataTree has a child for each; tables and scores may have the dim `dataset`. Predictions of one
        hold-out with `by`.
    first, second : str, optional
        The classifiers to compare, in this order; may be left out where there are only two.
    metric, pos_label
        As in `compare`.
    by : str, optional
        A coordinate of the records, such as "task", whose values are the data sets. `these` then weighs them by their
        records.
    rope : float or (float, float), default 0.0
        Region of practical equivalence, as a half-width or as (low, high), in units of the loss.
    inference : str, default "auto"
        The inference level of every data set, as in `compare`; "auto" takes what fits each.
    prior : {"default", "baycomp"} or PopulationPrior, optional
        Prior of the average and of the spread between data sets. By default and by name shares of the widest possible
        difference; must be given where losses have no bounds. "baycomp" is flat in both, which needs many data sets.
    tau : {"default", "cautious"}, a number or a distribution, default "default"
        Prior of the variance that training sets add, as in `compare`.
    ci_prob, ci_kind, threshold
        As in `compare`; a decision is made on each question by itself.

    Returns
    -------
    DatasetsComparison

    Raises
    ------
    TypeError
        If `data` are no data sets, or one of them is nothing that `compare` takes.
    ValueError
        If there are none, one has other classifiers or another metric, or an argument is out of range; the message
        names the data set.

    Notes
    -----
    See `bayescmp.posteriors.PopulationPosterior` for the model. Every data set enters by the likelihood of its own
    inference level, whatever its prior; nothing is drawn. The data sets are taken as independent and as like the ones
    that the answer is meant for: a collection that was chosen because the first does well on it answers for such
    collections.

    Examples
    --------
    >>> import bayescmp as bc
    >>> def table(first, second):
    ...     return bc.paired_table(both_wrong=8, only_first_wrong=first, only_second_wrong=second, both_right=180)
    >>> data = {"a": table(2, 12), "b": table(4, 9), "c": table(3, 14), "d": table(5, 11), "e": table(1, 10)}
    >>> result = bc.compare_datasets(data, first="tree", second="svm")
    >>> result.average.decision, result.next_dataset.decision
    ('first better', 'undecided')
    """
    LEVELS.check("inference", inference, also=[AUTO])
    tau_grid(tau)
    named = gathered(data, by)
    entries = entries_of(
        named,
        first=first,
        second=second,
        metric=metric,
        pos_label=pos_label,
        inference=inference,
        settings=Settings.checked(tau=tau, ci_prob=ci_prob, ci_kind=ci_kind, threshold=threshold, rng=0),
    )
    evidence = entries[0].evidence
    settings = Settings.checked(
        rope=rope,
        widest=evidence.metric.widest,
        ci_prob=ci_prob,
        ci_kind=ci_kind,
        threshold=threshold,
        tau=tau,
        rng=0,
    )
    posterior = population_of(entries, prior_of(prior, evidence.metric, {one.name: one.losses for one in entries}))
    return result_of(
        posterior,
        frame_alone(entries, settings, by_size=by is not None),
        settings,
        first=evidence.first,
        second=evidence.second,
        metric=evidence.metric,
        by=by,
        trust=_trust(entries, posterior, settings),
        provenance=provenance_of_data(named),
    )


def result_of(
    posterior: PopulationPosterior, alone: pd.DataFrame, settings: Settings, **parts: Any
) -> DatasetsComparison:
    """Return the result that follows from the population and from what every data set says by itself."""
    return DatasetsComparison(
        settings=settings,
        posterior=posterior,
        datasets=frame_of_datasets(alone, posterior, settings),
        leave_one_out=frame_without(posterior, settings),
        sensitivity=frame_of_priors(posterior, settings),
        baselines=frame_of_baselines(alone["raw"].to_numpy(), posterior, settings),
        **parts,
    )


def _trust(entries: list[Entry], posterior: PopulationPosterior, settings: Settings) -> Trust:
    found = [one.level.trust(one.posterior, settings) for one in entries]
    unreliable = [one.name for one, trust in zip(entries, found, strict=True) if not trust.reliable]
    sentence = _words_of_grid(entries, posterior)
    if unreliable:
        sentence = f"NOT reliable on {', '.join(unreliable)}, whose draws are not; {sentence}"
    return Trust(sentence=sentence, reliable=not unreliable, prob_error=max(one.prob_error for one in found))


def _words_of_grid(entries: list[Entry], posterior: PopulationPosterior) -> str:
    """Say how fine the grid is, and for what it is too coarse."""
    grid, prior = posterior.grid, posterior.prior
    on = f"deterministic, on a grid of {grid.middles.size} differences, {grid.step:.2g} apart"
    if grid.step > _COARSE * min(prior.average, prior.spread, grid.scale if grid.scale > 0 else np.inf):
        return f"{on}: too coarse for the prior or for data sets that differ so little; give a `prior` of their size"
    finer = [one.name for one in entries if 0 < one.sd < grid.step]
    if finer:
        named = finer[0] if len(finer) == 1 else f"{len(finer)} data sets"
        return f"{on}: numbers of {named} given all are rough, for it is known better than that; others are not moved"
    return f"{on}: numbers move by less than 0.002 on a finer one"
