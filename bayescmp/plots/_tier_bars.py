"""Several classifiers against the best, and who stands together."""

from typing import Any

import numpy as np
import pandas as pd

from bayescmp.content import name_text
from bayescmp.plots._axes import Axes, axes_or_new, drawn, finish, names_apart
from bayescmp.plots._interval_rows import draw_rows, height_of, intervals_of
from bayescmp.plots._of_comparison import unit_of, warning_words
from bayescmp.plots._of_ranking import AnyRanking, check_ranking, draw_tiers, of_ranking, pairs_of, where_of
from bayescmp.plots._plot import Plot
from bayescmp.ranking import Ranking

_LOOK: dict[str, Any] = {"color": "black", "marker": "o"}


def plot_tiers(ranking: AnyRanking, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the difference of each classifier to the best one, and the tiers as brackets beside the rows.

    One row per classifier, the best at the top and at 0; the farther from 0, the worse. A bracket, a line of the
    gid "tier", spans the rows of a tier of two or more: neighbours, no pair of which is decided. Hollow marks are
    those that are beaten.

    Parameters
    ----------
    ranking : Ranking or DatasetsRanking
        As from `rank` or `rank_datasets`.
    ax, size
        As in `plot_result`.

    Notes
    -----
    Lines are intervals: of a Ranking those of ``ranking.to_best``, which hold for all pairs at once, and as thicker
    lines those of each pair by itself; over data sets those of the differences on average, each pair by itself.
    Decisions, and with them tiers and hollow marks, are of each pair by itself: a thin line of a classifier that is
    beaten may cross 0, a thick one only where it is another one than the best that beats it. Two classifiers that no
    bracket spans together need not be decided: tiers are runs of neighbours.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> y = [0, 1] * 20
    >>> p = bc.labels(y, {"ones": [1] * 40, "all": y, "most": [1, 1, *y[2:]]})
    >>> ax = bc.plots.plot_tiers(bc.rank(p, draws=1000))
    >>> [float(bar.get_ydata().mean()) for bar in ax.lines if bar.get_gid() == "tier"]  # rows 0 and 1
    [0.5]
    >>> plt.close(ax.get_figure())
    """
    names = check_ranking(ranking).classifiers.index
    ax = axes_or_new(ax, size, TIERS_PLOT.height(ranking))
    by_pair, beaten = _to_best(ranking), ~names.isin(ranking.unbeaten)
    rows = ranking.to_best.reindex(names, fill_value=0.0) if isinstance(ranking, Ranking) else by_pair
    hollow = _LOOK | {"markerfacecolor": "white", "label": "beaten"}
    several = intervals_of(rows, (~beaten, _LOOK | {"label": "not beaten"}), (beaten, hollow))
    draw_rows(ax, names_apart(names, ax), several, rope=ranking.settings.rope)
    if isinstance(ranking, Ranking):
        ends, places = by_pair.iloc[1:], np.arange(1, len(by_pair))
        ax.hlines(places, ends["low"], ends["high"], color="black", linewidth=2.4, gid="pair", zorder=1)
    draw_tiers(ax, ranking)
    ax.margins(x=0.05)
    metric, best = ranking.content.metric, drawn(ranking.best)
    label = f"{metric.noun} − that of {best}{where_of(ranking)}{unit_of(metric)}"
    finish(ax, xlabel=warning_words(ranking) + label, share=0.6)
    return ax


def _to_best(ranking: AnyRanking) -> pd.DataFrame:
    """Return estimate and ends, each pair by itself, of the difference of each to the best, the first row, at 0."""
    pairs, columns = pairs_of(ranking), ["estimate", "low", "high"]
    ahead = pairs[pairs["second"] == ranking.best].set_index("first")[columns]
    behind = 0.0 - pairs[pairs["first"] == ranking.best].set_index("second")[columns]
    behind = behind.rename(columns={"low": "high", "high": "low"})
    rows = pd.concat([ahead, behind]).reindex(ranking.classifiers.index)
    rows.iloc[0] = 0.0
    return rows


def _caption(ranking: AnyRanking) -> str:
    best, probability = name_text(ranking.best), f"with probability {ranking.settings.ci_prob:g}"
    pairs = "decided pair by pair, without regard to the others"
    bars = "a bracket at the right spans neighbours, no pair of which is decided."
    if isinstance(ranking, Ranking):
        return (
            f"Differences to {best}, the best by estimate, with intervals that hold for all pairs at once "
            f"{probability}, and thicker those of each pair by itself. Who is beaten is {pairs}; {bars}"
        )
    return (
        f"Differences to {best} on average over {ranking.content.unit}s, with intervals that hold "
        f"{probability}, each pair by itself. Who is beaten on average is {pairs}; {bars}"
    )


TIERS_PLOT = Plot(
    name="tiers", draw=plot_tiers, applies=of_ranking,
    height=lambda ranking: height_of(len(ranking.classifiers)), caption=_caption,
)  # fmt: skip
