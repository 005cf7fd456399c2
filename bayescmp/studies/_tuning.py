"""Find the value of a scenario's parameter at which its two algorithms have equal true errors."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import joblib
import numpy as np
from numpy.random import SeedSequence
from scipy import optimize
from threadpoolctl import threadpool_limits

from bayescmp._support._exits import no_exit, no_lost_worker
from bayescmp._support._text import shown
from bayescmp._support._typing import Floats
from bayescmp._support._validation import check_integer, check_jobs, check_number, check_text
from bayescmp.studies._scenario import FittedScenario, Scenario, truth_of_draws

_PER_TASK = 10  # training sets; limiting the threads takes milliseconds


@dataclass(frozen=True, kw_only=True)
class Tune:
    """What to tune: the parameter, where its value lies, and the training size at which errors are to be equal."""

    parameter: str
    low: float
    high: float
    n_train: int
    draws: int = 300

    def __post_init__(self) -> None:
        if not check_number("low", self.low) < check_number("high", self.high):
            raise ValueError(f"`low` must be below `high`, but got {self.low} and {self.high}.")
        check_text("parameter", self.parameter)
        check_integer("n_train", self.n_train, least=1)
        check_integer("draws", self.draws, least=2)


@dataclass(frozen=True, kw_only=True)
class Tuning:
    """What was found.

    Attributes
    ----------
    parameter : str
        The parameter.
    value : float
        Its value, to a thousandth of the interval that was searched.
    value_se : float
        Standard error of the value, from the draws of training sets.
    n_train : int
        The training size at which the errors are equal.
    difference, difference_se : float
        err(first) - err(second) at the value, over the same training sets, and its standard error: how far from
        equality the algorithms may be.
    """

    parameter: str
    value: float
    value_se: float
    n_train: int
    difference: float
    difference_se: float


def tune(scenario: Scenario, how: Tune, *, seed: int, n_jobs: int | None = None) -> Tuning:
    """Find the null hypothesis: the parameter at which two algorithms have equal true errors.

    Parameters
    ----------
    scenario : FittedScenario
        The scenario.
    how : Tune
        Parameter, bounds, training size and number of training sets.
    seed : int
        Seed of the training sets. All values of the parameter meet the same ones, so that their differences are
        compared with little noise.
    n_jobs : int, optional
        Number of processes, as in joblib.

    Raises
    ------
    TypeError, ValueError
        If the scenario fits nothing, or the difference has the same sign at both bounds.

    Examples
    --------
    >>> from bayescmp.studies import Simple, Tune, tune
    >>> tune(Simple(), Tune(parameter="prevalence", low=0.5, high=0.9, n_train=50, draws=2), seed=0)
    Traceback (most recent call last):
    ...
    ValueError: `prevalence` must be a parameter of Simple: n_records, shift.
    """
    if not isinstance(scenario, FittedScenario):
        raise TypeError(f"`scenario` must fit its algorithms to be tuned, but got {type(scenario).__name__}.")
    if not isinstance(how, Tune):
        raise TypeError(f"`how` must be a Tune, but got {shown(how)}.")
    check_integer("seed", seed, least=0, most=None)
    check_jobs(n_jobs)
    with no_lost_worker(), joblib.Parallel(n_jobs=n_jobs) as parallel:

        @cache
        def errors(value: float) -> Floats:
            at_value = scenario.with_parameter(how.parameter, value)
            tasks = itertools.batched(SeedSequence(seed).spawn(how.draws), _PER_TASK)
            parts = parallel(joblib.delayed(_errors)(at_value, how.n_train, streams) for streams in tasks)
            return np.concatenate(parts)

        def difference(value: float) -> float:
            first, second = errors(value).mean(axis=0)
            return float(first - second)

        ends = difference(how.low), difference(how.high)
        if ends == (0, 0) or np.sign(ends[0]) * np.sign(ends[1]) > 0:
            raise ValueError(
                f"`{how.parameter}` must have algorithms of equal error between {how.low} and {how.high}, but "
                f"err(first) - err(second) is {ends[0]:.4f} and {ends[1]:.4f} there. Widen the bounds."
            )
        value = float(optimize.toms748(difference, how.low, how.high, xtol=(how.high - how.low) / 1000))
        truth = truth_of_draws(errors(value))
        # The slope over the range in which the root may be: closer by, steps and noise of the errors would hide it.
        chord = (ends[1] - ends[0]) / (how.high - how.low)
        reach = np.clip(2 * truth.difference_se / abs(chord), (how.high - how.low) / 100, (how.high - how.low) / 4)
        lower, upper = float(max(value - reach, how.low)), float(min(value + reach, how.high))
        slope = (difference(upper) - difference(lower)) / (upper - lower) or chord
    return Tuning(
        parameter=how.parameter, value=value, value_se=float(abs(truth.difference_se / slope)), n_train=how.n_train,
        difference=truth.difference, difference_se=truth.difference_se,
    )  # fmt: skip


def _errors(scenario: FittedScenario, n_train: int, streams: Sequence[SeedSequence]) -> Floats:
    with threadpool_limits(1), no_exit("while tuning"):
        return np.array([scenario.errors(n_train, stream) for stream in streams])
