"""The resampling plans: sizes, the first splits that they share, recognised designs, half-splits of conservative Z."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from bayescmp import model_selection
from bayescmp.design import ANSWERS, CROSS_VALIDATION, EFFECTIVE, TWO_FOLD, Design, design_of
from bayescmp.design import HOLD_OUT as ONE_HOLD_OUT
from bayescmp.model_selection import (
    BLOCKED_3_X_2,
    BLOCKED_5_X_2,
    BLOCKED_9_X_2,
    BLOCKED_15_X_2,
    BLOCKED_31_X_2,
    FIVE_FOLD,
    HALF_SPLITS,
    HOLD_OUT,
    HOLD_OUTS_15,
    HOLD_OUTS_30,
    ONE_REPEATED,
    PLANS,
    RANDOM_5_X_2,
    SMALL_HOLD_OUTS_15,
    TEN_FOLD,
    TEN_TIMES_TEN_FOLD,
    HalfSplitHoldOuts,
    Plan,
    splits_of_plan,
)
from bayescmp.predictions import predictions_from_arrays

IN_ORDER = [
    HOLD_OUT, HOLD_OUTS_15, HOLD_OUTS_30, SMALL_HOLD_OUTS_15, HALF_SPLITS, FIVE_FOLD, TEN_FOLD, TEN_TIMES_TEN_FOLD,
    RANDOM_5_X_2, *ONE_REPEATED, BLOCKED_3_X_2, BLOCKED_5_X_2, BLOCKED_9_X_2, BLOCKED_15_X_2, BLOCKED_31_X_2,
]  # fmt: skip
LONGER = (BLOCKED_5_X_2, BLOCKED_9_X_2, BLOCKED_15_X_2, BLOCKED_31_X_2)
CONTAINED = {plan.name: {plan.name} for plan in IN_ORDER} | {
    HALF_SPLITS.name: set(),
    **{plan.name: {BLOCKED_3_X_2.name, plan.name} for plan in LONGER},
}
"""The plans that recognise the design of each plan's own splits."""
TWICE = {plan.name for plan in ONE_REPEATED}
"""Plans that deal a partition twice, of which no predictions can be built."""

SHARED = [
    ("hold-out 2/3", "15 hold-outs 2/3"),
    ("hold-out 2/3", "30 hold-outs 2/3"),
    ("15 hold-outs 2/3", "30 hold-outs 2/3"),
    ("10-fold", "10 x 10-fold"),
    ("3 x 2 block-regularized", "5 x 2 block-regularized"),
    ("5 x 2 block-regularized", "9 x 2 block-regularized"),
    ("9 x 2 block-regularized", "15 x 2 block-regularized"),
    ("15 x 2 block-regularized", "31 x 2 block-regularized"),
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


@pytest.mark.parametrize("plan", IN_ORDER, ids=lambda plan: plan.name)
def test_a_plan_is_registered_under_its_name_and_cannot_be_changed(plan):
    assert PLANS[plan.name] is plan
    with pytest.raises(FrozenInstanceError):
        plan.n_folds = 3


def test_plans_are_in_order_and_exported():
    assert list(PLANS.values()) == IN_ORDER
    exported = [getattr(model_selection, name) for name in model_selection.__all__]
    assert {plan.name for plan in exported if isinstance(plan, Plan)} == set(PLANS) - TWICE


def test_another_plan_of_a_name_is_refused():
    with pytest.raises(ValueError, match="A plan must have a new name, but '5-fold' is registered"):
        PLANS.register(replace(FIVE_FOLD))


@every
def test_splits_of_a_plan_are_those_of_its_splitter(name):
    assert all(same(a, b) for a, b in zip(splits_of_plan(name, 120, 3), splits_of(name, 120, 3), strict=True))


@pytest.mark.parametrize("name", ["5fold", "", None, 5, ["5-fold"]])
def test_a_plan_that_is_none_is_refused(name):
    with pytest.raises(ValueError, match=r"`name` must be one of ('hold-out 2/3', .*|18 names), but got "):
        splits_of_plan(name, 120, 0)


def test_records_too_few_for_a_plan_are_refused():
    with pytest.raises(ValueError, match=r"There are too few records \(4\) for the plan '5-fold': "):
        splits_of_plan("5-fold", 4, 0)


def design_of_plan(name, n):
    n_repeats = PLANS[name].n_repeats
    labels = np.zeros((n_repeats, n) if n_repeats > 1 else n, dtype=int)
    return design_of(
        predictions_from_arrays(np.arange(n) % 2, {"a": labels, "b": 1 - labels}, splits=splits_of(name, n))
    )


def recognised(design):
    return {name for name, plan in PLANS.items() if plan.recognises(design)}


@pytest.mark.parametrize("name", sorted(set(PLANS) - TWICE))
@pytest.mark.parametrize("n", [90, 121, 360])
def test_a_plan_recognises_the_design_of_its_own_splits_and_of_no_others(name, n):
    assert recognised(design_of_plan(name, n)) == CONTAINED[name]


@pytest.mark.parametrize(
    ("repeats", "expected"),
    [(1, []), (2, []), (3, [BLOCKED_3_X_2]), (4, [BLOCKED_3_X_2]), (5, [BLOCKED_3_X_2, BLOCKED_5_X_2]),
     (6, [BLOCKED_3_X_2])],
)  # fmt: skip
def test_block_regularized_designs_contain_the_3_x_2_and_are_the_5_x_2(repeats, expected):
    design = Design(kind=TWO_FOLD, n_records=120, n_repeats=repeats, n_folds=2, test_to_train=1.0)
    assert recognised(design) == {plan.name for plan in expected}


def cross_validation(n_repeats, n_folds, test_to_train=float("nan")):
    return Design(
        kind=CROSS_VALIDATION, n_records=120, n_repeats=n_repeats, n_folds=n_folds, test_to_train=test_to_train
    )


@pytest.mark.parametrize(
    ("count", "test_to_train", "expected"),
    [
        (15, 0.5, [HOLD_OUTS_15]), (30, 0.5, [HOLD_OUTS_30]), (14, 0.5, []), (1, 0.5, []),
        (15, 0.481, [HOLD_OUTS_15]), (15, 0.519, [HOLD_OUTS_15]), (15, 0.479, []), (15, 0.521, []), (15, 0.48, []),
        (15, 1 / 9, [SMALL_HOLD_OUTS_15]), (30, 1 / 9, []),
        (15, 0.102, [SMALL_HOLD_OUTS_15]), (15, 0.121, [SMALL_HOLD_OUTS_15]), (15, 0.101, []), (15, 0.122, []),
        (15, float("nan"), []), (15, 1.0, []),
    ],
)  # fmt: skip
def test_several_hold_outs_are_recognised_by_their_number_and_share(count, test_to_train, expected):
    assert recognised(cross_validation(count, 1, test_to_train)) == {plan.name for plan in expected}


@pytest.mark.parametrize("shape", [(1, 4), (2, 5), (2, 10), (9, 10), (4, 2), (10, 2), (5, 5)])
def test_other_numbers_of_repeats_and_folds_are_no_plan(shape):
    assert recognised(cross_validation(*shape)) == set()


@pytest.mark.parametrize("test_to_train", [float("nan"), 1 / 9, 0.5, 1.0])
def test_a_hold_out_of_any_share_is_the_hold_out(test_to_train):
    assert recognised(Design(kind=ONE_HOLD_OUT, n_records=40, test_to_train=test_to_train)) == {HOLD_OUT.name}


@pytest.mark.parametrize("kind", [ANSWERS, EFFECTIVE])
@pytest.mark.parametrize("plan", IN_ORDER, ids=lambda plan: plan.name)
def test_answers_and_effective_tables_are_no_plan(kind, plan):
    design = Design(kind=kind, n_records=40, n_repeats=plan.n_repeats, n_folds=plan.n_folds, test_to_train=0.5)
    assert recognised(design) == set()


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


def test_the_kind_of_a_plan_is_that_of_its_designs():
    kinds = {name: plan.kind for name, plan in PLANS.items()}
    assert kinds.pop("hold-out 2/3") == "hold-out"
    assert {kinds.pop(f"{m} x 2 block-regularized") for m in (3, 5, 9, 15, 31)} == {"two-fold"}
    assert set(kinds.values()) == {"cross-validation"}
