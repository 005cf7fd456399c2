"""The plots over data sets: the populations in the triangle, the forest, and the heat map of losses."""

import functools
import types

import numpy as np
import pytest
import xarray as xr
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp import plots

COLUMN = 3.35
LONG = "a name of some sixty characters, as those who name data sets write, "


def names_of(count, beginning="set "):
    return [f"{beginning}{number}" for number in range(count)]


@functools.cache
def compared(count=6, beginning="set ", first="tree", second="svm", rope=0.01):
    """Compare over tables whose differences vary."""
    rng = np.random.default_rng(1)
    tables = {
        name: bc.paired_table(
            both_wrong=8, only_first_wrong=int(one), only_second_wrong=int(other), both_right=180 - int(one + other)
        )
        for name, one, other in zip(
            names_of(count, beginning), rng.integers(0, 20, count), rng.integers(5, 30, count), strict=True
        )
    }
    return bc.compare_datasets(tables, first=first, second=second, rope=rope)


def losses_of(rows=4, columns=3, beginning="set "):
    """Return losses of which the last classifier lacks the first one."""
    found = 0.1 + 0.2 * np.random.default_rng(0).random((rows, columns))
    found[0, -1] = np.nan
    names = {"dataset": names_of(rows, beginning), "classifier": names_of(columns, beginning.replace("set", "clf"))}
    return xr.DataArray(found, names)


def on_column(draw, result, height):
    _, ax = plt.subplots(figsize=(COLUMN, height), layout="constrained")
    return draw(result, ax=ax)


def rows_of(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


class TestProbabilities:
    """The triangle of a comparison over data sets."""

    def test_points_are_populations_and_the_mark_their_mean(self, labelled):
        result = compared()
        ax = plots.plot_probabilities(result)
        cloud = np.array(labelled(ax, "the next data set in one possible population").get_data())
        ((x,), (y,)) = labelled(ax, "the next data set, over all populations").get_data()
        assert cloud.shape == (2, 1000)
        assert cloud.mean(axis=1) == pytest.approx((x, y), abs=0.02)
        _, even, second = result.next_dataset.probabilities
        assert (x, y) == pytest.approx((second + even / 2, even * np.sqrt(0.75)))

    def test_the_picture_is_the_same_every_time(self, labelled):
        label = "the next data set in one possible population"
        one, other = (labelled(plots.plot_probabilities(compared()), label).get_data() for _ in range(2))
        np.testing.assert_array_equal(one, other)

    def test_the_probabilities_of_the_next_data_set_stand_at_the_corners(self):
        ax = plots.plot_probabilities(compared())
        at = {tuple(text.xy): text.get_text() for text in ax.texts if text.get_color() == "black"}
        shares = [float(text.rpartition(": ")[2].strip("<> ")) for text in at.values()]
        assert next(iter(at)) == (0, 0)
        assert at[0, 0].startswith("tree\nbetter: ")
        assert shares == pytest.approx(compared().next_dataset.probabilities, abs=0.011)

    def test_without_a_rope_all_points_lie_on_the_lower_side(self, labelled):
        ax = plots.plot_probabilities(compared(rope=0.0))
        cloud = labelled(ax, "the next data set in one possible population")
        assert cloud.get_ydata() == pytest.approx(0)

    @pytest.mark.parametrize("names", [("tree", "svm"), (f"{LONG}1", f"{LONG}2"), ("$a_1$", "_b$")])
    def test_no_text_covers_another(self, names, check_texts):
        check_texts(on_column(plots.plot_probabilities, compared(6, "set ", *names), 3.4))


class TestForest:
    """A row per data set."""

    def test_rows_are_in_order_of_the_estimate_with_the_answers_below(self):
        result = compared()
        ax = plots.plot_forest(result)
        order = result.datasets.sort_values("estimate").index.tolist()
        assert rows_of(ax) == [*order, "average", "next data set"]
        assert ax.yaxis_inverted()

    def test_marks_are_the_numbers_of_the_result(self):
        result = compared()
        rows = result.datasets.sort_values("estimate")
        ax = plots.plot_forest(result)
        given, answers = ax.containers
        observed = next(line for line in ax.get_lines() if line.get_label() == "observed")
        assert observed.get_xdata() == pytest.approx(rows["observed"].to_numpy())
        assert given[0].get_xdata() == pytest.approx(rows["estimate"].to_numpy())
        assert answers[0].get_xdata() == pytest.approx([result.average.estimate, result.next_dataset.estimate])
        ends = np.array([segment[:, 0] for segment in given[2][0].get_segments()])
        assert ends == pytest.approx(rows[["low", "high"]].to_numpy())
        ends = [tuple(segment[:, 0]) for segment in answers[2][0].get_segments()]
        intervals = result.average.interval, result.next_dataset.interval
        assert ends == [pytest.approx((one.low, one.high)) for one in intervals]

    @pytest.mark.parametrize(("count", "beginning"), [(1, "set "), (3, LONG), (54, LONG)])
    def test_no_text_covers_another(self, count, beginning, check_texts):
        result = compared(count, beginning)
        ax = on_column(plots.plot_forest, result, plots.PLOTS["forest"].height(result))
        check_texts(ax)
        assert len(set(rows_of(ax))) == count + 2
        assert ax.get_position().width * COLUMN > 1.2

    def test_a_low_figure_names_some_rows_and_the_answers(self, check_texts):
        ax = on_column(plots.plot_forest, compared(54, LONG), 2.4)
        check_texts(ax)
        assert 5 < len(rows_of(ax)) < 40
        assert rows_of(ax)[-2:] == ["average", "next data set"]

    def test_of_tasks_the_rows_say_so(self):
        y = np.arange(80) % 2
        frame = {"a": y ^ (np.arange(80) % 5 == 0), "b": y ^ (np.arange(80) % 7 == 0)}
        data = bc.predictions_from_arrays(y, frame).assign_coords(task=("record", np.arange(80) // 20))
        assert rows_of(plots.plot_forest(bc.compare_datasets(data, by="task")))[-1] == "next task"

    def test_asks_for_a_comparison_over_data_sets(self):
        with pytest.raises(TypeError, match="`result` must be a DatasetsComparison, as from `compare_datasets`"):
            plots.plot_forest("compared")


class TestDatasets:
    """The heat map of losses."""

    def test_cells_are_distances_from_the_best_and_columns_in_their_order(self):
        losses = losses_of()
        ax = plots.plot_datasets(losses)
        (mesh,) = [one for one in ax.collections if hasattr(one, "get_coordinates")]
        distances = losses - losses.min("classifier")
        order = np.argsort(distances.mean("dataset").to_numpy())
        assert [label.get_text() for label in ax.get_xticklabels()] == [f"clf {number}" for number in order]
        shades = np.sqrt(distances / distances.max()).to_numpy()[:, order]
        np.testing.assert_allclose(np.ma.filled(mesh.get_array(), np.nan), shades)
        assert rows_of(ax) == names_of(4)

    def test_a_missing_classifier_is_crossed_out(self, labelled):
        losses = losses_of()
        ax = plots.plot_datasets(losses)
        cross = labelled(ax, "not used")
        place = [label.get_text() for label in ax.get_xticklabels()].index("clf 2")
        assert (list(cross.get_xdata()), list(cross.get_ydata())) == ([place], [0])

    def test_takes_a_result_with_losses(self):
        ranking = types.SimpleNamespace(losses=losses_of().transpose())
        assert rows_of(plots.plot_datasets(ranking)) == names_of(4)

    def test_equal_losses_are_all_the_best(self, names_of):
        ax = plots.plot_datasets(losses_of() * 0 + 0.2)
        assert names_of(ax.get_legend().get_texts()) == ["the best", "not used"]

    @pytest.mark.parametrize(("rows", "columns", "beginning"), [(1, 2, "set "), (54, 10, LONG), (54, 3, LONG)])
    def test_no_text_covers_another(self, rows, columns, beginning, check_texts):
        losses = losses_of(rows, columns, beginning)
        losses[0, -1] = 0.1
        ax = on_column(plots.plot_datasets, losses, min(1.7 + 0.2 * rows, 9))
        check_texts(ax)
        assert ax.get_position().width * COLUMN > 1.2

    @pytest.mark.parametrize(
        ("bad", "message"),
        [
            (losses_of().rename(dataset="task"), "must have losses with the dims dataset and classifier"),
            (losses_of() / 0, "must have finite losses, NaN where they are missing, but has inf"),
            (losses_of().where([[True, True, False]]), r"must have a loss for every classifier, but has none for \['c"),
        ],
    )
    def test_says_what_is_wrong(self, bad, message):
        with pytest.raises(ValueError, match=message):
            plots.plot_datasets(bad)

    def test_asks_for_losses(self):
        with pytest.raises(TypeError, match="`result` must be a DatasetsRanking, or losses"):
            plots.plot_datasets(compared())
        with pytest.raises(TypeError, match="must have losses that are numbers"):
            plots.plot_datasets(losses_of().astype(str))
