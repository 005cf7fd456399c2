"""The evidence on two classifiers: what methods and significance tests read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
import xarray as xr

from bayescmp._support._typing import Array
from bayescmp.design import Design
from bayescmp.evidence._fact import Fact
from bayescmp.metrics import DEFAULT_METRIC, Metric
from bayescmp.results import Values, in_one_line, plain
from bayescmp.tables import CELLS, fold_differences

Labels = tuple[Array, Array, Array]
NEVER_WRONG = "never wrong"
"""The second of evidence on classifiers by themselves."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PairEvidence:
    """Outcomes of two classifiers of one experiment, or of a batch along leading dims.

    Attributes
    ----------
    design : Design
        What was resampled.
    tables : DataArray or None, dims (..., repeat, fold, first, second)
        Right and wrong predictions in every validation set; None where there are losses or scores alone.
    first, second : str
        Names of the classifiers.
    names : (array, array)
        Of a batch of pairs, the names of the first and the second ones; else empty.
    metric : Metric
        Whose values are compared.
    sums : Dataset or None
        Sums over training sets, as from `crossed_sums`; None where only tables are known or nothing was trained. For
        other metrics than the error those of influences, also for a hold-out, with `mean`, the difference of losses.
    runs : Dataset or None
        Of several trainings, as from `RunSums.difference`; None where each classifier was trained once.
    labels : callable or None
        Returns the true labels and those predicted by the two classifiers in the first validation set.
    given_differences : DataArray or None, dims (..., repeat, fold)
        Differences of values where they do not follow from the tables.
    values : (float, float) or None
        Value of each classifier, in the units of the metric, where it does not follow from the tables.
    facts : tuple of Fact
        What is unusual about the data.
    identical : bool
        Whether what is compared of both classifiers is the same for every validated record.
    source : mapping
        How the predictions came about.
    predictions : Dataset or None
        The predictions, for methods that read every record.
    judged : Dataset or None
        Numbers of records by what a judge says, `judged` (..., judge), and by what people say as well, `labelled`
        (..., judge, people), in the order of `bayescmp.posteriors._drawn_records.PATTERNS`.
    """

    design: Design
    tables: xr.DataArray | None = None
    first: str = "first"
    second: str = "second"
    names: tuple[Array, Array] = (np.empty(0), np.empty(0))
    metric: Metric = DEFAULT_METRIC
    sums: xr.Dataset | None = None
    runs: xr.Dataset | None = None
    labels: Callable[[], Labels] | None = None
    given_differences: xr.DataArray | None = None
    values: tuple[float, float] | None = None
    facts: tuple[Fact, ...] = ()
    identical: bool = False
    source: Mapping[str, Any] = field(default_factory=dict)
    predictions: xr.Dataset | None = None
    judged: xr.Dataset | None = None
    __repr__ = in_one_line

    @cached_property
    def differences(self) -> xr.DataArray:
        """value(first) - value(second) on every validation set, dims (..., repeat, fold)."""
        if self.given_differences is not None:
            return self.given_differences
        return self.metric.sign * fold_differences(self.counts) + 0.0  # which turns -0.0 into 0.0

    @property
    def each(self) -> list[tuple[str, str]]:
        """The names of the two of each pair, of a batch or of the one that it is."""
        return list(zip(*self.names, strict=True)) or [(self.first, self.second)]

    @property
    def counts(self) -> xr.DataArray:
        """The tables, where there are any.

        Raises
        ------
        ValueError
            If there are none.
        """
        if self.tables is None:
            raise ValueError("Tables of right and wrong need predicted labels, but the data hold losses alone.")
        return self.tables

    @property
    def table(self) -> xr.DataArray:
        """The one table of a hold-out, or the first one."""
        return self.counts.isel(repeat=0, fold=0, drop=True)

    @cached_property
    def errors(self) -> tuple[Values, Values]:
        """Share of the validated records that each classifier gets wrong."""
        counts = self.counts.sum(("repeat", "fold"))
        wrong = (counts.sel({one: "wrong"}, drop=True).sum(other) for one, other in (CELLS, CELLS[::-1]))
        first, second = (plain(one / counts.sum(CELLS)) for one in wrong)
        return first, second

    @property
    def has_differences(self) -> bool:
        """Whether there is a difference on every validation set, which some metrics do not have everywhere."""
        return int(self.differences.notnull().sum()) >= self.design.n_sets

    @property
    def observed(self) -> tuple[Values, Values]:
        """Value of each classifier, in the units of the metric."""
        if self.values is not None:
            return self.values
        first, second = map(self.metric.loss_of_value, self.errors)
        return first, second

    def of_repeats(self, count: int) -> Self:
        """Return the evidence of the first repeats alone."""
        if count == self.design.n_repeats:
            return self
        chosen = {"repeat": slice(0, count)}
        given = None if self.given_differences is None else self.given_differences.isel(chosen)
        design = replace(self.design, n_repeats=count)
        tables = None if self.tables is None else self.tables.isel(chosen)
        return replace(self, design=design, tables=tables, given_differences=given, sums=None)
