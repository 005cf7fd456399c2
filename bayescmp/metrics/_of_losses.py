"""The metric of losses that a user brought: their mean over records."""

from functools import partial
from typing import Any

import numpy as np

from bayescmp._typing import Floats
from bayescmp.metrics._metric import Metric, about_mean, weighted_mean

LOSSES = "losses"
"""What a metric needs that is the mean of losses which data hold."""


def metric_of_losses(noun: str, *, greater_is_better: bool, bounds: tuple[float | None, float | None]) -> Metric:
    """Return the metric of losses.

    Parameters
    ----------
    noun : str
        What sentences call the value.
    greater_is_better : bool
        Whether the losses are one less what was brought.
    bounds : (float or None, float or None)
        Of the loss, None where it has none.

    Returns
    -------
    Metric
    """
    return Metric(
        name=noun,
        noun=noun,
        loss_symbol=f"1 - {noun}" if greater_is_better else noun,
        greater_is_better=greater_is_better,
        bounds=bounds,
        needs=LOSSES,
        additive=True,
        value=partial(_value, greater_is_better),
        influence=_influence,
    )


def _value(greater_is_better: bool, _: Any, loss: Any, sample_weight: Any = None) -> Any:  # noqa: FBT001 - of a partial
    mean = weighted_mean(np.asarray(loss, dtype=float), sample_weight)
    return 1 - mean if greater_is_better else mean


def _influence(_: Any, loss: Any) -> Floats:
    return about_mean(np.asarray(loss, dtype=float))
