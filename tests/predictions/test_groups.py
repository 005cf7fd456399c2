"""Groups in predictions: splits keep them whole, or are refused; however they are given and held."""

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import GroupKFold, GroupShuffleSplit, KFold, LeaveOneGroupOut, ShuffleSplit

import bayescmp as bc
from bayescmp.predictions import check_predictions, groups_of
from tests.data import answered

N = 24
GROUPS = np.repeat(list("abcdef"), [1, 3, 4, 5, 5, 6])
Y, PRED = answered({"tree": 0.1, "svm": 0.2}, N)
LOSS = {name: np.abs(values - Y).astype(float) for name, values in PRED.items()}
TORN = (
    r"Splits must keep groups whole, but repeat {} tears the group '?{}'? apart: some of its records are trained on or"
)
WHOLE = {
    "group k-fold": GroupKFold(3),
    "leave one group out": LeaveOneGroupOut(),
    "group shuffle split": GroupShuffleSplit(3, test_size=2, random_state=0),
    "block-regularized": bc.BlockRegularizedCV(2, random_state=0),
}


def splits_by(cv, groups=GROUPS):
    return list(cv.split(np.zeros((N, 1)), None, groups))


def of_splits(splits, groups=GROUPS, values=None):
    """Return predictions by splits, as many repeats as these have."""
    shape = len(bc.predictions_from_arrays(Y, {"x": of_repeats(splits, Y)}, splits=splits)["repeat"])
    grid = {name: np.stack([row] * shape) for name, row in (values or PRED).items()}
    options = {"loss": grid} if values else {"y_true": Y, "y_pred": grid}
    return bc.predictions_from_arrays(**options, splits=splits, group=groups)


def of_repeats(splits, row):
    """Return a row for each repeat: splits whose test sets partition the records are one."""
    tests = [set(np.asarray(test).tolist()) for _, test in splits]
    repeats, begin = 0, 0
    while begin < len(tests):
        end = next((k for k in range(begin + 1, len(tests) + 1) if sum(map(len, tests[begin:k])) == N), begin + 1)
        repeats, begin = repeats + 1, end
    return np.stack([row] * repeats)


@pytest.mark.parametrize("name", WHOLE)
def test_splits_that_keep_groups_whole_are_taken(name):
    data = of_splits(splits_by(WHOLE[name]))
    assert data["group"].dims == ("record",)
    assert data["group"].to_numpy().tolist() == GROUPS.tolist()
    assert groups_of(data).tolist() == np.repeat(np.arange(6), [1, 3, 4, 5, 5, 6]).tolist()


@pytest.mark.parametrize("values", [None, LOSS])
@pytest.mark.parametrize("cv", [KFold(4), KFold(3, shuffle=True, random_state=0), ShuffleSplit(2, random_state=0)])
def test_splits_that_tear_one_apart_are_refused(cv, values):
    splits = splits_by(cv, None)
    with pytest.raises(ValueError, match=TORN.format(0, "[b-f]")):
        of_splits(splits, values=values)
    of_splits(splits, groups=np.arange(N), values=values)


def test_the_first_torn_group_and_its_repeat_are_named():
    """In the second repeat, one record of the last group is validated with others."""
    good = splits_by(GroupKFold(3))
    moved = [np.setdiff1d(test, [N - 1]) for _, test in good]
    moved[0 if N - 1 not in good[0][1] else 1] = np.append(moved[0 if N - 1 not in good[0][1] else 1], N - 1)
    bad = [(np.setdiff1d(np.arange(N), test), test) for test in moved]
    with pytest.raises(ValueError, match=TORN.format(1, "f")):
        of_splits([*good, *bad])
    of_splits(good)


def test_whole_test_sets_are_not_enough_where_others_of_a_group_train():
    test, rest = np.flatnonzero(GROUPS == "f"), np.flatnonzero(GROUPS != "f")
    of_splits([(rest, test)])
    with pytest.raises(ValueError, match=TORN.format(0, "f")):
        of_splits([(np.append(rest, test[:1]), test[1:])])


@pytest.mark.parametrize("values", [None, LOSS])
def test_a_comparison_refuses_torn_groups_at_the_latest(values):
    data = of_splits(splits_by(KFold(4), None), groups=None, values=values).assign(group=("record", GROUPS))
    with pytest.raises(ValueError, match=TORN.format(0, "[b-f]")):
        bc.compare(data)
    with pytest.raises(ValueError, match=TORN.format(0, "[b-f]")):
        bc.rank(data)


def test_the_first_torn_group_of_checked_predictions_is_named():
    """A record that is neither trained on nor validated tears none."""
    test, rest = np.flatnonzero(GROUPS == "f"), np.flatnonzero(GROUPS != "f")
    data = of_splits([(np.append(rest, test[:1]), test[1:])], groups=None).assign(group=("record", GROUPS))
    with pytest.raises(ValueError, match=TORN.format(0, "f")):
        check_predictions(data)
    fewer = of_splits([(np.append(rest[:-1], test[:1]), test[1:])], groups=None)
    assert "train" in fewer  # which is not the rest of the records
    with pytest.raises(ValueError, match=TORN.format(0, "f")):
        check_predictions(fewer.assign(group=("record", GROUPS)))
    for split in ((rest[:-2], test), (rest, test[1:])):
        check_predictions(of_splits([split], groups=None).assign(group=("record", GROUPS)))


def test_training_sets_that_are_given_are_checked():
    fold = np.array(list("abcdef")).searchsorted(GROUPS) % 3
    train = (fold != np.arange(3)[:, None])[None]
    bc.predictions_from_arrays(Y, PRED, fold=fold, train=train, group=GROUPS)
    bad = fold.copy()
    bad[-1] = (bad[-1] + 1) % 3
    with pytest.raises(ValueError, match=TORN.format(0, "f")):
        bc.predictions_from_arrays(Y, PRED, fold=bad, train=(bad != np.arange(3)[:, None])[None], group=GROUPS)


def test_a_training_set_may_hold_a_part_of_a_group_that_is_not_validated_there():
    test, rest = np.flatnonzero(GROUPS == "f"), np.flatnonzero(GROUPS != "f")
    assert bc.predictions.training_sets(check_predictions(of_splits([(rest[:-2], test)]))).sum() == rest.size - 2


@pytest.mark.parametrize("repeats", [1, 2])
def test_folds_that_tear_one_apart_are_refused(repeats):
    fold = np.array(list("abcdef")).searchsorted(GROUPS) % 3
    keys = {"fold": np.tile(fold, repeats), "group": np.tile(GROUPS, repeats)}
    if repeats > 1:
        keys["repeat"] = np.repeat(np.arange(repeats), N)
        keys["fold"][N:] = np.array([1, 0, 0, 2, 1, 2])[np.array(list("abcdef")).searchsorted(GROUPS)]
    rows = {name: np.tile(values, repeats) for name, values in PRED.items()}
    bc.predictions_from_arrays(np.tile(Y, repeats), rows, **keys)
    keys["fold"][-1] = (keys["fold"][-1] + 1) % 3
    with pytest.raises(ValueError, match=TORN.format(repeats - 1, "f")):
        bc.predictions_from_arrays(np.tile(Y, repeats), rows, **keys)


def test_folds_in_a_grid_are_checked_as_well():
    fold = np.array(list("abcdef")).searchsorted(GROUPS) % 3
    bc.predictions_from_arrays(Y, PRED, fold=fold[None], group=GROUPS)
    fold[-1] += 1
    with pytest.raises(ValueError, match=TORN.format(0, "f")):
        bc.predictions_from_arrays(Y, PRED, fold=(fold % 3)[None], group=GROUPS)


def test_a_hold_out_and_several_answers_tear_none():
    assert groups_of(bc.predictions_from_arrays(Y, PRED, group=GROUPS)) is not None
    rows = {name: np.tile(values, 2) for name, values in PRED.items()}
    keys = {"answer": np.repeat([0, 1], N), "group": np.tile(GROUPS, 2)}
    assert groups_of(bc.predictions_from_arrays(np.tile(Y, 2), rows, **keys)) is not None


def test_groups_that_are_given_to_predictions_later_are_checked():
    """With the repeat's own name."""
    data = bc.predictions_from_arrays(Y, PRED, splits=splits_by(KFold(4), None)).assign_coords(repeat=[7])
    check_predictions(data.assign(group=("record", np.arange(N))))
    with pytest.raises(ValueError, match=TORN.format(7, "c")):
        check_predictions(data.assign(group=("record", GROUPS)))


def test_each_record_has_one_group():
    rows = {name: np.tile(values, 2) for name, values in PRED.items()}
    groups = np.concatenate([GROUPS, GROUPS[::-1]])
    with pytest.raises(ValueError, match="`group` must agree between the repeats of a record"):
        bc.predictions_from_arrays(np.tile(Y, 2), rows, answer=np.repeat([0, 1], N), group=groups)


@pytest.mark.parametrize("groups", [[*GROUPS[:-1], None], GROUPS[:-1]])
def test_groups_that_are_missing_are_refused(groups):
    with pytest.raises(ValueError, match="`group`"):
        bc.predictions_from_arrays(Y, PRED, group=groups)


@pytest.mark.parametrize("key", ["group", "task"])
def test_an_empty_text_is_no_group(key):
    names = GROUPS.astype(object)
    names[3] = ""
    with pytest.raises(ValueError, match=f"`{key}` must be told of every record, but is empty for record 3"):
        bc.predictions_from_arrays(Y, PRED, **{key: names})


@pytest.mark.parametrize("names", [np.arange(N), [f"patient {k}" for k in range(N)]])
def test_a_group_for_each_record_is_no_group(names):
    assert groups_of(bc.predictions_from_arrays(Y, PRED, group=names)) is None


class TestFrames:
    """Groups are a column."""

    def test_wide_and_long_frames_are_as_arrays(self):
        wide = pd.DataFrame({"id": np.arange(N), "y": Y, "who": GROUPS, **PRED})
        long = wide.melt(id_vars=["id", "y", "who"], var_name="model", value_name="said")
        one = bc.predictions_from_frame(wide, y_true="y", y_pred=list(PRED), record="id", group="who")
        other = bc.predictions_from_frame(long, y_true="y", y_pred="said", classifier="model", record="id", group="who")
        expected = bc.predictions_from_arrays(Y, PRED, record=np.arange(N), group=GROUPS)
        for data in (one, other):
            assert data["group"].to_numpy().tolist() == GROUPS.tolist()
            assert data.equals(expected)

    def test_the_rows_of_classifiers_must_agree(self):
        wide = pd.DataFrame({"id": np.arange(N), "y": Y, "who": GROUPS, **PRED})
        long = wide.melt(id_vars=["id", "y", "who"], var_name="model", value_name="said")
        long.loc[N, "who"] = "b"
        with pytest.raises(ValueError, match="`group` must agree between classifiers, but record 0 has 'a' for 'tree'"):
            bc.predictions_from_frame(long, y_true="y", y_pred="said", classifier="model", record="id", group="who")


def test_groups_whose_records_are_independent_have_a_design_effect_of_1():
    rng = np.random.default_rng(1)
    right = {name: (rng.random(4000) < 0.7).astype(int) for name in ("a", "b")}
    data = bc.predictions_from_arrays(correct=right, group=np.arange(4000) // 2)
    (note,) = [one for one in bc.compare(data).notes if "design effect" in one]
    assert "is that of independent records (a design effect of 1)" in note
