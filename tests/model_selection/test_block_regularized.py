"""The folds of the block-regularized cross-validation: the design itself."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bayescmp.model_selection import BlockRegularizedCV

some_repeats = st.integers(1, 16)


def n_blocks(n_repeats):
    """Double the number of blocks at 1, 2, 4, 8, ... repeats."""
    return next(2 * power for power in (16, 8, 4, 2, 1) if n_repeats >= power)


def nested_array(n_repeats):
    """Build the orthogonal array column by column, by the published rule; one row per block."""
    columns = []
    for j in range(1, n_repeats + 1):
        q = n_blocks(j) // 2
        if j == q:
            columns = [np.repeat(column, 2) if j > 1 else column for column in columns]
            columns.append(np.tile([0, 1], j))
        else:
            columns.append(columns[j - q - 1] ^ columns[q - 1])
    return np.column_stack(columns)


def second_folds(cv, n_records, y=None):
    """Tell which records the second fold of each repeat validates, shape (n_records, n_repeats)."""
    tests = [test for _, test in cv.split(np.zeros((n_records, 1)), y)]
    return np.column_stack([np.isin(np.arange(n_records), test) for test in tests[1::2]]).astype(int)


def block_sizes(cv, n_records, y=None, within=None):
    """Count the records of each block of the nested rule, among `within` if given."""
    folds = second_folds(cv, n_records, y)
    counts = Counter(map(tuple, folds if within is None else folds[within]))
    rows = [tuple(row) for row in nested_array(cv.n_repeats)]
    assert set(counts) <= set(rows)
    return [counts[row] for row in rows]


@pytest.mark.parametrize(("n_repeats", "stratify"), [(1, False), (5, True), (8, False), (16, True)])
def test_blocks_of_the_nested_rule_are_equally_large(n_repeats, stratify):
    n = 3 * n_blocks(n_repeats)
    cv = BlockRegularizedCV(n_repeats, stratify=stratify, random_state=n_repeats)
    assert set(block_sizes(cv, n, np.arange(n) % 3)) == {3}


@pytest.mark.parametrize("n_repeats", [4, 9, 14])
def test_half_a_round_of_extra_records_is_dealt_along_an_unused_column(n_repeats):
    n = 3 * n_blocks(n_repeats) + n_blocks(n_repeats) // 2
    assert set(second_folds(BlockRegularizedCV(n_repeats, random_state=0), n).sum(axis=0)) == {n // 2}


@settings(max_examples=20)
@given(n_repeats=some_repeats, extra=st.integers(0, 100), seed=st.integers(0, 99))
def test_block_sizes_differ_by_at_most_one(n_repeats, extra, seed):
    sizes = block_sizes(BlockRegularizedCV(n_repeats, random_state=seed), n_blocks(n_repeats) + extra)
    assert max(sizes) - min(sizes) <= 1


@settings(max_examples=20)
@given(n_repeats=some_repeats, y=st.lists(st.sampled_from("abc"), min_size=32, max_size=90))
def test_stratified_block_sizes_differ_by_at_most_one_overall_and_in_every_class(n_repeats, y):
    y = np.array(y)
    cv = BlockRegularizedCV(n_repeats, stratify=True, random_state=0)
    for within in (np.full(len(y), fill_value=True), *(y == label for label in np.unique(y))):
        sizes = block_sizes(cv, len(y), y, within)
        assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(("few", "many", "stratify"), [(5, 9, True), (1, 2, False), (15, 16, True)])
def test_the_first_repeats_are_those_of_fewer_repeats(few, many, stratify):
    y = np.arange(61) % 3
    of_few, of_many = (
        second_folds(BlockRegularizedCV(m, stratify=stratify, random_state=3), 61, y) for m in (few, many)
    )
    np.testing.assert_array_equal(of_many[:, :few], of_few)


@pytest.mark.parametrize("stratify", [False, True])
def test_every_record_falls_into_either_fold_equally_often(stratify):
    y = np.arange(16) // 8
    folds = [second_folds(BlockRegularizedCV(5, stratify=stratify, random_state=s), 16, y) for s in range(200)]
    # 5.5 standard deviations of a share of 200
    np.testing.assert_allclose(np.mean(folds, axis=0), 0.5, atol=0.195)


def test_an_integer_seed_deals_the_same_at_every_call_and_others_anew():
    cv, of_another = (BlockRegularizedCV(random_state=seed) for seed in (4, 5))
    np.testing.assert_array_equal(second_folds(cv, 60), second_folds(cv, 60))
    assert (second_folds(cv, 60) != second_folds(of_another, 60)).any()
    for random_state in (None, np.random.RandomState(0)):
        cv = BlockRegularizedCV(random_state=random_state)
        assert (second_folds(cv, 60) != second_folds(cv, 60)).any()


@pytest.mark.parametrize(("n", "few", "many"), [(16, 15, 40), (31, 15, 16)])
def test_fewer_records_than_blocks_are_dealt_in_several_arrays(n, few, many):
    folds = second_folds(BlockRegularizedCV(many, random_state=0), n)
    np.testing.assert_array_equal(folds[:, :few], second_folds(BlockRegularizedCV(few, random_state=0), n))
    partitions = {tuple(column ^ column[0]) for column in folds.T}
    assert len(partitions) == many  # no partition is there twice
    assert folds.sum(axis=0).min() >= n // 2 - 4


def test_within_every_array_over_the_same_blocks_training_sets_share_a_quarter():
    trains = [set(train) for train, _ in BlockRegularizedCV(45, random_state=1).split(np.zeros((16, 1)))]
    for array in range(3):
        own = range(30 * array, 30 * array + 30)
        assert {len(trains[i] & trains[j]) for i, j in combinations(own, 2) if i // 2 != j // 2} == {4}
    assert {len(trains[0] & trains[j]) for j in range(30, 90)} > {4}


@pytest.mark.full
def test_repeats_beyond_all_partitions_are_refused():
    with pytest.raises(ValueError, match=r"`n_repeats` must be at most .* for 16 blocks .* but got 5000"):
        list(BlockRegularizedCV(5000, random_state=0).split(np.zeros((16, 1))))


@pytest.mark.parametrize("n_records", [16, 1000])
def test_repeats_that_no_memory_holds_are_refused_at_once(n_records):
    for n_repeats in (10**400, 10_001):
        cv = BlockRegularizedCV(n_repeats, random_state=0)
        for asked in (cv.get_n_splits, lambda cv=cv: next(cv.split(np.zeros((n_records, 1))))):
            with pytest.raises(ValueError, match="`n_repeats` must be at most 10,000, but got 10"):
                asked()
