"""Metrics made of a formula of the right, true and predicted numbers of every class."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from bayescmp._text import cut, one_line, shown
from bayescmp._typing import Array, Floats
from bayescmp._validation import reading
from bayescmp.metrics._cells import cells_of
from bayescmp.metrics._influence import influence_of_slope
from bayescmp.metrics._margins import Formula, Margins, gradient_of, margins_of
from bayescmp.metrics._metric import Metric

_LONGEST, _SHORT = 200, 24
_OBVIOUS = ({0, 1}, {-1, 1})
"""Pairs of labels of which scikit-learn, too, takes 1 as the positive one; True equals 1."""


def metric_of_margins(name: str, noun: str, formula: Formula, *, symbol: str = "", worst: float = 0.0) -> Metric:
    """Return a metric that is 1 at its best.

    Parameters
    ----------
    name, noun : str
        As in `Metric`.
    formula : callable
        From `Margins` to the value.
    symbol : str
        What formulas call the value; the noun if "".
    worst : float
        Its least value.

    Returns
    -------
    Metric
    """
    return Metric(
        name=name,
        noun=noun,
        loss_symbol=f"1 - {symbol or noun}",
        greater_is_better=True,
        bounds=(0.0, 1.0 - worst),
        needs="labels",
        additive=False,
        formula=formula,
        value=partial(_value, formula),
        influence=partial(_influence, formula),
    )


def metric_of_class(name: str, noun: str, of_class: Formula, *, symbol: str = "", positive: Any = None) -> Metric:
    """Return a metric of one of two classes.

    Parameters
    ----------
    name, noun, symbol : str
        As in `metric_of_margins`.
    of_class : callable
        From `Margins` to a number per class.
    positive : label, optional
        The class; may be left out where it is obvious.

    Returns
    -------
    Metric
    """
    formula = partial(_of_one_class, name, of_class, positive)
    bound = partial(_of_label, name, noun, of_class, symbol)
    spoken = noun if positive is None else f"{noun} ({one_line(cut(str(positive), _SHORT))})"
    return replace(metric_of_margins(name, spoken, formula, symbol=symbol or noun), positive=positive, of_class=bound)


def _of_label(name: str, noun: str, of_class: Formula, symbol: str, label: Any) -> Metric:
    return metric_of_class(name, noun, of_class, symbol=symbol, positive=label)


def _of_one_class(name: str, of_class: Formula, positive: Any, margins: Margins) -> Array:
    labels = margins.labels.tolist()
    label = positive_label(name, labels) if positive is None else positive
    if label not in labels:  # neither true nor predicted anywhere
        return np.asarray(0.0 * margins.true.sum(-1))
    return np.asarray(of_class(margins)[..., labels.index(label)])


def positive_label(name: str, labels: list[Any], given: Any = None) -> Any:
    """Return the positive label, the given or the obvious one.

    Parameters
    ----------
    name : str
        Of the metric, for messages.
    labels : list
        The labels that occur.
    given : label, optional
        The one that was asked for.

    Returns
    -------
    label

    Raises
    ------
    ValueError
        If the given label is none of them, or none is given where there are more than two, or none is obvious.
    """
    if given is not None:
        with reading("pos_label", given):
            known = given in labels
        if not known:
            raise ValueError(
                f"`pos_label` must be one of the labels {cut(str(labels), _LONGEST)}, but got {shown(given)}."
            )
        return given
    if len(labels) > 2:
        raise ValueError(
            f"`metric` {name!r} is for two classes, but there are {len(labels)}. Name one with `pos_label`, or take a "
            "mean over classes, such as 'f1_macro' or 'roc_auc_ovr'."
        )
    if any(set(labels) <= pair for pair in _OBVIOUS):
        return 1
    raise ValueError(
        f"`pos_label` must be given for the metric {name!r}: of the labels {labels}, which one do you look for?"
    )


def check_class(metric: Metric, labels: list[Any]) -> None:
    """Refuse a metric of one class where it is not clear which, or none of the labels is it."""
    if metric.of_class is not None:
        positive_label(metric.name, labels, metric.positive)


def _value(formula: Formula, y_true: Any, y_pred: Any, sample_weight: Any = None) -> float:
    return float(formula(margins_of(*cells_of(y_true, y_pred, sample_weight))))


def _influence(formula: Formula, y_true: Any, y_pred: Any) -> Floats:
    cells, weights = cells_of(y_true, y_pred)
    return influence_of_slope(cells, gradient_of(formula, cells, weights / weights.sum()), y_true, y_pred)
