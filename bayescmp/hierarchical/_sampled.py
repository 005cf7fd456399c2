"""The posterior of one quantity as the draws of a sampler."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from scipy import stats

from bayescmp._results import Interval, Posterior, Values, plain
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

    @property
    def mean(self) -> float:
        """Posterior mean."""
        return float(self.draws.mean())

    @property
    def sd(self) -> float:
        """Posterior standard deviation."""
        return float(self.draws.std())

    def cdf(self, x: Values) -> Values:
        """Share of the draws at or below `x`."""
        return plain(np.searchsorted(self._sorted(), x, side="right") / self.draws.size)

    def sf(self, x: Values) -> Values:
        """Share of the draws above `x`."""
        return plain(1 - self.cdf(x))

    def pdf(self, x: Values) -> Values:
        """Kernel density estimate at `x`."""
        return plain(stats.gaussian_kde(self._sorted())(np.ravel(x)).reshape(np.shape(x)))

    def ppf(self, q: Values) -> Values:
        """Return the value that the share `q` of the draws does not exceed."""
        return plain(np.quantile(self._sorted(), q))

    def interval(self, ci_prob: float = 0.95, ci_kind: str = "eti") -> Interval:
        """Credible interval of probability `ci_prob`, as in `Posterior.interval`; ArviZ finds the shortest one."""
        if ci_kind != "hdi":
            return super().interval(ci_prob, ci_kind)
        import arviz as az

        low, high = az.hdi(self.draws, prob=ci_prob).to_numpy()
        return Interval(low=float(low), high=float(high), ci_prob=ci_prob, ci_kind=ci_kind)

    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Choose draws at random, with replacement; the result has the dim `draw`."""
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
