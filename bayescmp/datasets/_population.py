"""What data sets tell of a difference on others like them: its average, and the next one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd
from scipy import linalg

from bayescmp._support._rounding import without_rounding
from bayescmp._support._typing import Floats
from bayescmp.datasets._entry import Entry
from bayescmp.datasets._own import Own, of_points
from bayescmp.metrics import Metric
from bayescmp.posteriors import NextDatasetPosterior
from bayescmp.posteriors._laws_over_datasets import (
    BASE_SCALE,
    MASS,
    base_regions,
    mean_posterior,
    weighted_mean_posterior,
)
from bayescmp.results import Answer, Settings, in_one_line, in_order, regions

NORMAL = "normal"


@dataclass(frozen=True, kw_only=True, eq=False)
class PairPopulation:
    """What data sets tell of the difference of two classifiers on others."""

    own: Own  # what every data set says by itself
    differences: Floats  # value(first) - value(second) as observed, (n_datasets,)
    widest: float | None  # the widest possible difference, if there is one
    settings: Settings
    words = "deterministic: average and next data set exact, these with an error below 0.002 in probability"
    __repr__ = in_one_line

    @cached_property
    def average(self) -> Answer:
        """Over the population."""
        return Answer(posterior=mean_posterior(self.differences, self.own.sd), settings=self.settings)

    @cached_property
    def next_dataset(self) -> Answer:
        """On another data set: its probabilities are those of the data sets, and of the base."""
        known, of_base = self.own.known, self._of_base(self.scale)
        count = float(known.sum()) + MASS
        first, even, second = ((self._regions.sum(axis=0) + of_base) / count).tolist()
        estimate = float(self.own.mean[known].sum()) / count
        posterior = NextDatasetPosterior(points=self.own.points[known], scale=self.scale)
        return Answer(posterior=posterior, settings=self.settings, exact=((first, even, second), estimate))

    @property
    def scale(self) -> float:
        """Scale of the base of the next data set."""
        return base_scale(self.widest, self.differences[self.own.known])

    def without(self) -> tuple[Floats, Floats]:
        """Return probabilities of the three outcomes without each data set: on average, and on the next one."""
        known = self.own.known
        others = [np.arange(known.size) != place for place in range(known.size)]
        average = [regions(mean_posterior(self.differences[own], self.own.sd[own]), self.settings) for own in others]
        scales = [base_scale(self.widest, self.differences[own & known]) for own in others]
        sums = self._regions.sum(axis=0) - np.where(known[:, None], self.own.regions, 0.0)
        following = (sums + self._of_base(np.array(scales))) / (known.sum() - known + MASS)[:, None]
        return np.stack(average), following

    @property
    def _regions(self) -> Floats:
        return self.own.regions[self.own.known]

    def _of_base(self, scale: float | Floats) -> Floats:
        return MASS * in_order(base_regions(scale, *self.settings.rope), self.settings)


def base_scale(widest: float | None, differences: Floats) -> float:
    """Return the scale of the base: a share of the widest difference, or the root mean square of those observed."""
    if widest is not None:
        return BASE_SCALE * widest
    return float(linalg.norm(differences) / np.sqrt(max(differences.size, 1))) or 1.0  # of no square that is 0


def told_values(entries: Sequence[Entry], names: Sequence[str]) -> Floats:
    """Return the values that averages are of, (n_datasets, k), NaN where a data set lacks a classifier."""
    return by_classifier([one.metric.loss_of_value(one.told) for one in entries], entries, names)


def by_classifier(values: Sequence[Floats], entries: Sequence[Entry], names: Sequence[str]) -> Floats:
    """Return the values of data sets, (n_datasets, k), NaN where one lacks a classifier."""
    rows = [dict(zip(one.classifiers, own, strict=True)) for own, one in zip(values, entries, strict=True)]
    return pd.DataFrame(rows, columns=list(names)).to_numpy(dtype=float)


def differences_of(metric: Metric, first: Floats, second: Floats) -> Floats:
    """Return value(first) - value(second) on every data set, equal where they differ by rounding alone."""
    return without_rounding(metric.difference(first, second), metric.size(np.stack([first, second])).max())


def mean_over(entries: Sequence[Entry], own: Own, settings: Settings) -> Answer:
    """Return what is known of the mean over the data sets at hand that say something; of one, what it says."""
    known = own.known
    if not known.any():
        return Answer(posterior=entries[0].in_values.difference, settings=settings)
    if known.sum() == 1:
        place = int(np.argmax(known))
        first, even, second = own.regions[place].tolist()
        posterior = entries[place].in_values.difference
        return Answer(posterior=posterior, settings=settings, exact=((first, even, second), float(own.mean[place])))
    shares = np.full(known.sum(), 1 / known.sum())
    mean = shares @ own.mean[known]
    answer = Answer(posterior=weighted_mean_posterior(own.points[known], shares, "these"), settings=settings)
    probabilities = answer.probabilities
    if not own.sd[known].any():  # so that the mean is known as well
        mean, of_point = of_points(mean, float(shares @ np.abs(own.mean[known])), settings)
        probabilities = tuple(of_point.tolist())
    return replace(answer, exact=(probabilities, float(mean)))
