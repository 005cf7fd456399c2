"""Times of comparisons by metrics of probabilities. No time is asserted."""

from functools import cache

import numpy as np
import pytest

import bayescmp as bc


@cache
def hold_out(n_records):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n_records)
    scores = {name: gap * y + rng.normal(size=y.size) for name, gap in (("a", 1.0), ("b", 1.3))}
    y_prob = {name: np.stack([1 - p, p], -1) for name, p in ((n, 1 / (1 + np.exp(-z))) for n, z in scores.items())}
    labels = {name: (p[:, 1] > 0.5).astype(int) for name, p in y_prob.items()}
    return bc.predictions_from_arrays(y, labels, y_prob=y_prob)


@pytest.mark.parametrize("metric", ["neg_brier_score", "roc_auc", "average_precision"])
def test_comparisons_of_10000_records_by_20000_draws(benchmark, metric):
    predictions = hold_out(10_000 if benchmark.enabled else 500)
    result = benchmark.pedantic(bc.compare, args=(predictions,), kwargs={"metric": metric}, rounds=1)
    assert result.prob_second_better > 0.5
