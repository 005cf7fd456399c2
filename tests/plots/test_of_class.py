"""The plots of one class: what they refuse, what they leave out, and that they are readable."""

import io
import re

import numpy as np
import pytest
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp.plots import plot_calibration, plot_roc

COLUMN = 3.35  # 85 mm, the column of a journal


@pytest.fixture(params=[plot_roc, plot_calibration], ids=["roc", "calibration"])
def plot(request):
    return request.param


def with_missing(first=("ill", None, "well", "ill", "well"), second=("ill", "ill", None, "ill", "well")):
    y_prob = {"a": [[0.9, 0.1]] * 5, "b": [[0.3, 0.7]] * 5}
    y_pred = {"a": list(first), "b": list(second)}
    return bc.predictions_from_arrays(["ill", "ill", "well", "well", "well"], y_pred, y_prob=y_prob, on_missing="drop")


class TestWhatIsRead:
    def test_validations_are_those_of_all_repeats_and_their_weights_sum_to_the_records(self, probable_case, of_class):
        found, n_records = of_class(probable_case), probable_case.sizes["record"]
        validations = np.argwhere(probable_case["fold"].to_numpy() >= 0)
        label = probable_case["label"].to_numpy().tolist().index("ill")
        expected = [probable_case["y_prob"].to_numpy()[:, r, i, label] for r, i in validations]
        assert found.given.T.tolist() == np.array(expected).tolist()
        assert found.positive.tolist() == [probable_case["y_true"].to_numpy()[i] == label for _, i in validations]
        assert found.record.tolist() == validations[:, 1].tolist()
        assert found.weights.sum() == pytest.approx(n_records)

    def test_order_of_dims_does_not_matter(self, probabilities_of, of_class):
        p = probabilities_of("5 x 2")
        assert of_class(p.transpose()).given.tolist() == of_class(p).given.tolist()

    def test_records_that_one_did_not_answer_are_left_out_for_both(self, of_class):
        found = of_class(with_missing())
        assert found.positive.tolist() == [True, False, False]
        assert found.record.tolist() == [0, 1, 2]
        assert found.given.tolist() == [[0.9] * 3, [0.3] * 3]

    @pytest.mark.parametrize("labels", [(0, 1), (-1, 1), (False, True)])
    def test_the_obvious_class_needs_no_name(self, labels, of_class):
        y_prob = {"a": [[0.9, 0.1], [0.2, 0.8]], "b": [[0.6, 0.4], [0.3, 0.7]]}
        p = bc.predictions_from_arrays(labels, {"a": labels, "b": labels}, y_prob=y_prob)
        assert of_class(p, None).given.tolist() == [[0.1, 0.8], [0.4, 0.7]]
        assert of_class(p, labels[0]).given.tolist() == [[0.9, 0.2], [0.6, 0.3]]


class TestPictures:
    @pytest.mark.full
    def test_no_text_covers_another_or_leaves_the_figure(self, plot, probable_case, check_texts):
        ax = plt.subplots(figsize=(COLUMN, 3.0), layout="constrained")[1]
        plot(probable_case, pos_label="ill", ax=ax)
        check_texts(ax)
        assert ax.get_position().width * COLUMN > 1.2

    @pytest.mark.parametrize("case", ["dollars", "hostile"])
    def test_both_names_are_in_the_legend_as_they_are(self, plot, case, probabilities_of, names_of):
        shown = names_of(plot(probabilities_of(case), pos_label="ill").get_legend().get_texts())
        assert len(set(shown)) == 2
        if case == "dollars":
            assert [text.split(",")[0].strip() for text in shown] == [r"\$a_1\$", r"_\$b"]

    def test_new_axes_are_made_only_where_none_are_given(self, plot, probabilities_of):
        p = probabilities_of("5 x 2")
        before, ax = p.copy(deep=True), plt.subplots()[1]
        assert plot(p, pos_label="ill", ax=ax) is ax
        assert len(plt.get_fignums()) == 1
        plot(p, pos_label="ill")
        assert len(plt.get_fignums()) == 2
        assert p.identical(before)

    def test_they_are_told_apart_without_colours(self, plot, probabilities_of, labelled):
        ax = plot(probabilities_of("hold-out"), pos_label="ill")
        handles, _ = ax.get_legend_handles_labels()
        assert len({line.get_linestyle() for line in handles}) == 2

    def test_svg_is_vectors(self, plot, probabilities_of):
        svg = io.StringIO()
        plot(probabilities_of("hold-out"), pos_label="ill").figure.savefig(svg, format="svg")
        assert "<image" not in svg.getvalue()

    def test_labels_tell_the_class_the_repeats_and_the_interval(self, plot, probabilities_of):
        ax = plot(probabilities_of("5 x 2"), pos_label="ill", ci_prob=0.9)
        texts = f"{ax.get_xlabel()} {ax.get_ylabel()}"
        assert all(words in texts for words in ("ill", "5 repeats pooled", "90 %"))
        assert "repeat" not in plot(probabilities_of("hold-out"), pos_label="ill").get_xlabel()


def labels_alone():
    return bc.predictions_from_arrays([0, 1], {"a": [0, 1], "b": [1, 1]})


def numbers(labels=(0, 1), **others):
    y_prob = {name: np.full((2, len(labels)), 1 / len(labels)) for name in ("a", "b")}
    given = {"y_prob": y_prob, "labels": labels, **others}
    return bc.predictions_from_arrays(labels[:2], {"a": labels[:2], "b": labels[:2]}, **given)


BAD = {
    "no predictions": (lambda: [1, 2], {}, TypeError, "`predictions` must be a Dataset of predictions, but got list."),
    "losses": (
        lambda: bc.predictions_from_arrays(loss={"a": [0.1, 0.2], "b": [0.1, 0.3]}), {}, ValueError,
        "`predictions` must hold labels, `y_true` and `y_pred`, but hold losses",
    ),
    "labels alone": (
        labels_alone, {}, ValueError,
        "`y_prob`, but hold labels alone. Make them with `cross_val_predictions(..., probabilities=True)`",
    ),
    "unknown name": (numbers, {"first": "c"}, ValueError, "`first` must be one of the classifiers ['a', 'b']"),
    "no class": (lambda: numbers(("no", "yes")), {}, ValueError, "`pos_label` must be given for"),
    "which of three": (
        lambda: numbers((0, 1, 2)), {}, ValueError,
        "`pos_label` must name the class whose probabilities are drawn, one of [0, 1, 2], but got None.",
    ),
    "unknown class": (numbers, {"pos_label": "1"}, ValueError, "`pos_label` must be one of the labels [0, 1], but got"),
    "nothing in common": (
        lambda: with_missing([None] * 2 + ["ill"] * 3, ["well"] * 2 + [None] * 3), {"pos_label": "ill"}, ValueError,
        "`predictions` must have a record that 'a' and 'b' both answered, but have none.",
    ),
    "interval": (numbers, {"ci_prob": 95}, ValueError, "`ci_prob` must be a proportion between 0 and 1, but got 95."),
}  # fmt: skip


@pytest.mark.parametrize(("data", "options", "kind", "message"), BAD.values(), ids=BAD)
def test_what_cannot_be_drawn_is_refused_before_a_figure_is_made(plot, data, options, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        plot(data(), **options)
    assert plt.get_fignums() == []
