"""Posteriors of a pair mixed over how many independent records the experiment is worth."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, override

import numpy as np
import xarray as xr

from bayescmp._results import PairedQuantities, Values, in_one_line, plain
from bayescmp._typing import Floats
from bayescmp._validation import RandomNumbers, generator
from bayescmp.posteriors._gauss import gauss_rule
from bayescmp.posteriors._mixture import DifferenceMixture, MixturePosterior, chosen_part
from bayescmp.posteriors._paired import PairedPosterior
from bayescmp.tables import CELLS, scaled_table

_PARTS = 10  # leaves an error of some 1e-8 in probability, measured over tables of 20 to 2,000 records


@dataclass(frozen=True, kw_only=True, eq=False)
class PartsPosterior(PairedQuantities):
    """Posteriors of the quantities of a paired table, mixed over the effective number of records.

    Attributes
    ----------
    paired : PairedPosterior
        Exact posteriors of tables of as many records as the experiment is worth, along the dim `part`.
    effective_size : DataArray, dims (..., part)
        Number of independent records that the experiment is worth in each part.
    part_weights : DataArray, dims (..., part)
        Probabilities of the parts, which sum to 1.
    """

    paired: PairedPosterior
    effective_size: xr.DataArray
    part_weights: xr.DataArray
    __repr__ = in_one_line

    @cached_property
    def table(self) -> xr.DataArray:
        """The effective table, of `n_effective` records."""
        return scaled_table(self.paired.table.isel(part=0, drop=True), xr.DataArray(self.n_effective))

    @property
    def prior(self) -> str:
        """The form of the table's prior."""
        return self.paired.prior

    @property
    def strength(self) -> float:
        """The strength of the table's prior."""
        return self.paired.strength

    @cached_property
    def n_effective(self) -> Values:
        """Number of independent records whose mean varies as much as the posterior mean of the variance says."""
        return plain(1 / (self.part_weights / self.effective_size).sum("part"))

    @cached_property
    @override
    def disagreement(self) -> MixturePosterior:
        return self._mixture(self.paired.disagreement)

    @cached_property
    @override
    def first_error_on_disagreement(self) -> MixturePosterior:
        return self._mixture(self.paired.first_error_on_disagreement)

    @cached_property
    @override
    def first_error_given_second_right(self) -> MixturePosterior:
        return self._mixture(self.paired.first_error_given_second_right)

    @cached_property
    @override
    def first_error_given_second_wrong(self) -> MixturePosterior:
        return self._mixture(self.paired.first_error_given_second_wrong)

    @cached_property
    @override
    def difference(self) -> MixturePosterior:
        return DifferenceMixture(
            parts=self.paired.difference, weights=self.part_weights, over="part", name="difference"
        )

    @property
    @override
    def prob_first_better(self) -> Values:
        return plain((self.part_weights * self.paired.prob_first_better).sum("part"))

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Draw from the posterior in the form that ArviZ takes, as `PairedPosterior.to_datatree` does.

        Parameters
        ----------
        draws : int, default 1000
            Independent draws in each of four chains.
        rng : int, Generator or None
            Seed or source of the draws.

        Returns
        -------
        DataTree
            With the group `posterior`, dims (chain, draw, ...).
        """
        source = generator(rng)
        drawn = self.paired.to_datatree(draws, source)["posterior"].to_dataset()
        size = {dim: drawn.sizes[dim] for dim in ("chain", "draw")}
        uniform = xr.DataArray(source.random(tuple(size.values())), dims=tuple(size))
        part = chosen_part(self.part_weights, uniform, "part")
        return xr.DataTree.from_dict({"posterior": drawn.isel(part=part).drop_vars("part", errors="ignore")})

    def in_parts(self, edges: Floats) -> PairedPosterior:
        """Return the posteriors given that the variance lies between shares of its posterior, dim `part`.

        Parameters
        ----------
        edges : array
            The shares, from 0 to 1.

        Returns
        -------
        PairedPosterior
            The first part has the smallest variances, and the most records.
        """
        size = xr.apply_ufunc(
            lambda sizes, weights: mean_sizes(sizes, weights, edges),
            self.effective_size,
            self.part_weights,
            input_core_dims=[["part"], ["part"]],
            output_core_dims=[["cut"]],
        )
        return parts_of(self.table, size.rename(cut="part"), prior=self.prior, strength=self.strength)

    def variance_over_parts(self, values: xr.DataArray) -> xr.DataArray:
        """Variance of values over the parts."""
        mean = (self.part_weights * values).sum("part")
        return (self.part_weights * (values - mean) ** 2).sum("part")

    def _mixture(self, parts: Any) -> MixturePosterior:
        return MixturePosterior(parts=parts, weights=self.part_weights, over="part", name=parts.name)


def mean_sizes(size: Floats, weights: Floats, edges: Floats) -> Floats:
    """Return the sizes with the mean variance between shares of a distribution, (..., part), least variances first."""
    order = np.argsort(-size, axis=-1)
    variance, share = (np.take_along_axis(one, order, -1) for one in (1 / size, np.broadcast_to(weights, size.shape)))
    below = np.cumsum(share, -1) / share.sum(-1, keepdims=True)
    total = np.cumsum(share * variance, -1)
    rows = zip(below.reshape(-1, below.shape[-1]), total.reshape(-1, total.shape[-1]), strict=True)
    sums = [np.interp(edges, [0.0, *x], [0.0, *y]) for x, y in rows]
    return np.asarray(np.diff(edges) / np.diff(sums, axis=-1)).reshape(*size.shape[:-1], -1)


def parts_over(weights: xr.DataArray, size: xr.DataArray, dim: str) -> tuple[xr.DataArray, xr.DataArray]:
    """Compress a distribution of effective sizes along `dim` to few parts: their weights and sizes, (..., part).

    Probabilities are smooth functions of the logarithm of the size, so that few points of Gauss quadrature have the
    mean of all of them.
    """
    weights, log_size = xr.broadcast(weights, xr.apply_ufunc(np.log, size))
    lead = [name for name in weights.dims if name != dim]
    share, middle = gauss_rule(
        weights.transpose(*lead, dim).to_numpy(), log_size.transpose(*lead, dim).to_numpy(), _PARTS
    )
    coords = {name: weights.coords[name] for name in lead if name in weights.coords}
    dims = (*lead, "part")
    return xr.DataArray(share, dims=dims, coords=coords), xr.DataArray(np.exp(middle), dims=dims, coords=coords)


def variance_per_record(cells: xr.DataArray) -> xr.DataArray:
    """Variance of the difference of the losses on one record, with the observed proportions."""

    def variance(counts: Floats) -> Floats:
        total = counts.sum((-2, -1))
        first, second = counts[..., 0, 1] / total, counts[..., 1, 0] / total
        return first + second - (first - second) ** 2

    return xr.apply_ufunc(variance, cells, input_core_dims=[CELLS])


def parts_of(cells: xr.DataArray, size: xr.DataArray, *, prior: str, strength: float) -> PairedPosterior:
    """Return the posteriors of tables of so many records, dim `part` last, with the observed proportions."""
    table = scaled_table(cells, size)
    return PairedPosterior(table=table.transpose(..., "part", *CELLS), prior=prior, strength=strength)
