"""Times of algorithms with many runs: `pytest tests/benchmarks --benchmark-enable -n 0`. No time is asserted."""

import numpy as np

import bayescmp as bc


def test_a_ranking_of_ten_with_twenty_runs_on_10000_records(benchmark):
    k, r, n = (10, 20, 10_000) if benchmark.enabled else (3, 3, 100)
    rng = np.random.default_rng(0)
    record, run, y = np.tile(np.arange(n), r), np.repeat(np.arange(r), n), np.tile(rng.integers(0, 2, n), r)
    wrong = {f"algorithm {place}": rng.random(n * r) < 0.1 + 0.01 * place for place in range(k)}
    data = bc.labels(y, {name: np.where(own, 1 - y, y) for name, own in wrong.items()}, record=record, how=bc.runs(run))
    ranking = benchmark.pedantic(bc.rank, args=(data,), kwargs={"draws": 4000}, rounds=1)
    assert len(ranking.pairs) == k * (k - 1) / 2
