"""How many records of a class two classifiers find, at every price in false alarms."""

from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr

from bayescmp._text import counted
from bayescmp._typing import Booleans, Floats
from bayescmp._validation import RandomNumbers, check_probability, generator
from bayescmp.metrics import ROC_AUC
from bayescmp.plots._axes import LABEL_SIZE, NOMINAL, axes_or_new, cut_to, legend_above, points_of, text_width
from bayescmp.plots._of_class import ClassProbabilities, names_for_legend, probabilities_of_class
from bayescmp.plots._of_comparison import LOOKS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_DRAWS = 2000
_NUMBERS = 4e6  # weights that are held at once
_TICKS = (0, 0.25, 0.5, 0.75, 1)
_RATES = np.linspace(0, 1, 201)
"""False-positive rates at which the bands are known."""


def plot_roc(
    predictions: xr.Dataset,
    first: str | None = None,
    second: str | None = None,
    *,
    pos_label: object = None,
    ci_prob: float = 0.95,
    rng: RandomNumbers = 0,
    ax: "Axes | None" = None,
) -> "Axes":
    r"""Plot the ROC curves of two classifiers for one class, with bands.

    A point of a curve is a threshold: the shares of the records of the class and of all others whose probability of the
    class reaches it. Predictions of all folds and repeats are pooled. The band is the credible interval of the
    true-positive rate at each false-positive rate by itself; a whole curve leaves it more often than that. The area
    beside a name is that of `compare`, the mean of those within validation sets, and not that under the pooled curve.

    In a cross-validation the bands are too narrow: they tell what other records would change in the curves of these
    fits, not what other training sets would change. Whether one area is larger is for `compare` to say.

    Parameters
    ----------
    predictions : Dataset
        With probabilities: as from ``cross_val_predictions(..., probabilities=True)``, or from
        `predictions_from_arrays` with `y_prob`.
    first, second : str, optional
        The two classifiers; may be left out where there are only two.
    pos_label : label, optional
        The class. Where it is left out, the labels must be 0 and 1, -1 and 1, or False and True.
    ci_prob : float, default 0.95
        Probability of the bands.
    rng : int, Generator or None, default 0
        Seed or source of the draws of the bands.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the legend. None makes a new figure.

    Returns
    -------
    matplotlib Axes
        Rates as proportions. The legend has the metric "roc_auc": of a hold-out the areas under the curves, of a
        cross-validation those of its validation sets, for the curves pool scores of different fits.

    Raises
    ------
    TypeError
        If `predictions` is something else, `ci_prob` or `rng` no number, or `ax` not an Axes.
    ValueError
        If `predictions` hold no probabilities, or none of records of the class and of others that both classifiers
        answered; if they are not independent records; if the names do not name two of the classifiers, or `pos_label`
        names no label; or if `ci_prob` is not between 0 and 1.

    Notes
    -----
    On a hold-out with missing answers the curves are of the records that both classifiers answered. Points are joined
    by straight lines, so that equal probabilities count as halves, as in the area. Bands are quantiles over 2,000 draws
    of the Bayesian bootstrap [1]_: records have the weights :math:`w_i \sim \mathrm{Exp}(1)`, the same in all repeats
    and for both classifiers, and with :math:`p_i` the probability that record i is of the class c

    .. math:: \mathrm{TPR}(t) = \frac{\sum_{y_i = c} w_i [p_i \ge t]}{\sum_{y_i = c} w_i}, \quad
       \mathrm{FPR}(t) = \frac{\sum_{y_i \ne c} w_i [p_i \ge t]}{\sum_{y_i \ne c} w_i}.

    Weights make no records that were not seen: with few records of the class, or of others, bands are too narrow, and
    where all of the class come before all others they have no width.

    References
    ----------
    .. [1] D. B. Rubin, "The Bayesian Bootstrap", The Annals of Statistics 9(1), 1981. :doi:`10.1214/aos/1176345338`

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_roc
    >>> y_prob = {"a": [[0.9, 0.1], [0.7, 0.3], [0.2, 0.8]], "b": [[0.5, 0.5], [0.1, 0.9], [0.3, 0.7]]}
    >>> p = bc.predictions_from_arrays([0, 0, 1], {"a": [0, 0, 1], "b": [0, 1, 1]}, y_prob=y_prob)
    >>> ax = plot_roc(p)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['a, AUC 1.000', 'b, AUC 0.500']
    >>> plt.close(ax.get_figure())
    """
    check_probability("ci_prob", ci_prob)
    source = generator(rng)
    found = probabilities_of_class(predictions, first, second, pos_label, ROC_AUC.name)
    _check_both_kinds(found)
    bands = _bands(found, ci_prob, source)
    ax = axes_or_new(ax)
    ax.plot([0, 1], [0, 1], zorder=1, **NOMINAL)
    areas = [f", AUC {_area(scores, found):.3f}" for scores in found.given]
    names = names_for_legend(found, points_of(ax)[0] - text_width(areas[0]))
    for name, area, scores, band, look in zip(names, areas, found.given, bands, LOOKS[::2], strict=True):
        ax.plot(*_curve(scores, found.positive), label=name + area, linewidth=1.2, zorder=3, **look)
        _draw_band(ax, band, look)
    _dress(ax, found, f"bands: {100 * ci_prob:g} % at each rate")
    return ax


def _area(scores: Floats, found: ClassProbabilities) -> float:
    both, labels = np.stack([1 - scores, scores], axis=-1), [False, True]
    return float(ROC_AUC.value(found.positive, both, labels=labels, sets=found.sets))


def _check_both_kinds(found: ClassProbabilities) -> None:
    n_class = np.unique(found.record[found.positive]).size
    if n_class in {0, found.n_records}:
        raise ValueError(
            f"`predictions` must have records of the class {found.label!r} and others, but got {n_class} of it among "
            f"{counted(found.n_records, 'record')} that both classifiers answered."
        )


def _curve(scores: Floats, positive: Booleans, weights: Floats | None = None) -> tuple[Floats, Floats]:
    """Return false-positive and true-positive rates at every threshold, from the highest, over the last axis."""
    w = np.ones(scores.size) if weights is None else weights
    order = np.argsort(-scores, kind="stable")
    last = np.append(np.flatnonzero(np.diff(scores[order])), scores.size - 1)  # of equal scores
    taken = [np.cumsum(w[..., order] * kind[order], axis=-1)[..., last] for kind in (~positive, positive)]
    first = np.zeros((*w.shape[:-1], 1))
    of_others, of_class = (np.concatenate([first, sums / sums[..., -1:]], axis=-1) for sums in taken)
    return of_others, of_class


def _bands(found: ClassProbabilities, ci_prob: float, source: np.random.Generator) -> Floats:
    """Return lower and upper bounds of the true-positive rate at all `_RATES`, shape (2 classifiers, 2, n_rates)."""
    drawn = np.empty((len(found.given), _DRAWS, _RATES.size))
    at_once = max(1, int(_NUMBERS / found.record.size))
    for begin in range(0, _DRAWS, at_once):
        here = drawn[:, begin : begin + at_once]
        weights = source.standard_exponential((here.shape[1], found.n_records))[:, found.record]
        for rows, scores in zip(here, found.given, strict=True):
            rows[:] = [
                np.interp(_RATES, *rates) for rates in zip(*_curve(scores, found.positive, weights), strict=True)
            ]
    return np.moveaxis(np.quantile(drawn, [(1 - ci_prob) / 2, (1 + ci_prob) / 2], axis=1), 0, 1)


def _draw_band(ax: "Axes", band: Floats, look: dict[str, Any]) -> None:
    ax.fill_between(_RATES, *band, color=look["color"], alpha=0.15, linewidth=0, zorder=1.5)
    for bound in band:
        ax.plot(_RATES, bound, linewidth=0.5, zorder=2, **look)


def _dress(ax: "Axes", found: ClassProbabilities, note: str) -> None:
    n_class = np.unique(found.record[found.positive]).size
    beside = f"{counted(n_class, 'record')} with outcome = "
    label = cut_to(found.label, 0.8 * points_of(ax)[1] - text_width(beside, LABEL_SIZE), LABEL_SIZE)
    pooled = f"{counted(found.n_repeats, 'repeat')} pooled; " if found.n_repeats > 1 else ""
    ax.set_xlabel(
        f"false-positive rate\n{counted(found.n_records - n_class, 'other record')}\n{pooled}{note}",
        fontsize=LABEL_SIZE,
    )
    ax.set_ylabel(f"true-positive rate\n{beside}{label}", fontsize=LABEL_SIZE)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal", xticks=_TICKS, yticks=_TICKS)
    legend_above(ax, centred=True)
