"""The Beta posterior of a probability."""

from dataclasses import dataclass
from typing import Any, override

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._results import Posterior, Values, in_one_line
from bayescmp._validation import RandomNumbers, generator
from bayescmp.posteriors._batches import drawn, elementwise


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
        return elementwise(beta_density, x, self.a, self.b)

    @override
    def ppf(self, q: Values) -> Values:
        return elementwise(lambda q, a, b: special.betaincinv(a, b, q), q, self.a, self.b)

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        source = generator(rng)
        return drawn(source.beta, draws, self.a, self.b, name=self.name)


def _tail(x: Values, a: Values, b: Values, tail: Any) -> Values:
    """Return the probability of a tail, exactly 1/2 in the middle of a symmetric distribution."""
    return np.where((a == b) & (x == 0.5), 0.5, tail(a, b, np.clip(x, 0, 1)))


def beta_density(x: Values, a: Values, b: Values) -> Values:
    """Density of Beta(a, b) at x, 0 outside [0, 1]."""
    inside = (x >= 0) & (x <= 1)
    at = np.where(inside, x, 0.5)
    log_density = special.xlogy(a - 1, at) + special.xlog1py(b - 1, -at) - special.betaln(a, b)
    return np.where(inside, np.exp(log_density), np.where(np.isnan(x), np.nan, 0.0))
