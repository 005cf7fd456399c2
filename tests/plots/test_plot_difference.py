"""The picture of the posterior of the difference shows its numbers."""

import numpy as np
import pytest
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp.plots import plot_difference

CASES = ["all right", "effective"]
EACH = pytest.mark.parametrize("name", CASES)


def says(text, probability):
    """Tell whether a text of the picture ends with this probability."""
    relation, number = text.get_text().split()[-2:]
    near = abs(float(number) - probability) <= 5.1e-4
    return {"=": near, "<": probability < 1e-3, ">": probability > 0.999}[relation]


def header_of(ax):
    """Return the texts above the density from left to right, and those at numbers."""
    texts = sorted((text for text in ax.texts if "\n" in text.get_text()), key=lambda text: text.xy[0])
    return texts, [text for text in ax.texts if "\n" not in text.get_text()]


def curve_of(ax):
    return max(ax.lines, key=lambda line: len(line.get_xdata())).get_data()


@pytest.mark.parametrize("name", [*CASES, "5 x 2", "hold-out"])
def test_the_curve_is_the_density(name, compared):
    result = compared(name)
    x, density = curve_of(plot_difference(result))
    np.testing.assert_allclose(density, result.difference.pdf(x))
    assert x[0] == pytest.approx(result.difference.ppf(5e-4))
    assert x[-1] == pytest.approx(result.difference.ppf(1 - 5e-4))
    assert np.isfinite(density).all()


@pytest.mark.parametrize("kind", ["eti", "hdi"])
def test_the_area_over_the_interval_is_filled(kind, compared):
    result = compared("hold-out", ci_prob=0.9, ci_kind=kind)
    ax = plot_difference(result)
    (area,) = [one for one in ax.collections if one.get_gid() is None]
    corners = area.get_paths()[0].vertices
    assert corners[:, 0].min() == result.interval.low
    assert corners[:, 0].max() == result.interval.high
    x, density = curve_of(ax)
    assert corners[:, 1].max() == density[(x >= result.interval.low) & (x <= result.interval.high)].max()


@EACH
def test_mean_and_ends_have_their_numbers_at_their_places(name, compared):
    result = compared(name)
    ax = plot_difference(result)
    (line,) = [line for line in ax.lines if line.get_gid() == "mean"]
    assert set(line.get_xdata()) == {result.difference.mean}
    assert line.get_linestyle() == "--"
    assert line.get_ydata()[1] == pytest.approx(np.interp(result.difference.mean, *curve_of(ax)))
    expected = [result.interval.low, result.difference.mean, result.interval.high]
    for text, value in zip(header_of(ax)[1][:3], expected, strict=True):
        assert text.xy[0] == value
        assert float(text.get_text().replace("−", "-")) == pytest.approx(value, abs=0.06 * result.difference.sd)
    assert ax.get_legend() is None


@pytest.mark.parametrize(
    ("rope", "label"), [(0.02, "±0.02"), ((-0.01, 0.03), "−0.01 to 0.03"), ((-1e-17, 0.03), "0 to 0.03")]
)
def test_the_rope_is_a_band_with_a_line_at_zero(rope, label, compared):
    result = compared("hold-out", rope=rope)
    ax = plot_difference(result)
    (band,) = ax.patches
    assert (band.get_x(), band.get_x() + band.get_width()) == pytest.approx(result.rope)
    header, numbers = header_of(ax)
    assert header[1].get_text().startswith(f"within {label}\n")
    named = {text.xy[0]: float(text.get_text().replace("−", "-")) for text in numbers[3:]}
    assert list(named) == list(named.values()) == [edge for edge in result.rope if abs(edge) > 1e-9]
    assert f" practical equivalence, {label}." in result.caption()
    assert any(line.get_ydata() == [0, 1] for line in ax.lines if list(line.get_xdata()) == [0, 0])


@EACH
def test_the_three_probabilities_stand_on_their_side(name, compared):
    result = compared(name)
    ax = plot_difference(result)
    left, middle, right = header_of(ax)[0]
    assert left.get_text().startswith(f"← {result.first} better\n")
    assert right.get_text().startswith(f"{result.second} better →\n")
    probabilities = result.prob_first_better, result.prob_equivalent, result.prob_second_better
    for text, probability in zip((left, middle, right), probabilities, strict=True):
        assert says(text, probability)


@EACH
def test_the_view_holds_the_density_and_equality(name, compared):
    result = compared(name)
    ax = plot_difference(result)
    x, density = curve_of(ax)
    low, high = ax.get_xlim()
    assert low < min(x[0], result.rope[0]) < max(x[-1], result.rope[1]) < high
    assert ax.get_ylim()[0] == 0
    assert ax.get_ylim()[1] > density.max()


@pytest.mark.parametrize("sign", [-1, 1])
def test_equality_far_away_does_not_squeeze_the_density(sign):
    counts = {"only_first_wrong": 90_000, "only_second_wrong": 10_000}
    one, other = counts.values() if sign > 0 else reversed(counts.values())
    table = bc.paired_table(both_wrong=0, only_first_wrong=one, only_second_wrong=other, both_right=0)
    ax = plot_difference(bc.compare(table, rope=0.01))
    x, _ = curve_of(ax)
    low, high = ax.get_xlim()
    assert low < x[0] < x[-1] < high
    assert high - low < 2.2 * (x[-1] - x[0])
    assert not low < 0 < high


def test_a_column_has_three_numbers_at_least(compared):
    for name in ("hold-out", "5 x 2", "10-fold"):
        ax = plot_difference(compared(name), ax=plt.figure(figsize=(3.35, 2.3)).subplots())
        low, high = ax.get_xlim()
        assert sum(low <= tick <= high for tick in ax.get_xticks()) >= 3


@pytest.mark.parametrize(("first", "second", "rope"), [(20, 40, 0), (20, 40, 0.005), (40, 20, 0), (30, 31, 0)])
def test_numbers_lie_on_no_line_of_equality_in_one_column(first, second, rope):
    table = bc.paired_table(both_wrong=20, only_first_wrong=first, only_second_wrong=second, both_right=420)
    result = bc.compare(table, rope=rope)
    ax = plot_difference(result, size="one column")
    ax.figure.canvas.draw()
    lines = [ax.transData.transform((at, 0))[0] for at in {0.0, *result.rope}]
    for text in header_of(ax)[1][:3]:
        box = text.get_window_extent()
        assert not any(box.x0 < line < box.x1 for line in lines)


def test_an_area_under_a_curve_is_called_no_proportion():
    y = np.arange(60) % 2
    numbers = np.random.default_rng(0).random((2, 60))
    found = bc.probabilities(y, dict(zip("ab", numbers, strict=True)))
    ax = plot_difference(bc.compare(found, metric="roc_auc"))
    assert ax.get_xlabel().split("\n")[0] == "ROC AUC of a − ROC AUC of b"


def test_the_axis_says_which_difference(compared):
    ax = plot_difference(compared("hold-out"))
    assert ax.get_xlabel() == "error of tree − error of svm (proportion)"
    assert "density" in ax.get_ylabel()
    assert ax.get_yticks().tolist() == []  # the height of a density has no meaning of its own


def test_where_more_is_better_each_probability_stands_with_its_classifier():
    table = bc.paired_table(both_wrong=2, only_first_wrong=9, only_second_wrong=14, both_right=75)
    result = bc.compare(table, metric="accuracy", rope=0.05)
    left, *_, right = header_of(plot_difference(result))[0]
    assert says(left, result.prob_second_better)
    assert says(right, result.prob_first_better)
