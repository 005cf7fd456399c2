"""Groups in predictions: splits keep them whole, or are refused; however they are given and held."""

import numpy as np
import pytest
from sklearn.model_selection import GroupKFold, GroupShuffleSplit, KFold, LeaveOneGroupOut, ShuffleSplit

import bayescmp as bc
from bayescmp.predictions import check_predictions, groups_of, layout_of_splits
from tests.data import answered, gathered

N = 24
GROUPS = np.repeat(list("abcdef"), [1, 3, 4, 5, 5, 6])
Y, PRED = answered({"tree": 0.1, "svm": 0.2}, N)
LOSS = {name: np.abs(values - Y).astype(float) for name, values in PRED.items()}
TORN = r"Splits must keep groups whole, but repeat {} tears the group '?{}'? apart"
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
    shape = len(layout_of_splits(splits, N).fold)
    grid = {name: np.stack([row] * shape) for name, row in (values or PRED).items()}
    options = {"loss": grid} if values else {"y_true": Y, "y_pred": grid}
    return gathered(**options, splits=splits, group=groups)


@pytest.mark.parametrize("name", WHOLE)
def test_splits_that_keep_groups_whole_are_taken(name):
    data = of_splits(splits_by(WHOLE[name]))
    assert data["group"].dims == ("record",)
    assert data["group"].to_numpy().tolist() == GROUPS.tolist()
    assert groups_of(data).tolist() == np.repeat(np.arange(6), [1, 3, 4, 5, 5, 6]).tolist()


@pytest.mark.parametrize(("cv", "values"), [(KFold(4), None), (ShuffleSplit(2, random_state=0), LOSS)])
def test_splits_that_tear_one_apart_are_refused(cv, values):
    splits = splits_by(cv, None)
    with pytest.raises(ValueError, match=TORN.format(0, "[b-f]")):
        of_splits(splits, values=values)
    of_splits(splits, groups=np.arange(N), values=values)


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


def test_a_hold_out_and_answers_tear_none_and_groups_given_later_are_checked():
    assert groups_of(bc.labels(Y, PRED, group=GROUPS)) is not None
    rows = {name: np.tile(values, 2) for name, values in PRED.items()}
    keys = {"answer": np.repeat([0, 1], N), "group": np.tile(GROUPS, 2)}
    assert groups_of(gathered(y_true=np.tile(Y, 2), y_pred=rows, **keys)) is not None
    data = bc.labels(Y, PRED, how=bc.splits(splits_by(KFold(4), None))).assign_coords(repeat=[7])
    check_predictions(data.assign(group=("record", np.arange(N))))
    with pytest.raises(ValueError, match=TORN.format(7, "c")):
        check_predictions(data.assign(group=("record", GROUPS)))


@pytest.mark.parametrize("key", ["group", "task"])
def test_an_empty_text_is_no_group(key):
    names = GROUPS.astype(object)
    names[3] = ""
    with pytest.raises(ValueError, match=f"`{key}` must be told of every record, but is empty for record 3"):
        gathered(y_true=Y, y_pred=PRED, **{key: names})


def test_a_group_for_each_record_is_no_group():
    assert groups_of(bc.labels(Y, PRED, group=[f"patient {k}" for k in range(N)])) is None
