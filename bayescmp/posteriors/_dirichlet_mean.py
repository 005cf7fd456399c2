"""The posterior of the mean of a Dirichlet process about data sets that are known by points, without draws."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import override

import numpy as np
import xarray as xr
from scipy import optimize, special

from bayescmp._population import DirichletPrior
from bayescmp._results import Values, in_one_line
from bayescmp._typing import Floats
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.posteriors._by_number import ByNumber

_STEP, _LOWEST, _MIDDLE, _HIGHEST, _TURNS = 0.25, -8.0, 3.0, 9.0, 4.0
"""Step, ends and middle of the logarithms of frequencies, in units of the spread; finer and farther ones move a
probability by less than 1e-4. Beyond so many units the step is smaller."""
_NOTHING = -30.0
"""Logarithm of a characteristic function that is as good as 0, after which higher frequencies are left out."""
_BASE_POINTS = 96
_BEYOND, _FAR, _GRID, _TAILS = 1e-5, 1e6, 300, 500
"""Of draws and shortest intervals: probability beyond the points between which is interpolated and most units that they
reach, their number, and lower tails."""
_TOLERANCE = 1e-5  # of a quantile, in units


@dataclass(frozen=True, kw_only=True, eq=False)
class DirichletMeanPosterior(ByNumber):
    r"""Posterior of the average of a quantity over a population that is a Dirichlet process.

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
    With weights :math:`E_i \sim` Exp(1) of the data sets and Gamma(M) of the base, the average is at most t where
    :math:`\sum_i E_i (x_i - t) + g (m - t) \le 0`, whose characteristic function is known,

    .. math:: \varphi_t(s) = \prod_i E \frac{1}{1 - \mathrm{i} s (x_i - t)}
              \exp(-M \, E_{u \sim G_0} \log(1 - \mathrm{i} s (u - t))),

    the last factor by the identity of Markov and Krein [1]_, and inverted as by Gil-Pelaez (derived; checked with draws
    of weights and processes).

    References
    ----------
    .. [1] D. M. Cifarelli and E. Regazzini, "Distribution Functions of Means of a Dirichlet Process", Annals of
       Statistics 18(1), 1990. :doi:`10.1214/aos/1176347509`
    """

    points: Floats
    prior: DirichletPrior
    name: str = "average"
    __repr__ = in_one_line

    @property
    @override
    def mean(self) -> Values:
        return float(self.points.mean(axis=1).sum() / (len(self.points) + self.prior.mass))

    @property
    @override
    def sd(self) -> Values:
        """Posterior standard deviation, infinite for a base of 2 degrees of freedom or fewer."""
        means, mass, df = self.points.mean(axis=1), self.prior.mass, self.prior.df
        count = len(means) + mass
        of_base = self.prior.scale**2 * (df / (df - 2) if df > 2 else np.inf)
        squares = means.sum() ** 2 + (means**2).sum() + 2 * self.points.var(axis=1).sum() + mass * of_base
        return float(np.sqrt(max(squares / (count * (count + 1)) - self.mean**2, 0.0)))

    @property
    @override
    def _step(self) -> float:
        return self._unit / 100

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        check_integer("draws", draws, least=1)
        at, below = self._table
        return xr.DataArray(np.interp(generator(rng).random(draws), below, at), dims="draw", name=self.name)

    def without(self, x: float) -> Floats:
        """Return the probability of an average of at most `x` without each data set, (n_datasets,)."""
        total, each, base, step = self._logs(x)
        return np.asarray(_inverted(total - each + base, step))

    @cached_property
    def _table(self) -> tuple[Floats, Floats]:
        """Points, denser near the mean, and the probabilities below them."""
        reach, most = self._unit, _FAR * self._unit
        while reach < most and self._below(self.mean - reach) + 1 - self._below(self.mean + reach) > _BEYOND:
            reach *= 2
        dense = np.arcsinh(reach / self._unit)
        at = self.mean + reach * np.sinh(np.linspace(-dense, dense, _GRID)) / np.sinh(dense)
        return at, np.maximum.accumulate(np.array([self._below(float(one)) for one in at]))

    @override
    def _shortest(self, ci_prob: float) -> Values:
        at, below = self._table
        tails = np.linspace(0.0, 1 - ci_prob, _TAILS + 2)[1:-1]
        widths = np.interp(tails + ci_prob, below, at) - np.interp(tails, below, at)
        return float(tails[np.argmin(widths)])

    @override
    def _below(self, x: float) -> float:
        total, _, base, step = self._logs(x)
        return float(_inverted(total + base, step))

    def _logs(self, x: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
        """Logarithms of the factors of the characteristic function (all data sets, each, the base) and their step."""
        apart = self.points - x
        count, prior = len(apart) + self.prior.mass, self.prior
        unit = float(np.sqrt(prior.mass * prior.scale**2 + (apart**2).mean(axis=1).sum())) / count
        step = _STEP / (1 + abs(self.mean - x) / unit / _TURNS)  # the farther, the faster its phase turns
        frequency = np.exp(np.arange(_LOWEST, _HIGHEST, step)) / (unit * count)
        begin = 0
        parts = []
        for end in (int((_MIDDLE - _LOWEST) / step), len(frequency)):
            parts.append((_log_of_mean(apart, frequency[begin:end]), self._log_of_base(x, frequency[begin:end])))
            if parts[-1][0][:, -1].real.sum() + parts[-1][1][-1].real < _NOTHING:
                break
            begin = end
        each, base = (np.concatenate(found, axis=-1) for found in zip(*parts, strict=True))
        return each.sum(axis=0), each, base, step

    def _log_of_base(self, x: float, frequency: Floats) -> np.ndarray:
        values, weights = base_points(self.prior)
        turned = (values - x)[:, None] * frequency
        found = 0.5 * np.log1p(turned**2) - 1j * np.arctan(turned)
        return np.asarray(-self.prior.mass * (weights @ found))

    @override
    def _quantile(self, q: float) -> float:
        guess, reach = self.mean + self._unit * special.ndtri(q), self._unit / 2
        while (self._below(guess - reach) > q or self._below(guess + reach) < q) and reach < _FAR * self._unit:
            reach *= 2
        if not self._below(guess - reach) <= q <= self._below(guess + reach):  # beyond what can be told
            return guess + np.copysign(reach, q - 0.5)
        tolerance = _TOLERANCE * self._unit
        return float(optimize.brentq(lambda x: self._below(x) - q, guess - reach, guess + reach, xtol=tolerance))

    @cached_property
    def _unit(self) -> float:
        """A usual distance from the mean, whatever the base."""
        apart = ((self.points - self.points.mean()) ** 2).mean(axis=1).sum() if self.points.size else 0.0
        spread = float(np.sqrt(self.prior.mass * self.prior.scale**2 + apart))
        return spread / (len(self.points) + self.prior.mass)


def _log_of_mean(apart: Floats, frequency: Floats) -> np.ndarray:
    """Return the logarithm of the mean over points of 1 / (1 - i s x), for each data set and frequency."""
    turned = apart[..., None] * frequency
    share = 1 / (1 + turned**2)
    real, imaginary = share.mean(axis=1), (turned * share).mean(axis=1)
    return np.asarray(0.5 * np.log(real**2 + imaginary**2) + 1j * np.arctan2(imaginary, real))


def _inverted(logs: np.ndarray, step: float) -> Floats:
    """Return the probability of at most 0 of quantities whose characteristic functions have these logarithms.

    Below the lowest frequency the imaginary part is in proportion to it, and its sum a geometric series.
    """
    found = np.imag(np.exp(logs))
    total = found.sum(axis=-1) + found[..., 0] / np.expm1(step)
    return np.clip(0.5 - total * step / np.pi, 0.0, 1.0)


@lru_cache(maxsize=32)
def base_points(prior: DirichletPrior) -> tuple[Floats, Floats]:
    """Return points of the base, and their weights."""
    points, weights = np.polynomial.legendre.leggauss(_BASE_POINTS)
    return prior.ppf((points + 1) / 2), weights / 2
