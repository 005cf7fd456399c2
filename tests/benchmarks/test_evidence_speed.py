"""Times of the evidence on all pairs: `pytest tests/benchmarks --benchmark-enable -n 0`. No time is asserted."""

from bayescmp.evidence import Evidence, crossed_sums
from tests.data import cross_validated


def test_tables_and_sums_of_45_pairs(benchmark):
    predictions = cross_validated({f"classifier {place}": 0.1 for place in range(10)}, 569)

    def found():
        every = Evidence(predictions=predictions).pairs()
        return every.tables, every.sums

    tables, sums = benchmark(found)
    assert tables.sizes["pair"] == sums.sizes["pair"] == 45


def test_one_pair_of_ten(benchmark):
    predictions = cross_validated({f"classifier {place}": 0.1 for place in range(10)}, 569)
    assert benchmark(crossed_sums, predictions, "classifier 3", "classifier 7")["difference"].shape == (10,)
