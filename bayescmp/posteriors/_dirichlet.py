"""A Dirichlet process about data sets: its mean and the next data set without draws, and draws of several losses."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import override

import numpy as np
import scipy
import xarray as xr
from scipy import special

from bayescmp._population_priors import DirichletPrior
from bayescmp._results import Posterior, Values, in_one_line
from bayescmp._sampled import SampledPosterior
from bayescmp._typing import Floats
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.posteriors._drawn_posterior import in_chains
from bayescmp.posteriors._one_quantity import labelled, unlabelled

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
_SHARE_OF_SD = 1e-3  # step of a density, in standard deviations of the points
_LEFT = 1e-6
"""What may be left of the first value after the steps towards the mean of a process."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _AboutPoints(Posterior):
    """What follows from points of data sets and a base, the probability of at most a number, and its quantiles."""

    points: Floats
    prior: DirichletPrior

    @abstractmethod
    def _below(self, x: float) -> float:
        """Return the probability of at most `x`."""

    @abstractmethod
    def _quantile(self, q: float) -> float:
        """Return the quantile of a probability between 0 and 1."""

    @property
    @abstractmethod
    def _step(self) -> float:
        """A distance over which the density does not change."""

    @property
    @override
    def mean(self) -> Values:
        return float(self.points.mean(axis=1).sum() / self._count)

    @property
    def _count(self) -> float:
        return len(self.points) + self.prior.mass

    @property
    def _squares_of_base(self) -> float:
        df = self.prior.df
        return self.prior.mass * self.prior.scale**2 * (df / (df - 2) if df > 2 else np.inf)

    @override
    def cdf(self, x: Values) -> Values:
        return _of_each(self._below, x)

    @override
    def sf(self, x: Values) -> Values:
        return _of_each(lambda one: 1 - self._below(one), x)

    @override
    def pdf(self, x: Values) -> Values:
        step = self._step
        return _of_each(lambda one: (self._below(one + step) - self._below(one - step)) / (2 * step), x)

    @override
    def ppf(self, q: Values) -> Values:
        def quantile(share: float) -> float:
            if 0 < share < 1:
                return self._quantile(share)
            return float(np.copysign(np.inf, share - 0.5)) if share in (0, 1) else np.nan

        return _of_each(quantile, q)


def _of_each(function: Callable[[float], float], x: Values) -> Values:
    found = xr.apply_ufunc(np.vectorize(function, otypes=[float]), xr.DataArray(labelled(x)))
    return unlabelled(xr.DataArray(found), x)


@dataclass(frozen=True, kw_only=True, eq=False)
class DirichletMeanPosterior(_AboutPoints):
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

    name: str = "average"
    __repr__ = in_one_line

    @property
    @override
    def sd(self) -> Values:
        """Posterior standard deviation, infinite for a base of 2 degrees of freedom or fewer."""
        means, count = self.points.mean(axis=1), self._count
        squares = means.sum() ** 2 + (means**2).sum() + 2 * self.points.var(axis=1).sum() + self._squares_of_base
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
        apart, count, prior = self.points - x, self._count, self.prior
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
        squares, weights = _base_points(self.prior)
        # Of u and -u together: (1 - i s (u - x)) (1 - i s (-u - x)).
        real, imaginary = 1 + (squares - x**2)[:, None] * frequency**2, 2 * x * frequency
        size, phase = np.log(real**2 + imaginary**2), np.arctan2(imaginary, real)
        return np.asarray(-self.prior.mass * (weights @ size / 2 + 1j * (weights @ phase)))

    @override
    def _quantile(self, q: float) -> float:
        below = cache(self._below)  # the ends are asked for three times
        guess, reach = self.mean + self._unit * special.ndtri(q), self._unit / 2
        while (below(guess - reach) > q or below(guess + reach) < q) and reach < _FAR * self._unit:
            reach *= 2
        if not below(guess - reach) <= q <= below(guess + reach):  # beyond what can be told
            return guess + np.copysign(reach, q - 0.5)
        tolerance = _TOLERANCE * self._unit
        return float(scipy.optimize.brentq(lambda x: below(x) - q, guess - reach, guess + reach, xtol=tolerance))

    @cached_property
    def _unit(self) -> float:
        """A usual distance from the mean, whatever the base."""
        apart = ((self.points - self.points.mean()) ** 2).mean(axis=1).sum() if self.points.size else 0.0
        spread = float(np.sqrt(self.prior.mass * self.prior.scale**2 + apart))
        return spread / self._count


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
def _base_points(prior: DirichletPrior) -> tuple[Floats, Floats]:
    """Return the squares of the points of the base above 0, its centre, and the weights of these."""
    points, weights = np.polynomial.legendre.leggauss(_BASE_POINTS)
    above = points > 0
    return prior.ppf((points[above] + 1) / 2) ** 2, weights[above] / 2


@dataclass(frozen=True, kw_only=True, eq=False)
class DirichletNextPosterior(_AboutPoints):
    """Posterior predictive of a quantity on another data set: like one of those at hand, or from the base.

    Attributes
    ----------
    points, prior, name
        As in `DirichletMeanPosterior`.

    Notes
    -----
    The mixture of `DirichletPopulation`, linear between the points of all data sets.
    """

    name: str = "next_dataset"
    __repr__ = in_one_line

    @property
    @override
    def sd(self) -> Values:
        """Posterior standard deviation, infinite for a base of 2 degrees of freedom or fewer."""
        squares = float((self.points**2).mean(axis=1).sum()) + self._squares_of_base
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
        return _SHARE_OF_SD * (float(self.points.std()) if self.points.size else 0.0) or _SHARE_OF_SD * self.prior.scale

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
        if self._below(high) <= q:
            return high
        near = 1e-11 * self.prior.scale  # by itself it would stop at a fixed distance
        return float(scipy.optimize.bisect(lambda x: self._below(x) - q, low, high, xtol=near))


@dataclass(frozen=True, kw_only=True, eq=False)
class DirichletPopulation:
    r"""Posterior of quantities over data sets: those at hand, each as its own posterior knows it, and a prior beside.

    Attributes
    ----------
    own : array of shape (n_datasets, n_draws, k)
        Draws of the quantities on each data set, independent of those of others; losses less their mean.
    prior : DirichletPrior
        Mass and base of the process, in units of the loss.
    seed : int
        Of the weights.
    root : array of shape (k, k) or None
        What a multivariate t distribution of scale 1 is multiplied by in the base; None for losses that are all alike,
        whose differences have the scale of the prior.

    Notes
    -----
    With the population :math:`F \sim DP(M, G_0)` and the data sets at hand as its atoms,

    .. math:: x_{q+1} \sim \frac{\sum_i P_i + M G_0}{q + M}, \qquad
              E_F[x] = \frac{\sum_i E_i x_i + g m}{\sum_i E_i + g},

    with :math:`P_i` the data set's own posterior, :math:`x_i \sim P_i`, :math:`E_i \sim` Exp(1), :math:`g \sim`
    Gamma(M), and m the mean of a :math:`DP(M, G_0)`, the limit of :math:`m \leftarrow B u + (1 - B) m`, :math:`B \sim`
    Beta(1, M), :math:`u \sim G_0` [1]_ [2]_. It is exact given the differences on the data sets (checked with the
    characteristic function of such a mean). That each enters by its own posterior cuts what the others would say of it:
    the population is not let shrink them, and the next data set carries the noise of their estimates (a modelling
    choice; status M).

    References
    ----------
    .. [1] T. S. Ferguson, "A Bayesian Analysis of Some Nonparametric Problems", Annals of Statistics 1(2), 1973.
       :doi:`10.1214/aos/1176342360`
    .. [2] J. Sethuraman, "A Constructive Definition of Dirichlet Priors", Statistica Sinica 4, 1994.
    """

    own: Floats
    prior: DirichletPrior
    seed: int = 0
    root: Floats | None = None
    __repr__ = in_one_line

    @cached_property
    def average(self) -> SampledPosterior:
        """Posterior of the average over the population."""
        _, n_draws, k = self.own.shape
        weights = np.random.default_rng([self.seed, 2]).standard_exponential(self.own.shape[:2])
        of_base = np.random.default_rng([self.seed, 3]).gamma(self.prior.mass, size=(n_draws, 1))
        mean = self._scaled(_mean_of_process(self.prior.mass, self.prior.df, (n_draws, k), self.seed))
        total = np.einsum("id,id...->d...", weights, self.own) + of_base * mean
        return _posterior(total / (weights.sum(axis=0)[:, None] + of_base), "average")

    @cached_property
    def next_dataset(self) -> SampledPosterior:
        """Posterior predictive of another data set; every data set at hand has its share of the draws."""
        n_datasets, n_draws = self.own.shape[:2]
        source = np.random.default_rng([self.seed, 1])
        shares = np.append(np.ones(n_datasets), self.prior.mass).cumsum() / (n_datasets + self.prior.mass)
        which = np.searchsorted(shares, (source.permutation(n_draws) + 0.5) / n_draws)
        base = self._scaled(_multivariate_t(self.prior.df, self.own.shape[1:], source))
        found = np.concatenate([self.own, base[None]])[which, np.arange(n_draws)]
        return _posterior(found, "next_dataset")

    def _scaled(self, standard: Floats) -> Floats:
        """Return draws of the base, or of the mean of a process, from those of scale 1."""
        return standard * (self.prior.scale / np.sqrt(2)) if self.root is None else np.asarray(standard @ self.root.T)


@lru_cache(maxsize=8)
def _mean_of_process(mass: float, df: float, shape: tuple[int, int], seed: int) -> Floats:
    """Draw means of Dirichlet processes whose base is a multivariate t distribution of scale 1."""
    source = np.random.default_rng([seed, 4])
    mean = np.zeros(shape)
    for _ in range(int(np.ceil(np.log(_LEFT) / np.log(mass / (1 + mass))))):
        share = source.beta(1, mass, size=(shape[0], 1))
        mean = share * _multivariate_t(df, shape, source) + (1 - share) * mean
    mean.flags.writeable = False
    return mean


def _multivariate_t(df: float, shape: tuple[int, int], source: np.random.Generator) -> Floats:
    """Draw from a multivariate t distribution of scale 1, (draws, k)."""
    wide = np.sqrt(df / source.chisquare(df, (shape[0], 1)))
    return np.asarray(source.standard_normal(shape) * wide)


def _posterior(draws: Floats, name: str) -> SampledPosterior:
    return SampledPosterior(draws=in_chains(xr.DataArray(draws, dims=("draw", "classifier"))), name=name)
