"""The values of several classifiers on several data sets, as a heat map."""

import numpy as np

from bayescmp.datasets import DatasetsRanking
from bayescmp.plots._axes import Axes, axes_or_new, legend_above, name_axes, names_apart
from bayescmp.plots._grids import colour_bar, grid, write_numbers
from bayescmp.plots._interval_rows import height_of
from bayescmp.plots._plot import Plot, check_kind, of

_BESIDE = 1.4  # inches above and below the rows, with names of columns upright


def plot_datasets(result: DatasetsRanking, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the observed value of each classifier (column) on each data set (row).

    A cell without shade, in bold, is the best of a data set, and the stronger a shade, the farther from it. Columns are
    in order of the mean distance over the data sets that a classifier was used on, the best first; rows are as they
    came. Where a classifier was not used, the cell is crossed out.

    Parameters
    ----------
    result : DatasetsRanking
        As from `rank_datasets`.
    ax, size
        As in `plot_result`.

    Notes
    -----
    Shades follow the square root of the distance from the best as a share of the largest distance, because most are
    small. The best of several noisy values is better than the best classifier's on new data; the plot shows what was
    observed, and decides nothing.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib import pyplot as plt
    >>> import bayescmp as bc
    >>> rows = {"iris": (0.95, 0.97, 0.96), "wine": (0.90, 0.98, float("nan"))}
    >>> accuracies = pd.DataFrame.from_dict(rows, orient="index", columns=["tree", "svm", "bayes"])
    >>> ax = bc.plots.plot_datasets(bc.rank_datasets(accuracies, metric="accuracy"))
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['svm', 'bayes', 'tree']
    >>> plt.close(ax.get_figure())
    """
    check_kind("result", result, DatasetsRanking, "rank_datasets")
    found = result.observed.transpose("dataset", "classifier")
    losses = result.metric.sign * found
    distances = losses - losses.min("classifier")
    order = np.argsort(distances.mean("dataset").to_numpy(), kind="stable")
    distances, found = distances.isel(classifier=order), found.isel(classifier=order)
    values, largest = distances.to_numpy(), float(distances.max())
    shades = np.sqrt(values / largest) if largest > 0 else values
    ax = axes_or_new(ax, size, HEAT_MAP_PLOT.height(result))
    rows, columns = names_apart(distances["dataset"].to_numpy(), ax), distances["classifier"].to_numpy()
    mesh = grid(ax, rows, columns, shades, outlined=values.size <= 400)
    missing = np.isnan(values)
    if missing.any():
        ax.plot(*np.nonzero(missing)[::-1], "x", color="0.6", markersize=4.0, markeredgewidth=0.8, label="not used")
    name_axes(ax, f"observed {result.metric.noun}")
    legend_above(ax)
    if not write_numbers(ax, mesh, found.to_numpy(), _short, bold=values == 0):
        colour_bar(ax, mesh, [0.0, 1.0], ["best", f"{largest:.2g} worse"])
    return ax


def _short(value: float) -> str:
    """Write a value in three decimals, without the 0 before them."""
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.3g}"


def _caption(result: DatasetsRanking) -> str:
    crossed = "; crossed out where a classifier was not used" if result.content.of_all else ""
    what = f"Observed {result.metric.noun} of each classifier on each {result.content.unit}"
    shades = "the best is in bold and without shade, and shades are the stronger, the farther a value is from the best"
    return f"{what}: {shades}{crossed}."


HEAT_MAP_PLOT = Plot(
    name="heat-map", draw=plot_datasets, applies=of(DatasetsRanking),
    height=lambda result: height_of(result.observed.sizes["dataset"], _BESIDE), caption=_caption,
)  # fmt: skip
