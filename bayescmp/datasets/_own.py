"""What every data set says of one pair by itself, as arrays over data sets."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._rounding import ROUNDING
from bayescmp._support._typing import Booleans, Floats
from bayescmp.metrics import Metric
from bayescmp.posteriors._laws_over_datasets import picked, points_of
from bayescmp.posteriors._pair_posteriors import in_values
from bayescmp.results import Settings, in_one_line, in_order
from bayescmp.results import regions as regions_of

type Batches = list[tuple[list[int], Callable[[], Any]]]

DIM = "dataset"
_PAIRS = 256  # that are asked together: memory is that of some hundred numbers for each and each data set
_POINTS = 64
_OF_DATASETS = ("regions", "mean", "sd", "points")


@dataclass(frozen=True, kw_only=True, eq=False)
class Own:
    """Differences of two classifiers on data sets, each by its own posterior, in the units of the metric."""

    batches: Batches  # places of data sets that are alike, and what returns their posteriors along the dim `dataset`
    regions: Floats  # probabilities of first better, equivalent and second better, (n_datasets, 3)
    mean: Floats  # posterior means, (n_datasets,)
    sd: Floats
    points: Floats  # of equal weights, (n_datasets, n_points); infinite where a data set says nothing
    __repr__ = in_one_line

    @property
    def known(self) -> Booleans:
        """Which data sets say something."""
        return np.asarray(np.isfinite(self.points).all(axis=1))

    def intervals(self, settings: Settings) -> Floats:
        """Return lower and upper ends of credible intervals, (n_datasets, 2)."""
        found = np.empty((len(self.mean), 2))
        for places, batch in self.batches:
            interval = batch().difference.interval(settings.ci_prob, settings.ci_kind)
            found[places] = np.stack([xr.DataArray(end) for end in (interval.low, interval.high)], axis=1)
        return found

    def draw(self, draws: int, source: np.random.Generator) -> Floats:
        """Draw the differences, independent of each other, (n_datasets, n_draws)."""
        found = np.empty((len(self.mean), draws))
        for places, batch in self.batches:
            drawn = batch().difference.draw(draws, source).transpose(DIM, "draw").to_numpy()
            found[places] = source.permuted(drawn, axis=1)  # draws of a batch may go together
        return found


def own_of(of_losses: Sequence[tuple[list[int], Any]], metric: Metric, settings: Settings) -> Own:
    """Ask the posteriors of a pair on every data set; those that are alike are asked together."""
    return together([next(_asked(*one, metric, settings)) for one in of_losses])


def owns_of_pairs(places: list[int], of_losses: Any, metric: Metric, settings: Settings, count: int) -> Iterator[Own]:
    """Ask the posteriors of so many pairs, a batch along the dims `dataset` and `pair`, and yield those of each."""
    for begin in range(0, count, _PAIRS):
        yield from _asked(places, picked(of_losses, pair=slice(begin, begin + _PAIRS)), metric, settings)


def _asked(places: list[int], of_losses: Any, metric: Metric, settings: Settings) -> Iterator[Own]:
    """Yield what each pair of a batch says of data sets at some places; of one pair without a dim of pairs."""
    batch = in_values(of_losses, metric)
    mean, sd = (xr.DataArray(one) for one in (batch.difference.mean, batch.difference.sd))
    of_pairs = (len(places), -1)
    moments = np.stack([mean.to_numpy().reshape(of_pairs), sd.to_numpy().reshape(of_pairs)])
    regions = regions_of(batch.difference, settings).reshape(*of_pairs, 3)
    points = points_of(batch.difference, _POINTS).reshape(*of_pairs, _POINTS)
    exact = moments[1] == 0
    regions[exact] = of_points(moments[0][exact], max(map(abs, settings.rope)), settings)[1]
    for pair in range(moments.shape[2]):
        yield Own(
            batches=[(places, partial(picked, batch, pair=pair))], regions=regions[:, pair], mean=moments[0, :, pair],
            sd=moments[1, :, pair], points=points[:, pair],
        )  # fmt: skip


def of_points(values: Floats, size: float, settings: Settings) -> tuple[Floats, Floats]:
    """Return differences that are known exactly, and their probabilities, (..., 3), of what has a `size`."""
    low, high = settings.rope
    # But for rounding, what lies on a bound lies within, and counts half to either side where there is no rope.
    for bound in (0.0, low, high):
        values = np.where(np.abs(values - bound) <= ROUNDING * size, bound, values)
    below, above = np.where(values < low, 1.0, 0.0), np.where(values > high, 1.0, 0.0)
    inside = 1 - below - above
    outside = [below, inside, above] if low < high else [below + inside / 2, 0 * inside, above + inside / 2]
    return values, in_order(np.stack(outside, axis=-1), settings)


def together(parts: Sequence[Own]) -> Own:
    """Return what several batches say of one pair, in the order of the places of its data sets."""
    places = np.concatenate([own for part in parts for own, _ in part.batches])
    order = np.argsort(places)
    new = {int(place): number for number, place in enumerate(places[order])}
    batches = [([new[place] for place in own], batch) for part in parts for own, batch in part.batches]
    found = {name: np.concatenate([getattr(part, name) for part in parts])[order] for name in _OF_DATASETS}
    return Own(batches=batches, **found)
