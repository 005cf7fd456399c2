"""The population that data sets come from: its prior in the unit of their loss, its grid, and its posterior."""

from collections.abc import Mapping

import numpy as np
import xarray as xr

from bayescmp._population import PRIORS, PopulationPrior
from bayescmp._text import shown
from bayescmp._typing import Floats
from bayescmp._validation import check_choice
from bayescmp.datasets._entry import Entry, scale_of_differences
from bayescmp.metrics import Metric
from bayescmp.posteriors import PopulationPosterior
from bayescmp.posteriors._population_grid import population_grid

_CELLS, _MOST_CELLS, _MOST_NUMBERS = 4001, 16_385, 2**22
_SPREADS, _OF_SPREAD, _OF_AVERAGE = 12, 10, 5
"""How many standard deviations a grid reaches beyond the differences that were observed."""


def prior_of(prior: object, metric: Metric, losses: Mapping[str, Floats]) -> PopulationPrior:
    """Return the prior in units of the loss, which those by name have as shares of the widest difference.

    Parameters
    ----------
    prior : str, PopulationPrior or None
        As asked for.
    metric : Metric
        Whose losses they are.
    losses : mapping of str to array
        Of the classifiers on every data set.

    Returns
    -------
    PopulationPrior

    Raises
    ------
    TypeError, ValueError
        If it is none, must be given, or by name and losses without bounds are not between 0 and 1.
    """
    if isinstance(prior, PopulationPrior):
        return prior
    if prior is None and metric.widest is None:
        raise ValueError(
            f"`prior` must be given for the {metric.noun}, whose losses have no bounds: PopulationPrior(average=..., "
            "spread=...) in units of the loss, of the average difference and of the spread between data sets; or "
            '"default", .1 and .06, which are meant for losses between 0 and 1.'
        )
    if prior is not None and not isinstance(prior, str):
        raise TypeError(f"`prior` must be a name or a PopulationPrior, but got {type(prior).__name__}.")
    name = check_choice("prior", "default" if prior is None else prior, tuple(PRIORS))
    if metric.widest is None:
        _check_between_0_and_1(name, metric, losses)
    return PRIORS[name].scaled(1.0 if metric.widest is None else metric.widest)


def _check_between_0_and_1(prior: str, metric: Metric, losses: Mapping[str, Floats]) -> None:
    for name, found in losses.items():
        odd = [float(metric.loss_of_value(loss)) for loss in found if not 0 <= loss <= 1]
        if odd:
            raise ValueError(
                f"`prior` must be given in units of the loss where losses are not between 0 and 1, but got "
                f"{shown(prior)}, and the {metric.noun} on {name!r} is {odd[0]:g}. Per cents have to be divided by "
                "100; else give PopulationPrior(average=..., spread=...)."
            )


def middles_of(entries: list[Entry], prior: PopulationPrior) -> np.ndarray:
    """Return a grid of differences, symmetric about 0, that tells apart what the data sets do."""
    widest = entries[0].evidence.metric.widest
    reach = _reach(entries, prior)
    half = reach if widest is None else min(reach, widest)
    scales = (scale_of_differences(entries), prior.average, prior.spread)
    step = min((one for one in scales if one > 0), default=half) / max(8.0, 2 * np.sqrt(len(entries)))
    most = min(_MOST_CELLS, max(_CELLS, _MOST_NUMBERS // len(entries)))
    cells = int(np.clip(2 * half / step, _CELLS, most))
    return np.linspace(-half, half, cells // 2 * 2 + 1)


def _reach(entries: list[Entry], prior: PopulationPrior) -> float:
    scale = scale_of_differences(entries)
    spread = prior.spread if np.isfinite(prior.spread) else scale
    average = prior.average if np.isfinite(prior.average) else scale
    known = max(abs(one.observed) + _SPREADS * (one.sd if np.isfinite(one.sd) else 0.0) for one in entries)
    reach = known + _OF_SPREAD * spread + _OF_AVERAGE * average
    return reach if reach > 0 else 1.0


def population_of(entries: list[Entry], prior: PopulationPrior) -> PopulationPosterior:
    """Return the posterior of the population."""
    middles = middles_of(entries, prior)
    found = np.stack([one.cells(middles) for one in entries])
    coords = {"dataset": [one.name for one in entries], "difference": middles}
    likelihood = xr.DataArray(found, dims=("dataset", "difference"), coords=coords, name="likelihood")
    return population_posterior(likelihood, prior, scale_of_differences(entries))


def population_posterior(likelihood: xr.DataArray, prior: PopulationPrior, scale: float) -> PopulationPosterior:
    """Return the posterior of the population from likelihoods on a grid."""
    return PopulationPosterior(grid=population_grid(likelihood, prior, scale), prior=prior)
