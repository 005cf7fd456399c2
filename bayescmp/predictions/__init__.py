"""Predictions: build, align, check, read and save them.

Predictions are an `xarray.Dataset` with `y_true` (record), `y_pred` (classifier, repeat, record) and `fold`
(repeat, record); everything else in the package is a function of it. `loss` (classifier, repeat, record) may stand in
place of labels.
"""

from bayescmp.predictions._alignment import at_rows as at_rows
from bayescmp.predictions._alignment import rows_of_long as rows_of_long
from bayescmp.predictions._arrays import MISSING as MISSING
from bayescmp.predictions._arrays import predictions_from_arrays
from bayescmp.predictions._check import DOORS as DOORS
from bayescmp.predictions._check import OF_ANSWERS as OF_ANSWERS
from bayescmp.predictions._check import check_equal_records as check_equal_records
from bayescmp.predictions._check import check_outcomes as check_outcomes
from bayescmp.predictions._check import check_predictions
from bayescmp.predictions._class_labels import column as column
from bayescmp.predictions._class_labels import encode as encode
from bayescmp.predictions._class_labels import plain_labels as plain_labels
from bayescmp.predictions._columns import ColumnReader as ColumnReader
from bayescmp.predictions._columns import rows_called as rows_called
from bayescmp.predictions._columns import with_named_rows as with_named_rows
from bayescmp.predictions._correct import judged_by as judged_by
from bayescmp.predictions._data_frames import predictions_from_frame
from bayescmp.predictions._dataset import RIGHT as RIGHT
from bayescmp.predictions._dataset import WRONG as WRONG
from bayescmp.predictions._dataset import are_answers as are_answers
from bayescmp.predictions._dataset import are_preferences as are_preferences
from bayescmp.predictions._dataset import as_seen as as_seen
from bayescmp.predictions._dataset import check_names_differ as check_names_differ
from bayescmp.predictions._dataset import checked_names as checked_names
from bayescmp.predictions._dataset import groups_of as groups_of
from bayescmp.predictions._dataset import lacks_answers as lacks_answers
from bayescmp.predictions._dataset import noting as noting
from bayescmp.predictions._dataset import once as once
from bayescmp.predictions._dataset import pair_of_names as pair_of_names
from bayescmp.predictions._dataset import provenance as provenance
from bayescmp.predictions._dataset import tells_only_what_is_right as tells_only_what_is_right
from bayescmp.predictions._dataset import training_sets as training_sets
from bayescmp.predictions._dataset import wrong as wrong
from bayescmp.predictions._losses import called_better as called_better
from bayescmp.predictions._losses import check_called_so as check_called_so
from bayescmp.predictions._losses import check_within as check_within
from bayescmp.predictions._losses import checked_bounds as checked_bounds
from bayescmp.predictions._losses import direction_of as direction_of
from bayescmp.predictions._losses import provenance_of_losses as provenance_of_losses
from bayescmp.predictions._predicted import Predicted as Predicted
from bayescmp.predictions._predicted import check_as_long as check_as_long
from bayescmp.predictions._predicted import check_gives_probabilities as check_gives_probabilities
from bayescmp.predictions._predicted import check_kind as check_kind
from bayescmp.predictions._predicted import checked_groups as checked_groups
from bayescmp.predictions._predicted import labels_of as labels_of
from bayescmp.predictions._predicted import predicted_by as predicted_by
from bayescmp.predictions._predicted import predictions_from_cross_validate
from bayescmp.predictions._predicted import predictions_of_splits as predictions_of_splits
from bayescmp.predictions._regressions import check_loss as check_loss
from bayescmp.predictions._regressions import losses_of as losses_of
from bayescmp.predictions._regressions import numbers_to_predict as numbers_to_predict
from bayescmp.predictions._saved import name_of_system as name_of_system
from bayescmp.predictions._saved import read_predictions, save_predictions
from bayescmp.predictions._splits import Layout as Layout
from bayescmp.predictions._splits import check_whole_groups as check_whole_groups
from bayescmp.predictions._splits import layout_of_splits as layout_of_splits
from bayescmp.predictions._splits import row_numbers as row_numbers
from bayescmp.predictions._table_files import FORMATS as FORMATS
from bayescmp.predictions._table_files import SEPARATED as SEPARATED
from bayescmp.predictions._table_files import read_table as read_table
from bayescmp.predictions._table_files import suffix_of as suffix_of
from bayescmp.predictions._table_files import text_of_table as text_of_table
from bayescmp.predictions._table_files import value_of_entry as value_of_entry
from bayescmp.predictions._tasks import by_values as by_values
from bayescmp.predictions._tasks import ids_within_tasks as ids_within_tasks
from bayescmp.predictions._time import IN_TIME as IN_TIME

__all__ = [
    "check_predictions",
    "predictions_from_arrays",
    "predictions_from_cross_validate",
    "predictions_from_frame",
    "read_predictions",
    "save_predictions",
]
