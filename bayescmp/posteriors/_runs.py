"""What the runs of algorithms that are trained several times add to the variance of a mean difference."""

from dataclasses import replace
from typing import Any

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._typing import Array, Floats
from bayescmp.posteriors._embedded import EDGES, EmbeddedPosterior, embedded_moments
from bayescmp.posteriors._mixture import gauss_rule, mean_sizes
from bayescmp.posteriors._pair_posteriors import MeanDifference

DF, SCALE = 0.5, 0.2  # of the half-t prior of the square root of v; measured (docs/results/runs.py, runs_apart.py)
_LOWEST, _HIGHEST, _STEPS = 1e-3, 1e3, 320  # of this square root in units of the scale
_LEAST = 1e-8  # of the variance of runs, of which that of records is
_PARTS, _PARTS_OF_SIDE = 12, 16
_ZERO = 1e-300
IN_WORDS = f"half-t with scale {SCALE:g} and {DF:g} degrees of freedom"


def with_runs(sampling: MeanDifference, runs: xr.Dataset, *, of_one: bool = False) -> MeanDifference:
    r"""Widen the posterior of a mean difference on one test set by what the runs of both sides add.

    Parameters
    ----------
    sampling : MeanDifference
        The posterior of the mean over runs, were they the only ones.
    runs : Dataset, dims (..., side)
        `count` R, `between` S^2 and `rest` e of each side, as from `RunSums.difference`.
    of_one : bool, default False
        Whether the difference is that of one new run of each side, and not of the means over all runs there may be.

    Notes
    -----
    With :math:`q` the variance of one run's difference that sampling records gives it, v the variance of runs in units
    of it has on its square root a half-t prior of 1/2 degree of freedom and scale .2, and
    :math:`(R - 1) S^2 / (v q + e)` is chi-squared with R - 1 degrees of freedom (derived). Given v the squared scale is
    larger by :math:`v q / R` of each side, and of one new run by :math:`v q` besides. A side with one run is taken as
    it is: v = 0.
    """
    # q = Var(mean) + sum (1 - 1/R) e (docs/trust/formulas.md, "Runs")
    squared = (sampling.scales**2).isel(part=0, drop=True)
    one = squared + ((1 - 1 / runs["count"]) * runs["rest"]).sum("side")
    core: Any = {"input_core_dims": [[], ["side"], ["side"], ["side"]], "output_core_dims": [["part"], ["part"]]}
    arguments = one, runs["between"], runs["rest"], runs["count"]
    share, added = xr.apply_ufunc(_added, *arguments, kwargs={"of_one": of_one}, **core)
    return replace(sampling, scales=(squared + added) ** 0.5, weights=share)


def _added(one: Array, between: Array, rest: Array, count: Array, *, of_one: bool) -> tuple[Floats, Floats]:
    """Return the probabilities of variances that runs add, and these, (..., part)."""
    known = np.isfinite(one)  # where nothing is known, no run makes it less
    one = np.maximum(np.where(known, one, 1.0), _LEAST * between.max(-1))
    reach = np.maximum(np.sqrt(between / np.where(one > 0, one, 1.0)[..., None]) / SCALE, 1.0)
    ends = np.geomspace(_LOWEST, _HIGHEST * reach, _STEPS, axis=-1)  # of cells; what lies below is a point at 0
    prior = np.diff(special.stdtr(DF, np.insert(ends, 0, 0.0, axis=-1)), axis=-1)
    v = SCALE**2 * np.insert(ends[..., 1:] * ends[..., :-1], 0, 0.0, axis=-1)
    variance = np.maximum(v * one[..., None, None] + rest[..., None], _ZERO)  # (..., side, point)
    with np.errstate(over="ignore"):  # where runs vary by nothing, and were seen to vary
        likelihood = -0.5 * (count[..., None] - 1) * (np.log(variance) + between[..., None] / variance)
    weights = prior * np.exp(likelihood - likelihood.max(-1, keepdims=True))
    weights = np.where(count[..., None] > 1, weights, v == 0)
    weights /= weights.sum(-1, keepdims=True)
    added = v * one[..., None, None] * (1 / count[..., None] + of_one)
    share, total = _sum_of_sides(weights, added, one)
    return share, np.where(known[..., None], total, 0.0)


def _sum_of_sides(weights: Array, added: Array, one: Array) -> tuple[Floats, Floats]:
    """Return few points of the distribution of the sum over sides, by Gauss rules in the logarithm of one + added."""
    unit = np.where(one > 0, one, 1.0)[..., None]
    share, points = gauss_rule(weights, np.log1p(added / unit[..., None]), _PARTS_OF_SIDE)
    points = np.expm1(points)
    if points.shape[-2] == 2:
        total = points[..., 0, :, None] + points[..., 1, None, :]
        both = share[..., 0, :, None] * share[..., 1, None, :]
    else:
        total, both = points, share
    flat = (*total.shape[:-2], -1)
    share, points = gauss_rule(both.reshape(flat), np.log1p(total.reshape(flat)), _PARTS)
    return share, np.maximum(np.expm1(points), 0.0) * unit


def embedded_by_scale(pairs: MeanDifference, singles: MeanDifference) -> EmbeddedPosterior:
    """Build the joint posterior of losses around mixtures whose parts have variances of their own."""
    return embedded_moments(
        pairs=(pairs.mean, _variances(pairs)), singles=(singles.mean, _variances(singles)),
        losses=singles.difference, sd=pairs.difference.sd,
    )  # fmt: skip


def _variances(posterior: MeanDifference) -> xr.DataArray:
    factor = posterior.df / (posterior.df - 2)  # of a t distribution
    return factor / mean_sizes(1 / (posterior.scales**2).clip(min=_ZERO), posterior.weights, EDGES, "part")
