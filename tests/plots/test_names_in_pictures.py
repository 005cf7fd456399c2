"""Names in pictures are cut in one place, once: they stay apart, and are drawn as they are."""

import pytest
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp.plots._axes import drawn, folded, legend_above, names_apart
from bayescmp.plots._of_comparison import label_of_difference

LONG = "logistic regression (C=1.0, L2 penalty)"


@pytest.mark.parametrize("name", [LONG, "W" * 50])
def test_a_long_name_is_cut_to_28_letters(name):
    assert "..." in drawn(name)
    assert 14 < len(drawn(name)) <= 28


def test_names_are_drawn_as_they_are():
    assert drawn("a\nname") == "a name"
    assert drawn("$x$") == r"\$x\$"
    assert drawn("_name") == " _name"  # a legend leaves out what begins with an underscore


def test_different_names_stay_different():
    assert names_apart(["tree", "svm"]) == ["tree", "svm"]
    many = [f"the same beginning of a long name, {number}, and the same long end of it" for number in range(4)]
    assert [name[:2] for name in names_apart(many)] == ["1 ", "2 ", "3 ", "4 "]


def test_names_are_whole_where_axes_have_room_beside_rows():
    wide, narrow = (plt.figure(figsize=(width, 2)).subplots() for width in (7.0, 3.4))
    assert names_apart([LONG], wide) == [LONG]
    assert names_apart([LONG], narrow) == [drawn(LONG)] != [LONG]


@pytest.mark.parametrize("room", [100, 241, 500])
def test_a_label_of_a_difference_has_two_lines_at_most_and_is_cut_only_where_these_are_narrow(room):
    of = bc.metrics.METRICS["error"].of
    assert label_of_difference(of, "a", "b", 300, " (proportion)") == "error of a − error of b (proportion)"
    lines = label_of_difference(of, LONG, LONG[::-1], room, " (proportion)").split("\n")
    assert len(lines) == 2
    assert max(map(len, lines)) * 4.6 <= room
    assert (lines[0] == f"error of {LONG} −") == (room >= 241)


@pytest.mark.parametrize(("width", "columns"), [(3.35, 2), (6.4, 4)])
def test_a_legend_has_the_columns_that_fit(width, columns):
    figure, ax = plt.subplots(figsize=(width, 2.5), layout="constrained")
    for name in "abcde":
        ax.plot([0, 1], label=f"a line with name {name}")
    legend_above(ax)
    figure.canvas.draw()
    box = ax.get_legend().get_window_extent()
    assert ax.get_legend()._ncols == columns
    assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1


def test_lines_are_broken_between_words_and_their_parts_and_else_where_they_end():
    assert folded("logistic_regression better\N{NO-BREAK SPACE}→", 12).split("\n") == [
        "logistic_", "regression", "better →",
    ]  # fmt: skip
    assert folded("abcdefghijklmnop", 12).split("\n") == ["abcdefghijkl", "mnop"]


def test_a_legend_has_marks_without_whiskers():
    ax = plt.figure().subplots()
    ax.errorbar([1], [1], xerr=[1], capsize=2, marker="o", label="test")
    legend_above(ax)
    assert [type(handle).__name__ for handle in ax.get_legend().legend_handles] == ["Line2D"]
