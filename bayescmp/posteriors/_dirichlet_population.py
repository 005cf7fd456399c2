"""The population of data sets as a Dirichlet process about those at hand."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import xarray as xr

from bayescmp._population import DirichletPrior
from bayescmp._results import in_one_line
from bayescmp._sampled import SampledPosterior
from bayescmp._typing import Floats
from bayescmp.posteriors._drawn import in_chains

_LEFT = 1e-6
"""What may be left of the first value after the steps towards the mean of a process."""


@dataclass(frozen=True, kw_only=True, eq=False)
class DirichletPopulation:
    r"""Posterior of a quantity over data sets: those at hand, each as its own posterior knows it, and a prior beside.

    Attributes
    ----------
    own : array of shape (n_datasets, n_draws) or (n_datasets, n_draws, k)
        Draws of the quantity on each data set, independent of each other; of a vector, less its mean.
    prior : DirichletPrior
        Mass and base of the process, in units of the loss.
    seed : int
        Of the weights.
    root : array of shape (k, k) or None
        Of the base of a vector: what it multiplies a t distribution of scale 1 by; None for losses that are all alike,
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
        total, weight = self._sums
        return _posterior(total / _along(weight, total), "average")

    @cached_property
    def next_dataset(self) -> SampledPosterior:
        """Posterior predictive of another data set; every data set at hand has its share of the draws."""
        n_datasets, n_draws = self.own.shape[:2]
        source = np.random.default_rng([self.seed, 1])
        shares = np.append(np.ones(n_datasets), self.prior.mass).cumsum() / (n_datasets + self.prior.mass)
        which = np.searchsorted(shares, (source.permutation(n_draws) + 0.5) / n_draws)
        base = self._scaled(multivariate_t(self.prior.df, self.own.shape[1:], source))
        found = np.concatenate([self.own, base[None]])[which, np.arange(n_draws)]
        return _posterior(found, "next_dataset")

    def _scaled(self, standard: Floats) -> Floats:
        """Return draws of the base, or of the mean of a process, from those of scale 1."""
        if self.root is not None:
            return np.asarray(standard @ self.root.T)
        return standard * (self.prior.scale if self.own.ndim == 2 else self.prior.scale / np.sqrt(2))

    @cached_property
    def _weights(self) -> Floats:
        """Weights of the data sets, not yet divided by their sum, (n_datasets, n_draws)."""
        return np.random.default_rng([self.seed, 2]).standard_exponential(self.own.shape[:2])

    @cached_property
    def _sums(self) -> tuple[Floats, Floats]:
        """Weighted sum over data sets and base, and the sum of the weights."""
        n_draws = self.own.shape[1]
        of_base = np.random.default_rng([self.seed, 3]).gamma(self.prior.mass, size=n_draws)
        mean = self._scaled(mean_of_process(self.prior.mass, self.prior.df, self.own.shape[1:], self.seed))
        total = np.einsum("id,id...->d...", self._weights, self.own) + _along(np.asarray(of_base), mean) * mean
        return total, self._weights.sum(axis=0) + of_base


@lru_cache(maxsize=8)
def mean_of_process(mass: float, df: float, shape: tuple[int, ...], seed: int) -> Floats:
    """Draw means of Dirichlet processes whose base is a (multivariate) t distribution of scale 1."""
    source = np.random.default_rng([seed, 4])
    mean = np.zeros(shape)
    for _ in range(int(np.ceil(np.log(_LEFT) / np.log(mass / (1 + mass))))):
        share = _along(np.asarray(source.beta(1, mass, size=shape[0])), mean)
        mean = share * multivariate_t(df, shape, source) + (1 - share) * mean
    mean.flags.writeable = False
    return mean


def multivariate_t(df: float, shape: tuple[int, ...], source: np.random.Generator) -> Floats:
    """Draw from a t distribution of scale 1, along a second axis from a multivariate one of independent scales."""
    wide = np.sqrt(df / source.chisquare(df, shape[0]))
    normal = source.standard_normal(shape)
    return np.asarray(normal * _along(wide, normal))


def _along(values: Floats, like: Floats) -> Floats:
    """Return numbers per draw that multiply vectors per draw."""
    return values.reshape(-1, *[1] * (like.ndim - 1))


def _posterior(draws: Floats, name: str) -> SampledPosterior:
    dims = ("draw", "classifier")[: draws.ndim]
    return SampledPosterior(draws=in_chains(xr.DataArray(draws, dims=dims)), name=name)
