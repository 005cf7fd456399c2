"""Posteriors of losses, turned into the units of a metric of which more is better."""

from dataclasses import dataclass
from typing import Any, override

import numpy as np
import xarray as xr

from bayescmp._support._validation import RandomNumbers
from bayescmp.metrics import Metric
from bayescmp.results._interval import Interval, Values, in_one_line, plain
from bayescmp.results._posterior import Posterior


@dataclass(frozen=True, kw_only=True, eq=False)
class Mirrored(Posterior):
    """The posterior of a quantity with its sign turned.

    Attributes
    ----------
    of : Posterior
        That of the quantity; this one is of its negative.
    """

    of: Posterior
    __repr__ = in_one_line

    @property
    def name(self) -> str:  # type: ignore[override]
        """Name of the quantity."""
        return self.of.name

    @property
    @override
    def mean(self) -> Values:
        return 0.0 - self.of.mean

    @property
    @override
    def sd(self) -> Values:
        return self.of.sd

    @property
    def draws(self) -> xr.DataArray:
        """The draws, where the quantity has some."""
        of: Any = self.of
        return 0.0 - of.draws

    @override
    def cdf(self, x: Values) -> Values:
        return self.of.sf(-_array(x))

    @override
    def sf(self, x: Values) -> Values:
        return self.of.cdf(-_array(x))

    @override
    def pdf(self, x: Values) -> Values:
        return self.of.pdf(-_array(x))

    @override
    def ppf(self, q: Values) -> Values:
        return -self.of.ppf(1 - _array(q))

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        return 0.0 - self.of.draw(draws, rng)

    @override
    def quadrature(self) -> tuple[xr.DataArray, xr.DataArray]:
        points, weights = self.of.quadrature()
        return -points, weights

    @override
    def interval(self, ci_prob: float = 0.95, ci_kind: str = "eti") -> Interval:
        found = self.of.interval(ci_prob, ci_kind)
        return Interval(low=0.0 - found.high, high=0.0 - found.low, ci_prob=found.ci_prob, ci_kind=found.ci_kind)

    @override
    def _outside(self, low: float, high: float) -> tuple[Values, Values]:
        above, _, below = self.of.probabilities(-high, -low)
        return below, above


def _array(x: Values) -> Values:
    """Return what has a negative: lists have none."""
    return plain(np.asarray(x)) if isinstance(x, (list, tuple)) else x


@dataclass(frozen=True, kw_only=True, eq=False)
class InValues:
    """The posterior of a pair by a metric of which more is better.

    What it does not have itself is that of `losses`, whose differences are those of losses, such as of error rates for
    the accuracy.

    Attributes
    ----------
    of_losses : posterior of a pair
        That of the losses.
    metric : Metric
        Whose values are compared.
    """

    of_losses: Any
    metric: Metric
    __repr__ = in_one_line

    @property
    def difference(self) -> Posterior:
        """Posterior of value(first) - value(second)."""
        return Mirrored(of=self.of_losses.difference)

    @property
    def mean(self) -> Values:
        """Centre of the difference, where that is a t distribution or a mixture of such."""
        return 0.0 - self.of_losses.mean

    @property
    def observed(self) -> Values:
        """Observed difference, where the posterior is drawn."""
        return 0.0 - self.of_losses.observed

    @property
    def moved(self) -> tuple[float, float, float]:
        """Observed difference, its posterior mean, and by how many standard deviations the prior moved it."""
        observed, mean, by = self.of_losses.moved
        return 0.0 - observed, 0.0 - mean, by

    def given_tau(self, tau: float) -> Any:
        """Return the posterior given the variance that training sets add, where that has a posterior."""
        return in_values(self.of_losses.given_tau(tau), self.metric)

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Draw from the posterior in the form that ArviZ takes."""
        tree = self.of_losses.to_datatree(draws, rng)
        found = tree["posterior"].to_dataset()
        turned = {"difference": 0.0 - found["difference"]}
        if "value" in found:
            turned["value"] = self.metric.loss_of_value(found["value"])
        tree["posterior"] = xr.DataTree(found.assign(turned))
        return tree

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "of_losses":  # not there yet, as while it is copied
            raise AttributeError(name)
        return getattr(self.of_losses, name)


def in_values(posterior: Any, metric: Metric) -> Any:
    """Return the posterior of a pair in the units of a metric: of value(first) - value(second)."""
    return InValues(of_losses=posterior, metric=metric) if metric.greater_is_better else posterior
