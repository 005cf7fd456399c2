"""How probably each of several classifiers is better than each other one."""

import numpy as np

from bayescmp._support._typing import Array
from bayescmp.datasets import DatasetsRanking
from bayescmp.plots._axes import Axes, axes_or_new, legend_above, name_axes, names_apart, numbered, points_of
from bayescmp.plots._grids import MOST_CELLS, colour_bar, fit_across, grid, two_places, write_cells, write_numbers
from bayescmp.plots._interval_rows import height_of
from bayescmp.plots._of_comparison import number, warning_words
from bayescmp.plots._of_ranking import AnyRanking, check_ranking, of_ranking, pairs_of, where_of
from bayescmp.plots._plot import Plot
from bayescmp.results import OUTCOMES

_LINES = 2.2  # how high a row of three lines is, in others
_MARKS = (("decided", OUTCOMES[::2], 0.42, -0.42, "^"), ("equivalent", OUTCOMES[1:2], -0.42, 0.42, "v"))
"""What marks cells in the upper right and in the lower left corner."""


def plot_pair_matrix(ranking: AnyRanking, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the probability that a classifier (row) is better than another (column), of each pair by itself.

    Rows and columns are in order, the best estimate first; columns have names, or the numbers of the rows where
    names do not fit. The more probable, the stronger the shade. Over data sets a cell has the average difference, row
    less column, and on how many data sets the row is better, as good and worse, above the probability on average, where
    there is room for three lines. What is decided is in bold, with a triangle: in the upper right corner that one is
    better, in the lower left equivalence.

    Parameters
    ----------
    ranking, ax, size
        As in `plot_tiers`; over data sets the answers on average are drawn.

    Notes
    -----
    Numbers are ``prob_first_better`` and ``prob_second_better`` of `pairs`, written where they would be five points
    high or more, and shades show them; with a rope they are probabilities of a difference beyond it, so that both cells
    of an equivalent pair are pale. Decisions are those of each pair alone: among many pairs of equal classifiers some
    are wrong.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> y = [0, 1] * 20
    >>> p = bc.labels(y, {"ones": [1] * 40, "all": y, "most": [1, 1, *y[2:]]})
    >>> ax = bc.plots.plot_pair_matrix(bc.rank(p, draws=1000))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['all', 'most', 'ones']
    >>> plt.close(ax.get_figure())
    """
    better, decided = _matrices(check_ranking(ranking))
    ax = axes_or_new(ax, size, PAIRS_PLOT.height(ranking))
    names = columns = names_apart(ranking.classifiers.index, ax)
    if not fit_across(ax, names):
        names, columns = numbered(names), [str(place + 1) for place in range(len(names))]
    mesh = grid(ax, names, columns, better, colours="Blues")
    ax.set_facecolor("0.85")  # of the diagonal
    colour_bar(ax, mesh, (0, 0.5, 1), ("0", ".5", "1"))
    name_axes(ax, warning_words(ranking) + _label(ranking))
    _mark(ax, decided, ranking.settings.threshold)
    bold = np.isin(decided, OUTCOMES)
    if not (isinstance(ranking, DatasetsRanking) and write_cells(ax, _three_lines(ranking, better), bold)):
        write_numbers(ax, mesh, better, two_places, bold)
    return ax


def _three_lines(ranking: DatasetsRanking, better: Array) -> dict[tuple[int, int], str]:
    """Return by row and column the average difference, wins, ties and losses over data sets, and the probability."""
    names = ranking.classifiers.index
    values = ranking.observed.transpose("classifier", "dataset").sel(classifier=names).to_numpy()
    texts = {}
    for pair in pairs_of(ranking).itertuples():
        one, other = names.get_indexer([pair.first, pair.second])
        for row, column, sign in ((one, other, 1), (other, one, -1)):
            if np.isfinite(better[row, column]):
                apart = ranking.metric.sign * ranking.metric.difference(values[row], values[column])
                counts = "/".join(str(int(which.sum())) for which in (apart < 0, apart == 0, apart > 0))
                difference = number(sign * pair.estimate, "+.3f")
                texts[int(row), int(column)] = f"{difference}\n{counts}\n{two_places(better[row, column])}"
    return texts


def _matrices(ranking: AnyRanking) -> tuple[Array, Array]:
    """Return P(row better) and the decision for all rows and columns, NaN and "" on the diagonal."""
    pairs, k = pairs_of(ranking), len(ranking.classifiers)
    places = ranking.classifiers.index.get_indexer
    first, second = places(pairs["first"]), places(pairs["second"])
    better, decided = np.full((k, k), np.nan), np.full((k, k), "", object)
    better[first, second], better[second, first] = pairs["prob_first_better"], pairs["prob_second_better"]
    decided[first, second] = decided[second, first] = pairs["decision"]
    return better, decided


def _mark(ax: Axes, decided: Array, threshold: float) -> None:
    """Mark the corners of decided cells, and in the legend."""
    for word, outcomes, x, y, mark in _MARKS:
        rows, columns = np.nonzero(np.isin(decided, outcomes))
        if len(rows):
            ax.plot([], [], "k", marker=mark, linestyle="none", markersize=3.5, label=f"{word}, P ≥ {threshold:g}")
            size, many = 0.17 * min(points_of(ax)) / len(decided), decided.size > MOST_CELLS
            ax.scatter(columns + x, rows + y, s=size**2, c="k", marker=mark, linewidth=0, rasterized=many)
    legend_above(ax)


def _label(ranking: AnyRanking) -> str:
    where = where_of(ranking) and f",{where_of(ranking)}"
    if not ranking.content.has_rope:
        return f"P(row better than column{where})"
    return f"P(row better, beyond the rope{where})"


def _caption(ranking: AnyRanking) -> str:
    cells, beyond = "", ""
    if isinstance(ranking, DatasetsRanking):
        cells = f"; above each, the average difference, and wins, ties and losses of the row by {ranking.content.unit}"
    if ranking.content.has_rope:
        beyond = " by more than the region of practical equivalence"
    return (
        f"Probability that the classifier of the row is better than that of the column{where_of(ranking)}{beyond}, "
        f"each pair by itself{cells}; the more probable, the stronger the shade. Bold, with a triangle "
        f"in a corner: decided at {ranking.settings.threshold:g}."
    )


PAIRS_PLOT = Plot(
    name="pair-matrix", draw=plot_pair_matrix, applies=of_ranking,
    height=lambda ranking: height_of(
        len(ranking.classifiers) * (_LINES if isinstance(ranking, DatasetsRanking) else 1)
    ),
    caption=_caption,
)  # fmt: skip
