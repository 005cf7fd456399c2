"""Units of an experiment: what is wanted of a classifier on a data set, what is there, and the work that is missing."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
import xarray as xr
from sklearn.base import BaseEstimator

from bayescmp._support._text import described, one_line
from bayescmp._support._typing import Integers
from bayescmp._support._validation import about
from bayescmp.model_selection._cross_val_predictions import Cv, Splits, check_arguments, fitted_predictions, splits_by
from bayescmp.model_selection._data_file import Data
from bayescmp.model_selection._experiment import Experiment, difference
from bayescmp.model_selection._predicted import checked_groups
from bayescmp.runner import Unit, fingerprint_of

_MOST_WARNED = 3
type _Outcome = tuple[dict[str, Any], xr.Dataset | None]


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    """A classifier on a data set: what is `wanted` of it, and what is there."""

    folder: Experiment
    wanted: Mapping[str, Any]
    estimators: Mapping[str, BaseEstimator]
    data: Data
    how: Mapping[str, Any]
    splits: Splits

    def check(self, units: Sequence[Mapping[str, Any]]) -> None:
        """Refuse units of the data set that are of other data or splits, or of another classifier of this name."""
        for unit in units:
            what = difference(unit, self.wanted)
            if unit["dataset"] == self.wanted["dataset"] and what is not None:
                raise ValueError(
                    f"{str(self.folder.path)!r} must hold the same data sets, first repeats and classifiers, but "
                    f"{unit['classifier']!r} on {unit['dataset']!r} is of other {what} there. Give what differs "
                    "another name, or choose another folder."
                )

    def unit(self) -> Unit[_Outcome]:
        """Return the work that is to be done where it is missing."""
        there, start = self._there(), None
        before = {"splits": [], "seconds": 0.0, "fit_seconds": [], "file": "", "labels": [], "provenance": {}}
        if there is not None and 0 < len(there["splits"]) < self._n_repeats:
            with suppress(ValueError):  # all of it is made again
                start = self.folder.predictions([there])
                before = {name: there[name] for name in before}
        work = partial(self._work, before, start)
        return Unit(name="unit", kept=self._kept, work=work, keep=lambda outcome: self.folder.keep(*outcome))

    def result(self) -> dict[str, Any] | None:
        """Return what became of the unit, of no more repeats than are wanted, none an error beside them."""
        there = self._there()
        if there is None:
            return None
        is_done = len(there["splits"]) >= self._n_repeats
        made = there["provenance"] | ({"cv": self.splits.printed} if is_done else {})
        error = "" if is_done else there["error"]
        return {**there, "splits": there["splits"][: self._n_repeats], "provenance": made, "error": error}

    def _work(self, before: Mapping[str, Any], start: xr.Dataset | None) -> _Outcome:
        """Cross-validate the classifier on the data set; what it raises is what becomes of the unit."""
        begin, error, predictions, seconds = perf_counter(), "", None, list[float]()
        try:
            with warnings.catch_warnings(record=True) as caught:
                given = self.estimators, self.data.X, self.data.y, self.splits
                predictions, seconds = fitted_predictions(*given, start=start, n_jobs=1, progress=False, **self.how)
        except Exception as raised:  # noqa: BLE001 - whatever a classifier raises is recorded, and the rest is done
            error = f"{described(raised)} (seed {self.splits.seed})"
        unit = {
            **self.wanted,
            **before,
            "seconds": before["seconds"] + perf_counter() - begin,
            "fit_seconds": before["fit_seconds"] + seconds,
            "splits": before["splits"] if error else self.wanted["splits"],  # what was done before stays
            "error": error,
            "warned": sorted({one_line(str(warning.message)) for warning in caught})[:_MOST_WARNED],
        }
        return unit, predictions

    @property
    def _n_repeats(self) -> int:
        return len(self.wanted["splits"])

    def _there(self) -> dict[str, Any] | None:
        try:
            return self.folder.unit(self.wanted["dataset"], self.wanted["classifier"])
        except ValueError:  # damaged: it is made again, as `_kept` says
            return None

    def _kept(self) -> _Outcome | None:
        unit = self.folder.unit(self.wanted["dataset"], self.wanted["classifier"])
        if unit is None or len(unit["splits"]) < self._n_repeats:
            return None
        self.folder.arrays(unit)  # whole
        return unit, None


def plans_of(
    folder: Experiment, name: str, given: Mapping[str, BaseEstimator], data: Data, cv: Cv, seed: int,
    how: Mapping[str, Any],
) -> Iterator[Plan]:  # fmt: skip
    """Yield what is wanted of each classifier on a data set; `how` has probabilities and loss."""
    loss, estimators = how["loss"], data.fitted_by(given)
    with about(f"datasets[{name!r}]"):
        truth = check_arguments(estimators, data.X, data.y, loss=loss)
        beside = {"X": data.X, "y": data.y}
        groups = None if data.groups is None else checked_groups(data.groups, truth.size, beside)
        splits = splits_by(deepcopy(cv), data.X, data.y, groups, seed, loss=loss)  # it may hold a stream
        of_data = fingerprint_of([data.X, truth, groups], f"datasets[{name!r}]")
    rows: list[list[Integers]] = [[] for _ in splits.layout.fold]
    for (repeat, _), pair in zip(splits.layout.position, splits.pairs, strict=True):
        rows[repeat] += map(np.sort, pair)
    marks = [fingerprint_of(of_repeat, "cv") for of_repeat in rows]
    for classifier, estimator in estimators.items():
        known_by = fingerprint_of([estimator, of_data], f"estimators[{classifier!r}]")
        wanted = {"dataset": name, "classifier": classifier, "sha256_of": known_by, "of_data": of_data, "splits": marks}
        own = {classifier: estimator}
        yield Plan(folder=folder, wanted=wanted, estimators=own, data=data, how=how, splits=splits)
