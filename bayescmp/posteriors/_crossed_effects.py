"""How many independent records an experiment is worth: d_ir = delta + u_i + v_S + e_ir on record i in repeat r.

Arrays have leading dims of experiments, then `s` training sets S and `k` classes of records that are validated equally
often; nothing here grows with the number of records.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Self

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import RandomNumbers, generator
from bayescmp.posteriors._mixture import parts_over
from bayescmp.posteriors._prior_of_tau import tau_grid
from bayescmp.results import Values, in_one_line


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
    per_record: Array  # (...), variance of the difference on one record
    widened: Array  # factor of variances between groups of unequal size
    alike: Array  # number of independent records that groups are worth whose records are all alike, or of records

    @classmethod
    def of(cls, data: xr.Dataset, needed: Sequence[str] = ()) -> Self:
        """Take the arrays out of a dataset, or say what it lacks."""
        last = {"difference": ("training_set",), "total": ("times", "training_set"), "squares": ()}
        last |= {"squared_totals": ("times",), "records": ("times",), "overlap": ("training_set", "other")}
        last |= {"together": ("times", "training_set", "other"), "times": ("times",)}
        if not isinstance(data, xr.Dataset):
            raise TypeError(f"`sums` must be a Dataset as from `crossed_sums`, but got {type(data).__name__}.")
        if missing := [name for name in (*last, *needed) if name not in data]:
            raise ValueError(f"`sums` must be as from `crossed_sums`, but lacks {missing}.")
        arrays = {name: data[name].transpose(..., *dims).to_numpy().astype(float) for name, dims in last.items()}
        n = (arrays["records"] * arrays["times"]).sum(-1)
        per_record = arrays["squares"] / n - (arrays["difference"].sum(-1) / n) ** 2
        of_units = {"typical": np.ones(()), "per_record": per_record, "widened": np.ones(())}
        of_units["alike"] = arrays["records"].sum(-1)
        given = {name: data[name].to_numpy() for name in of_units if name in data}
        return cls(**{**arrays, **of_units, **given})

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
    # s^2 = sum (d - mean_S)^2 / (N - K), s_e^2 = min((Q + q / 2) / f, s^2) (docs/trust/formulas.md, "Crossed effects")
    fitted, within_sets = (sums.difference**2 / sums.sizes).sum(-1), sums.validations - sums.sizes.shape[-1]
    common, within_all = sums.difference.sum(-1) ** 2 / sums.validations, sums.validations - 1
    inside = within_sets > 0
    single = np.maximum(sums.squares - np.where(inside, fitted, common), 0) / np.where(inside, within_sets, within_all)
    per_validation = 1 / sums.times
    left = sums.difference - np.einsum("k,...ks->...s", per_validation, sums.total)
    design = _diagonal(sums.sizes) - np.einsum("k,...kst->...st", per_validation, sums.together)
    values, vectors = np.linalg.eigh(design)
    is_effect = values > 1e-9 * np.maximum(values[..., -1:], 1)
    of_sets = np.einsum("...sa,...s->...a", vectors, left) ** 2 / np.where(is_effect, values, np.inf)
    within = sums.squares - sums.squared_totals @ per_validation - of_sets.sum(-1)
    df = sums.validations - sums.records.sum(-1) - is_effect.sum(-1)
    rest = np.where(df > 0, (np.maximum(within, 0) + 0.5 * sums.typical) / np.maximum(df, 1), np.inf)
    rest = np.minimum(rest, single)
    return Variances(record=single - rest, rest=rest)


def log_likelihood(sums: CrossedSums, variances: Variances, tau: Array) -> Array:
    r"""Return the restricted log-likelihood of tau, up to a constant: array of shape (..., n_tau).

    Effects of training sets have the covariance :math:`\tau (\sigma_u^2 + \sigma_e^2) |S \cap S'| / (|S| |S'|)`; the
    mean difference is integrated out. Where no outcome varies, the sums of none are judged as outcomes of variance 1.
    """
    # -(log|V| + log 1'V^-1 1 + (d - delta)'V^-1 (d - delta)) / 2 (docs/trust/formulas.md, "Crossed effects")
    scale = np.where(variances.single > 0, variances.single, 1.0)
    record, rest = variances.shares
    rest = np.maximum(rest, 1e-9)
    spread = rest[..., None] + sums.times * record[..., None]  # of a record's total over its number, (..., k)
    shrink = record[..., None] / spread
    inner = _diagonal(sums.sizes) - np.einsum("...k,...kst->...st", shrink, sums.together)
    values, vectors = np.linalg.eigh(sums.overlap)
    factor = vectors * np.sqrt(np.maximum(values, 0))[..., None, :]  # F F' = overlap, which may be singular
    values, vectors = np.linalg.eigh(factor.mT @ (inner / rest[..., None, None]) @ factor)
    values = np.maximum(values, 0)
    axes = (factor @ vectors).mT
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
    # s_u^2 sum m_i^2 / N^2 + s_e^2 / N + tau s^2 sum n_S n_S' overlap / N^2 (docs/trust/formulas.md, "Crossed effects")
    squares = (sums.records * sums.times**2).sum(-1) / sums.validations**2
    share = sums.sizes / sums.validations[..., None]
    added = np.einsum("...s,...st,...t", share, sums.overlap, share)
    return variances.record * squares + variances.rest / sums.validations, variances.single * added


def _diagonal(values: Array) -> Array:
    return values[..., None] * np.eye(values.shape[-1])


def weights_of_tau(sums: CrossedSums, variances: Variances, grid: xr.DataArray) -> Array:
    likelihood = log_likelihood(sums, variances, grid["tau"].to_numpy())
    relative = np.exp(likelihood - likelihood.max(-1, keepdims=True)) * grid.to_numpy()
    return relative / relative.sum(-1, keepdims=True)


def components_of(sums: CrossedSums, variances: Variances, tau: Array) -> dict[str, Array]:
    """Shares of the variance on one validation set given tau, the correlation of repeats, and phi: (..., n_tau)."""
    # phi = 1 + tau n_S / |S|, rho2 phi = n_S (s |V & V'| / (n_S n_S') + tau |S & S'| / (|S| |S'|)), V validated records
    together, is_self = sums.together.sum(-3), np.eye(sums.overlap.shape[-1], dtype=bool)
    pairs = (together > 0) & ~is_self

    def mean_over(where: Array, values: Array) -> Array:
        return (np.where(where, values, 0).sum((-2, -1)) / np.maximum(where.sum((-2, -1)), 1))[..., None]

    record, n_validation = variances.shares[0][..., None], sums.sizes.mean(-1)[..., None]
    phi = 1 + mean_over(is_self, sums.overlap) * tau * n_validation
    records = record / phi
    shared = together / (sums.sizes[..., :, None] * sums.sizes[..., None, :])
    common = mean_over(pairs, shared) * record + mean_over(pairs, sums.overlap) * tau
    return {
        "records": records,
        "training_sets": np.broadcast_to(1 - 1 / phi, records.shape),
        "rest": 1 / phi - records,
        "rho2": common * n_validation / phi,
        "phi": np.broadcast_to(phi, records.shape),
    }


@dataclass(frozen=True, kw_only=True, eq=False)
class EffectiveSize:
    r"""What an experiment is worth in independent records, and the posterior of tau, as in `CrossedEffectsPosterior`.

    Of few groups the variance is known badly: V that was estimated stands for :math:`V \mathrm{df} / \chi^2_{df}`, by
    which a mean has a t distribution (status S), and so the number of records for as many times less or more.
    """

    weights: xr.DataArray
    inverse_size: xr.Dataset
    components: xr.Dataset
    df: float  # of the variance between groups of dependent records; infinite where records are independent
    most: Values  # number of independent records that it is worth, however alike groups are
    __repr__ = in_one_line

    @property
    def sizes(self) -> xr.DataArray:
        """Number of independent records at each value of tau, dims (..., tau), were variances known."""
        return 1 / inverse_given(self.inverse_size, self.weights["tau"])

    @property
    def has_tau(self) -> bool:
        """Whether there are several training sets, of which tau is."""
        return bool(self.inverse_size["per_tau"].any())

    @cached_property
    def spread(self) -> tuple[xr.DataArray, xr.DataArray]:
        """Probabilities of numbers of independent records, and these numbers, dims (..., point)."""
        # n = n_e chi^2_df / df, at most `most` (docs/trust/formulas.md, "Groups of records, and several answers")
        (shares, ratios), sizes = (xr.DataArray(values, dims="ratio") for values in _ratios(self.df)), self.sizes
        if np.isfinite(self.df):  # no further than rounding, by which draws would depend on the order of records
            sizes = sizes.copy(data=np.exp(np.round(np.log(sizes.to_numpy()), 9)))
        both = xr.broadcast(self.weights * shares, (sizes * ratios).clip(max=self.most))
        weights, sizes = (part.stack(point=("tau", "ratio"), create_index=False).drop_vars("tau") for part in both)
        return weights, sizes

    def parts(self) -> tuple[xr.DataArray, xr.DataArray]:
        """Return few probabilities and numbers of independent records that stand for all, dims (..., part)."""
        return parts_over(*self.spread, "point")

    def drawn_sizes(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw numbers of independent records, with as many of each as its probability says, in any order."""
        shares = generator(rng).permutation((np.arange(draws) + 0.5) / draws)

        def chosen(sizes: Floats, weights: Floats) -> Floats:
            upper = np.cumsum(weights)
            return np.asarray(sizes[np.searchsorted(upper, shares * upper[-1])])

        core: Any = {"input_core_dims": [["point"], ["point"]], "output_core_dims": [["draw"]], "vectorize": True}
        return xr.apply_ufunc(chosen, *self.spread[::-1], **core)


def effective_size_of_sums(sums: xr.Dataset, *, tau: Any = "default", needed: Sequence[str] = ()) -> EffectiveSize:
    """Judge what experiments are worth from sums over training sets, of outcomes or of influences."""
    arrays = CrossedSums.of(sums, needed)
    grid = tau_grid(tau if sums.sizes["training_set"] > 1 else 0.0)  # one says nothing of others
    variances = variances_of(arrays)
    lead = [str(dim) for dim in sums["difference"].dims if dim != "training_set"]
    labels = dict(grid.coords) | {dim: sums.coords[dim] for dim in lead if dim in sums.coords}
    weights = xr.DataArray(weights_of_tau(arrays, variances, grid), dims=(*lead, "tau"), coords=labels)
    given = components_of(arrays, variances, grid["tau"].to_numpy())
    means = {name: (weights * xr.DataArray(values, dims=weights.dims)).sum("tau") for name, values in given.items()}
    return EffectiveSize(
        weights=weights,
        inverse_size=_inverse_size(arrays, variances, lead),
        components=xr.Dataset(means),
        df=float(np.min(sums.get("df", np.inf))),  # of pairs with other missing answers the fewest
        most=sums.get("most", np.inf),
    )


_RATIOS = 200


@cache
def _ratios(df: float) -> tuple[Floats, Floats]:
    """Return probabilities of ratios of a chi-squared variate to its degrees of freedom, and these, in equal steps."""
    if np.isinf(df):
        return np.ones(1), np.ones(1)
    ends = np.log(special.chdtri(df, np.array([1 - 1e-7, 1e-7])))
    edges = np.linspace(ends[0], ends[1], _RATIOS + 1)
    below = special.chdtr(df, np.exp(edges))
    return np.diff(below) / np.diff(below).sum(), np.exp((edges[1:] + edges[:-1]) / 2) / df


def inverse_given(inverse_size: xr.Dataset, tau: Any) -> xr.DataArray:
    """Return one over the number of independent records that an experiment is worth if tau is known."""
    return inverse_size["fixed"] + tau * inverse_size["per_tau"]


def _inverse_size(sums: CrossedSums, variances: Variances, lead: list[str]) -> xr.Dataset:
    """Variance of the mean difference over that on one record.

    Where no outcome differs from the others both are 0, and their ratio is what it tends to as differing outcomes
    become few: then all of the variance counts as rest, and groups as if their records were alike.
    """
    # 1 / n_e = Var(mean | tau) / (p_d - mean^2) (docs/trust/formulas.md, "Crossed effects")
    record, rest = variances.shares
    ratio = sums.widened * variances.single / np.where(sums.per_record > 0, sums.per_record, 1.0)
    scale = np.where((sums.per_record > 0) & (variances.single > 0), ratio, sums.records.sum(-1) / sums.alike)
    fixed, per_tau = (scale * part for part in variance_of_mean(sums, Variances(record=record, rest=rest)))
    return xr.Dataset({"fixed": (lead, fixed), "per_tau": (lead, per_tau)})
