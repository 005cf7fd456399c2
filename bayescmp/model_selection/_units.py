"""Units of an experiment: what is wanted of a classifier on a data set, what is there, and the work that is missing."""

import hashlib
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

from bayescmp._support._text import one_line
from bayescmp._support._validation import about
from bayescmp.model_selection._cross_val_predictions import (
    Cv,
    Splits,
    check_arguments,
    check_regressions,
    fitted_predictions,
    printed_in_line,
    splits_by,
)
from bayescmp.model_selection._data_file import Data
from bayescmp.model_selection._experiment import Experiment
from bayescmp.predictions import checked_groups
from bayescmp.runner import Unit, fingerprint_of

_MOST_WARNED = 3
type _Outcome = tuple[dict[str, Any], xr.Dataset | None]


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    """A classifier on a data set: what is wanted of it, and what is there."""

    folder: Experiment
    dataset: str
    classifier: str
    data: Data
    how: Mapping[str, Any]
    known_by: str
    of_data: str
    splits: Splits
    marks: list[str]

    def check(self, others: Sequence[Mapping[str, Any]]) -> None:
        """Refuse a unit of this name that is of another classifier, other data or other splits.

        `others` are all units of the data set that have splits, which must be of the same data and splits.
        """
        there = self._there()
        where = f"{self.classifier!r} on {self.dataset!r}"
        if there is not None and there["splits"] and there["sha256_of"] != self.known_by:
            raise ValueError(
                f"{str(self.folder.path)!r} must hold the same classifiers and data sets, but {where} is not what it "
                "was: its parameters or data. Give it another name, or choose another folder."
            )
        for other in others:
            shared = min(len(other["splits"]), len(self.marks))
            if other["of_data"] != self.of_data:
                raise ValueError(
                    f"{str(self.folder.path)!r} must hold one {self.dataset!r}, but there it is of other data, with "
                    f"{other['classifier']!r}. Give the data set another name, or choose another folder."
                )
            if other["splits"][:shared] != self.marks[:shared]:
                raise ValueError(
                    f"{str(self.folder.path)!r} must hold the first repeats of `cv`, but {other['classifier']!r} on "
                    f"{self.dataset!r} has others. Give the splitter of the folder with more repeats, or choose "
                    "another folder."
                )

    def unit(self) -> Unit[_Outcome]:
        """Return the work that is to be done where it is missing."""
        there, start = self._there(), None
        unit = {"dataset": self.dataset, "classifier": self.classifier}
        unit |= {"sha256_of": self.known_by, "of_data": self.of_data}
        before = {"splits": [], "seconds": 0.0, "fit_seconds": [], "file": "", "labels": [], "provenance": {}}
        if there is not None and 0 < len(there["splits"]) < len(self.marks):
            with suppress(ValueError, FileNotFoundError):  # all of it is made again
                start = self.folder.predictions([there])
                before = {name: there[name] for name in before}
        work = partial(
            _worked,
            unit | before,
            self.marks,
            {self.classifier: self.data.estimators[self.classifier]},
            self.data,
            self.splits,
            {**self.how, "start": start},
        )
        return Unit(name="unit", kept=self._kept, work=work, keep=lambda found: self.folder.keep(*found))

    def found(self) -> dict[str, Any] | None:
        """Return what became of the unit, of no more repeats than are wanted, none an error beside them."""
        there = self._there()
        if there is None:
            return None
        is_done = len(there["splits"]) >= len(self.marks)
        made = there["provenance"] | ({"cv": printed_in_line(self.splits.splitter)} if is_done else {})
        error = "" if is_done else there["error"]
        return {**there, "splits": there["splits"][: len(self.marks)], "provenance": made, "error": error}

    def _there(self) -> dict[str, Any] | None:
        try:
            return self.folder.unit(self.dataset, self.classifier)
        except ValueError:  # damaged: it is made again, as `_kept` says
            return None

    def _kept(self) -> _Outcome | None:
        found = self.folder.unit(self.dataset, self.classifier)
        if found is None or len(found["splits"]) < len(self.marks):
            return None
        self.folder.arrays(found)  # whole
        return found, None


def plans_of(folder: Experiment, name: str, data: Data, cv: Cv, how: Mapping[str, Any]) -> Iterator[Plan]:
    """Yield what is wanted of each classifier on a data set; `how` has seed, probabilities and loss."""
    loss = how["loss"]
    with about(f"datasets[{name!r}]"):
        if loss is None:
            truth = check_arguments(data.estimators, data.X, data.y)
        else:
            truth = check_regressions(data.estimators, data.X, data.y, loss)
        beside = {"X": data.X, "y": data.y}
        groups = None if data.groups is None else checked_groups(data.groups, truth.size, beside)
        splits = splits_by(deepcopy(cv), data.X, data.y, groups, how["seed"], loss=loss)  # it may hold a stream
        of_data = fingerprint_of([data.X, truth, groups], f"datasets[{name!r}]")
    marks: list[list[str]] = [[] for _ in splits.layout.fold]
    for (repeat, _), (train, test) in zip(splits.layout.position, splits.pairs, strict=True):
        marks[repeat].append(hashlib.sha256(np.sort(train).tobytes() + b"|" + np.sort(test).tobytes()).hexdigest())
    of_repeats = [hashlib.sha256("".join(one).encode()).hexdigest() for one in marks]
    for classifier, estimator in data.estimators.items():
        known_by = fingerprint_of([estimator, of_data], f"estimators[{classifier!r}]")
        yield Plan(
            folder=folder, dataset=name, classifier=classifier, data=data, how={**how, "groups": groups},
            known_by=known_by, of_data=of_data, splits=splits, marks=of_repeats,
        )  # fmt: skip


def _worked(
    before: dict[str, Any],
    marks: list[str],
    estimator: Mapping[str, BaseEstimator],
    data: Data,
    splits: Splits,
    how: Mapping[str, Any],
) -> _Outcome:
    """Cross-validate a classifier on a data set; what it raises is what becomes of the unit."""
    begin, error, found, seconds = perf_counter(), "", None, list[float]()
    try:
        with warnings.catch_warnings(record=True) as caught:
            found, seconds = fitted_predictions(estimator, data.X, data.y, splits, n_jobs=1, progress=False, **how)
    except Exception as raised:  # noqa: BLE001 - whatever a classifier raises is recorded, and the rest is done
        said = " ".join([str(raised), *getattr(raised, "__notes__", [])])
        error = f"{type(raised).__name__}: {said} (seed {how['seed']})"
    unit = (
        before
        | {
            "seconds": before["seconds"] + perf_counter() - begin,
            "fit_seconds": before["fit_seconds"] + seconds,
            "splits": before["splits"] if error else marks,  # what was done before stays
            "error": error,
            "warned": sorted({one_line(str(one.message)) for one in caught})[:_MOST_WARNED],
        }
    )
    return unit, found
