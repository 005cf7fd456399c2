"""Several classifiers against the best, and who stands together."""

from typing import TYPE_CHECKING

import numpy as np

from bayescmp.content import name_text
from bayescmp.plots._axes import LABEL_SIZE, axes_or_new, cut_to, finish, text_width, width_left
from bayescmp.plots._grids import height_of, name_rows
from bayescmp.plots._of_comparison import draw_equality, warning_words
from bayescmp.plots._plot import Plot, of
from bayescmp.ranking import Ranking
from bayescmp.ranking._ranking import check_ranking

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BESIDE = 1.3  # inches above and below the rows
_GAP, _LANE = 5.0, 4.5  # points from the axes to the first bar, and from bar to bar
_END = 0.32  # of a row, from its middle to the end of a bar


def plot_tiers(ranking: Ranking, *, ax: "Axes | None" = None) -> "Axes":
    """Plot the difference of each classifier's loss to that of the best one, and the tiers as bars beside the rows.

    One row per classifier in order of the estimated loss, the best at the top and at 0; the farther to the right, the
    worse. Lines are intervals that hold for all pairs at once. A bar spans the rows of a tier: neighbours, no pair of
    which is decided. Hollow marks are classifiers that some other one beats.

    Parameters
    ----------
    ranking : Ranking
        As from `rank`.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the names and the bars. None makes a new
        figure, as high as the rows need.

    Returns
    -------
    matplotlib Axes
        The first row is at 0 of the vertical axis, the second at 1, and so on; the bars are lines with the gid "tier".

    Raises
    ------
    TypeError
        If `ranking` is not a Ranking, or `ax` not an Axes.

    Notes
    -----
    Intervals are those of ``ranking.to_best``. Decisions, and with them tiers and hollow marks, are of each pair by
    itself, so that a classifier may be beaten although its interval contains 0. No bar spans a decided pair, and two
    classifiers that no bar spans together need not be decided: tiers are runs of neighbours.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_tiers
    >>> y = [0, 1] * 20
    >>> p = bc.predictions_from_arrays(y, {"ones": [1] * 40, "all": y, "most": [1, 1, *y[2:]]})
    >>> ax = plot_tiers(bc.rank(p, draws=1000))
    >>> [float(bar.get_ydata().mean()) for bar in ax.lines if bar.get_gid() == "tier"]  # rows 0 and 1, row 2
    [0.5, 2.0]
    >>> plt.close(ax.get_figure())
    """
    check_ranking(ranking)
    ax = axes_or_new(ax, height_of(len(ranking.classifiers), _BESIDE))
    ax.ticklabel_format(axis="x", style="plain", useOffset=False)
    draw_equality(ax, ranking.settings.rope)
    _differences(ax, ranking)
    beside = name_rows(ax, ranking.classifiers.index) + _bars(ax, ranking)
    ax.margins(x=0.05)
    finish(ax, xlabel=warning_words(ranking) + _label(ranking, width_left(ax, beside)))
    return ax


def _differences(ax: "Axes", ranking: Ranking) -> None:
    rows = ranking.to_best.reindex(ranking.classifiers.index)
    rows.iloc[0] = 0.0
    beaten = ~rows.index.isin(ranking.unbeaten)
    reach = np.stack([rows["estimate"] - rows["low"], rows["high"] - rows["estimate"]])
    places = np.arange(len(rows))
    for chosen, face, label in ((~beaten, "black", "not beaten"), (beaten, "white", "beaten")):
        if chosen.any():
            ax.errorbar(
                rows["estimate"][chosen], places[chosen], xerr=reach[:, chosen], fmt="o", color="black",
                markerfacecolor=face, markersize=4.0, elinewidth=1.0, capsize=0.0, label=label,
            )  # fmt: skip


def _bars(ax: "Axes", ranking: Ranking) -> float:
    """Draw a bar for each tier to the right of the axes, and return how many points they take.

    Tiers that share rows stand side by side.
    """
    from matplotlib.transforms import offset_copy

    ends: list[int] = []
    for number, (first, last) in enumerate(_spans(ranking)):
        lane = next((lane for lane, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        beside = offset_copy(ax.get_yaxis_transform(), ax.get_figure(root=True), _GAP + _LANE * lane, units="points")
        ax.plot(
            [1, 1], [first - _END, last + _END], transform=beside, color="black",
            linewidth=2.2, solid_capstyle="butt", clip_on=False, gid="tier", label="_" if number else "tier",
        )  # fmt: skip
    return _GAP + _LANE * len(ends)


def _spans(ranking: Ranking) -> list[tuple[int, int]]:
    """Return the first and the last row of each tier."""
    places = [ranking.classifiers.index.get_indexer(list(tier)) for tier in ranking.tiers]
    return [(int(rows.min()), int(rows.max())) for rows in places]


def _label(ranking: Ranking, width: float) -> str:
    """Return the label of an axis of differences to the best, no line of which is wider than a width in points."""
    metric = ranking.evidence.metric
    row = f"{metric.symbol_of('row')} − "
    difference = row + metric.symbol_of(
        cut_to(ranking.best, width - text_width(row + metric.symbol_of(""), LABEL_SIZE), LABEL_SIZE)
    )
    unit = " (proportion)" if metric.bounds == (0.0, 1.0) else ""
    if text_width(difference + unit, LABEL_SIZE) > width:
        unit = f"\n{unit.strip()}"
    return f"{difference}{unit}\nlines: {100 * ranking.settings.ci_prob:g} %, simultaneous"


TIERS_PLOT = Plot(
    name="tiers",
    draw=lambda ranking, ax: plot_tiers(ranking, ax=ax),
    section="figure",
    applies=of(Ranking),
    height=lambda ranking: height_of(len(ranking.classifiers), _BESIDE),
    caption=lambda ranking: (
        f"Differences to {name_text(ranking.best)}, the best by estimate, with intervals that hold for all pairs at "
        f"once with probability {ranking.settings.ci_prob:g}. Who is beaten is decided pair by pair, without regard "
        "to the others, so that a line may reach the best; a bar at the right spans neighbours, no pair of which is "
        "decided."
    ),
    words=lambda ranking: f"Differences to the best, and tiers of neighbours: {ranking.content.tiers()}.",
)
