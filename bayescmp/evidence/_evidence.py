"""The evidence on all classifiers of an experiment, in one pass; a pair of them is a view."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._text import visible
from bayescmp._typing import Integers
from bayescmp._validation import check_text
from bayescmp.design import Design, design_of_tables, dims_words, recognised
from bayescmp.evidence._answered import answered_by, lacks_answers, shared_tables
from bayescmp.evidence._facts import MISSING, MISSING_OF_PAIR, Fact, facts_of, facts_of_metric
from bayescmp.evidence._influence import influences, pooled_values, typical_squares, validated_labels
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
    def wrong(self) -> xr.DataArray:
        """Which predictions are wrong, dims (classifier, repeat, record); False where a record is not validated."""
        return wrong(self.predictions).drop_vars("fold", errors="ignore")

    @cached_property
    def sums(self) -> OutcomeSums:
        """What the outcomes of all classifiers add up to."""
        losses = self.wrong
        fold = self.predictions["fold"].drop_vars("fold", errors="ignore")
        return sums_of(losses, fold, self.train)

    @cached_property
    def influence(self) -> xr.DataArray:
        """Influence of every validation on the loss, dims (classifier, repeat, record)."""
        return influences(self.predictions, self.metric)

    @cached_property
    def influence_sums(self) -> OutcomeSums:
        """What the influences of all classifiers add up to."""
        fold = self.predictions["fold"].drop_vars("fold", errors="ignore")
        return sums_of(self.influence, fold, self.train)

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
        if lacks_answers(self.predictions):
            return self._pair_of_answered(names)
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
            sums=self._differences_of_sums(*places),
            losses=self._differences(*places),
            values=self._values(*places),
            labels=_labels(chosen),
            facts=(*facts_of(chosen, self.train, source), *facts_of_metric(chosen, self.metric, self.design)),
            identical=_identical(chosen),
            source=source,
            predictions=chosen,
        )

    def pairs(self, first: str | None = None) -> PairEvidence:
        """Return the evidence on all pairs of classifiers, in order, along the dim `pair`.

        Parameters
        ----------
        first : str, optional
            Name of the classifier that is the first in each pair, with every other one as the second.

        Returns
        -------
        PairEvidence
            With coordinates `first_name` and `second_name` along `pair`.
        """
        one, other = self._places(first)
        tables = self._shared_tables(one, other) if lacks_answers(self.predictions) else self.sums.tables(one, other)
        names = np.array(self.classifiers, dtype=object)
        coords = {"first_name": ("pair", names[one]), "second_name": ("pair", names[other])}
        return PairEvidence(
            design=self.design,
            tables=tables.assign_coords(coords),
            metric=self.metric,
            sums=self._differences_of_sums(one, other),
            losses=self._differences(xr.DataArray(one, dims="pair"), xr.DataArray(other, dims="pair")),
            source=provenance(self.predictions),
            predictions=self.predictions,
        )

    def singles(self) -> PairEvidence:
        """Return the evidence on each classifier against one that is never wrong, along the dim `classifier`.

        Returns
        -------
        PairEvidence
        """
        every = np.arange(len(self.classifiers))
        never_wrong = np.full(every.size, every.size)
        sums = self._differences_of_sums(every, never_wrong, never_wrong=True)
        along = {"pair": "classifier"}
        names = {"classifier": list(self.classifiers)}
        return PairEvidence(
            design=self.design,
            tables=self.sums.with_never_wrong().tables(every, never_wrong).rename(along).assign_coords(names),
            second="never wrong",
            metric=self.metric,
            sums=None if sums is None else sums.rename(along).assign_coords(names),
            source=provenance(self.predictions),
            predictions=self.predictions,
        )

    @cached_property
    def observed(self) -> dict[str, float]:
        """Observed value of each classifier in the units of the metric, over all its answers."""
        if not self.metric.counts_errors:
            return pooled_values(self.predictions, self.metric)
        answers = self._answers
        losses = self.wrong.where(answers).mean(("repeat", "record")).to_numpy()
        return dict(zip(self.classifiers, map(self.metric.loss_of_value, losses.tolist()), strict=True))

    @cached_property
    def alike(self) -> Integers:
        """Equal numbers for classifiers whose answers lose the same on the same records, shape (n_classifiers,)."""
        if self.metric.counts_errors:
            both = xr.concat([self.wrong, self._answers.broadcast_like(self.wrong)], dim="of")
            answers = both.transpose("classifier", ...).to_numpy()
        else:
            validated, _, predicted = validated_labels(self.predictions)
            answers = np.where(validated, predicted, -1)
        return np.unique(answers.reshape(len(self.classifiers), -1), axis=0, return_inverse=True)[1].ravel()

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """What is unusual about the data."""
        found = (
            *facts_of(self.predictions, self.train, provenance(self.predictions)),
            *facts_of_metric(self.predictions, self.metric, self.design),
        )
        left_out = self.predictions.sizes["record"] - self.answered_by_all.predictions.sizes["record"]
        missing = Fact(kind=MISSING, count=left_out, total=self.predictions.sizes["record"])
        return (*found, missing) if left_out else found

    @cached_property
    def answered_by_all(self) -> "Evidence":
        """The evidence on the records that all classifiers answered."""
        if not lacks_answers(self.predictions):
            return self
        return replace(self, predictions=answered_by(self.predictions, self.classifiers))

    @property
    def _answers(self) -> xr.DataArray:
        validated = (self.predictions["fold"] >= 0).drop_vars("fold", errors="ignore")
        return validated & ~self.predictions["missing"] if "missing" in self.predictions else validated

    def _pair_of_answered(self, names: tuple[str, str]) -> PairEvidence:
        chosen = answered_by(self.predictions, names)
        found = replace(self, predictions=chosen).pair(*names)
        total = self.predictions.sizes["record"]
        left_out = total - chosen.sizes["record"]
        fact = Fact(kind=MISSING_OF_PAIR, count=left_out, total=total)
        return replace(found, facts=(*found.facts, fact)) if left_out else found

    def _shared_tables(self, first: Integers, second: Integers) -> xr.DataArray:
        wrong, answered = (
            one.isel(repeat=0).transpose("classifier", "record").to_numpy() for one in (self.wrong, self._answers)
        )
        tables = shared_tables(wrong, answered, first, second)
        for place in np.flatnonzero(tables.sum(("repeat", "fold", *CELLS)) == 0):
            answered_by(self.predictions, (self.classifiers[first[place]], self.classifiers[second[place]]))  # raises
        return tables

    def _differences_of_sums(self, first: Any, second: Any, *, never_wrong: bool = False) -> xr.Dataset | None:
        """Return sums over training sets, None where nothing was trained more than once or influence is not known."""
        if lacks_answers(self.predictions) or self.sums.used.size < 2:
            return None
        if self.metric.counts_errors:
            return (self.sums.with_never_wrong() if never_wrong else self.sums).difference(first, second)
        if self.metric.influence is None:
            return None
        found = self.influence_sums.with_never_wrong().difference(first, second)
        typical = typical_squares(self.influence, self.predictions, first, second)
        return found.drop_vars("cells").assign(typical=(found["squares"].dims, typical))

    def _places(self, first: str | None) -> tuple[Integers, Integers]:
        """Return the positions of the two classifiers of every pair."""
        every = np.arange(len(self.classifiers))
        if first is None:
            one, other = np.array(list(itertools.combinations(every, 2))).T
            return one, other
        place = self.classifiers.index(first)
        return np.full(every.size - 1, place), np.delete(every, place)

    def _values(self, first: int, second: int) -> tuple[float, float] | None:
        """Return values in the units of the metric, None where they follow from the tables."""
        if self.metric.counts_errors:
            return None
        values = list(self.observed.values())
        return values[first], values[second]

    def _differences(self, first: Any, second: Any) -> xr.DataArray | None:
        """Return differences of losses, None where they follow from the tables, or answers are missing."""
        if self.metric.counts_errors or lacks_answers(self.predictions):
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
        predictions = check_independent_records(data, "data", may_lack=True)
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
