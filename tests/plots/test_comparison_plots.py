"""What holds for every plot of a comparison: axes in and out, texts apart, vectors, names as they are."""

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt
from matplotlib.cbook import is_math_text
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text

import bayescmp as bc
from bayescmp import plots

OF_A_COMPARISON = {
    "difference": plots.plot_difference,
    "methods": plots.plot_methods,
    "folds": plots.plot_folds,
    "rope": lambda comparison, ax=None: plots.plot_sensitivity(comparison, over="rope", ax=ax),
}


def test_given_axes_come_back_with_texts_apart_and_data_stay(drawn, check_texts):
    assert drawn.returned is drawn.ax
    assert drawn.new_figures == 1
    assert drawn.unchanged
    check_texts(drawn.ax)
    assert drawn.ax.get_position().width * drawn.fig.get_figwidth() > 1.0


def test_both_names_are_in_the_picture_and_their_dollars_begin_no_formula(draw_named):
    for draw in draw_named.values():
        fig, ax = plt.subplots()
        draw("dollars", ax)
        texts = [text.get_text() for text in fig.findobj(Text)]
        assert [text for text in texts if is_math_text(text)] == []
        shown = " ".join(texts).replace(r"\$", "$")
        assert "$a_1$" in shown
        assert "_$b" in shown


@pytest.mark.parametrize("plot", ["difference", "tables"])
def test_texts_follow_the_font_size_of_the_user(plot, draw_named):
    sizes = []
    for size in (10.0, 20.0):
        with mpl.rc_context({"font.size": size}):
            _, ax = plt.subplots(figsize=(9, 7))
            draw_named[plot]("5 x 2", ax)
            legend = ax.get_legend()
            sizes.append([text.get_size() for text in (legend.get_texts() if legend else [ax.xaxis.label])])
            assert sizes[-1][0] <= FontProperties(size="small").get_size_in_points()
    assert sizes[1] == pytest.approx([2 * size for size in sizes[0]])


def test_without_axes_there_is_a_new_figure_and_none_for_something_else(compared, data_of):
    for plot in OF_A_COMPARISON.values():
        with pytest.raises(TypeError, match=r"`comparisons?` must be a Comparison.*, but got Dataset\."):
            plot(data_of("hold-out"))
        assert plt.get_fignums() == []
        with pytest.raises(TypeError, match=r"`ax` must be a matplotlib Axes or None, but got int\."):
            plot(compared("hold-out"), ax=3)
        ax = plot(compared("hold-out"))
        assert plt.get_fignums() == [ax.get_figure().number]
        assert ax.get_figure().get_layout_engine() is not None
        plt.close("all")


def test_a_loaded_comparison_is_drawn_like_the_one_saved(compared, tmp_path):
    saved = compared("10-fold")
    saved.save(tmp_path / "result.nc")
    loaded = bc.load(tmp_path / "result.nc")
    for plot in OF_A_COMPARISON.values():
        texts = [[text.get_text() for text in plot(one).findobj(Text)] for one in (saved, loaded)]
        assert texts[0] == texts[1]


def test_panels_share_an_axis_where_all_metrics_are_proportions():
    y = [0, 1] * 50
    both = y, {"a": [1, *y[1:]], "b": [1, 0, 0, *y[3:]]}
    one, other = bc.compare(*both, metric=["accuracy", "f1"]).plot().child_axes
    assert one.get_xlim() == other.get_xlim()
    one, other = bc.compare(*both, metric=["accuracy", "matthews_corrcoef"]).plot().child_axes
    assert one.get_xlim() != other.get_xlim()
