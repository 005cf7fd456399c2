"""What the plots of a ranking read of it, on one data set or on average over several, and brackets beside its rows."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from bayescmp._support._typing import Floats
from bayescmp.datasets import DatasetsRanking
from bayescmp.plots._axes import Axes
from bayescmp.plots._plot import check_kind, of
from bayescmp.ranking import Ranking

type AnyRanking = Ranking | DatasetsRanking

_GAP, _LANE = 5.0, 4.5  # points from the axes to the first bracket, and from one to the next
_END = 0.32  # of a row, from its middle to the end of a bracket


def check_ranking(ranking: Any) -> AnyRanking:
    """Return `ranking` if it is one, of one data set or over several."""
    check_kind("ranking", ranking, (Ranking, DatasetsRanking), "rank")
    checked: AnyRanking = ranking
    return checked


of_ranking = of(Ranking, DatasetsRanking)


def where_of(ranking: AnyRanking) -> str:
    """Return the words that say where numbers hold: on average of data sets, nothing on one."""
    return " on average" if isinstance(ranking, DatasetsRanking) else ""


def pairs_of(ranking: AnyRanking) -> pd.DataFrame:
    """Return a row per pair, of a ranking over data sets the answers on average."""
    if isinstance(ranking, Ranking):
        return ranking.pairs
    return ranking.pairs.rename(columns=lambda name: name.removeprefix("average_"))


def lanes_of(spans: Sequence[Sequence[float] | Floats]) -> list[int]:
    """Return the lane of each group of places, in order of their beginnings; in a lane none reaches another."""
    ends: list[float] = []
    lanes = []
    for places in spans:
        lane = next((lane for lane, end in enumerate(ends) if end < places[0]), len(ends))
        ends[lane : lane + 1] = [places[-1]]
        lanes.append(lane)
    return lanes


def draw_tiers(ax: Axes, ranking: AnyRanking) -> None:
    """Draw a bracket for each tier of two or more to the right of the rows."""
    from matplotlib.markers import TICKLEFT
    from matplotlib.transforms import offset_copy

    names = ranking.classifiers.index
    tiers = sorted(sorted(map(int, names.get_indexer(list(tier)))) for tier in ranking.tiers)
    tiers = [rows for rows in tiers if len(rows) > 1]
    for rows, lane in zip(tiers, lanes_of(tiers), strict=True):
        beside = offset_copy(ax.get_yaxis_transform(), ax.get_figure(root=True), _GAP + _LANE * lane, units="points")
        ax.plot(
            [1, 1], [rows[0] - _END, rows[-1] + _END], transform=beside, color="black", linewidth=0.9,
            marker=TICKLEFT, markersize=2.5, clip_on=False, gid="tier",
        )  # fmt: skip
    if tiers:
        ax.plot([], [], color="black", marker="$]$", linestyle="none", label="tier: undecided")
