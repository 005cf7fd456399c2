"""The check of a Dataset of predictions: what inference would take for something else is refused."""

import numpy as np
import pytest
import xarray as xr
from sklearn.model_selection import KFold, ShuffleSplit

import bayescmp as bc
from bayescmp.predictions import check_predictions, layout_of_splits
from tests.data import gathered

N = 12
Y = np.arange(N) % 2
KFOLD = list(KFold(3).split(Y))
OTHER = list(KFold(4, shuffle=True, random_state=0).split(Y))
HOLD_OUTS = list(ShuffleSplit(3, test_size=3, train_size=6, random_state=0).split(Y))


def of_splits(splits, **options):
    n_repeats = len(layout_of_splits(splits, N).fold)
    labels = np.tile(Y, (n_repeats, 1))
    return gathered(y_true=Y, y_pred={"a": labels, "b": 1 - labels}, splits=splits, **options)


def with_answers(data=None, **values):
    """Predictions with a variable that holds these values for every answer."""
    data = two_repeats() if data is None else data
    base = data["loss" if "loss" in data else "y_pred"]
    full = {name: np.broadcast_to(value, base.shape + np.shape(value)) for name, value in values.items()}
    return data.assign({name: (base.dims + ("label",) * (v.ndim - 3), v) for name, v in full.items()})


def of_losses(last=0.5):
    """Losses of two classifiers on two repeats, of which one is as given."""
    losses = np.ones((2, 2, N))
    losses[0, 0, 3] = last
    data = two_repeats().drop_vars(["y_true", "y_pred", "label"])
    return data.assign(loss=(("classifier", "repeat", "record"), losses))


def untrained(splits):
    """Predictions whose training sets are given, and empty."""
    data = of_splits(splits)
    train = (("repeat", "fold", "record"), np.zeros((data.sizes["repeat"], int(data["fold"].max()) + 1, N), bool))
    return xr.Dataset({**{name: data[name].variable for name in data.data_vars}, "train": train}, coords=data.coords)


def two_repeats():
    return of_splits(KFOLD + OTHER)


def changed(name, value, where):
    """Two repeats with another value in one place of a variable."""
    data = two_repeats()
    values = data[name].astype(float if isinstance(value, float) else data[name].dtype)
    values[where] = value
    return data.assign({name: values})


@pytest.mark.parametrize(
    "data",
    [
        two_repeats(),
        of_splits(HOLD_OUTS),
        of_splits([([], [0, 1, 2])]),
        of_splits(HOLD_OUTS).set_coords("fold"),
        of_splits(HOLD_OUTS).transpose("record", "fold", "repeat", ...),
        two_repeats().drop_vars(["repeat", "record"]),
        bc.labels(Y, {"a": Y}, record=range(N), how=bc.folds(repeat=[0] * 4 + [1] * 8)),
        bc.labels([*Y, *Y], {"a": [*Y, *Y]}, how=bc.answers([0] * N + [1] * N)),
        of_losses().transpose(),
        with_answers(y_prob=[0.25, 0.75]).transpose(),
    ],
    ids=[
        "repeats of 3 and 4 folds", "hold-outs", "trained elsewhere",
        "fold as coordinate", "dims in another order", "numbered", "hold-outs without splits",
        "answers", "losses with dims in another order",
        "probabilities",
    ],
)  # fmt: skip
def test_legitimate_designs_pass(data):
    assert check_predictions(data) is data


REFUSED = {
    "no y_pred": (lambda: two_repeats().drop_vars("y_pred"), "must have `y_pred` with dims .* but got nothing"),
    "no prediction": (lambda: changed("y_pred", -1, (1, 0, 3)), "must have a prediction, but .*'b'.* 3} has none"),
    "NaN in y_pred": (lambda: changed("y_pred", np.nan, (0, 0, 3)), "from -1 to 1, .* but got missing values"),
    "floats": (lambda: changed("y_pred", 1.0, (0, 0, 3)), "but got values of type float64, such as"),
    "code beyond label": (lambda: changed("y_pred", 2, (1, 1, 5)), "`y_pred` .* from -1 to 1, .* but got 2"),
    "code below -1": (lambda: changed("y_pred", -2, (1, 1, 5)), "`y_pred` .* but got -2"),
    "empty fold": (lambda: changed("fold", 2, (0, slice(4, 8))), "no record is in fold 1 of repeat 0"),
    "no classifier": (lambda: two_repeats().isel(classifier=[]), "at least one classifier, but got none"),
    "names twice": (lambda: two_repeats().assign_coords(classifier=["a", "a"]),
        "`classifier` of `predictions` must hold each value once, but 'a' occurs twice"),
    "missing label": (lambda: two_repeats().assign_coords(label=[0, np.nan]),
        "`label` must have no missing values, but has one at position 1"),
    "dims of train": (
        lambda: of_splits(HOLD_OUTS).drop_vars("train").assign(train=(("repeat", "record"), np.ones((3, N), bool))),
        "must have `train` with dims .* but got",
    ),
    "numbers in train": (lambda: of_splits(HOLD_OUTS).assign(train=of_splits(HOLD_OUTS)["train"].astype(int)),
        "`train` .* must hold True and False, but got values of type int64"),
    "trained on its validation set": (lambda: of_splits(HOLD_OUTS).assign(train=of_splits(HOLD_OUTS)["train"] | True),
        f"in repeat 0 record {HOLD_OUTS[0][1].min()} is in both"),
    "one of several training sets empty": (lambda: of_splits([*HOLD_OUTS[:1], ([], [0, 1])]),
        "that of fold 0 of repeat 1 is empty"),
    "one repeat without folds": (
        lambda: bc.labels(
            [*Y, *Y[:9]], {"a": [*Y, *Y[:9]]}, record=[*range(N), *range(9)],
            how=bc.folds(repeat=[0] * N + [1] * 9),
        ),
        "repeat 0 has one fold with every record and repeat 1 has not",
    ),
    "answers to different test sets": (lambda: of_splits([([], [0, 1]), ([], [1, 2])]),
        "same records in one fold, but repeat 1 has not"),
    "several folds without training": (lambda: untrained(KFOLD + OTHER),
        "same records in one fold, but repeat 0 has not"),
    "dims of y_prob": (lambda: two_repeats().assign(y_prob=two_repeats()["y_pred"] * 0.5),
        "must have `y_prob` with dims .*'label'"),
    "y_prob above 1": (lambda: with_answers(y_prob=[1.5, -0.5]), "from 0 to 1 .* 'record': 0} has .1.5, -0.5"),
    "y_prob without sum": (lambda: with_answers(y_prob=[0.5, 0.4]), "sum to 1 over the labels, .* sums to 0.9"),
    "NaN in y_prob": (lambda: with_answers(y_prob=[np.nan, 1.0]), "{'classifier': 'a', 'repeat': 0, 'record': 0} has"),
    "missing but there": (lambda: with_answers(missing=True),
        "True only where there is no prediction, but .* 'record': 0} has one"),
    "missing but not validated": (lambda: with_answers(of_splits([([], [1, 2])]), missing=True),
        "not validated, but is True for .*'record': 0}"),
    "losses beside labels": (lambda: with_answers(loss=0.5), "`loss` .* must stand in place of `y_true`, but both"),
    "infinite loss": (lambda: of_losses(np.inf), "`loss` .* must be finite, but that of .* 'record': 3} is infinite"),
    "no loss": (lambda: of_losses(np.nan), "must have a loss, but {.*'a', .* 0, 'record': 3} has none"),
    "group without value": (lambda: two_repeats().assign(group=("record", [np.nan, *Y[1:]])),
        "`group` .* missing values, .* at position 0"),
    "task without value": (lambda: two_repeats().assign_coords(task=("record", [np.nan, *Y[1:]])),
        "`task` .* missing values"),
    "task of fractions": (lambda: two_repeats().assign_coords(task=("record", Y + 0.5)),
        "`task` .* text or whole .* type floating"),
    "task as variable": (lambda: two_repeats().assign(task=("record", Y)),
        r"must be a coordinate: `predictions.set_coords\('task'\)`"),
    "splits twice": (lambda: of_splits(KFOLD + OTHER + KFOLD), "repeat 2 has those of repeat 0"),
}  # fmt: skip


@pytest.mark.parametrize(("make", "message"), REFUSED.values(), ids=REFUSED)
def test_what_would_be_taken_for_something_else_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        check_predictions(make())


def test_train_must_have_every_fold_and_hold_outs_of_one_test_set_pass():
    data = two_repeats()
    train = (("repeat", "fold", "record"), np.zeros((2, 3, N), dtype=bool))
    data = xr.Dataset({**{name: data[name].variable for name in data.data_vars}, "train": train}, coords=data.coords)
    with pytest.raises(ValueError, match=r"`train` must have every fold \(4\), but has only 3"):
        check_predictions(data)
    check_predictions(of_splits([([0, 1, 2], [3, 4]), ([5, 6, 7], [3, 4])]))


def test_parts_of_cross_validations_and_more_than_all_are_refused():
    """Training sets are told by all records, which a part does not have."""
    data = bc.labels(np.tile([0, 1], 20), {"a": np.tile([0, 1], 20), "b": np.tile([1, 0], 20)},
                     how=bc.folds(np.arange(40) % 4))  # fmt: skip
    with pytest.raises(ValueError, match="must hold the 40 records that were cross-validated, but hold 20"):
        bc.compare(data.isel(record=slice(0, 20)))
    both = xr.concat([data, data.assign_coords(record=data["record"] + 40)], "record")
    with pytest.raises(ValueError, match="but hold 80"):
        bc.compare(both)
