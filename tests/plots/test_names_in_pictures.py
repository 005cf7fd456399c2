"""Names in pictures are cut in one place: they use the room, stay apart, and keep brackets in pairs."""

import pytest
from matplotlib import pyplot as plt

from bayescmp.plots._axes import cut_apart, cut_to, legend_above, pair_in_line, text_width

LOGISTIC = "logistic regression (C=1.0, L2 penalty)"
ROOMS = [60.0, 80.0, 100.0, 120.0]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("name", [LOGISTIC, "HistGradientBoostingClassifier(max_iter=300)", "W" * 50, "a b " * 15])
def test_a_cut_name_uses_its_room(name, room):
    shown = cut_to(name, room)
    assert "..." in shown
    assert 0.7 * room <= text_width(shown) <= room


def test_a_name_that_fits_is_not_cut():
    assert cut_to(LOGISTIC, 400) == LOGISTIC


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("name", [LOGISTIC, "forest[500] of deep trees", "net (a [very] long one, of many layers)"])
def test_a_cut_name_has_no_half_of_a_pair_of_brackets_at_its_end(name, room):
    shown = cut_to(name, room)
    assert not (shown.endswith((")", "]")) and shown.count(shown[-1]) > shown.count({")": "(", "]": "["}[shown[-1]]))


@pytest.mark.parametrize("room", ROOMS)
def test_different_names_stay_different(room):
    pair = ["the model of January, tuned, v1", "the model of January, plain, v1"]
    assert len(set(cut_apart(pair, room))) == 2
    many = [f"the same beginning of a long name, {number}, and the same long end of it" for number in range(4)]
    assert len(set(cut_apart(many, room))) == 4


def test_two_that_would_be_the_same_say_which_is_which():
    one, other = cut_apart([f"{'a' * 40}{middle}{'b' * 40}" for middle in "xy"], 100)
    assert (one.endswith("[first]"), other.endswith("[second]")) == (True, True)


def test_a_long_name_takes_what_a_short_one_leaves():
    assert pair_in_line((LOGISTIC, "svm"), text_width(LOGISTIC + "svm") + 5, "x-small") == (LOGISTIC, "svm")
    both = pair_in_line((LOGISTIC, LOGISTIC[::-1]), 160, "x-small")
    assert all(text_width(name) <= 80 for name in both)


def test_rows_of_a_legend_are_full_and_in_order():
    _, ax = plt.subplots(figsize=(3.35, 2.5))
    for name in "abcde":
        ax.plot([0, 1], label=f"a line with name {name}")
    legend_above(ax)
    columns = ax.get_legend()._ncols
    shown = [text.get_text()[-1] for text in ax.get_legend().get_texts()]
    assert columns == 2
    assert shown == ["a", "c", "e", "b", "d"]  # column by column, so that rows read a b, c d, e


def test_widths_are_those_of_the_font_that_the_user_has_set():
    usual = text_width("illi")
    with plt.rc_context({"font.sans-serif": ["DejaVu Sans Mono"]}):
        assert text_width("illi") > 1.5 * usual
    with plt.rc_context({"font.size": 20.0}):
        assert text_width("illi") == pytest.approx(2 * usual)
    assert text_width("illi") == usual
