"""The area under the ROC curve: how often a record of the class has the higher score than another one."""

import numpy as np

from bayescmp._typing import Booleans, Floats, Integers
from bayescmp.metrics._of_probabilities import Counted, Slopes, metric_of_classes, metric_of_order


def won_pairs(scores: Floats, positive: Booleans, weights: Floats) -> Counted:
    """Return the weight of pairs whose positive record has the higher score, ties by half, and that of all pairs."""
    of_positive, of_negative = (weights[..., rows] for rows in _in_order(scores, positive))
    lower, upper = _ranks(scores, positive)
    below = np.zeros((*weights.shape[:-1], of_negative.shape[-1] + 1))
    np.cumsum(of_negative, axis=-1, out=below[..., 1:])
    beaten = below[..., lower] if (lower == upper).all() else 0.5 * (below[..., lower] + below[..., upper])
    return np.einsum("...i,...i->...", of_positive, beaten), of_positive.sum(-1) * below[..., -1]


def auc_components(scores: Floats, positive: Booleans) -> tuple[Floats, Floats]:
    """Return DeLong's components of positive and of negative records, in the order of the records.

    The share of negative records with a lower score than a positive one, and of positive ones with a higher score than
    a negative one; ties count half.
    """
    components = []
    for own, other in ((scores[positive], scores[~positive]), (-scores[~positive], -scores[positive])):
        ordered = np.sort(other)
        ranks = np.searchsorted(ordered, own, "left") + np.searchsorted(ordered, own, "right")
        components.append(ranks / (2 * max(other.size, 1)))
    return components[0], components[1]


def _slopes(scores: Floats, positive: Booleans) -> Slopes:
    """Return what every record adds to the pairs that are won, DeLong's components, and to all pairs."""
    won, pairs = np.empty(scores.size), np.empty(scores.size)
    n_positive = int(positive.sum())
    others = (scores.size - n_positive, n_positive)
    for rows, component, other in zip((positive, ~positive), auc_components(scores, positive), others, strict=True):
        won[rows], pairs[rows] = component * other, other
    return won, pairs, float(others[0] * others[1])


def _in_order(scores: Floats, positive: Booleans) -> tuple[Integers, Integers]:
    """Return the positive and the negative records, the lowest score first."""
    order = np.argsort(scores, kind="stable")
    return order[positive[order]], order[~positive[order]]


def _ranks(scores: Floats, positive: Booleans) -> tuple[Integers, Integers]:
    """Return how many negative records have a lower score than each positive one, and how many no higher one."""
    own, other = np.sort(scores[positive]), np.sort(scores[~positive])
    return np.searchsorted(other, own, "left"), np.searchsorted(other, own, "right")


ROC_AUC = metric_of_order("roc_auc", "ROC AUC", won_pairs, _slopes)
"""The area under the ROC curve of one class."""
ROC_AUC_OVR = metric_of_classes("roc_auc_ovr", "macro ROC AUC", won_pairs, _slopes)
"""The mean, over classes, of the area under the ROC curve of each class against all others."""
