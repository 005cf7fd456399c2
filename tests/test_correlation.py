"""Eigenvalues, valid region and effective size of correlated folds, each against explicit matrices."""

import math

import numpy as np
import pytest
import xarray as xr
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.model_selection import RepeatedKFold

from bayescmp.correlation import (
    check_correlations,
    contrast_eigenvalues,
    effective_factor,
    is_block_regularized,
    overlap_matrix,
)
from bayescmp.model_selection import BlockRegularizedCV

repeats = st.integers(1, 8)
correlations = st.floats(-1.3, 1.3)


def correlation_matrix(rho1, rho2, n_repeats):
    """Spell out the correlations of the 2m folds, two by two."""
    repeat = np.arange(2 * n_repeats) // 2
    matrix = np.where(repeat[:, None] == repeat, rho1, rho2)
    np.fill_diagonal(matrix, 1.0)
    return matrix


def training_sets(cv, n_records):
    train = np.array([np.isin(np.arange(n_records), rows) for rows, _ in cv.split(np.zeros(n_records))])
    return xr.DataArray(train.reshape(-1, 2, n_records), dims=("repeat", "fold", "record"))


@given(rho1=correlations, rho2=correlations, m=repeats)
def test_eigenvalues_are_those_of_the_correlation_matrix(rho1, rho2, m):
    mean, between, within = contrast_eigenvalues(rho1, rho2, m)
    expected = np.linalg.eigvalsh(correlation_matrix(rho1, rho2, m))
    np.testing.assert_allclose(sorted([mean, *[between] * (m - 1), *[within] * m]), expected, atol=1e-12)


@settings(max_examples=300)
@given(rho1=correlations, rho2=correlations, m=repeats)
def test_the_valid_region_is_where_the_correlation_matrix_is_positive(rho1, rho2, m):
    smallest = np.linalg.eigvalsh(correlation_matrix(rho1, rho2, m)).min()
    assume(abs(smallest) > 1e-9)
    if smallest > 0:
        check_correlations(rho1, rho2, m)
    else:
        with pytest.raises(ValueError, match="valid region"):
            check_correlations(rho1, rho2, m)


@pytest.mark.parametrize(("rho1", "rho2", "m", "region"), [
    (0.0, 0.51, 5, r"-1 < rho1 < 1 and -\(1 \+ rho1\)/8 < rho2 <= \(1 \+ rho1\)/2 of 5 repeats, but got \(0, 0\.51\)"),
    (0.0, -0.125, 5, r"-\(1 \+ rho1\)/8 < rho2"),
    (-1.0, 0.0, 5, "-1 < rho1 < 1"),
    (1.0, 0.0, 1, r"-1 < rho1 < 1 of 1 repeats, but got \(1, 0\)"),
])  # fmt: skip
def test_the_error_prints_the_region(rho1, rho2, m, region):
    with pytest.raises(ValueError, match=region):
        check_correlations(rho1, rho2, m)


def test_one_repeat_has_no_second_correlation():
    check_correlations(0.9, 99.0, 1)


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ((math.nan, 0.1, 5), ValueError, "`rho1` must be finite"),
    ((0.1, None, 5), TypeError, "`rho2` must be a number"),
    ((0.1, 0.1, 0), ValueError, "`n_repeats` must be at least 1"),
])  # fmt: skip
def test_what_is_no_correlation_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        check_correlations(*arguments)


@given(rho1=correlations, rho2=correlations, m=repeats, phi=st.floats(0.1, 10))
def test_the_effective_factor_is_the_inverse_variance_of_the_mean(rho1, rho2, m, phi):
    matrix = correlation_matrix(rho1, rho2, m)
    assume(np.linalg.eigvalsh(matrix).min() > 1e-6)
    weights = np.full(2 * m, 1 / (2 * m))
    variance = phi * weights @ matrix @ weights
    assert effective_factor(m, rho1=rho1, rho2=rho2, phi=phi) == pytest.approx(1 / variance)


@pytest.mark.parametrize(("options", "error", "message"), [
    ({"rho2": 0.8}, ValueError, "valid region"),
    ({"phi": 0}, ValueError, "`phi` must be above 0, but got 0"),
])  # fmt: skip
def test_what_has_no_effective_factor_is_refused(options, error, message):
    with pytest.raises(error, match=message):
        effective_factor(5, **options)


@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=6, max_size=6))
def test_overlaps_are_the_sizes_of_set_intersections(rows):
    train = xr.DataArray(np.reshape(rows, (3, 2, 6)), dims=("repeat", "fold", "record"))
    sets = [set(np.flatnonzero(row)) for row in rows]
    expected = np.reshape([[len(a & b) for b in sets] for a in sets], (3, 2, 3, 2))
    np.testing.assert_array_equal(overlap_matrix(train), expected)


@settings(deadline=None, max_examples=80)
@given(m=st.integers(1, 16), n=st.integers(32, 150), seed=st.integers(0, 99))
def test_block_regularized_designs_are_recognised(m, n, seed):
    assert is_block_regularized(training_sets(BlockRegularizedCV(m, random_state=seed), n))


def test_a_random_design_is_not_block_regularized():
    assert not is_block_regularized(training_sets(RepeatedKFold(n_splits=2, n_repeats=5, random_state=0), 40))


@pytest.mark.parametrize(("n", "again"), [(8, [0, 0]), (40, [0, 1, 0])])
def test_a_design_with_equal_repeats_is_not_block_regularized(n, again):
    train = training_sets(BlockRegularizedCV(2, random_state=0), n)
    assert not is_block_regularized(train.isel(repeat=again))


def test_uneven_halves_are_not_block_regularized():
    fold = np.arange(40) < 12
    train = xr.DataArray(np.stack([fold, ~fold])[None], dims=("repeat", "fold", "record"))
    assert not is_block_regularized(train)
    assert is_block_regularized(train.copy(data=np.stack([np.arange(40) < 20, np.arange(40) >= 20])[None]))


def test_the_majority_class_breaks_a_bound_of_the_effective_table_and_not_the_table():
    quarters = np.random.default_rng(0).normal(size=(4, 200_000))
    a, b, c, d = quarters
    one, other, crossed = -np.sign(c + d) * (a + b), -np.sign(a + b) * (c + d), -np.sign(b + d) * (a + c)
    rho1, rho2 = 2 / np.pi, 1 / 6 + 1 / (np.pi * np.sqrt(3))
    assert np.corrcoef([one, other, crossed])[0, 1:] == pytest.approx([rho1, rho2], abs=0.01)
    assert rho1 > 0.5
    assert effective_factor(5, rho1=rho1, rho2=rho2) == pytest.approx(2.252, abs=5e-4)
