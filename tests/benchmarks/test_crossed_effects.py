"""Times of the crossed-effects posterior: `pytest tests/benchmarks --benchmark-enable -n 0`. No time is asserted."""

from functools import cache

import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.evidence import crossed_sums_of_losses
from bayescmp.posteriors import crossed_effects_of_sums
from tests.data import splits_of

N_RECORDS = 304
LARGE = 300_000


def partition(n_records, n_repeats=5):
    splits = splits_of(n_records, n_repeats)
    fold = np.zeros((n_repeats, n_records), dtype=int)
    for repeat in range(n_repeats):
        fold[repeat, splits[2 * repeat + 1][1]] = 1
    return splits, fold


def losses(lead, n_records, n_repeats=5):
    """Two classifiers that err on 20 and 25 % of the records, more often on hard ones."""
    rng = np.random.default_rng(0)
    hard = rng.random((*lead, 1, n_records))
    return [rng.random((*lead, n_repeats, n_records)) < 2 * rate * hard for rate in (0.2, 0.25)]


def sums_of_experiments(experiments):
    dims = ("experiment", "repeat", "record")
    fold = xr.DataArray(partition(N_RECORDS)[1], dims=dims[1:])
    different = min(experiments, 1000)  # then again: the time does not depend on the values
    first, second = (xr.DataArray(wrong, dims=dims) for wrong in losses((different,), N_RECORDS))
    return crossed_sums_of_losses(first, second, fold).isel(experiment=np.arange(experiments) % different)


@cache
def predictions_of(n_records, n_repeats=5):
    splits, _ = partition(n_records, n_repeats)
    predicted = {name: wrong.astype(int) for name, wrong in zip("ab", losses((), n_records, n_repeats), strict=True)}
    return bc.labels(np.zeros(n_records, dtype=int), predicted, how=bc.splits(splits))


def decided(posterior):
    """What a comparison asks of a posterior."""
    return posterior.prob_first_better, posterior.difference.interval()


@pytest.fixture(params=[300, LARGE])
def predictions(request, benchmark):
    return predictions_of(request.param if benchmark.enabled else min(request.param, 3000))


def test_decision_on_one_experiment_from_predictions(benchmark, predictions):
    probability, _ = benchmark(lambda: decided(bc.posteriors.crossed_effects_posterior(predictions)))
    assert 0.5 < probability <= 1


@pytest.mark.parametrize("n_repeats", [5, 31])
def test_comparison_by_the_number_of_repeats(benchmark, n_repeats):
    predictions = predictions_of(569, n_repeats)
    assert benchmark(lambda: bc.compare(predictions)).prob_first_better > 0.5


def test_probabilities_of_10000_experiments_from_sums(benchmark):
    experiments = 10_000 if benchmark.enabled else 200
    sums = sums_of_experiments(experiments)
    probability = benchmark.pedantic(lambda: crossed_effects_of_sums(sums).prob_first_better, rounds=3)
    assert probability.shape == (experiments,)
    assert 0.8 < float(probability.mean()) < 1


def test_intervals_of_10000_experiments_from_sums(benchmark):
    sums = sums_of_experiments(10_000 if benchmark.enabled else 50)
    difference = crossed_effects_of_sums(sums).difference
    interval = benchmark.pedantic(difference.interval, rounds=1)
    assert float(((interval.low < -0.05) & (interval.high > -0.05)).mean()) > 0.9
