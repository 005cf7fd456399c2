"""The ROC curves of classifiers: how many records of a class they find, at every price in false alarms."""

from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp.comparison import Comparison, Evaluation
from bayescmp.metrics import ROC_AUC, answers_of, positive_label
from bayescmp.plots._axes import Axes, axes_or_new, legend_above, look_of_classifier, name_axes, names_apart
from bayescmp.plots._interval_rows import in_words
from bayescmp.plots._of_comparison import number, warning_words
from bayescmp.plots._plot import Plot, check_kind, of
from bayescmp.ranking import Ranking

type _Curve = tuple[Floats, Floats]
"""False-positive rates, and the true-positive rates at them."""

_CORNERS = (0.1, 0.2)  # of the axes, that are enlarged where all curves bend there
_OF_LINE, _BESIDE = 0.17, 3.2  # inches of a line of the legend, and of all else


def plot_roc(result: Comparison | Ranking | Evaluation, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    r"""Plot the ROC curves of all classifiers: sensitivity against 1 - specificity, with the areas in the legend.

    Where all curves bend in the upper left corner it is enlarged, and the labels tell which part of the axes is shown.
    That intervals of two areas overlap does not tell that neither is better: `compare` knows the records they share.

    Parameters
    ----------
    result : Comparison, Ranking or Evaluation
        By the metric "roc_auc", as from ``evaluate(y, probabilities, metric="roc_auc")``.
    ax, size
        As in `plot_result`.

    Raises
    ------
    ValueError
        If `result` is by another metric, or of scores without predictions.

    Notes
    -----
    Scores of different fits are not pooled. With :math:`R_s` the curve of validation set s, which has
    :math:`n_s^+` records of the class and :math:`n_s^-` others, and which straight lines join at equal scores, the
    curve is their mean at each false-positive rate f,

    .. math:: R(f) = \frac{\sum_s n_s^+ n_s^- R_s(f)}{\sum_s n_s^+ n_s^-},

    so that the area under it is the observed one of the legend (status D). On one test set it is its ROC curve.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> y, risk = [0, 1] * 20, {"old": [0.1, 0.7, 0.6, 0.4] * 10}
    >>> ax = bc.plots.plot_roc(bc.evaluate(y, risk, metric="roc_auc"))
    >>> ax.get_xlabel(), ax.get_legend().get_texts()[0].get_text()
    ('1 − specificity', 'old: AUC 0.75 [0.57, 0.93]')
    >>> plt.close(ax.get_figure())
    """
    predictions = _predictions_of(result)
    ax, rows = axes_or_new(ax, size, ROC_PLOT.height(result)), result.classifiers[["low", "high"]]
    rows.insert(0, "observed", [result.observed[name] for name in rows.index])
    ax.plot([0, 1], [0, 1], color="0.8", linewidth=1.0, zorder=1)
    curves = _curves(predictions.sel(classifier=list(rows.index)), result.evidence.metric.positive)
    areas = in_words(rows)
    for place, (name, curve, area) in enumerate(zip(names_apart(rows.index), curves, areas, strict=True)):
        said = area if np.isfinite(rows.iloc[place]).all() else number(rows["observed"].iloc[place], ".3f")
        ax.plot(
            *curve, label=f"{name}: AUC {said}", linewidth=2.0, zorder=2 + 0.01 * place, **look_of_classifier(place)
        )
    reach = _reach(curves)
    part = [f" ({number(low)} to {number(low + reach)})" if reach < 1 else "" for low in (0.0, 1 - reach)]
    name_axes(ax, f"{warning_words(result)}1 − specificity{part[0]}", f"sensitivity{part[1]}")
    ticks, margin = reach * np.linspace(0, 1, 5), 0.02 * reach
    ax.set(xlim=(-margin, reach + margin), ylim=(1 - reach - margin, 1 + margin), aspect="equal")
    ax.set(xticks=ticks, yticks=1 - ticks)
    legend_above(ax, loc="lower center", across=0.5)
    return ax


def _predictions_of(result: Any) -> Any:
    """Return the predictions of a result by the area under the ROC curve."""
    check_kind("result", result, (Comparison, Ranking, Evaluation), "compare")
    predictions: Any = result.evidence.predictions
    if not _applies(result):
        of_what = "scores" if predictions is None else "predictions"
        raise ValueError(
            f"`result` must be by the metric {ROC_AUC.name!r} of predictions, but is by "
            f"{result.evidence.metric.name!r} of {of_what}. Make it of probabilities or decision values, with "
            f'`metric="{ROC_AUC.name}"`.'
        )
    return predictions


def _curves(predictions: xr.Dataset, positive: Any) -> list[_Curve]:
    """Return the curve of every classifier, of the records that it answered."""
    labels, answers = predictions["label"].to_numpy().tolist(), answers_of(predictions, ROC_AUC)
    column = labels.index(positive_label(ROC_AUC.name, labels, positive))
    return [
        _curve(given[kept][:, column], answers.best[kept][:, column] == 1, answers.sets[kept])
        for given, kept in zip(answers.given, answers.answered, strict=True)
    ]


def _curve(scores: Floats, positive: Booleans, sets: Integers) -> _Curve:
    """Return the mean of the curves of validation sets, which count by their pairs."""
    from sklearn.metrics import roc_curve

    members = [sets == one for one in np.unique(sets)]
    pairs = [int(positive[own].sum()) * int((~positive[own]).sum()) for own in members]
    curves = [roc_curve(positive[own], scores[own])[:2] for own, n in zip(members, pairs, strict=True) if n]
    rates = np.unique(np.concatenate([false for false, _ in curves]))
    both_sides = [  # of each rate, where curves rise upright
        [np.interp(-rates, -false[::-1], true[::-1]), np.interp(rates, false, true)] for false, true in curves
    ]
    mean = np.average(both_sides, axis=0, weights=[n for n in pairs if n])
    return np.repeat(rates, 2), mean.T.ravel()


def _reach(curves: list[_Curve]) -> float:
    """Return the part of the axes, from the upper left corner, that shows where all curves bend."""
    bent = (part for part in _CORNERS if all(np.interp(part / 2, *curve) >= 1 - part / 2 for curve in curves))
    return next(bent, 1.0)


def _applies(result: Any) -> bool:
    if isinstance(result, type) or not of(Comparison, Ranking, Evaluation)(result):
        return False
    return result.evidence.metric.name == ROC_AUC.name and result.evidence.predictions is not None


def _caption(result: Comparison | Ranking | Evaluation) -> str:
    mean = ", the means of those of the validation sets," if result.design.n_sets > 1 else ""
    return (
        f"ROC curves{mean} with the observed {result.evidence.metric.noun} of each by itself and "
        f"{result.content.interval_words()} intervals. Intervals that overlap are no comparison."
    )


ROC_PLOT = Plot(
    name="roc", draw=plot_roc, applies=_applies, caption=_caption, printed=True,
    height=lambda result: _BESIDE + _OF_LINE * len(result.observed),
)  # fmt: skip
