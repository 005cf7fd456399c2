"""What makes the posterior of a metric other than the error less sure than it looks, or more."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._rounding import ROUNDING
from bayescmp._support._shared import shared
from bayescmp._support._text import counted, percent
from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp.design import Design
from bayescmp.evidence._fact import CUT_OFF, UNKNOWN_SPREAD, Fact, First
from bayescmp.evidence._facts_of_predictions import classes_have, label_of
from bayescmp.metrics import LOSSES, Metric, positive_label
from bayescmp.predictions import provenance

_FEW = 10  # records of a class, below which the prior speaks, or too little does
_FEW_OF_PROBABILITIES = 30  # records of a class, from which on intervals were measured to hold nearly
_FEW_ROWS = 20  # of losses or scores, which may be of folds or data sets as well as of records
_SEVERAL = 3  # records of a class, of fewer of which no spread is told
_FAR = 4.0  # standard deviations from what chance would do
_OF_LABELS = {"y_prob": "probabilities", "y_score": "decision values"}
_APART = 0.05  # of probabilities: frequencies of classes in the training sets of many folds are a little lower
_IN_ORDER = {"cross_val_predictions", "predictions_from_cross_validate"}  # columns that nobody gave
_TAIL, _MOST = 0.01, 0.5  # of the records, and what of the sum of squares these may carry


def facts_of_metric(predictions: xr.Dataset, metric: Metric, design: Design) -> Iterator[Fact]:
    """Find what makes intervals of a metric other than the error less sure than they look, or more."""
    if metric.counts_errors:
        return
    if metric.needs == "probabilities":
        yield from _few_of_a_class(predictions, metric, design)
    elif metric.needs == "labels":
        yield from _rare_classes(predictions)
        yield from _cut_off(predictions)
        if metric.formula is not None and "macro" in metric.name:
            seen = f"{metric.noun} is a mean over the classes seen in the data, and says nothing of those that are not"
            yield Fact(kind="classes seen", text=seen)
    elif (
        metric.needs == LOSSES and design.n_records <= _FEW_ROWS and not (design.answers.largest or design.runs.largest)
    ):
        yield Fact(
            kind="few rows",
            text=First(
                f"each of the {design.n_records:.0f} rows is taken as a record; where a row has the {metric.noun} of "
                "a seed, a fold or a data set, intervals are wrong: give `how=one_test_set(...)` for seeds, "
                "`how=validation_sets(...)` for folds, and data sets to `compare_datasets`",
                "The rows",
            ),
        )
    if metric.note:
        yield Fact(kind="note", text=metric.note)
    if not design.is_one_test_set and not metric.measured:
        if metric.additive:
            rest = "was not measured: intervals rest on a prior that was chosen for other losses"
            yield Fact(kind="prior of training", text=f"how much training sets add to {metric.noun} {rest}")
        else:
            rest = "on a first-order approximation and on a prior; see the pages on metrics for how often they hold"
            yield Fact(kind="first order", text=f"intervals of {metric.noun} in a cross-validation rest {rest}")


def perfect_order(observed: Mapping[str, float], metric: Metric) -> Iterator[Fact]:
    """Find classifiers that order all records perfectly, or reversed, which tells not how others would be ordered."""
    perfect = [name for name, value in observed.items() if value in {0.0, 1.0}]
    if metric.orders and perfect:
        who = f"{' and '.join(perfect)} {'order' if len(perfect) > 1 else 'orders'}"
        yield Fact(
            kind="perfect order",
            text=f"{who} all records perfectly, or all the other way round: nothing tells of records that are not so, "
            "and the interval may be too narrow",
        )


@shared
def reversed_answers(predictions: xr.Dataset) -> tuple[Fact, ...]:
    """Find classifiers whose probabilities or decision values of two labels or more are lower where these are true."""
    name = next((name for name in _OF_LABELS if name in predictions), None)
    if name is None or provenance(predictions).get("made_by") in _IN_ORDER:
        return ()
    true, found, what = predictions["y_true"].to_numpy(), {}, _OF_LABELS[name]
    is_trained_once = predictions.sizes["repeat"] == 1 and int(predictions["fold"].max()) == 0
    rounding = ROUNDING * float(abs(predictions[name]).max())
    apart = rounding if is_trained_once or name == "y_score" else _APART
    for classifier in predictions["classifier"].to_numpy():
        values = predictions[name].sel(classifier=classifier).mean("repeat").transpose("record", "label").to_numpy()
        there = ~np.isnan(values).any(axis=1)
        lower = np.flatnonzero(_are_lower(values[there], true[there], apart))
        if lower.size > 1:
            found[str(classifier)] = lower[-1]
    if not found:
        return ()
    label = label_of(predictions, np.array([*found.values()]))
    text = f"the {what} of label {label} by {' and '.join(found)} are lower where it is the true one: are columns"
    return (Fact(kind="reversed answers", text=f"{text} of {what} in the order of `labels`?"),)


def _are_lower(values: Floats, true: Integers, apart: float) -> Booleans:
    """Tell of which labels the values are clearly lower on the records that have it, by more than `apart`."""
    own, size = values[np.arange(true.size), true], values.shape[1]
    n, total, squares = (np.bincount(true, one, size) for one in (np.ones(true.size), own, own**2))
    rest = true.size - n, values.sum(0) - total, (values**2).sum(0) - squares
    with np.errstate(divide="ignore", invalid="ignore"):
        (mean, variance), (other, spread) = (
            (total / n, np.maximum(squares / n - (total / n) ** 2, 0) / (n - 1))
            for n, total, squares in ((n, total, squares), rest)
        )
        is_lower = mean - other < -np.maximum(_FAR * np.sqrt(variance + spread), apart)
    return np.asarray(is_lower & (np.minimum(n, rest[0]) >= _SEVERAL))


def heavy_tail(influence: xr.DataArray, classifiers: tuple[str, ...]) -> Iterator[Fact]:
    """Find the pair of which the largest hundredth of the squared differences carries most, if more than half."""
    found = [
        (_carried(influence.isel(classifier=a), influence.isel(classifier=b)), a, b)
        for a, b in itertools.combinations(range(len(classifiers)), 2)
    ]
    share, a, b = max(found, default=(0.0, 0, 0))
    if share > _MOST:
        few = "a hundredth of the records" if _tail(influence.sizes["record"]) > 1 else "one record"
        yield Fact(
            kind="heavy tail",
            text=f"{few} carries {percent(share)} of the squared differences of losses of {classifiers[a]} and "
            f"{classifiers[b]}: the mean rests on few records, and its interval may be too narrow",
        )


def all_the_same(differences: xr.DataArray, largest: float) -> bool:
    """Tell whether differences are all the same, up to the rounding of numbers of a size."""
    values = differences.to_numpy()  # of which there are as many as pairs and data sets: a reduction of xarray is slow
    return float(np.fmax.reduce(values, axis=None) - np.fmin.reduce(values, axis=None)) <= ROUNDING * largest


def no_spread(metric: Metric) -> Fact:
    """Say what follows where every record, or every validation set, has the same difference of losses."""
    if metric.widest is not None:
        return Fact(
            kind="spread of bounds",
            text="the differences are all the same, of which no spread can be told: the least that so many records "
            f"within the bounds of {metric.noun} allow for is taken for it",
        )
    return Fact(
        kind=UNKNOWN_SPREAD,
        text="the differences are all the same but for what may be rounding, of which no spread can be told, and no "
        f"bounds of {metric.noun} are known: nothing is known of other records, and nothing is decided; `bounds=` of "
        "losses and scores tells them",
    )


def _carried(first: xr.DataArray, second: xr.DataArray) -> float:
    """Return the share of the sum of squares that the largest hundredth of the records carries; 0 of noise alone."""
    squares = np.sort(((first - second) ** 2).sum("repeat").to_numpy())
    count = _tail(squares.size)
    total, noise = squares.sum(), ROUNDING**2 * float((first**2).sum() + (second**2).sum())
    return float(squares[-count:].sum() / total) if total > noise and squares.size > count else 0.0


def _tail(n_records: int) -> int:
    return max(1, round(_TAIL * n_records))


def _counts(predictions: xr.Dataset) -> Integers:
    validated = (predictions["fold"] >= 0).any("repeat").to_numpy()
    return np.bincount(predictions["y_true"].to_numpy()[validated], minlength=predictions.sizes["label"])


def _cut_off(predictions: xr.Dataset) -> Iterator[Fact]:
    """Say at which probability one of two labels is predicted, where labels follow from probabilities."""
    if "y_prob" not in predictions or predictions.sizes["label"] != 2:
        return
    given = predictions["y_pred"]
    if bool(((given < 0) | (given == predictions["y_prob"].fillna(0.0).argmax("label"))).all()):
        yield CUT_OFF


def _rare_classes(predictions: xr.Dataset) -> Iterator[Fact]:
    counts = _counts(predictions)
    few = np.flatnonzero((counts > 0) & (counts < _FEW))
    few = few[np.argsort(counts[few], kind="stable")]
    if few.size:
        yield Fact(
            kind="rare classes",
            text=f"{classes_have(predictions, few)} fewer than 10 records, the smallest {counts[few[0]]}: what such "
            "classes add to the answer is driven by the prior",
        )


def rarest(predictions: xr.Dataset, metric: Metric) -> tuple[int, str]:
    """Count the validated records of the rarest class that a metric of probabilities tells from others, and name it.

    It is the rarest that occurs; of a metric of one class, that class or all others.
    """
    counts = _counts(predictions)
    if metric.of_class is None:
        place = np.argmin(np.where(counts > 0, counts, counts.sum() + 1))
        return int(counts[place]), label_of(predictions, np.array([place]))
    label = _label_of_class(predictions, metric)
    own = int(counts[predictions["label"].to_numpy().tolist().index(label)])
    others = int(counts.sum()) - own
    return (own, repr(label)) if own <= others else (others, f"other than {label!r}")


def ordered_classes(predictions: xr.Dataset, metric: Metric) -> Integers:
    """Return the class of every record that a metric of order tells apart; of one class, 1 for it and 0 for others."""
    codes = predictions["y_true"].to_numpy()
    if metric.of_class is None:
        return codes
    return (predictions["label"].to_numpy()[codes] == _label_of_class(predictions, metric)).astype(int)


def _label_of_class(predictions: xr.Dataset, metric: Metric) -> Any:
    return positive_label(metric.name, predictions["label"].to_numpy().tolist(), metric.positive)


FEW_TO = {
    "order": "intervals of metrics of how scores order records are too narrow below 10",
    "order in a hold-out": (
        "with 3, 5, 8, 12 and 20 of a class 95 % intervals of a difference of ROC AUCs by mean-loss held with "
        "frequency 0.996, 0.988, 0.944, 0.941 and 0.892 at worst, of 150 pairs on ten data sets"
    ),
    "average": (
        "with 5, 10, 20 and 30 of a class in hold-outs 95 % intervals of the Brier score held with frequency 0.811, "
        "0.882, 0.900 and 0.917 at worst in simulations, and of the log loss, clipped at 0.02, 0.789, 0.820, 0.843 and "
        "0.863"
    ),
}
"""What follows from few records of a class."""


def _few_of_a_class(predictions: xr.Dataset, metric: Metric, design: Design) -> Iterator[Fact]:
    """Find a class with too few records for intervals of means, or of metrics of order."""
    count, label = rarest(predictions, metric)
    kind = "average"
    if metric.orders:
        kind = "order in a hold-out" if design.is_one_test_set else "order"
    if count < (_FEW if kind == "order" else _FEW_OF_PROBABILITIES):
        text = f"only {counted(count, 'record')} of class {label}: {FEW_TO[kind]}"
        yield Fact(kind=f"few to {kind}", text=text)


def check_several(predictions: xr.Dataset, metric: Metric) -> None:
    """Refuse a metric of order where a class has too few records to tell how far it varies, whatever the design."""
    if not metric.orders:
        return
    count, label = rarest(predictions, metric)
    if count < _SEVERAL:
        raise ValueError(
            f"`data` must have {_SEVERAL} records or more of every class that the metric {metric.name!r} puts in "
            f"order, but have {count} of class {label}: fewer do not tell how far it varies. Add such records, or "
            "compare by a metric that is a mean over all records."
        )
