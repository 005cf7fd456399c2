"""Numbers that differ by rounding alone."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

from bayescmp._support._rounding import ROUNDING, difference, without_rounding


@given(
    counts=st.lists(st.integers(-8192, 8192), min_size=1, max_size=12), seed=st.integers(0, 99),
    unit=st.sampled_from([8192, 10, 3, 1e-9]),
)  # fmt: skip
def test_equals_become_equal_and_others_keep_their_order(counts, seed, unit):
    """Multiples of 1/8192 lie on the middles of a grid of 1e-12."""
    values = np.array(counts) / unit
    noise = np.random.default_rng(seed).uniform(-3e-16, 3e-16, values.size) * np.abs(values).max()
    found = without_rounding(values + noise)
    assert (np.sign(np.subtract.outer(found, found)) == np.sign(np.subtract.outer(counts, counts))).all()
    np.testing.assert_allclose(found, values, rtol=0, atol=1e-15 * np.abs(values).max())


def test_rows_are_by_themselves_and_rounded_at_the_size_given():
    rows = np.array([[0.1 + 0.2, 0.3, np.inf, np.inf], [1e9, 1e9 + 1e-4, 1e-9, np.nan], [-np.inf, 1.0, 2.0, np.nan]])
    found = without_rounding(rows)
    np.testing.assert_array_equal(found[0], [0.3, 0.3, np.inf, np.inf])
    np.testing.assert_array_equal(found[1], [1e9, 1e9, 1e-9, np.nan])
    np.testing.assert_array_equal(found[2], rows[2])
    values = np.array([1e-15, 3e-15])
    assert without_rounding(values).tolist() == values.tolist()
    assert without_rounding(values, 1.0).tolist() == [1e-15, 1e-15]
    assert difference(*values) == values[0] - values[1]
    assert difference(*values, 1.0) == 0


@pytest.mark.parametrize(("first", "second", "apart"), [
    (0.1 + 0.2, 0.3, 0.0), (0.3, 0.1 + 0.2, 0.0), (-0.3, -0.1 - 0.2, 0.0), (1.0, 1 - 1e-11, 1 - (1 - 1e-11)),
    (np.inf, 1.0, np.inf), (0.0, 0.0, 0.0),
])  # fmt: skip
def test_a_difference_that_is_rounding_is_zero(first, second, apart):
    found = difference(first, second)
    assert found == apart
    assert not np.signbit(found)


def test_labelled_differences_keep_their_labels_and_rounding_is_far_below_what_data_tell():
    first = xr.DataArray([0.1 + 0.2, 0.5, np.nan], dims="fold", coords={"fold": [1, 2, 3]})
    xr.testing.assert_identical(difference(first, 0.3), first.copy(data=[0.0, 0.5 - 0.3, np.nan]))
    assert 100 * np.finfo(float).eps < ROUNDING <= 1e-12
