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
    "levels": plots.plot_levels,
    "folds": plots.plot_folds,
    "rope": lambda comparison, ax=None: plots.plot_sensitivity(comparison, over="rope", ax=ax),
}
PAGE = 7.0


@pytest.mark.full
def test_the_axes_given_come_back_and_no_figure_is_made(drawn):
    assert drawn.returned is drawn.ax
    assert drawn.new_figures == 1
    assert drawn.ax.has_data()


@pytest.mark.full
def test_settings_and_data_stay_as_they_were(drawn):
    assert drawn.unchanged


@pytest.mark.full
def test_no_text_covers_another_or_leaves_the_figure_in_a_column(drawn, check_texts):
    check_texts(drawn.ax)
    assert drawn.ax.get_position().width * drawn.fig.get_figwidth() > 1.0


@pytest.mark.parametrize(
    "plot", ["levels", "tables", *(pytest.param(plot, marks=pytest.mark.full) for plot in ("folds",))]
)
def test_no_text_covers_another_on_a_page(plot, draw_named, check_texts):
    _, (left, right) = plt.subplots(1, 2, figsize=(PAGE, 3.2), layout="constrained")
    for ax, name in ((left, "hostile"), (right, "10-fold")):
        draw_named[plot](name, ax)
    for ax in (left, right):
        check_texts(ax)


@pytest.mark.full
def test_svg_is_vectors(svg):
    assert "<path" in svg
    assert "<image" not in svg


@pytest.mark.parametrize(
    "plot",
    [
        *("difference", "levels", "folds", "tables"),
        *(pytest.param(plot, marks=pytest.mark.full) for plot in ("rope", "effective table", "tau", "rho")),
    ],
)
def test_both_names_are_in_the_picture_and_their_dollars_begin_no_formula(plot, draw_named):
    fig, ax = plt.subplots()
    draw_named[plot]("dollars", ax)
    texts = [text.get_text() for text in fig.findobj(Text)]
    assert [text for text in texts if is_math_text(text)] == []
    shown = " ".join(texts).replace(r"\$", "$")
    assert "$a_1$" in shown
    assert "_$b" in shown


@pytest.mark.full
@pytest.mark.parametrize(
    "plot",
    [
        *("difference", "tables", "tau"),
        *(pytest.param(plot, marks=pytest.mark.full) for plot in ("levels", "folds", "rope", "rho")),
        pytest.param("effective table", marks=pytest.mark.full),
    ],
)
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


@pytest.mark.parametrize("plot", OF_A_COMPARISON.values(), ids=OF_A_COMPARISON)
def test_without_axes_there_is_a_new_figure(plot, compared):
    ax = plot(compared("hold-out"))
    assert plt.get_fignums() == [ax.get_figure().number]
    assert ax.get_figure().get_layout_engine() is not None


@pytest.mark.parametrize("plot", OF_A_COMPARISON.values(), ids=OF_A_COMPARISON)
def test_something_else_is_refused_before_a_figure_is_made(plot, data_of):
    with pytest.raises(TypeError, match=r"`comparisons?` must be a Comparison.*, but got Dataset\."):
        plot(data_of("hold-out"))
    assert plt.get_fignums() == []


def test_axes_must_be_axes(draw):
    with pytest.raises(TypeError, match=r"`ax` must be a matplotlib Axes or None, but got Figure\."):
        draw("5 x 2", plt.figure())


@pytest.mark.full
@pytest.mark.parametrize(
    "plot", [plots.plot_levels, plots.plot_folds, lambda loaded: plots.plot_sensitivity(loaded, over="tau")]
)
def test_a_loaded_comparison_is_drawn_like_the_one_saved(plot, compared, tmp_path):
    saved = compared("10-fold")
    saved.save(tmp_path / "result.nc")
    pictures = [plot(one) for one in (saved, bc.load(tmp_path / "result.nc"))]
    texts = [[text.get_text() for text in ax.findobj(Text)] for ax in pictures]
    assert texts[0] == texts[1]
