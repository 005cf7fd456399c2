"""The posterior of the difference of two classifiers."""

import numpy as np

from bayescmp._support._typing import Array
from bayescmp.comparison import Comparison
from bayescmp.comparison._checked import check_comparison
from bayescmp.content import equals
from bayescmp.plots._axes import BAND, TEXT_SIZE, Axes, axes_or_new, finish, plain_numbers
from bayescmp.plots._of_comparison import draw_equality, interval_words, number, sides_label
from bayescmp.plots._plot import Plot

_TAIL = 5e-4
_POINTS = 111
_NEAR_ZERO = np.geomspace(5e-4, 0.03, 10)  # of the range; the density may be infinite at 0
_REACH = 0.84  # of the axes, below the line of probabilities
_OF_A_POINT = 0.01  # margin beside a difference that is a point


def plot_difference(comparison: Comparison, *, ax: Axes | None = None) -> Axes:
    r"""Plot the posterior density of value(first) - value(second), such as of errors.

    The area over the credible interval is filled, the rope hatched, the posterior mean marked by a dashed line. The
    probabilities of the three outcomes stand above the density, on the side where their differences lie. The height of
    the density has no scale: areas below it are probabilities.

    Parameters
    ----------
    comparison : Comparison
        As from `compare`.
    ax : matplotlib Axes, optional
        Where to draw, as in `plot_result`; None makes a new figure.

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
    'error of tree − error of svm (proportion)\n← tree better   svm better →'
    >>> plt.close(ax.get_figure())
    """
    check_comparison(comparison)
    ax = axes_or_new(ax)
    plain_numbers(ax)
    interval, mean = comparison.interval, comparison.difference.mean
    x, density = _density(comparison)
    inside, words = (x >= interval.low) & (x <= interval.high), interval_words(comparison.settings)
    ax.fill_between(x[inside], density[inside], color=BAND, linewidth=0, zorder=1.5, label=words)
    ax.plot(x, density, color="black", linewidth=1.0)
    peak = np.interp(mean, x, density)
    ax.plot([mean, mean], [0, peak], color="black", linestyle="--", linewidth=1.0, label=f"mean {number(mean, '.3g')}")
    draw_equality(ax, comparison.rope, reach=_REACH)
    ax.set(xlim=_view(comparison, x[0], x[-1]), ylim=(0, (density.max() or 1.0) / _REACH))
    _header(ax, comparison)
    ax.set_yticks([])
    finish(ax, xlabel=sides_label(comparison), ylabel="posterior density")
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


def _view(comparison: Comparison, low: float, high: float) -> tuple[float, float]:
    """Return the limits of the axis: the density, and 0 and the rope where they are not far away."""
    wanted, reach = (0.0, *comparison.rope), high - low
    left, right = max(min(low, *wanted), low - reach), min(max(high, *wanted), high + reach)
    margin = 0.03 * (right - left) or _OF_A_POINT
    return left - margin, right + margin


def _header(ax: Axes, comparison: Comparison) -> None:
    """Write the probabilities of the outcomes above the density, where their differences lie."""
    first, even, second = (f"P {equals(comparison.content.prob(p))}" for p in comparison.probabilities)
    left, right = (second, first) if comparison.settings.greater_is_better else (first, second)
    texts = [(f"← {left}", 0.015, "left"), (f"{right} →", 0.985, "right")]
    if comparison.content.has_rope:
        texts.insert(1, (f"equivalent: {even}", 0.5, "center"))
    for text, place, side in texts:
        ax.text(place, 0.96, text, transform=ax.transAxes, ha=side, va="top", fontsize=TEXT_SIZE)


DIFFERENCE_PLOT = Plot(
    name="difference", draw=plot_difference, height=lambda _: 2.7,
    caption=lambda comparison: (
        f"Posterior of the difference, {comparison.content.direction()}; the band is the "
        f"{100 * comparison.ci_prob:g} % interval."
    ),
)  # fmt: skip
