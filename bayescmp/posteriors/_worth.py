"""How many independent records an experiment is worth, by effects of records and training sets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._results import in_one_line
from bayescmp._typing import Array, Floats
from bayescmp._validation import RandomNumbers, generator
from bayescmp.posteriors._crossed_likelihood import (
    CrossedSums,
    Variances,
    log_likelihood,
    variance_of_mean,
    variances_of,
)
from bayescmp.posteriors._training_variance import tau_grid

_SUMS = ("difference", "total", "squares", "squared_totals", "records", "together", "overlap", "n_train")


@dataclass(frozen=True, kw_only=True, eq=False)
class Worth:
    """What an experiment is worth, in independent records, given what training sets add, and the posterior of that.

    Attributes
    ----------
    weights : DataArray, dims (..., tau)
        Posterior probabilities of the values of tau.
    inverse_size : Dataset
        One over the number of records: `fixed`, if training sets add no variance, and `per_tau`, what it grows by with
        every unit of tau.
    components : Dataset
        As in `CrossedEffectsPosterior`.
    """

    weights: xr.DataArray
    inverse_size: xr.Dataset
    components: xr.Dataset
    __repr__ = in_one_line

    @property
    def sizes(self) -> xr.DataArray:
        """Number of independent records at each value of tau, dims (..., tau)."""
        return 1 / inverse_given(self.inverse_size, self.weights["tau"])

    def drawn_sizes(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw numbers of independent records, with as many of each as its probability says, in any order.

        Parameters
        ----------
        draws : int
            How many.
        rng : int, Generator or None
            Source of the order.

        Returns
        -------
        DataArray, dims (..., draw)
        """
        shares = generator(rng).permutation((np.arange(draws) + 0.5) / draws)

        def chosen(sizes: Floats, weights: Floats) -> Floats:
            upper = np.cumsum(weights)
            return np.asarray(sizes[np.searchsorted(upper, shares * upper[-1])])

        sizes, weights = xr.broadcast(self.sizes, self.weights)
        return xr.apply_ufunc(
            chosen,
            sizes,
            weights,
            input_core_dims=[["tau"], ["tau"]],
            output_core_dims=[["draw"]],
            vectorize=True,
        )


def worth_of_sums(sums: xr.Dataset, *, tau: Any = "default", needed: Sequence[str] = ()) -> Worth:
    """Judge what experiments are worth from sums over training sets, of outcomes or of influences.

    Parameters
    ----------
    sums : Dataset
        As from `crossed_sums`.
    tau
        As in `crossed_effects_posterior`.
    needed : sequence of str
        What `sums` must hold besides.

    Returns
    -------
    Worth
    """
    grid = tau_grid(tau)
    arrays = CrossedSums.of(_checked(sums, (*_SUMS, *needed)))
    variances = variances_of(arrays)
    lead = [str(dim) for dim in sums["difference"].dims if dim != "training_set"]
    labels = {dim: sums.coords[dim] for dim in lead if dim in sums.coords}
    weights = xr.DataArray(_weights(arrays, variances, grid), dims=(*lead, "tau"), coords=grid.coords).assign_coords(
        labels
    )
    components = _components(arrays, variances, grid["tau"].to_numpy())
    return Worth(
        weights=weights,
        inverse_size=_inverse_size(arrays, variances, lead),
        components=xr.Dataset(
            {name: (weights * xr.DataArray(given, dims=weights.dims)).sum("tau") for name, given in components.items()}
        ),
    )


def inverse_given(inverse_size: xr.Dataset, tau: Any) -> xr.DataArray:
    """Return one over the number of independent records that an experiment is worth if tau is known."""
    return inverse_size["fixed"] + tau * inverse_size["per_tau"]


def _checked(sums: object, names: Sequence[str]) -> xr.Dataset:
    """Return `sums` if they are sums over training sets, else say what is missing."""
    if not isinstance(sums, xr.Dataset):
        raise TypeError(f"`sums` must be a Dataset as from `crossed_sums`, but got {type(sums).__name__}.")
    missing = [name for name in names if name not in sums]
    if missing:
        raise ValueError(f"`sums` must be as from `crossed_sums`, but lacks {missing}.")
    return sums


def _inverse_size(sums: CrossedSums, variances: Variances, lead: list[str]) -> xr.Dataset:
    """Variance of the mean difference over that on one record.

    Where no outcome differs from the others both are 0, and their ratio is what it tends to as differing outcomes
    become few: then all of the variance counts as rest.
    """
    mean = sums.difference.sum(-1) / sums.validations
    per_record = sums.squares / sums.validations - mean**2
    record, rest = variances.shares
    ratio = variances.single / np.where(per_record > 0, per_record, 1.0)
    scale = np.where((per_record > 0) & (variances.single > 0), ratio, 1.0)
    relative = Variances(record=record, rest=rest)
    fixed, per_tau = (scale * part for part in variance_of_mean(sums, relative))
    return xr.Dataset({"fixed": (lead, fixed), "per_tau": (lead, per_tau)})


def _weights(sums: CrossedSums, variances: Variances, grid: xr.DataArray) -> Array:
    likelihood = log_likelihood(sums, variances, grid["tau"].to_numpy())
    relative = np.exp(likelihood - likelihood.max(-1, keepdims=True)) * grid.to_numpy()
    return relative / relative.sum(-1, keepdims=True)


def _components(sums: CrossedSums, variances: Variances, tau: Array) -> dict[str, Array]:
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
