"""What makes the posterior of a metric other than the error less sure than it looks, or more."""

import itertools
from collections.abc import Iterator, Mapping

import numpy as np
import xarray as xr

from bayescmp._typing import Integers
from bayescmp.design import HOLD_OUT, Design
from bayescmp.evidence._facts import Fact, label_of
from bayescmp.metrics import Metric
from bayescmp.metrics._of_margins import positive_label

_FEW = 10  # records of a class, below which the prior speaks, or too little does
_ROUNDING = 1e-12
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


def no_spread(differences: xr.DataArray) -> Iterator[Fact]:
    """Find differences of losses that are all the same, up to rounding."""
    if float(differences.max() - differences.min()) <= _ROUNDING * float(np.abs(differences).max()):
        yield Fact(kind="no spread")


def equal_spread(influence: xr.DataArray, observed: Mapping[str, float]) -> Iterator[Fact]:
    """Find two classifiers whose losses differ by the same on every record, up to rounding."""
    values = list(observed.values())
    if len(values) == 2:
        apart = np.abs(influence.isel(classifier=0) - influence.isel(classifier=1)).max()
        if float(apart) <= _ROUNDING * max(*map(abs, values), float(np.abs(influence).max())):
            yield Fact(kind="no spread")


def _carried(first: xr.DataArray, second: xr.DataArray) -> float:
    """Return the share of the sum of squares that the largest hundredth of the records carries; 0 of noise alone."""
    squares = np.sort(((first - second) ** 2).sum("repeat").to_numpy())
    count = max(1, round(_TAIL * squares.size))
    total, noise = squares.sum(), _ROUNDING**2 * float((first**2).sum() + (second**2).sum())
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


def _few_to_order(predictions: xr.Dataset, metric: Metric) -> Iterator[Fact]:
    """Find too few records of the class, or of all others."""
    counts, labels = _counts(predictions), predictions["label"].to_numpy().tolist()
    if metric.of_class is not None:
        place = labels.index(positive_label(metric.name, labels, metric.positive))
        own = int(counts[place])
        rare = min(own, int(counts.sum()) - own)
    else:
        own = rare = int(counts[counts > 0].min())
        place = int(np.flatnonzero(counts == own)[0])
    if rare < _FEW:
        label = repr(labels[place])
        yield Fact(kind="few to order", label=label if rare == own else f"other than {label}", count=rare)
