"""Times of draws of label metrics: `pytest tests/benchmarks --benchmark-enable -n 0`. No time is asserted."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.metrics import METRICS
from bayescmp.posteriors import label_cells


def predictions(n, n_labels):
    rng = np.random.default_rng(0)
    y = np.arange(n) % n_labels
    labels = {name: np.where(rng.random(n) < 0.8, y, rng.integers(0, n_labels, n)) for name in ("a", "b")}
    return bc.predictions_from_arrays(y, labels)


@pytest.mark.parametrize(
    ("n_labels", "draws"), [(2, 20_000), (10, 20_000), (1000, 2000)], ids=["2 classes", "10 classes", "1,000 classes"]
)
def test_draws_of_a_metric_of_10000_records(benchmark, n_labels, draws):
    draws = draws if benchmark.enabled else 20
    cells = label_cells(predictions(10_000, n_labels))
    drawn = benchmark.pedantic(lambda: cells.draw(METRICS["f1_macro"], draws, 0), rounds=3)
    assert drawn.shape == (draws, 2)
    assert drawn.mean("draw").to_numpy() == pytest.approx([0.8 + 0.2 / n_labels] * 2, abs=0.08)
