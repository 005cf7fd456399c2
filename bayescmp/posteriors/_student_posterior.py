"""t distributions: of one quantity, of the difference of two mean losses, and by the correlated t test."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import override

import numpy as np
import scipy
import xarray as xr
from scipy import special

from bayescmp._support._rounding import ROUNDING
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.posteriors._drawn_posterior import CHAINS, in_chains
from bayescmp.posteriors._effective_size import EffectiveSize
from bayescmp.posteriors._mixture import MixturePosterior
from bayescmp.posteriors._one_quantity import labelled, unlabelled
from bayescmp.results._interval import Values, in_one_line, plain
from bayescmp.results._posterior import Posterior


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
    def mirrored(self) -> "StudentPosterior":
        """Posterior of the negative."""
        return replace(self, location=0.0 - self.location)

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
        return self._at(x, lambda z, df: np.asarray(scipy.stats.t.pdf(z, df)), per_unit=True)

    @override
    def ppf(self, q: Values) -> Values:
        def quantile(location: Array, scale: Array, df: Array, share: Array) -> Array:
            z = np.where(scale > 0, scipy.stats.t.ppf(share, df), 0.0)
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


@dataclass(frozen=True, kw_only=True, eq=False)
class MeanDifference:
    """Posterior of loss(first) - loss(second), a mixture of t distributions with one centre.

    Attributes
    ----------
    mean : DataArray, dims of a batch
        The observed difference, the centre.
    scales, weights : DataArray, dims (..., part)
        Widths of the distributions, all infinite where nothing is known, and their probabilities, which sum to 1.
    df : float or DataArray
        Degrees of freedom, of all or of each of a batch; infinite for normal distributions.
    effective_size : EffectiveSize or None
        What a cross-validation is worth, which the parts are of; None for a hold-out, scores, and from a file.
    """

    mean: xr.DataArray
    scales: xr.DataArray
    weights: xr.DataArray
    df: Values
    effective_size: EffectiveSize | None = None
    table = None  # the loss is not the error
    __repr__ = in_one_line

    @cached_property
    def difference(self) -> Posterior:
        """Posterior of loss(first) - loss(second)."""
        if self.scales.sizes["part"] == 1 or np.isinf(self.scales).all():
            only = self.scales.isel(part=0, drop=True)
            return StudentPosterior(location=self.mean, scale=only, df=self.df, name="difference")
        parts = StudentPosterior(location=self.mean, scale=self.scales, df=self.df, name="difference")
        return MixturePosterior(parts=parts, weights=self.weights, over="part", name="difference")

    @property
    def prob_first_better(self) -> Values:
        """Posterior probability that the first loses less; a difference of exactly 0 counts half."""
        return self.difference.cdf(0.0)

    @property
    def prob_second_better(self) -> Values:
        """Posterior probability that the second loses less, accurate where it is small."""
        return self.difference.sf(0.0)

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Draw from the posterior in the form that ArviZ takes, as `PairedPosterior.to_datatree` does."""
        drawn = in_chains(self.difference.draw(CHAINS * draws, rng))
        return xr.DataTree.from_dict({"posterior": xr.Dataset({"difference": drawn})})


def as_copies(pairs: MeanDifference) -> MeanDifference:
    """Return the posteriors of pairs with none between two of which nothing but equal losses is known.

    In a joint posterior each is the other's copy, with which it shares the probability of being the best.
    """
    return replace(pairs, scales=pairs.scales.where(np.isfinite(pairs.scales) | (pairs.mean != 0), 0.0))


_HIDDEN = 1e-6  # of the variance that is taken, below which a pair has none of its own


def variance_without_spread(mean: Array, records: Array | float, widest: float | None) -> Floats:
    r"""Variance of the difference on one record that is taken where all of them are the same.

    Where losses have no bounds (`widest` is None) it is infinite, for nothing is known of how far other records differ.

    Notes
    -----
    With n records, D the size of the difference in units of the widest one R, and so nD of them as if one classifier
    alone were wrong by R,

    .. math:: v = R^2 (p_d - D'^2), \quad p_d = \frac{nD + 2}{n + 4}, \quad D' = \frac{nD}{n + 4},

    the variance of an outcome of the table of right and wrong at its posterior mean under the prior Dirichlet(1, 1, 1,
    1) (derived). It is a choice of a model, not an estimate, and it is used only where there is no spread: any spread
    that is seen, however small, is taken as it is.
    """
    if widest is None:
        return np.full(np.shape(mean), np.inf)
    one_sided = records * np.minimum(np.abs(mean) / widest, 1.0)
    squared = ((one_sided + 2) * (records + 4) - one_sided**2) / (records + 4) ** 2
    return np.asarray(widest**2 * squared)


def squared_scales(scales: Floats, names: Sequence[str]) -> Floats:
    """Return the squared scales of the differences of all pairs as a symmetric matrix."""
    rows, columns = np.triu_indices(len(names), 1)
    unknown = np.flatnonzero(np.isinf(scales))
    if unknown.size:
        first, second = names[rows[unknown[0]]], names[columns[unknown[0]]]
        raise ValueError(
            f"`data` must tell how far the losses of any two classifiers vary, but those of {first!r} and {second!r} "
            "differ by the same everywhere, and have no bounds. Give their `bounds`, or leave one of the two out."
        )
    found = np.zeros((len(names), len(names)))
    found[rows, columns] = scales**2
    return found + found.T


def with_least_spread(covariance: Floats, of_pairs: Floats) -> Floats:
    """Return a covariance of losses under which no pair is closer than its own squared scale says.

    Where the losses of a pair differ by the same everywhere, the variance of each of the two is larger by half of what
    their difference lacks, of several pairs by the most.
    """
    own = np.diagonal(covariance)
    apart = own[:, None] + own - 2 * covariance
    lacking = np.where(apart <= _HIDDEN * of_pairs, of_pairs, 0.0)
    return covariance + np.diag(lacking.max(axis=1) / 2)


_SETS = ("repeat", "fold")


def correlated_t_posterior(
    differences: xr.DataArray, test_to_train: float, n_test: float, widest: float | None
) -> MeanDifference:
    r"""Posterior of the mean difference of scores by the Bayesian correlated t test.

    Notes
    -----
    A t distribution with n - 1 degrees of freedom about the mean of n differences, of scale
    :math:`s \sqrt{1/n + \rho/(1 - \rho)}`, with :math:`\rho` the share of a validation set in all records, so that
    :math:`\rho/(1 - \rho)` is `test_to_train` [1]_. Where all differences are the same, and only there,
    `variance_without_spread` of all records, over `n_test`, takes the place of :math:`s^2`.

    References
    ----------
    .. [1] G. Corani and A. Benavoli, "A Bayesian Approach for Comparing Cross-Validated Algorithms on Multiple Data
       Sets", Machine Learning 100, 2015. :doi:`10.1007/s10994-015-5486-z`
    """

    def moments(values: Floats) -> tuple[Floats, Floats, Floats]:
        n = (~np.isnan(values)).sum((-2, -1))
        mean = np.nansum(values, (-2, -1)) / n
        variance = np.nansum((values - mean[..., None, None]) ** 2, (-2, -1)) / (n - 1)
        spread = np.nanmax(values, (-2, -1)) - np.nanmin(values, (-2, -1))
        is_seen = spread > ROUNDING * np.nanmax(np.abs(values), (-2, -1))
        least = variance_without_spread(mean, n * n_test, widest) / n_test
        return n, mean, np.sqrt((1 / n + test_to_train) * np.where(is_seen, variance, least))[..., None]

    n, mean, scale = xr.apply_ufunc(moments, differences, input_core_dims=[_SETS], output_core_dims=[(), (), ("part",)])
    return MeanDifference(mean=mean, scales=scale, weights=xr.ones_like(scale), df=float(n.max()) - 1)
