"""The posterior of the difference of two classifiers."""

from typing import TYPE_CHECKING

import numpy as np

from bayescmp._typing import Array
from bayescmp.comparison import Comparison
from bayescmp.comparison._checked import check_comparison
from bayescmp.content import equals
from bayescmp.plots._axes import (
    BAND,
    TEXT_SIZE,
    axes_or_new,
    finish,
    fitted_pair,
    pair_in_line,
    plain_numbers,
    points_of,
    text_width,
    width_of_panel,
)
from bayescmp.plots._of_comparison import (
    advantage_words,
    difference_label,
    draw_equality,
    interval_words,
    number,
    warning_words,
)
from bayescmp.plots._plot import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_TAIL = 5e-4
_POINTS = 111
_NEAR_ZERO = np.geomspace(5e-4, 0.03, 10)  # of the range; the density may be infinite at 0
_HEADER = 30.0  # points that the two lines of probabilities take
_OF_A_POINT = 0.01  # margin beside a difference that is a point


def plot_difference(comparison: Comparison, *, ax: "Axes | None" = None) -> "Axes":
    r"""Plot the posterior density of value(first) - value(second), such as of errors.

    The area over the credible interval is filled, the rope hatched, the posterior mean marked by a dashed line. The
    probabilities of the three outcomes stand above the density, on the side where their differences lie. The height of
    the density has no scale: areas below it are probabilities.

    Parameters
    ----------
    comparison : Comparison
        As from `compare`.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the legend. None makes a new figure.

    Returns
    -------
    matplotlib Axes
        Differences in proportions along the horizontal axis. Long names are cut in the middle.

    Raises
    ------
    TypeError
        If `comparison` is not a Comparison, or `ax` not an Axes.

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
    >>> from bayescmp.plots import plot_difference
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> ax = plot_difference(bc.compare(table, first="tree", second="svm", rope=0.01))
    >>> ax.get_xlabel()
    'error of tree − error of svm (proportion)\n← tree better   svm better →'
    >>> plt.close(ax.get_figure())
    """
    check_comparison(comparison)
    ax = axes_or_new(ax)
    x, density = _density(comparison)
    plain_numbers(ax)
    _curve(ax, comparison, x, density)
    width, height = points_of(ax)
    reach = 1 - min(_HEADER / (0.75 * height), 0.6)  # a layout engine may shrink the axes
    draw_equality(ax, comparison.rope, reach=reach)
    ax.set_xlim(_view(comparison, x[0], x[-1]))
    ax.set_ylim(0, (density.max() or 1.0) / reach)
    _header(ax, comparison, width)
    ax.set_yticks([])
    room = width_of_panel(ax)
    label = warning_words(comparison) + difference_label(comparison, room)
    sides = advantage_words(comparison.settings, (comparison.first, comparison.second), room)
    finish(ax, xlabel=f"{label}\n{sides}", ylabel="posterior density")
    return ax


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


def _curve(ax: "Axes", comparison: Comparison, x: Array, density: Array) -> None:
    interval, mean = comparison.interval, comparison.difference.mean
    inside = (x >= interval.low) & (x <= interval.high)
    label = interval_words(comparison.settings)
    ax.fill_between(x[inside], density[inside], color=BAND, linewidth=0, zorder=1.5, label=label)
    ax.plot(x, density, color="black", linewidth=1.0)
    peak = np.interp(mean, x, density)
    ax.plot([mean, mean], [0, peak], color="black", linestyle="--", linewidth=1.0, label=f"mean {number(mean, '.3g')}")


def _view(comparison: Comparison, low: float, high: float) -> tuple[float, float]:
    """Return the limits of the axis: the density, and 0 and the rope where they are not far away."""
    wanted, reach = (0.0, *comparison.rope), high - low
    left, right = max(min(low, *wanted), low - reach), min(max(high, *wanted), high + reach)
    margin = 0.03 * (right - left) or _OF_A_POINT
    return left - margin, right + margin


def _header(ax: "Axes", comparison: Comparison, width: float) -> None:
    """Write the outcomes with their probabilities into the room above the density."""
    pair, has_rope = (comparison.first, comparison.second), comparison.content.has_rope
    if has_rope:
        names = fitted_pair(pair, 0.5 * (0.96 * width - text_width("  equivalent  ")), TEXT_SIZE)
    else:
        names = pair_in_line(pair, 0.94 * width, TEXT_SIZE)
    words = [f"P {equals(comparison.content.prob(p))}" for p in comparison.probabilities]
    if comparison.settings.greater_is_better:  # the better the first, the farther to the right
        names, words = names[::-1], words[::-1]
    left, right = names
    texts = f"{left}\nbetter: {words[0]}", f"equivalent\n{words[1]}", f"{right}\nbetter: {words[2]}"
    sides = list(zip(texts, (0.015, 0.5, 0.985), ("left", "center", "right"), strict=True))
    for text, place, side in sides if has_rope else sides[::2]:
        ax.text(place, 0.975, text, transform=ax.transAxes, ha=side, va="top", fontsize=TEXT_SIZE)


def _caption(comparison: Comparison) -> str:
    return (
        f"Posterior of {comparison.content.symbol()}; the band is the {100 * comparison.ci_prob:g} % interval. "
        f"{'Right' if comparison.settings.greater_is_better else 'Left'} of 0 {comparison.content.first} "
        f"{comparison.content.better}."
    )


DIFFERENCE_PLOT = Plot(
    name="difference",
    draw=lambda comparison, ax: plot_difference(comparison, ax=ax),
    section="figure",
    height=lambda _: 2.7,
    caption=_caption,
    words=lambda comparison: f"Posterior density of the difference. {comparison.content.how_large()}",
)
