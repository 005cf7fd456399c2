"""Losses per validation set, for the error and for any label metric."""

from collections.abc import Callable
from typing import Any

import numpy as np
import xarray as xr

from bayescmp.predictions import check_outcomes, wrong

Metric = str | Callable[[Any, Any], float]


def check_metric(metric: object) -> Metric:
    """Return `metric` if it is "error" or a function ``metric(y_true, y_pred)``.

    Parameters
    ----------
    metric : object
        What the user gave.

    Returns
    -------
    str or callable

    Raises
    ------
    TypeError
        If it is neither.
    """
    if isinstance(metric, str) and metric == "error":
        return "error"
    if not callable(metric):
        raise TypeError(f"`metric` must be 'error' or a function metric(y_true, y_pred), but got {metric!r}.")
    return metric


def fold_losses(predictions: xr.Dataset, *, metric: Metric = "error") -> xr.DataArray:
    """Loss of every classifier on every validation set.

    Parameters
    ----------
    predictions : Dataset
        As from `predictions_from_arrays` or `cross_val_predictions`.
    metric : "error" or callable, default "error"
        "error" is the share of wrong predictions. A function ``metric(y_true, y_pred)`` of labels that is 1 at its
        best, such as `sklearn.metrics.f1_score`, has the loss 1 - metric.

    Returns
    -------
    DataArray, dims (classifier, repeat, fold)
        Proportions; NaN where a repeat has fewer folds.

    Raises
    ------
    TypeError, ValueError
        If `predictions` is something else, or `metric` neither.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.losses import fold_losses
    >>> predictions = bc.predictions_from_arrays([0, 1, 1, 0], {"tree": [0, 1, 0, 0]}, fold=[0, 0, 1, 1])
    >>> fold_losses(predictions).values.tolist()
    [[[0.0, 0.5]]]
    """
    check_outcomes(predictions)
    metric = check_metric(metric)
    fold = predictions["fold"].drop_vars("fold", errors="ignore")
    number = xr.DataArray(np.arange(int(fold.max()) + 1), dims="fold")
    member = fold == number
    size = member.sum("record")
    if not callable(metric):
        errors = xr.dot(wrong(predictions).drop_vars("fold", errors="ignore").astype(float), member, dim="record")
        return (errors / size.where(size > 0)).transpose("classifier", "repeat", "fold").rename("loss")
    losses = xr.full_like((predictions["classifier"].astype(str) != "") * size, np.nan, dtype=float)
    labels = predictions["label"].values
    y_true = predictions["y_true"].values
    for c, r, k in np.ndindex(losses.transpose("classifier", "repeat", "fold").shape):
        rows = member.isel(repeat=r, fold=k).values
        if rows.any():
            y_pred = predictions["y_pred"].isel(classifier=c, repeat=r).values
            losses[{"classifier": c, "repeat": r, "fold": k}] = 1 - metric(labels[y_true[rows]], labels[y_pred[rows]])
    return losses.transpose("classifier", "repeat", "fold").rename("loss")
