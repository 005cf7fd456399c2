"""Predictions: build, align, check, read and save them.

Predictions are an `xarray.Dataset` with `y_true` (record), `y_pred` (classifier, repeat, record) and `fold`
(repeat, record); everything else in the package is a function of it. `loss` (classifier, repeat, record) may stand in
place of labels.
"""

from bayescmp.predictions._arrays import predictions_from_arrays
from bayescmp.predictions._check import check_predictions
from bayescmp.predictions._cross_validate import predictions_from_cross_validate
from bayescmp.predictions._files import read_predictions, save_predictions
from bayescmp.predictions._frames import predictions_from_frame
from bayescmp.predictions._losses import losses_from_arrays

__all__ = [
    "check_predictions",
    "losses_from_arrays",
    "predictions_from_arrays",
    "predictions_from_cross_validate",
    "predictions_from_frame",
    "read_predictions",
    "save_predictions",
]
