"""Speed of comparisons and rankings over data sets."""

import numpy as np
import pytest

import bayescmp as bc


def data_of(count, classifiers=("tree", "svm")):
    """Scores of ten repeats of 10-fold cross-validation, of `count` data sets."""
    rng = np.random.default_rng(0)
    found = {}
    for place in range(count):
        base = rng.normal(0.8, 0.05, 100)
        scores = {name: base + rng.normal(0, 0.02) + rng.normal(0, 0.01, 100) for name in classifiers}
        found[f"set {place}"] = bc.scores_from_arrays(scores, n_train=90, n_test=10, n_repeats=10)
    return found


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
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    tables = bc.paired_table(**dict(zip(names, cells.T, strict=True)), dims=("dataset",))
    tables = tables.assign_coords(dataset=[f"set {place}" for place in range(count)])
    benchmark.pedantic(lambda: bc.compare_datasets(tables).average.interval, rounds=1)


def test_rank_datasets(benchmark):
    data = data_of(54, [f"classifier {place}" for place in range(10)])

    def answered():
        found = bc.rank_datasets(data)
        return found.pairs, found.classifiers

    benchmark.pedantic(answered, rounds=2, warmup_rounds=1)
