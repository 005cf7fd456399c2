"""What every data set says of one pair by itself, as arrays over data sets."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._answers import regions as regions_of
from bayescmp._results import in_one_line
from bayescmp._settings import Settings
from bayescmp._typing import Booleans, Floats
from bayescmp.metrics import Metric
from bayescmp.posteriors._in_values import in_values
from bayescmp.posteriors._on_datasets import points_of

type Batches = list[tuple[list[int], Any]]

DIM = "dataset"
_POINTS, _ROUNDING = 64, 1e-12


@dataclass(frozen=True, kw_only=True, eq=False)
class Own:
    """Differences of two classifiers on data sets, each by its own posterior.

    Attributes
    ----------
    batches : list of (list of int, posterior)
        Places of data sets that are alike, and their posteriors, in the units of the metric, as a batch along the dim
        `dataset`.
    regions : array of shape (n_datasets, 3)
        Probabilities of first better, equivalent and second better.
    mean, sd : array of shape (n_datasets,)
        Posterior means and standard deviations.
    points : array of shape (n_datasets, n_points)
        Points of equal weights that stand for the posteriors; infinite where a data set says nothing.
    """

    batches: Batches
    regions: Floats
    mean: Floats
    sd: Floats
    points: Floats
    __repr__ = in_one_line

    @property
    def known(self) -> Booleans:
        """Which data sets say something."""
        return np.asarray(np.isfinite(self.points).all(axis=1))

    def intervals(self, settings: Settings) -> Floats:
        """Return lower and upper ends of credible intervals, (n_datasets, 2)."""
        found = np.empty((len(self.mean), 2))
        for places, batch in self.batches:
            interval = batch.difference.interval(settings.ci_prob, settings.ci_kind)
            found[places] = np.stack([_values(interval.low), _values(interval.high)], axis=1)
        return found

    def draw(self, draws: int, source: np.random.Generator) -> Floats:
        """Draw the differences, independent of each other, (n_datasets, n_draws)."""
        found = np.empty((len(self.mean), draws))
        for places, batch in self.batches:
            drawn = batch.difference.draw(draws, source).transpose(DIM, "draw").to_numpy()
            found[places] = source.permuted(drawn, axis=1)  # draws of a batch may go together
        return found

    def less(self, place: int) -> "Own":
        """Return the same without a data set, of which nothing is asked that its posteriors would have to tell."""
        kept = {name: np.delete(getattr(self, name), place, axis=0) for name in ("regions", "mean", "sd", "points")}
        return Own(batches=[], **kept)


def own_of(of_losses: Batches, metric: Metric, settings: Settings) -> Own:
    """Ask the posteriors of a pair on every data set; those that are alike are asked together."""
    batches = [(places, in_values(batch, metric)) for places, batch in of_losses]
    count = sum(len(places) for places, _ in batches)
    regions, moments, points = np.empty((count, 3)), np.empty((2, count)), np.empty((count, _POINTS))
    for places, batch in batches:
        regions[places] = regions_of(batch.difference, settings)
        moments[:, places] = _values(batch.difference.mean), _values(batch.difference.sd)
        points[places] = points_of(batch.difference, _POINTS)
    low, high = settings.rope
    if low < high:  # what is known exactly and lies on a bound of the rope lies within, but for rounding
        on_bound = np.isclose(moments[0], low, rtol=0, atol=_ROUNDING) | np.isclose(
            moments[0], high, rtol=0, atol=_ROUNDING
        )
        regions[on_bound & (moments[1] == 0)] = 0.0, 1.0, 0.0
    return Own(batches=batches, regions=regions, mean=moments[0], sd=moments[1], points=points)


def _values(values: object) -> Floats:
    """Return the numbers of a batch."""
    return xr.DataArray(values).to_numpy()
