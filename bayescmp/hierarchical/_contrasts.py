"""Fold estimates as three independent sums of squares: all that the correlations depend on."""

from dataclasses import dataclass

import numpy as np
import xarray as xr

from bayescmp._typing import Floats
from bayescmp.hierarchical._fold_data import FoldData

CONTRASTS = ("mean", "between", "within")


@dataclass(frozen=True, kw_only=True, eq=False)
class Contrasts:
    """Sufficient statistics of the fold correlations of J experiments.

    Attributes
    ----------
    sums : array of shape (J, 3)
        Sums of squares of the contrasts of the mean, between and within repeats, in orthonormal coordinates.
    degrees : array of shape (3,)
        Their degrees of freedom R - 1, R (m - 1) and R m with R replicates of m repeats.
    unit : array of shape (J,)
        Variance of one estimate from independent records, v / n2; where v is not known, the observed variance.
    resolution : array of shape (J,)
        Variance 1 / (12 n2^2) of rounding to a count.
    has_phi : bool
        Whether v is known, so that phi = sigma^2 / unit has a meaning.
    n_repeats, n_replicates : int
        m and R.
    """

    sums: Floats
    degrees: Floats
    unit: Floats
    resolution: Floats
    has_phi: bool
    n_repeats: int
    n_replicates: int


def replicate_sums(estimates: xr.DataArray) -> Floats:
    """Return the sums of squares of each replicate between and within repeats, shape (2, J, R)."""
    values = estimates.values
    centre = values.mean((2, 3), keepdims=True)
    pair = values.mean(3, keepdims=True)
    between = 2 * ((pair - centre) ** 2).sum((2, 3))
    within = ((values - pair) ** 2).sum((2, 3))
    return np.stack([between, within])


def record_variance(second_moment: Floats, mean: Floats) -> Floats:
    """Variance of the statistic of one record, never negative."""
    return np.maximum(second_moment - mean**2, 0)


def contrasts(data: FoldData) -> Contrasts:
    """Reduce fold estimates to their sums of squares."""
    _, n_replicates, n_repeats, n_folds = data.estimates.shape
    means = data.estimates.mean(("repeat", "fold")).values
    centre = means.mean(1)
    between, within = replicate_sums(data.estimates).sum(-1)
    mean = n_repeats * n_folds * ((means - centre[:, None]) ** 2).sum(1)
    size = data.n_validation.values
    degrees = np.array([n_replicates - 1.0, n_replicates * (n_repeats - 1.0), n_replicates * n_repeats])
    sums = np.stack([mean, between, within], axis=-1)
    resolution = 1 / (12 * size**2)
    if data.second_moment is None:
        unit = np.maximum(sums.sum(-1) / degrees.sum(), resolution)
    else:
        unit = record_variance(data.second_moment.values.mean(1), centre) / size
    return Contrasts(
        sums=sums,
        degrees=degrees,
        unit=unit,
        resolution=resolution,
        has_phi=data.second_moment is not None,
        n_repeats=n_repeats,
        n_replicates=n_replicates,
    )
