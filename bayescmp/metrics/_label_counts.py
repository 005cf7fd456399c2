"""How often true and predicted labels occur together, sums of that by class, and derivatives by it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import scipy
import xarray as xr

from bayescmp._support._shared import shared
from bayescmp._support._typing import Array, Floats, Integers

_WEIGHTS = ("right", "true", "predicted")
_STEP = 1e-30  # of complex differentiation, which subtracts nothing and so rounds nothing
_SHARE = 1e-3  # of a count, the step of differences


@dataclass(frozen=True, kw_only=True, eq=False)
class Cells:
    """True labels with those that classifiers predict, as they occur together; counts of them stand beside.

    `codes` into `labels` have a row for each cell: of its true label, then of that of each classifier.
    """

    codes: Integers
    labels: Array


@dataclass(frozen=True, kw_only=True, eq=False)
class Margins:
    """Weights of every class, (..., n_labels), of records right, true and predicted; complex for derivatives."""

    right: Array
    true: Array
    predicted: Array
    labels: Array


Formula = Callable[[Margins], Array]


@shared
def cells_of(y_true: Any, *predicted: Any) -> tuple[Cells, Integers]:
    """Return the cells that occur, and that of every record."""
    codes, labels = pd.factorize(np.concatenate([y_true, *predicted]), sort=True)
    codes = codes.reshape(1 + len(predicted), -1)
    occurring, of_record = labels, codes[0]
    for own in codes[1:]:  # numbered anew after each, so that numbers stay small
        of_record, occurring = pd.factorize(of_record * labels.size + own, sort=True)
    example = np.empty(occurring.size, dtype=int)
    example[of_record] = np.arange(of_record.size)
    return Cells(codes=codes[:, example].T, labels=labels), of_record


@shared
def cells_of_predictions(predictions: xr.Dataset) -> tuple[Cells, Floats]:
    """Count true labels with those that all classifiers predicted, over all validations; none may be missing."""
    validated = predictions["fold"].transpose("repeat", "record").to_numpy() >= 0
    truth = np.broadcast_to(predictions["y_true"].to_numpy(), validated.shape)
    predicted = predictions["y_pred"].transpose("classifier", "repeat", "record").to_numpy()
    cells, of_record = cells_of(truth[validated], *predicted[:, validated])
    labels = predictions["label"].to_numpy()[cells.labels]
    return replace(cells, labels=labels), np.bincount(of_record).astype(float)


def label_counts(y_true: Any, y_pred: Any, sample_weight: Any = None) -> tuple[Cells, Floats]:
    """Return the cells of one classifier, and their counts or sums of weights; weights of 0 do not occur."""
    true, predicted = np.asarray(y_true), np.asarray(y_pred)
    if sample_weight is None:
        cells, of_record = cells_of(true, predicted)
        return cells, np.bincount(of_record).astype(float)
    weights = np.asarray(sample_weight, dtype=float)
    kept = weights != 0
    cells, of_record = cells_of(true[kept], predicted[kept])
    return cells, np.bincount(of_record, weights=weights[kept], minlength=len(cells.codes))


def margins_of(cells: Cells, counts: Array, classifier: int = 0) -> Margins:
    """Add up counts, (..., n_cells), by class, for the classifier at a position."""
    k, true, predicted = cells.labels.size, cells.codes[:, 0], cells.codes[:, 1 + classifier]
    return Margins(
        right=_added(counts, np.where(true == predicted, true, k), k + 1)[..., :k],
        true=_added(counts, true, k),
        predicted=_added(counts, predicted, k),
        labels=cells.labels,
    )


def _added(counts: Array, codes: Integers, k: int) -> Array:
    one_hot = scipy.sparse.csr_array((np.ones(codes.size), (np.arange(codes.size), codes)), shape=(codes.size, k))
    flat = counts.reshape(-1, codes.size)
    return np.asarray((one_hot.T @ flat.T).T).reshape(*counts.shape[:-1], k)


def summed(m: Margins) -> Margins:
    """Take all classes as one."""
    return replace(m, **{name: getattr(m, name).sum(-1) for name in _WEIGHTS})


def margins_with_none(m: Margins) -> Margins:
    """Add a class of which there is no record, after the others."""
    nothing = np.zeros((*m.true.shape[:-1], 1))
    return replace(m, **{name: np.concatenate([getattr(m, name), nothing], axis=-1) for name in _WEIGHTS})


def gradient_of(formula: Formula, cells: Cells, counts: Floats) -> Floats:
    """Return the derivatives of a formula by the counts of the cells of one classifier, (n_cells,)."""
    margins, k = margins_of(cells, counts), cells.labels.size
    rows = replace(margins, **{name: np.broadcast_to(getattr(margins, name), (k, k)) for name in _WEIGHTS})
    right, true, predicted = (
        formula(replace(rows, **{name: getattr(rows, name) + 1j * _STEP * np.eye(k)})).imag / _STEP for name in _WEIGHTS
    )
    of_truth, of_answer = cells.codes.T
    return np.asarray((of_truth == of_answer) * right[of_truth] + true[of_truth] + predicted[of_answer])


def influence_of_formula(formula: Formula, y_true: Any, y_pred: Any) -> Floats:
    """Return what every record adds to one less the value, to first order and with mean 0."""
    cells, of_record = cells_of(y_true, y_pred)
    slope = gradient_of(formula, cells, np.bincount(of_record) / of_record.size)
    return np.asarray(slope[of_record].mean() - slope[of_record])


def influence_by_differences(value: Callable[..., float], y_true: Any, y_pred: Any) -> Floats:
    """Return the same for a function of labels and weights, by differences of its values."""
    cells, of_record = cells_of(y_true, y_pred)
    counts, labels = np.bincount(of_record), cells.labels[cells.codes.T]
    steps = np.diag(_SHARE * counts)
    up, down = (np.array([value(*labels, sample_weight=counts + s) for s in sign * steps]) for sign in (1, -1))
    slope = (up - down) / (2 * _SHARE * counts) * counts.sum()  # by shares of all records
    return np.asarray(slope[of_record].mean() - slope[of_record])
