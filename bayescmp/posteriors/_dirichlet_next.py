"""The posterior predictive of a Dirichlet process about data sets that are known by points."""

from dataclasses import dataclass
from functools import cached_property
from typing import override

import numpy as np
import xarray as xr
from scipy import optimize

from bayescmp._population import DirichletPrior
from bayescmp._results import Values, in_one_line
from bayescmp._typing import Floats
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.posteriors._by_number import ByNumber

_STEP = 1e-3  # of a density, in standard deviations of the points


@dataclass(frozen=True, kw_only=True, eq=False)
class DirichletNextPosterior(ByNumber):
    """Posterior predictive of a quantity on another data set: like one of those at hand, or from the base.

    Attributes
    ----------
    points : array of shape (n_datasets, n_points)
        Of the posterior of each data set, of equal weights.
    prior : DirichletPrior
        Mass and base of the process.
    name : str
        The quantity.

    Notes
    -----
    The mixture of `DirichletPopulation`, linear between the points of all data sets.
    """

    points: Floats
    prior: DirichletPrior
    name: str = "next_dataset"
    __repr__ = in_one_line

    @property
    @override
    def mean(self) -> Values:
        return float(self.points.mean(axis=1).sum()) / self._count

    @property
    @override
    def sd(self) -> Values:
        """Posterior standard deviation, infinite for a base of 2 degrees of freedom or fewer."""
        df, scale = self.prior.df, self.prior.scale
        of_base = scale**2 * df / (df - 2) if df > 2 else np.inf
        squares = float((self.points**2).mean(axis=1).sum()) + self.prior.mass * of_base
        return float(np.sqrt(squares / self._count - self.mean**2))

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        check_integer("draws", draws, least=1)
        source = generator(rng)
        of_base = self.prior.ppf(source.random(draws))
        from_base = source.random(draws) * self._count < self.prior.mass
        chosen = source.choice(self._sorted, draws) if self._sorted.size else of_base
        return xr.DataArray(np.where(from_base, of_base, chosen), dims="draw", name=self.name)

    @property
    @override
    def _step(self) -> float:
        return _STEP * (float(self.points.std()) if self.points.size else 0.0) or _STEP * self.prior.scale

    @property
    def _count(self) -> float:
        return len(self.points) + self.prior.mass

    @cached_property
    def _sorted(self) -> Floats:
        return np.sort(self.points, axis=None)

    @override
    def _below(self, x: float) -> float:
        points = self._sorted
        share = 0.0
        if points.size:
            at = np.searchsorted(points, x, side="left"), np.searchsorted(points, x, side="right")
            tied = at[1] > at[0]  # half of what is known exactly lies on either side
            between = np.interp(x, points, np.arange(points.size) + 0.5, 0.0, points.size)
            share = float((at[0] + at[1]) / 2 if tied else between) / points.size
        return (len(self.points) * share + self.prior.mass * float(self.prior.cdf(x))) / self._count

    @override
    def _quantile(self, q: float) -> float:
        ends = self.prior.ppf(np.array([q, q]))
        low = float(min(ends[0], self._sorted[0] if self._sorted.size else ends[0]))
        high = float(max(ends[0], self._sorted[-1] if self._sorted.size else ends[0]))
        if self._below(low) >= q or low == high:
            return low
        return high if self._below(high) <= q else float(optimize.bisect(lambda x: self._below(x) - q, low, high))
