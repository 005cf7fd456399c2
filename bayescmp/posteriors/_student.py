"""The posterior of one quantity as a t distribution, shifted and scaled; with infinite degrees of freedom normal."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import override

import numpy as np
import xarray as xr
from scipy import special, stats

from bayescmp._results import Posterior, Values, in_one_line, plain
from bayescmp._typing import Array
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.posteriors._points import labelled, unlabelled


@dataclass(frozen=True, kw_only=True, eq=False)
class StudentPosterior(Posterior):
    """A t distribution of a quantity.

    Attributes
    ----------
    location, scale : DataArray, dims of a batch
        Its centre, and its width; a scale of 0 is a point, and under an infinite one nothing is known.
    df : float or DataArray
        Degrees of freedom, of all or of each of a batch; infinite for normal distributions.
    name : str
        The quantity.
    """

    location: xr.DataArray
    scale: xr.DataArray
    df: Values
    name: str
    __repr__ = in_one_line

    @property
    @override
    def mean(self) -> Values:
        return plain(self.location + xr.zeros_like(self.scale))

    @property
    @override
    def sd(self) -> Values:
        """Posterior standard deviation, infinite for 2 degrees of freedom or fewer."""

        def spread(location: Array, scale: Array, df: Array) -> Array:
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = np.where(df > 2, np.sqrt(1 / (1 - np.divide(2, df))), np.inf)
            return np.where(scale > 0, ratio, 0.0) * scale + 0 * location

        return plain(xr.apply_ufunc(spread, self.location, self.scale, self.df))

    @override
    def cdf(self, x: Values) -> Values:
        return self._at(x, _below)

    @override
    def sf(self, x: Values) -> Values:
        return self._at(x, lambda z, df: _below(-z, df))

    @override
    def pdf(self, x: Values) -> Values:
        """Posterior density at `x`; of a point that of its standardised distance, for it has none."""
        return self._at(x, _density, per_unit=True)

    @override
    def ppf(self, q: Values) -> Values:
        def quantile(location: Array, scale: Array, df: Array, share: Array) -> Array:
            z = np.where(scale > 0, stats.t.ppf(share, df), 0.0)
            with np.errstate(invalid="ignore"):  # the middle of an infinite one
                return location + np.where(z == 0, 0.0, z * scale)

        return unlabelled(xr.DataArray(xr.apply_ufunc(quantile, self.location, self.scale, self.df, labelled(q))), q)

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        check_integer("draws", draws, least=1)
        both = self.location + xr.zeros_like(self.scale)
        source, shape = generator(rng), (*both.shape, draws)
        df = np.asarray((self.df + 0 * both).transpose(*both.dims))[..., None]
        values = source.standard_normal(shape) if np.isinf(df).all() else source.standard_t(df, shape)
        standard = xr.DataArray(values, dims=(*both.dims, "draw"), coords=both.coords)
        return (self.location + self.scale * standard).transpose(*both.dims, "draw").rename(self.name)

    def _at(self, x: Values, function: Callable[[Array, Array], Array], *, per_unit: bool = False) -> Values:
        """Apply a function of the standardised quantity; at a point it is far below, above, or in the middle."""

        def standardised(value: Array, location: Array, scale: Array, df: Array) -> Array:
            with np.errstate(divide="ignore", invalid="ignore"):
                z = (value - location) / scale
            found = function(np.where((value == location) & (scale == 0), 0.0, z), df)
            return found / np.where(scale > 0, scale, 1.0) if per_unit else found

        return unlabelled(
            xr.DataArray(xr.apply_ufunc(standardised, labelled(x), self.location, self.scale, self.df)), x
        )


def _below(z: Array, df: Array) -> Array:
    """Return the distribution function of t, or of the normal distribution for infinite degrees of freedom."""
    return np.where(np.isinf(df), special.ndtr(z), special.stdtr(df, z))


def _density(z: Array, df: Array) -> Array:
    return np.asarray(stats.t.pdf(z, df))
