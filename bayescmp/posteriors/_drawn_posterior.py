"""The posterior of two classifiers' losses as joint draws, and records whose weights are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._rounding import ROUNDING
from bayescmp._support._typing import Array, Floats, Integers
from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.metrics import Answers, Metric, answers_of
from bayescmp.posteriors._effective_size import EffectiveSize
from bayescmp.posteriors._sampled import SampledPosterior
from bayescmp.predictions import groups_of
from bayescmp.results._interval import Values, in_one_line, plain

CHAINS = 4


class OfDraws:
    """The posterior of the losses of two classifiers as joint draws."""

    losses: Any  # dims (draw, classifier, ...)
    difference: Any
    table = None  # the loss is not the error, or its posterior not that of one table

    @property
    def prob_first_better(self) -> Values:
        """Posterior probability that the first loses less; draws that are equal count half."""
        draws, over = self.difference.draws, ("chain", "draw")
        return plain((draws < 0).mean(over) + 0.5 * (draws == 0).mean(over))

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


def in_chains(draws: xr.DataArray) -> xr.DataArray:
    """Give independent draws the dims (chain, draw) of ArviZ, first."""
    per_chain = draws.sizes["draw"] // CHAINS
    kept = draws.isel(draw=slice(0, CHAINS * per_chain)).transpose("draw", ...)
    dims = ("chain", "draw", *kept.dims[1:])
    coords = {"chain": np.arange(CHAINS), "draw": np.arange(per_chain)}
    coords |= {str(dim): kept[dim].to_numpy() for dim in kept.dims[1:] if dim in kept.coords}
    return xr.DataArray(kept.to_numpy().reshape(CHAINS, per_chain, *kept.shape[1:]), dims=dims, coords=coords)


_NUMBERS = 400_000  # weights that are held at once, near the processor
_DIGITS = 12  # of answers, by which records are put in order
_LESS = 4  # records, without which the variance of a mean is that of its t distribution
_MANY = 100  # records, of which the quicker weights have that variance, too


@dataclass(frozen=True, kw_only=True, eq=False)
class WeightedRecords:
    r"""Records of a hold-out, with weights that are drawn.

    Attributes
    ----------
    answers : Answers
        What the metric reads, of one repeat, with every answer.
    classifiers : tuple of str
        Names of the classifiers.
    groups : array of int, shape (n_records,), or None
        The group of every record, counted from 0, where records are dependent: those of a group have one weight.

    Notes
    -----
    The Bayesian bootstrap [1]_ gives n records weights with the Dirichlet distribution (1, ..., 1). A mean then varies
    less than the t distribution says that belongs to it, which shows where few records decide. Here the m records of a
    class have shares of its weight with the Dirichlet distribution of m numbers :math:`(m - 4)/m`, so that a mean over
    the class has nearly the variance of the t distribution, and the weight of the class is a gamma variate of shape m,
    as in the Bayesian bootstrap (derived; measured on the page on probabilities). Of 100 records or more the shares
    are as :math:`e + e^2/m` of standard exponential variates e, which are quicker, and have that variance but for 0.4 %
    at most (measured). No draw holds a record that was not seen.

    References
    ----------
    .. [1] D. B. Rubin, "The Bayesian Bootstrap", The Annals of Statistics 9(1), 1981. :doi:`10.1214/aos/1176345338`
    """

    answers: Answers
    classifiers: tuple[str, ...]
    groups: Integers | None = None
    __repr__ = in_one_line

    def draw(self, metric: Metric, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the values of a metric for all classifiers together."""
        from scipy import stats

        check_integer("draws", draws, least=1)
        source, rows = generator(rng), self.answers.validated
        given = self.answers.given[:, rows]
        told = stats.rankdata(given, "dense", axis=1) if metric.orders else given
        order, content = _by_content(self.answers.truth[rows], told)
        truth, given = self.answers.truth[rows][order], given[:, order]
        sizes = np.unique(truth, return_counts=True)[1]
        codes = None
        if self.groups is not None:
            codes = _groups_by_content(self.groups[rows[0]][order], content)
            sizes = np.array([codes.max() + 1])
        ordered = metric.ordered or partial(partial, metric.value)
        values = [ordered(truth, own, **self.answers.named) for own in given]
        at_once = max(1, _NUMBERS // truth.size)
        found = np.empty((draws, len(given)))
        for begin in range(0, draws, at_once):
            here = found[begin : begin + at_once]
            weights = drawn_weights(sizes, len(here), source)
            weights = weights if codes is None else weights[:, codes]
            for place, value in enumerate(values):
                here[:, place] = value(weights)
        return xr.DataArray(found, dims=("draw", "classifier"), coords={"classifier": list(self.classifiers)})


def _by_content(truth: Array, given: Array) -> tuple[Integers, Integers]:
    """Return the order of records by their truth and answers, and then their ranks, those of equal content the same.

    Neither the order of rows nor that of classifiers changes which weights a content has: first comes the classifier
    whose sorted answers do. Answers that differ by rounding, as means over answers in another order do, are equal.
    """
    flat = np.asarray(given, dtype=float).reshape(*given.shape[:2], -1)
    flat = np.round(flat / (np.abs(flat).max(initial=0) or 1), _DIGITS) + 0.0  # no -0
    classes = np.unique(truth, return_inverse=True)[1]
    alone = [own[np.lexsort((*own.T[::-1], classes))].tobytes() for own in flat]
    firsts = sorted(range(len(flat)), key=alone.__getitem__)
    keys = np.array([classes, *(column for place in firsts for column in flat[place].T)])
    order = np.lexsort(keys[::-1])
    differs = (np.diff(keys[:, order], axis=1) != 0).any(axis=0)
    return order, np.concatenate([[0], np.cumsum(differs)])


def _groups_by_content(groups: Integers, content: Integers) -> Integers:
    """Return the groups of records in order of content, counted from 0 in the order of what they hold."""
    codes = np.unique(groups, return_inverse=True)[1]
    members = np.split(content[np.argsort(codes, kind="stable")], np.cumsum(np.bincount(codes))[:-1])
    in_order = sorted(range(len(members)), key=lambda place: members[place].tolist())
    return np.argsort(in_order)[codes]


def drawn_weights(sizes: Sequence[int] | Integers, draws: int, source: np.random.Generator) -> Floats:
    """Draw weights of records, (draws, n), group by group, of these sizes, as the notes of `WeightedRecords` say."""
    weights = np.empty((sum(sizes), draws))  # a row of a record, for metrics put records in order
    for n, shares in zip(sizes, np.split(weights, np.cumsum(sizes)[:-1]), strict=True):
        if n < _MANY:
            source.standard_gamma(max(n - _LESS, 1) / n, out=shares)
        else:
            source.standard_exponential(out=shares)
            np.multiply(shares, shares + n, out=shares)
        np.multiply(shares, source.standard_gamma(n, draws) / shares.sum(axis=0), out=shares)
    return weights.T


def weighted_records(predictions: xr.Dataset, metric: Metric) -> WeightedRecords:
    """Return what a metric reads of one hold-out, to be weighted."""
    names = tuple(map(str, predictions["classifier"].to_numpy()))
    return WeightedRecords(answers=answers_of(predictions, metric), classifiers=names, groups=groups_of(predictions))
