"""Mean ranks over data sets with Nemenyi's critical difference, and beside them the tiers by posterior."""

import numpy as np
import pandas as pd

from bayescmp._support._typing import Floats
from bayescmp.datasets import DatasetsRanking
from bayescmp.frequentist import MeanRanks
from bayescmp.plots._axes import COLOURS, Axes, axes_or_new, legend_above, name_axes, names_apart
from bayescmp.plots._interval_rows import height_of, name_rows
from bayescmp.plots._of_comparison import warning_words
from bayescmp.plots._of_ranking import draw_tiers, lanes_of
from bayescmp.plots._plot import Plot, check_kind, of
from bayescmp.ranking._tiers import order_of, tiers_of

_BESIDE = 1.2  # inches above and below the rows
_STEP = 0.4  # of a row, from one of Nemenyi's bars to the next
_LAST = 1.2  # rows for the bar of the critical difference, below all others
_OVER = 0.012  # of the axis, by which a bar reaches over the mean ranks that it joins
_BAR, _THIN = 2.6, 0.8  # points


def plot_mean_ranks(ranking: DatasetsRanking, *, ax: Axes | None = None) -> Axes:
    """Plot mean ranks over data sets, the critical-difference diagram, and beside it the tiers by posterior.

    One row per classifier, the least mean rank at the top; a line leads from its name to its mean rank on the axis
    above. Black bars, of the gid "nemenyi", join those whose mean ranks differ by no more than Nemenyi's critical
    difference, whose length the bar below has. Blue bars at the right, of the gid "tier", are the tiers of the ranking.

    Parameters
    ----------
    ranking : DatasetsRanking
        As from `rank_datasets`; two data sets at least have all classifiers.
    ax : matplotlib Axes, optional
        Where to draw, as in `plot_result`; None makes a new figure, as high as the rows need.

    Notes
    -----
    The diagram is that of [1]_, with all names on one side; numbers are ``ranking.mean_ranks``, at 0.05. Bars join
    neighbours, so that no two of a bar differ by the test. Mean ranks count who is ahead and not by how much, and the
    test of two depends on which others are ranked with them; tiers are of the averages of the values, pair by pair.
    Therefore the orders can differ, and the bar of a tier is thin beside a classifier that is not in it.

    References
    ----------
    .. [1] J. Demsar, "Statistical Comparisons of Classifiers over Multiple Data Sets", Journal of Machine Learning
       Research 7, 2006, pages 1-30.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib import pyplot as plt
    >>> import bayescmp as bc
    >>> rows = {"iris": (0.95, 0.93, 0.96), "wine": (0.97, 0.89, 0.98), "glass": (0.71, 0.66, 0.75)}
    >>> accuracies = pd.DataFrame.from_dict(rows, orient="index", columns=["svm", "tree", "forest"])
    >>> ax = bc.plots.plot_mean_ranks(bc.rank_datasets(accuracies, metric="accuracy"))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['forest', 'svm', 'tree']
    >>> [len(line.get_xdata()) for line in ax.lines if line.get_gid() == "nemenyi"]  # 1 and 2; 2 and 3
    [2, 2]
    >>> plt.close(ax.get_figure())
    """
    found = _check(ranking)
    ranks, groups, lanes, above = _arranged(found)
    ax = axes_or_new(ax, MEAN_RANKS_PLOT.height(ranking))
    name_rows(ax, names_apart(ranks.index))
    ax.set_ylim(len(ranks) - 0.5 + _LAST, -0.5 - above)
    _scale(ax, ranks, found)
    left = ax.get_xlim()[0]
    for row, rank in enumerate(ranks):  # a line from each name to its mean rank, and up to the axis
        elbow = [left, rank, rank], [row, row, -0.5 - above]
        ax.plot(*elbow, color="0.45", linewidth=_THIN, solid_joinstyle="miter")
    reach = _OVER * np.array([-1, 1]) * np.ptp(ax.get_xlim())
    for number, (places, lane) in enumerate(zip(groups, lanes, strict=True)):
        ax.plot(
            places + reach, [-0.5 - above + _STEP * (lane + 1)] * 2, color="black", linewidth=_BAR,
            solid_capstyle="butt", gid="nemenyi", label="_" if number else "not told apart by ranks",
        )  # fmt: skip
    draw_tiers(ax, ranking, ranks.index, COLOURS[2], "tier by posterior")
    name_axes(ax, f"{warning_words(ranking)}mean rank on {found.n_blocks} {ranking.content.unit}s (1 is the best)")
    legend_above(ax, loc="upper right", anchor=(1.0, 0.0))
    return ax


def _check(ranking: object) -> MeanRanks:
    """Return the mean ranks of a ranking over data sets."""
    found = check_kind("ranking", ranking, DatasetsRanking, "rank_datasets")
    if found.mean_ranks is None:
        raise ValueError(
            "`ranking` must be over two or more data sets that have all classifiers, but is over "
            f"{found.content.complete}. Leave out classifiers that are missing on many data sets."
        )
    return found.mean_ranks


def _arranged(found: MeanRanks) -> tuple[pd.Series, list[Floats], list[int], float]:
    """Return mean ranks, the least first; ends and lanes of the bars of Nemenyi's test, and how many rows they take."""
    ranks = found.ranks.to_series()
    ranks = ranks.iloc[order_of(ranks.to_numpy(), list(ranks.index))]
    values = ranks.to_numpy()
    runs = tiers_of(np.arange(len(values)), values - values[:, None] > found.critical_difference)
    groups = [values[[run[0], run[-1]]] for run in runs if len(run) > 1]
    lanes = lanes_of(groups)
    return ranks, groups, lanes, _STEP * (2 + max(lanes, default=-1))


def _scale(ax: Axes, ranks: pd.Series, found: MeanRanks) -> None:
    """Put the axis of mean ranks above, and the bar of the critical difference below all rows."""
    from matplotlib.ticker import MaxNLocator

    end = max(len(ranks), 1 + found.critical_difference)
    ax.set_xlim(1 - 0.02 * (end - 1), end + 0.02 * (end - 1))
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    for side in ("left", "right", "bottom"):
        ax.spines[side].set_visible(False)
    ax.plot(
        [1, 1 + found.critical_difference], [len(ranks) - 0.5 + _LAST / 2] * 2, color="black", linewidth=_THIN,
        marker="|", markersize=6.0, gid="critical-difference",
        label=f"critical difference {found.critical_difference:.2f} (Nemenyi, {found.alpha:g})",
    )  # fmt: skip


def _height(ranking: DatasetsRanking) -> float:
    ranks, *_, above = _arranged(_check(ranking))
    return height_of(len(ranks) + above + _LAST, _BESIDE)


def _caption(ranking: DatasetsRanking) -> str:
    found = _check(ranking)
    return (
        f"Mean ranks on the {ranking.content.with_all} with all classifiers, 1 for the best. Black bars join those "
        f"whose mean ranks differ by no more than {found.critical_difference:.2f}, the critical difference of "
        f"Nemenyi's test at {found.alpha:g}; blue bars are tiers by posterior, neighbours by their averages, no pair "
        f"of which is decided at {ranking.settings.threshold:g}. Ranks count orders and averages count sizes, so that "
        "the two can differ."
    )


MEAN_RANKS_PLOT = Plot(
    name="critical-difference", draw=plot_mean_ranks, applies=of(DatasetsRanking, having="mean_ranks"), height=_height,
    caption=_caption,
)  # fmt: skip
