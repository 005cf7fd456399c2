"""The confidence sequence over looks, values of classifiers, the scatter over data sets, sizes and captions."""

import inspect

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp import plots

Y = [0, 1] * 60
RIGHT = {"a": Y, "b": [1 - Y[0], *Y[1:]], "c": [1 - y for y in Y[:40]] + Y[40:]}


def watched(first, looks=12):
    watch = bc.SequentialComparison(first="tree", second="svm")
    for _ in range(looks):
        counts = {"both_wrong": 2, "only_first_wrong": first, "only_second_wrong": 3}
        watch = watch.update(bc.paired_table(**counts, both_right=45 - first))
    return watch


@pytest.mark.parametrize("draw", [plots.plot_looks, plots.plot_e_values])
def test_the_look_that_decided_is_marked(draw):
    watch, ax = watched(9), draw(watched(9))
    assert watch.decided_at
    assert ax.texts[-1].get_text() == f"decided at {watch.decided_at}: svm better"
    assert draw(watched(3)).texts[-1:] == [] or "decided" not in draw(watched(3)).texts[-1].get_text()


def test_the_band_is_the_confidence_sequence_with_its_last_numbers():
    watch = watched(9)
    ax = plots.plot_looks(watch)
    (band,) = ax.collections
    ends = band.get_paths()[0].vertices
    rows = watch.some_looks(100)
    assert {*rows["low"], *rows["high"]} <= {*ends[:, 1]}
    last = [float(text.get_text().replace("−", "-")) for text in ax.texts[:3]]
    sequence = watch.confidence_sequence
    assert last == pytest.approx([sequence.low, watch.difference, sequence.high], abs=0.0051)
    assert plots.default_plot(watch).name == "looks"
    assert "valid at all looks; dashed: the first look that decided" in watch.caption()


def test_a_ranking_shows_values_first():
    result = bc.rank(bc.labels(Y, RIGHT), draws=500)
    ax = result.plot(size="two columns")
    assert [label.get_text() for label in ax.get_yticklabels()] == list(result.classifiers.index)
    (beside,) = ax.child_axes
    for text, row in zip(beside.get_yticklabels(), result.classifiers.itertuples(), strict=True):
        found = [float(one) for one in text.get_text().replace("[", "").replace("]", "").replace(",", "").split()]
        assert found == pytest.approx([row.estimate, row.low, row.high], abs=0.0051)


def test_values_of_runs_are_shown_for_a_comparison():
    rng = np.random.default_rng(0)
    answers = {
        name: np.where(rng.random((4, 120)) < error, 1 - np.array(Y), Y) for name, error in (("a", 0.1), ("b", 0.3))
    }
    result = bc.compare(bc.labels(Y, answers, how=bc.runs([1, 2, 3, 4])))
    assert [plot.name for plot in plots.plots_of(result)][:2] == ["difference", "values"]
    marks = [line for line in plots.plot_values(result).lines if line.get_marker() == "."]
    assert [len(line.get_xdata()) for line in marks] == [4, 4]
    assert [set(line.get_ydata()) for line in marks] == [{0.3}, {1.3}]  # below the intervals
    means = {"a": [0.81, 0.84, 0.82], "b": [0.79, 0.8]}
    told = bc.compare(bc.scores(means, noun="accuracy", how=bc.one_test_set(1000)))
    marks = [line for line in plots.plot_values(told).lines if line.get_marker() == "."]
    assert [line.get_xdata()[np.isfinite(line.get_xdata())].tolist() for line in marks] == [*means.values()]
    assert "single runs" in plots.PLOTS["values"].caption(result)
    assert "values" not in {
        plot.name for plot in plots.plots_of(bc.compare(bc.labels(Y, RIGHT), first="a", second="b"))
    }


def test_the_scatter_counts_wins_on_their_side_of_the_diagonal():
    frame = pd.DataFrame({"svm": [0.9, 0.8, 0.7, 0.6], "tree": [0.8, 0.7, 0.75, 0.6]}, list("wxyz"))
    for metric, data in (("accuracy", frame), ("error", 1 - frame)):
        result = bc.compare_datasets(data, metric=metric)
        ax = plots.plot_scatter(result)
        texts = {text.get_text(): text.get_position() for text in ax.texts}
        upper = "tree better: 1" if metric == "accuracy" else "svm better: 2"
        assert texts[upper][1] > 0.5
        assert set(texts) == {"svm better: 2", "tree better: 1"}
        (points,) = [line for line in ax.lines if line.get_marker() == "o"]
        np.testing.assert_allclose(np.stack(points.get_data(), axis=-1), data.to_numpy())
        assert "they tie on 1." in plots.PLOTS["scatter"].caption(result)


def test_values_that_differ_by_rounding_alone_are_ties():
    frame = pd.DataFrame({"a": [0.1 + 0.2, 0.7, 0.5], "b": [0.3, 0.6, 0.55], "c": [0.2, 0.3, 0.4]}, list("xyz"))
    result = bc.compare_datasets(frame[["a", "b"]], metric="accuracy")
    assert {text.get_text() for text in plots.plot_scatter(result).texts} == {"a better: 1", "b better: 1"}
    assert "they tie on 1." in plots.PLOTS["scatter"].caption(result)
    cells = [text.get_text() for text in plots.plot_pair_matrix(bc.rank_datasets(frame, metric="accuracy")).texts]
    assert sum("\n1/1/1\n" in cell for cell in cells) == 2


@pytest.mark.parametrize(("size", "width"), [("one column", 3.15), ("two columns", 6.5), (None, 6.4)])
def test_a_new_figure_has_the_width_that_is_asked_for(size, width):
    result = bc.compare(bc.labels(Y, RIGHT), first="a", second="c")
    assert result.plot(size=size).figure.get_figwidth() == width
    assert bc.plan_hold_out(difference=0.02, disagreement=0.1).plot(size=size).figure.get_figwidth() == width
    assert plots.plot_folds(result, size=size).figure.get_figwidth() == width
    assert all(
        "size" in inspect.signature(draw).parameters for name, draw in vars(plots).items() if name[:5] == "plot_"
    )
    with pytest.raises(ValueError, match=r"`size` is that of a new figure"):
        result.plot(size="one column", ax=plt.figure().subplots())
    with pytest.raises(ValueError, match=r"`size` must be"):
        result.plot(size="3 columns")


def test_a_caption_has_the_numbers_of_the_picture():
    result = bc.compare(bc.labels(Y, RIGHT), first="a", second="c", rope=0.01)
    caption = result.caption()
    assert caption.startswith("Posterior density of the difference in error, a - c; negative where a errs less.")
    assert "95 % equal-tailed interval from " in caption
    assert caption.endswith("the grey band is the region of practical equivalence, ±0.01.")


def test_each_metric_has_an_axis_of_its_own_as_wide_as_its_intervals():
    y, noise = np.arange(400) % 2, np.random.default_rng(0).normal(0, 0.01, 400)
    near = {"a": (0.5 + noise).round(6), "b": (0.5 - noise / 2).round(6)}
    result = bc.compare(y, near, metric=["neg_brier_score", "matthews_corrcoef", "accuracy"])
    panels = result.plot(size="one column").child_axes
    for panel, (name, part) in zip(panels, result.results.items(), strict=True):
        seen = min(0, part.interval.low), max(0, part.interval.high)
        assert np.ptp(panel.get_xlim()) < 1.3 * np.ptp(seen), name
        assert panel.get_title(loc="left").startswith(part.evidence.metric.noun)
    assert [panel.get_xlabel() for panel in panels] == ["", "", "a − b"]


def test_dots_of_a_claim_are_where_either_edge_of_its_width_is_decided():
    told = bc.reported(mean={"a": "91.2", "b": "90.1"}, sd={"a": "1.2", "b": "1.0"}, folds=10)
    decided = told.each.assign(decided=told.each["decision"] != "undecided").groupby("untold")["decided"]
    some, every = decided.any(), decided.all()
    ax = told.plot()
    dots = [line.get_xdata().item() for line in ax.lines if line.get_marker() == "o"]
    assert dots == [some[some].index[0], every[every].index[0]] == pytest.approx([0.425, 0.675])
    assert "probability; its width: rounding" in ax.get_legend_handles_labels()[1]


def test_what_a_watch_decided_is_inside_of_a_column():
    watch = bc.SequentialComparison(first="logistic regression (C=1.0)", second="random forest of 500 trees")
    counts = {"both_wrong": 4, "only_first_wrong": 7, "only_second_wrong": 2, "both_right": 87}
    for _ in range(20):
        watch = watch.update(bc.paired_table(**counts))
    for draw in (plots.plot_looks, plots.plot_e_values):
        ax = draw(watch, size="one column")
        ax.figure.canvas.draw()
        (words,) = [text for text in ax.texts if text.get_text().startswith("decided at")]
        assert words.get_window_extent().x1 < ax.figure.bbox.x1


def test_a_picture_is_written_to_a_file(tmp_path):
    result = bc.compare(bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76))
    result.plot(tmp_path / "difference.pdf", size="one column")
    assert (tmp_path / "difference.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(TypeError, match="`path` must be a text or a Path"):
        result.plot(plt.figure())
