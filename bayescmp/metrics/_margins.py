"""Metrics that are functions of the right, true and predicted weights of every class."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from scipy import sparse

from bayescmp._typing import Array, Booleans, Floats, Integers
from bayescmp.metrics._cells import Cells


@dataclass(frozen=True, kw_only=True, eq=False)
class Margins:
    """Weights of every class, (..., n_labels); they may be complex, for derivatives.

    Attributes
    ----------
    right : array
        Of records of the class that are predicted as it.
    true : array
        Of records of the class.
    predicted : array
        Of records that are predicted as the class.
    labels : array of shape (n_labels,)
        The classes.
    """

    right: Array
    true: Array
    predicted: Array
    labels: Array


_WEIGHTS = ("right", "true", "predicted")
Formula = Callable[[Margins], Array]
_STEP = 1e-30  # of complex differentiation, which subtracts nothing and so rounds nothing


def margins_of(cells: Cells, weights: Array) -> Margins:
    """Add up the weights of cells, (..., n_cells), by class."""
    k = cells.labels.size
    right = np.where(cells.true == cells.predicted, cells.true, k)
    return Margins(
        right=_added(weights, right, k + 1)[..., :k],
        true=_added(weights, cells.true, k),
        predicted=_added(weights, cells.predicted, k),
        labels=cells.labels,
    )


def gradient_of(formula: Formula, cells: Cells, weights: Floats) -> Floats:
    """Return the derivatives of a formula by the weights of the cells, (n_cells,)."""
    margins, k = margins_of(cells, weights), cells.labels.size
    rows = replace(margins, **{name: np.broadcast_to(getattr(margins, name), (k, k)) for name in _WEIGHTS})
    found = {
        name: formula(replace(rows, **{name: getattr(rows, name) + 1j * _STEP * np.eye(k)})).imag / _STEP
        for name in _WEIGHTS
    }
    is_right = cells.true == cells.predicted
    return np.asarray(
        is_right * found["right"][cells.true] + found["true"][cells.true] + found["predicted"][cells.predicted]
    )


def _added(weights: Array, codes: Integers, k: int) -> Array:
    one_hot = sparse.csr_array((np.ones(codes.size), (np.arange(codes.size), codes)), shape=(codes.size, k))
    flat = weights.reshape(-1, codes.size)
    return np.asarray((one_hot.T @ flat.T).T).reshape(*weights.shape[:-1], k)


def divided(above: Array, below: Array) -> Array:
    """Divide, with 0 where the divisor is 0, as scikit-learn does."""
    is_0 = np.real(below) == 0
    return np.asarray(np.where(is_0, 0.0, above / np.where(is_0, 1.0, below)))


# --- one number per class ---------------------------------------------------------------------------------------------


def precision(m: Margins) -> Array:
    return divided(m.right, m.predicted)


def recall(m: Margins) -> Array:
    return divided(m.right, m.true)


def jaccard(m: Margins) -> Array:
    return divided(m.right, m.true + m.predicted - m.right)


def f_beta(beta: float) -> Formula:
    """Return the formula of the F measure by which recall counts beta times as much as precision."""
    return partial(_f_beta, beta**2)


def _f_beta(square: float, m: Margins) -> Array:
    return divided((1 + square) * m.right, square * m.true + m.predicted)


# --- one number of all classes ----------------------------------------------------------------------------------------


def occurs(m: Margins) -> Booleans:
    """Tell which classes are true or predicted somewhere."""
    return np.asarray(np.real(m.true + m.predicted) != 0)


def macro(of_class: Formula) -> Formula:
    """Return the mean over the classes that occur."""
    return partial(_macro, of_class)


def weighted(of_class: Formula) -> Formula:
    """Return the mean over classes, weighted by how often they are true."""
    return partial(_weighted, of_class)


def micro(of_class: Formula) -> Formula:
    """Return the number of all classes taken as one."""
    return partial(_micro, of_class)


def _macro(of_class: Formula, m: Margins) -> Array:
    return np.asarray((of_class(m) * occurs(m)).sum(-1) / occurs(m).sum(-1))


def _weighted(of_class: Formula, m: Margins) -> Array:
    return divided((of_class(m) * m.true).sum(-1), m.true.sum(-1))


def _micro(of_class: Formula, m: Margins) -> Array:
    return of_class(replace(m, **{name: getattr(m, name).sum(-1) for name in _WEIGHTS}))


def accuracy(m: Margins) -> Array:
    return np.asarray(m.right.sum(-1) / m.true.sum(-1))


def balanced_accuracy(m: Margins) -> Array:
    is_true = np.real(m.true) != 0
    return np.asarray(recall(m).sum(-1) / is_true.sum(-1))


def matthews(m: Margins) -> Array:
    total, chance = m.true.sum(-1), (m.true * m.predicted).sum(-1)
    spread = (total**2 - (m.true**2).sum(-1)) * (total**2 - (m.predicted**2).sum(-1))
    is_flat = np.real(spread) <= 1e-14 * np.real(total) ** 4  # before the root, which has no derivative there
    return np.asarray(
        np.where(is_flat, 0.0, (m.right.sum(-1) * total - chance) / np.sqrt(np.where(is_flat, 1.0, spread)))
    )


def kappa(m: Margins) -> Array:
    total = m.true.sum(-1)
    chance = (m.true * m.predicted).sum(-1) / total**2
    return divided(m.right.sum(-1) / total - chance, 1 - chance)
