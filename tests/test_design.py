"""The design is recognised from the data alone."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.design import design_of, design_of_splits, design_of_tables
from bayescmp.model_selection import PLANS
from tests.data import cross_validated, splits_of, table

N = 48
Y = np.arange(N) % 2
KINDS = {
    "hold-out 2/3": "hold-out", "15 hold-outs 2/3": "cross-validation", "5-fold": "cross-validation",
    "5 x 2 random": "cross-validation", "5 x 2 block-regularized": "two-fold", "3 x 2 block-regularized": "two-fold",
}  # fmt: skip


def of_plan(plan):
    splitter = PLANS[plan].splitter(0)
    return cross_validated(n=N, cv=splitter), splits_of(N, splitter)


@pytest.mark.parametrize("plan", KINDS)
def test_the_kind_and_the_sizes_are_those_of_the_splits(plan):
    predictions, splits = of_plan(plan)
    found = design_of(predictions)
    expected = design_of_splits(found.shape, splits, kind=KINDS[plan])
    for name in ("kind", "n_repeats", "n_folds", "train", "validation", "has_records"):
        assert getattr(found, name) == getattr(expected, name), name
    if found.kind != "hold-out":
        assert found.test_to_train == pytest.approx(expected.test_to_train, rel=0.02)  # a ratio of means


def test_an_m_by_two_design_of_tables_is_that_of_its_predictions():
    predictions, _ = of_plan("5 x 2 block-regularized")
    ours, theirs = design_of_tables(bc.paired_tables(predictions)), design_of(predictions)
    for name in ("kind", "n_records", "n_repeats", "n_folds", "validation"):
        assert getattr(ours, name) == getattr(theirs, name), name
    assert theirs.has_records
    assert not ours.has_records


def test_answers_are_a_design_of_their_own_and_one_table_a_hold_out_unless_effective():
    labels = np.stack([Y, 1 - Y, Y])
    predictions = bc.labels(
        np.tile(Y, 3),
        {"a": labels.ravel()},
        record=np.tile(np.arange(N), 3),
        how=bc.answers(np.repeat(np.arange(3), N)),
    )
    found = design_of(predictions)
    assert (found.kind, found.n_records, found.n_repeats, found.n_folds) == ("answers", N, 3, 1)
    one = table(3, 1, 2, 4).expand_dims(("repeat", "fold"))
    assert design_of_tables(one).kind == "hold-out"
    assert design_of_tables(one, effective=True).kind == "effective table"


def test_training_sets_that_are_a_little_less_than_the_other_half_make_no_two_fold_design():
    whole = splits_of(16)
    labels = np.tile(np.arange(16) % 2, (5, 1))
    of = {
        left_out: design_of(
            bc.labels(
                labels[0],
                {"a": labels, "b": labels},
                how=bc.splits([(train[left_out:], test) for train, test in whole]),
            )
        )
        for left_out in (0, 1)
    }
    assert [of[0].kind, of[1].kind] == ["two-fold", "cross-validation"]
