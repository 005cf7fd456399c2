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
    benchmark.pedantic(lambda: bc.compare_datasets(data, prior="default"), rounds=2, warmup_rounds=1)


TEN = [f"classifier {place}" for place in range(10)]


@pytest.mark.slow  # compiles a model
@pytest.mark.parametrize("rounds", [1, 2], ids=["first call", "again"])
def test_rank_datasets(benchmark, rounds):
    data = data_of(50, TEN)
    benchmark.pedantic(lambda: bc.rank_datasets(data, prior="default"), rounds=rounds)
