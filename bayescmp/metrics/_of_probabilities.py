"""Metrics of predicted probabilities: means of a loss, and metrics of how scores order the records of one class."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from bayescmp._text import cut, one_line
from bayescmp._typing import Array, Booleans, Floats
from bayescmp.metrics._metric import Metric, about_mean, weighted_mean
from bayescmp.metrics._of_margins import positive_label

_SHORT = 24
LossOfRecords = Callable[[Floats, Array], Floats]
"""From probabilities, (n, n_labels), and the position of each true label to the loss of each record."""
Counted = tuple[Any, Any]
"""A sum, and what it is a sum of: the value is the one over the other. With weights (..., n), of shape (...)."""
Slopes = tuple[Floats, Floats, float]
"""What every record adds to both, to first order, and what the sum is of."""
Ordering = Callable[[Floats, Booleans, Floats], Counted]
"""From the scores of one validation set, which of its records are of the class, and weights."""
OrderingSlopes = Callable[[Floats, Booleans], Slopes]
"""From scores and which records are of the class."""


def metric_of_mean(
    name: str, noun: str, losses: LossOfRecords, *, high: float | None, measured: bool = False
) -> Metric:
    """Return the metric that is the mean of a loss of probabilities.

    Parameters
    ----------
    name, noun : str
        As in `Metric`.
    losses : callable
        From probabilities and positions of the true labels to the loss of each record.
    high : float or None
        Its largest value.
    measured : bool
        As in `Metric`.

    Returns
    -------
    Metric
    """
    return Metric(
        name=name,
        noun=noun,
        loss_symbol=noun,
        greater_is_better=False,
        bounds=(0.0, high),
        needs="probabilities",
        additive=True,
        value=partial(_mean_value, losses),
        influence=partial(_mean_influence, losses),
        measured=measured,
    )


def metric_of_order(
    name: str,
    noun: str,
    value: Ordering,
    slopes: OrderingSlopes,
    *,
    symbol: str = "",
    positive: Any = None,
) -> Metric:
    """Return a metric of how well scores order the records of one class before all others.

    Parameters
    ----------
    name, noun : str
        As in `Metric`.
    value, slopes : callable
        Of scores and which records are of the class.
    symbol : str
        What formulas call the value; the noun if "".
    positive : label, optional
        The class; may be left out where it is obvious.

    Returns
    -------
    Metric
    """
    spoken = noun if positive is None else f"{noun} ({one_line(cut(str(positive), _SHORT))})"
    return replace(
        metric_of_classes(name, spoken, value, slopes, symbol=symbol or noun),
        value=partial(_of_one_class, name, value, positive),
        influence=partial(_influence_of_one_class, name, slopes, positive),
        positive=positive,
        of_class=partial(_of_label, partial(metric_of_order, name, noun, value, slopes, symbol=symbol)),
    )


def metric_of_classes(name: str, noun: str, value: Ordering, slopes: OrderingSlopes, *, symbol: str = "") -> Metric:
    """Return the mean, over the classes that are true somewhere, of a metric of how scores order one class."""
    return Metric(
        name=name,
        noun=noun,
        loss_symbol=f"1 - {symbol or noun}",
        greater_is_better=True,
        bounds=(0.0, 1.0),
        needs="probabilities",
        additive=False,
        value=partial(_of_classes, value),
        influence=partial(_influence_of_classes, slopes),
        orders=True,
    )


def _of_label(of: Callable[..., Metric], label: Any) -> Metric:
    return of(positive=label)


def _mean_value(
    losses: LossOfRecords, y_true: Any, y_prob: Any, sample_weight: Any = None, *, labels: Any = None
) -> Any:
    return weighted_mean(_losses(losses, y_true, y_prob, labels), sample_weight)


def _mean_influence(losses: LossOfRecords, y_true: Any, y_prob: Any, *, labels: Any = None) -> Floats:
    return about_mean(_losses(losses, y_true, y_prob, labels))


def _losses(losses: LossOfRecords, y_true: Any, y_prob: Any, labels: Any) -> Floats:
    y_prob, codes, _ = _columns(y_true, y_prob, labels)
    return losses(y_prob, codes)


def _columns(y_true: Any, y_prob: Any, labels: Any) -> tuple[Floats, Array, Array]:
    """Return probabilities, the column of every true label, and the labels of the columns."""
    truth, y_prob = np.asarray(y_true), np.asarray(y_prob)
    y_prob = y_prob if y_prob.dtype.kind == "f" else y_prob.astype(float)
    known = np.unique(truth) if labels is None else np.asarray(labels)
    if y_prob.shape != (truth.size, known.size):
        raise ValueError(
            f"`y_prob` must have a row for each record and a column for each label, ({truth.size}, {known.size}), but "
            f"got the shape {y_prob.shape}. Give `labels`, the label of each column, if not all of them occur."
        )
    order = np.argsort(known, kind="stable")
    place = np.clip(np.searchsorted(known, truth, sorter=order), 0, known.size - 1)
    codes = order[place]
    if (known[codes] != truth).any():
        raise ValueError("`labels` must hold every true label, but one has no column.")
    return y_prob, codes, known


def _of_one_class(
    name: str,
    value: Ordering,
    positive: Any,
    y_true: Any,
    y_prob: Any,
    sample_weight: Any = None,
    *,
    labels: Any = None,
    sets: Any = None,
) -> Any:
    y_prob, codes, known = _columns(y_true, y_prob, labels)
    column = _column_of(name, known, positive)
    return _value(value, y_prob[:, column], codes == column, sample_weight, sets)


def _influence_of_one_class(
    name: str, slopes: OrderingSlopes, positive: Any, y_true: Any, y_prob: Any, *, labels: Any = None, sets: Any = None
) -> Floats:
    y_prob, codes, known = _columns(y_true, y_prob, labels)
    column = _column_of(name, known, positive)
    return -_influence(slopes, y_prob[:, column], codes == column, sets)


def _column_of(name: str, known: Array, positive: Any) -> int:
    label = positive_label(name, known.tolist(), positive)
    if label not in known.tolist():
        raise ValueError(f"`metric` {name!r} needs records of the class {label!r}, but there are none.")
    return int(known.tolist().index(label))


def _of_classes(
    value: Ordering, y_true: Any, y_prob: Any, sample_weight: Any = None, *, labels: Any = None, sets: Any = None
) -> Any:
    y_prob, codes, _ = _columns(y_true, y_prob, labels)
    columns = np.unique(codes)
    return sum(_value(value, y_prob[:, one], codes == one, sample_weight, sets) for one in columns) / columns.size


def _influence_of_classes(
    slopes: OrderingSlopes, y_true: Any, y_prob: Any, *, labels: Any = None, sets: Any = None
) -> Floats:
    y_prob, codes, _ = _columns(y_true, y_prob, labels)
    columns = np.unique(codes)
    return np.asarray(-sum(_influence(slopes, y_prob[:, one], codes == one, sets) for one in columns) / columns.size)


def _rows_of_sets(sets: Any, n: int) -> list[Any]:
    """Return the records of every validation set, whose scores alone are of the same classifier."""
    if sets is None:
        return [slice(0, n)]
    order = np.argsort(sets, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(np.asarray(sets)[order])) + 1)


def _value(value: Ordering, scores: Floats, positive: Booleans, sample_weight: Any, sets: Any) -> Any:
    """Return the sums of all validation sets, one over the other; NaN where there is nothing to order."""
    weights = np.ones(scores.size) if sample_weight is None else np.asarray(sample_weight, dtype=float)
    counted = [value(scores[r], positive[r], weights[..., r]) for r in _rows_of_sets(sets, scores.size)]
    found, size = (np.sum([one[place] for one in counted], axis=0) for place in (0, 1))
    with np.errstate(invalid="ignore"):
        quotient = np.divide(found, size)
    return float(quotient) if weights.ndim == 1 else quotient


def _influence(slopes: OrderingSlopes, scores: Floats, positive: Booleans, sets: Any) -> Floats:
    """Return what every record adds to the value, with mean 0: the derivative by its share, of one validation set.

    Of several sets the records of one add up to what it adds: its value less that of all, by its share. Derivatives
    would count that once for each record of a pair.
    """
    found, size, values = np.zeros(scores.size), 0.0, []
    for rows in _rows_of_sets(sets, scores.size):
        added, sized, of_set = slopes(scores[rows], positive[rows])
        if of_set > 0:
            value = added.sum() / sized.sum()
            found[rows] = added - value * sized
            values.append((rows, value, sized * of_set / sized.sum()))
            size += of_set
    mean = sum(value * shares.sum() for _, value, shares in values) / size
    for rows, value, shares in values:
        found[rows] += (value - mean) * shares
    return np.asarray(found * scores.size / size)
