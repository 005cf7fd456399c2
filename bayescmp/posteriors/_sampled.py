"""The posterior of one quantity as draws."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, override

import numpy as np
import scipy
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.results._interval import Interval, Values, in_one_line, plain
from bayescmp.results._posterior import POINT, QUADRATURE, Posterior

_DRAWS = ("chain", "draw")


@dataclass(frozen=True, kw_only=True, eq=False)
class SampledPosterior(Posterior):
    """The posterior of one quantity as independent draws.

    Attributes
    ----------
    draws : DataArray, dims (chain, draw, ...)
        The draws, of one experiment or a batch. What is computed from them has a Monte Carlo error.
    name : str
        The quantity.
    """

    draws: xr.DataArray
    name: str
    __repr__ = in_one_line

    @property
    def mirrored(self) -> "SampledPosterior":
        """Posterior of the negative."""
        return replace(self, draws=0.0 - self.draws)

    @property
    @override
    def mean(self) -> Values:
        return plain(self.draws.mean(_DRAWS))

    @property
    @override
    def sd(self) -> Values:
        return plain(self.draws.std(_DRAWS))

    @override
    def cdf(self, x: Values) -> Values:
        return self._of_ordered(lambda draws, value: np.searchsorted(draws, value, side="right") / draws.size, x)

    @override
    def sf(self, x: Values) -> Values:
        return plain(1 - self.cdf(x))

    @override
    def _outside(self, low: float, high: float) -> tuple[Values, Values]:
        below, above = super()._outside(low, high)
        if low != high:
            return below, above
        half = plain((self.draws == low).mean(_DRAWS)) / 2
        return below - half, above + half

    @override
    def pdf(self, x: Values) -> Values:
        draws = self._ordered.to_numpy()
        if draws[0] == draws[-1]:  # a point, which has no density
            return plain(xr.DataArray(x == draws[0]).astype(float))
        return plain(scipy.stats.gaussian_kde(draws)(np.ravel(x)).reshape(np.shape(x)))

    @override
    def ppf(self, q: Values) -> Values:
        return self._of_ordered(np.quantile, q)

    def interval(self, ci_prob: float = 0.95, ci_kind: str = "eti") -> Interval:
        """Credible interval of probability `ci_prob`, as in `Posterior.interval`; ArviZ finds the shortest one."""
        if ci_kind != "hdi":
            return super().interval(ci_prob, ci_kind)
        import arviz as az

        bounds = az.hdi(self.draws, prob=ci_prob)
        low, high = (plain(bounds.sel(ci_bound=end, drop=True)) for end in ("lower", "upper"))
        return Interval(low=low, high=high, ci_prob=ci_prob, ci_kind=ci_kind)

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        check_integer("draws", draws, least=1)
        chosen = generator(rng).integers(self._ordered.sizes["ordered"], size=draws)
        return self._ordered.isel(ordered=chosen).rename(ordered="draw").rename(self.name)

    @override
    def quadrature(self) -> tuple[xr.DataArray, xr.DataArray]:
        """Return quantiles of equal weights; the points of Gauss's rule would be no better, for draws have noise."""
        shares = xr.DataArray((np.arange(QUADRATURE) + 0.5) / QUADRATURE, dims=POINT)
        return xr.DataArray(self.ppf(shares)), xr.full_like(shares, 1 / QUADRATURE)

    @cached_property
    def _ordered(self) -> xr.DataArray:
        """The draws in order, of each experiment, dims (..., ordered)."""
        flat = self.draws.stack(ordered=_DRAWS, create_index=False).transpose(..., "ordered")
        return flat.drop_vars(_DRAWS, errors="ignore").copy(data=np.sort(flat.to_numpy(), axis=-1))

    def _of_ordered(self, function: Callable[[Floats, Any], Any], x: Values) -> Values:
        if self._ordered.ndim == 1:
            return plain(xr.apply_ufunc(partial(function, self._ordered.to_numpy()), x))
        return xr.apply_ufunc(function, self._ordered, x, input_core_dims=[["ordered"], []], vectorize=True)
