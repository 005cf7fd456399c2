"""Times of inference over many tables: `pytest tests/benchmarks --benchmark-enable -n 0`. No time is asserted."""

import numpy as np
import pytest

import bayescmp as bc
from tests.data import table


@pytest.fixture(scope="module")
def usual():
    counts = np.random.default_rng(0).multinomial(300, [0.1, 0.08, 0.1, 0.72], size=10**6)
    return table(*counts.T, dims=("experiment",))


def test_prob_first_better_of_a_million_tables(benchmark, usual):
    probability = benchmark(lambda: bc.posteriors.paired_posterior(usual).prob_first_better)
    assert probability.shape == (10**6,)
    assert 0.5 < float(probability.mean()) < 0.8


def test_10000_intervals_of_usual_tables(benchmark, usual):
    size = 10_000 if benchmark.enabled else 1000
    posterior = bc.posteriors.paired_posterior(usual.isel(experiment=slice(0, size))).difference
    interval = benchmark.pedantic(posterior.interval, rounds=3)
    assert float(((interval.low < -0.02) & (interval.high > -0.02)).mean()) == pytest.approx(0.95, abs=0.02)


def test_1000_intervals_of_small_counts(benchmark):
    counts = np.random.default_rng(0).integers(0, 6, size=(1000 if benchmark.enabled else 50, 4))
    posterior = bc.posteriors.paired_posterior(table(*counts.T, dims=("experiment",))).difference
    interval = benchmark.pedantic(posterior.interval, rounds=1)
    assert (interval.low < posterior.mean).all()
    assert (posterior.mean < interval.high).all()


def test_bcv_mcnemar_of_100000_times_ten_tables(benchmark):
    counts = np.random.default_rng(0).integers(0, 20, size=(100_000, 5, 2, 4))
    many = table(*np.moveaxis(counts, -1, 0), dims=("experiment", "repeat", "fold"))
    result = benchmark.pedantic(bc.frequentist.bcv_mcnemar, args=(many,), rounds=3)
    assert result.pvalue.shape == (100_000,)
    assert float(result.pvalue.min()) < 0.5 < float(result.pvalue.max())
