"""Times of the sampled crossed effects with the same patterns of outcomes in 300 records and in 300,000.

`pytest tests/benchmarks --benchmark-enable -n 0 -m "slow or not slow"`. No time is asserted.
"""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.hierarchical import crossed_effects_mcmc
from bayescmp.hierarchical._crossed_model import data_of
from tests.data import patterns_of, splits_of

N = 300


def predictions_of(times):
    """Return the same 300 records so many times."""
    rng = np.random.default_rng(0)
    hard = rng.random(N)
    wrong = {name: rng.random((5, N)) < 2 * rate * hard for name, rate in {"a": 0.2, "b": 0.25}.items()}
    splits = [tuple(np.concatenate([part + N * k for k in range(times)]) for part in split) for split in splits_of(N)]
    labels = {name: np.tile(values, times).astype(int) for name, values in wrong.items()}
    return bc.predictions_from_arrays(np.zeros(N * times, dtype=int), labels, splits=splits)


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 1000])
def test_value_and_gradient_of_the_same_patterns(benchmark, times):
    from bayescmp.hierarchical._crossed_likelihood import log_likelihood

    patterns = patterns_of(predictions_of(times if benchmark.enabled else 2), "a", "b")
    ones, direction = np.ones(2), np.zeros((2, patterns.factor.shape[1]))
    arguments = (-ones, ones, ones, ones / 2, direction, *data_of(patterns).values())
    log_likelihood(*arguments)
    assert np.isfinite(benchmark(log_likelihood, *arguments)[0])


@pytest.fixture(scope="module")
def compiled():
    crossed_effects_mcmc(predictions_of(1), draws=4, tune=4, chains=1, cores=1, rng=0)


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 1000])
def test_likelihood_and_draws_of_the_same_patterns(benchmark, compiled, times):
    predictions = predictions_of(times if benchmark.enabled else 2)
    assert (
        patterns_of(predictions, "a", "b").pattern_count.size
        == patterns_of(predictions_of(1), "a", "b").pattern_count.size
    )
    settings = {"draws": 200, "tune": 200, "chains": 2, "cores": 2} if benchmark.enabled else {"draws": 4, "tune": 4}
    tree = benchmark.pedantic(crossed_effects_mcmc, (predictions,), {"rng": 0, **settings}, rounds=1)
    assert np.isfinite(tree["posterior"]["difference"]).all()
