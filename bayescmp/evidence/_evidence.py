"""The evidence on all classifiers of an experiment, in one pass; a pair of them is a view."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._text import visible
from bayescmp._validation import check_text
from bayescmp.design import Design, design_of_tables, dims_words, recognised
from bayescmp.evidence._facts import facts_of
from bayescmp.evidence._pair import PairEvidence
from bayescmp.evidence._sums import OutcomeSums, sums_of
from bayescmp.metrics import Metric, fold_losses, metric_of
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.predictions._check import check_independent_records
from bayescmp.predictions._dataset import pair_of_names, provenance, training_sets, wrong
from bayescmp.tables import CELLS, check_table, is_effective


@dataclass(frozen=True, kw_only=True, eq=False)
class Evidence:
    """Outcomes of all classifiers of one experiment.

    Attributes
    ----------
    predictions : Dataset
        The predictions.
    metric : Metric
        Whose losses are compared.
    """

    predictions: xr.Dataset
    metric: Metric = DEFAULT_METRIC

    @property
    def classifiers(self) -> tuple[str, ...]:
        """Names of the classifiers, in the order of the predictions."""
        return tuple(map(str, self.predictions["classifier"].to_numpy()))

    @cached_property
    def design(self) -> Design:
        """What was resampled."""
        return recognised(self.predictions, self.train)

    @cached_property
    def train(self) -> xr.DataArray:
        """The training sets, dims (repeat, fold, record)."""
        return training_sets(self.predictions)

    @cached_property
    def sums(self) -> OutcomeSums:
        """What the outcomes of all classifiers add up to."""
        losses = wrong(self.predictions).drop_vars("fold", errors="ignore")
        fold = self.predictions["fold"].drop_vars("fold", errors="ignore")
        return sums_of(losses, fold, self.train)

    @cached_property
    def losses(self) -> xr.DataArray:
        """Losses of every classifier on every validation set, dims (classifier, repeat, fold)."""
        return fold_losses(self.predictions, metric=self.metric)

    def pair(self, first: str | None = None, second: str | None = None) -> PairEvidence:
        """Return the evidence on two classifiers; with two, their names may be left out.

        Parameters
        ----------
        first, second : str, optional
            Names of the classifiers.

        Returns
        -------
        PairEvidence
        """
        names = pair_of_names(self.classifiers, first, second)
        places = [self.classifiers.index(name) for name in names]
        chosen = self.predictions.isel(classifier=places)
        source = provenance(self.predictions)
        attrs = {"first_name": visible(names[0]), "second_name": visible(names[1])}
        return PairEvidence(
            design=self.design,
            tables=self.sums.tables(*places).assign_attrs(attrs),
            first=names[0],
            second=names[1],
            metric=self.metric,
            sums=self.sums.difference(*places) if self.sums.used.size > 1 else None,
            losses=self._differences(*places),
            values=self._values(*places),
            labels=_labels(chosen),
            facts=facts_of(chosen, self.train, source),
            identical=_identical(chosen),
            source=source,
            predictions=chosen,
        )

    def pairs(self) -> PairEvidence:
        """Return the evidence on all pairs of classifiers, in order, along the dim `pair`.

        Returns
        -------
        PairEvidence
            With coordinates `first_name` and `second_name` along `pair`.
        """
        first, second = np.array(list(itertools.combinations(range(len(self.classifiers)), 2))).T
        names = np.array(self.classifiers, dtype=object)
        coords = {"first_name": ("pair", names[first]), "second_name": ("pair", names[second])}
        return PairEvidence(
            design=self.design,
            tables=self.sums.tables(first, second).assign_coords(coords),
            metric=self.metric,
            sums=self.sums.difference(first, second) if self.sums.used.size > 1 else None,
            losses=self._differences(xr.DataArray(first, dims="pair"), xr.DataArray(second, dims="pair")),
            source=provenance(self.predictions),
        )

    def _values(self, first: int, second: int) -> tuple[float, float] | None:
        """Return values in the units of the metric, None where they follow from the tables."""
        if self.metric == DEFAULT_METRIC:
            return None
        value = self.metric.loss_of_value
        return value(float(self.losses[first].mean())), value(float(self.losses[second].mean()))

    def _differences(self, first: Any, second: Any) -> xr.DataArray | None:
        """Return differences of losses, None where they follow from the tables."""
        if self.metric == DEFAULT_METRIC:
            return None
        return self.losses.isel(classifier=first, drop=True) - self.losses.isel(classifier=second, drop=True)


def evidence_of(
    data: object,
    first: str | None = None,
    second: str | None = None,
    *,
    metric: str | Callable[[Any, Any], float] | Metric = DEFAULT_METRIC,
) -> PairEvidence:
    """Gather the evidence on two classifiers from predictions or tables.

    Parameters
    ----------
    data : Dataset or DataArray
        Predictions, or tables from `paired_table` with no dims besides repeat and fold.
    first, second : str, optional
        The classifiers; for tables, the names to print.
    metric : str, callable or Metric
        As in `bayescmp.metrics.metric_of`; tables tell of errors only.

    Returns
    -------
    PairEvidence

    Raises
    ------
    TypeError
        If `data` is neither.
    ValueError
        If names do not name two classifiers, or no inference supports the data; the message says what to do.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.evidence import evidence_of
    >>> found = evidence_of(bc.predictions_from_arrays([0, 1, 1], {"tree": [0, 0, 1], "svm": [0, 1, 0]}))
    >>> found.design.kind, found.errors
    ('hold-out', (0.3333333333333333, 0.3333333333333333))
    """
    if isinstance(data, xr.Dataset):
        predictions = check_independent_records(data, "data")
        return Evidence(predictions=predictions, metric=metric_of(metric)).pair(first, second)
    if isinstance(data, xr.DataArray):
        return _of_tables(check_table(data, "data"), first, second, metric_of(metric))
    raise TypeError(
        f"`data` must be predictions (a Dataset) or tables (a DataArray), but got {type(data).__name__}. Build them "
        "with `predictions_from_arrays`, `cross_val_predictions`, `read_predictions` or `paired_table`."
    )


def _of_tables(tables: xr.DataArray, first: str | None, second: str | None, metric: Metric) -> PairEvidence:
    tables, names = _named(tables, first, second)
    dims = set(tables.dims) - set(CELLS)
    sizes = {str(dim): tables.sizes[dim] for dim in dims}
    if dims and set(sizes.values()) == {1}:
        tables, dims = tables.isel(dict.fromkeys(dims, 0), drop=True), set()
    if dims and dims != {"repeat", "fold"}:
        raise ValueError(dims_words(sizes))
    if not dims:
        tables = tables.expand_dims(("repeat", "fold"))
    tables = tables.transpose("repeat", "fold", *CELLS)
    design = design_of_tables(tables, effective=is_effective(tables))
    return PairEvidence(design=design, tables=tables, first=names[0], second=names[1], metric=metric)


def _named(tables: xr.DataArray, first: str | None, second: str | None) -> tuple[xr.DataArray, tuple[str, str]]:
    """Return the tables with the first classifier first; tables without names take those given."""
    if "first_name" in tables.attrs:
        own = tables.attrs["first_name"], tables.attrs["second_name"]
        names = pair_of_names(own, *(name if name is None else visible(name) for name in (first, second)))
        if names != own:
            tables = tables.rename(first="second", second="first").transpose(..., *CELLS)
        return tables.assign_attrs(first_name=names[0], second_name=names[1]), names
    given = [
        which if name is None else check_text(which, name) for which, name in zip(CELLS, (first, second), strict=True)
    ]
    if given[0] == given[1]:
        raise ValueError(f"`first` and `second` must be two names, but both are {given[0]!r}.")
    return tables, (given[0], given[1])


def _labels(chosen: xr.Dataset) -> tuple[Any, Any, Any]:
    """Return true labels and those predicted by both classifiers in the first validation set."""
    labels, rows = chosen["label"].to_numpy(), chosen["fold"].isel(repeat=0).to_numpy() == 0
    predicted = chosen["y_pred"].transpose("classifier", "repeat", "record").to_numpy()[:, 0, rows]
    return labels[chosen["y_true"].to_numpy()[rows]], labels[predicted[0]], labels[predicted[1]]


def _identical(chosen: xr.Dataset) -> bool:
    labels = chosen["y_pred"].transpose("classifier", "repeat", "record").to_numpy()
    unused = chosen["fold"].transpose("repeat", "record").to_numpy() < 0
    return bool(((labels[0] == labels[1]) | unused).all())
