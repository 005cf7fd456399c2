"""Data in chunks of Dask are loaded; what is no provenance is said to be none."""

import pytest

import bayescmp as bc
from tests.data import hold_out

pytest.importorskip("dask.array")


@pytest.mark.parametrize("verb", [bc.compare, bc.rank])
def test_chunks_give_the_same(verb):
    data = hold_out({"a": 0.2, "b": 0.3}, 60)
    assert verb(data.chunk(record=7)).to_json() == verb(data).to_json()


def test_chunks_of_tables_scores_and_batches_give_the_same():
    table = bc.paired_table(both_wrong=65, only_first_wrong=12, only_second_wrong=28, both_right=195)
    errors = {"a": [0.1, 0.2, 0.3, 0.2], "b": [0.2, 0.3, 0.3, 0.4]}
    scores = bc.losses(errors, how=bc.validation_sets(90, 30))
    for data in (table, scores):
        assert bc.compare(data.chunk()).to_json() == bc.compare(data).to_json()
    batch = hold_out({"a": 0.2, "b": 0.3}, 60)
    uneven = batch.assign(y_true=batch["y_true"].chunk(record=7), y_pred=batch["y_pred"].chunk(record=11))
    watches = [bc.SequentialComparison().update(data).to_json() for data in (batch, batch.chunk(), uneven)]
    assert watches[0] == watches[1] == watches[2]


@pytest.mark.parametrize("given", ["junk", 5, "[]"])
def test_what_is_no_provenance_is_refused(given):
    data = hold_out({"a": 0.2, "b": 0.3}, 60).assign_attrs(provenance=given)
    with pytest.raises(ValueError, match="The attribute `provenance` must be a JSON object, but got "):
        bc.compare(data)
