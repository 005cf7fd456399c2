"""Data in chunks of Dask are loaded; what is no provenance is said to be none."""

import pytest

import bayescmp as bc
from tests.data import hold_out

pytest.importorskip("dask.array")


@pytest.mark.parametrize("verb", [bc.compare, bc.rank])
def test_chunks_give_the_same(verb):
    data = hold_out({"a": 0.2, "b": 0.3}, 60)
    assert verb(data.chunk(record=7)).to_json() == verb(data).to_json()


@pytest.mark.parametrize("given", ["junk", 5, "[]"])
def test_what_is_no_provenance_is_refused(given):
    data = hold_out({"a": 0.2, "b": 0.3}, 60).assign_attrs(provenance=given)
    with pytest.raises(ValueError, match="The attribute `provenance` must be a JSON object, but got "):
        bc.compare(data)
