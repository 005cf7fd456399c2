"""Paired contingency tables."""

import math
from collections.abc import Hashable
from itertools import product

import numpy as np
import xarray as xr

from bayescmp._support._typing import Array
from bayescmp.comparison import Comparison
from bayescmp.plots._axes import TEXT_SIZE, Axes, axes_or_new, drawn, name_axes, names_apart
from bayescmp.plots._grids import Cell, shaded, write
from bayescmp.tables import CELLS, check_table, is_effective

_ACROSS = 5  # tables side by side, where their number leaves the choice
_MOST = 400
_GAP, _HEADROOM = 0.35, 0.9  # between tables side by side, and above each with its number, in cells
_MARGIN = 0.006  # of the axes, so that outlines are seen whole
_LONGEST = 10  # letters of a coordinate
_EDGES = np.arange(3.0)


def plot_table(table: xr.DataArray | Comparison, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    r"""Plot a paired table as a grid of counts, or the tables of all folds as small grids side by side.

    Rows are the outcomes of the first classifier, columns those of the second: the upper right cell counts the
    records on which only the first is wrong, the lower left one those on which only the second is. These two tell
    the classifiers apart: the more records, the stronger the shade. A single table has below each count its share as a
    proportion. An effective table counts the independent records that a cross-validation is worth, which are more than
    there are where its repeats average out noise.

    Parameters
    ----------
    table : DataArray, dims (..., first, second), or Comparison
        As from `paired_table`, `paired_tables` or `effective_table`, or the `effective_table` of a comparison, which by
        itself has its `tables`; at most 400 tables along up to two dims, such as repeat and fold. The classifiers are
        named by the attributes ``first_name`` and ``second_name`` where it has them.
    ax, size
        As in `plot_result`.

    Notes
    -----
    Counts that would be smaller than five points are not written.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> ax = bc.plots.plot_table(table.assign_attrs(first_name="tree", second_name="svm"))
    >>> [text.get_text() for text in ax.texts]
    ['2\n0.020', '4\n0.040', '18\n0.180', '76\n0.760']
    >>> plt.close(ax.get_figure())
    """
    table = _checked(table.tables if isinstance(table, Comparison) else table)  # type: ignore[arg-type]
    ax = axes_or_new(ax, size)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    draw = (_one, _wrapped, _crossed)[table.ndim - 2]
    write(ax, draw(ax, table))
    return ax


def _checked(table: xr.DataArray) -> xr.DataArray:
    table = check_table(table)
    table = table.squeeze([dim for dim in table.dims[:-2] if table.sizes[dim] == 1], drop=True)
    sizes = {dim: table.sizes[dim] for dim in table.dims[:-2]}
    if len(sizes) > 2 or np.prod(list(sizes.values())) > _MOST:
        raise ValueError(
            f"`table` must be at most {_MOST} tables along at most two dims, but got {sizes}. Choose with `.isel`."
        )
    if not table.sum() > 0:
        raise ValueError("`table` must hold at least one record, but all counts are 0.")
    return table


def _names(table: xr.DataArray) -> list[str]:
    return names_apart(table.attrs.get(f"{which}_name", which) for which in CELLS)


def _count(count: float) -> str:
    return f"{count:.1f}".removesuffix(".0")


def _one(ax: Axes, table: xr.DataArray) -> list[Cell]:
    """Draw one table, and return its cells with counts and shares."""
    counts = table.to_numpy()
    _frame(ax, 2, 2)
    first, second = _names(table)
    ax.set_xticks([0.5, 1.5], table["second"].to_numpy())
    ax.set_yticks([0.5, 1.5], table["first"].to_numpy(), rotation=90, va="center")
    what = "effective records" if is_effective(table) else "records"
    name_axes(ax, f"{second} ({what}; share of {_count(counts.sum())})", first)
    cells = zip(_shaded(ax, 0, 0, counts), (counts / counts.sum()).flat, strict=True)
    return [(x, y, f"{text}\n{share:.3f}") for (x, y, text), share in cells]


def _crossed(ax: Axes, table: xr.DataArray) -> list[Cell]:
    """Draw tables of two dims, numbered along the axes: the smaller dim across, or the larger if there is room."""
    small, large = sorted(table.dims[:-2], key=table.sizes.__getitem__)
    across, down = (large, small) if table.sizes[small] < table.sizes[large] <= _ACROSS else (small, large)
    x, y = (np.arange(table.sizes[dim]) * (2 + _GAP) for dim in (across, down))
    _frame(ax, x[-1] + 2, y[-1] + 2)
    ax.set_xticks(x + 1, _labels(table, across))
    ax.set_yticks(y + 1, _labels(table, down))
    name_axes(ax, f"{drawn(across)}; {_key(table)}", drawn(down))
    tables = table.transpose(down, across, ...).to_numpy()
    placed = zip(product(y, x), tables.reshape(-1, 2, 2), strict=True)
    return [cell for (top, left), counts in placed for cell in _shaded(ax, left, top, counts)]


def _wrapped(ax: Axes, table: xr.DataArray) -> list[Cell]:
    """Draw tables of one dim row by row, each with its number above."""
    dim, count = table.dims[0], len(table)
    rows, columns = np.divmod(np.arange(count), min(count, max(_ACROSS, math.isqrt(count - 1) + 1)))
    x, y = columns * (2 + _GAP), rows * (2 + _HEADROOM)
    _frame(ax, x.max() + 2, y.max() + 2, top=-_HEADROOM)
    for place, text in zip(zip(x + 1, y, strict=True), _labels(table, dim), strict=True):
        ax.annotate(text, place, (0, 2), textcoords="offset points", ha="center", va="bottom", fontsize=TEXT_SIZE)
    ax.set(xticks=[], yticks=[])
    name_axes(ax, f"{drawn(dim)} above; {_key(table)}")
    placed = zip(x, y, table.to_numpy(), strict=True)
    return [cell for left, top, counts in placed for cell in _shaded(ax, left, top, counts)]


def _frame(ax: Axes, width: float, height: float, top: float = 0.0) -> None:
    beside, above = _MARGIN * width, _MARGIN * (height - top)
    ax.set(xlim=(-beside, width + beside), ylim=(height + above, top - above))


def _shaded(ax: Axes, x: float, y: float, counts: Array) -> list[Cell]:
    """Shade the cells of a table at its upper left corner, and return what is to be written into them."""
    if not counts.any():
        return []
    apart = counts * (1 - np.eye(2))
    shaded(ax, x + _EDGES, y + _EDGES, apart / (apart.sum() or 1.0))
    return [(x + column + 0.5, y + row + 0.5, _count(float(count))) for (row, column), count in np.ndenumerate(counts)]


def _labels(table: xr.DataArray, dim: Hashable) -> list[str]:
    """Return what stands beside tables: their coordinates, or for repeats and folds numbers from 1."""
    if dim in {"repeat", "fold"} or dim not in table.coords:
        return [str(place + 1) for place in range(table.sizes[dim])]
    return [drawn(value, _LONGEST) for value in table[dim].to_numpy()]


def _key(table: xr.DataArray) -> str:
    """Say what the rows and columns of every table are."""
    first, second = names_apart((table.attrs.get(f"{which}_name", which) for which in CELLS), letters=12)
    return f"wrong, right by {first} (down), {second} (across)"
