"""E-values of all pairs, adjusted for all of them."""

from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.sequential import e_values_of_pairs
from bayescmp.sequential._pairs import e_holm
from tests.data import hold_out


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=7))
def test_e_holm_is_closed_testing_by_means(values):
    values = np.array(values)
    places = range(values.size)
    subsets = list(chain.from_iterable(combinations(places, size) for size in range(1, values.size + 1)))
    expected = [min(values[list(one)].mean() for one in subsets if place in one) for place in places]
    assert e_holm(values) == pytest.approx(expected)


def test_pairs_are_those_of_two():
    data = hold_out({"a": 0.05, "b": 0.2, "c": 0.22, "d": 0.4}, 400)
    found = e_values_of_pairs(data).set_index(["first", "second"])
    assert len(found) == 6
    for first, second in found.index:
        alone = bc.SequentialComparison(first=first, second=second).update(data)
        row = found.loc[first, second]
        assert (row["e_value"], row["difference"]) == (pytest.approx(alone.e_value), pytest.approx(alone.difference))
    assert (found["adjusted"] <= found["e_value"] + 1e-9).all()
    assert found.loc[("a", "d"), "decision"] == "first better"
    assert found.loc[("b", "c"), "decision"] == "continue"


@pytest.mark.full
def test_the_family_is_wrong_no_more_often_than_it_may():
    names = dict.fromkeys("abcdefgh", 0.2)
    runs, wrong = 50, np.zeros(2)
    for seed in range(runs):
        data, ever = hold_out(names, 400, seed=seed), np.zeros(2, bool)
        for n in (100, 200, 400):
            found = e_values_of_pairs(data.isel(record=slice(n)))
            ever |= [(found["adjusted"] >= 20).any(), (found["e_value"] >= 20).any()]
        wrong += ever
    assert wrong[0] / runs <= 0.05
    assert wrong[1] > 2 * wrong[0] + 2  # the leader that the data chose, unadjusted


def test_evidence_may_be_larger_than_any_number_and_what_does_not_fit_is_refused():
    y = np.zeros(4000, int)
    found = e_values_of_pairs(bc.labels(y, {"a": y, "b": 1 - y}))
    assert found[["e_value", "adjusted"]].to_numpy().tolist() == [[np.inf, np.inf]]
    with pytest.raises(ValueError, match="have groups of dependent ones"):
        e_values_of_pairs(hold_out(n=20).assign(group=("record", np.arange(20) // 2)))
    with pytest.raises(ValueError, match="`alpha` must be"):
        e_values_of_pairs(hold_out(n=20), alpha=2)
    with pytest.raises(TypeError):
        e_values_of_pairs(3)


def test_the_rope_is_that_of_two():
    data = hold_out({"a": 0.2, "b": 0.21, "c": 0.22}, 2000)
    found = e_values_of_pairs(data, rope=0.1).set_index(["first", "second"])
    alone = bc.SequentialComparison(first="a", second="b", rope=0.1).update(data)
    assert found.loc[("a", "b"), "e_value"] == pytest.approx(alone.e_value)
