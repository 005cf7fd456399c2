"""Paired tables: counted, checked and compressed."""

import math

import numpy as np
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.tables import (
    below_half,
    check_table,
    fold_differences,
    is_effective,
    scaled_table,
    tables_of_losses,
)

OUTCOMES = ("wrong", "right")
COUNTS = {"both_wrong": 3, "only_first_wrong": 1, "only_second_wrong": 2, "both_right": 4}


def ten_tables(**counts):
    """Build five repeats of two folds, all alike."""
    ones = np.ones((5, 2), dtype=int)
    return bc.paired_table(**{name: n * ones for name, n in (COUNTS | counts).items()}, dims=("repeat", "fold"))


def test_ten_records_make_the_table_of_the_worked_example():
    right_first = np.array([1, 0, 0, 0, 1, 1, 1, 0, 1, 1])
    right_second = np.array([0, 0, 1, 0, 1, 1, 1, 0, 0, 1])
    predictions = bc.labels(np.ones(10, dtype=int), {"1": right_first, "2": right_second})
    table = bc.paired_tables(predictions).squeeze(("repeat", "fold"), drop=True)
    xr.testing.assert_equal(table, bc.paired_table(**COUNTS))


@st.composite
def cross_validations(draw):
    """Draw predictions of three classifiers with 1 to 3 repeats of 2 folds, or holes where nothing is validated."""
    n = draw(st.integers(2, 12))
    labels = st.lists(st.sampled_from("xyz"), min_size=n, max_size=n)
    halves = st.tuples(st.just(0), st.just(1), *[st.integers(0, 1)] * (n - 2))
    parts = draw(st.lists(halves, min_size=1, max_size=min(3, 2 ** (n - 2)), unique=True))
    m, splits = len(parts), []
    for part in map(np.array, parts):
        splits += [(np.flatnonzero(part != k), np.flatnonzero(part == k)) for k in (0, 1)]
    if draw(st.booleans()):
        splits.append((np.arange(n - 1), np.array([n - 1])))
        m += 1
    y_pred = {name: [draw(labels) for _ in range(m)] for name in "abc"}
    return bc.labels(draw(labels), y_pred, how=bc.splits(splits))


@settings(deadline=None, max_examples=20)
@given(cross_validations())
def test_tables_count_the_outcomes_of_every_fold_and_swapping_transposes_them(predictions):
    tables = bc.paired_tables(predictions, "a", "c")
    y_true, fold = predictions["y_true"].to_numpy(), predictions["fold"].to_numpy()
    y_first, y_second = (predictions["y_pred"].sel(classifier=name).to_numpy() for name in "ac")
    expected = np.zeros((len(fold), 2, 2, 2), dtype=int)
    for repeat, record in zip(*np.nonzero(fold >= 0), strict=True):
        first_right = int(y_first[repeat, record] == y_true[record])
        second_right = int(y_second[repeat, record] == y_true[record])
        expected[repeat, fold[repeat, record], first_right, second_right] += 1
    np.testing.assert_array_equal(tables.sel(first=list(OUTCOMES), second=list(OUTCOMES)), expected)
    tables = bc.paired_tables(predictions, "a", "b")
    swapped = bc.paired_tables(predictions, "b", "a").rename(first="second", second="first")
    xr.testing.assert_equal(tables, swapped.transpose(*tables.dims))


def test_tables_know_the_names_of_the_classifiers():
    predictions = bc.labels([0, 1], {"tree": [0, 1], "svm": [1, 1]})
    assert bc.paired_tables(predictions).attrs == {"first_name": "tree", "second_name": "svm"}
    assert bc.paired_tables(predictions, "svm").attrs == {"first_name": "svm", "second_name": "tree"}


@pytest.mark.parametrize("number", [4.0, np.uint64(4)], ids=repr)
def test_whole_counts_of_any_type_are_taken(number):
    assert bc.paired_table(**COUNTS | {"both_right": number}).identical(bc.paired_table(**COUNTS))


@pytest.mark.parametrize(("bad", "error", "message"), [
    (-1, ValueError, "`only_first_wrong` must hold whole numbers of records, 0 or more, but got -1"),
    (2**53, ValueError, r"but got 9007199254740992\. They are below 2\*\*53"),
    (0.25, ValueError, r"but got 0\.25"),
    (math.nan, ValueError, "but got nan"),
    (math.inf, ValueError, "but got inf"),
    ("3", TypeError, "`only_first_wrong` must hold numbers of records, but got '3'"),
    (True, TypeError, "`only_first_wrong` must hold numbers of records, but got True"),
    ([1, 2], ValueError, "The four counts must have one shape"),
])  # fmt: skip
def test_what_is_no_count_is_refused(bad, error, message):
    with pytest.raises(error, match=message):
        bc.paired_table(**COUNTS | {"only_first_wrong": bad})


@pytest.mark.parametrize(("dims", "error", "message"), [
    (None, ValueError, "`dims` must name the 2 dims of the counts"),
    (("repeat", "first"), ValueError, "`dims` must name the 2 dims of the counts"),
    ("rf", TypeError, "`dims` must be a tuple of names"),
])  # fmt: skip
def test_dims_that_do_not_fit_the_counts_are_refused(dims, error, message):
    with pytest.raises(error, match=message):
        bc.paired_table(**{name: np.ones((5, 2)) for name in COUNTS}, dims=dims)


def test_labelled_counts_are_taken_by_their_dims():
    counts = {name: xr.DataArray([[n, 0, 0], [0, 0, 1]], dims=("repeat", "fold")) for name, n in COUNTS.items()}
    turned = bc.paired_table(**counts | {"both_right": counts["both_right"].T}, dims=("repeat", "fold"))
    xr.testing.assert_identical(turned, bc.paired_table(**counts, dims=("repeat", "fold")))


def test_dims_and_outcomes_in_another_order_are_understood():
    tables = ten_tables()
    turned = tables.isel(first=[1, 0], second=[1, 0]).transpose("second", "fold", "first", "repeat")
    xr.testing.assert_identical(check_table(turned).transpose(*tables.dims), tables)
    xr.testing.assert_identical(bc.effective_table(turned), bc.effective_table(tables))


def bare(values=((3, 1), (2, 4)), dims=("first", "second"), coords=(OUTCOMES, OUTCOMES)):
    return xr.DataArray(np.array(values), dims=dims, coords=dict(zip(dims, map(list, coords), strict=True)))


@pytest.mark.parametrize(("table", "error", "message"), [
    (np.array([[3, 1], [2, 4]]), TypeError, "must come from `paired_table` .* but got ndarray"),
    (bare(dims=("a", "b")), ValueError, r"must have the dim 'first' .* but got the dims \('a', 'b'\)"),
    (xr.DataArray([[3, 1], [2, 4]], dims=("first", "second")), ValueError, "must have the dim 'first'"),
    (bare(coords=(OUTCOMES, ("no", "yes"))), ValueError, "must have the dim 'second'"),
    (bare(((3, 1), (2, -4))), ValueError, "must hold whole numbers of records, 0 or more, but got -4"),
    (bare(((0.3, 0.1), (0.2, 0.4))), ValueError, r"but got 0\.3"),
    (bare(((True, False), (False, True))), TypeError, "must hold numbers of records, but got values of type bool"),
])  # fmt: skip
def test_what_is_no_table_is_refused(table, error, message):
    with pytest.raises(error, match=message):
        check_table(table)


def test_the_effective_table_is_twenty_elevenths_of_the_mean_table():
    tables = ten_tables()
    tables[0, 0] += 11  # so that the mean of each of the four cells grows by 1.1
    expected = [[4.1 * 20 / 11, 2.1 * 20 / 11], [3.1 * 20 / 11, 5.1 * 20 / 11]]
    np.testing.assert_allclose(bc.effective_table(tables), expected, rtol=1e-14)
    predictions = bc.labels(
        np.arange(44) % 2,
        {"a": np.zeros((5, 44), int), "b": np.ones((5, 44), int)},
        how=bc.splits(bc.BlockRegularizedCV().split(np.zeros(44))),
    )
    assert bc.effective_table(bc.paired_tables(predictions)).effective_size == pytest.approx(10 / 11 * 44)


@pytest.mark.parametrize(("rho1", "rho2", "factor"), [(0, 0, 10), (0, 0.5, 2), (0.2, 0.1, 5)])
def test_the_correlations_set_the_effective_size(rho1, rho2, factor):
    effective = bc.effective_table(ten_tables(), rho1=rho1, rho2=rho2)
    assert effective.effective_size == pytest.approx(10 * factor)
    assert (effective.attrs["rho1"], effective.attrs["rho2"]) == (rho1, rho2)


def test_an_effective_table_may_be_fractional_and_a_batch_is_compressed_table_by_table():
    effective = bc.effective_table(ten_tables())
    assert is_effective(effective)
    assert not is_effective(ten_tables())
    xr.testing.assert_identical(check_table(effective), effective)
    one, other = ten_tables(), ten_tables(both_right=9)
    batch = bc.effective_table(xr.concat([one, other], dim="dataset"))
    assert batch.dims == ("dataset", "first", "second")
    for tables, effective in zip((one, other), batch, strict=True):
        xr.testing.assert_allclose(effective, bc.effective_table(tables))


@pytest.mark.parametrize(("tables", "error", "message"), [
    (ten_tables().isel(fold=0), ValueError, "a dim 'fold' of size 2"),
    (ten_tables().isel(repeat=0), ValueError, "must have the dim 'repeat'"),
    (ten_tables().isel(fold=[0, 1, 1]), ValueError, "a dim 'fold' of size 2, but got .*'fold': 3"),
])  # fmt: skip
def test_what_are_no_tables_of_two_folds_is_refused(tables, error, message):
    with pytest.raises(error, match=message):
        bc.effective_table(tables)


def test_each_table_of_a_batch_is_scaled_to_its_own_size():
    tables = bc.paired_table(
        both_wrong=[2, 30], only_first_wrong=[4, 1], only_second_wrong=[8, 9], both_right=[6, 0], dims=("dataset",)
    )
    scaled = scaled_table(tables, xr.DataArray([10.0, 5.0], dims="dataset"))
    np.testing.assert_allclose(scaled.values, [[[1, 2], [4, 3]], [[3.75, 0.125], [1.125, 0]]])
    assert is_effective(scaled)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "float32"])
def test_the_type_of_counts_does_not_matter(dtype):
    tables = bc.paired_table(
        both_wrong=[100, 1], only_first_wrong=[2, 9], only_second_wrong=[7, 0], both_right=[100, 40], dims=("fold",)
    )
    np.testing.assert_allclose(fold_differences(tables.astype(dtype)), fold_differences(tables), rtol=1e-12)
    first, second = (bc.posteriors.paired_posterior(one).difference.mean for one in (tables, tables.astype(dtype)))
    np.testing.assert_allclose(first, second, rtol=1e-12)


def test_a_beta_of_equal_parameters_is_below_a_half_with_exactly_one_half():
    found = below_half(np.array([20 / 11, 2, 7]), np.array([20 / 11, 1, 7]))
    np.testing.assert_array_equal(found, [0.5, 0.25, 0.5])


def test_tables_of_losses_keep_labels_and_refuse_others():
    record = {"record": range(4)}
    first = xr.DataArray([False, True, True, True], dims="record", coords=record)
    fold = xr.DataArray([[0, 1, 1, 1]], dims=("repeat", "record"), coords=record | {"repeat": [7]})
    tables = tables_of_losses(first, xr.zeros_like(first), fold)
    assert tables["repeat"].values.tolist() == [7]
    with pytest.raises(ValueError, match="record"):
        tables_of_losses(first, xr.zeros_like(first), fold.isel(record=[3, 2, 1, 0]))
