"""How often true and predicted labels occur together, sums of that by class, and derivatives by it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from bayescmp._typing import Array, Floats, Integers

_WEIGHTS = ("right", "true", "predicted")
_STEP = 1e-30  # of complex differentiation, which subtracts nothing and so rounds nothing
_SHARE = 1e-3  # of a count, the step of differences


@dataclass(frozen=True, kw_only=True, eq=False)
class LabelPairs:
    """Pairs of a true and a predicted label that occur, as codes into `labels`; counts of them stand beside."""

    true: Integers
    predicted: Integers
    labels: Array


@dataclass(frozen=True, kw_only=True, eq=False)
class Margins:
    """Weights of every class, (..., n_labels), of records right, true and predicted; complex for derivatives."""

    right: Array
    true: Array
    predicted: Array
    labels: Array


Formula = Callable[[Margins], Array]


def label_counts(y_true: Any, y_pred: Any, sample_weight: Any = None) -> tuple[LabelPairs, Floats]:
    """Return the pairs of labels that occur, and their counts or sums of weights; weights of 0 do not occur."""
    true, predicted = np.asarray(y_true), np.asarray(y_pred)
    weights = np.ones(true.size) if sample_weight is None else np.asarray(sample_weight, dtype=float)
    kept = weights != 0
    labels, codes = np.unique(np.concatenate([true[kept], predicted[kept]]), return_inverse=True)
    pairs, place = np.unique(codes.reshape(2, -1).T, axis=0, return_inverse=True)
    counts = np.bincount(place.ravel(), weights=weights[kept], minlength=len(pairs))
    return LabelPairs(true=pairs[:, 0], predicted=pairs[:, 1], labels=labels), counts


def margins_of(pairs: LabelPairs, counts: Array) -> Margins:
    """Add up counts, (..., n_pairs), by class."""
    k = pairs.labels.size
    right = np.where(pairs.true == pairs.predicted, pairs.true, k)
    return Margins(
        right=_added(counts, right, k + 1)[..., :k],
        true=_added(counts, pairs.true, k),
        predicted=_added(counts, pairs.predicted, k),
        labels=pairs.labels,
    )


def _added(counts: Array, codes: Integers, k: int) -> Array:
    one_hot = sparse.csr_array((np.ones(codes.size), (np.arange(codes.size), codes)), shape=(codes.size, k))
    flat = counts.reshape(-1, codes.size)
    return np.asarray((one_hot.T @ flat.T).T).reshape(*counts.shape[:-1], k)


def summed(m: Margins) -> Margins:
    """Take all classes as one."""
    return replace(m, **{name: getattr(m, name).sum(-1) for name in _WEIGHTS})


def gradient_of(formula: Formula, pairs: LabelPairs, counts: Floats) -> Floats:
    """Return the derivatives of a formula by the counts of the pairs, (n_pairs,)."""
    margins, k = margins_of(pairs, counts), pairs.labels.size
    rows = replace(margins, **{name: np.broadcast_to(getattr(margins, name), (k, k)) for name in _WEIGHTS})
    right, true, predicted = (
        formula(replace(rows, **{name: getattr(rows, name) + 1j * _STEP * np.eye(k)})).imag / _STEP for name in _WEIGHTS
    )
    is_right = pairs.true == pairs.predicted
    return np.asarray(is_right * right[pairs.true] + true[pairs.true] + predicted[pairs.predicted])


def influence_of_slope(pairs: LabelPairs, slope: Floats, y_true: Any, y_pred: Any) -> Floats:
    """Return what every record adds to one less the value, to first order and with mean 0, by the value's slopes."""
    k = pairs.labels.size
    true, predicted = (np.searchsorted(pairs.labels, values) for values in (y_true, y_pred))
    own = slope[np.searchsorted(k * pairs.true + pairs.predicted, k * true + predicted)]
    return np.asarray(own.mean() - own)


def influence_by_differences(value: Callable[..., float], y_true: Any, y_pred: Any) -> Floats:
    """Return the influence on one less the value of a function of labels and weights, by differences of its values."""
    pairs, counts = label_counts(y_true, y_pred)
    steps = np.diag(_SHARE * counts)
    labels = pairs.labels[pairs.true], pairs.labels[pairs.predicted]
    up, down = (np.array([value(*labels, sample_weight=counts + s) for s in sign * steps]) for sign in (1, -1))
    slope = (up - down) / (2 * _SHARE * counts) * counts.sum()  # by shares of all records
    return influence_of_slope(pairs, slope, y_true, y_pred)
