"""Speed of comparisons and rankings over data sets."""

import numpy as np
import pytest

import bayescmp as bc
from tests.data import scores, table


def data_of(count, classifiers=("tree", "svm")):
    """Scores of ten repeats of 10-fold cross-validation, of `count` data sets."""
    means = dict.fromkeys(classifiers, 0.8)
    return {f"set {seed}": scores(means, 100, sd=0.02, shared=0.05, seed=seed, n_repeats=10) for seed in range(count)}


@pytest.mark.parametrize("count", [4, 54, pytest.param(1000, marks=pytest.mark.slow)])
def test_compare_datasets(benchmark, count):
    data = data_of(count)

    def answered():
        found = bc.compare_datasets(data)
        return found.next_dataset.interval, found.average.interval, found.these.interval

    benchmark.pedantic(answered, rounds=2, warmup_rounds=1)


@pytest.mark.parametrize("count", [500, pytest.param(5000, marks=pytest.mark.slow)])
def test_compare_tables(benchmark, count):
    cells = np.random.default_rng(0).multinomial(200, [0.02, 0.05, 0.08, 0.85], count)
    tables = table(*cells.T, dims=("dataset",))
    tables = tables.assign_coords(dataset=[f"set {place}" for place in range(count)])
    benchmark.pedantic(lambda: bc.compare_datasets(tables).average.interval, rounds=1)


def test_rank_datasets(benchmark):
    many = benchmark.enabled
    data = data_of(54 if many else 6, [f"classifier {place}" for place in range(10 if many else 4)])

    def answered():
        found = bc.rank_datasets(data)
        return found.pairs, found.classifiers

    benchmark.pedantic(answered, rounds=2, warmup_rounds=1)
