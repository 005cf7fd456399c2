"""What makes the posterior of a metric other than the error less sure than it looks, or more."""

import itertools
from collections.abc import Iterator, Mapping

import numpy as np
import xarray as xr

from bayescmp._rounding import ROUNDING
from bayescmp._typing import Integers
from bayescmp.design import HOLD_OUT, Design
from bayescmp.evidence._facts import Fact, label_of
from bayescmp.metrics import Metric
from bayescmp.metrics._of_margins import positive_label

_FEW = 10  # records of a class, below which the prior speaks, or too little does
_TAIL, _MOST = 0.01, 0.5  # of the records, and what of the sum of squares these may carry


def facts_of_metric(predictions: xr.Dataset, metric: Metric, design: Design) -> Iterator[Fact]:
    """Find what makes intervals of a metric other than the error less sure than they look, or more.

    Parameters
    ----------
    predictions : Dataset
        Of the classifiers that are compared.
    metric : Metric
        What is compared.
    design : Design
        What was resampled.

    Yields
    ------
    Fact
    """
    if metric.counts_errors:
        return
    if metric.orders:
        yield from _few_to_order(predictions, metric)
    elif metric.needs == "labels":
        yield from _rare_classes(predictions)
    if design.kind != HOLD_OUT and not metric.measured:
        yield Fact(kind="prior of training" if metric.additive else "first order", name=metric.noun)


def perfect_order(observed: Mapping[str, float], metric: Metric) -> Iterator[Fact]:
    """Find classifiers that order all records perfectly, or reversed, which tells no spread of how they order others.

    Parameters
    ----------
    observed : mapping of str to float
        The values of the classifiers.
    metric : Metric
        What is compared.

    Yields
    ------
    Fact
    """
    perfect = [name for name, value in observed.items() if value in {0.0, 1.0}]
    if metric.orders and perfect:
        yield Fact(kind="perfect order", name=" and ".join(perfect))


def heavy_tail(influence: xr.DataArray, classifiers: tuple[str, ...]) -> Iterator[Fact]:
    """Find differences of losses of which few records carry most.

    Parameters
    ----------
    influence : DataArray, dims (classifier, repeat, record)
        As from `influences`.
    classifiers : tuple of str
        Their names.

    Yields
    ------
    Fact
        Of the pair of which the largest hundredth of the squares carries the most, if that is more than half.
    """
    found = [
        (_carried(influence.isel(classifier=a), influence.isel(classifier=b)), a, b)
        for a, b in itertools.combinations(range(len(classifiers)), 2)
    ]
    share, a, b = max(found, default=(0.0, 0, 0))
    if share > _MOST:
        yield Fact(kind="heavy tail", name=f"{classifiers[a]} and {classifiers[b]}", size=share)


def no_spread(differences: xr.DataArray, largest: float) -> Iterator[Fact]:
    """Find differences that are all the same, up to the rounding of numbers of a size."""
    if float(differences.max() - differences.min()) <= ROUNDING * largest:
        yield Fact(kind="no spread")


def _carried(first: xr.DataArray, second: xr.DataArray) -> float:
    """Return the share of the sum of squares that the largest hundredth of the records carries; 0 of noise alone."""
    squares = np.sort(((first - second) ** 2).sum("repeat").to_numpy())
    count = max(1, round(_TAIL * squares.size))
    total, noise = squares.sum(), ROUNDING**2 * float((first**2).sum() + (second**2).sum())
    return float(squares[-count:].sum() / total) if total > noise and squares.size > count else 0.0


def _counts(predictions: xr.Dataset) -> Integers:
    validated = (predictions["fold"] >= 0).any("repeat").to_numpy()
    return np.bincount(predictions["y_true"].to_numpy()[validated], minlength=predictions.sizes["label"])


def _rare_classes(predictions: xr.Dataset) -> Iterator[Fact]:
    counts = _counts(predictions)
    few = np.flatnonzero((counts > 0) & (counts < _FEW))
    few = few[np.argsort(counts[few], kind="stable")]
    if few.size:
        label = label_of(predictions, few)
        yield Fact(kind="rare classes", label=label, count=int(counts[few[0]]), total=few.size)


def class_sizes(predictions: xr.Dataset, metric: Metric) -> tuple[object, int, int]:
    """Count the records that a metric of one class puts in order.

    Parameters
    ----------
    predictions : Dataset
        Of any classifiers.
    metric : Metric
        Of one class.

    Returns
    -------
    label
        The class.
    own, others : int
        Validated records of the class, and of all others.
    """
    counts, labels = _counts(predictions), predictions["label"].to_numpy().tolist()
    label = positive_label(metric.name, labels, metric.positive)
    own = int(counts[labels.index(label)])
    return label, own, int(counts.sum()) - own


def _few_to_order(predictions: xr.Dataset, metric: Metric) -> Iterator[Fact]:
    """Find too few records of the class, or of all others; of a mean over classes, of the smallest one."""
    if metric.of_class is not None:
        label, own, others = class_sizes(predictions, metric)
        rare, words = min((own, repr(label)), (others, f"other than {label!r}"), key=lambda found: found[0])
    else:
        counts = _counts(predictions)
        place = np.argmin(np.where(counts > 0, counts, counts.sum() + 1))
        rare, words = int(counts[place]), label_of(predictions, np.array([place]))
    if rare < _FEW:
        yield Fact(kind="few to order", label=words, count=rare)
