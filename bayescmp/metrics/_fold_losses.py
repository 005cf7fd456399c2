"""Losses per validation set, by any metric."""

from collections.abc import Callable
from typing import Any

import numpy as np
import xarray as xr

from bayescmp.metrics._answers import answers_of
from bayescmp.metrics._metric import Metric
from bayescmp.metrics._of_data import metric_of_data
from bayescmp.metrics._of_margins import check_class
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.predictions._check import check_outcomes
from bayescmp.predictions._dataset import training_sets
from bayescmp.predictions._losses import provenance_of_losses


def fold_losses(
    predictions: xr.Dataset,
    *,
    metric: str | Callable[[Any, Any], float] | Metric = DEFAULT_METRIC.name,
    pos_label: object = None,
) -> xr.DataArray:
    """Loss of every classifier on every validation set.

    Parameters
    ----------
    predictions : Dataset
        As from `predictions_from_arrays`, `cross_val_predictions` or `losses_from_arrays`.
    metric : str, callable or Metric, default "error"
        A name from `METRICS`; "error" is the share of wrong predictions. A function ``metric(y_true, y_pred)`` of
        labels that is 1 at its best, such as `sklearn.metrics.f1_score`, has the loss 1 - metric. To be left out where
        the data hold losses.
    pos_label : label, optional
        The class that a metric of one class, such as "f1", is of; may be left out where the labels are 0 and 1.

    Returns
    -------
    DataArray, dims (classifier, repeat, fold)
        Losses, for the error proportions; NaN where a repeat has fewer folds, or the metric is not defined, as the ROC
        AUC of records of one class. The coordinates `n_train` and `n_test` (repeat, fold) are the sizes of the training
        and validation sets, NaN and 0 where there are none.

    Raises
    ------
    TypeError, ValueError
        If `predictions` is something else, `metric` neither, or `pos_label` no class that a metric of one class is of.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.metrics import fold_losses
    >>> predictions = bc.predictions_from_arrays([0, 1, 1, 0], {"tree": [0, 1, 0, 0]}, fold=[0, 0, 1, 1])
    >>> fold_losses(predictions).values.tolist()
    [[[0.0, 0.5]]]
    """
    check_outcomes(predictions, losses=True)
    metric = metric_of_data(predictions, metric, pos_label)
    if metric.positive is not None:
        check_class(metric, predictions["label"].to_numpy().tolist())
    answers, fold = answers_of(predictions, metric), predictions["fold"].transpose("repeat", "record").to_numpy()
    losses = np.full((len(answers.given), len(fold), int(fold.max()) + 1), np.nan)
    for c, r, k in np.ndindex(losses.shape):
        rows = np.flatnonzero(fold[r] == k)
        if rows.size:
            losses[c, r, k] = metric.loss_of_value(answers.value(metric, c, (r, rows)))
    coords = {name: predictions[name] for name in ("classifier", "repeat") if name in predictions.coords}
    trained = training_sets(predictions).to_numpy().sum(-1, dtype=float)
    n_test = np.stack([np.bincount(row[row >= 0], minlength=losses.shape[2]) for row in fold])
    sizes = {"n_train": np.where(trained > 0, trained, np.nan), "n_test": n_test.astype(float)}
    return xr.DataArray(
        losses,
        dims=("classifier", "repeat", "fold"),
        coords=coords | {name: (("repeat", "fold"), values) for name, values in sizes.items()},
        name="loss",
        attrs=provenance_of_losses("fold_losses", metric.noun, metric.greater_is_better, metric.value_bounds),
    )
