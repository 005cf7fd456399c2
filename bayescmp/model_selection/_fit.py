"""Fit each distinct training set once, and predict what it validates."""

import copy
import os
import time
import warnings
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from bayescmp._support._exits import no_exit, no_lost_worker
from bayescmp._support._typing import Array, Integers, Splitter
from bayescmp.model_selection._predicted import Predicted, predicted_by

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator


@dataclass(frozen=True, kw_only=True, eq=False)
class Fit:
    """One classifier to be fitted on one training set, which may be that of several splits, to predict their `tests`.

    Tests are by the numbers of the splits; `place` is the repeat and fold of the first; `run` tells trainings on the
    same set apart.
    """

    classifier: str
    place: tuple[int, int]
    train: Integers
    tests: dict[int, Integers]
    run: int = 0


def plan_fits(
    classifiers: Iterable[str], splits: list[tuple[Integers, Integers]], position: list[tuple[int, int]], *,
    are_runs: bool = False,
) -> list[Fit]:  # fmt: skip
    """List the fits of a design: one per classifier and distinct training set or run, in the order of the splits."""
    places: dict[tuple[bytes, int], list[int]] = {}
    for number, (train, _) in enumerate(splits):
        run = number if are_runs else 0
        places.setdefault((np.sort(np.asarray(train)).tobytes(), run), []).append(number)
    return [
        Fit(
            classifier=name,
            place=position[numbers[0]],
            train=splits[numbers[0]][0],
            tests={number: splits[number][1] for number in numbers},
            run=run,
        )
        for (_, run), numbers in places.items()
        for name in classifiers
    ]


def predict_splits(
    estimators: "Mapping[str, BaseEstimator]", X: object, y: ArrayLike, fits: list[Fit], *, seed: int,
    n_jobs: int | None, progress: bool, classes: Array | None = None,
) -> dict[tuple[str, int], Predicted]:  # fmt: skip
    """Run the fits, on several processes if asked."""
    import joblib
    from sklearn.utils import indexable

    from bayescmp.runner import with_progress

    (X,) = indexable(X)  # of sparse formats in which no row can be looked up, another
    y = y.to_numpy() if isinstance(y, pd.api.extensions.ExtensionArray) else y  # of which scikit-learn takes no rows
    tasks = (
        joblib.delayed(_fit_and_predict)(fit, estimators[fit.classifier], X, y, seed, os.getpid(), classes)
        for fit in fits
    )
    results = joblib.Parallel(n_jobs=n_jobs, return_as="generator_unordered")(tasks)
    found: dict[tuple[str, int], Predicted] = {}
    with no_lost_worker():
        for predicted, warned in with_progress(results, len(fits), "Fitting", visible=progress):
            found |= predicted
            for message in warned:
                warnings.warn(message, stacklevel=2)
    return found


def _fit_and_predict(
    fit: Fit, estimator: "BaseEstimator", X: object, y: ArrayLike, seed: int, home: int, classes: Array | None
) -> tuple[dict[tuple[str, int], Predicted], list[Warning]]:
    """Fit, predict, and return what was warned of in another process than `home`, which nobody there could handle."""
    from sklearn.utils import _safe_indexing

    # From the classifier's name, the training set and the run, so that no order or design matters.
    key = [zlib.crc32(fit.classifier.encode()), zlib.crc32(np.sort(fit.train).astype("<i8").tobytes())]
    key += [fit.run] * (fit.run > 0)
    try:
        elsewhere = os.getpid() != home
        with (
            no_exit("by the classifier"),
            warnings.catch_warnings(record=True) if elsewhere else nullcontext() as caught,
        ):
            fitted = seeded(estimator, np.random.SeedSequence(seed, spawn_key=key))
            training = _safe_indexing(X, fit.train), _safe_indexing(y, fit.train)
            begin = time.perf_counter()
            fitted.fit(*training)
            seconds = time.perf_counter() - begin
            tests = {test.tobytes(): test for test in fit.tests.values()}  # nested designs share whole splits
            predicted = {
                key: predicted_by(fitted, _safe_indexing(X, test), classes, seconds=seconds)
                for key, test in tests.items()
            }
            messages = {str(warned.message): warned.message for warned in caught or ()}
            return (
                {(fit.classifier, number): predicted[test.tobytes()] for number, test in fit.tests.items()},
                [message for message in messages.values() if isinstance(message, Warning)],
            )
    except Exception as error:
        error.add_note(f"while fitting classifier {fit.classifier!r} in repeat {fit.place[0]}, fold {fit.place[1]}")
        raise


def seeded_splitter(splitter: Splitter, seed: int) -> Splitter:
    """Return the splitter, or a copy with the seed where it shuffles and has none."""
    if getattr(splitter, "random_state", seed) is not None or not getattr(splitter, "shuffle", True):
        return splitter
    splitter = copy.copy(splitter)
    splitter.random_state = seed  # type: ignore[attr-defined]
    return splitter


def seeded(estimator: "BaseEstimator", stream: np.random.SeedSequence) -> "BaseEstimator":
    """Clone an estimator, and seed the parameters, nested ones included, that are a `random_state` or lack one."""
    from sklearn.base import clone

    copied = clone(estimator)
    _seed(copied, stream)
    return copied


def _seed(estimator: "BaseEstimator", stream: np.random.SeedSequence) -> None:
    """Seed the parameters of a clone, and those of estimators in lists and mappings, such as grids of parameters."""
    given = estimator.get_params()
    unseeded = sorted(
        name
        for name, value in given.items()
        if (value is None and name.split("__")[-1] == "random_state")
        or (hasattr(value, "split") and getattr(value, "random_state", 0) is None)
    )
    seeds = stream.generate_state(len(unseeded)).tolist() if unseeded else []
    for name, seed in zip(unseeded, seeds, strict=True):
        value = estimator.get_params()[name]
        estimator.set_params(**{name: seed if value is None else seeded_splitter(value, seed)})
    reached = {id(value) for value in given.values()}
    held = [one for name in sorted(given) for one in _held(given[name]) if id(one) not in reached]
    for one, own in zip(held, stream.spawn(len(held)), strict=True):
        _seed(one, own)


def _held(value: object) -> "Iterator[BaseEstimator]":
    """Yield the estimators that lists and mappings hold."""
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ():
        if hasattr(one, "get_params") and not isinstance(one, type):
            yield cast("BaseEstimator", one)
        else:
            yield from _held(one)
