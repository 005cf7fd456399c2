"""Records by their true label and those of both classifiers: what a metric of labels can tell apart, counted."""

from dataclasses import dataclass

import numpy as np

from bayescmp._rounding import difference
from bayescmp._typing import Array, Floats, Integers
from bayescmp.frequentist._labels import difference_of
from bayescmp.metrics import Metric
from bayescmp.metrics._cells import Cells
from bayescmp.metrics._margins import Formula, margins_of


@dataclass(frozen=True, kw_only=True, eq=False)
class JointCells:
    """Cells of equal records.

    Attributes
    ----------
    of_record : array of int, shape (n_records,)
        The cell of each record.
    codes : array of int, shape (n_cells, 3)
        True label and those of both classifiers, codes into `labels`.
    labels : array
        The labels.
    """

    of_record: Integers
    codes: Integers
    labels: Array

    def counts(self, rows: Integers) -> Integers:
        """Count the records of each cell in every sample of `rows`, (n_samples, n): (n_samples, n_cells)."""
        k = len(self.codes)
        found = self.of_record[rows] + k * np.arange(len(rows))[:, np.newaxis]
        return np.bincount(found.ravel(), minlength=k * len(rows)).reshape(len(rows), k)

    def differences(self, metric: Metric, counts: Array) -> Floats:
        """Return loss(first) - loss(second) at counts of the cells, (..., n_cells)."""
        if metric.formula is not None and not metric.additive:
            first, second = (self._values(metric.formula, place, counts) for place in (1, 2))
            return np.asarray(difference(*((second, first) if metric.greater_is_better else (first, second))))
        loss, examples = difference_of(metric), self.labels[self.codes]
        of_cell = np.array([loss(*one) for one in examples[:, :, np.newaxis]])
        first, second = (counts @ np.maximum(sign * of_cell, 0) for sign in (1, -1))
        return np.asarray(difference(first, second) / counts.sum(-1))

    def _values(self, formula: Formula, place: int, counts: Array) -> Array:
        cells = Cells(true=self.codes[:, 0], predicted=self.codes[:, place], labels=self.labels)
        return formula(margins_of(cells, counts.astype(float)))


def are_enough(metric: Metric) -> bool:
    """Tell whether counts of cells are all that a metric reads of the labels."""
    return metric.additive or metric.formula is not None


def joint_cells(y: Array, first: Array, second: Array) -> JointCells:
    """Return the cells of records by their true label and those of two classifiers."""
    labels, codes = np.unique(np.concatenate([y, first, second]), return_inverse=True)
    found, cell = np.unique(codes.reshape(3, -1).T, axis=0, return_inverse=True)
    return JointCells(of_record=cell.ravel(), codes=found, labels=labels)
