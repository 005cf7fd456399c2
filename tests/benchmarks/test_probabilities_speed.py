"""Times of comparisons by metrics of probabilities. No time is asserted."""

import numpy as np
import pytest

import bayescmp as bc


@pytest.fixture(scope="module")
def hold_out():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 10_000)
    scores = {name: gap * y + rng.normal(size=y.size) for name, gap in (("a", 1.0), ("b", 1.1))}
    y_prob = {name: np.stack([1 - p, p], -1) for name, p in ((n, 1 / (1 + np.exp(-z))) for n, z in scores.items())}
    labels = {name: (p[:, 1] > 0.5).astype(int) for name, p in y_prob.items()}
    return bc.predictions_from_arrays(y, labels, y_prob=y_prob)


@pytest.mark.parametrize("metric", ["neg_brier_score", "roc_auc", "average_precision"])
def test_comparisons_of_10000_records_by_20000_draws(benchmark, hold_out, metric):
    result = benchmark.pedantic(bc.compare, args=(hold_out,), kwargs={"metric": metric}, rounds=1)
    assert result.prob_second_better > 0.5
