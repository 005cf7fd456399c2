"""Losses per validation set, by any metric of labels."""

from collections.abc import Callable
from typing import Any

import numpy as np
import xarray as xr

from bayescmp.metrics._metric import Metric
from bayescmp.metrics._of_margins import check_class
from bayescmp.metrics._registry import DEFAULT_METRIC, metric_of
from bayescmp.predictions._check import check_outcomes


def fold_losses(
    predictions: xr.Dataset, *, metric: str | Callable[[Any, Any], float] | Metric = DEFAULT_METRIC.name
) -> xr.DataArray:
    """Loss of every classifier on every validation set.

    Parameters
    ----------
    predictions : Dataset
        As from `predictions_from_arrays` or `cross_val_predictions`.
    metric : str, callable or Metric, default "error"
        A name from `METRICS`; "error" is the share of wrong predictions. A function ``metric(y_true, y_pred)`` of
        labels that is 1 at its best, such as `sklearn.metrics.f1_score`, has the loss 1 - metric.

    Returns
    -------
    DataArray, dims (classifier, repeat, fold)
        Losses, for the error proportions; NaN where a repeat has fewer folds.

    Raises
    ------
    TypeError, ValueError
        If `predictions` is something else, or `metric` neither.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.metrics import fold_losses
    >>> predictions = bc.predictions_from_arrays([0, 1, 1, 0], {"tree": [0, 1, 0, 0]}, fold=[0, 0, 1, 1])
    >>> fold_losses(predictions).values.tolist()
    [[[0.0, 0.5]]]
    """
    check_outcomes(predictions)
    metric = metric_of(metric)
    if metric.positive is not None:
        check_class(metric, predictions["label"].to_numpy().tolist())
    labels, fold = predictions["label"].to_numpy(), predictions["fold"].transpose("repeat", "record").to_numpy()
    truth = labels[predictions["y_true"].to_numpy()]
    answers = predictions["y_pred"].transpose("classifier", "repeat", "record").to_numpy()
    losses = np.full((len(answers), len(fold), int(fold.max()) + 1), np.nan)
    for c, r, k in np.ndindex(losses.shape):
        rows = fold[r] == k
        if rows.any():
            losses[c, r, k] = metric.loss(truth[rows], labels[answers[c, r, rows]])
    coords = {name: predictions[name] for name in ("classifier", "repeat") if name in predictions.coords}
    return xr.DataArray(losses, dims=("classifier", "repeat", "fold"), coords=coords, name="loss")
