"""The sampled crossed-effects posterior, with the quantities that every posterior of a pair has."""

import json
from dataclasses import dataclass, field
from typing import Any, override

import xarray as xr

from bayescmp._results import PairedQuantities, plain
from bayescmp._sampled import SampledPosterior
from bayescmp._validation import RandomNumbers
from bayescmp.tables import CELLS, scaled_table

DRAWN = ("difference", "error", "disagreement", "tau")


@dataclass(frozen=True, kw_only=True, eq=False)
class CrossedEffectsSample(PairedQuantities):
    """Draws of the crossed-effects model, with what they say about a pair of classifiers.

    Attributes
    ----------
    draws : Dataset, dims (chain, draw)
        The variables `difference`, `disagreement` and `tau`, and `error` with the further dim `classifier`, the first
        of which is the first.
    cells : DataArray, dims (first, second)
        Observed counts over all validation sets.
    verdict : dict
        What `Verdict.to_json` says of the draws.
    sampler : dict
        Priors, seed and settings of the sampler.
    """

    draws: xr.Dataset
    cells: xr.DataArray
    verdict: dict[str, Any]
    sampler: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, tree: xr.DataTree, tables: xr.DataArray) -> "CrossedEffectsSample":
        """Take the draws from what `crossed_effects_mcmc` returns, and the counts from tables of the same outcomes."""
        cells = tables.sum([dim for dim in tables.dims if dim not in CELLS])
        draws = tree["posterior"].to_dataset()[list(DRAWN)].reset_coords(drop=True)
        verdict, sampler = (json.loads(tree.attrs[name]) for name in ("diagnostics", "provenance"))
        return cls(draws=draws, cells=cells, verdict=verdict, sampler=sampler)

    @property
    @override
    def difference(self) -> SampledPosterior:
        return SampledPosterior(draws=self.draws["difference"], name="difference")

    @property
    @override
    def disagreement(self) -> SampledPosterior:
        return SampledPosterior(draws=self.draws["disagreement"], name="disagreement")

    @property
    @override
    def first_error_on_disagreement(self) -> SampledPosterior:
        return SampledPosterior(
            draws=self._only_first_wrong / self.draws["disagreement"], name="first_error_on_disagreement"
        )

    @property
    @override
    def first_error_given_second_right(self) -> SampledPosterior:
        right = 1 - self._error(1)
        return SampledPosterior(draws=self._only_first_wrong / right, name="first_error_given_second_right")

    @property
    @override
    def first_error_given_second_wrong(self) -> SampledPosterior:
        both = self._error(0) - self._only_first_wrong
        return SampledPosterior(draws=both / self._error(1), name="first_error_given_second_wrong")

    @property
    @override
    def prob_first_better(self) -> float:
        return float(self.difference.cdf(0.0))

    @property
    def tau(self) -> float:
        """Posterior median of tau, the variance that training sets add relative to that of a sample of records."""
        return float(self.draws["tau"].median())

    @property
    def n_effective(self) -> float:
        """Number of independent records whose mean difference varies as much as the posterior does."""
        difference = self.draws["difference"]
        per_record = self.draws["disagreement"].mean() - difference.mean() ** 2
        return float(plain(per_record / difference.var()))

    @property
    def table(self) -> xr.DataArray:
        """The observed proportions in a table of `n_effective` records."""
        return scaled_table(self.cells, self.n_effective)

    def to_datatree(self, draws: int | None = None, rng: RandomNumbers = None) -> xr.DataTree:  # noqa: ARG002
        """Return the draws of the sampler in the form that ArviZ takes; there are as many as were asked of it."""
        return xr.DataTree.from_dict({"posterior": self.draws})

    @property
    def _only_first_wrong(self) -> xr.DataArray:
        return (self.draws["disagreement"] + self.draws["difference"]) / 2

    def _error(self, position: int) -> xr.DataArray:
        return self.draws["error"].isel(classifier=position, drop=True)
