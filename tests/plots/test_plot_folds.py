"""The picture of the folds shows the difference on every validation set."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.plots import plot_folds


def marks_of(ax):
    """Return the marks as rows of place and difference."""
    lines = [line for line in ax.lines if line.get_marker() in {"o", "s"}]
    return np.array([point for line in lines for point in zip(*line.get_data(), strict=True)])


def test_two_fold_repeats_have_two_marks_each(compared, labelled):
    tables = compared("5 x 2").tables
    ax = plot_folds(compared("5 x 2"))
    for fold in (0, 1):
        line = labelled(ax, f"fold {fold + 1}")
        assert np.round(line.get_xdata()).tolist() == [1, 2, 3, 4, 5]
        of_fold = tables.isel(fold=fold)
        expected = of_fold.sel(first="wrong").sum("second") - of_fold.sel(second="wrong").sum("first")
        np.testing.assert_allclose(line.get_ydata(), expected / of_fold.sum(("first", "second")))
    one, other = (labelled(ax, label) for label in ("fold 1", "fold 2"))
    assert (one.get_marker(), one.get_markerfacecolor()) != (other.get_marker(), other.get_markerfacecolor())
    assert ax.get_xlabel().startswith("repeat (below 0: ")


@pytest.mark.parametrize(("name", "what", "count"), [("10-fold", "fold", 10), ("15 hold-outs", "repeat", 15)])
def test_other_designs_have_a_mark_for_every_validation_set(name, what, count, compared):
    ax = plot_folds(compared(name))
    marks = marks_of(ax)
    expected = bc.tables.fold_differences(compared(name).tables).to_numpy().ravel()
    assert marks[:, 0].tolist() == list(range(1, count + 1))
    np.testing.assert_allclose(marks[:, 1], expected)
    assert ax.get_xlabel() == f"{what} (below 0: tree better)"
    assert all(tick == int(tick) for tick in ax.get_xticks())


def test_folds_of_many_repeats_stand_side_by_side_above_their_repeat(data_of):
    predictions = data_of("10-fold")
    twice = predictions.isel(repeat=[0, 0]).assign_coords(repeat=[0, 1])
    twice["fold"][1] = np.roll(twice["fold"][1], 1)  # other folds: equal repeats are refused
    ax = plot_folds(bc.compare(twice))
    marks = marks_of(ax)
    assert len(marks) == 20
    assert np.round(marks[:, 0]).tolist() == [1, 2] * 10
    assert len(set(marks[:, 0])) == 20
    assert ax.get_xlabel().startswith("repeat (below 0: ")


@pytest.mark.parametrize("name", ["hold-out", "effective"])
def test_one_table_is_one_mark(name, compared):
    ax = plot_folds(compared(name))
    errors = compared(name).errors
    first, second = errors.values()
    np.testing.assert_allclose(marks_of(ax), [[1, first - second]])
    assert ax.get_xticks().tolist() == []


@pytest.mark.parametrize("name", ["hold-out", "10-fold"])
def test_mean_and_interval_are_a_bar_in_the_margin(name, compared):
    result = compared(name)
    ax = plot_folds(result)
    (bar,) = ax.containers
    mean, _, (whisker,) = bar.lines
    (place,), (height,) = mean.get_data()
    assert bar.get_label() == "mean, 95 % interval"
    assert height == result.difference.mean
    ends = whisker.get_segments()[0]
    np.testing.assert_allclose(ends, [[place, result.interval.low], [place, result.interval.high]])
    marks = marks_of(ax)
    assert marks[:, 0].max() + 0.5 < place < ax.get_xlim()[1]
    low, high = ax.get_ylim()
    assert low <= min(marks[:, 1].min(), result.interval.low)
    assert max(marks[:, 1].max(), result.interval.high) <= high


def test_the_axis_says_which_difference_and_the_rope_is_a_band(compared, labelled):
    ax = plot_folds(compared("5 x 2"))
    assert ax.get_ylabel() == "error of tree − error of svm (proportion)"
    band = labelled(ax, "rope ±0.02")
    assert (band.get_y(), band.get_y() + band.get_height()) == pytest.approx((-0.02, 0.02))
