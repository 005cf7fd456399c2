"""The error: the share of wrong predictions."""

from typing import Any

import numpy as np

from bayescmp.metrics._metric import Metric


def _value(y_true: Any, y_pred: Any, sample_weight: Any = None) -> float:
    return float(np.average(np.not_equal(y_true, y_pred), weights=sample_weight))


def _influence(y_true: Any, y_pred: Any) -> Any:
    wrong = np.not_equal(y_true, y_pred).astype(float)
    return wrong - wrong.mean()


ERROR = Metric(
    name="error",
    noun="error",
    loss_symbol="err",
    greater_is_better=False,
    bounds=(0.0, 1.0),
    needs="labels",
    additive=True,
    value=_value,
    influence=_influence,
    counts_errors=True,
    better="errs less",
)
"""The share of wrong predictions, the metric of the whole package where no other is named."""
