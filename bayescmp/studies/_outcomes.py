"""The outcomes of a batch of trials under every resampling plan that the methods need."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import joblib
import numpy as np
import xarray as xr
from numpy.random import SeedSequence
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator

from bayescmp._support._text import described
from bayescmp._support._typing import Array
from bayescmp.design import Design, Sizes
from bayescmp.evidence import PairEvidence, crossed_sums_of_losses
from bayescmp.model_selection import PLANS, predict_plans, splits_of_plan
from bayescmp.predictions import column, plain_labels
from bayescmp.tables import tables_of_losses

Labels = tuple[Array, Array, Array]
Estimators = Mapping[str, BaseEstimator]
Draw = Callable[[np.random.Generator], tuple[Array, Array]]  # what draws the features and labels of a data set
FAILURES = (Exception, SystemExit)
"""What makes a trial fail and no study end: a scenario, classifier or method may call `sys.exit`."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Outcomes:
    """Outcomes of a batch of trials under one plan.

    Attributes
    ----------
    plan : str
        Name of the plan.
    wrong : DataArray of bool, dims (experiment, classifier, record) or (experiment, classifier, repeat, record)
        Whether the prediction is wrong; without `repeat`, a record has one outcome in all repeats.
    fold : DataArray of int, dims (repeat, record) or (experiment, repeat, record)
        The validating fold of every record, -1 for none.
    test_to_train : float
        Size of a validation set relative to its training set, averaged.
    labels : list of (array, array, array) or None
        Per trial, true labels and those predicted by the two classifiers in the first validation set.
    seeds : list of int or None
        Per trial, the seed of its splits and estimators, and of resamples of its labels.
    """

    plan: str
    wrong: xr.DataArray
    fold: xr.DataArray
    test_to_train: float
    labels: list[Labels] | None = None
    seeds: list[int] | None = None

    @cached_property
    def tables(self) -> xr.DataArray:
        """Tables of every validation set, dims (experiment, repeat, fold, first, second)."""
        return tables_of_losses(*self._losses, self.fold).transpose("experiment", ...)

    @cached_property
    def sums(self) -> xr.Dataset:
        """Sums over training sets, where these are all records outside a fold."""
        return crossed_sums_of_losses(*self._losses, self.fold)

    @property
    def _losses(self) -> tuple[xr.DataArray, xr.DataArray]:
        return self.wrong.isel(classifier=0, drop=True), self.wrong.isel(classifier=1, drop=True)

    @cached_property
    def design(self) -> Design:
        """What was resampled in every experiment; sizes are those of the first."""
        plan = PLANS[self.plan]
        fold = self.fold.isel(experiment=0, missing_dims="ignore").to_numpy()
        return Design(
            kind=plan.kind, n_records=float((fold >= 0).any(axis=0).sum()), n_repeats=plan.n_repeats,
            n_folds=plan.n_folds, validation=Sizes.of(np.concatenate([np.bincount(row[row >= 0]) for row in fold])),
            test_to_train=self.test_to_train, has_records=True,
        )  # fmt: skip

    @cached_property
    def evidence(self) -> PairEvidence:
        """What significance tests take, batched over experiments; without labels and sums."""
        return PairEvidence(design=self.design, tables=self.tables)

    def pair(self, first: int, second: int) -> "Outcomes":
        """Return the outcomes of two classifiers of several, without labels."""
        if (first, second) not in self._pairs:
            wrong = self.wrong.isel(classifier=[first, second])
            self._pairs[first, second] = replace(self, wrong=wrong, labels=None, seeds=None)
        return self._pairs[first, second]

    @cached_property
    def _pairs(self) -> "dict[tuple[int, int], Outcomes]":
        """Each pair once, so that its methods share its tables and sums."""
        return {}

    def one(self, position: int) -> "Outcomes":
        """Return the outcomes of one trial of the batch."""
        return replace(
            self,
            wrong=self.wrong.isel(experiment=[position]),
            fold=self.fold.isel({"experiment": [position]}, missing_dims="ignore"),
            labels=self.labels and [self.labels[position]],
            seeds=self.seeds and [self.seeds[position]],
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Batch:
    """A batch of trials."""

    outcomes: dict[str, Outcomes]  # by plan, without the trials that failed; empty if all did
    done: list[int]  # positions of the trials that did not fail
    failures: dict[int, str]  # the error of each trial that failed, by position
    fits: list[int]  # of each classifier in every trial that did not fail
    n_warnings: list[int]  # of the fits in every trial that did not fail

    @classmethod
    def without_fits(cls, outcomes: dict[str, Outcomes], trials: int) -> Self:
        """Return a batch of trials that fit nothing, so that none fails."""
        none = [0] * trials
        return cls(outcomes=outcomes, done=list(range(trials)), failures={}, fits=none, n_warnings=none)


def batch_of_losses(losses: xr.DataArray, plans: Sequence[str], stream: SeedSequence, trials: int) -> Batch:
    """Deal the folds of every plan once; they meet the records of each trial in another random order."""
    rng = np.random.default_rng(child_stream(stream, 0))
    losses = losses.transpose("experiment", "classifier", "record")
    order = np.argsort(rng.random((losses.sizes["experiment"], 1, losses.sizes["record"]), dtype=np.float32), axis=-1)
    shuffled = losses.copy(data=np.take_along_axis(losses.values, order, axis=-1)).isel(experiment=slice(0, trials))
    outcomes = {}
    for plan in plans:
        splits = splits_of_plan(plan, losses.sizes["record"], int(stream.generate_state(1)[0]))
        outcomes[plan] = Outcomes(
            plan=plan,
            wrong=shuffled,
            fold=xr.DataArray(folds_of(plan, splits, losses.sizes["record"]), dims=("repeat", "record")),
            test_to_train=mean_test_to_train(splits),
        )
    return Batch.without_fits(outcomes, trials)


def batch_of_fits(draw: Draw, estimators: Estimators, plans: Sequence[str], streams: Sequence[SeedSequence]) -> Batch:
    """Draw a data set per trial, fit each of its distinct training sets once for all plans, and predict."""
    trials = {}
    failures: dict[int, str] = {}
    for position, stream in enumerate(streams):
        try:
            trials[position] = _trial(draw, estimators, plans, stream)
        except FAILURES as error:  # recorded with its seed; the other trials go on
            failures[position] = described(error)
    outcomes, fits, n_warnings = [list(of_all) for of_all in zip(*trials.values(), strict=True)] or ([], [], [])
    by_plan = {plan: joined([trial[plan] for trial in outcomes]) for plan in plans if trials}
    return Batch(outcomes=by_plan, done=list(trials), failures=failures, fits=fits, n_warnings=n_warnings)


def _trial(
    draw: Draw, estimators: Estimators, plans: Sequence[str], stream: SeedSequence
) -> tuple[dict[str, Outcomes], int, int]:
    """Return the outcomes of one trial by plan, with the number of fits of each classifier and of warnings."""
    X, y = draw(np.random.default_rng(stream))
    truth = labels_of(y, "y")
    seed = int(stream.generate_state(1)[0])
    splits = {plan: splits_of_plan(plan, truth.size, seed) for plan in plans}
    # One process per fit: the trials are what runs in parallel.
    with warnings.catch_warnings(record=True) as caught, joblib.parallel_config(backend="sequential"):
        warnings.simplefilter("always")
        answers, n_fits = predict_plans(estimators, X, y, splits, seed=seed, n_jobs=1, progress=False)
    outcomes = {}
    for plan, here in splits.items():
        of_plan = [[labels_of(one.labels, name, truth) for name, one in of.items()] for of in answers[plan]]
        fold = folds_of(plan, here, truth.size)
        wrong = np.zeros((len(estimators), *fold.shape), dtype=bool)
        for number, (_, test) in enumerate(here):
            wrong[:, number // PLANS[plan].n_folds, test] = [predicted != truth[test] for predicted in of_plan[number]]
        first = truth[here[0][1]], of_plan[0][0], of_plan[0][1]
        outcomes[plan] = replace(outcomes_of(plan, here, wrong[None], fold[None]), labels=[first], seeds=[seed])
    return outcomes, n_fits, len(caught)


def labels_of(values: ArrayLike, name: str, truth: Array | None = None) -> Array:
    """Return labels as `cross_val_predictions` takes them; refuse those of another kind than the truth."""
    labels = plain_labels(column(values, name), name)
    if truth is not None and (labels.dtype.kind == "U") != (truth.dtype.kind == "U"):
        raise TypeError(
            f"{name!r} must predict labels of the type of `y`, but got {labels[0].item()!r}, where `y` has "
            f"{truth[0].item()!r}."
        )
    return labels


def outcomes_of(plan: str, splits: list[tuple[Array, Array]], wrong: Array, fold: Array) -> Outcomes:
    """Return outcomes, arrays of shape (experiment, classifier, repeat, record) and, of folds, without classifiers."""
    return Outcomes(
        plan=plan,
        wrong=xr.DataArray(wrong, dims=("experiment", "classifier", "repeat", "record")),
        fold=xr.DataArray(fold, dims=("experiment", "repeat", "record")),
        test_to_train=mean_test_to_train(splits),
    )


def joined(trials: Sequence[Outcomes]) -> Outcomes:
    """Put the outcomes of trials under one plan beside each other."""
    return replace(
        trials[0],
        wrong=xr.concat([trial.wrong for trial in trials], "experiment"),
        fold=xr.concat([trial.fold for trial in trials], "experiment"),
        labels=trials[0].labels and [labels for trial in trials for labels in trial.labels or ()],
        seeds=trials[0].seeds and [seed for trial in trials for seed in trial.seeds or ()],
    )


def folds_of(plan: str, splits: list[tuple[Array, Array]], n_records: int) -> Array:
    """Return the validating fold of every record in every repeat, array of shape (n_repeats, n_records)."""
    fold = np.full((PLANS[plan].n_repeats, n_records), -1, dtype=np.int16)
    for number, (_, test) in enumerate(splits):
        fold[number // PLANS[plan].n_folds, test] = number % PLANS[plan].n_folds
    return fold


def mean_test_to_train(splits: list[tuple[Array, Array]]) -> float:
    return float(np.mean([len(test) / len(train) for train, test in splits]))


def child_stream(stream: SeedSequence, number: int) -> SeedSequence:
    """Return the child that `spawn` would give first, second and so on, but the same one at every call."""
    return SeedSequence(stream.entropy, spawn_key=(*stream.spawn_key, number))
