"""Cells of a table of true and predicted labels, of which there are few, with their weights."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bayescmp._typing import Array, Floats, Integers


@dataclass(frozen=True, kw_only=True, eq=False)
class Cells:
    """Pairs of true and predicted labels that occur.

    Attributes
    ----------
    true, predicted : array of int, shape (n_cells,)
        Codes into `labels`.
    labels : array of shape (n_labels,)
        The labels, in order.
    """

    true: Integers
    predicted: Integers
    labels: Array


def cells_of(y_true: Any, y_pred: Any, sample_weight: Any = None) -> tuple[Cells, Floats]:
    """Count true and predicted labels.

    Parameters
    ----------
    y_true, y_pred : array of shape (n,)
        Labels.
    sample_weight : array of shape (n,), optional
        Weights of the records, 1 if None.

    Returns
    -------
    cells : Cells
    weights : array of shape (n_cells,)
        Sums of weights; records of weight 0 do not occur.
    """
    true, predicted = np.asarray(y_true), np.asarray(y_pred)
    weights = np.ones(true.size) if sample_weight is None else np.asarray(sample_weight, dtype=float)
    kept = weights != 0
    labels, codes = np.unique(np.concatenate([true[kept], predicted[kept]]), return_inverse=True)
    pairs, cell = np.unique(codes.reshape(2, -1).T, axis=0, return_inverse=True)
    found = np.bincount(cell.ravel(), weights=weights[kept], minlength=len(pairs))
    return Cells(true=pairs[:, 0], predicted=pairs[:, 1], labels=labels), found
