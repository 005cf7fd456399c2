r"""How many independent records an experiment is worth, by effects of records and training sets.

The difference of the losses on record i in repeat r is delta + u_i + v_S + e_ir: effects of the record, of the
training set S, and the rest. Arrays have leading dims of experiments, then `s` training sets and `k` classes of records
that are validated equally often; nothing here grows with the number of records.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import MOST_RECORDS, check_not_negative, check_number
from bayescmp.posteriors._mixture import gauss_rule

TAU_PRIORS: dict[str, Callable[[Floats], Floats]] = {
    "default": lambda tau: 2 * special.stdtr(2, tau / 0.3) - 1,
    "cautious": lambda tau: 2 * np.arctan(tau / 0.6) / np.pi,
}
"""Priors of tau by name: the cdf of the halves above 0 of a t and of a Cauchy distribution."""
_LOWEST, _HIGHEST = 3e-3, 60.0
_PANELS, _CELLS, _POINTS = 24, 64, 4  # of log(tau), of a panel, and of a panel's Gauss rule
_IN_WORDS = {
    "default": "half-t with 2 degrees of freedom and scale 0.3",
    "cautious": "half-Cauchy with scale 0.6",
}


def tau_words(tau: Any) -> str:
    """Return in words what `tau_grid` takes."""
    if isinstance(tau, str):
        return _IN_WORDS[tau]
    if isinstance(tau, xr.DataArray):
        return str(tau.attrs["words"])
    if not hasattr(tau, "cdf"):
        return f"taken as known, {check_number('tau', tau):g}"
    arguments = [f"{value:g}" for value in getattr(tau, "args", ())]
    arguments += [f"{name}={value:g}" for name, value in getattr(tau, "kwds", {}).items()]
    return f"{getattr(getattr(tau, 'dist', tau), 'name', type(tau).__name__)}({', '.join(arguments)})"


def tau_grid(tau: Any) -> xr.DataArray:
    """Return the prior of tau as probabilities of the values along the dim `tau`.

    A number is taken as known. Else four points of Gauss quadrature on each of 24 equal steps of log(tau) from 0.003 to
    60; what lies below has the probability of its own mean, and what lies above that of 60.
    """
    if isinstance(tau, str):
        if tau not in TAU_PRIORS:
            listed = ", ".join(map(repr, TAU_PRIORS))
            raise ValueError(f"`tau` must be one of {listed}, a number or a distribution, but got {shown(tau)}.")
        return _points_of(tau).copy()
    if isinstance(tau, xr.DataArray):
        return _checked_grid(tau)
    if hasattr(tau, "cdf"):
        if tau.cdf(0) > 0:
            raise ValueError(f"`tau` must have a prior on the numbers above 0, but P(tau <= 0) is {tau.cdf(0):.3g}.")
        return _points(tau.cdf)
    value = check_not_negative("tau", tau, most=MOST_RECORDS)
    return xr.DataArray([1.0], dims="tau", coords={"tau": [value]})


def as_grid(tau: Any) -> Any:
    """Return a distribution as its grid, which files can hold, with the attribute `words`; anything else as it is."""
    return tau_grid(tau).assign_attrs(words=tau_words(tau)) if hasattr(tau, "cdf") else tau


def _checked_grid(grid: xr.DataArray) -> xr.DataArray:
    weights, values = grid.to_numpy(), grid["tau"].to_numpy() if "tau" in grid.coords else np.array([])
    are_numbers = weights.dtype.kind == "f" and values.dtype.kind in "iuf" and isinstance(grid.attrs.get("words"), str)
    is_one = are_numbers and grid.dims == ("tau",) and values.size and (weights >= 0).all()
    if not is_one or abs(weights.sum() - 1) >= 1e-9 or not ((values >= 0) & (values <= MOST_RECORDS)).all():
        raise ValueError(
            "`tau` must be probabilities of values of 0 or more along the dim `tau`, with the attribute `words`."
        )
    return grid


@cache
def _points_of(name: str) -> xr.DataArray:
    return _points(TAU_PRIORS[name])


def _points(cdf: Any) -> xr.DataArray:
    edges = np.geomspace(_LOWEST, _HIGHEST, _PANELS * _CELLS + 1)
    below = cdf(edges)
    middles = np.log(edges[1:] * edges[:-1]) / 2
    probability, points = gauss_rule(np.diff(below).reshape(_PANELS, _CELLS), middles.reshape(_PANELS, _CELLS), _POINTS)
    near_0 = np.linspace(0, _LOWEST, _CELLS + 1)
    lowest, mean = gauss_rule(np.diff(cdf(near_0)), (near_0[1:] + near_0[:-1]) / 2, 1)
    values: Array = np.concatenate([mean, np.exp(points.ravel()), [_HIGHEST]])
    weights = np.concatenate([lowest, probability.ravel(), 1 - below[-1:]])
    return xr.DataArray(weights, dims="tau", coords={"tau": values})


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
    # -(log|V| + log 1'V^-1 1 + (d - delta)'V^-1 (d - delta)) / 2 (docs/formulas.md, "Crossed effects")
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
    # s_u^2 sum m_i^2 / N^2 + s_e^2 / N + tau s^2 sum n_S n_S' overlap / N^2 (docs/formulas.md, "Crossed effects")
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


def weights_of_tau(sums: CrossedSums, variances: Variances, grid: xr.DataArray) -> Array:
    likelihood = log_likelihood(sums, variances, grid["tau"].to_numpy())
    relative = np.exp(likelihood - likelihood.max(-1, keepdims=True)) * grid.to_numpy()
    return relative / relative.sum(-1, keepdims=True)


def components_of(sums: CrossedSums, variances: Variances, tau: Array) -> dict[str, Array]:
    """Shares of the variance on one validation set given tau, the correlation of repeats, and phi: (..., n_tau)."""
    record = variances.shares[0][..., None]
    own = np.diagonal(sums.overlap, axis1=-2, axis2=-1)
    n_validation, fitted = sums.sizes.mean(-1)[..., None], own.mean(-1)[..., None] * tau
    phi = 1 + fitted * n_validation
    records = record / phi
    apart = sums.together.sum(-3) > 0
    apart = apart & ~np.eye(apart.shape[-1], dtype=bool)
    pairs = np.maximum(apart.sum((-2, -1)), 1)[..., None]
    shared = sums.together.sum(-3) / (sums.sizes[..., :, None] * sums.sizes[..., None, :])
    common = (np.where(apart, shared, 0).sum((-2, -1))[..., None] / pairs) * record
    common = common + (np.where(apart, sums.overlap, 0).sum((-2, -1))[..., None] / pairs) * tau
    return {
        "records": records,
        "training_sets": np.broadcast_to(1 - 1 / phi, records.shape),
        "rest": 1 / phi - records,
        "rho2": common * n_validation / phi,
        "phi": np.broadcast_to(phi, records.shape),
    }
