"""How many records the training sets of a design share."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr

from bayescmp._text import shown
from bayescmp._typing import Array
from bayescmp._validation import reading
from bayescmp.correlation import overlap_matrix
from bayescmp.model_selection import overlaps_of_splits
from bayescmp.plots._axes import LABEL_SIZE, axes_or_new, points_of, text_width
from bayescmp.plots._grids import scale, shaded, written
from bayescmp.predictions import check_predictions, row_numbers, training_sets

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_FEW = 4  # training sets, whose numbers are read as quickly as a sentence
_DIMS = ("repeat", "fold", "other_repeat", "other_fold")


def plot_overlap(splits: Any, *, ax: "Axes | None" = None) -> "Axes":
    """Plot which share of each training set every other one has too, as a matrix.

    The cell in the row of the training set S and the column of S' is the size of their intersection relative to S, a
    proportion: 1 on the diagonal, 1/2 between the repeats of a block-regularized design, (K - 2)/(K - 1) in a K-fold
    cross-validation. Estimates whose training sets share records are not independent.

    Parameters
    ----------
    splits : Dataset, DataArray or iterable of (train, test)
        Predictions; overlaps as from `training_overlaps`; or the splits of a splitter, such as
        ``cv.split(X, y)``, as row numbers or masks.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the scale. None makes a new figure.

    Returns
    -------
    matplotlib Axes
        Training sets in the order repeat, fold, the first at the top. With numbers where they are readable, otherwise
        with a scale of shades. Where any two of more than four share as much as any other two, a sentence says so.

    Raises
    ------
    TypeError
        If `splits` is none of these, or `ax` not an Axes.
    ValueError
        If `splits` holds no split, something else than row numbers or overlaps, or no training set.

    Examples
    --------
    >>> import numpy as np
    >>> from matplotlib import pyplot as plt
    >>> from sklearn.model_selection import KFold
    >>> from bayescmp.plots import plot_overlap
    >>> ax = plot_overlap(KFold(3).split(np.zeros((9, 1))))
    >>> [text.get_text() for text in ax.texts][:3]
    ['1', '0.5', '0.5']
    >>> plt.close(ax.get_figure())
    """
    overlaps = _overlaps(splits)
    shares, names = _matrix(overlaps)
    ax = axes_or_new(ax)
    edges = np.arange(len(shares) + 1.0)
    mesh = shaded(ax, edges, edges, shares, outlined=len(shares) <= 20)
    ax.set_xlim(0, len(shares))
    ax.set_ylim(len(shares), 0)
    alike = _alike(shares)
    if not alike:
        colours = mesh.to_rgba(shares)
        cells = [(i + 0.5, j + 0.5, colours[j, i], f"{share:.2g}") for (j, i), share in np.ndenumerate(shares)]
        if not written(ax, cells):
            scale(ax, mesh)
    _name_sets(ax, names, alike or "shared records / records of the row's set")
    return ax


def _alike(shares: Array) -> str:
    """Return what any two of several training sets share, in a sentence; nothing where that differs."""
    others = {f"{share:.2g}" for share in shares[~np.eye(len(shares), dtype=bool)].tolist()}
    if len(shares) <= _FEW or len(others) > 1:
        return ""
    share = others.pop()
    return f"any two share {share} of their records" if float(share) else "no two share a record"


def _overlaps(splits: Any) -> xr.DataArray:
    """Return the numbers of shared records from whatever holds training sets."""
    if isinstance(splits, xr.Dataset):
        return overlap_matrix(training_sets(check_predictions(splits, "splits")))
    if isinstance(splits, xr.DataArray):
        if set(splits.dims) != set(_DIMS):
            raise ValueError(f"`splits` must have the dims {_DIMS} of overlaps, but got {splits.dims}.")
        return splits.transpose(*_DIMS)
    if hasattr(splits, "split") or not isinstance(splits, Iterable):
        raise TypeError(
            "`splits` must be predictions, overlaps or (train, test) pairs, but got "
            f"{type(splits).__name__}. A splitter gives pairs by `cv.split(X, y)`."
        )
    with reading("splits", splits):
        pairs = [_pair(pair, place) for place, pair in enumerate(splits)]
    n_records = max((1 + int(row_numbers(part).max(initial=-1)) for pair in pairs for part in pair), default=0)
    return overlaps_of_splits(pairs, n_records)


def _pair(pair: Any, place: int) -> tuple[Array, Array]:
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise TypeError(f"`splits` must hold (train, test) pairs, but number {place} is {shown(pair)}.")
    return row_numbers(pair[0]), row_numbers(pair[1])


def _matrix(overlaps: xr.DataArray) -> tuple[Array, list[tuple[int, int]]]:
    """Return shares of shape (n_sets, n_sets), and repeat and fold of the sets, from 1; empty sets are left out."""
    n_repeats, n_folds = overlaps.shape[:2]
    counts = overlaps.to_numpy().reshape(n_repeats * n_folds, -1)
    there = np.flatnonzero(counts.diagonal())
    if not there.size:
        raise ValueError(
            "`splits` must have a training set with records, but got none. Predictions of classifiers that were "
            "trained elsewhere do not tell their training records."
        )
    counts = counts[np.ix_(there, there)]
    return counts / counts.diagonal()[:, None], [(1 + set_ // n_folds, 1 + set_ % n_folds) for set_ in there.tolist()]


def _name_sets(ax: "Axes", sets: list[tuple[int, int]], note: str) -> None:
    """Label as many training sets as there is room for, and draw lines between repeats."""
    repeats, folds = zip(*sets, strict=True)
    what, names = "repeat.fold", [f"{repeat}.{fold}" for repeat, fold in sets]
    if max(folds) == 1:
        what, names = "repeat", list(map(str, repeats))
    elif max(repeats) == 1:
        what, names = "fold", list(map(str, folds))
    shown = range(0, len(sets), _step(ax, names, max(folds) if what == "repeat.fold" else 1))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_ticks([place + 0.5 for place in shown], [names[place] for place in shown])
        axis.set_tick_params(length=0)
    for place in (np.flatnonzero(np.diff(repeats)) + 1).tolist() if max(folds) > 1 else ():
        ax.axhline(place, color="black", linewidth=0.8)
        ax.axvline(place, color="black", linewidth=0.8)
    ax.set_ylabel(f"training set ({what})", fontsize=LABEL_SIZE)
    ax.set_xlabel(f"other training set ({what})\n{note}", fontsize=LABEL_SIZE)


def _step(ax: "Axes", names: list[str], n_folds: int) -> int:
    """Return at which distance labels fit, if not all of them then whole repeats."""
    room = 0.8 * min(points_of(ax)) / (max(map(text_width, names)) + 3)  # a layout engine may shrink the axes
    step = math.ceil(len(names) / max(room, 1))
    return step if step == 1 else n_folds * math.ceil(step / n_folds)
