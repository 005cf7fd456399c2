"""The losses of several classifiers on several data sets, as a heat map."""

from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr

from bayescmp.content import name_text
from bayescmp.datasets import DatasetsRanking
from bayescmp.plots._axes import LABEL_SIZE, axes_or_new, legend_above, width_left
from bayescmp.plots._grids import height_of, name_columns, name_rows, numbers_in, shaded
from bayescmp.plots._plot import Plot, of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BESIDE = 1.7  # inches above and below the rows, with names of columns upright
_LONGEST = 70.0  # points of the name of a column
_KEY = (0.0, 0.1, 0.3, 1.0)
_DIMS = ("dataset", "classifier")


def plot_datasets(result: Any, *, ax: "Axes | None" = None) -> "Axes":
    """Plot how far the loss of each classifier (column) is from the best one's on each data set (row).

    White is the best of a data set, and the darker a cell, the worse. Columns are in order of the mean over the data
    sets that a classifier was used on, the best first; rows are as they came. Where a classifier was not used, the
    cell is crossed out.

    Parameters
    ----------
    result : DatasetsRanking or DataArray
        As from `rank_datasets`, or losses with the dims dataset and classifier, NaN where they are missing.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the names. None makes a new figure, as high
        as the rows need.

    Returns
    -------
    matplotlib Axes
        The first data set is at 0 of the vertical axis, the best classifier at 0 of the horizontal one.

    Raises
    ------
    TypeError
        If `result` is neither, or `ax` not an Axes.
    ValueError
        If losses have other dims, are infinite, or a data set or classifier has none.

    Notes
    -----
    Shades follow the square root of the distance from the best as a share of the largest distance, because most are
    small. The best of several noisy losses is lower than the best classifier's on new data; the plot shows what was
    observed, and decides nothing.

    Examples
    --------
    >>> import xarray as xr
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_datasets
    >>> names = {"dataset": ["iris", "wine"], "classifier": ["tree", "svm", "bayes"]}
    >>> losses = xr.DataArray([[0.05, 0.03, 0.04], [0.10, 0.02, float("nan")]], names)
    >>> ax = plot_datasets(losses)
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['svm', 'bayes', 'tree']
    >>> plt.close(ax.get_figure())
    """
    losses = _losses(result)
    distances = losses - losses.min("classifier")
    distances = distances.isel(classifier=np.argsort(distances.mean("dataset").to_numpy(), kind="stable"))
    rows, columns = distances.shape
    ax = axes_or_new(ax, height_of(rows, _BESIDE))
    beside = name_rows(ax, distances["dataset"].to_numpy())
    name_columns(ax, distances["classifier"].to_numpy(), width_left(ax, beside) / columns, longest=_LONGEST)
    values, largest = distances.to_numpy(), float(distances.max())
    shades = np.sqrt(values / largest) if largest > 0 else values
    mesh = shaded(ax, np.arange(columns + 1) - 0.5, np.arange(rows + 1) - 0.5, shades, outlined=rows * columns <= 400)
    texts = [["" if np.isnan(value) else _short(value) for value in row] for row in values.tolist()]
    numbers_in(ax, mesh, shades, texts, beside)
    for share in _KEY if largest > 0 else _KEY[:1]:
        label = f"+{share * largest:.2g}" if share else "the best"
        look: dict[str, Any] = {"color": mesh.to_rgba(np.sqrt(share)), "markeredgecolor": "0.5", "markeredgewidth": 0.4}
        ax.plot([], [], "s", markersize=5.0, label=label, **look)
    missing = np.isnan(values)
    if missing.any():
        ax.plot(*np.nonzero(missing)[::-1], "x", color="0.6", markersize=4.0, markeredgewidth=0.8, label="not used")
    ax.set_xlabel("loss − that of the best\non the data set", fontsize=LABEL_SIZE)
    legend_above(ax)
    return ax


def _losses(result: object) -> xr.DataArray:
    losses = getattr(result, "losses", None) if not isinstance(result, xr.DataArray) else result
    if not isinstance(losses, xr.DataArray):
        raise TypeError(
            "`result` must be a DatasetsRanking, or losses with the dims dataset and classifier, but got "
            f"{type(result).__name__}."
        )
    if set(losses.dims) != set(_DIMS):
        raise ValueError(f"`result` must have losses with the dims dataset and classifier, but has {losses.dims}.")
    losses = losses.transpose(*_DIMS)
    if losses.dtype.kind not in "iuf":
        raise TypeError(f"`result` must have losses that are numbers, but they are {losses.dtype}.")
    if np.isinf(losses).any():
        raise ValueError("`result` must have finite losses, NaN where they are missing, but has inf.")
    for dim, other in (_DIMS, _DIMS[::-1]):
        missing = losses.isnull().all(other).to_numpy()
        if missing.any() or not losses.size:
            name = losses[dim].to_numpy()[missing].tolist()[:1]
            raise ValueError(f"`result` must have a loss for every {dim}, but has none for {name}. Leave it out.")
    return losses.astype(float)


def _short(value: float) -> str:
    """Write a distance in three decimals, without the 0 before them."""
    return "0" if value == 0 else f"{value:.3f}".replace("0.", ".", 1) if value < 1 else f"{value:.3g}"


def _caption(result: DatasetsRanking) -> str:
    crossed = "" if result.content.on_all else "; crossed out where a classifier was not used"
    far = f"How far the observed loss of each classifier is from the least one on each {result.content.unit}"
    return f"{far}: white is the best, and the darker a cell, the worse{crossed}."


def _words(result: DatasetsRanking) -> str:
    least = result.losses.dropna("dataset", how="all").idxmin("classifier").to_series().value_counts()
    found = f"{name_text(str(least.index[0]))} has the least observed loss on {least.iloc[0]}"
    return f"Of {result.content.sized}, {found}."


HEAT_MAP_PLOT = Plot(
    name="heat-map",
    draw=lambda result, ax: plot_datasets(result, ax=ax),
    section="figure",
    applies=of(DatasetsRanking),
    height=lambda result: height_of(result.losses.sizes["dataset"], _BESIDE),
    caption=_caption,
    words=_words,
)
