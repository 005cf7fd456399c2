"""The posterior of one quantity as probabilities of cells, within which it is spread evenly."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import override

import numpy as np
import xarray as xr

from bayescmp._results import Posterior, Values, in_one_line, plain
from bayescmp._typing import Floats
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.posteriors._points import labelled, unlabelled


@dataclass(frozen=True, kw_only=True, eq=False)
class CellsPosterior(Posterior):
    """A posterior on a grid.

    Attributes
    ----------
    probs : DataArray, dims (..., cell)
        Probability of each cell, which sum to 1.
    edges : array of shape (n_cells + 1,)
        Where the cells begin and end, ascending.
    name : str
        The quantity.
    """

    probs: xr.DataArray
    edges: Floats
    name: str
    __repr__ = in_one_line

    @property
    @override
    def mean(self) -> Values:
        return plain(self.probs.dot(self._middles, "cell"))

    @property
    @override
    def sd(self) -> Values:
        squares = (self._middles - xr.DataArray(self.mean)) ** 2 + self._widths**2 / 12
        return plain(self.probs.dot(squares, "cell") ** 0.5)

    @override
    def cdf(self, x: Values) -> Values:
        return self._interpolated(self._below, x)

    @override
    def sf(self, x: Values) -> Values:
        return self._interpolated(self._above, x)

    @override
    def pdf(self, x: Values) -> Values:
        def density(probs: Floats, value: Floats) -> Floats:
            cell = np.searchsorted(self.edges, value, side="right") - 1
            inside = (cell >= 0) & (cell < probs.size)
            cell = np.clip(cell, 0, probs.size - 1)
            return np.where(inside, probs[cell] / np.diff(self.edges)[cell], 0.0)

        return self._of_each(density, self.probs, x)

    @override
    def ppf(self, q: Values) -> Values:
        return self._of_each(lambda below, share: np.interp(share, below, self.edges), self._below, q)

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        check_integer("draws", draws, least=1)
        batch = self.probs.isel(cell=0, drop=True)
        shares = generator(rng).random((*batch.shape, draws))
        values = self.ppf(xr.DataArray(shares, dims=(*batch.dims, "draw"), coords=batch.coords))
        return xr.DataArray(values).rename(self.name)

    @property
    def _middles(self) -> xr.DataArray:
        return xr.DataArray((self.edges[1:] + self.edges[:-1]) / 2, dims="cell")

    @property
    def _widths(self) -> xr.DataArray:
        return xr.DataArray(np.diff(self.edges), dims="cell")

    @cached_property
    def _below(self) -> xr.DataArray:
        """Probabilities below each edge, dims (..., edge)."""
        return self._cumulated(self.probs)

    @cached_property
    def _above(self) -> xr.DataArray:
        """Probabilities above each edge, summed from the end, so that small ones are accurate."""
        backwards = self._cumulated(self.probs.isel(cell=slice(None, None, -1)))
        return backwards.isel(edge=slice(None, None, -1))

    def _cumulated(self, probs: xr.DataArray) -> xr.DataArray:
        values = probs.transpose(..., "cell").to_numpy()
        sums = np.concatenate([np.zeros((*values.shape[:-1], 1)), np.cumsum(values, axis=-1)], axis=-1)
        batch = probs.isel(cell=0, drop=True)
        return xr.DataArray(np.minimum(sums, 1.0), dims=(*batch.dims, "edge"), coords=batch.coords)

    def _interpolated(self, cumulated: xr.DataArray, x: Values) -> Values:
        return self._of_each(lambda sums, value: np.interp(value, self.edges, sums), cumulated, x)

    def _of_each(self, function: Callable[[Floats, Floats], Floats], of: xr.DataArray, x: Values) -> Values:
        core = str(of.dims[-1])
        found = (
            xr.apply_ufunc(function, of, labelled(x), input_core_dims=[[core], []], vectorize=of.ndim > 1)
            if of.ndim > 1
            else xr.apply_ufunc(lambda value: function(of.to_numpy(), value), labelled(x))
        )
        return unlabelled(xr.DataArray(found), x)
