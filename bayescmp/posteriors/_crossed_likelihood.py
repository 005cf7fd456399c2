r"""Variances of records and training sets, from sums over training sets.

The difference of the losses on record i in repeat r is delta + u_i + v_S + e_ir: effects of the record, of the
training set S, and the rest. Arrays have leading dims of experiments, then `s` training sets and `k` classes of records
that are validated equally often; nothing here grows with the number of records.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
import xarray as xr

from bayescmp._typing import Array


@dataclass(frozen=True, kw_only=True, eq=False)
class CrossedSums:
    """The arrays of `crossed_sums_of_losses`, leading dims first; those of the design may lack the leading dims."""

    difference: Array  # (..., s)
    total: Array  # (..., k, s)
    squares: Array  # (...)
    squared_totals: Array  # (..., k)
    records: Array  # (..., k)
    together: Array  # (..., k, s, s)
    overlap: Array  # (..., s, s)
    times: Array  # (k,)
    typical: Array  # (...), mean square of what differs

    @classmethod
    def of(cls, data: xr.Dataset) -> Self:
        """Take the arrays out of a dataset."""
        last = {"difference": ("training_set",), "total": ("times", "training_set"), "squares": ()}
        last |= {"squared_totals": ("times",), "records": ("times",), "overlap": ("training_set", "other")}
        last |= {"together": ("times", "training_set", "other"), "times": ("times",)}
        arrays = {name: data[name].transpose(..., *dims).to_numpy().astype(float) for name, dims in last.items()}
        return cls(typical=data["typical"].to_numpy() if "typical" in data else np.ones(()), **arrays)

    @property
    def by_times(self) -> Array:
        """Validations of every training set by class of record, (..., k, s)."""
        return np.diagonal(self.together, axis1=-2, axis2=-1)

    @property
    def sizes(self) -> Array:
        """Validations of every training set, (..., s)."""
        return self.by_times.sum(-2)

    @property
    def validations(self) -> Array:
        """All validations, (...)."""
        return self.sizes.sum(-1)


@dataclass(frozen=True, kw_only=True, eq=False)
class Variances:
    """Variance of the record effects and of the rest, arrays over experiments."""

    record: Array
    rest: Array

    @property
    def single(self) -> Array:
        """Variance of one outcome among those of one training set."""
        return self.record + self.rest

    @property
    def shares(self) -> tuple[Array, Array]:
        """Shares of record effects and rest; where no outcome varies all is rest, as where few do."""
        single = np.where(self.single > 0, self.single, 1.0)
        return self.record / single, np.where(self.single > 0, self.rest / single, 1.0)


def variances_of(sums: CrossedSums) -> Variances:
    r"""Estimate the variances of records and of the rest, free of what training sets add.

    The variance within validation sets estimates :math:`\sigma_u^2 + \sigma_e^2`; where each has one record, as in
    leave-one-out, that between them does, whose training sets share nearly all records. What is left within records,
    after effects of training sets are fitted, estimates :math:`\sigma_e^2`; half an outcome is added, half the mean
    square of those that differ, so that it is not 0: 1/2 where outcomes are right or wrong. Where every record is
    validated once, the two cannot be told apart, and all counts as rest.
    """
    fitted, within_sets = (sums.difference**2 / sums.sizes).sum(-1), sums.validations - sums.sizes.shape[-1]
    common, within_all = sums.difference.sum(-1) ** 2 / sums.validations, sums.validations - 1
    inside = within_sets > 0
    single = np.maximum(sums.squares - np.where(inside, fitted, common), 0) / np.where(inside, within_sets, within_all)
    per_validation = 1 / sums.times
    left = sums.difference - np.einsum("k,...ks->...s", per_validation, sums.total)
    design = _diagonal(sums.sizes) - np.einsum("k,...kst->...st", per_validation, sums.together)
    inverse, rank = _pseudo_inverse(design)
    within = sums.squares - sums.squared_totals @ per_validation - np.einsum("...s,...st,...t", left, inverse, left)
    df = sums.validations - sums.records.sum(-1) - rank
    rest = np.where(df > 0, (np.maximum(within, 0) + 0.5 * sums.typical) / np.maximum(df, 1), np.inf)
    rest = np.minimum(rest, single)
    return Variances(record=single - rest, rest=rest)


def log_likelihood(sums: CrossedSums, variances: Variances, tau: Array) -> Array:
    r"""Return the restricted log-likelihood of tau, up to a constant: array of shape (..., n_tau).

    Effects of training sets have the covariance :math:`\tau (\sigma_u^2 + \sigma_e^2) |S \cap S'| / (|S| |S'|)`; the
    mean difference is integrated out. Where no outcome varies, the sums of none are judged as outcomes of variance 1.
    """
    scale = np.where(variances.single > 0, variances.single, 1.0)
    record, rest = variances.shares
    rest = np.maximum(rest, 1e-9)
    spread = rest[..., None] + sums.times * record[..., None]  # of a record's total over its number, (..., k)
    shrink = record[..., None] / spread
    inner = _diagonal(sums.sizes) - np.einsum("...k,...kst->...st", shrink, sums.together)
    factor = _square_root(sums.overlap)
    values, vectors = np.linalg.eigh(_turned(factor) @ (inner / rest[..., None, None]) @ factor)
    values = np.maximum(values, 0)
    axes = _turned(factor @ vectors)
    left = (sums.difference - np.einsum("...k,...ks->...s", shrink, sums.total)) / rest[..., None]
    of_data = np.einsum("...as,...s->...a", axes, left)
    of_ones = np.einsum("...as,...s->...a", axes, np.einsum("...k,...ks->...s", 1 / spread, sums.by_times))
    ones_ones = (sums.records * sums.times / spread).sum(-1)
    data_ones = (sums.total.sum(-1) / sums.times / spread).sum(-1)
    damp = tau[:, None] / (1 + tau[:, None] * values[..., None, :])  # (..., tau, axis)
    qoo = ones_ones[..., None] - np.einsum("...ta,...a->...t", damp, of_ones**2)
    qdo = data_ones[..., None] - np.einsum("...ta,...a->...t", damp, of_data * of_ones)
    qdd = -np.einsum("...ta,...a->...t", damp, of_data**2)
    determinant = np.log1p(tau[:, None] * values[..., None, :]).sum(-1)
    return -0.5 * (determinant + np.log(qoo) + (qdd - qdo**2 / qoo) / scale[..., None])


def variance_of_mean(sums: CrossedSums, variances: Variances) -> tuple[Array, Array]:
    r"""Variance of the mean difference: without training sets, and what they add for every unit of tau."""
    squares = (sums.records * sums.times**2).sum(-1) / sums.validations**2
    share = sums.sizes / sums.validations[..., None]
    added = np.einsum("...s,...st,...t", share, sums.overlap, share)
    return variances.record * squares + variances.rest / sums.validations, variances.single * added


def _diagonal(values: Array) -> Array:
    return values[..., None] * np.eye(values.shape[-1])


def _turned(matrix: Array) -> Array:
    return np.swapaxes(matrix, -1, -2)


def _pseudo_inverse(matrix: Array) -> tuple[Array, Array]:
    """Pseudo-inverse of symmetric matrices, and their ranks."""
    values, vectors = np.linalg.eigh(matrix)
    kept = values > 1e-9 * np.maximum(values[..., -1:], 1)
    inverse = np.where(kept, 1 / np.where(kept, values, 1), 0.0)
    return (vectors * inverse[..., None, :]) @ _turned(vectors), kept.sum(-1)


def _square_root(matrix: Array) -> Array:
    """Return F with F F' = matrix, which may be singular."""
    values, vectors = np.linalg.eigh(matrix)
    return vectors * np.sqrt(np.maximum(values, 0))[..., None, :]
