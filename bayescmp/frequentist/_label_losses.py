"""Labels and answers of one hold-out, and differences of two losses of labels, by records or counts of equal ones."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bayescmp._support._given import check_same_index, index_of
from bayescmp._support._rounding import difference as subtract
from bayescmp._support._typing import Array, Floats, Integers
from bayescmp.evidence import PairEvidence
from bayescmp.metrics import Answers, Cells, Metric, answers_of, margins_of, metric_of
from bayescmp.predictions import column, groups_of, plain_labels


def labels_of(evidence: PairEvidence) -> tuple[Array, Array, Array]:
    """Return the true labels and those predicted by both classifiers."""
    if evidence.labels is None:
        raise ValueError("This test needs the predicted labels, but there are only tables.")
    return evidence.labels()


def answers_of_pair(evidence: PairEvidence) -> tuple[Answers, list[int]]:
    """Return the answers on every record, and the places of both classifiers among them."""
    if evidence.predictions is None:
        raise ValueError("This test needs the answers on every record, but there are none.")
    names = evidence.predictions["classifier"].to_numpy().astype(str).tolist()
    places = [names.index(name) for name in (evidence.first, evidence.second)]
    return answers_of(evidence.predictions, evidence.metric), places


def groups_of_pair(evidence: PairEvidence) -> Integers:
    """Return the group of every validated record of one hold-out."""
    predictions = evidence.predictions
    if predictions is None or (codes := groups_of(predictions)) is None:
        raise ValueError("This test needs records in groups, but there are none.")
    return codes[(predictions["fold"] >= 0).isel(repeat=0).to_numpy()]


def label_metric(metric: object, pos_label: object = None) -> Metric:
    """Return the metric that a name, a function or a metric stands for, if it is one of labels."""
    of_name = metric_of(metric, pos_label)
    if of_name.needs != "labels":
        raise ValueError(f"`metric` must be one of predicted labels, but {of_name.name!r} needs {of_name.needs}.")
    return of_name


def difference_of(metric: Metric, **named: Any) -> Callable[..., float]:
    """Return the function of (y_true, first, second) that gives value(first) - value(second), by `named` arguments."""
    return lambda y, *pair: float(subtract(*(_value(metric, y, predicted, **named) for predicted in pair)))


def size_of(metric: Metric, y: Array, a: Array, b: Array) -> float:
    """Return the size of the values whose differences are taken: what their rounding is relative to."""
    return max(abs(_value(metric, y, predicted)) for predicted in (a, b))


def _value(metric: Metric, y: Array, predicted: Array, **named: Any) -> float:
    value = float(metric.value(y, predicted, **named))
    if not np.isfinite(value):
        raise ValueError(f"`metric` must return a finite number, but got {value} for {y.size} records.")
    return value


def check_labels(*labels: ArrayLike) -> tuple[Array, ...]:
    """Return true labels and those of two classifiers as arrays of one length and kind."""
    names = ("y_true", "first", "second")
    check_same_index(dict(zip(names, map(index_of, labels), strict=True)))
    arrays = tuple(plain_labels(column(values, name), name) for values, name in zip(labels, names, strict=True))
    shapes = {array.shape for array in arrays}
    if len(shapes) != 1 or arrays[0].ndim != 1 or arrays[0].size < 2:
        raise ValueError(f"The labels must be three arrays of one length, at least 2, but got the shapes {shapes}.")
    if len({array.dtype.kind == "U" for array in arrays}) != 1:
        raise TypeError("The labels must be all text or all numbers, but got both.")
    return arrays


def are_enough(metric: Metric) -> bool:
    """Tell whether counts of cells are all that a metric reads of the labels."""
    return metric.additive or metric.formula is not None


def differences_of_cells(metric: Metric, cells: Cells, counts: Array) -> Floats:
    """Return value(first) - value(second) at counts of the cells, (..., n_cells), that are all the metric reads."""
    if metric.formula is not None and not metric.additive:
        first, second = (metric.formula(margins_of(cells, counts.astype(float), place)) for place in (0, 1))
        return np.asarray(subtract(first, second))
    difference, examples = difference_of(metric), cells.labels[cells.codes]
    of_cell = np.array([difference(*labels) for labels in examples[:, :, np.newaxis]])
    first, second = (counts @ np.maximum(sign * of_cell, 0) for sign in (1, -1))
    return np.asarray(subtract(first, second) / counts.sum(-1))


def counted(of_record: Integers, rows: Integers, n_cells: int) -> Integers:
    """Count the records of each cell in every sample of `rows`, (n_samples, n): (n_samples, n_cells)."""
    places = of_record[rows] + n_cells * np.arange(len(rows))[:, np.newaxis]
    return np.bincount(places.ravel(), minlength=n_cells * len(rows)).reshape(len(rows), n_cells)
