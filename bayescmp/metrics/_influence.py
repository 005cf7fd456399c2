"""Influence of records on a metric: to first order, what each adds to the loss of all."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bayescmp._typing import Floats
from bayescmp.metrics._cells import Cells, cells_of

_STEP = 1e-3  # of a cell's own weight


def influence_of_slope(cells: Cells, slope: Floats, y_true: Any, y_pred: Any) -> Floats:
    """Return the influence on the loss, one less the value, of every record.

    Parameters
    ----------
    cells : Cells
        Of the labels.
    slope : array of shape (n_cells,)
        Derivatives of the value by the weights of the cells.
    y_true, y_pred : array of shape (n,)
        Labels.

    Returns
    -------
    array of shape (n,)
        With mean 0.
    """
    k = cells.labels.size
    true, predicted = (np.searchsorted(cells.labels, values) for values in (y_true, y_pred))
    own = slope[np.searchsorted(k * cells.true + cells.predicted, k * true + predicted)]
    return np.asarray(own.mean() - own)


def influence_by_differences(value: Callable[..., float], y_true: Any, y_pred: Any) -> Floats:
    """Return the influence on one less the value of a function of labels and weights, by differences of its values."""
    cells, weights = cells_of(y_true, y_pred)
    steps = np.diag(_STEP * weights)
    labels = cells.labels[cells.true], cells.labels[cells.predicted]
    up, down = (np.array([value(*labels, sample_weight=weights + s) for s in sign * steps]) for sign in (1, -1))
    slope = (up - down) / (2 * _STEP * weights) * weights.sum()  # by shares of all records
    return influence_of_slope(cells, slope, y_true, y_pred)
