"""Slices of records, by quarters of numbers."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayescmp.predictions import slices


@pytest.mark.parametrize("values", [["b", "a", "b"], [*range(10)], [str(n) for n in range(20)], [True, False]])
def test_texts_and_few_numbers_are_slices_as_they_are(values):
    assert slices(values).tolist() == values


def test_many_numbers_are_cut_into_quarters_named_by_what_is_in_them():
    values = np.arange(12)[::-1]
    assert slices(values).tolist() == [n for n in ("9 to 11", "6 to 8", "3 to 5", "0 to 2") for _ in range(3)]
    assert set(slices([0] * 30 + [*range(1, 11)]).tolist()) == {"0", "1 to 10"}


@given(st.lists(st.integers(-40, 40), min_size=1, max_size=200))
def test_no_tie_is_split_and_slices_follow_each_other(values):
    found = dict(zip(values, slices(values).tolist(), strict=True))
    assert [found[value] for value in values] == slices(values).tolist()
    if len(found) > 10:
        ends = {name: [n for n in found if found[n] == name] for name in found.values()}
        assert len(ends) <= 4
        assert all(name == (f"{min(own)} to {max(own)}" if len(own) > 1 else f"{own[0]}") for name, own in ends.items())
        ordered = sorted(ends.values(), key=min)
        assert all(max(one) < min(other) for one, other in itertools.pairwise(ordered))
