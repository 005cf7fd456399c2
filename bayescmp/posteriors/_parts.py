"""Posteriors of a pair mixed over how many independent records the experiment is worth."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._results import Values, plain
from bayescmp._validation import RandomNumbers, generator
from bayescmp.posteriors._mixture import DifferenceMixture, MixturePosterior
from bayescmp.posteriors._paired import PairedPosterior
from bayescmp.tables import CELLS, cell, scaled_table

# Probabilities of the parts of the mixture, from small to large variance: finer where the variance is large.
_PARTS = (0.2, 0.2, 0.2, 0.15, 0.1, 0.08, 0.04, 0.02, 0.01)


def _share() -> xr.DataArray:
    # Not at import, because the first labelled array loads dask where it is installed.
    return xr.DataArray(list(_PARTS), dims="part")


@dataclass(frozen=True, kw_only=True, eq=False)
class PartsPosterior:
    """Posteriors of the quantities of a paired table, mixed over the effective number of records.

    Attributes
    ----------
    paired : PairedPosterior
        Exact posteriors of tables of as many records as the experiment is worth, along the dim `part`.
    effective_size : DataArray, dims (..., part)
        Number of independent records that the experiment is worth in each part.
    """

    paired: PairedPosterior
    effective_size: xr.DataArray

    @property
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

    @property
    def n_effective(self) -> Values:
        """Number of independent records whose mean varies as much as the posterior mean of the variance says."""
        return plain(1 / (_share() / self.effective_size).sum("part"))

    @property
    def disagreement(self) -> MixturePosterior:
        """Posterior of p_d, the probability that exactly one of the two is wrong."""
        return self._mixture(self.paired.disagreement)

    @property
    def first_error_on_disagreement(self) -> MixturePosterior:
        """Posterior of r, the probability that the first is wrong given that exactly one is."""
        return self._mixture(self.paired.first_error_on_disagreement)

    @property
    def first_error_given_second_right(self) -> MixturePosterior:
        """Posterior of r_c, the probability that the first is wrong given that the second is right."""
        return self._mixture(self.paired.first_error_given_second_right)

    @property
    def first_error_given_second_wrong(self) -> MixturePosterior:
        """Posterior of r_i, the probability that the first is wrong given that the second is wrong."""
        return self._mixture(self.paired.first_error_given_second_wrong)

    @property
    def difference(self) -> MixturePosterior:
        """Posterior of delta = err(first) - err(second); negative means that the first errs less."""
        return DifferenceMixture(parts=self.paired.difference, weights=_share(), over="part", name="difference")

    @property
    def prob_first_better(self) -> Values:
        """Posterior probability that the first errs less."""
        return plain((_share() * self.paired.prob_first_better).sum("part"))

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
        part = xr.DataArray(source.choice(len(_PARTS), p=_PARTS, size=tuple(size.values())), dims=tuple(size))
        return xr.DataTree.from_dict({"posterior": drawn.isel(part=part).drop_vars("part", errors="ignore")})

    def variance_over_parts(self, values: xr.DataArray) -> xr.DataArray:
        """Variance of values over the parts."""
        mean = (_share() * values).sum("part")
        return (_share() * (values - mean) ** 2).sum("part")

    def _mixture(self, parts: Any) -> MixturePosterior:
        return MixturePosterior(parts=parts, weights=_share(), over="part", name=parts.name)


def mean_variances(weights: xr.DataArray, variance: xr.DataArray, dim: str) -> xr.DataArray:
    """Average variances, which rise along `dim`, over ranges of their distribution as probable as `_PARTS` says.

    A mixture of few parts has the same variance as that over the whole distribution, and is as good and much faster.
    """
    upper = weights.cumsum(dim)
    ends = xr.DataArray(np.cumsum(_PARTS), dims="part")
    within: xr.DataArray = np.minimum(upper, ends) - np.maximum(upper - weights, ends - _share())  # type: ignore[assignment]
    return (within.clip(min=0) * variance).sum(dim) / _share()


def effective_size(cells: xr.DataArray, variance: xr.DataArray, n_records: xr.DataArray) -> xr.DataArray:
    """Return so many records that their mean difference has the variance; all, where no outcome differs."""
    per_record = variance_per_record(cells)
    return (per_record / variance.where(variance > 0, 1.0)).where((variance > 0) & (per_record > 0), n_records)


def variance_per_record(cells: xr.DataArray) -> xr.DataArray:
    """Variance of the difference of the losses on one record, with the observed proportions."""
    total = cells.sum(CELLS)
    first, second = cell(cells, "wrong", "right") / total, cell(cells, "right", "wrong") / total
    return first + second - (first - second) ** 2


def parts_of(cells: xr.DataArray, size: xr.DataArray, *, prior: str, strength: float) -> PairedPosterior:
    """Return the posteriors of tables of so many records, dim `part` last, with the observed proportions."""
    table = scaled_table(cells, size)
    return PairedPosterior(table=table.transpose(..., "part", *CELLS), prior=prior, strength=strength)
