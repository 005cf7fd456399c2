"""Results are frozen: whoever changes a table that one hands out changes a copy."""

import pandas as pd
import pytest
import xarray as xr


@pytest.fixture(params=["compared", "ranked", "over_datasets", "ranked_over_datasets", "watched"])
def result(request):
    found = request.getfixturevalue(request.param)
    return found("5 x 2 BCV") if request.param == "compared" else found


def test_tables_and_words_that_are_spoiled_are_copies(result):
    before, spoiled = result.to_json(), set()
    for name in (one for one in dir(result) if not one.startswith("_")):
        found = getattr(result, name)
        if isinstance(found, pd.DataFrame):
            found.iloc[:, 0] = found.iloc[::-1, 0].to_numpy()
            found.pop(found.columns[-1])
        elif isinstance(found, xr.DataArray):
            found[...] = 0
        elif isinstance(found, dict):
            found.clear()
        else:
            continue
        spoiled.add(name)
    assert "provenance" in spoiled
    assert len(spoiled) > 1
    assert result.to_json() == before
