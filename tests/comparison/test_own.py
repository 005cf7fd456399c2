"""What a comparison hands out is a copy: whatever is done to it, the comparison says what it said."""

import pytest

import bayescmp as bc
from tests.data import cross_validated, table


@pytest.mark.parametrize("make", [lambda: table(2, 4, 18, 76), cross_validated], ids=["table", "cross-validation"])
def test_changes_of_what_is_handed_out_change_nothing(make):
    told, changed = bc.compare(make()), bc.compare(make())
    for counts in (changed.tables, changed.effective_table):
        counts[...] = 1
    rows = changed.levels
    rows.loc[:, "estimate"] = 99.0
    assert str(changed) == str(told)
    assert changed.to_json() == told.to_json()


def test_data_that_change_after_the_call_change_nothing():
    data = cross_validated()
    told, result = str(bc.compare(data)), bc.compare(data)
    for name in ("y_true", "y_pred", "fold"):
        data[name][...] = 0
    assert str(result) == told
