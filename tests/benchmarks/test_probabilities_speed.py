"""Times of comparisons by metrics of probabilities. No time is asserted."""

import pytest

import bayescmp as bc
from tests.data import probable


@pytest.mark.parametrize("metric", ["neg_brier_score", "roc_auc", "average_precision"])
def test_comparisons_of_10000_records_by_20000_draws(benchmark, metric):
    predictions = probable(n=10_000 if benchmark.enabled else 500)
    result = benchmark.pedantic(bc.compare, args=(predictions,), kwargs={"metric": metric}, rounds=1)
    assert result.prob_second_better > 0.5
