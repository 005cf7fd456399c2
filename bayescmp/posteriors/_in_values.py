"""Posteriors of losses, turned into the units of a metric of which more is better."""

from dataclasses import dataclass
from typing import Any

import xarray as xr

from bayescmp._support._validation import RandomNumbers
from bayescmp.metrics import Metric
from bayescmp.results._interval import Values, in_one_line
from bayescmp.results._posterior import Posterior


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
        return self.of_losses.difference.mirrored

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
