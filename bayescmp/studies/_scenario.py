"""What a scenario is: a source of data sets on which the true errors of two classifiers are known."""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Self

import numpy as np
import xarray as xr
from numpy.random import SeedSequence
from sklearn.base import BaseEstimator
from sklearn.utils import _safe_indexing

from bayescmp._support._typing import Array
from bayescmp._support._validation import RandomNumbers, check_integer, check_text, generator
from bayescmp.model_selection import seeded
from bayescmp.studies._outcomes import FAILURES, Batch, batch_of_fits, batch_of_losses, child_stream, labels_of

Sample = tuple[Array, Array]  # features and labels of some records


@dataclass(frozen=True, kw_only=True)
class Truth:
    """True values of two algorithms at one training size, mostly errors.

    Attributes
    ----------
    first, second : float
        Expected values of the metric of the study, proportions.
    difference_se : float
        Standard error of first - second, 0 where the truth is exact.
    """

    first: float
    second: float
    difference_se: float = 0.0

    @property
    def difference(self) -> float:
        """True value(first) - value(second)."""
        return self.first - self.second


class Scenario(ABC):
    """A source of data sets with a known truth; subclasses are frozen dataclasses of their parameters.

    They refuse a parameter that is out of range by a `TypeError` or `ValueError`.

    Attributes
    ----------
    n_records : int
        Records of one data set.
    trials_per_chunk : int
        Trials that are computed and written together.
    drawn_together : bool
        Whether the random numbers of all trials of a chunk come from the stream of its first one.
    has_truth : bool
        Whether `truth` is known.
    plans : tuple of str or None
        Names of the resampling plans that make sense here; None for all.
    """

    n_records: int
    trials_per_chunk: int = 10
    drawn_together: bool = False
    has_truth: bool = True
    plans: tuple[str, ...] | None = None

    def parameters(self) -> dict[str, object]:
        """Return the parameters as JSON holds them; equal parameters mean the same scenario."""
        return asdict(self)  # type: ignore[call-overload]

    def with_parameter(self, name: str, value: object) -> Self:
        """Return the scenario with another value of one parameter."""
        check_text("name", name)
        own = [field.name for field in fields(self)]  # type: ignore[arg-type]
        if name not in own:
            raise ValueError(f"`{name}` must be a parameter of {type(self).__name__}: {', '.join(own)}.")
        return replace(self, **{name: value})  # type: ignore[type-var]

    @abstractmethod
    def batch(self, plans: Sequence[str], streams: Sequence[SeedSequence]) -> Batch:
        """Run one trial per stream, at most `trials_per_chunk` of them, under every plan."""

    @abstractmethod
    def truth(self, n_train: int, *, draws: int, seed: int) -> Truth:
        """Return the true errors after training on `n_train` records, by `draws` training sets where not exact."""


class LossScenario(Scenario):
    """A scenario that draws the losses of two classifiers without fitting any."""

    trials_per_chunk: int = 500
    drawn_together: bool = True

    @abstractmethod
    def draw(self, n: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the losses of `n` data sets: bool, dims (experiment, classifier, record)."""

    def batch(self, plans: Sequence[str], streams: Sequence[SeedSequence]) -> Batch:
        """Draw the losses of a whole chunk from its first stream, and keep the trials that are asked for."""
        losses = self.draw(self.trials_per_chunk, np.random.default_rng(streams[0]))
        return batch_of_losses(losses, plans, streams[0], len(streams))


class FittedScenario(Scenario):
    """A scenario that fits two algorithms to records drawn from a population."""

    @abstractmethod
    def population(self) -> Sample:
        """Features and labels of all records; the true error is the error on them."""

    @abstractmethod
    def estimators(self) -> dict[str, BaseEstimator]:
        """Return the two estimators under their names, the first one first."""

    def draw(self, n: int, rng: RandomNumbers = None) -> Sample:
        """Draw `n` records from the population, with replacement."""
        X, y = self.population()
        return rows_of(X, y, self._rows(n, len(y), rng))

    def _rows(self, n: int, population: int, rng: RandomNumbers) -> Array:
        return generator(rng).integers(population, size=check_integer("n", n, least=1))

    def train_and_judge(self, n_train: int, rng: RandomNumbers = None) -> tuple[Sample, Sample]:
        """Draw a training set, and return with it the records on which the error of its fit is the true one."""
        return self.draw(n_train, rng), self.population()

    def batch(self, plans: Sequence[str], streams: Sequence[SeedSequence]) -> Batch:
        """Draw a data set per trial, fit each distinct training set of the plans once, and predict."""
        return batch_of_fits(lambda rng: self.draw(self.n_records, rng), self.estimators(), plans, streams)

    def errors(self, n_train: int, stream: SeedSequence) -> tuple[float, float]:
        """Return the true errors of the two estimators, both fitted to one training set."""
        drawn, (X, y) = self.train_and_judge(n_train, np.random.default_rng(stream))
        truth = labels_of(y, "y")
        errors = []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # those of the trials are counted
            for number, (name, estimator) in enumerate(self.estimators().items()):
                fitted = seeded(estimator, child_stream(stream, number)).fit(*drawn)
                errors.append(float(np.mean(labels_of(fitted.predict(X), name, truth) != truth)))
        return errors[0], errors[1]

    def truth(self, n_train: int, *, draws: int, seed: int) -> Truth:
        """Average the errors of `draws` training sets, without those that cannot be fitted."""
        check_integer("n_train", n_train, least=1)
        check_integer("draws", draws, least=1)
        check_integer("seed", seed, least=0, most=None)
        errors, failures = [], []
        for stream in SeedSequence(seed).spawn(draws):
            try:
                errors.append(self.errors(n_train, stream))
            except FAILURES as error:  # as in the trials, where they are recorded
                failures.append(error)
        if len(errors) < 2:
            raise RuntimeError(
                f"{len(failures)} of {draws} training sets failed, one with: {failures[0]}"
            ) from failures[0]
        return truth_of_draws(np.array(errors))


def rows_of(X: Any, y: Any, rows: Array) -> Sample:
    """Return some records of arrays or frames."""
    return _safe_indexing(X, rows), _safe_indexing(y, rows)


def truth_of_draws(errors: Array) -> Truth:
    """Average errors, array of shape (n_draws, 2), over training sets."""
    first, second = errors.mean(axis=0)
    spread = np.std(errors[:, 0] - errors[:, 1], ddof=1)
    return Truth(first=float(first), second=float(second), difference_se=float(spread / np.sqrt(len(errors))))


def read_only(array: Array) -> Array:
    """Return an array that is kept for later calls, protected from changes."""
    array.flags.writeable = False
    return array
