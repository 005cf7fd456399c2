"""The evidence on all classifiers of an experiment, in one pass; a pair of them is a view."""

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Self

import numpy as np
import xarray as xr

from bayescmp._support._rounding import ROUNDING
from bayescmp._support._shared import shared
from bayescmp._support._text import visible
from bayescmp._support._typing import Floats, Integers
from bayescmp.design import Design, recognised
from bayescmp.evidence._answered import alike_in_labels, alike_rows, answered_by, shared_tables, where_answered
from bayescmp.evidence._fact import Fact, left_out_of
from bayescmp.evidence._facts_of_evidence import facts_of_all, facts_of_some
from bayescmp.evidence._facts_of_metric import ordered_classes
from bayescmp.evidence._groups import GroupSums
from bayescmp.evidence._influence import influences, pooled_values, typical_squares
from bayescmp.evidence._judged_counts import check_judged, facts_of_labels, judged_counts
from bayescmp.evidence._pair import NEVER_WRONG, PairEvidence
from bayescmp.evidence._runs import RunSums, records_of_runs
from bayescmp.evidence._several_answers import records_of_answers
from bayescmp.evidence._sums import OutcomeSums, sums_of
from bayescmp.metrics import DEFAULT_METRIC, Metric, answers_of, fold_values
from bayescmp.predictions import (
    OF_ANSWERS,
    are_runs,
    check_equal_records,
    fold_of,
    groups_of,
    lacks_answers,
    of_places,
    pair_of_names,
    provenance,
    training_sets,
    wrong,
)
from bayescmp.tables import CELLS


@dataclass(frozen=True, kw_only=True, eq=False)
class Evidence:
    """Outcomes of all classifiers of one experiment.

    Attributes
    ----------
    predictions : Dataset
        The predictions.
    metric : Metric
        Whose losses are compared.
    answers : Dataset or None
        Several answers to each record, or runs, of which the predictions are made; None where there is one.
    """

    predictions: xr.Dataset
    metric: Metric = DEFAULT_METRIC
    answers: xr.Dataset | None = None

    @classmethod
    def of(cls, data: xr.Dataset, metric: Metric = DEFAULT_METRIC) -> Self:
        """Return the evidence of predictions that are checked, of several answers or runs their means, or groups.

        Parameters
        ----------
        data : Dataset
            Predictions, or losses of records.
        metric : Metric
            Whose losses are compared.
        """
        return cls.of_checked(check_equal_records(data, "data", may_lack=True, losses=True), metric)

    @classmethod
    def of_checked(cls, checked: xr.Dataset, metric: Metric) -> Self:
        """Return the same of predictions that were checked before."""
        check_judged(checked, metric)
        records_of = records_of_runs if are_runs(checked) else records_of_answers
        predictions, metric = records_of(checked, metric)
        return cls(predictions=predictions, metric=metric, answers=None if predictions is checked else checked)

    @cached_property
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
        return wrong(self.predictions)

    @cached_property
    def sums(self) -> OutcomeSums:
        """What the outcomes of all classifiers add up to."""
        return _sums(self.predictions)

    @cached_property
    def influence(self) -> xr.DataArray:
        """Influence of every validation on the loss, dims (classifier, repeat, record)."""
        return influences(self.predictions, self.metric)

    @cached_property
    def influence_sums(self) -> OutcomeSums:
        """What the influences of all classifiers add up to."""
        return sums_of(self.influence, fold_of(self.predictions), self.train)

    @cached_property
    def groups(self) -> GroupSums | None:
        """What outcomes or influences add up to over groups; None where records are independent."""
        codes = groups_of(self.predictions)
        if codes is None:
            return None
        values = self.influence.transpose(*OF_ANSWERS).to_numpy()
        classes = ordered_classes(self.predictions, self.metric) if self._is_of_classes else None
        fold = fold_of(self.predictions)
        return GroupSums(values=values, fold=fold, train=self.train, codes=codes, classes=classes)

    @cached_property
    def runs(self) -> RunSums | None:
        """What several trainings of the classifiers add to variances; None where each was trained once."""
        return RunSums.of(self.predictions) if "run_loss" in self.predictions else None

    @cached_property
    def by_set(self) -> xr.DataArray:
        """Values of every classifier on every validation set, dims (classifier, repeat, fold)."""
        if self.design.n_sets == 1:
            return xr.DataArray([[[value]] for value in self.observed.values()], dims=("classifier", "repeat", "fold"))
        return fold_values(self.predictions, metric=self.metric)

    def pair(self, first: str | None = None, second: str | None = None) -> PairEvidence:
        """Return the evidence on two classifiers; with two, their names may be left out.

        Parameters
        ----------
        first, second : str, optional
            Names of the classifiers.
        """
        names = pair_of_names(self.classifiers, first, second)
        one, other = map(self.classifiers.index, names)
        pair = self._pair_of_answered(names) if lacks_answers(self.predictions) else self._pair(one, other)
        judged = self._judged(one, other)
        if judged is None:
            return pair
        return replace(
            pair,
            facts=(*pair.facts, *facts_of_labels(self.predictions, names)),
            design=replace(pair.design, n_judged=self.design.n_judged),
            judged=judged.isel(pair=0, drop=True),
            identical=pair.identical and not self.design.n_judged,  # of records without labels nothing is known to be
        )

    def _pair(self, one: int, other: int) -> PairEvidence:
        first, second = self.classifiers[one], self.classifiers[other]
        chosen = of_places(self.predictions, (one, other))
        attrs = {"first_name": visible(first), "second_name": visible(second)}
        return self._evidence_on(
            tables=self.sums.tables(one, other).assign_attrs(attrs) if self.has_labels else None,
            first=first,
            second=second,
            sums=self._differences_of_sums(one, other),
            runs=self._runs(one, other),
            given_differences=self._differences(one, other),
            values=None if self.metric.counts_errors else (self.observed[first], self.observed[second]),
            labels=partial(_labels, chosen) if self.has_labels else None,
            facts=facts_of_some(self, [one, other], np.array([one]), np.array([other])),
            identical=bool(self.alike[one] == self.alike[other]),
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
            With `names` along `pair`.
        """
        one, other = self._places(first)
        names = np.array(self.classifiers, dtype=object)
        return self._evidence_on(
            tables=self._tables_of_pairs(one, other) if self.has_labels else None,
            names=(names[one], names[other]),
            sums=self._differences_of_sums(one, other),
            runs=self._runs(one, other),
            given_differences=self._differences(xr.DataArray(one, dims="pair"), xr.DataArray(other, dims="pair")),
            judged=self._judged(one, other),
        )

    def singles(self) -> PairEvidence:
        """Return the evidence on each classifier against one that is never wrong, along the dim `classifier`."""
        every = np.arange(len(self.classifiers))
        never_wrong = np.full(every.size, every.size)
        found: dict[str, Any] = {
            "tables": self.sums.with_never_wrong().tables(every, never_wrong) if self.has_labels else None,
            "sums": self._differences_of_sums(every, never_wrong, never_wrong=True),
            "runs": self._runs(every, never_wrong),
        }
        names = {"classifier": list(self.classifiers)}
        known = {name: one for name, one in found.items() if one is not None}
        of_each = {name: one.rename(pair="classifier").assign_coords(names) for name, one in known.items()}
        return self._evidence_on(second=NEVER_WRONG, judged=self._judged(every, every), **of_each)  # beside itself

    def _evidence_on(self, **own: Any) -> PairEvidence:
        """Return evidence with what all classifiers have in common."""
        common = {"predictions": self.predictions, "source": provenance(self.predictions)}
        return PairEvidence(design=self.design, metric=self.metric, **(common | own))

    @cached_property
    def observed(self) -> dict[str, float]:
        """Observed value of each classifier in the units of the metric, over all its answers."""
        if not self.metric.counts_errors:
            return pooled_values(self.predictions, self.metric)
        over = ("repeat", "record")
        losses = (self.wrong.sum(over) / where_answered(self.predictions).sum(over)).to_numpy()
        return dict(zip(self.classifiers, map(self.metric.loss_of_value, losses.tolist()), strict=True))

    @cached_property
    def alike(self) -> Integers:
        """For each classifier the place of the first whose answers lose the same on the same records."""
        if self.metric.needs == "labels":
            return alike_in_labels(self.predictions, as_errors=self.metric.counts_errors)
        answers = answers_of(self.predictions, self.metric)
        given = answers.given.reshape(*answers.answered.shape, -1) + 0.0  # one of 0.0 and -0.0
        values = np.where(answers.answered[..., None], given, np.nan)
        if self.runs is not None:  # means may be the same of runs that are not
            values = self.predictions["run_loss"].to_numpy() + 0.0
        return alike_rows(values)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """What is unusual about the data."""
        return facts_of_all(self, *self._places(None))

    @property
    def _is_of_classes(self) -> bool:
        """Whether the metric is as well known as the class that is in the fewest groups."""
        if self.metric.needs != "labels" or self.metric.additive:
            return self.metric.orders
        return self.metric.of_class is not None or self.predictions.sizes["label"] == 2

    @property
    def has_labels(self) -> bool:
        """Whether there are predicted labels, and not losses or decision values in place of them."""
        return "y_pred" in self.predictions

    @cached_property
    def answered_by_all(self) -> "Evidence":
        """The evidence on the records that all classifiers answered."""
        if not lacks_answers(self.predictions):
            return self
        return replace(self, predictions=answered_by(self.predictions, self.classifiers))

    def _pair_of_answered(self, names: tuple[str, str]) -> PairEvidence:
        chosen = answered_by(self.predictions, names)
        found = replace(self, predictions=chosen).pair(*names)
        total = int(self.design.n_records)
        left_out = total - int(found.design.n_records)
        if self.design.n_judged or not left_out:
            return found
        missing = left_out_of("{} left out, which one of the two did not answer", left_out, total)
        return replace(found, facts=(*found.facts, missing))

    def _judged(self, first: Any, second: Any) -> xr.Dataset | None:
        """Return the counts of pairs by what a judge says and people, None without a judge."""
        if "judged" not in self.predictions or not self.metric.counts_errors or self.answers is not None:
            return None
        wrong = self.wrong.isel(repeat=0).transpose("classifier", "record").to_numpy()
        return judged_counts(self.predictions, wrong, first, second)

    def _tables_of_pairs(self, first: Integers, second: Integers) -> xr.DataArray:
        """Return the tables of pairs, each of the records that both answered."""
        if not lacks_answers(self.predictions):
            return self.sums.tables(first, second)
        wrong, answered = (
            one.isel(repeat=0).transpose("classifier", "record").to_numpy()
            for one in (self.wrong, where_answered(self.predictions))
        )
        tables = shared_tables(wrong, answered, first, second)
        for place in np.flatnonzero(tables.sum(("repeat", "fold", *CELLS)) == 0):
            answered_by(self.predictions, (self.classifiers[first[place]], self.classifiers[second[place]]))  # raises
        return tables

    def _differences_of_sums(self, first: Any, second: Any, *, never_wrong: bool = False) -> xr.Dataset | None:
        """Return sums over training sets; None where nothing needs them, or influence is not known."""
        metric, is_grouped = self.metric, self.design.n_groups > 0
        needs_none = metric.needs == "labels" and not is_grouped
        if metric.influence is None or (self.design.n_sets < 2 and needs_none):
            return None
        if lacks_answers(self.predictions):
            return None if needs_none or never_wrong else self._sums_of_answered(first, second)
        if metric.counts_errors:
            sums = self.sums.with_never_wrong() if never_wrong else self.sums
            found = (self.groups or sums).difference(first, second).assign(cells=sums.cells(first, second))
            return self._without_errors(found) if never_wrong and self.groups else found
        losses = np.array([*map(metric.loss_of_value, self.observed.values()), 0.0])
        if self.groups is None:
            typical = typical_squares(self.influence, self.predictions, metric, first, second)
            found = self._sums_of_influence(first, second)
            found = found.assign(typical=(found["squares"].dims, typical))
        else:
            found = self.groups.difference(first, second)
        return found.assign(mean=(found["squares"].dims, losses[first] - losses[second]))

    def _runs(self, first: Any, second: Any) -> xr.Dataset | None:
        """Return what runs add to variances of differences."""
        return None if self.runs is None else self.runs.difference(first, second)

    def _without_errors(self, singles: xr.Dataset) -> xr.Dataset:
        """Let classifiers whose loss does not vary be worth what the groups leave to those whose does."""
        groups = self.groups
        assert groups is not None  # noqa: S101 - asked for before
        varies = np.flatnonzero(singles["squares"].to_numpy() > 0)
        if not varies.size or groups.sums.used.size > 1:
            return singles
        effect = groups.effect(varies, np.full(varies.size, len(self.classifiers)))
        return singles.assign(alike=groups.sizes.sum() / max(effect, 1.0))

    def _sums_of_influence(self, first: Any, second: Any) -> xr.Dataset:
        """Return sums of differences of influence; of one pair from the differences themselves, which rounds less."""
        if np.ndim(first) == 0:
            apart = self.influence.isel(classifier=[first]) - self.influence.isel(classifier=second)
            found = sums_of(apart, fold_of(self.predictions), self.train).with_never_wrong().difference(0, 1)
        else:
            found = self.influence_sums.with_never_wrong().difference(first, second)
        squares = [self.squares_apart(*pair) for pair in np.stack([first, second], axis=-1).reshape(-1, 2).tolist()]
        return found.assign(squares=found["squares"].copy(data=np.reshape(squares, np.shape(first))))

    def squares_apart(self, first: int, second: int) -> float:
        """Return the sum of squares of the differences of influence of two classifiers, by position.

        It is 0 where the losses differ by the same on every record, but for rounding. A position after the last stands
        for a classifier that is never wrong.
        """
        places = [place for place in (first, second) if place < len(self.classifiers)]
        values = self.influence.to_numpy()
        apart = values[first] - values[second] if len(places) == 2 else values[first]
        return float((apart**2).sum()) if np.ptp(apart) > ROUNDING * self._sizes[places].max() else 0.0

    @cached_property
    def _sizes(self) -> Floats:
        """Sizes of the numbers whose differences are rounded: of losses, and of what records add to them."""
        losses = np.abs([self.metric.loss_of_value(value) for value in self.observed.values()])
        return np.maximum(losses, np.abs(self.influence.to_numpy()).max((1, 2)))

    def _sums_of_answered(self, first: Integers, second: Integers) -> xr.Dataset:
        """Return the sums of pairs, each on the records that both answered."""
        found = [self.pair(self.classifiers[a], self.classifiers[b]).sums for a, b in zip(first, second, strict=True)]
        return xr.concat([sums for sums in found if sums is not None], dim="pair")

    def _places(self, first: str | None) -> tuple[Integers, Integers]:
        """Return the positions of the two classifiers of every pair."""
        count = len(self.classifiers)
        if first is None:
            return np.triu_indices(count, 1)
        place = self.classifiers.index(first)
        return np.full(count - 1, place), np.delete(np.arange(count), place)

    def _differences(self, first: Any, second: Any) -> xr.DataArray | None:
        """Return differences of values, None where they follow from the tables, or answers are missing."""
        if self.metric.counts_errors or lacks_answers(self.predictions):
            return None
        return self.metric.difference(*(self.by_set.isel(classifier=place, drop=True) for place in (first, second)))


@shared
def _sums(predictions: xr.Dataset) -> OutcomeSums:
    return sums_of(wrong(predictions), fold_of(predictions), training_sets(predictions))


def _labels(chosen: xr.Dataset) -> tuple[Any, Any, Any]:
    """Return true labels and those predicted by both classifiers in the first validation set."""
    labels, rows = chosen["label"].to_numpy(), chosen["fold"].isel(repeat=0).to_numpy() == 0
    predicted = chosen["y_pred"].transpose(*OF_ANSWERS).to_numpy()[:, 0, rows]
    return labels[chosen["y_true"].to_numpy()[rows]], labels[predicted[0]], labels[predicted[1]]
