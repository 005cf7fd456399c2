"""The resampling plans: their sizes, the first splits that they share, and the half-splits of the conservative Z."""

import numpy as np
import pytest

from bayescmp.model_selection import PLANS, HalfSplitHoldOuts

SHARED = [
    ("hold-out 2/3", "15 hold-outs 2/3"),
    ("hold-out 2/3", "30 hold-outs 2/3"),
    ("15 hold-outs 2/3", "30 hold-outs 2/3"),
    ("10-fold", "10 x 10-fold"),
    ("3 x 2 block-regularized", "5 x 2 block-regularized"),
    ("15 hold-outs 9/10", "half-splits"),
]
every = pytest.mark.parametrize("name", PLANS)


def splits_of(name, n=120, seed=0):
    return list(PLANS[name].splitter(seed).split(np.zeros((n, 1))))


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(("short", "long"), SHARED)
@pytest.mark.parametrize("n", [90, 121])
@pytest.mark.parametrize("seed", [0, 7])
def test_the_shorter_plan_is_the_start_of_the_longer(short, long, n, seed):
    starts = splits_of(short, n, seed)
    assert all(same(a, b) for a, b in zip(starts, splits_of(long, n, seed), strict=False))
    assert len(starts) < len(splits_of(long, n, seed))


@every
def test_there_is_one_split_for_every_fold_of_every_repeat(name):
    plan = PLANS[name]
    assert len(splits_of(name)) == plan.n_repeats * plan.n_folds == plan.splitter(0).get_n_splits(np.zeros((120, 1)))


@every
def test_training_and_validation_sets_are_disjoint(name):
    for train, test in splits_of(name, 121):
        assert np.intersect1d(train, test).size == 0
        assert np.unique(np.r_[train, test]).size == len(train) + len(test)


@every
def test_the_folds_of_a_repeat_cover_every_record_once(name):
    plan, splits = PLANS[name], splits_of(name, 121)
    for repeat in range(plan.n_repeats if plan.n_folds > 1 else 0):
        tests = [test for _, test in splits[repeat * plan.n_folds : (repeat + 1) * plan.n_folds]]
        assert np.array_equal(np.sort(np.concatenate(tests)), np.arange(121))
    if plan.n_folds == 1:
        assert all(len(test) < 121 / 2 for _, test in splits)


@every
def test_the_same_seed_gives_the_same_splits(name):
    assert all(same(a, b) for a, b in zip(splits_of(name), splits_of(name), strict=True))


@every
def test_another_seed_gives_other_splits(name):
    assert not same(splits_of(name, seed=0)[0], splits_of(name, seed=1)[0])


@pytest.mark.parametrize(
    ("name", "train", "test"),
    [("hold-out 2/3", 80, 40), ("15 hold-outs 9/10", 108, 12), ("5-fold", 96, 24), ("5 x 2 random", 60, 60)],
)
def test_sizes_are_those_that_the_plan_is_named_after(name, train, test):
    assert {(len(a), len(b)) for a, b in splits_of(name)} == {(train, test)}


def halvings(cv, n):
    """Splits within the two halves of each half-split."""
    splits, per_half = list(cv.split(np.zeros((n, 1))))[cv.n_holdouts :], cv.n_holdouts
    halves = [splits[i : i + per_half] for i in range(0, len(splits), per_half)]
    return list(zip(halves[::2], halves[1::2], strict=True))


def records(half):
    return np.unique(np.concatenate([np.r_[train, test] for train, test in half]))


class TestHalfSplitHoldOuts:
    @pytest.mark.parametrize("n", [100, 101])
    def test_the_two_halves_of_a_half_split_are_disjoint_and_of_half_the_records(self, n):
        for one, other in halvings(HalfSplitHoldOuts(random_state=0), n):
            assert np.intersect1d(records(one), records(other)).size == 0
            assert records(one).size == records(other).size == n // 2

    @pytest.mark.parametrize("n", [100, 101, 64])
    def test_validation_sets_are_of_one_size_and_the_rest_of_a_half_is_trained_on(self, n):
        cv = HalfSplitHoldOuts(random_state=0)
        n_test = int(np.ceil(n / 10))
        sizes = [(len(train), len(test)) for train, test in cv.split(np.zeros((n, 1)))]
        assert set(sizes[:15]) == {(n - n_test, n_test)}
        assert set(sizes[15:]) == {(n // 2 - n_test, n_test)}

    def test_half_splits_differ_from_each_other(self):
        halves = {records(one).tobytes() for one, _ in halvings(HalfSplitHoldOuts(random_state=0), 100)}
        assert len(halves) == 10

    @pytest.mark.parametrize(("holdouts", "halvings_", "count"), [(15, 10, 315), (3, 2, 15), (1, 1, 3)])
    def test_the_number_of_splits_is_announced(self, holdouts, halvings_, count):
        cv = HalfSplitHoldOuts(holdouts, halvings_, random_state=0)
        assert cv.get_n_splits() == len(list(cv.split(np.zeros((50, 1))))) == count

    def test_every_call_of_split_with_a_seed_deals_the_same(self):
        cv, X = HalfSplitHoldOuts(random_state=4), np.zeros((50, 1))
        assert all(same(a, b) for a, b in zip(cv.split(X), cv.split(X), strict=True))

    @pytest.mark.parametrize(("n", "test_size"), [(10, 0.5), (20, 0.5), (2, 0.1), (9, 0.45)])
    def test_records_too_few_for_a_half_are_refused(self, n, test_size):
        cv = HalfSplitHoldOuts(test_size=test_size, random_state=0)
        with pytest.raises(
            ValueError, match=r"Half of the records must hold a validation set of .* and a training set"
        ):
            list(cv.split(np.zeros((n, 1))))

    def test_the_fewest_records_that_fill_a_half_are_taken(self):
        assert len(list(HalfSplitHoldOuts(random_state=0).split(np.zeros((4, 1))))) == 315
