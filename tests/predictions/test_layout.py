"""How lists of splits become repeats and folds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.model_selection import KFold, RepeatedKFold, ShuffleSplit, TimeSeriesSplit

import bayescmp as bc
from bayescmp.predictions import layout_of_splits, training_sets

N = 12
X, Y = np.zeros((N, 1)), np.arange(N) % 2


def predictions_of(splits):
    layout = layout_of_splits(splits, N)
    return bc.labels(Y, {"a": np.tile(Y, (len(layout.fold), 1))}, how=bc.splits(splits))


@pytest.mark.parametrize(("cv", "n_repeats", "n_folds", "left_out"), [
    (KFold(N), 1, N, False),
    (RepeatedKFold(n_splits=2, n_repeats=5, random_state=0), 5, 2, False),
    (ShuffleSplit(4, test_size=0.25, random_state=0), 4, 1, False),
    (ShuffleSplit(4, test_size=0.25, train_size=0.5, random_state=0), 4, 1, True),
    (TimeSeriesSplit(3), 3, 1, True),
], ids=str)  # fmt: skip
def test_repeats_folds_and_training_sets_are_those_of_the_splitter(cv, n_repeats, n_folds, left_out):
    splits = list(cv.split(X, Y))
    layout = layout_of_splits(splits, N)
    assert layout.position == [(repeat, fold) for repeat in range(n_repeats) for fold in range(n_folds)]
    for (repeat, fold), (_, test) in zip(layout.position, splits, strict=True):
        assert np.flatnonzero(layout.fold[repeat] == fold).tolist() == sorted(test)
    assert (layout.train is not None) is left_out  # only where records are
    trained_on = training_sets(predictions_of(splits)).to_numpy()
    expected = [np.isin(np.arange(N), train) for train, _ in splits]
    np.testing.assert_array_equal(trained_on.reshape(len(splits), N), expected)


def test_repeats_may_differ_and_have_a_hold_out_between_them():
    splits = [*KFold(3).split(X), *KFold(2).split(X)]
    assert layout_of_splits(splits, N).position == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]
    assert not training_sets(predictions_of(splits))[1, 2].any()
    assert layout_of_splits(splits[:2], N).position == [(0, 0), (1, 0)]
    splits = [*KFold(2).split(X), (np.arange(6), np.arange(6, 9)), *KFold(2).split(X)]
    assert layout_of_splits(splits, N).position == [(0, 0), (0, 1), (1, 0), (2, 0), (2, 1)]


@pytest.mark.parametrize(("splits", "error", "message"), [
    ([], ValueError, r"`splits` must hold at least one \(train, test\) pair, but got none"),
    ([([0], [1]), ([0, 3, 2], [2, 3])], ValueError, "must be disjoint, but split 1 has record 2 in both"),
    ([([0], [1]), ([0], [])], ValueError, "Each test set .* must hold a record, but number 1 is empty"),
    ([([0], [12])], ValueError, "Row numbers must be from 0 to 11, but got 12"),
    ([([-1], [0])], ValueError, "Row numbers must be from 0 to 11, but got -1"),
    ([([0], [2, 1, 2])], ValueError, "Row numbers of a set must differ, but got 2 twice"),
    ([([True, False], [1])], ValueError, r"A mask must have one entry per record \(12\), but got \(2,\)"),
    ([([0.0], [1])], TypeError, r"Row numbers must be a list of integers, but got \[0\.0\]"),
    ([([[0]], [1])], TypeError, "Row numbers must be a list of integers"),
])  # fmt: skip
def test_bad_splits_are_refused(splits, error, message):
    with pytest.raises(error, match=message):
        layout_of_splits(splits, N)


@pytest.mark.parametrize("split", [([0], [12]), 7], ids=str)
def test_the_pair_with_a_bad_set_is_named(split):
    with pytest.raises((TypeError, ValueError)) as error:
        layout_of_splits([([0], [1]), split], N)
    assert error.value.__notes__ == ["in `splits`, pair 1; each must be (train, test) as from a splitter's split()"]


@st.composite
def any_splits(draw):
    """Draw splits with any training and test sets, some of which form whole repeats."""
    splits = []
    for _ in range(draw(st.integers(1, 4))):
        parts = np.array(draw(st.lists(st.integers(-1, 2), min_size=N, max_size=N)))
        if draw(st.booleans()):
            splits += [(np.flatnonzero(parts != k), np.flatnonzero(parts == k)) for k in np.unique(parts)]
        else:
            parts[draw(st.integers(0, N - 1))] = 0
            splits.append((np.flatnonzero(parts == 1), np.flatnonzero(parts == 0)))
    return splits


@settings(max_examples=15)
@given(any_splits())
def test_every_split_can_be_read_back(splits):
    data = predictions_of(splits)
    trained_on = training_sets(data).to_numpy()
    for (repeat, fold), (train, test) in zip(layout_of_splits(splits, N).position, splits, strict=True):
        np.testing.assert_array_equal(np.flatnonzero(data["fold"][repeat] == fold), test)
        np.testing.assert_array_equal(np.flatnonzero(trained_on[repeat, fold]), train)


def test_a_splitter_may_fill_one_mask_again_and_again():
    def masks():
        tested = np.zeros(N, dtype=bool)
        for _, rows in KFold(3).split(X):
            tested[:] = False
            tested[rows] = True
            yield ~tested, tested

    expected = layout_of_splits(KFold(3).split(X), N)
    np.testing.assert_array_equal(layout_of_splits(masks(), N).fold, expected.fold)
