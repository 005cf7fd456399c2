"""The population that data sets come from: what is asked for, in the unit of their loss, and its answers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import xarray as xr

from bayescmp._answers import Answer, in_order
from bayescmp._population_priors import BAYCOMP, DirichletPrior, StudentPrior
from bayescmp._results import in_one_line
from bayescmp._settings import Settings
from bayescmp._text import shown
from bayescmp._typing import Floats
from bayescmp._validation import check_choice
from bayescmp.datasets._entry import Entry
from bayescmp.datasets._own import Own, of_points
from bayescmp.metrics import Metric
from bayescmp.posteriors import DirichletMeanPosterior, DirichletNextPosterior
from bayescmp.posteriors._on_datasets import fewer_points, weighted_mean_posterior
from bayescmp.posteriors._regions import REGIONS

DIRICHLET, STUDENT = "dirichlet", "student"
_MOST_POINTS, _LEAST_POINTS = 512, 3
"""Points of all data sets together from which an average is computed, and those of one of them at least."""
_STUDENTS = {STUDENT: StudentPrior(), "baycomp": BAYCOMP}


def population_asked(population: object) -> DirichletPrior | StudentPrior | str:
    """Return the prior of a population, or its name: its unit is not known before the data are.

    Raises
    ------
    TypeError, ValueError
        If it is neither.
    """
    if isinstance(population, (DirichletPrior, StudentPrior)):
        return population
    if not isinstance(population, str):
        raise TypeError(
            f"`population` must be a name, a DirichletPrior or a StudentPrior, but got {shown(population)}."
        )
    return check_choice("population", population, (DIRICHLET, *_STUDENTS))


def prior_of(
    asked: DirichletPrior | StudentPrior | str, metric: Metric, observed: Floats
) -> DirichletPrior | StudentPrior:
    """Return the prior in units of the metric, which those by name have as shares of the widest difference.

    Parameters
    ----------
    asked : DirichletPrior, StudentPrior or str
        As from `population_asked`.
    metric : Metric
        Whose losses they are.
    observed : array
        Differences of the classifiers on the data sets, whose root mean square is the scale of the base where losses
        have no bounds.
    """
    if isinstance(asked, StudentPrior):
        return asked
    if isinstance(asked, str) and asked != DIRICHLET:
        return _student_of(_STUDENTS[asked], metric)
    return dirichlet_of(asked, metric, observed)


def dirichlet_of(asked: DirichletPrior | str, metric: Metric, observed: Floats) -> DirichletPrior:
    """Return the prior that was asked for, or the usual one in units of the metric."""
    if isinstance(asked, DirichletPrior):
        return asked
    if metric.widest is not None:
        return DirichletPrior().scaled(metric.widest)
    scale = float(np.sqrt(np.mean(np.square(observed)))) if np.size(observed) else 0.0
    return replace(DirichletPrior(), scale=scale if scale > 0 else 1.0)


def _student_of(prior: StudentPrior, metric: Metric) -> StudentPrior:
    if metric.widest is None:
        raise ValueError(
            f"`population` must be given with its scales for the {metric.noun}, whose losses have no bounds: "
            "StudentPrior(average=..., spread=...) in units of the metric, of the average difference and of the spread "
            "between data sets."
        )
    return prior.scaled(metric.widest)


def default_of[T: (DirichletPrior, StudentPrior)](kind: type[T], other: DirichletPrior | StudentPrior) -> T:
    """Return the usual prior of another kind of population, in the unit of one that is known."""
    usual = DirichletPrior().scale if isinstance(other, DirichletPrior) else StudentPrior().spread
    known = other.scale if isinstance(other, DirichletPrior) else other.spread
    return kind().scaled(known / usual if np.isfinite(known) else 1.0)


@dataclass(frozen=True, kw_only=True, eq=False)
class PairPopulation:
    """What is known of a difference over data sets by a Dirichlet process about those at hand.

    Attributes
    ----------
    own : Own
        What every data set says by itself.
    prior : DirichletPrior
        In units of the metric.
    settings : Settings
        Rope, threshold and interval.
    """

    own: Own
    prior: DirichletPrior
    settings: Settings
    __repr__ = in_one_line

    @cached_property
    def next_dataset(self) -> Answer:
        """On another data set: its probabilities are those of the data sets, and of the base."""
        first, even, second = ((self._regions.sum(axis=0) + self._base) / self._count).tolist()
        return Answer(
            posterior=DirichletNextPosterior(points=self.own.points[self.own.known], prior=self.prior),
            settings=self.settings,
            exact=((first, even, second), self._estimate),
        )

    @cached_property
    def average(self) -> Answer:
        """Over the population."""
        found = Answer(posterior=self.mean, settings=self.settings)
        return replace(found, exact=(found.probabilities, self._estimate))

    @cached_property
    def mean(self) -> DirichletMeanPosterior:
        """Posterior of the average, about the data sets that say something."""
        points = self.own.points[self.own.known]
        count = int(np.clip(_MOST_POINTS // max(len(points), 1), _LEAST_POINTS, points.shape[1]))
        return DirichletMeanPosterior(points=fewer_points(points, count), prior=self.prior)

    @property
    def prior_share(self) -> float:
        """Share of the base in the next data set."""
        return self.prior.mass / self._count

    def less(self, place: int, prior: DirichletPrior) -> "PairPopulation":
        """Return the same without a data set, under a prior."""
        return replace(self, own=self.own.less(place), prior=prior)

    def without(self) -> tuple[Floats, Floats]:
        """Return probabilities of the three outcomes without each data set: on the next one, and on average."""
        count, known, (low, high) = len(self.own.regions), self.own.known, self.settings.rope
        following = np.tile(self.next_dataset.probabilities, (count, 1))
        average = np.tile(self.average.probabilities, (count, 1))
        following[known] = (self._regions.sum(axis=0) + self._base - self._regions) / (self._count - 1)
        below, upto = self.mean.without(low), self.mean.without(high)
        around = np.stack([below, np.maximum(upto - below, 0.0), 1 - upto], axis=1)
        average[known] = in_order(around, self.settings)
        return following, average

    def draw_regions(self, draws: int, source: np.random.Generator) -> xr.DataArray:
        """Draw populations, and return what the next data set does in each, dims (draw, region)."""
        weights = source.standard_exponential((draws, len(self._regions)))
        below = source.random(weights.shape)[..., None] > np.cumsum(self._regions, axis=1)
        region = np.minimum(below.sum(axis=2), 2)
        total = np.stack([(weights * (region == one)).sum(axis=1) for one in range(3)], axis=1)
        total += source.standard_gamma(np.broadcast_to(self._base, total.shape))
        shares = in_order(total / total.sum(axis=1, keepdims=True), self.settings)
        return xr.DataArray(shares, dims=("draw", "region"), coords={"region": list(REGIONS)})

    @property
    def _regions(self) -> Floats:
        return self.own.regions[self.own.known]

    @property
    def _base(self) -> Floats:
        return self.prior.mass * in_order(self.prior.regions(*self.settings.rope), self.settings)

    @property
    def _count(self) -> float:
        return float(self.own.known.sum()) + self.prior.mass

    @property
    def _estimate(self) -> float:
        return float(self.own.mean[self.own.known].sum()) / self._count


def mean_over(entries: Sequence[Entry], own: Own, settings: Settings) -> Answer:
    """Return what is known of the mean over the data sets at hand that say something; of one, what it says."""
    known = own.known
    if not known.any():
        return Answer(posterior=entries[0].in_values.difference, settings=settings)
    if known.sum() == 1:
        place = int(np.argmax(known))
        first, even, second = own.regions[place].tolist()
        return Answer(
            posterior=entries[place].in_values.difference,
            settings=settings,
            exact=((first, even, second), float(own.mean[place])),
        )
    shares = np.full(known.sum(), 1 / known.sum())
    posterior = weighted_mean_posterior(own.points[known], shares, "these")
    mean, found = shares @ own.mean[known], Answer(posterior=posterior, settings=settings)
    probabilities = found.probabilities
    if not own.sd[known].any():  # so that the mean is known as well
        mean, of_point = of_points(mean, float(shares @ np.abs(own.mean[known])), settings)
        probabilities = tuple(of_point.tolist())
    return replace(found, exact=(probabilities, float(mean)))
