"""Times of draws of label metrics: `pytest tests/benchmarks --benchmark-enable -n 0`. No time is asserted."""

import pytest

import bayescmp as bc
from tests.data import hold_out


@pytest.mark.parametrize(
    ("n_labels", "draws"), [(2, 20_000), (10, 20_000), (1000, 2000)], ids=["2 classes", "10 classes", "1,000 classes"]
)
def test_draws_of_a_metric_of_10000_records(benchmark, n_labels, draws):
    n_labels, draws = (n_labels, draws) if benchmark.enabled else (min(n_labels, 30), 20)
    ranking = bc.rank(hold_out({"a": 0.2, "b": 0.2}, 10_000, labels=n_labels), metric="f1_macro", draws=100)
    drawn = benchmark.pedantic(lambda: ranking.posterior.draw(draws, 0), rounds=3)
    assert drawn.shape == (draws, 2)
    assert drawn.mean("draw").to_numpy() == pytest.approx([0.2] * 2, abs=0.08)
