"""Predictions: build, align, check, read and save them.

Predictions are an `xarray.Dataset` with `y_true` (record), `y_pred` (classifier, repeat, record) and `fold`
(repeat, record); everything else in the package is a function of it. `loss` (classifier, repeat, record) may stand in
place of labels.
"""

from bayescmp.predictions._arrays import predictions_from_arrays
from bayescmp.predictions._check import check_independent_records, check_outcomes, check_predictions
from bayescmp.predictions._classifiers import check_classifier
from bayescmp.predictions._cross_validate import predictions_from_cross_validate
from bayescmp.predictions._dataset import (
    are_answers,
    pair_of_names,
    provenance,
    training_sets,
    versions,
    wrong,
)
from bayescmp.predictions._encoded import encoded_predictions
from bayescmp.predictions._files import read_predictions, save_predictions
from bayescmp.predictions._frames import predictions_from_frame
from bayescmp.predictions._labels import column, encode, plain_labels
from bayescmp.predictions._layout import Layout, layout_of_splits, row_numbers
from bayescmp.predictions._tables import read_table

__all__ = [
    "Layout",
    "are_answers",
    "check_classifier",
    "check_independent_records",
    "check_outcomes",
    "check_predictions",
    "column",
    "encode",
    "encoded_predictions",
    "layout_of_splits",
    "pair_of_names",
    "plain_labels",
    "predictions_from_arrays",
    "predictions_from_cross_validate",
    "predictions_from_frame",
    "provenance",
    "read_predictions",
    "read_table",
    "row_numbers",
    "save_predictions",
    "training_sets",
    "versions",
    "wrong",
]
