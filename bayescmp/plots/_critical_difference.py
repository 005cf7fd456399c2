"""Demsar's diagram of mean ranks with Nemenyi's critical difference."""

from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._typing import Array, Floats
from bayescmp.content import half_up
from bayescmp.datasets import DatasetsRanking
from bayescmp.frequentist import MeanRanks
from bayescmp.plots._axes import LETTER, TEXT_SIZE, Axes, axes_or_new, folded, name_axes, names_apart, panel_of
from bayescmp.plots._interval_rows import height_of
from bayescmp.plots._of_comparison import warning_words
from bayescmp.plots._of_ranking import lanes_of
from bayescmp.plots._plot import Plot, check_kind, of
from bayescmp.ranking._tiers import order_of

_BESIDE = 0.5  # inches above and below the rows
_STEP = 0.4  # of a row, from one of Nemenyi's bars to the next
_ABOVE = 2.8  # rows above the axis, for its numbers and the critical difference
_OF_NAMES = 0.34  # of a panel, that names on one side may take
_SMALL, _SMALL_LETTER = 6.0, 3.5  # points: of names in two lines, and how wide their letters are, about
_OVER = 0.012  # of the axis, by which a bar reaches over the mean ranks that it joins
_BAR, _THIN = 2.6, 0.8  # points


def plot_mean_ranks(ranking: DatasetsRanking, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot mean ranks over data sets, the critical-difference diagram of Demsar.

    The axis of mean ranks is above, 1 for the best at the left. A line leads from each mean rank to its name: the
    better half at the left, the others at the right. Bars below the axis, of the gid "nemenyi", join those whose mean
    ranks differ by no more than Nemenyi's critical difference, whose length the bar above the axis has.

    Parameters
    ----------
    ranking : DatasetsRanking
        As from `rank_datasets`; two data sets at least have all classifiers.
    ax, size
        As in `plot_result`.

    Notes
    -----
    The diagram is that of [1]_; numbers are ``ranking.mean_ranks``, at 0.05. Bars join neighbours, so that no two of a
    bar differ by the test. Mean ranks count who is ahead and not by how much, and the test of two depends on which
    others are ranked with them: `plot_tiers` shows who cannot be told apart by averages of values, pair by pair.

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
    ['forest (1.00)', 'svm (2.00)']
    >>> [len(line.get_xdata()) for line in ax.lines if line.get_gid() == "nemenyi"]  # 1 and 2; 2 and 3
    [2, 2]
    >>> plt.close(ax.get_figure())
    """
    found = _check(ranking)
    ranks, groups, lanes, below = _arranged(found)
    ax = axes_or_new(ax, size, MEAN_RANKS_PLOT.height(ranking))
    left = (len(ranks) + 1) // 2
    rows = below + np.append(np.arange(left), np.arange(len(ranks) - left)[::-1])
    _scale(ax, ranks, found, float(rows.max()))
    _name(ax, ranks, rows, left)
    for number, (row, rank) in enumerate(zip(rows, ranks, strict=True)):
        end = ax.get_xlim()[number >= left]
        ax.plot([end, rank, rank], [row, row, 0], color="0.45", linewidth=_THIN, solid_joinstyle="miter")
    reach = _OVER * np.array([-1, 1]) * np.ptp(ax.get_xlim())
    for places, lane in zip(groups, lanes, strict=True):
        ends = places + reach, [_STEP * (lane + 1)] * 2
        ax.plot(*ends, color="black", linewidth=_BAR, solid_capstyle="butt", gid="nemenyi")
    name_axes(ax, f"{warning_words(ranking)}mean rank on {found.n_blocks} {ranking.content.unit}s (1 is the best)")
    return ax


def _name(ax: Axes, ranks: pd.Series, rows: Array, left: int) -> None:
    """Write names with their mean ranks, so many at the left, the others at the right; in two lines if need be."""
    room = _OF_NAMES * panel_of(ax)
    narrow = int(room / _SMALL_LETTER)
    names = names_apart(ranks.index, letters=max(10, int(1.5 * narrow) - 8))
    texts = [f"{name} ({half_up(rank)})" for name, rank in zip(names, ranks, strict=True)]
    look: dict[str, Any] = {"fontsize": TEXT_SIZE}
    if LETTER * max(map(len, texts)) > room:
        texts, look = [folded(text, narrow) for text in texts], {"fontsize": _SMALL, "linespacing": 0.95}
    beside = ax.secondary_yaxis("right")
    for axis, which in ((ax, slice(left)), (beside, slice(left, None))):
        axis.set_yticks(rows[which], texts[which], **look)
        axis.tick_params(axis="y", length=0)
        axis.spines[:].set_visible(False)
    ax.spines["top"].set_visible(True)


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
    """Return mean ranks, the least first; ends and lanes of the bars of Nemenyi's test, and the row below them."""
    ranks = found.ranks.to_series()
    ranks = ranks.iloc[order_of(ranks.to_numpy(), list(ranks.index))]
    groups = [ranks[[run[0], run[-1]]].to_numpy() for run in found.groups]
    lanes = lanes_of(groups)
    return ranks, groups, lanes, _STEP * (2 + max(lanes, default=-1)) + 0.5


def _scale(ax: Axes, ranks: pd.Series, found: MeanRanks, last: float) -> None:
    """Put the axis of mean ranks above the rows, and the bar of the critical difference above it."""
    from matplotlib.ticker import MaxNLocator

    end, critical = max(len(ranks), 1 + found.critical_difference), found.critical_difference
    ax.set(xlim=(1 - 0.02 * (end - 1), end + 0.02 * (end - 1)), ylim=(last + 0.5, -_ABOVE))
    ax.spines["top"].set_position(("data", 0))
    ax.xaxis.set_ticks_position("top")
    ax.xaxis.set_label_position("bottom")
    ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    ends = [1, 1 + critical], [1.4 - _ABOVE] * 2
    ax.plot(*ends, color="black", linewidth=_THIN, marker="|", markersize=6.0, gid="critical-difference")
    ax.annotate(
        f"CD = {critical:.2f}", (1 + critical / 2, ends[1][0]), (0, 2), textcoords="offset points", ha="center",
        va="bottom", fontsize=TEXT_SIZE,
    )  # fmt: skip


def _height(ranking: DatasetsRanking) -> float:
    ranks, *_, below = _arranged(_check(ranking))
    return height_of(_ABOVE + below + (len(ranks) + 1) // 2, _BESIDE)


def _caption(ranking: DatasetsRanking) -> str:
    found = _check(ranking)
    return (
        f"Mean ranks on the {ranking.content.with_all} with all classifiers, 1 for the best. Bars join those whose "
        f"mean ranks differ by no more than {found.critical_difference:.2f}, the critical difference (CD) of Nemenyi's "
        f"test at {found.alpha:g}. Ranks do not tell how large differences are."
    )


MEAN_RANKS_PLOT = Plot(
    name="critical-difference", draw=plot_mean_ranks, applies=of(DatasetsRanking, having="mean_ranks"), height=_height,
    caption=_caption, section="mean-ranks", printed=True,
)  # fmt: skip
