"""The forest of methods shows the rows of `methods`."""

import numpy as np
import pytest
from matplotlib import pyplot as plt

from bayescmp.content import row_words
from bayescmp.plots import PLOTS, plot_methods
from bayescmp.plots._axes import names_apart

SHORT = {
    "McNemar's test for block-regularized cross-validation": "McNemar's test",
    "McNemar's test with continuity correction": "McNemar's test",
    "two one-sided tests of equivalence (equiv.)": "TOST (equiv.)",
    "e-value, valid whenever one looks": "e-value",
}
EACH = pytest.mark.parametrize("name", ["hold-out", "5 x 2", "effective"])


def marks_of(ax):
    """Return the estimates drawn, by row."""
    lines = [container.lines[0] for container in ax.containers]
    return {int(y): float(x) for line in lines for x, y in zip(*line.get_data(), strict=True)}


def answers_of(ax):
    """Return the texts beside the rows."""
    (beside,) = ax.child_axes
    return beside.get_yticklabels()


def whiskers_of(ax):
    segments = [segment for one in ax.containers for bars in one.lines[2] for segment in bars.get_segments()]
    return {int(ends[0, 1]): ends[:, 0] for ends in segments if len(ends)}


@EACH
def test_every_method_has_its_estimate_from_top_to_bottom(name, compared, names_of):
    methods = compared(name).methods
    ax = plot_methods(compared(name), ax=plt.subplots(figsize=(10, 4))[1])
    names = [SHORT.get(words, words) for words in map(row_words, methods.itertuples())]
    assert names_of(ax.get_yticklabels()) == names_apart(names, ax)
    assert not any("_" in name for name in names_of(ax.get_yticklabels()))
    assert ax.get_yticks().tolist() == list(range(len(methods)))
    assert dict(sorted(marks_of(ax).items())) == dict(enumerate(methods["estimate"]))
    assert ax.yaxis_inverted()


@EACH
def test_posteriors_and_tests_have_their_intervals(name, compared):
    methods = compared(name).methods
    whiskers = whiskers_of(plot_methods(compared(name)))
    assert sorted(whiskers) == methods.index[methods["low"].notna()].tolist()
    for row, ends in whiskers.items():
        np.testing.assert_allclose(ends, methods.loc[row, ["low", "high"]].astype(float))


@EACH
def test_each_row_ends_with_its_probability_or_p_value(name, compared):
    methods = compared(name).methods
    texts = answers_of(plot_methods(compared(name)))
    for row, text in zip(methods.itertuples(), texts, strict=True):
        kind, *relation, number = text.get_text().split()
        assert kind == ("p" if row.kind == "test" else "P")
        value = row.pvalue if row.kind == "test" else row.prob_first_better
        expected = {"": abs(float(number) - value) <= 5.1e-4, "<": value < 1e-3, ">": value > 0.999}
        assert expected["".join(relation)]


@pytest.mark.parametrize(("asked", "method"), [("auto", "crossed-effects"), ("effective-table", "effective-table")])
def test_the_row_that_the_decision_rests_on_is_marked(asked, method, compared, labelled):
    ax = plot_methods(compared("5 x 2", method=asked))
    bold = [label.get_text() for label in ax.get_yticklabels() if label.get_fontweight() == "bold"]
    assert bold == [method.replace("-", " ")]
    assert [text.get_fontweight() for text in answers_of(ax)] == ["bold", *["normal"] * (len(answers_of(ax)) - 1)]
    mark = labelled(ax, "decides").lines[0]
    assert mark.get_ydata().tolist() == [0]
    assert mark.get_markerfacecolor() == "black"
    assert labelled(ax, "other method").lines[0].get_markerfacecolor() == "white"


def test_the_view_holds_every_mark_equality_and_the_rope(compared, labelled):
    ax = plot_methods(compared("5 x 2", rope=(-0.3, 0.2)))
    low, high = ax.get_xlim()
    band = labelled(ax, "rope −0.3 to 0.2")
    assert low < -0.3 < 0.2 < high
    assert (band.get_x(), band.get_x() + band.get_width()) == pytest.approx((-0.3, 0.2))
    assert low < min(marks_of(ax).values())


def test_the_axis_says_difference_and_the_caption_what_lines_are(compared):
    result = compared("5 x 2", ci_prob=0.9, ci_kind="hdi")
    assert plot_methods(result).get_xlabel() == "error of tree − error of svm (proportion)"
    caption = PLOTS["methods"].caption(result)
    assert "90 % shortest" in caption
    assert "negative where tree errs less" in caption
