"""The plots over data sets: the forest and the heat map of values."""

import functools

import numpy as np
import pandas as pd
import pytest
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


def accuracies_of(rows=4, columns=3, beginning="set ", missing=True):
    """Return accuracies, of which the first data set lacks that of the last classifier."""
    found = 0.7 + 0.2 * np.random.default_rng(0).random((rows, columns))
    found[0, -1] = np.nan if missing else 0.8
    return pd.DataFrame(found, names_of(rows, beginning), names_of(columns, beginning.replace("set", "clf")))


def ranked(frame, metric="accuracy"):
    return bc.rank_datasets(frame, metric=metric, draws=400)


@functools.cache
def of_accuracies():
    return ranked(accuracies_of())


def on_column(draw, result, height):
    _, ax = plt.subplots(figsize=(COLUMN, height), layout="constrained")
    return draw(result, ax=ax)


def rows_of(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


class TestForest:
    """A row per data set."""

    def test_rows_are_in_order_of_the_estimate_with_the_answers_below(self):
        result = compared()
        ax = plots.plot_forest(result)
        order = result.datasets.sort_values("estimate").index.tolist()
        assert rows_of(ax) == [*order, "average", "next data set"]
        assert ax.yaxis_inverted()

    def test_where_more_is_better_the_best_of_the_first_is_at_the_top_too(self):
        by_accuracy, by_error = (
            bc.compare_datasets(frame, metric=metric, first="clf 0", second="clf 1")
            for frame, metric in ((accuracies_of(), "accuracy"), (1 - accuracies_of(), "error"))
        )
        rows = rows_of(plots.plot_forest(by_accuracy))
        assert rows[:-2] == by_accuracy.datasets.sort_values("estimate", ascending=False).index.tolist()
        assert rows == rows_of(plots.plot_forest(by_error))

    def test_marks_are_the_numbers_of_the_result(self):
        result = compared()
        rows = result.datasets.sort_values("estimate")
        ax = plots.plot_forest(result)
        *given, average, following = ax.containers
        points = np.array(sorted((y, x) for one in given for x, y in one[0].get_xydata()))[:, 1]
        observed = next(line for line in ax.get_lines() if line.get_label() == "observed")
        assert observed.get_xdata() == pytest.approx(rows["observed"].to_numpy())
        assert points == pytest.approx(rows["estimate"].to_numpy())
        assert (observed.get_ydata() < np.arange(len(rows)) - 0.2).all()  # above them
        segments = sorted((one for part in given for one in part[2][0].get_segments()), key=lambda one: one[0, 1])
        ends = np.array([segment[:, 0] for segment in segments])
        assert ends == pytest.approx(rows[["low", "high"]].to_numpy())
        for drawn, one in ((average, result.average), (following, result.next_dataset)):
            assert drawn[0].get_xdata() == pytest.approx([one.estimate])
            assert drawn[2][0].get_segments()[0][:, 0] == pytest.approx([one.interval.low, one.interval.high])

    def test_one_colour_is_one_decision_in_rows_answers_and_over_an_assumption(self):
        tables = {
            str(i): bc.paired_table(both_wrong=5, only_first_wrong=first, only_second_wrong=second, both_right=150)
            for i, (first, second) in enumerate([(2, 40), (40, 2), (10, 11), (1, 45)])
        }
        result = bc.compare_datasets(tables, first="a", second="b")
        over = plots.plot_sensitivity(bc.compare(tables["0"], first="a", second="b"), over="rope")
        colours = {line.get_label(): line.get_color() for line in over.get_lines()} | {"undecided": "black"}
        words = {"first better": "a better", "second better": "b better"}
        decisions = [*result.datasets.sort_values("estimate")["decision"]]
        decisions += [result.average.decision, result.next_dataset.decision]
        assert {"first better", "second better", "undecided"} <= {*decisions}
        forest = plots.plot_forest(result).containers
        found = sorted((y, one[0].get_color()) for one in forest for y in one[0].get_ydata())
        assert [colour for _, colour in found] == [colours[words.get(one, one)] for one in decisions]
        legend = plots.plot_forest(result).get_legend().get_texts()
        assert sorted(text.get_text() for text in legend) == ["a better", "b better", "observed", "undecided"]

    @pytest.mark.full
    @pytest.mark.parametrize(("count", "beginning"), [(1, "set "), (54, LONG)])
    def test_no_text_covers_another(self, count, beginning, check_texts):
        result = compared(count, beginning)
        ax = on_column(plots.plot_forest, result, plots.PLOTS["forest"].height(result))
        check_texts(ax)
        assert len(set(rows_of(ax))) == count + 2
        assert ax.get_position().width * COLUMN > 1.2


def test_other_results_are_refused():
    with pytest.raises(TypeError, match="`result` must be a DatasetsComparison, as from `compare_datasets`"):
        plots.plot_forest("compared")
    for draw in (plots.plot_datasets, plots.plot_mean_ranks):
        with pytest.raises(TypeError, match="must be a DatasetsRanking, as from `rank_datasets`, but got DatasetsCom"):
            draw(compared())


class TestDatasets:
    """The heat map of observed values."""

    @staticmethod
    def mesh_of(ax):
        (mesh,) = [one for one in ax.collections if hasattr(one, "get_coordinates")]
        return mesh

    def test_shades_are_distances_from_the_best_and_columns_in_their_order(self):
        accuracies = accuracies_of()
        ax = plots.plot_datasets(of_accuracies())
        distances = (accuracies.max(axis=1).to_numpy()[:, None] - accuracies).to_numpy()
        order = np.argsort(np.nanmean(distances, axis=0))
        assert [label.get_text() for label in ax.get_xticklabels()] == [f"clf {number}" for number in order]
        shades = np.sqrt(distances / np.nanmax(distances))[:, order]
        np.testing.assert_allclose(np.ma.filled(self.mesh_of(ax).get_array(), np.nan), shades, atol=1e-7)
        assert rows_of(ax) == names_of(4)

    def test_cells_hold_the_observed_values(self):
        accuracies = accuracies_of()
        ax = plots.plot_datasets(of_accuracies())
        columns = [label.get_text() for label in ax.get_xticklabels()]
        wanted = accuracies[columns].to_numpy()
        shown = {text.get_position()[::-1]: text.get_text() for text in ax.texts if text.get_text()}
        assert shown == {
            place: f"{value:.3f}".removeprefix("0") for place, value in np.ndenumerate(wanted) if not np.isnan(value)
        }
        assert ax.get_xlabel() == "observed accuracy"

    def test_of_errors_the_same_cells_are_the_best(self, names_of):
        accuracies = accuracies_of()
        one, other = (plots.plot_datasets(result) for result in (of_accuracies(), ranked(1 - accuracies, "error")))
        np.testing.assert_allclose(self.mesh_of(one).get_array(), self.mesh_of(other).get_array(), atol=1e-7)
        assert [names_of(ax.get_xticklabels()) for ax in (one, other)] == 2 * [names_of(one.get_xticklabels())]
        assert names_of(one.get_legend().get_texts()) == names_of(other.get_legend().get_texts())
        assert other.get_xlabel() == "observed error"
        texts = [[float(text.get_text()) for text in ax.texts if text.get_text()] for ax in (one, other)]
        np.testing.assert_allclose(np.sum(texts, axis=0), 1, atol=0.0011)

    def test_the_best_are_in_bold_or_a_bar_says_how_much_worse(self, names_of):
        ax = plots.plot_datasets(ranked(pd.DataFrame({"a": [0.9, 0.8], "b": [0.8, 0.85]}, ["x", "y"])))
        assert {text.get_text() for text in ax.texts if text.get_fontweight() == "bold"} == {".900", ".850"}
        small = plots.plot_datasets(ranked(accuracies_of(60, 20)), ax=plt.figure(figsize=(2, 2)).subplots())
        (bar,) = small.child_axes
        assert names_of(bar.get_yticklabels())[1].endswith("worse")

    def test_a_missing_classifier_is_crossed_out(self, labelled):
        ax = plots.plot_datasets(of_accuracies())
        cross = labelled(ax, "not used")
        place = [label.get_text() for label in ax.get_xticklabels()].index("clf 2")
        assert (list(cross.get_xdata()), list(cross.get_ydata())) == ([place], [0])

    def test_equal_values_are_all_the_best(self, names_of):
        ax = plots.plot_datasets(ranked(accuracies_of() * 0 + 0.2))
        assert names_of(ax.get_legend().get_texts()) == ["not used"]
        assert all(text.get_fontweight() == "bold" for text in ax.texts)

    @pytest.mark.full
    @pytest.mark.parametrize(("rows", "columns", "beginning"), [(1, 2, "set "), (20, 10, LONG)])
    def test_no_text_covers_another(self, rows, columns, beginning, check_texts):
        result = ranked(accuracies_of(rows, columns, beginning, missing=False))
        ax = on_column(plots.plot_datasets, result, min(2.0 + 0.2 * rows, 9))
        check_texts(ax)
        assert ax.get_position().width * COLUMN > 1.2
