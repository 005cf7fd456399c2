"""Metrics of how scores order the records of one class before all others: ROC AUC and average precision."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np

from bayescmp._support._rounding import difference
from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp.metrics._margins import positive_label
from bayescmp.metrics._metric import Metric, noun_of_class
from bayescmp.metrics._of_probabilities import columns_of

Counted = Callable[[Floats], tuple[Any, Any]]
"""From weights (..., n) to a sum, and what it is a sum of: the value is the one over the other, of shape (...)."""
Slopes = tuple[Floats, Floats, float]
"""What every record adds to both, to first order, and what the sum is of."""
_Choose = Callable[[Integers, list[Any]], list[tuple[int, int | None]]]
"""From the columns of the true labels and all labels to the columns of the classes that count, against which other."""
_OfClass = tuple[Any, Floats, Booleans, list[Any]]
"""The records that count for a class, their scores, which are of the class, and the places of each validation set."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """How an order is judged, by functions of the scores of one validation set and of which records are of the class.

    `counted` returns the function of weights, `slopes` what every record adds to both of its sums, and `credit` what of
    the first sum is each record's own, and what the sum is of.
    """

    counted: Callable[[Floats, Booleans], Counted]
    slopes: Callable[[Floats, Booleans], Slopes]
    credit: Callable[[Floats, Booleans], tuple[Floats, float]]


# --- how an order becomes a metric ------------------------------------------------------------------------------------


def metric_of_order(name: str, noun: str, order: Order, positive: Any = None) -> Metric:
    """Return a metric of one class, which may be left out where it is obvious."""
    choose = partial(_one_class, name, positive)
    metric = metric_of_classes(name, noun_of_class(noun, positive), order, symbol=noun, choose=choose)
    return replace(metric, positive=positive, of_class=partial(metric_of_order, name, noun, order))


def _one_class(name: str, positive: Any, _: Integers, known: list[Any]) -> list[tuple[int, int | None]]:
    label = positive_label(name, known, positive)
    if label not in known:
        raise ValueError(f"`metric` {name!r} needs records of the class {label!r}, but there are none.")
    return [(known.index(label), None)]


def _all_classes(codes: Integers, _: list[Any]) -> list[tuple[int, int | None]]:
    return [(one, None) for one in np.unique(codes).tolist()]


def _all_pairs(codes: Integers, known: list[Any]) -> list[tuple[int, int | None]]:
    """Return each class against each other one, as in :doi:`10.1023/A:1010920819831`; one alone is NaN."""
    return [*permutations(np.unique(codes).tolist(), 2)] or [*_all_classes(codes, known)]


def metric_of_classes(
    name: str, noun: str, order: Order, *, symbol: str = "", choose: _Choose = _all_classes
) -> Metric:
    """Return the mean, over classes that are true somewhere, of a metric of how scores order one of them."""
    mean = _MeanOfClasses(order=order, choose=choose)
    return Metric(
        name=name, noun=noun, symbol=symbol, greater_is_better=True, bounds=(0.0, 1.0), needs="probabilities",
        additive=False, value=mean.value, influence=mean.influence, ordered=mean.ordered, credit=mean.credit,
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _MeanOfClasses:
    """The functions of a metric that is a mean over the classes that are chosen."""

    order: Order
    choose: _Choose

    def value(self, y_true: Any, y_prob: Any, sample_weight: Any = None, **named: Any) -> Any:
        weights = np.ones(len(y_true)) if sample_weight is None else np.asarray(sample_weight, dtype=float)
        values = self.ordered(y_true, y_prob, **named)(weights)
        return float(values) if weights.ndim == 1 else values

    def ordered(self, y_true: Any, y_prob: Any, **named: Any) -> Callable[[Floats], Any]:
        """Put the records in order, and return the function from their weights to the value."""
        classes = [
            [(rows, r, self.order.counted(scores[r], positive[r])) for r in rows_of_sets]
            for rows, scores, positive, rows_of_sets in self._classes(y_true, y_prob, **named)
        ]
        return lambda weights: sum(_value_of_class(one, weights) for one in classes) / len(classes)

    def influence(self, y_true: Any, y_prob: Any, **named: Any) -> Floats:
        return -self._added(partial(_influence_of_class, self.order), y_true, y_prob, **named)

    def credit(self, y_true: Any, y_prob: Any, **named: Any) -> Floats:
        """Return what each record adds, whose mean is the value; it changes only where another one passes this one."""
        return self._added(partial(_credit_of_class, self.order), y_true, y_prob, **named)

    def _added(self, of_class: Callable[..., Floats], y_true: Any, y_prob: Any, **named: Any) -> Floats:
        """Return the mean over classes of what records add to each."""
        classes, found = self._classes(y_true, y_prob, **named), np.zeros(len(y_true))
        for rows, *own in classes:
            added = of_class(*own)
            found[rows] += added * len(found) / added.size  # a record is a larger share of those that count than of all
        return found / len(classes)

    def _classes(self, y_true: Any, y_prob: Any, *, labels: Any = None, sets: Any = None) -> list[_OfClass]:
        y_prob, codes, known = columns_of(y_true, y_prob, labels)
        found = []
        for one, other in self.choose(codes, known.tolist()):
            rows = slice(None) if other is None else np.flatnonzero((codes == one) | (codes == other))
            rows_of_sets = _rows_of_sets(None if sets is None else np.asarray(sets)[rows])
            found.append((rows, y_prob[rows, one], codes[rows] == one, rows_of_sets))
        return found


def _credit_of_class(order: Order, scores: Floats, positive: Booleans, rows_of_sets: list[Any]) -> Floats:
    own, size = np.zeros(scores.size), 0.0
    for r in rows_of_sets:
        own[r], of_set = order.credit(scores[r], positive[r])
        size += of_set
    return own * scores.size / size


def _rows_of_sets(sets: Any) -> list[Any]:
    """Return the records of every validation set, whose scores alone are of the same classifier."""
    if sets is None:
        return [slice(None)]
    order = np.argsort(sets, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(sets[order])) + 1)


def _value_of_class(counted: list[tuple[Any, Any, Counted]], weights: Floats) -> Any:
    """Return the sums of all validation sets, one over the other; NaN where there is nothing to order."""
    sums = [count(weights[..., rows][..., r]) for rows, r, count in counted]
    with np.errstate(invalid="ignore"):
        return np.divide(*(np.sum(part, axis=0) for part in zip(*sums, strict=True)))


def _influence_of_class(order: Order, scores: Floats, positive: Booleans, sets: list[Any]) -> Floats:
    """Return what every record adds to the value, with mean 0: the derivative by its share, of one validation set.

    Of several sets the records of one add up to what it adds: its value less that of all, by its share. Derivatives
    would count that once for each record of a pair.
    """
    found, size, values = np.zeros(scores.size), 0.0, []
    for rows in sets:
        added, sized, of_set = order.slopes(scores[rows], positive[rows])
        if of_set > 0:
            value = added.sum() / sized.sum()
            found[rows] = difference(added, value * sized, np.abs(added).max())
            values.append((rows, value, sized * of_set / sized.sum()))
            size += of_set
    mean = sum(value * shares.sum() for _, value, shares in values) / size
    for rows, value, shares in values:
        found[rows] += difference(value, mean) * shares
    return np.asarray(found * scores.size / size)


# --- ROC AUC: how often a record of the class has the higher score than another one -----------------------------------


def won_pairs(scores: Floats, positive: Booleans) -> Counted:
    """Count the weight of pairs whose positive record has the higher score, ties by half, and that of all pairs."""
    order = np.argsort(scores, kind="stable")
    own, other = order[positive[order]], order[~positive[order]]
    lower, upper = (np.searchsorted(scores[other], scores[own], side) for side in ("left", "right"))
    tied = (lower != upper).any()

    def counted(weights: Floats) -> tuple[Any, Any]:
        of_positive = weights[..., own]
        below = np.zeros((*weights.shape[:-1], other.size + 1), order="F")  # a row of a record, as weights are drawn
        np.cumsum(weights[..., other], axis=-1, out=below[..., 1:])
        beaten = 0.5 * (below[..., lower] + below[..., upper]) if tied else below[..., lower]
        return np.einsum("...i,...i->...", of_positive, beaten), of_positive.sum(-1) * below[..., -1]

    return counted


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


def _auc_slopes(scores: Floats, positive: Booleans) -> Slopes:
    """Return what every record adds to the pairs that are won, DeLong's components, and to all pairs."""
    others = np.where(positive, (~positive).sum(), positive.sum())  # of every record
    won = np.empty(scores.size)
    won[positive], won[~positive] = auc_components(scores, positive)
    return won * others, others.astype(float), float(positive.sum() * (~positive).sum())


def _auc_credit(scores: Floats, positive: Booleans) -> tuple[Floats, float]:
    """Return the pairs that a record wins, of either class by its share: of all records the placements, DeLong's."""
    won, _, pairs = _auc_slopes(scores, positive)
    return won * np.where(positive, positive.mean(), 1 - positive.mean()), pairs


_OF_PAIRS = Order(counted=won_pairs, slopes=_auc_slopes, credit=_auc_credit)
ROC_AUC = metric_of_order("roc_auc", "ROC AUC", _OF_PAIRS)
"""The area under the ROC curve of one class."""
ROC_AUC_OVR = metric_of_classes("roc_auc_ovr", "macro ROC AUC", _OF_PAIRS)
"""The mean, over classes, of the area under the ROC curve of each class against all others."""
ROC_AUC_OVO = metric_of_classes("roc_auc_ovo", "macro ROC AUC of pairs", _OF_PAIRS, choose=_all_pairs)
"""The mean, over pairs of classes, of the area under the ROC curve of either against the other (Hand & Till 2001)."""


# --- average precision: the mean, over the records of the class, of the precision at their scores ---------------------


def _precisions(scores: Floats, positive: Booleans) -> Counted:
    """Count the weighted sum of the precisions at the scores of the records of the class, and their weight."""
    order, _, last = _in_order(scores)
    rows = np.flatnonzero(positive[order])

    def counted(weights: Floats) -> tuple[Any, Any]:
        found = weights[..., order] * positive[order]
        right = np.cumsum(found, axis=-1)
        taken = np.cumsum(weights[..., order], axis=-1)
        precision = right[..., last[rows]] / taken[..., last[rows]]
        return np.einsum("...i,...i->...", found[..., rows], precision), right[..., -1]

    return counted


def _in_order(scores: Floats) -> tuple[Integers, Integers, Integers]:
    """Return the records, the highest score first, and for each the places of the first and last with its score."""
    order = np.argsort(-scores, kind="stable")
    ordered = -scores[order]
    return order, np.searchsorted(ordered, ordered, "left"), np.searchsorted(ordered, ordered, "right") - 1


def _precision_slopes(scores: Floats, positive: Booleans) -> Slopes:
    """Return what every record adds to the sum of precisions, at its own score and all lower ones, and to the size."""
    order, first, last = _in_order(scores)
    own = positive[order].astype(float)
    right, taken = np.cumsum(own)[last], last + 1.0
    by_right, by_taken = own / taken, -own * right / taken**2
    moved = [np.cumsum(part[::-1])[::-1][first] for part in (by_right, by_taken)]
    slope, size = np.empty(scores.size), positive.astype(float)
    slope[order] = own * (right / taken) + own * moved[0] + moved[1]
    return slope, size, float(size.sum())


def _precision_credit(scores: Floats, positive: Booleans) -> tuple[Floats, float]:
    """Return the precision at the score of every record of the class, and their number."""
    order, _, last = _in_order(scores)
    found = np.empty(scores.size)
    found[order] = positive[order] * np.cumsum(positive[order])[last] / (last + 1)
    return found, float(positive.sum())


_OF_PRECISIONS = Order(counted=_precisions, slopes=_precision_slopes, credit=_precision_credit)
AVERAGE_PRECISION = metric_of_order("average_precision", "average precision", _OF_PRECISIONS)
"""The average precision of one class."""
