"""The posterior of the difference of two classifiers."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bayescmp._support._typing import Array
from bayescmp.comparison import Comparison
from bayescmp.comparison._checked import check_comparison
from bayescmp.content import PAPER, decimals_of, equals
from bayescmp.plots._axes import (
    BAND,
    LETTER,
    TEXT_SIZE,
    Axes,
    axes_or_new,
    folded,
    name_axes,
    names_apart,
    panel_of,
    plain_numbers,
    points_of,
    sparse_ticks,
)
from bayescmp.plots._of_comparison import decimals, difference_label, draw_equality, number, rope_words
from bayescmp.plots._plot import Plot

_TAIL = 5e-4
_POINTS = 111
_NEAR_ZERO = np.geomspace(5e-4, 0.03, 10)  # of the range; the density may be infinite at 0
_REACH = 0.9  # of the axes, below the value of the mean
_OF_A_POINT = 0.01  # margin beside a difference that is a point
_GROUND: dict[str, Any] = {"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.75}  # on a line
_SIDES = ("right", "left"), ("center", "right", "left"), ("left", "right")  # of ends and mean, the first where it can
_TEXT: dict[str, Any] = {"fontsize": TEXT_SIZE, "linespacing": 1.3}


def plot_difference(comparison: Comparison, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    r"""Plot the posterior density of value(first) - value(second), such as of errors.

    The area over the credible interval is filled, with its ends beside it, the rope a light band
    with the values of its edges, the posterior mean a dashed line with its value. The probabilities of the three
    outcomes stand above the density, on the side where their differences lie. The height of the density has no scale:
    areas below it are probabilities.

    Parameters
    ----------
    comparison : Comparison
        As from `compare`.
    ax, size
        As in `plot_result`.

    Notes
    -----
    Drawn from the 0.05 % to the 99.95 % quantile; 0 and the bounds of the rope are in view unless they are farther
    away than this range is wide. Where hardly any record tells the classifiers apart the density is infinite at 0, and
    the curve ends at 1/2000 of the range beside it. Where nothing is known of how far the difference varies, it is flat
    and its height means nothing.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> ax = bc.plots.plot_difference(bc.compare(table, first="tree", second="svm", rope=0.01))
    >>> ax.get_xlabel()
    'error of tree − error of svm (proportion)'
    >>> plt.close(ax.get_figure())
    """
    check_comparison(comparison)
    ax = axes_or_new(ax, size)
    plain_numbers(ax)
    interval, mean = comparison.interval, comparison.difference.mean
    x, density = _density(comparison)
    inside = (x >= interval.low) & (x <= interval.high)
    ax.fill_between(x[inside], density[inside], color=BAND, linewidth=0, zorder=1.5, alpha=0.8)
    ax.plot(x, density, color="black", linewidth=1.0)
    peak = np.interp(mean, x, density)
    ax.plot([mean, mean], [0, peak], color="black", linestyle="--", linewidth=1.0, gid="mean")
    draw_equality(ax, comparison.rope)
    ax.set(xlim=_view(comparison, x[0], x[-1]), ylim=(0, (density.max() or 1.0) / _REACH))
    ends = np.array([interval.low, mean, interval.high])
    for place, height, sides in zip(ends, np.interp(ends, x, density), _SIDES, strict=True):
        words = _words(comparison, place)
        side = _clear(ax, place, len(words), sides, comparison.rope)
        inside = sides[0] not in {side, "center"}  # of the filled area, at its foot
        at, offset = (place, 0 if inside else height), ({"right": -3, "center": 0, "left": 3}[side], 3)
        ground = None if inside else _GROUND
        ax.annotate(words, at, offset, textcoords="offset points", ha=side, bbox=ground, **_TEXT)
    _header(ax, comparison)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    name_axes(ax, difference_label(comparison, panel_of(ax)), "posterior density")
    sparse_ticks(ax)
    return ax


def _clear(ax: Axes, place: float, letters: int, sides: Sequence[str], rope: tuple[float, float]) -> str:
    """Return the first of the alignments of a text at a place with which it lies on the fewest lines at 0 and rope."""
    lines = (np.unique([0.0, *rope]) - place) * points_of(ax)[0] / np.ptp(ax.get_xlim())
    width = LETTER * letters + 3
    begins = {"left": 0.0, "right": -width, "center": -width / 2}
    return min(sides, key=lambda side: int(((lines > begins[side]) & (lines < begins[side] + width)).sum()))


def _words(comparison: Comparison, value: float) -> str:
    return decimals(value, decimals_of(float(comparison.difference.sd)))


def _density(comparison: Comparison) -> tuple[Array, Array]:
    """Return where the density is drawn and its values there, the ends of the interval among them."""
    interval, mean = comparison.interval, comparison.difference.mean
    if np.isinf(comparison.difference.sd):
        return mean + abs(mean) * np.linspace(-2, 2, _POINTS), np.ones(_POINTS)
    low, high = (float(comparison.difference.ppf(tail)) for tail in (_TAIL, 1 - _TAIL))
    near_zero = (high - low) * np.concatenate([-_NEAR_ZERO, _NEAR_ZERO])
    x = np.union1d(np.linspace(low, high, _POINTS), [interval.low, mean, interval.high, *near_zero])
    x = x[(x >= low) & (x <= high) & (np.abs(x) >= np.abs(near_zero).min())]
    return x, np.asarray(comparison.difference.pdf(x))


def _view(comparison: Comparison, low: float, high: float) -> tuple[float, float]:
    """Return the limits of the axis: the density, and 0 and the rope where they are not far away."""
    wanted, reach = (0.0, *comparison.rope), high - low
    left, right = max(min(low, *wanted), low - reach), min(max(high, *wanted), high + reach)
    margin = 0.03 * (right - left) or _OF_A_POINT
    return left - margin, right + margin


def _header(ax: Axes, comparison: Comparison) -> None:
    """Write the probabilities of the outcomes above the density, where their differences lie."""
    first, even, second = (f"P {equals(comparison.content.prob(p))}" for p in comparison.probabilities)
    room, has_rope = int(0.9 * panel_of(ax) / LETTER), comparison.content.has_rope
    each = max(12, (room - 16 * has_rope) // 2)  # letters of a line
    names = names_apart((comparison.first, comparison.second), letters=max(16, 3 * each - 16))
    left, right = zip(names, (first, second), strict=True)
    if comparison.settings.greater_is_better:
        left, right = right, left
    whose = f"←\N{NO-BREAK SPACE}{left[0]} better", f"{right[0]} better\N{NO-BREAK SPACE}→"
    one, other = (f"{folded(name, each)}\n{p}" for name, p in zip(whose, (left[1], right[1]), strict=True))
    texts = [(one, 0.0, "left"), (other, 1.0, "right")]
    above: dict[str, Any] = {"textcoords": "offset points", "va": "bottom", **_TEXT}
    if has_rope:
        texts.append((f"within {rope_words(comparison.rope)}\n{even}", 0.5, "center"))
        _name_edges(ax, comparison.rope, above)
    for text, place, side in texts:
        ax.annotate(text, (place, 1), (0, 3 + 9 * has_rope), xycoords="axes fraction", ha=side, **above)


def _name_edges(ax: Axes, rope: tuple[float, float], look: dict[str, Any]) -> None:
    """Write above the edges of the rope their values, apart from each other."""
    (low, high), texts = ax.get_xlim(), [number(edge) for edge in rope]
    room = points_of(ax)[0] * (rope[1] - rope[0]) / (high - low)
    sides = ("center", "center") if LETTER * (max(map(len, texts)) + 1) < room else ("right", "left")
    for edge, text, side in zip(rope, texts, sides, strict=True):
        if low <= edge <= high and text != "0":
            ax.annotate(text, (edge, 1), (0, 1), xycoords=ax.get_xaxis_transform(), ha=side, **look)


def _caption(comparison: Comparison) -> str:
    said, interval, rope = comparison.content, comparison.interval, rope_words(comparison.rope)
    low, mean, high = (_words(comparison, one) for one in (interval.low, comparison.difference.mean, interval.high))
    band = f"; the grey band is the region of practical equivalence, {rope}" if said.has_rope else ""
    return (
        f"Posterior density of the difference in {said.metric.noun}, {said.direction(PAPER)}. Its mean is {mean} "
        f"(dashed), the filled area is over the {said.interval_words()} interval from {low} to {high}{band}."
    )


DIFFERENCE_PLOT = Plot(
    name="difference", draw=plot_difference, height=lambda _: 2.5, caption=_caption,
)  # fmt: skip
