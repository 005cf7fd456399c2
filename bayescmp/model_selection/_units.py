"""Units of an experiment: what is wanted of a classifier on a data set, what is there, and the work that is missing."""

import hashlib
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
import xarray as xr
from sklearn.base import BaseEstimator

from bayescmp._text import one_line
from bayescmp._validation import about
from bayescmp.model_selection._cross_val_predictions import Cv, cross_val_predictions, printed_in_line, splits_by
from bayescmp.model_selection._data_file import Data
from bayescmp.model_selection._experiment import Experiment
from bayescmp.predictions import Predicted, checked_groups, labels_of, predictions_of_splits
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
    cv: Cv
    seed: int
    probabilities: bool
    known_by: str
    of_data: str
    splits: list[str]
    base: xr.Dataset

    def check(self) -> None:
        """Refuse a unit of this name that is of another classifier, other data or other splits."""
        there = self._there()
        if there is None or not there["splits"]:
            return
        where = f"{self.classifier!r} on {self.dataset!r}"
        if there["sha256_of"] != self.known_by:
            raise ValueError(
                f"{str(self.folder.path)!r} must hold the same classifiers and data sets, but {where} is not what it "
                "was: its parameters or data. Give it another name, or choose another folder."
            )
        shared = min(len(there["splits"]), len(self.splits))
        if there["splits"][:shared] != self.splits[:shared]:
            raise ValueError(
                f"{str(self.folder.path)!r} must hold the first repeats of `cv`, but {where} has others. Give the "
                "splitter of the folder with more repeats, or choose another folder."
            )

    def unit(self) -> Unit[_Outcome]:
        """Return the work that is to be done where it is missing."""
        there = self._there()
        start = None
        if there is not None and there["splits"] and len(there["splits"]) < len(self.splits):
            with suppress(ValueError, FileNotFoundError):  # all of it is made again
                start = self.folder.predictions([there])
        unit = {"dataset": self.dataset, "classifier": self.classifier}
        unit |= {"sha256_of": self.known_by, "of_data": self.of_data}
        before = {"splits": [], "seconds": 0.0, "file": "", "estimator": ""}
        if start is not None and there is not None:
            before = {name: there[name] for name in before}
        work = partial(
            _worked,
            unit | before,
            self.splits,
            {self.classifier: self.data.estimators[self.classifier]},
            self.data,
            {"cv": self.cv, "random_state": self.seed, "probabilities": self.probabilities, "start": start},
        )
        return Unit(name="unit", kept=self._kept, work=work, keep=lambda found: self.folder.keep(*found))

    def found(self) -> dict[str, Any] | None:
        """Return what became of the unit, of no more repeats than are wanted."""
        there = self._there()
        return None if there is None else {**there, "splits": there["splits"][: len(self.splits)]}

    def _there(self) -> dict[str, Any] | None:
        try:
            return self.folder.unit(self.dataset, self.classifier)
        except ValueError:  # damaged: it is made again, as `_kept` says
            return None

    def _kept(self) -> _Outcome | None:
        found = self.folder.unit(self.dataset, self.classifier)
        if found is None or found["error"] or len(found["splits"]) < len(self.splits):
            return None
        self.folder.check_whole(found)
        return found, None


def plans_of(folder: Experiment, name: str, data: Data, cv: Cv, seed: int, *, probabilities: bool) -> Iterator[Plan]:
    """Yield what is wanted of each classifier on a data set."""
    with about(f"datasets[{name!r}]"):
        labels = labels_of(data.X, data.y)
        groups = checked_groups(data.groups, labels.size)
        splitter, splits, layout = splits_by(cv, data.X, data.y, groups, seed)
        of_data = fingerprint_of([data.X, data.y, data.groups], f"datasets[{name!r}]")
    marks: list[list[str]] = [[] for _ in layout.fold]
    for (repeat, _), (train, test) in zip(layout.position, splits, strict=True):
        marks[repeat].append(hashlib.sha256(np.sort(train).tobytes() + b"|" + np.sort(test).tobytes()).hexdigest())
    of_repeats = [hashlib.sha256("".join(one).encode()).hexdigest() for one in marks]
    right = [Predicted(labels=labels[test]) for _, test in splits]
    made = {"made_by": "cross_val_predictions", "cv": printed_in_line(splitter), "random_state": seed}
    base = predictions_of_splits(data.y, {"": right}, layout, [test for _, test in splits], groups=groups, made=made)
    base = base.drop_vars(["y_pred", "classifier"])
    for classifier, estimator in data.estimators.items():
        known_by = fingerprint_of([estimator, of_data], f"estimators[{classifier!r}]")
        yield Plan(
            folder=folder, dataset=name, classifier=classifier, data=data, cv=cv, seed=seed,
            probabilities=probabilities, known_by=known_by, of_data=of_data, splits=of_repeats, base=base,
        )  # fmt: skip


def _worked(
    before: dict[str, Any],
    splits: list[str],
    estimator: Mapping[str, BaseEstimator],
    data: Data,
    how: Mapping[str, Any],
) -> _Outcome:
    """Cross-validate a classifier on a data set; what it raises is what becomes of the unit."""
    begin, error, found = perf_counter(), "", None
    try:
        with warnings.catch_warnings(record=True) as caught:
            found = cross_val_predictions(estimator, data.X, data.y, groups=data.groups, n_jobs=1, **how)
    except Exception as raised:  # noqa: BLE001 - whatever a classifier raises is recorded, and the rest is done
        said = " ".join([str(raised), *getattr(raised, "__notes__", [])])
        error = f"{type(raised).__name__}: {said} (seed {how['random_state']})"
    unit = (
        before
        | {
            "seconds": before["seconds"] + perf_counter() - begin,
            "splits": before["splits"] if error else splits,  # what was done before stays
            "error": error,
            "warned": sorted({one_line(str(one.message)) for one in caught})[:_MOST_WARNED],
        }
    )
    return unit, found
