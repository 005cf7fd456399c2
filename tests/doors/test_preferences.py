"""Who is preferred, by name or by the column that holds it."""

import pandas as pd
import pytest

import bayescmp as bc

COLUMNS = ["model_a", "model_b", "winner"]


def read(rows, columns=COLUMNS):
    return bc.preferences("winner", data=pd.DataFrame(rows, columns=columns))


def test_names_are_those_in_the_columns_and_ties_of_arenas_are_ties():
    found = read([("x", "y", "model_a"), ("y", "x", "model_a"), ("x", "y", "tie (bothbad)"), ("x", "y", "tie")])
    assert found.identical(bc.preferences(["x", "y", "tie", "tie"]))
    assert read([("x", "y", "x"), ("y", "x", "y")]).identical(bc.preferences(["x", "y"]))


@pytest.mark.parametrize(("preferred", "message"), [
    (["x", "y", "both bad"], r"must hold the names of two systems, .* but holds \['both bad', 'x', 'y'\]"),
    (["x", "x", "tie"], r"must hold the names of two systems, .* but holds \['x'\]"),
    ([None, "tie"], "must have no missing values, but got None at row 0"),
    ([1, 2, 0, 1], "must hold names of systems, or 'tie', but got 1"),
])  # fmt: skip
def test_what_names_no_two_systems_is_refused(preferred, message):
    with pytest.raises((TypeError, ValueError), match=f"`preferred` {message}"):
        bc.preferences(preferred)
