"""The matrix shows which share of its records a training set has in common with every other."""

import re

import numpy as np
import pytest
import xarray as xr
from matplotlib import pyplot as plt
from sklearn.model_selection import KFold, RepeatedKFold, ShuffleSplit

import bayescmp as bc
from bayescmp.plots import plot_overlap

X = np.zeros((40, 1))


def shares_of(splits):
    """Count directly, set by set."""
    sets = [set(train.tolist()) for train, _ in splits]
    return np.array([[len(one & other) / len(one) for other in sets] for one in sets])


def matrix_of(ax):
    return ax.collections[0].get_array()


DESIGNS = {
    "5 x 2": (bc.BlockRegularizedCV(random_state=0), "repeat.fold", ["1.1", "1.2", "2.1"]),
    "uneven folds": (KFold(7), "fold", ["1", "2", "3"]),
    "hold-outs": (ShuffleSplit(6, train_size=0.3, test_size=0.3, random_state=0), "repeat", ["1", "2", "3"]),
    "3 x 4": (RepeatedKFold(n_splits=4, n_repeats=3, random_state=0), "repeat.fold", ["1.1", "1.2", "1.3"]),
}


@pytest.mark.parametrize(("cv", "what", "first_labels"), DESIGNS.values(), ids=DESIGNS)
def test_cells_are_the_shares_of_the_set_in_the_row(cv, what, first_labels, names_of):
    ax = plot_overlap(cv.split(X))
    np.testing.assert_allclose(matrix_of(ax), shares_of(cv.split(X)))
    assert ax.yaxis_inverted()
    assert not ax.xaxis_inverted()
    assert ax.get_ylabel() == f"training set ({what})"
    assert ax.get_xlabel().split("\n")[0] == f"other training set ({what})"
    for labels in (ax.get_xticklabels(), ax.get_yticklabels()):
        assert names_of(labels)[:3] == first_labels


@pytest.mark.full
@pytest.mark.parametrize(
    ("cv", "n_repeats"),
    [
        (bc.BlockRegularizedCV(random_state=0), 5),
        (KFold(10, shuffle=True, random_state=0), 1),
        (ShuffleSplit(15, test_size=1 / 3, random_state=0), 15),
    ],
    ids=["5 x 2", "10-fold", "15 hold-outs"],
)
def test_predictions_overlaps_and_splits_give_one_picture(cv, n_repeats):
    splits = list(cv.split(X))
    y = np.zeros(len(X), int)
    labels = np.zeros((n_repeats, len(X)) if n_repeats > 1 else len(X), int)
    predictions = bc.predictions_from_arrays(y, {"a": labels, "b": labels}, splits=splits)
    rows = np.array([np.isin(np.arange(len(X)), train) for train, _ in splits])
    train = xr.DataArray(rows.reshape(n_repeats, -1, len(X)), dims=("repeat", "fold", "record"))
    expected = bc.correlation.overlap_matrix(train)
    masks = [(row, ~row) for row in rows]
    pictures = [matrix_of(plot_overlap(one)) for one in (predictions, expected, splits, masks)]
    for one in pictures:
        np.testing.assert_allclose(one, shares_of(splits))


def test_numbers_are_written_where_they_can_be_read(names_of):
    ax = plot_overlap(KFold(4).split(X))
    assert ax.child_axes == []
    assert names_of(ax.texts) == ["1" if i == j else "0.67" for i in range(4) for j in range(4)]


def test_where_all_share_alike_a_sentence_takes_the_place_of_numbers():
    ax = plot_overlap(KFold(10).split(X))
    assert ax.get_xlabel().split("\n")[1] == "any two share 0.89 of their records"
    assert list(ax.texts) == []
    differ = plot_overlap(bc.BlockRegularizedCV(random_state=0).split(X))
    assert differ.get_xlabel().split("\n")[1] == "shared records / records of the row's set"
    assert len(differ.texts) == 100


def test_a_large_matrix_has_a_scale_instead():
    fig, ax = plt.subplots(figsize=(3.35, 3.2), layout="constrained")
    plot_overlap(RepeatedKFold(n_splits=10, n_repeats=4, random_state=0).split(X), ax=ax)
    (scale,) = ax.child_axes
    assert fig.axes == [ax]
    assert list(ax.texts) == []
    assert scale.get_ylim() == (0, 1)


@pytest.mark.full
@pytest.mark.parametrize(
    ("cv", "height"),
    [
        pytest.param(cv, height, marks=[] if height == quick else pytest.mark.full)
        for cv, quick in (
            (RepeatedKFold(n_splits=10, n_repeats=10, random_state=0), 2.2),
            (bc.BlockRegularizedCV(7, random_state=0), 3.2),
            (KFold(25), 4.5),
        )
        for height in (2.2, 3.2, 4.5)
    ],
)
def test_labels_and_scale_fit_a_column(cv, height, check_texts):
    _, ax = plt.subplots(figsize=(3.35, height), layout="constrained")
    plot_overlap(cv.split(X), ax=ax)
    check_texts(ax)


def test_labels_that_do_not_all_fit_are_those_of_whole_repeats(names_of):
    _, ax = plt.subplots(figsize=(2.5, 2.2), layout="constrained")
    plot_overlap(RepeatedKFold(n_splits=4, n_repeats=3, random_state=0).split(X), ax=ax)
    assert names_of(ax.get_xticklabels()) == ["1.1", "2.1", "3.1"]


def test_lines_divide_repeats():
    ax = plot_overlap(bc.BlockRegularizedCV(3, random_state=0).split(X))
    assert sorted(line.get_xdata()[0] for line in ax.lines if len(set(line.get_xdata())) == 1) == [2, 4]
    assert sorted(line.get_ydata()[0] for line in ax.lines if len(set(line.get_ydata())) == 1) == [2, 4]
    for cv in (KFold(4), ShuffleSplit(4, random_state=0)):
        assert list(plot_overlap(cv.split(X)).lines) == []


BAD = {
    "a splitter": (
        KFold(3), TypeError,
        "or (train, test) pairs, but got KFold. A splitter gives pairs by `cv.split(X, y)`.",
    ),
    "a number": (3, TypeError, "`splits` must be predictions, overlaps or (train, test) pairs, but got int."),
    "no pairs": ([[1, 2, 3]], TypeError, "`splits` must hold (train, test) pairs, but number 0 is [1, 2, 3]."),
    "text": ("ab", TypeError, "`splits` must be predictions, overlaps or (train, test) pairs, but got str."),
    "nothing": ([], ValueError, "`splits` must hold at least one (train, test) pair, but got none."),
    "in both": ([([0, 1], [1, 2])], ValueError, "The training and test set of a split must be disjoint"),
    "other dims": (
        bc.model_selection.training_overlaps(KFold(3), X).isel(repeat=0), ValueError,
        "`splits` must have the dims ('repeat', 'fold', 'other_repeat', 'other_fold') of overlaps, but got",
    ),
    "no training": ([([], [0, 1, 2])], ValueError, "`splits` must have a training set with records, but got none."),
}  # fmt: skip


@pytest.mark.parametrize(("splits", "kind", "message"), BAD.values(), ids=BAD)
def test_bad_splits_are_refused_before_a_figure_is_made(splits, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        plot_overlap(splits)
    assert plt.get_fignums() == []


def test_predictions_of_classifiers_trained_elsewhere_are_refused(data_of):
    with pytest.raises(ValueError, match="trained elsewhere do not tell their training records"):
        plot_overlap(data_of("hold-out"))
