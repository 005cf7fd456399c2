"""Tuning against a scenario whose root is known in closed form."""

import contextlib
from dataclasses import dataclass

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from bayescmp.studies import Epsilon, FittedScenario, SixClass, Tune, _tuning, tune

N_TRAIN, N_POPULATION = 25, 400
GRID = (np.arange(N_POPULATION) + 0.5) / N_POPULATION
# The mean of n uniform numbers is nearly normal; the factor is the correction by its kurtosis of -1.2/n.
ROOT = np.sqrt(2 / np.pi) / np.sqrt(12 * N_TRAIN) * (1 + 1.2 / (24 * N_TRAIN))


class MeanRule(ClassifierMixin, BaseEstimator):
    """Class 1 above the mean of the training features: errs with the distance of that mean from 1/2."""

    def fit(self, X, y):
        self.classes_, self.threshold_ = [0, 1], X.mean()
        return self

    def predict(self, X):
        return (X[:, 0] > self.threshold_).astype(int)


class OffRule(MeanRule):
    """Class 1 above 1/2 + off + noise of mean 0 that a record gives: errs with `off` on average, for off > .02."""

    def __init__(self, off=0.0):
        self.off = off

    def fit(self, X, y):
        self.classes_, self.threshold_ = [0, 1], 0.5 + self.off + 0.04 * (X[0, 0] - 0.5)
        return self


@dataclass(frozen=True, kw_only=True)
class Uniform(FittedScenario):
    """One uniform feature, class 1 above 1/2; the errors are equal at off = ROOT."""

    n_records: int = 50
    off: float = 0.1

    def population(self):
        return GRID[:, None], (GRID > 0.5).astype(int)

    def estimators(self):
        return {"mean": MeanRule(), "off": OffRule(self.off)}


@dataclass(frozen=True, kw_only=True)
class FastUniform(Uniform):
    """The same errors without estimators, for many tunings."""

    def errors(self, n_train, stream):
        drawn = GRID[np.random.default_rng(stream).integers(N_POPULATION, size=n_train)]
        thresholds = drawn.mean(), 0.5 + self.off + 0.04 * (drawn[0] - 0.5)
        return tuple(float(np.mean((t < GRID) != (GRID > 0.5))) for t in thresholds)


HOW = Tune(parameter="off", low=0.025, high=0.2, n_train=N_TRAIN, draws=60)


@pytest.fixture(scope="module")
def found():
    return tune(Uniform(), HOW, seed=0)


class TestRoot:
    def test_is_found_with_the_difference_of_its_training_sets(self, found):
        assert found.value == pytest.approx(ROOT, abs=4 * found.value_se + (HOW.high - HOW.low) / 1000)
        assert 0 < found.value_se < 0.02
        assert type(found.value_se) is float
        assert (found.parameter, found.n_train) == ("off", N_TRAIN)
        truth = Uniform(off=found.value).truth(N_TRAIN, draws=HOW.draws, seed=0)
        assert (found.difference, found.difference_se) == (truth.difference, truth.difference_se)
        # To a thousandth of the interval and a record of the population, as the slope is -1.
        assert abs(found.difference) < (HOW.high - HOW.low) / 1000 + 1 / N_POPULATION
        assert tune(FastUniform(), HOW, seed=0) == found

    @pytest.mark.full
    def test_does_not_depend_on_the_number_of_processes(self):
        how = Tune(parameter="distortion", low=1.0, high=100.0, n_train=40, draws=2)
        one, two = (tune(SixClass(), how, seed=1, n_jobs=n_jobs) for n_jobs in (1, 2))
        assert one == two


@pytest.fixture(scope="module")
def tunings():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_tuning, "threadpool_limits", contextlib.nullcontext)  # which takes milliseconds
        return [tune(FastUniform(), HOW, seed=seed) for seed in range(50)]


@pytest.mark.full
class TestStandardError:
    @staticmethod
    def within_bounds(scores):
        return 0.5 < np.mean(np.square(scores)) < 1.8  # chi-squared with 50 df, 1e-4 on either side

    @pytest.mark.full
    def test_is_calibrated(self, tunings):
        assert self.within_bounds([(t.value - ROOT) / t.value_se for t in tunings])

    def test_half_of_it_would_not_be(self, tunings):
        assert not self.within_bounds([2 * (t.value - ROOT) / t.value_se for t in tunings])


@dataclass(frozen=True, kw_only=True)
class Line(FittedScenario):
    """err(first) - err(second) = slope * knob, the same for every training set."""

    knob: float = 0.0
    slope: float = 0.25
    n_records: int = 50

    population = estimators = None

    def errors(self, n_train, stream):
        return 0.5 + self.slope * self.knob, 0.5


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-1.0, 0.0), (-0.3, 1.0)])
def test_exact_roots_and_roots_at_a_bound(low, high):
    found = tune(Line(), Tune(parameter="knob", low=low, high=high, n_train=5, draws=2), seed=0)
    assert found.value == pytest.approx(0, abs=(high - low) / 1000)
    assert found.value_se == 0


@pytest.mark.parametrize(("scenario", "changes", "error", "message"), [
    (Uniform(), {"low": 0.1}, ValueError, r"equal error between 0.1 and 0.2, but err.* is -0.\d+ and -0.\d+ there"),
    (Uniform(), {"parameter": "knob"}, ValueError, "`knob` must be a parameter of Uniform: n_records, off"),
    (Line(slope=0.0), {"parameter": "knob"}, ValueError, r"`knob` must have algorithms of equal error .* is 0.0000"),
    (Epsilon(), {"parameter": "epsilon"}, TypeError, "must fit its algorithms to be tuned, but got Epsilon"),
    (Uniform(), {"low": 0.3}, ValueError, "`low` must be below `high`, but got 0.3 and 0.2"),
])  # fmt: skip
def test_refuses(scenario, changes, error, message):
    settings = {"parameter": "off", "low": 0.025, "high": 0.2, "n_train": N_TRAIN, "draws": 20}
    with pytest.raises(error, match=message):
        tune(scenario, Tune(**(settings | changes)), seed=0)
