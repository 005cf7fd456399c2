"""Posteriors of one quantity as a Beta distribution and as cells of a grid, and how posteriors are asked at points."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, override

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.results._interval import Values, in_one_line, plain
from bayescmp.results._posterior import Posterior

_POINT = "point"


def labelled(x: Values) -> Values:
    """Give the points of a bare array a dim of their own, apart from those of a batch."""
    return xr.DataArray(x, dims=_POINT) if np.ndim(x) == 1 and not isinstance(x, xr.DataArray) else x


def unlabelled(result: xr.DataArray, asked: Values) -> Values:
    """Return a bare array where one was asked for."""
    bare = np.ndim(asked) == 1 and not isinstance(asked, xr.DataArray)
    return result.to_numpy() if bare and result.dims == (_POINT,) else plain(result)


def elementwise(function: Callable[..., Any], *arguments: Values) -> Values:
    """Broadcast the arguments by label and apply a function of one-dimensional float arrays to them."""

    def flat(*arrays: Any) -> Any:
        arrays = np.broadcast_arrays(*arrays)
        with np.errstate(divide="ignore"):  # a density may be infinite at a boundary
            result = function(*(np.asarray(array, dtype=float).ravel() for array in arrays))
        return result.reshape(arrays[0].shape)

    return plain(xr.apply_ufunc(flat, *arguments))


def drawn(sampler: Callable[..., Any], draws: int, *parameters: Values, name: str) -> xr.DataArray:
    """Draw from `sampler(*parameters, size=...)`; the result has the parameters' dims and, last, `draw`."""
    check_integer("draws", draws, least=1)
    arrays = xr.broadcast(*(xr.DataArray(parameter) for parameter in parameters))
    values = sampler(*(array.values[..., None] for array in arrays), size=(*arrays[0].shape, draws))
    coords = {key: value for key, value in arrays[0].coords.items() if key in arrays[0].dims}
    return xr.DataArray(values, dims=(*arrays[0].dims, "draw"), coords=coords | {"draw": np.arange(draws)}, name=name)


@dataclass(frozen=True, kw_only=True, eq=False)
class BetaPosterior(Posterior):
    """Beta(a, b) posterior of a probability.

    Attributes
    ----------
    name : str
        The quantity.
    a, b : float or DataArray
        Parameters of the Beta distribution.
    """

    name: str
    a: Values
    b: Values
    __repr__ = in_one_line

    @property
    @override
    def mean(self) -> Values:
        return self.a / (self.a + self.b)

    @property
    @override
    def sd(self) -> Values:
        return np.sqrt(self.mean * (1 - self.mean) / (self.a + self.b + 1))

    @override
    def cdf(self, x: Values) -> Values:
        return elementwise(lambda x, a, b: _tail(x, a, b, special.betainc), x, self.a, self.b)

    @override
    def sf(self, x: Values) -> Values:
        return elementwise(lambda x, a, b: _tail(x, a, b, special.betaincc), x, self.a, self.b)

    @override
    def pdf(self, x: Values) -> Values:
        def density(x: Floats, a: Floats, b: Floats) -> Floats:
            inside = (x >= 0) & (x <= 1)
            return np.where(inside, beta_density(np.where(inside, x, 0.5), a, b), np.where(np.isnan(x), np.nan, 0.0))

        return elementwise(density, x, self.a, self.b)

    @override
    def ppf(self, q: Values) -> Values:
        return elementwise(lambda q, a, b: special.betaincinv(a, b, q), q, self.a, self.b)

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        return drawn(generator(rng).beta, draws, self.a, self.b, name=self.name)


def _tail(x: Values, a: Values, b: Values, tail: Any) -> Values:
    """Return the probability of a tail, exactly 1/2 in the middle of a symmetric distribution."""
    return np.where((a == b) & (x == 0.5), 0.5, tail(a, b, np.clip(x, 0, 1)))


def beta_density(x: Floats, a: Floats, b: Floats) -> Floats:
    """Density of Beta(a, b) at x between 0 and 1."""
    return np.exp(special.xlogy(a - 1, x) + special.xlog1py(b - 1, -x) - special.betaln(a, b))


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
        widths = xr.DataArray(np.diff(self.edges), dims="cell")
        squares = (self._middles - xr.DataArray(self.mean)) ** 2 + widths**2 / 12
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
        if of.ndim > 1:
            found = xr.apply_ufunc(function, of, labelled(x), input_core_dims=[[of.dims[-1]], []], vectorize=True)
        else:
            found = xr.apply_ufunc(lambda value: function(of.to_numpy(), value), labelled(x))
        return unlabelled(xr.DataArray(found), x)
