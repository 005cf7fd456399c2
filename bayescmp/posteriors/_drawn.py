"""The posterior of two classifiers' losses as joint draws."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import xarray as xr

from bayescmp._results import Values, in_one_line, plain
from bayescmp._rounding import ROUNDING
from bayescmp._sampled import SampledPosterior
from bayescmp._typing import Floats
from bayescmp._validation import RandomNumbers
from bayescmp.posteriors._worth import Worth

CHAINS = 4


@dataclass(frozen=True, kw_only=True, eq=False)
class DrawnPosterior:
    """Posterior of the losses of two classifiers by a metric that tables do not tell.

    Attributes
    ----------
    losses : DataArray, dims (draw, classifier, ...)
        Joint draws of the losses of the first and the second; independent ones. Further dims are a batch of pairs.
    observed : DataArray
        loss(first) - loss(second) of the data.
    worth : Worth or None
        What the experiment is worth in independent records, which the draws are mixed over; None for a hold-out, and
        where it was read from a file.
    """

    losses: xr.DataArray
    observed: xr.DataArray
    worth: Worth | None = None
    __repr__ = in_one_line

    @cached_property
    def difference(self) -> SampledPosterior:
        """Posterior of loss(first) - loss(second)."""
        apart = self.losses.isel(classifier=0, drop=True) - self.losses.isel(classifier=1, drop=True)
        return SampledPosterior(draws=in_chains(unless_tied(apart, self.losses)), name="difference")

    @property
    def prob_first_better(self) -> Values:
        """Posterior probability that the first loses less; draws that are equal count half."""
        draws, over = self.difference.draws, ("chain", "draw")
        return plain((draws < 0).mean(over) + 0.5 * (draws == 0).mean(over))

    @property
    def prob_second_better(self) -> Values:
        """Posterior probability that the second loses less; draws that are equal count half."""
        return 1 - self.prob_first_better

    @property
    def moved(self) -> tuple[float, float, float]:
        """Observed difference, its posterior mean, and by how many standard deviations the prior moved it.

        Of a batch, those of the one that is moved the furthest.
        """
        mean, sd = xr.DataArray(self.difference.mean), xr.DataArray(self.difference.sd)
        shift = abs(mean - self.observed) / sd.where(sd > 0, np.inf)
        furthest = int(np.argmax(shift.to_numpy()))
        observed, to, by = (float(one.to_numpy().flat[furthest]) for one in (self.observed, mean, shift))
        return observed, to, by

    @property
    def table(self) -> None:
        """None: the loss is not the error."""
        return

    @property
    def standard_error(self) -> float:
        """Largest Monte Carlo standard error of a probability."""
        return float(0.5 / np.sqrt(self.losses.sizes["draw"]))

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:  # noqa: ARG002
        """Return the draws in the form that ArviZ takes; there are as many as were made."""
        variables = {"difference": self.difference.draws, "loss": in_chains(self.losses)}
        return xr.DataTree.from_dict({"posterior": xr.Dataset(variables)})


def unless_tied[T: (xr.DataArray, Floats)](apart: T, losses: T) -> T:
    """Return differences of drawn losses, 0 where they are rounding: those losses are tied."""
    return apart * (abs(apart) > ROUNDING * abs(losses).max())


def in_chains(draws: xr.DataArray) -> xr.DataArray:
    """Give independent draws the dims (chain, draw) of ArviZ, first."""
    per_chain = draws.sizes["draw"] // CHAINS
    kept = draws.isel(draw=slice(0, CHAINS * per_chain)).transpose("draw", ...)
    dims = ("chain", "draw", *kept.dims[1:])
    coords = {"chain": np.arange(CHAINS), "draw": np.arange(per_chain)}
    coords |= {str(dim): kept[dim].to_numpy() for dim in kept.dims[1:] if dim in kept.coords}
    return xr.DataArray(kept.to_numpy().reshape(CHAINS, per_chain, *kept.shape[1:]), dims=dims, coords=coords)
