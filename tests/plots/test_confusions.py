"""The confusion matrices of two classifiers, and their difference, show what each takes for what."""

import io
import re

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.cbook import is_math_text
from matplotlib.text import Text
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import RepeatedKFold, ShuffleSplit

import bayescmp as bc
from bayescmp.plots import plot_confusions

COLUMN = 3.35  # 85 mm, the column of a journal
LONG = [f"a class with a very long name, the {number}th of all of them" for number in range(6)]
MANY = [f"class {number}" for number in range(30)]
MARKUP = ["$x^2$", "a & b", "<b>$</b>", "c_1\nof two lines"]


def predictions_of(labels, n=150, names=("tree", "svm"), splits=None, n_repeats=1):
    """Return predictions, of which the first errs on a tenth, the second on a quarter, mostly for the next label."""
    rng, k = np.random.default_rng(len(labels)), len(labels)
    y, labels = rng.integers(0, k, n), np.array(labels)
    y_pred = {}
    for name, error in zip(names, (0.1, 0.25), strict=True):
        step = np.where(rng.random((n_repeats, n)) < error, rng.choice([1, 1, 2], (n_repeats, n)), 0)
        y_pred[name] = labels[(y + step) % k].squeeze()
    return bc.predictions_from_arrays(labels[y], y_pred, splits=splits)


def with_missing():
    y, a, b = list("aabbc"), ["a", None, "b", "a", None], ["a", "b", "b", None, "c"]
    return bc.predictions_from_arrays(y, {"tree": a, "svm": b}, on_missing="drop")


def repeated(n):
    return list(RepeatedKFold(n_splits=3, n_repeats=4, random_state=0).split(np.zeros((n, 1))))


def hold_outs(n):
    return list(ShuffleSplit(3, test_size=1 / 3, random_state=0).split(np.zeros((n, 1))))


def matrix_of(predictions, name):
    """Count by scikit-learn, validated record by validated record."""
    labels, fold = predictions["label"].values, predictions["fold"].values
    answers = predictions["y_pred"].sel(classifier=name).values
    pairs = [(predictions["y_true"].values[i], answers[r, i]) for r, i in np.argwhere(fold >= 0)]
    true, predicted = labels[np.array(pairs)].T
    return confusion_matrix(true, predicted, labels=labels)


def numbers_in(ax, k):
    """Return the numbers written into the cells, 0 where there is none."""
    found = np.zeros((k, k), int)
    for text in ax.texts:
        column, row = text.get_position()
        found[int(row), int(column)] = int(text.get_text().replace("−", "-"))
    return found


def shades_of(ax):
    return ax.collections[0].get_array()


def axes_of(width=9.0, height=4.0):
    return plt.subplots(1, 3, figsize=(width, height), layout="constrained")[1]


DATA = {
    "two": lambda: predictions_of([False, True]),
    "three": lambda: predictions_of(["setosa", "versicolor", "virginica"]),
    "numbers out of order": lambda: predictions_of([3, -1, 20]),
    "repeats": lambda: predictions_of(list("abc"), 60, n_repeats=4, splits=repeated(60)),
    "hold-outs": lambda: predictions_of(list("ab"), 60, n_repeats=3, splits=hold_outs(60)),
}


class TestNumbers:
    @pytest.mark.parametrize("data", DATA.values(), ids=DATA)
    def test_matrices_are_those_of_scikit_learn_over_all_validations(self, data):
        predictions = data()
        k = predictions.sizes["label"]
        first, second = (matrix_of(predictions, name) for name in ("tree", "svm"))
        panels = plot_confusions(predictions, axes=axes_of())
        for ax, expected in zip(panels, (first, second, first - second), strict=True):
            assert numbers_in(ax, k).tolist() == expected.tolist()

    def test_signs_are_written_and_an_empty_cell_is_zero(self, names_of):
        p = bc.predictions_from_arrays([0, 0, 1, 1], {"a": [0, 0, 0, 1], "b": [0, 1, 0, 1]})
        one, other, difference = plot_confusions(p)
        assert [names_of(ax.texts) for ax in (one, other, difference)] == [
            ["2", "1", "1"], ["1", "1", "1", "1"], ["+1", "−1"]
        ]  # fmt: skip

    @pytest.mark.parametrize("n", [1, 20])
    def test_swapping_the_classifiers_swaps_their_counts(self, n, names_of):
        y, a, b = np.random.default_rng(n).integers(0, 3, (3, n))
        p = bc.predictions_from_arrays(y, {"a": a, "b": b})
        used = np.unique([y, a, b])
        one, other, difference = (numbers_in(ax, used.size) for ax in plot_confusions(p, "a", "b", axes=axes_of()))
        panels = plot_confusions(p, "b", "a", axes=axes_of())
        assert all(names_of(ax.get_xticklabels()) == list(map(str, used)) for ax in panels)
        swapped = [numbers_in(ax, used.size).tolist() for ax in panels]
        assert swapped == [other.tolist(), one.tolist(), (-difference).tolist()]
        assert one.sum(axis=1).tolist() == other.sum(axis=1).tolist()  # both are asked the same
        assert one.sum() == n

    def test_missing_answers_of_one_leave_the_record_out_for_both(self, names_of):
        one, other, difference = plot_confusions(with_missing())
        assert names_of(one.get_yticklabels()) == ["a", "b"]
        for ax in (one, other):
            assert numbers_in(ax, 2).tolist() == [[1, 0], [0, 1]]
        assert list(difference.texts) == []
        assert other.get_xlabel().splitlines()[1] == "2 predictions of each on what both answered"

    def test_order_is_that_of_the_labels_and_unused_ones_are_left_out(self, names_of):
        p = bc.predictions_from_arrays(list("dbd"), {"x": list("dbb"), "y": list("ddd"), "z": list("acd")})
        p = p.isel(record=[0, 1, 2])
        for second, expected in (("y", ["b", "d"]), ("z", ["a", "b", "c", "d"])):
            panels = plot_confusions(p, "x", second, axes=axes_of())
            assert names_of(panels[0].get_yticklabels()) == expected
            assert all(names_of(ax.get_xticklabels()) == expected for ax in panels)
        assert panels[0].yaxis_inverted()
        assert not panels[0].xaxis_inverted()

    def test_order_of_dims_does_not_matter(self):
        p = DATA["repeats"]()
        one, other = (plot_confusions(each, axes=axes_of()) for each in (p, p.transpose(..., "classifier")))
        assert [numbers_in(ax, 3).tolist() for ax in one] == [numbers_in(ax, 3).tolist() for ax in other]


class TestShades:
    def test_shades_are_roots_of_the_shares_of_rows(self):
        predictions = DATA["three"]()
        for ax, name in zip(plot_confusions(predictions)[:2], ("tree", "svm"), strict=True):
            expected = confusion_matrix(
                predictions["y_true"], predictions["y_pred"].sel(classifier=name).squeeze(), normalize="true"
            )
            np.testing.assert_allclose(shades_of(ax), np.sqrt(expected))
            assert ax.collections[0].get_clim() == (0, 1)

    def test_a_label_that_is_only_predicted_has_a_white_row(self):
        p = bc.predictions_from_arrays([0, 0], {"a": [0, 1], "b": [0, 0]})
        assert shades_of(plot_confusions(p)[0])[1].tolist() == [0, 0]

    def test_colours_of_the_difference_are_centred_on_zero_and_blue_where_the_first_has_more(self):
        *_, ax = plot_confusions(DATA["three"]())
        counts, mesh = numbers_in(ax, 3), ax.collections[0]
        largest = np.abs(counts).max()
        np.testing.assert_allclose(shades_of(ax), 0.5 + np.sign(counts) * np.sqrt(np.abs(counts) / largest) / 2)
        (red, _, blue, _), white, (orange, _, little, _) = mesh.to_rgba([1.0, 0.5, 0.0])
        assert blue > red
        assert orange > little
        np.testing.assert_allclose(white, 1)

    def test_equal_classifiers_differ_nowhere(self):
        y = [0, 1, 1]
        *_, ax = plot_confusions(bc.predictions_from_arrays(y, {"a": y, "b": y}))
        assert list(ax.texts) == []
        assert np.all(shades_of(ax) == 0.5)


class TestWords:
    def test_titles_say_what_is_subtracted(self, names_of):
        panels = plot_confusions(DATA["three"](), second="tree")
        assert [ax.get_title() for ax in panels] == ["svm", "tree", "svm − tree"]
        assert [ax.get_ylabel() for ax in panels] == ["true", "", ""]
        assert [len(ax.get_yticks()) for ax in panels] == [3, 0, 0]

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("three", "150 predictions of each"),
            ("repeats", "240 predictions of each, 4 repeats pooled"),
            ("hold-outs", "60 predictions of each, 3 repeats pooled"),
        ],
    )
    def test_the_middle_says_what_was_counted(self, name, words):
        _, middle, _ = plot_confusions(DATA[name]())
        shades = "darker: larger share of the true label\nblue: first has more, orange: second"
        assert middle.get_xlabel() == f"predicted\n{words}\n{shades}"

    def test_markup_in_names_and_labels_is_drawn_as_it_is(self):
        p = predictions_of(MARKUP, names=("$a_1$ & b", "_$c$"))
        panels = plot_confusions(p, axes=axes_of())
        texts = [text.get_text() for text in panels[0].figure.findobj(Text)]
        assert [text for text in texts if is_math_text(text)] == []
        shown = [text.replace(r"\$", "$") for text in texts]
        assert {"$a_1$ & b", "_$c$", "$a_1$ & b − _$c$", "$x^2$", "a & b", "<b>$</b>"} <= set(shown)
        assert any(text.startswith("c_1 of") for text in shown)

    @pytest.mark.full
    def test_names_that_are_the_same_once_cut_are_told_apart(self, names_of):
        p = predictions_of(LONG, names=("the model of January, tuned, v1", "the model of January, plain, v1"))
        panels = plot_confusions(p, axes=axes_of(COLUMN, 2.5))
        assert len({ax.get_title() for ax in panels}) == 3
        labels = names_of(panels[0].get_yticklabels())
        assert len(set(labels)) == len(labels)


@pytest.mark.full
class TestPictures:
    @pytest.mark.parametrize(
        ("labels", "width"),
        [
            (LONG, COLUMN),
            (list(range(10)), COLUMN),
            *(
                pytest.param(labels, width, marks=pytest.mark.full)
                for labels, width in (([0, 1], COLUMN), (LONG, 9.0), (MARKUP, COLUMN), (MANY, 6.4))
            ),
        ],
        ids=["long", "ten", "two", "long and wide", "markup", "many"],
    )
    def test_no_text_covers_another_or_leaves_the_figure(self, labels, width, check_texts):
        with plt.rc_context({"figure.figsize": (width, 4.0)}):
            panels = plot_confusions(predictions_of(labels, 40 * len(labels)))
        check_texts(*panels)
        assert min(ax.get_position().width for ax in panels) * width > 0.5

    def test_names_that_are_long_do_not_crowd_each_other(self, check_texts):
        names = [f"{which} name of a classifier that nobody wants to read to its end" for which in ("a", "another")]
        check_texts(*plot_confusions(predictions_of(["x", "y"], names=names), axes=axes_of(COLUMN, 2.5)))

    @pytest.mark.parametrize("k", [3, 10])
    def test_numbers_are_in_their_cells_and_all_of_one_size(self, k):
        panels = plot_confusions(predictions_of(list(range(k)), 20 * k))
        fig = panels[0].figure
        fig.canvas.draw()
        texts = [(ax, text) for ax in panels for text in ax.texts]
        assert len({text.get_size() for _, text in texts}) == 1
        assert texts[0][1].get_size() >= 5
        for ax, text in texts:
            x, y = text.get_position()
            (left, low), (right, high) = ax.transData.transform([[x - 0.5, y + 0.5], [x + 0.5, y - 0.5]])
            box = text.get_window_extent()
            assert left < box.x0 < box.x1 < right
            assert low < box.y0 < box.y1 < high

    def test_where_numbers_are_too_small_there_are_scales(self, names_of):
        p = predictions_of(list(range(30)), 900)
        one, other, difference = plot_confusions(p)
        assert [len(ax.texts) for ax in (one, other, difference)] == [0, 0, 0]
        assert [len(ax.child_axes) for ax in (one, other, difference)] == [0, 1, 1]
        largest = np.abs(matrix_of(p, "tree") - matrix_of(p, "svm")).max()
        (shares,), (counts,) = other.child_axes, difference.child_axes
        assert names_of(shares.get_yticklabels()) == ["0", "0.1", "0.5", "1"]
        np.testing.assert_allclose(shares.get_yticks() ** 2, [0, 0.1, 0.5, 1])
        assert names_of(counts.get_yticklabels()) == [f"−{largest}", "0", f"+{largest}"]
        assert counts.get_yticks().tolist() == [0, 0.5, 1]

    @pytest.mark.full
    def test_svg_is_vectors(self):
        svg = io.StringIO()
        plot_confusions(predictions_of(list(range(20)), 300))[0].figure.savefig(svg, format="svg")
        assert "<image" not in svg.getvalue()

    def test_numbers_stand_out_on_a_dark_background_too(self):
        with plt.style.context("dark_background"):
            panels = plot_confusions(DATA["three"]())
            panels[0].figure.canvas.draw()
        for ax in panels:
            faces = ax.collections[0].get_facecolors().reshape(3, 3, 4)
            for text in ax.texts:
                column, row = map(int, text.get_position())
                luminance = faces[row, column, :3] @ [0.2126, 0.7152, 0.0722]
                assert abs((text.get_color() == "white") - luminance) > 0.35


class TestAxes:
    def test_the_axes_given_come_back_and_no_figure_is_made(self):
        given_axes = axes_of()
        before, figures = (p := DATA["three"]()).copy(deep=True), plt.get_fignums()
        assert plot_confusions(p, axes=given_axes) == tuple(given_axes)
        assert plot_confusions(p, axes=list(axes_of())) is not None
        assert len(plt.get_fignums()) == len(figures) + 1
        assert p.identical(before)

    def test_without_axes_there_is_a_figure_as_wide_as_the_users(self):
        with plt.rc_context({"figure.figsize": (5.0, 9.0)}):
            figures = {ax.figure for ax in plot_confusions(DATA["two"]())}
        assert [figure.get_figwidth() for figure in figures] == [5.0]

    @pytest.mark.parametrize(
        ("axes", "kind", "message"),
        [
            (plt.figure, TypeError, "`axes` must be three matplotlib Axes or None, but got Figure."),
            (lambda: plt.subplots()[1], ValueError, "as from `plt.subplots(1, 3)`, but got 1."),
            (lambda: [3, 4, 5], TypeError, "`axes` must be three matplotlib Axes or None, but got int."),
            (lambda: plt.subplots(1, 2)[1], ValueError, "`axes` must be three matplotlib Axes, as from"),
        ],
    )
    def test_axes_must_be_three_axes(self, axes, kind, message):
        with pytest.raises(kind, match=re.escape(message)):
            plot_confusions(DATA["two"](), axes=axes())


def nothing_shared():
    y_pred = {"a": [0, None], "b": [None, 1]}
    return bc.predictions_from_arrays([0, 1], y_pred, on_missing="drop")


BAD = {
    "no predictions": (lambda: [1, 2], {}, TypeError, "`predictions` must be a Dataset of predictions, but got list."),
    "unknown": (DATA["two"], {"first": "treee"}, ValueError, "`first` must be one of the classifiers ['tree', 'svm']"),
    "the same": (
        DATA["two"], {"first": "svm", "second": "svm"}, ValueError,
        "`first` and `second` must be two classifiers, but both are 'svm'.",
    ),
    "one": (
        lambda: DATA["two"]().isel(classifier=[0]), {}, ValueError,
        "There must be two classifiers to compare, but there is one, 'tree'. Give another one beside it.",
    ),
    "nothing in common": (
        nothing_shared, {}, ValueError,
        "`predictions` must have a record that 'a' and 'b' both answered, but have none.",
    ),
    "losses": (
        lambda: bc.predictions_from_arrays(loss={"a": [0.1, 0.2], "b": [0.1, 0.3]}), {}, ValueError,
        "`predictions` must hold labels, `y_true` and `y_pred`, but hold losses",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("data", "names", "kind", "message"), BAD.values(), ids=BAD)
def test_what_cannot_be_counted_is_refused_before_a_figure_is_made(data, names, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        plot_confusions(data(), **names)
    assert plt.get_fignums() == []
