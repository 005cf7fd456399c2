"""The t population of two classifiers, for comparison: from likelihoods of the data sets on a grid of differences."""

from collections.abc import Sequence

import numpy as np
import xarray as xr

from bayescmp._population_priors import StudentPrior
from bayescmp._typing import Floats
from bayescmp.datasets._entry import Entry
from bayescmp.datasets._own import Own
from bayescmp.posteriors import StudentPopulation
from bayescmp.posteriors._likelihood import likelihood_cells
from bayescmp.posteriors._population_grid import population_grid

_CELLS, _MOST_CELLS, _MOST_NUMBERS = 4001, 16_385, 2**22
_SPREADS, _OF_SPREAD, _OF_AVERAGE = 12, 10, 5
"""How many standard deviations a grid reaches beyond the differences that were observed."""
_COARSE = 0.5
"""Step of the grid, as a share of what data sets differ by, above which numbers are rough."""


def student_population(entries: Sequence[Entry], own: Own, prior: StudentPrior) -> StudentPopulation:
    """Return the posterior of a t population.

    Parameters
    ----------
    entries : list of Entry
        Of two classifiers.
    own : Own
        What they say by themselves.
    prior : StudentPrior
        In units of the metric.
    """
    middles = _middles(entries, own, prior)
    found = np.stack([_cells(one, own, place, middles) for place, one in enumerate(entries)])
    coords = {"dataset": [one.name for one in entries], "difference": middles}
    likelihood = xr.DataArray(found, dims=("dataset", "difference"), coords=coords, name="likelihood")
    return StudentPopulation(grid=population_grid(likelihood, prior, _scale(entries, own)), prior=prior)


def words_of_grid(entries: Sequence[Entry], own: Own, population: StudentPopulation) -> str:
    """Say how fine the grid is, and for what it is too coarse."""
    grid, prior = population.grid, population.prior
    on = f"deterministic, on a grid of {grid.middles.size} differences, {grid.step:.2g} apart"
    told = grid.scale if grid.scale > 0 or len(entries) > 1 or _is_flat(prior) else np.inf
    if grid.step > _COARSE * min(prior.average, prior.spread, told):
        return f"{on}: too coarse for the prior or for data sets that differ so little; give a prior of their size"
    finer = [one.name for one, sd in zip(entries, own.sd, strict=True) if 0 < sd < grid.step]
    if finer:
        named = finer[0] if len(finer) == 1 else f"{len(finer)} data sets"
        return f"{on}: {named} known better than that; others are not moved"
    return f"{on}: numbers move by less than 0.002 on a finer one"


def _cells(entry: Entry, own: Own, place: int, middles: Floats) -> Floats:
    """Return the shares of a data set's likelihood in the cells of a grid."""
    sd = float(own.sd[place])
    if entry.level is None:
        return likelihood_cells(np.ones_like, float(own.mean[place]), 0.0, middles)
    level, posterior, sign = entry.level, entry.posterior, entry.metric.sign

    def likelihood(grid: Floats) -> Floats:
        return level.likelihood(posterior, sign * grid)

    return likelihood_cells(likelihood, float(own.mean[place]), sd, middles)


def _middles(entries: Sequence[Entry], own: Own, prior: StudentPrior) -> Floats:
    """Return a grid of differences, symmetric about 0, that tells apart what the data sets do."""
    widest, scale = entries[0].metric.widest, _scale(entries, own)
    if _is_flat(prior) and scale == 0:  # nothing tells how far to go
        scale = widest or max(abs(one.observed) for one in entries)
    spread = prior.spread if np.isfinite(prior.spread) else scale
    average = prior.average if np.isfinite(prior.average) else scale
    known = max(
        abs(one.observed) + _SPREADS * (sd if np.isfinite(sd) else 0.0) for one, sd in zip(entries, own.sd, strict=True)
    )
    reach = known + _OF_SPREAD * spread + _OF_AVERAGE * average or 1.0
    half = reach if widest is None else min(reach, widest)
    scales = (scale, prior.average, prior.spread)
    step = min((one for one in scales if one > 0), default=half) / max(8.0, 2 * np.sqrt(len(entries)))
    most = min(_MOST_CELLS, max(_CELLS, _MOST_NUMBERS // len(entries)))
    cells = int(np.clip(2 * half / step, _CELLS, most))
    return np.linspace(-half, half, cells // 2 * 2 + 1)


def _is_flat(prior: StudentPrior) -> bool:
    return not np.isfinite(max(prior.average, prior.spread))


def _scale(entries: Sequence[Entry], own: Own) -> float:
    """Return by how much data sets differ, or are known where that is more."""
    known = own.sd[np.isfinite(own.sd)]
    observed = np.array([one.observed for one in entries])
    return max(float(observed.std()), float(np.median(known)) if known.size else 0.0)
