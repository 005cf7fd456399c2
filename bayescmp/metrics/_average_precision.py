"""Average precision: the mean, over the records of the class, of the precision at their scores."""

import numpy as np

from bayescmp._typing import Booleans, Floats, Integers
from bayescmp.metrics._of_probabilities import Counted, Slopes, metric_of_order


def _precisions(scores: Floats, positive: Booleans, weights: Floats) -> Counted:
    """Return the weighted sum of the precisions at the scores of the records of the class, and their weight."""
    order, _, last = _in_order(scores)
    found = weights[..., order] * positive[order]
    right = np.cumsum(found, axis=-1)
    taken = np.cumsum(weights[..., order], axis=-1)
    rows = np.flatnonzero(positive[order])
    precision = right[..., last[rows]] / taken[..., last[rows]]
    return np.einsum("...i,...i->...", found[..., rows], precision), right[..., -1]


def _in_order(scores: Floats) -> tuple[Integers, Integers, Integers]:
    """Return the records, the highest score first, and for each the places of the first and last with its score."""
    order = np.argsort(-scores, kind="stable")
    ordered = -scores[order]
    return order, np.searchsorted(ordered, ordered, "left"), np.searchsorted(ordered, ordered, "right") - 1


def _slopes(scores: Floats, positive: Booleans) -> Slopes:
    """Return what every record adds to the sum of precisions, at its own score and all lower ones, and to the size."""
    order, first, last = _in_order(scores)
    own = positive[order].astype(float)
    right, taken = np.cumsum(own)[last], last + 1.0
    by_right, by_taken = own / taken, -own * right / taken**2
    moved = [np.cumsum(part[::-1])[::-1][first] for part in (by_right, by_taken)]
    slope, size = np.empty(scores.size), positive.astype(float)
    slope[order] = own * (right / taken) + own * moved[0] + moved[1]
    return slope, size, float(size.sum())


AVERAGE_PRECISION = metric_of_order("average_precision", "average precision", _precisions, _slopes)
"""The average precision of one class."""
