"""The value of each classifier by itself, with its interval, and of each of its runs."""

from typing import Any

import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp.comparison import Comparison, Evaluation
from bayescmp.evidence._runs import values_of_runs
from bayescmp.plots._axes import COLOURS, Axes, axes_or_new, drawn, names_apart
from bayescmp.plots._interval_rows import draw_observed, draw_rows, finish_rows, height_of, intervals_of
from bayescmp.plots._of_comparison import unit_of, warning_words
from bayescmp.plots._plot import Plot, check_kind, of
from bayescmp.ranking import Ranking

_BELOW = 0.3  # of a row, that runs are below its line
_MEAN: dict[str, Any] = {"color": COLOURS[2], "marker": "o", "label": "posterior mean"}
_RUN: dict[str, Any] = {"color": COLOURS[0], "marker": ".", "linestyle": "none", "alpha": 0.6, "zorder": 2}


def plot_values(result: Evaluation | Ranking | Comparison, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the value of each classifier by itself, with its interval, and of each of several runs.

    Intervals of two that overlap do not tell that neither is better: `compare` knows the records that they share.

    Parameters
    ----------
    result : Evaluation, Ranking or Comparison
        As from `evaluate`, `rank` or `compare`.
    ax, size
        As in `plot_result`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> y = [0, 1] * 50
    >>> ax = bc.plots.plot_values(bc.evaluate(y, {"tree": [1 - y[0], *y[1:]]}))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['tree']
    >>> plt.close(ax.get_figure())
    """
    rows = check_kind("result", result, (Evaluation, Ranking, Comparison), "evaluate").classifiers
    ax = axes_or_new(ax, size, VALUES_PLOT.height(result))
    look = _MEAN if _has_means(result) else _MEAN | {"label": None}
    draw_rows(ax, names_apart(rows.index, ax), intervals_of(rows, (True, look)))
    draw_observed(ax, [result.observed[name] for name in rows.index])
    runs = _runs_of(result)
    for place, name in enumerate(rows.index if runs else ()):
        ax.plot(runs[name], [place + _BELOW] * len(runs[name]), **_RUN, label="one run" if place == 0 else None)
    metric = result.evidence.metric
    finish_rows(
        ax, lambda _: f"{warning_words(result)}{drawn(metric.noun)}{unit_of(metric)}", rows[["estimate", "low", "high"]]
    )
    return ax


def _has_means(result: Evaluation | Ranking | Comparison) -> bool:
    """Tell whether anything is known of each by itself, which is not of two by their scores."""
    return bool(result.classifiers["estimate"].notna().any())


def _runs_of(result: Evaluation | Ranking | Comparison) -> dict[str, Floats]:
    """Return the value of each run of each classifier, from predictions or given scores; none where there is one."""
    scores, evidence = result.call.data, result.evidence
    if evidence.design.is_one_test_set and isinstance(scores, xr.DataArray) and "classifier" in scores.dims:
        return {name: scores.sel(classifier=name).to_numpy().ravel() for name in result.observed}
    return values_of_runs(evidence.predictions, evidence.metric)


def _applies(result: Any) -> bool:
    if isinstance(result, Comparison):
        return bool(_runs_of(result))
    return of(Evaluation, Ranking)(result)


def _caption(result: Evaluation | Ranking | Comparison) -> str:
    noun, several = result.evidence.metric.noun, "single runs (points below), " if _runs_of(result) else ""
    means = f", posterior means (dots) and {result.content.interval_words()} intervals (lines)" * _has_means(result)
    said = f"{noun[0].upper()}{noun[1:]} of each by itself: {several}observed (ticks){means}"
    return f"{said}. Whether two differ does not follow from overlap."


VALUES_PLOT = Plot(
    name="values", draw=plot_values, applies=_applies,
    height=lambda result: height_of(len(result.observed)), caption=_caption,
)  # fmt: skip
