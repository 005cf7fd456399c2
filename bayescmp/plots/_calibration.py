"""Whether the probabilities of two classifiers are as large as what they predict is frequent."""

from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr

from bayescmp._text import counted
from bayescmp._typing import Booleans, Floats, Integers
from bayescmp._validation import check_integer, check_probability
from bayescmp.plots._axes import LABEL_SIZE, NOMINAL, axes_or_new, cut_to, legend_above, points_of, text_width
from bayescmp.plots._of_class import ClassProbabilities, names_for_legend, probabilities_of_class
from bayescmp.plots._of_comparison import LOOKS
from bayescmp.posteriors import BetaPosterior

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PRIOR = 0.5
_COLUMNS = np.linspace(0, 1, 41)
_ROW, _HEIGHT = 0.12, 0.1  # from one histogram to the next, and of its highest column, in units of the share
_TICKS = (0, 0.25, 0.5, 0.75, 1)
_MARKS: tuple[dict[str, Any], ...] = ({"marker": "o"}, {"marker": "s", "markerfacecolor": "white"})


def plot_calibration(
    predictions: xr.Dataset,
    first: str | None = None,
    second: str | None = None,
    *,
    pos_label: object = None,
    bins: int = 10,
    ci_prob: float = 0.95,
    ax: "Axes | None" = None,
) -> "Axes":
    r"""Plot how often records are of a class, against the probability of it that two classifiers gave them.

    On the dotted line probabilities are calibrated; below it they are too large, above it too small. A mark is a bin of
    records with similar probabilities, whiskers are the credible interval of the share of the class among such records.
    Predictions of all folds and repeats are pooled. The histograms below tell where probabilities lie, the first
    classifier's above the second's, each as high as the other.

    In a cross-validation whiskers tell what other records would change, not what other training sets would change.

    Parameters
    ----------
    predictions : Dataset
        With probabilities: as from ``cross_val_predictions(..., probabilities=True)``, or from
        `predictions_from_arrays` with `y_prob`.
    first, second : str, optional
        The two classifiers; may be left out where there are only two.
    pos_label : label, optional
        The class. Where it is left out, the labels must be 0 and 1, -1 and 1, or False and True.
    bins : int, default 10
        How many bins of about as many records. Equal probabilities stay together, so there are fewer where few differ.
    ci_prob : float, default 0.95
        Probability of the credible intervals, which have equal tails.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the legend. None makes a new figure.

    Returns
    -------
    matplotlib Axes
        Mean probabilities along the horizontal axis, shares along the vertical one, both as proportions.

    Raises
    ------
    TypeError
        If `predictions` is something else, `bins` or `ci_prob` no number, or `ax` not an Axes.
    ValueError
        If `predictions` hold no probabilities, or no record that both classifiers answered; if they are not independent
        records; if the names do not name two of the classifiers, or `pos_label` names no label; if `bins` is below 1,
        or `ci_prob` not between 0 and 1.

    Notes
    -----
    On a hold-out with missing answers the bins are of the records that both classifiers answered. A record that m
    repeats validate counts 1/m in each, so that a bin holds n records, k of them of the class, both perhaps with
    fractions. A mark is the mean probability in the bin and k/n; the interval is that of the posterior
    :math:`\mathrm{Beta}(k + 1/2, n - k + 1/2)` [1]_. A bin takes the probabilities together: within it they may be off
    in both directions.

    References
    ----------
    .. [1] L. D. Brown, T. T. Cai and A. DasGupta, "Interval Estimation for a Binomial Proportion", Statistical
       Science 16(2), 2001. :doi:`10.1214/ss/1009213286`

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_calibration
    >>> y_prob = {"a": [[0.9, 0.1], [0.7, 0.3], [0.2, 0.8]], "b": [[0.5, 0.5], [0.5, 0.5], [0.3, 0.7]]}
    >>> p = bc.predictions_from_arrays([0, 0, 1], {"a": [0, 0, 1], "b": [0, 0, 1]}, y_prob=y_prob)
    >>> ax = plot_calibration(p)
    >>> handles, names = ax.get_legend_handles_labels()
    >>> {name: handle.get_xydata().tolist() for name, handle in zip(names, handles)}
    {'a': [[0.1, 0.0], [0.3, 0.0], [0.8, 1.0]], 'b': [[0.5, 0.0], [0.7, 1.0]]}
    >>> plt.close(ax.get_figure())
    """
    check_integer("bins", bins, least=1)
    check_probability("ci_prob", ci_prob)
    found = probabilities_of_class(predictions, first, second, pos_label, "calibration")
    ax = axes_or_new(ax)
    ax.plot([0, 1], [0, 1], zorder=1, **NOMINAL)
    names = names_for_legend(found, points_of(ax)[0])
    for row, (name, given, look) in enumerate(zip(names, found.given, LOOKS[::2], strict=True)):
        of_bins = _bins(given, found.positive, found.weights, bins)
        _draw_bins(ax, of_bins, ci_prob, look | _MARKS[row] | {"label": name})
        heights, base = np.histogram(given, _COLUMNS, weights=found.weights)[0], -_ROW * (row + 1)
        columns = base + _HEIGHT * heights / heights.max()
        ax.stairs(columns, _COLUMNS, baseline=base, fill=True, color=look["color"], zorder=1)
    _dress(ax, found, f"whiskers: {100 * ci_prob:g} % interval")
    return ax


def _places(given: Floats, weights: Floats, bins: int) -> Integers:
    """Return the bin of each validation, from 0; a probability is in the bin that the middle of its weight is in."""
    values, place = np.unique(given, return_inverse=True)
    mass = np.bincount(place, weights, values.size)
    share = (np.cumsum(mass) - mass / 2) / mass.sum()
    # Sums of weights such as 1/3 are off in the last digits, and a half of all may be the bound of a bin.
    return np.unique(np.floor(bins * share + 1e-9), return_inverse=True)[1][place]


def _bins(given: Floats, positive: Booleans, weights: Floats, bins: int) -> tuple[Floats, Floats, Floats]:
    """Return the mean probability of each bin, the number of its records of the class, and of all its records."""
    place = _places(given, weights, bins)
    total, of_class, of_all = (np.bincount(place, one) for one in (weights * given, weights * positive, weights))
    return total / of_all, of_class, of_all


def _draw_bins(ax: "Axes", of_bins: tuple[Floats, Floats, Floats], ci_prob: float, look: dict[str, Any]) -> None:
    mean, of_class, of_all = of_bins
    a, b = (xr.DataArray(one + _PRIOR, dims="bin") for one in (of_class, of_all - of_class))
    interval = BetaPosterior(name="share", a=a, b=b).interval(ci_prob)
    ax.vlines(mean, interval.low, interval.high, color=look["color"], linewidth=0.8, zorder=2)
    ax.plot(mean, of_class / of_all, linewidth=1.0, markersize=3.8, zorder=3, **look)


def _dress(ax: "Axes", found: ClassProbabilities, note: str) -> None:
    width, height = points_of(ax)
    across, upwards = "predicted probability of ", "share of "
    label = cut_to(found.label, min(width, height) - text_width(across, LABEL_SIZE), LABEL_SIZE)
    pooled = f", {counted(found.n_repeats, 'repeat')} pooled" if found.n_repeats > 1 else ""
    records = counted(found.n_records, "record")
    ax.set_xlabel(f"{across}{label}\n{records}{pooled}\n{note}", fontsize=LABEL_SIZE)
    ax.set_ylabel(upwards + label, fontsize=LABEL_SIZE)
    lowest = -_ROW * len(found.names) - 0.02
    ax.set(xlim=(-0.02, 1.02), ylim=(lowest, 1.02), aspect="equal", xticks=_TICKS, yticks=_TICKS)
    legend_above(ax, centred=True)
