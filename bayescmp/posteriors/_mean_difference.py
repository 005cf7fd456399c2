"""The posterior of the difference of two mean losses: t or normal distributions about the observed difference."""

from dataclasses import dataclass
from functools import cached_property
from typing import override

import numpy as np
import xarray as xr

from bayescmp._results import Posterior, Values, in_one_line, plain
from bayescmp._validation import RandomNumbers
from bayescmp.posteriors._drawn import CHAINS, in_chains
from bayescmp.posteriors._mixture import MixturePosterior
from bayescmp.posteriors._student import StudentPosterior
from bayescmp.posteriors._worth import Worth


@dataclass(frozen=True, kw_only=True, eq=False)
class MeanDifference:
    """Posterior of loss(first) - loss(second), a mixture of t distributions with one centre.

    Attributes
    ----------
    mean : DataArray, dims of a batch
        The observed difference, the centre.
    scales, weights : DataArray, dims (..., part)
        Widths of the distributions, all infinite where nothing is known, and their probabilities, which sum to 1.
    df : float or DataArray
        Degrees of freedom, of all or of each of a batch; infinite for normal distributions.
    worth : Worth or None
        What a cross-validation is worth, which the parts are of; None for a hold-out, scores, and from a file.
    """

    mean: xr.DataArray
    scales: xr.DataArray
    weights: xr.DataArray
    df: Values
    worth: Worth | None = None
    __repr__ = in_one_line

    @cached_property
    def difference(self) -> Posterior:
        """Posterior of loss(first) - loss(second)."""
        if self.scales.sizes["part"] == 1 or np.isinf(self.scales).all():
            only = self.scales.isel(part=0, drop=True)
            return StudentPosterior(location=self.mean, scale=only, df=self.df, name="difference")
        parts = StudentPosterior(location=self.mean, scale=self.scales, df=self.df, name="difference")
        return _Mixture(parts=parts, weights=self.weights, over="part", name="difference")

    @property
    def prob_first_better(self) -> Values:
        """Posterior probability that the first loses less; a difference of exactly 0 counts half."""
        return self.difference.cdf(0.0)

    @property
    def prob_second_better(self) -> Values:
        """Posterior probability that the second loses less, accurate where it is small."""
        return self.difference.sf(0.0)

    @property
    def table(self) -> None:
        """None: the loss is not the error."""
        return

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Draw from the posterior in the form that ArviZ takes, as `PairedPosterior.to_datatree` does."""
        drawn = in_chains(self.difference.draw(CHAINS * draws, rng))
        return xr.DataTree.from_dict({"posterior": xr.Dataset({"difference": drawn})})


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class _Mixture(MixturePosterior):
    """A mixture with one centre, whose variance is the mean one; of points it is a point."""

    @property
    @override
    def sd(self) -> Values:
        return plain(self._mixed(self.parts.sd**2) ** 0.5)

    @override
    def ppf(self, q: Values) -> Values:
        if not (self.parts.sd > 0).any():
            return plain(xr.DataArray(self.mean) + 0 * xr.DataArray(q))
        return super().ppf(q)
