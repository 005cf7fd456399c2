"""The posterior of one quantity as the draws of a sampler."""

from dataclasses import dataclass
from typing import override

import numpy as np
import xarray as xr
from scipy import stats

from bayescmp._results import Interval, Posterior, Values, in_one_line, plain
from bayescmp._validation import RandomNumbers, check_integer, generator


@dataclass(frozen=True, kw_only=True, eq=False)
class SampledPosterior(Posterior):
    """The posterior of one quantity of one experiment, as draws of a Markov chain.

    Attributes
    ----------
    draws : DataArray, dims (chain, draw)
        The draws. What is computed from them has a Monte Carlo error: see `standard_error_of_cdf`.
    name : str
        The quantity.
    """

    draws: xr.DataArray
    name: str
    __repr__ = in_one_line

    @property
    @override
    def mean(self) -> float:
        return float(self.draws.mean())

    @property
    @override
    def sd(self) -> float:
        return float(self.draws.std())

    @override
    def cdf(self, x: Values) -> Values:
        return plain(np.searchsorted(self._sorted(), x, side="right") / self.draws.size)

    @override
    def sf(self, x: Values) -> Values:
        return plain(1 - self.cdf(x))

    @override
    def pdf(self, x: Values) -> Values:
        return plain(stats.gaussian_kde(self._sorted())(np.ravel(x)).reshape(np.shape(x)))

    @override
    def ppf(self, q: Values) -> Values:
        return plain(xr.apply_ufunc(lambda shares: np.quantile(self._sorted(), shares), q))

    def interval(self, ci_prob: float = 0.95, ci_kind: str = "eti") -> Interval:
        """Credible interval of probability `ci_prob`, as in `Posterior.interval`; ArviZ finds the shortest one."""
        if ci_kind != "hdi":
            return super().interval(ci_prob, ci_kind)
        import arviz as az

        low, high = az.hdi(self.draws, prob=ci_prob).to_numpy()
        return Interval(low=float(low), high=float(high), ci_prob=ci_prob, ci_kind=ci_kind)

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        check_integer("draws", draws, least=1)
        return xr.DataArray(generator(rng).choice(self._sorted(), draws), dims="draw", name=self.name)

    def standard_error_of_cdf(self, x: float) -> float:
        """Monte Carlo standard error of `cdf` at `x`, for the effective number of draws.

        Parameters
        ----------
        x : float
            The point.

        Returns
        -------
        float
            Where all draws lie on one side, that of one draw in so many on the other.
        """
        import arviz as az

        below = (self.draws <= x).astype(float)
        size = self.draws.size
        if 0 < below.sum() < size:
            return float(az.mcse(below, method="mean"))
        return float(np.sqrt((size - 1) / size**3))

    def _sorted(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.sort(self.draws.to_numpy(), axis=None)
