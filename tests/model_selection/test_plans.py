"""The resampling plans: sizes, the first splits that they share, recognised designs, half-splits of conservative Z."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import bayescmp as bc
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


def splits_of(name, n=120, seed=0):
    return list(PLANS[name].splitter(seed).split(np.zeros((n, 1))))


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_the_shorter_plan_is_the_start_of_the_longer():
    for short, long in SHARED:
        starts, longer = splits_of(short, 121, 7), splits_of(long, 121, 7)
        assert all(same(a, b) for a, b in zip(starts, longer, strict=False)), short
        assert len(starts) < len(longer)


@pytest.mark.parametrize("name", PLANS)
def test_splits_are_those_of_the_folds_of_the_repeats_and_of_the_seed(name):
    plan, splits = PLANS[name], splits_of(name, 121)
    assert len(splits) == plan.n_repeats * plan.n_folds == plan.splitter(0).get_n_splits(np.zeros((121, 1)))
    for train, test in splits:
        assert np.intersect1d(train, test).size == 0
        assert np.unique(np.r_[train, test]).size == len(train) + len(test)
    for repeat in range(plan.n_repeats if plan.n_folds > 1 else 0):
        tests = [test for _, test in splits[repeat * plan.n_folds : (repeat + 1) * plan.n_folds]]
        assert np.array_equal(np.sort(np.concatenate(tests)), np.arange(121))
    if plan.n_folds == 1:
        assert all(len(test) < 121 / 2 for _, test in splits)
    assert all(same(a, b) for a, b in zip(splits_of_plan(name, 121, 0), splits, strict=True))
    assert not same(splits[0], splits_of(name, 121, seed=1)[0])


@pytest.mark.parametrize(("name", "train", "test"), [
    ("hold-out 2/3", 80, 40), ("15 hold-outs 9/10", 108, 12), ("5-fold", 96, 24), ("5 x 2 random", 60, 60),
])  # fmt: skip
def test_sizes_are_those_that_the_plan_is_named_after(name, train, test):
    assert {(len(a), len(b)) for a, b in splits_of(name)} == {(train, test)}


def test_plans_are_in_order_and_exported_and_another_of_a_name_is_refused():
    assert list(PLANS.values()) == IN_ORDER
    exported = [getattr(model_selection, name) for name in model_selection.__all__]
    assert {plan.name for plan in exported if isinstance(plan, Plan)} == set(PLANS) - TWICE
    with pytest.raises(ValueError, match="A plan must have a new name, but '5-fold' is registered"):
        PLANS.register(replace(FIVE_FOLD))


@pytest.mark.parametrize("name", ["5fold", None])
def test_a_plan_that_is_none_is_refused(name):
    with pytest.raises(ValueError, match=r"`name` must be one of ('hold-out 2/3', .*|18 names), but got "):
        splits_of_plan(name, 120, 0)


def test_records_too_few_for_a_plan_are_refused():
    with pytest.raises(ValueError, match=r"There are too few records \(4\) for the plan '5-fold': "):
        splits_of_plan("5-fold", 4, 0)


def design_of_plan(name, n):
    n_repeats = PLANS[name].n_repeats
    labels = np.zeros((n_repeats, n) if n_repeats > 1 else n, dtype=int)
    return design_of(bc.labels(np.arange(n) % 2, {"a": labels, "b": 1 - labels}, how=bc.splits(splits_of(name, n))))


def recognised(design):
    return {name for name, plan in PLANS.items() if plan.recognises(design)}


def test_a_plan_recognises_the_designs_of_its_own_splits_and_block_regularized_ones():
    for name in set(PLANS) - TWICE:
        assert recognised(design_of_plan(name, 121)) == CONTAINED[name], name
    expected = {2: [], 3: [BLOCKED_3_X_2], 4: [BLOCKED_3_X_2], 5: [BLOCKED_3_X_2, BLOCKED_5_X_2], 6: [BLOCKED_3_X_2]}
    for repeats, plans in expected.items():
        design = Design(kind=TWO_FOLD, n_records=120, n_repeats=repeats, n_folds=2, test_to_train=1.0)
        assert recognised(design) == {plan.name for plan in plans}


def cross_validation(n_repeats, n_folds, test_to_train=float("nan")):
    return Design(
        kind=CROSS_VALIDATION, n_records=120, n_repeats=n_repeats, n_folds=n_folds, test_to_train=test_to_train
    )


def test_several_hold_outs_are_recognised_by_their_number_and_share():
    for count, test_to_train, expected in [
        (15, 0.5, [HOLD_OUTS_15]), (30, 0.5, [HOLD_OUTS_30]), (14, 0.5, []), (1, 0.5, []),
        (15, 0.481, [HOLD_OUTS_15]), (15, 0.519, [HOLD_OUTS_15]), (15, 0.48, []), (15, 0.521, []),
        (15, 1 / 9, [SMALL_HOLD_OUTS_15]), (30, 1 / 9, []),
        (15, 0.102, [SMALL_HOLD_OUTS_15]), (15, 0.121, [SMALL_HOLD_OUTS_15]), (15, 0.101, []), (15, 0.122, []),
        (15, float("nan"), []), (15, 1.0, []),
    ]:  # fmt: skip
        assert recognised(cross_validation(count, 1, test_to_train)) == {plan.name for plan in expected}


def test_other_designs_are_no_plan_and_a_hold_out_of_any_share_is_the_hold_out():
    others = [cross_validation(*shape) for shape in [(1, 4), (2, 10), (9, 10), (4, 2), (5, 5)]]
    for kind, plan in product([ANSWERS, EFFECTIVE], IN_ORDER):
        shape = {"n_repeats": plan.n_repeats, "n_folds": plan.n_folds}
        others.append(Design(kind=kind, n_records=40, test_to_train=0.5, **shape))
    assert set().union(*map(recognised, others)) == set()
    for test_to_train in (float("nan"), 1 / 9, 1.0):
        assert recognised(Design(kind=ONE_HOLD_OUT, n_records=40, test_to_train=test_to_train)) == {HOLD_OUT.name}


def halvings(cv, n):
    """Splits within the two halves of each half-split."""
    splits, per_half = list(cv.split(np.zeros((n, 1))))[cv.n_holdouts :], cv.n_holdouts
    halves = [splits[i : i + per_half] for i in range(0, len(splits), per_half)]
    return list(zip(halves[::2], halves[1::2], strict=True))


def records(half):
    return np.unique(np.concatenate([np.r_[train, test] for train, test in half]))


class TestHalfSplitHoldOuts:
    @pytest.mark.parametrize("n", [100, 101])
    def test_halves_are_disjoint_and_their_validation_sets_of_one_size(self, n):
        cv = HalfSplitHoldOuts(random_state=0)
        halves = halvings(cv, n)
        for one, other in halves:
            assert np.intersect1d(records(one), records(other)).size == 0
            assert records(one).size == records(other).size == n // 2
        assert len({records(one).tobytes() for one, _ in halves}) == 10
        n_test = int(np.ceil(n / 10))
        sizes = [(len(train), len(test)) for train, test in cv.split(np.zeros((n, 1)))]
        assert set(sizes[:15]) == {(n - n_test, n_test)}
        assert set(sizes[15:]) == {(n // 2 - n_test, n_test)}

    def test_a_seed_deals_the_same_and_records_too_few_for_a_half_are_refused(self):
        cv, X = HalfSplitHoldOuts(random_state=4), np.zeros((50, 1))
        assert all(same(a, b) for a, b in zip(cv.split(X), cv.split(X), strict=True))
        for n, test_size in [(10, 0.5), (2, 0.1)]:
            with pytest.raises(ValueError, match=r"Half of the records must hold a validation set of .* and a train"):
                list(HalfSplitHoldOuts(test_size=test_size, random_state=0).split(np.zeros((n, 1))))
        assert len(list(HalfSplitHoldOuts(random_state=0).split(np.zeros((4, 1))))) == 315


def test_the_kind_of_a_plan_is_that_of_its_designs():
    kinds = {name: plan.kind for name, plan in PLANS.items()}
    assert kinds.pop("hold-out 2/3") == "hold-out"
    assert {kinds.pop(f"{m} x 2 block-regularized") for m in (3, 5, 9, 15, 31)} == {"two-fold"}
    assert set(kinds.values()) == {"cross-validation"}
