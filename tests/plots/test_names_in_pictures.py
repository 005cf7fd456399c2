"""Names in pictures are cut in one place, once: they stay apart, and are drawn as they are."""

import pytest
from matplotlib import pyplot as plt

from bayescmp.plots._axes import drawn, in_lines, legend_above, names_apart

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


def test_a_long_label_has_two_lines():
    assert in_lines("error of a", "− error of b") == "error of a − error of b"
    assert in_lines(f"error of {LONG}", "− error of b") == f"error of {LONG}\n− error of b"


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
