"""What data sets tell of several classifiers on others, for what needs all of them at once: who is best, ranks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr

from bayescmp._support._rounding import ROUNDING, without_rounding
from bayescmp._support._typing import Floats, Integers
from bayescmp.datasets._entry import Entry
from bayescmp.datasets._own import DIM
from bayescmp.datasets._population import base_scale
from bayescmp.posteriors import JointStudent, StudentPosterior
from bayescmp.posteriors._laws_over_datasets import BASE_DF, MASS, WIDER, batches_of
from bayescmp.posteriors._pair_posteriors import variances_of_pairs
from bayescmp.results import in_one_line


@dataclass(frozen=True, kw_only=True, eq=False)
class JointPopulation:
    r"""What data sets that have all classifiers tell of their losses on others, less the mean over the classifiers.

    Averages have the multivariate t distribution with q - 1 degrees of freedom whose covariance is that of the data
    sets, :math:`S`, of which a share is taken as if the classifiers varied independently, each by its own variance,

    .. math:: \left(\frac{1}{q} + \frac{2}{q^2}\right)
              \left((1 - \lambda) S + \lambda C \, \mathrm{diag}(v) \, C\right), \quad C = I - 1/k,
              \quad \lambda = \frac{k}{k + q - 1},

    v such that the variances of pairs :math:`v_i + v_j` are those of :math:`S` on the whole. Of two classifiers that is
    their pair, whatever :math:`\lambda`. Of more, :math:`S` alone claims to know who is best far too boldly; a part in
    which all pairs differ alike is bolder yet where two good ones stand among many bad ones (measured).
    """

    losses: Floats  # as observed, (n_datasets, k)
    next_dataset: Floats  # draws, (n_draws, k), of which every data set at hand and the base have their shares
    average: Floats | None  # draws of averages, (n_draws, k); None where one data set, or no spread, tells nothing
    of_each: StudentPosterior  # the average of each by itself
    __repr__ = in_one_line


def joint_population(
    entries: Sequence[Entry], names: Sequence[str], own: Floats, widest: float | None, draws: int, seed: int
) -> JointPopulation | None:
    """Return what the data sets that have all classifiers tell; None where there are none.

    `own` are the mean variances of pairs on a data set by itself, (k, k), the least that they vary by; infinite where
    nothing tells how far a difference varies that is not 0.
    """
    complete = [one for one in entries if len(one.classifiers) == len(names)]
    if not complete:
        return None
    orders = [[one.classifiers.index(name) for name in names] for one in complete]
    told = np.stack([one.told[order] for one, order in zip(complete, orders, strict=True)])
    losses = without_rounding((told - told.mean(axis=1, keepdims=True)).T, np.abs(told).max()).T
    average = joint_average(losses, covariance_of(losses, own)) if np.isfinite(own).all() else None
    return JointPopulation(
        losses=losses,
        next_dataset=_next_dataset(complete, orders, _base(losses, widest), draws, np.random.default_rng([seed, 5])),
        average=None if average is None else average.draw(draws, np.random.default_rng([seed, 6])).to_numpy(),
        of_each=_nothing_known(losses) if average is None else average.losses,
    )


def _nothing_known(losses: Floats) -> StudentPosterior:
    mean = xr.DataArray(losses.mean(axis=0), dims="classifier")
    return StudentPosterior(location=mean, scale=xr.full_like(mean, np.inf), df=1.0, name="loss")


def covariance_of(losses: Floats, own: Floats) -> Floats:
    """Return the covariance of losses over data sets, in which no pair has less than its `own` variance."""
    covariance = np.cov(losses.T) if len(losses) > 1 else np.zeros(own.shape)
    lacking = np.clip(own - variances_of_pairs(covariance), 0.0, None).max(axis=1)
    return _centred(covariance + np.diag(lacking / 2))


def joint_average(losses: Floats, covariance: Floats) -> JointStudent | None:
    """Return the joint posterior of averages of losses less their mean, (n_datasets, k); None where nothing tells."""
    count, k = losses.shape
    if count < 2 or np.trace(covariance) <= (ROUNDING * np.abs(losses).max()) ** 2:
        return None
    share = k / (k + count - 1)
    scale = ((1 - share) * covariance + share * _independent(covariance)) * (1 + WIDER / count) / count
    mean = xr.DataArray(losses.mean(axis=0), dims="classifier")
    return JointStudent.of(mean, scale, count - 1.0)


def _independent(covariance: Floats) -> Floats:
    """Return the covariance of independent losses less their mean, whose pairs vary on the whole as those of one."""
    k, of_pairs = len(covariance), variances_of_pairs(covariance)
    if k == 2:
        return covariance
    total = of_pairs.sum() / (2 * (k - 1))
    return _centred(np.diag(np.clip((of_pairs.sum(axis=1) - total) / (k - 2), 0.0, None)))


def _centred(covariance: Floats) -> Floats:
    centring = np.eye(len(covariance)) - 1 / len(covariance)
    return np.asarray(centring @ covariance @ centring)


def _next_dataset(
    complete: Sequence[Entry], orders: Sequence[list[int]], base: Floats, draws: int, source: np.random.Generator
) -> Floats:
    """Draw from every data set its share of the draws, and from the base, a multivariate t distribution, its own."""
    ends = np.append(np.arange(1, len(complete) + 1), len(complete) + MASS) / (len(complete) + MASS)
    counts = np.diff(np.round(ends * draws).astype(int), prepend=0)
    found = [source.standard_normal((counts[-1], len(base))) @ base.T]
    found[0] *= np.sqrt(BASE_DF / source.chisquare(BASE_DF, (counts[-1], 1)))
    for place, own in _drawn(complete, counts[:-1], source):
        found.append(own[: counts[place], orders[place]] if np.isfinite(own).all() else own[:0])  # of those that tell
    return source.permutation(np.concatenate(found))


def _drawn(complete: Sequence[Entry], counts: Integers, source: np.random.Generator) -> Iterator[tuple[int, Floats]]:
    """Yield places of data sets and as many draws of each or more; those of two classifiers are drawn in batches."""
    if len(complete[0].classifiers) > 2:
        for place in np.flatnonzero(counts).tolist():
            yield place, complete[place].draw(int(counts[place]), source)
        return
    for places, batch in batches_of([one.posterior for one in complete], DIM):
        half = batch.difference.draw(int(counts.max()), source).transpose(DIM, "draw").to_numpy() / 2
        yield from zip(places, np.stack([half, -half], axis=-1), strict=True)


def _base(losses: Floats, widest: float | None) -> Floats:
    """Return a root of the covariance of the base, under which a pair has the scale that it has by itself."""
    if widest is not None or not losses.any():
        return np.eye(losses.shape[1]) * base_scale(widest, np.zeros(1)) / np.sqrt(2)
    values, vectors = np.linalg.eigh(losses.T @ losses / len(losses))
    return np.asarray(vectors * np.sqrt(np.clip(values, 0.0, None)))
