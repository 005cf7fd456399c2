"""Metrics that are a mean cost of labels: the share of wrong ones, and a table of what every confusion costs."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from bayescmp._text import shown
from bayescmp._typing import Array, Floats
from bayescmp._validation import check_number, check_text
from bayescmp.metrics._metric import Metric

OfRecords = Callable[[Any, Any], Array]
"""From true and predicted labels to what each record costs."""
_Costs = Mapping[tuple[Any, Any], float]


def _value(of_records: OfRecords, y_true: Any, y_pred: Any, sample_weight: Any = None) -> float:
    return float(np.average(of_records(y_true, y_pred), weights=sample_weight))


def _influence(of_records: OfRecords, y_true: Any, y_pred: Any) -> Floats:
    found = of_records(y_true, y_pred).astype(float)
    return np.asarray(found - found.mean())


ERROR = Metric(
    name="error",
    noun="error",
    loss_symbol="err",
    greater_is_better=False,
    bounds=(0.0, 1.0),
    needs="labels",
    additive=True,
    value=partial(_value, np.not_equal),
    influence=partial(_influence, np.not_equal),
    counts_errors=True,
    better="errs less",
)
"""The share of wrong predictions, the metric of the whole package where no other is named."""


def Cost(matrix: Mapping[Any, Mapping[Any, float]], *, noun: str = "cost") -> Metric:  # noqa: N802 - reads as what it makes
    """Return the mean cost of a prediction.

    Parameters
    ----------
    matrix : mapping of mapping
        ``matrix[true][predicted]``, the cost of predicting so; what is left out costs 0 where it is right.
    noun : str, default "cost"
        What sentences call it.

    Returns
    -------
    Metric
        Lower is better, in the units of the costs.

    Raises
    ------
    TypeError, ValueError
        If a cost is not a finite number; when used, if a confusion occurs that has no cost.

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
    costs = {
        (true, predicted): check_number("matrix", cost)
        for true, row in matrix.items()
        for predicted, cost in row.items()
    }
    return Metric(
        name="Cost",
        noun=noun,
        loss_symbol=noun,
        greater_is_better=False,
        bounds=(min([0.0, *costs.values()]), max([0.0, *costs.values()])),
        needs="labels",
        additive=True,
        value=partial(_value, partial(_costs_of, costs)),
        influence=partial(_influence, partial(_costs_of, costs)),
    )


def _costs_of(costs: _Costs, y_true: Any, y_pred: Any) -> Floats:
    pairs = list(zip(np.asarray(y_true).tolist(), np.asarray(y_pred).tolist(), strict=True))
    for true, predicted in pairs:
        if true != predicted and (true, predicted) not in costs:
            raise ValueError(f"`matrix` must have a cost of predicting {predicted!r} for {true!r}, but has none.")
    return np.array([costs.get(pair, 0.0) for pair in pairs])
