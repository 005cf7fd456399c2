"""The probability of each rank of several classifiers."""

import numpy as np

from bayescmp.datasets import DatasetsRanking
from bayescmp.plots._axes import Axes, axes_or_new, name_axes, names_apart
from bayescmp.plots._grids import colour_bar, grid, two_places, write_numbers
from bayescmp.plots._interval_rows import height_of
from bayescmp.plots._of_comparison import warning_words
from bayescmp.plots._of_ranking import AnyRanking, check_ranking, where_of
from bayescmp.plots._plot import Plot, of
from bayescmp.ranking import Ranking

_BESIDE = 0.95  # inches above and below the rows
_LEAST = 0.005  # probability that is written
_KEY = (0.01, 0.1, 0.3, 1.0)


def plot_rank_probabilities(ranking: AnyRanking, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the probability that a classifier (row) has a rank (column), as shaded cells.

    Rows are in order, the best estimate at the top; rank 1 is that of the best. The more
    probable, the stronger the shade.

    Parameters
    ----------
    ranking, ax, size
        As in `plot_tiers`; over data sets the ranks on average are drawn.

    Raises
    ------
    ValueError
        If `ranking` is over data sets none of which has all classifiers.

    Notes
    -----
    Shades follow the square root of the probability, because those of many ranks are small. Numbers are written where
    they would be five points high or more, and none where the probability is below 0.005. Ranks say nothing of how far
    apart values are; `plot_tiers` does.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> y = [0, 1] * 20
    >>> p = bc.labels(y, {"ones": [1] * 40, "all": y, "most": [1, 1, *y[2:]]})
    >>> ax = bc.plots.plot_rank_probabilities(bc.rank(p, draws=1000))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['all', 'most', 'ones']
    >>> plt.close(ax.get_figure())
    """
    found = check_ranking(ranking).rank_probabilities
    if found is None:
        raise ValueError(
            "`ranking` must be over data sets, two or more that have all classifiers and tell of averages, but is not. "
            "Leave out classifiers that are missing on many data sets."
        )
    ranks = found.sel(classifier=ranking.classifiers.index).to_numpy()
    ax = axes_or_new(ax, size, RANKS_PLOT.height(ranking))
    mesh = grid(ax, names_apart(ranking.classifiers.index, ax), range(1, len(ranks) + 1), np.sqrt(ranks))
    name_axes(ax, f"{warning_words(ranking)}rank{' by average' if where_of(ranking) else ''} (1 is the best)")
    if not write_numbers(ax, mesh, np.where(ranks >= _LEAST, ranks, np.nan), two_places):
        colour_bar(ax, mesh, np.sqrt(_KEY).tolist(), [f"{one:g}" for one in _KEY])
    return ax


RANKS_PLOT = Plot(
    name="rank-probabilities", draw=plot_rank_probabilities,
    applies=of(Ranking, DatasetsRanking, having="rank_probabilities"),
    height=lambda ranking: height_of(len(ranking.classifiers), _BESIDE),
    caption=lambda ranking: (
        f"Probability of each rank{where_of(ranking) or ' by the prior of the pairs'}, 1 for the best, in order of the "
        f"estimated {ranking.content.metric.noun}; the stronger the shade, the more probable, blank below {_LEAST:g}."
    ),
)  # fmt: skip
