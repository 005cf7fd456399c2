"""Times of the evidence on all pairs: `pytest tests/benchmarks --benchmark-enable -n 0`. No time is asserted."""

import numpy as np

import bayescmp as bc
from bayescmp.evidence import Evidence, crossed_sums


def predictions_of(n_classifiers=10, n=569):
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=n)
    splits = list(bc.BlockRegularizedCV(random_state=0).split(np.zeros((n, 1))))
    labels = {f"classifier {k}": np.where(rng.random((5, n)) < 0.1, 1 - y, y) for k in range(n_classifiers)}
    return bc.predictions_from_arrays(y, labels, splits=splits)


def test_tables_and_sums_of_45_pairs(benchmark):
    predictions = predictions_of()

    def found():
        every = Evidence(predictions=predictions).pairs()
        return every.tables, every.sums

    tables, sums = benchmark(found)
    assert tables.sizes["pair"] == sums.sizes["pair"] == 45


def test_one_pair_of_ten(benchmark):
    predictions = predictions_of()
    assert benchmark(crossed_sums, predictions, "classifier 3", "classifier 7")["difference"].shape == (10,)
