"""Metrics that are the mean of what every record loses: by labels, by probabilities, or by losses that users bring."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from bayescmp._support._rounding import difference
from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import check_number, check_text
from bayescmp.metrics._metric import LOSSES, Metric

LossOfRecords = Callable[..., Array]
"""From true labels and answers to what each record loses; of probabilities with `labels`, those of the columns."""
_Costs = Mapping[tuple[Any, Any], float]


def metric_of_mean(
    name: str, noun: str, losses: LossOfRecords, *, needs: str, bounds: tuple[float | None, float | None],
    greater_is_better: bool = False, **more: Any,
) -> Metric:  # fmt: skip
    """Return the metric that is the mean of losses, or one less it; `bounds` are of the loss."""
    return Metric(
        name=name, noun=noun, greater_is_better=greater_is_better, bounds=bounds, needs=needs, additive=True,
        value=partial(_value, losses, greater_is_better), influence=partial(_influence, losses), **more,
    )  # fmt: skip


def _value(
    losses: LossOfRecords, turned: Any, y_true: Any, answers: Any, sample_weight: Any = None, **named: Any
) -> Any:
    of_records = losses(y_true, answers, **named)
    weights = np.ones(of_records.size) if sample_weight is None else np.asarray(sample_weight, dtype=float)
    mean = weights @ of_records / weights.sum(-1)
    mean = float(mean) if weights.ndim == 1 else mean
    return 1 - mean if turned else mean


def _influence(losses: LossOfRecords, y_true: Any, answers: Any, **named: Any) -> Floats:
    """Return losses less their mean, 0 where that is rounding alone."""
    of_records = losses(y_true, answers, **named).astype(float)
    return np.asarray(difference(of_records, of_records.mean(), np.abs(of_records).max()))


ERROR = metric_of_mean(
    "error", "error", np.not_equal, needs="labels", bounds=(0.0, 1.0), counts_errors=True, better="errs less"
)
"""The share of wrong predictions."""


def Cost(matrix: Mapping[Any, Mapping[Any, float]], *, noun: str = "cost") -> Metric:  # noqa: N802 - reads as what it makes
    """Return the mean cost of a prediction.

    Parameters
    ----------
    matrix : mapping of mapping
        ``matrix[true][predicted]``, the cost of predicting so; what is left out costs 0 where it is right.
    noun : str, default "cost"
        What sentences call it.

    Raises
    ------
    ValueError
        When used, if a confusion occurs that has no cost.

    Examples
    --------
    >>> from bayescmp.metrics import Cost
    >>> Cost({"ill": {"well": 10.0}, "well": {"ill": 1.0}}).value(["ill", "ill", "well"], ["well", "ill", "ill"])
    3.6666666666666665
    """
    if not isinstance(matrix, Mapping) or not matrix or not all(isinstance(row, Mapping) for row in matrix.values()):
        raise TypeError(
            f"`matrix` must be a mapping of true labels to mappings of predicted labels, but got {shown(matrix)}."
        )
    check_text("noun", noun)
    pairs = {(true, predicted): cost for true, row in matrix.items() for predicted, cost in row.items()}
    costs = {pair: check_number("matrix", cost) for pair, cost in pairs.items()}
    bounds = min([0.0, *costs.values()]), max([0.0, *costs.values()])
    return metric_of_mean("Cost", noun, partial(_costs_of, costs), needs="labels", bounds=bounds)


def _costs_of(costs: _Costs, y_true: Any, y_pred: Any) -> Floats:
    pairs = list(zip(np.asarray(y_true).tolist(), np.asarray(y_pred).tolist(), strict=True))
    for true, predicted in pairs:
        if true != predicted and (true, predicted) not in costs:
            raise ValueError(f"`matrix` must have a cost of predicting {predicted!r} for {true!r}, but has none.")
    return np.array([costs.get(pair, 0.0) for pair in pairs])


def metric_of_losses(noun: str, *, greater_is_better: bool, bounds: tuple[float | None, float | None]) -> Metric:
    """Return the mean of losses that a user brought; `bounds` are of the loss, one less what was brought if turned."""
    return metric_of_mean(noun, noun, _brought, needs=LOSSES, bounds=bounds, greater_is_better=greater_is_better)


def _brought(_: Any, losses: Any) -> Floats:
    return np.asarray(losses, dtype=float)
