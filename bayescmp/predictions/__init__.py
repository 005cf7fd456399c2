"""Predictions: the Dataset that everything else in the package is a function of, its check, and its files.

It has `y_true` (record), `y_pred` (classifier, repeat, record) and `fold` (repeat, record); `loss` (classifier, repeat,
record) may stand in place of labels. The doors make it.
"""

from bayescmp.predictions._check import DECISIONS_REMEDY as DECISIONS_REMEDY
from bayescmp.predictions._check import DOORS as DOORS
from bayescmp.predictions._check import OF_ANSWERS as OF_ANSWERS
from bayescmp.predictions._check import check_decision_values as check_decision_values
from bayescmp.predictions._check import check_equal_records as check_equal_records
from bayescmp.predictions._check import check_losses as check_losses
from bayescmp.predictions._check import check_outcomes as check_outcomes
from bayescmp.predictions._check import check_predictions
from bayescmp.predictions._check import check_probabilities as check_probabilities
from bayescmp.predictions._class_labels import DROP_REMEDY as DROP_REMEDY
from bayescmp.predictions._class_labels import MISSING_REMEDY as MISSING_REMEDY
from bayescmp.predictions._class_labels import answered_labels as answered_labels
from bayescmp.predictions._class_labels import as_written as as_written
from bayescmp.predictions._class_labels import check_of_all as check_of_all
from bayescmp.predictions._class_labels import column as column
from bayescmp.predictions._class_labels import encode as encode
from bayescmp.predictions._class_labels import missing_entries as missing_entries
from bayescmp.predictions._class_labels import plain_labels as plain_labels
from bayescmp.predictions._dataset import RIGHT as RIGHT
from bayescmp.predictions._dataset import UNRATED as UNRATED
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
from bayescmp.predictions._placed_rows import TWICE_REMEDY as TWICE_REMEDY
from bayescmp.predictions._placed_rows import Rows as Rows
from bayescmp.predictions._placed_rows import assemble as assemble
from bayescmp.predictions._placed_rows import codes_of as codes_of
from bayescmp.predictions._placed_rows import rows_of_answers as rows_of_answers
from bayescmp.predictions._placed_rows import rows_of_columns as rows_of_columns
from bayescmp.predictions._placed_rows import rows_of_splits as rows_of_splits
from bayescmp.predictions._placed_rows import splits_of_folds as splits_of_folds
from bayescmp.predictions._placed_rows import trained_on as trained_on
from bayescmp.predictions._said_of_losses import called_better as called_better
from bayescmp.predictions._said_of_losses import check_called_so as check_called_so
from bayescmp.predictions._said_of_losses import check_noun as check_noun
from bayescmp.predictions._said_of_losses import check_within as check_within
from bayescmp.predictions._said_of_losses import checked_bounds as checked_bounds
from bayescmp.predictions._said_of_losses import provenance_of_losses as provenance_of_losses
from bayescmp.predictions._saved import name_of_system as name_of_system
from bayescmp.predictions._saved import read_predictions, save_predictions
from bayescmp.predictions._splits import Layout as Layout
from bayescmp.predictions._splits import check_whole_groups as check_whole_groups
from bayescmp.predictions._splits import layout_of_splits as layout_of_splits
from bayescmp.predictions._splits import row_numbers as row_numbers
from bayescmp.predictions._tasks import by_values as by_values
from bayescmp.predictions._tasks import ids_of_tasks as ids_of_tasks
from bayescmp.predictions._tasks import ids_within_tasks as ids_within_tasks
from bayescmp.predictions._time import IN_TIME as IN_TIME
from bayescmp.predictions._time import in_order_of_time as in_order_of_time

__all__ = ["check_predictions", "read_predictions", "save_predictions"]
