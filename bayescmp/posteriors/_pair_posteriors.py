"""Posteriors of a pair that are not of a table: t distributions and draws, and in the units of a metric."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._rounding import ROUNDING
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import RandomNumbers
from bayescmp.metrics import Metric
from bayescmp.posteriors._crossed_effects import EffectiveSize
from bayescmp.posteriors._mixture import MixturePosterior
from bayescmp.posteriors._one_quantity import CHAINS, SampledPosterior, StudentPosterior, in_chains
from bayescmp.results import Posterior, Values, in_one_line


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
    one_run : MeanDifference or None
        The same of one new run of each of two algorithms, where they were trained several times; None of a batch.
    """

    mean: xr.DataArray
    scales: xr.DataArray
    weights: xr.DataArray
    df: Values
    effective_size: EffectiveSize | None = None
    one_run: "MeanDifference | None" = None
    table = None  # the loss is not the error
    __repr__ = in_one_line

    @cached_property
    def difference(self) -> Posterior:
        """Posterior of loss(first) - loss(second)."""
        is_one = self.scales.sizes["part"] == 1 or np.isinf(self.scales).all()
        scale = self.scales.isel(part=0, drop=True) if is_one else self.scales
        parts = StudentPosterior(location=self.mean, scale=scale, df=self.df, name="difference")
        return parts if is_one else MixturePosterior(parts=parts, weights=self.weights, over="part", name="difference")

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
    r"""Variance of the difference on one record that is taken where all of them are the same, and only there.

    With n records, D the size of the difference in units of the widest one R, and so nD of them as if one classifier
    alone were wrong by R,

    .. math:: v = R^2 (p_d - D'^2), \quad p_d = \frac{nD + 2}{n + 4}, \quad D' = \frac{nD}{n + 4},

    the variance of an outcome of the table of right and wrong at its posterior mean under the prior Dirichlet(1, 1, 1,
    1) (derived). Where losses have no bounds (`widest` is None) it is infinite.
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
    squares = np.zeros((len(names), len(names)))
    squares[rows, columns] = squares[columns, rows] = scales**2
    return squares


def variances_of_pairs(covariance: Floats) -> Floats:
    """Return the variances of the differences of pairs, (k, k)."""
    own = np.diagonal(covariance)
    return np.asarray(own[:, None] + own - 2 * covariance)


def with_least_spread(covariance: Floats, of_pairs: Floats) -> Floats:
    """Return a covariance of losses under which no pair is closer than its own squared scale says.

    Where a pair differs by the same everywhere, the variance of each is larger by half of what the difference lacks.
    """
    lacking = np.where(variances_of_pairs(covariance) <= _HIDDEN * of_pairs, of_pairs, 0.0)
    return covariance + np.diag(lacking.max(axis=1) / 2)


_SETS = ("repeat", "fold")


def correlated_t_posterior(
    differences: xr.DataArray, test_to_train: float, n_test: float, widest: float | None
) -> MeanDifference:
    r"""Posterior of the mean difference of scores by the Bayesian correlated t test.

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


class OfDraws:
    """The posterior of the losses of two classifiers as joint draws."""

    losses: Any  # dims (draw, classifier, ...)
    difference: Any
    table = None  # the loss is not the error, or its posterior not that of one table

    @property
    def prob_first_better(self) -> Values:
        """Posterior probability that the first loses less; draws that are equal count half."""
        return self.difference.probabilities(0.0, 0.0)[0]

    @property
    def prob_second_better(self) -> Values:
        """Posterior probability that the second loses less; draws that are equal count half."""
        return 1 - self.prob_first_better

    @property
    def standard_error(self) -> float:
        """Largest Monte Carlo standard error of a probability."""
        return float(0.5 / np.sqrt(self.losses.sizes["draw"]))

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:  # noqa: ARG002
        """Return the draws in the form that ArviZ takes; there are as many as were made."""
        variables = {"difference": self.difference.draws, "value": in_chains(self.losses)}
        return xr.DataTree.from_dict({"posterior": xr.Dataset(variables)})


@dataclass(frozen=True, kw_only=True, eq=False)
class DrawnPosterior(OfDraws):
    """Posterior of the losses of two classifiers by a metric that tables do not tell.

    Attributes
    ----------
    losses : DataArray, dims (draw, classifier, ...)
        Joint draws of the losses of the first and the second; independent ones. Further dims are a batch of pairs.
    observed : DataArray
        loss(first) - loss(second) of the data.
    effective_size : EffectiveSize or None
        What the experiment is worth in independent records, which the draws are mixed over; None for a hold-out, and
        where it was read from a file.
    """

    losses: xr.DataArray
    observed: xr.DataArray
    effective_size: EffectiveSize | None = None
    __repr__ = in_one_line

    @cached_property
    def difference(self) -> SampledPosterior:
        """Posterior of loss(first) - loss(second)."""
        apart = self.losses.isel(classifier=0, drop=True) - self.losses.isel(classifier=1, drop=True)
        return SampledPosterior(draws=in_chains(unless_tied(apart, self.losses)), name="difference")

    @property
    def moved(self) -> tuple[float, float, float]:
        """Observed difference, its posterior mean, and by how many standard deviations the prior moved it.

        Of a batch, those of the one that is moved the furthest.
        """
        mean, sd = xr.DataArray(self.difference.mean), xr.DataArray(self.difference.sd)
        shift = abs(mean - self.observed) / sd.where(sd > 0, np.inf)
        furthest = int(np.argmax(shift.to_numpy()))
        observed, to, by = (float(one.to_numpy().flat[furthest]) for one in (self.observed, mean, shift))
        return observed, to, by


def unless_tied[T: (xr.DataArray, Floats)](apart: T, losses: T) -> T:
    """Return differences of drawn losses, 0 where they are rounding: those losses are tied."""
    return apart * (abs(apart) > ROUNDING * abs(losses).max())


@dataclass(frozen=True, kw_only=True, eq=False)
class InValues:
    """The posterior of a pair by a metric of which more is better; what has no other sign is that of the losses."""

    of_losses: Any  # posterior of a pair, by the losses, such as error rates for the accuracy
    metric: Metric  # whose values are compared
    __repr__ = in_one_line

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "of_losses":  # not there yet, as while it is copied
            raise AttributeError(name)
        value = getattr(self.of_losses, name)
        return _TURNED[name](value, self.metric) if name in _TURNED else value


def _turned_tree(to_datatree: Callable[..., xr.DataTree], metric: Metric) -> Callable[..., xr.DataTree]:
    def turned(draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        drawn = to_datatree(draws, rng)["posterior"].to_dataset()
        drawn["difference"] = 0.0 - drawn["difference"]
        if "value" in drawn:
            drawn["value"] = metric.loss_of_value(drawn["value"])
        return xr.DataTree.from_dict({"posterior": drawn})

    return turned


_TURNED: dict[str, Callable[[Any, Metric], Any]] = {
    "difference": lambda difference, _: difference.mirrored,
    "mean": lambda mean, _: 0.0 - mean,
    "observed": lambda observed, _: 0.0 - observed,
    "moved": lambda moved, _: (0.0 - moved[0], 0.0 - moved[1], moved[2]),
    "given_tau": lambda given, metric: lambda tau: in_values(given(tau), metric),
    "to_datatree": _turned_tree,
}
"""What has another sign in the units of a metric of which more is better."""


def in_values(posterior: Any, metric: Metric) -> Any:
    """Return the posterior of a pair in the units of a metric: of value(first) - value(second)."""
    return InValues(of_losses=posterior, metric=metric) if metric.greater_is_better else posterior
