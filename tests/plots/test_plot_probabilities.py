"""The triangle shows the three probabilities of each comparison."""

import re

import numpy as np
import pytest
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp.plots import plot_probabilities

ORDER = ("prob_first_better", "prob_equivalent", "prob_second_better")


def points_of(ax):
    return {line.get_label(): line for line in ax.lines if line.get_marker() not in {"None", None}}


def probabilities_at(line):
    """Solve for the probabilities that a point in the triangle stands for."""
    (x,), (y,) = line.get_data()
    equivalent = y / np.sqrt(0.75)
    return 1 - x - equivalent / 2, equivalent, x - equivalent / 2


def text_with(ax, start):
    return next(text for text in ax.texts if text.get_text().startswith(start))


@pytest.mark.parametrize("name", ["hold-out", "5 x 2", "10-fold", "all right", "undecided"])
def test_a_comparison_is_a_point_at_its_probabilities(name, compared):
    result = compared(name)
    (point,) = points_of(plot_probabilities(result)).values()
    assert probabilities_at(point) == pytest.approx([getattr(result, name) for name in ORDER])


def test_corners_are_named_by_the_two_classifiers(compared):
    ax = plot_probabilities(compared("5 x 2"))
    places = {start: text_with(ax, start).xy for start in ("tree", "equivalent", "svm")}
    assert places["tree"] == pytest.approx((0, 0))
    assert places["equivalent"] == pytest.approx((0.5, np.sqrt(3) / 2))
    assert places["svm"] == pytest.approx((1, 0))


def test_corners_of_several_pairs_have_no_names(compared):
    table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    ax = plot_probabilities([compared("undecided"), bc.compare(table, first="a", second="b")])
    assert text_with(ax, "first").xy == pytest.approx((0, 0))
    assert text_with(ax, "second").xy == pytest.approx((1, 0))
    assert list(points_of(ax)) == ["tree vs svm", "a vs b"]


def test_names_without_room_at_the_corners_stand_in_the_legend_only(compared, check_texts):
    _, ax = plt.subplots(figsize=(3.35, 2.4), layout="constrained")
    plot_probabilities(compared("hostile hold-out"), ax=ax)
    check_texts(ax)
    assert text_with(ax, "first").xy == pytest.approx((0, 0))
    assert next(iter(points_of(ax))).startswith("<script")


def test_comparisons_of_the_same_two_are_numbered(compared):
    ax = plot_probabilities((compared("hold-out"), compared("undecided")))
    assert list(points_of(ax)) == ["1: tree vs svm", "2: tree vs svm"]


def test_keys_of_a_dict_name_the_points_even_with_an_underscore_first(compared, names_of):
    keyed = {"_wine $x$ <b>": compared("hold-out"), 7: compared("undecided")}
    ax = plot_probabilities(keyed)
    assert list(points_of(ax)) == [r" _wine \$x\$ <b>", "7"]
    assert names_of(ax.get_legend().get_texts())[1:] == [r" _wine \$x\$ <b>", "7"]
    for point, result in zip(points_of(ax).values(), keyed.values(), strict=True):
        assert probabilities_at(point) == pytest.approx([getattr(result, name) for name in ORDER])


@pytest.mark.parametrize("threshold", [0.6, 0.95, 0.975])
def test_the_regions_of_decision_end_at_the_threshold(threshold, compared, labelled):
    ax = plot_probabilities(compared("hold-out", threshold=threshold))
    regions = [patch.get_xy()[:3] for patch in ax.patches if patch.get_fill() and patch.get_facecolor()[3] > 0]
    assert len(regions) == 3
    corners = np.array([[0, 0], [0.5, np.sqrt(0.75)], [1, 0]])
    for corner, others in ((0, (1, 2)), (1, (0, 2)), (2, (0, 1))):
        region = next(one for one in regions if np.allclose(one[0], corners[corner]))
        ends = sorted(map(tuple, region[1:]))
        expected = sorted(tuple(threshold * corners[corner] + (1 - threshold) * corners[other]) for other in others)
        np.testing.assert_allclose(ends, expected)
    assert labelled(ax, f"decided: P ≥ {threshold:g}") is not None


@pytest.mark.parametrize("rope", [0.0, 0.005, 0.02, 0.1])
def test_a_point_is_in_a_region_exactly_if_it_is_decided(rope, compared):
    result = compared("10-fold", rope=rope)
    ax = plot_probabilities(result)
    (point,) = points_of(ax).values()
    regions = [patch for patch in ax.patches if patch.get_facecolor()[3] > 0]
    inside = any(patch.get_path().contains_point(np.ravel(point.get_data()), radius=1e-9) for patch in regions)
    inside |= any(patch.get_path().contains_point(np.ravel(point.get_data()), radius=-1e-9) for patch in regions)
    assert inside == (result.decision != "undecided")


def test_numbers_along_a_side_are_the_probability_of_the_corner_that_follows(compared):
    ax = plot_probabilities(compared("hold-out"))
    ticks = [text for text in ax.texts if re.fullmatch(r"0\.\d+", text.get_text())]
    corners = {"first": (0, 0), "second": (1, 0), "equivalent": (0.5, np.sqrt(0.75))}
    seen = []
    for side, (start, end) in enumerate((("first", "second"), ("second", "equivalent"), ("equivalent", "first"))):
        for share in (0.25, 0.5, 0.75):
            place = share * np.array(corners[end]) + (1 - share) * np.array(corners[start])
            seen += [(side, text) for text in ticks if np.allclose(text.xy, place) and float(text.get_text()) == share]
    assert len(seen) == len(ticks) == 9


def test_lines_of_equal_probability_begin_at_the_numbers(compared):
    ax = plot_probabilities(compared("hold-out"))
    grid = [np.array(line.get_data()).T for line in ax.lines if line.get_marker() == "None"]
    assert len(grid) == 9
    begins = [text.xy for text in ax.texts if re.fullmatch(r"0\.\d+", text.get_text())]
    for begin, end in grid:
        one, other = (
            np.array([1 - x - y / np.sqrt(3), 2 * y / np.sqrt(3), x - y / np.sqrt(3)]) for x, y in (begin, end)
        )
        assert np.isclose(one, 0).any()
        assert np.isclose(other, 0).any()
        assert np.isclose(one, other).any()  # the probability that stays
        assert any(np.allclose(begin, place) for place in begins)


def test_more_than_five_comparisons_are_a_table(compared, check_texts, names_of):
    several = [compared("hold-out"), compared("undecided"), compared("hostile hold-out"), compared("all right")] * 5
    _, ax = plt.subplots(figsize=(3.35, 5.5), layout="constrained")
    plot_probabilities(several, ax=ax)
    check_texts(ax)
    assert len(ax.get_yticklabels()) == 20
    np.testing.assert_allclose(ax.collections[0].get_array(), [one.probabilities for one in several])
    assert names_of(ax.get_xticklabels()) == ["first\nbetter", "equivalent", "second\nbetter"]


def test_five_that_differ_are_points(compared):
    several = [compared("hold-out"), compared("undecided")] * 2 + [compared("all right")]
    points = points_of(plot_probabilities(several))
    assert len({(line.get_marker(), line.get_markerfacecolor() == "white") for line in points.values()}) == 5


def test_several_in_one_corner_are_a_table_and_decided_ones_have_a_star(compared, names_of):
    one = compared("5 x 2")
    assert one.decision == "first better"
    ax = plot_probabilities({"a": one, "b": one})
    assert names_of(ax.get_yticklabels()) == ["a", "b"]
    assert names_of(ax.get_xticklabels()) == ["tree\nbetter", "equivalent", "svm\nbetter"]
    texts = np.array(names_of(ax.texts)).reshape(2, 3)
    assert [text.endswith("*") for text in texts[0]] == [True, False, False]
    assert ax.get_xlabel() == "* decided: P ≥ 0.975"
    assert points_of(plot_probabilities([one]))  # a single one is a point


def test_marks_at_one_place_are_both_seen(compared):
    one, other = points_of(plot_probabilities([compared("undecided")] * 2)).values()
    assert one.get_markersize() > other.get_markersize() + 3


@pytest.mark.parametrize(
    ("comparisons", "kind", "message"),
    [
        ("tree", TypeError, "`comparisons` must be a Comparison, or a list or dict of them, but got str."),
        ([1], TypeError, "`comparisons` must be a Comparison, but got int."),
        ([], ValueError, "`comparisons` must hold 1 to 20 comparisons, but got 0."),
        ({}, ValueError, "`comparisons` must hold 1 to 20 comparisons, but got 0."),
    ],
)
def test_bad_comparisons_are_refused_before_a_figure_is_made(comparisons, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        plot_probabilities(comparisons)
    assert plt.get_fignums() == []


def test_too_many_or_several_thresholds_are_refused(compared):
    with pytest.raises(ValueError, match=r"`comparisons` must hold 1 to 20 comparisons, but got 21\."):
        plot_probabilities([compared("hold-out")] * 21)
    message = "`comparisons` must have one threshold, but got [0.9, 0.975]. Draw them apart."
    with pytest.raises(ValueError, match=re.escape(message)):
        plot_probabilities([compared("hold-out"), compared("hold-out", threshold=0.9)])
    assert plt.get_fignums() == []
