"""Fit each distinct training set once, and predict what it validates."""

import copy
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import joblib
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from sklearn.base import clone
from sklearn.utils import _safe_indexing

from bayescmp._exits import no_exit, no_lost_worker


@dataclass(frozen=True, kw_only=True, eq=False)
class Fit:
    """One classifier to be fitted on one training set.

    Attributes
    ----------
    classifier : str
        Its name.
    repeat, fold : int
        The first place of the design where this training set occurs.
    train : array of int
        Rows to fit on.
    tests : tuple of arrays of int
        Rows to predict, one array for each place of the design with this training set.
    splits : tuple of int
        The numbers of those places.
    """

    classifier: str
    repeat: int
    fold: int
    train: NDArray[np.intp]
    tests: tuple[NDArray[np.intp], ...]
    splits: tuple[int, ...]


def plan_fits(
    classifiers: Iterable[str],
    splits: list[tuple[NDArray[np.intp], NDArray[np.intp]]],
    position: list[tuple[int, int]],
) -> list[Fit]:
    """List the fits of a design: one per classifier and distinct training set, in the order of the splits."""
    places: dict[bytes, list[int]] = {}
    for number, (train, _) in enumerate(splits):
        places.setdefault(np.sort(np.asarray(train)).tobytes(), []).append(number)
    return [
        Fit(
            classifier=name,
            repeat=position[numbers[0]][0],
            fold=position[numbers[0]][1],
            train=splits[numbers[0]][0],
            tests=tuple(splits[number][1] for number in numbers),
            splits=tuple(numbers),
        )
        for numbers in places.values()
        for name in classifiers
    ]


def predict_splits(
    estimators: Mapping[str, Any], X: Any, y: Any, fits: list[Fit], *, seed: int, n_jobs: int | None, progress: bool
) -> dict[tuple[str, int], NDArray[Any]]:
    """Run the fits, on several processes if asked.

    Returns
    -------
    dict of (str, int) to array
        The predictions of each classifier for the test set of each split.
    """
    seeded = {name: unseeded_parameters(estimator) for name, estimator in estimators.items()}
    tasks = (
        joblib.delayed(_fit_and_predict)(number, fit, estimators[fit.classifier], seeded[fit.classifier], X, y, seed)
        for number, fit in enumerate(fits)
    )
    results = joblib.Parallel(n_jobs=n_jobs, return_as="generator_unordered")(tasks)
    console = Console(stderr=True)
    if progress and console.is_terminal:
        results = track(results, description="Fitting", total=len(fits), console=console, transient=True)
    with no_lost_worker():
        return {
            (fits[number].classifier, split): values
            for number, arrays in results
            for split, values in zip(fits[number].splits, arrays, strict=True)
        }


def unseeded_parameters(estimator: Any) -> list[str]:
    """Names of the parameters, nested ones included, that hold a `random_state` of None or a splitter with one."""
    return sorted(
        key
        for key, value in estimator.get_params().items()
        if (value is None and (key == "random_state" or key.endswith("__random_state")))
        or (hasattr(value, "split") and getattr(value, "random_state", 0) is None)
    )


def _fit_and_predict(
    number: int, fit: Fit, estimator: Any, unseeded: list[str], X: Any, y: Any, seed: int
) -> tuple[int, list[NDArray[Any]]]:
    # From the classifier's name and the training set, so that no order or design matters.
    key = (zlib.crc32(fit.classifier.encode()), zlib.crc32(np.sort(fit.train).astype("<i8").tobytes()))
    try:
        with no_exit("by the classifier"):
            fitted = seeded(estimator, unseeded, np.random.SeedSequence(seed, spawn_key=key))
            fitted.fit(_safe_indexing(X, fit.train), _safe_indexing(y, fit.train))
            return number, [np.asarray(fitted.predict(_safe_indexing(X, test))) for test in fit.tests]
    except Exception as error:
        error.add_note(f"while fitting classifier {fit.classifier!r} in repeat {fit.repeat}, fold {fit.fold}")
        raise


def seeded_splitter(splitter: Any, seed: int) -> Any:
    """Return the splitter, or a copy with the seed where it has none."""
    if getattr(splitter, "random_state", seed) is not None:
        return splitter
    splitter = copy.copy(splitter)
    splitter.random_state = seed
    return splitter


def seeded(estimator: Any, unseeded: list[str], stream: np.random.SeedSequence) -> Any:
    """Clone an estimator, and seed the parameters that `unseeded_parameters` names."""
    fitted = clone(estimator)
    seeds = stream.generate_state(len(unseeded)).tolist() if unseeded else []
    for name, seed in zip(unseeded, seeds, strict=True):
        splitter = fitted.get_params()[name]
        fitted.set_params(**{name: seed if splitter is None else seeded_splitter(splitter, seed)})
    return fitted
