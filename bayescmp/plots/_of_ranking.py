"""What the plots of a ranking read of it, on one data set or on average over several, and bars beside its rows."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from bayescmp._support._typing import Floats
from bayescmp.datasets import DatasetsRanking
from bayescmp.plots._axes import Axes
from bayescmp.plots._plot import of
from bayescmp.ranking import Ranking

type AnyRanking = Ranking | DatasetsRanking

_GAP, _LANE = 5.0, 4.5  # points from the axes to the first bar, and from bar to bar
_END = 0.32  # of a row, from its middle to the end of a bar


def check_ranking(ranking: object) -> AnyRanking:
    """Return `ranking` if it is one, of one data set or over several."""
    if not isinstance(ranking, Ranking | DatasetsRanking):
        raise TypeError(
            f"`ranking` must be a Ranking or a DatasetsRanking, but got {type(ranking).__name__}. Make one with `rank` "
            "or `rank_datasets`, or read one with `load`."
        )
    return ranking


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


def draw_tiers(ax: Axes, ranking: AnyRanking, names: "pd.Index[str]", colour: str, label: str) -> None:
    """Draw a bar for each tier to the right of the rows of `names`, thin beside rows that are not of its tier."""
    from matplotlib.transforms import offset_copy

    tiers = sorted(sorted(map(int, names.get_indexer(list(tier)))) for tier in ranking.tiers)
    lanes = lanes_of(tiers)
    for number, (rows, lane) in enumerate(zip(tiers, lanes, strict=True)):
        beside = offset_copy(ax.get_yaxis_transform(), ax.get_figure(root=True), _GAP + _LANE * lane, units="points")
        ends = _ends_of_runs(rows)
        ax.plot(
            np.ones(len(ends)), ends, transform=beside, color=colour, linewidth=2.2, solid_capstyle="butt",
            clip_on=False, gid="tier", label="_" if number else label,
        )  # fmt: skip
        if np.isnan(ends).any():
            ax.plot([1, 1], [ends[0], ends[-1]], transform=beside, color=colour, linewidth=0.6, clip_on=False)


def _ends_of_runs(rows: Sequence[int]) -> Floats:
    """Return where a bar beside rows begins and ends, with NaN where it leaves out others."""
    places = np.array(rows, dtype=float)
    runs = np.split(places, 1 + np.flatnonzero(np.diff(places) > 1))
    ends = [[run[0] - _END, run[-1] + _END, np.nan] for run in runs]
    return np.concatenate(ends)[:-1]
