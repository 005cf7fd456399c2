"""Predictions: the Dataset that everything else in the package is a function of, its check, and its files.

It has `y_true` (record), `y_pred` (classifier, repeat, record) and `fold` (repeat, record); `loss` (classifier, repeat,
record) may stand in place of labels. The doors make it.
"""

from bayescmp.predictions._check import DOORS as DOORS
from bayescmp.predictions._check import OF_ANSWERS as OF_ANSWERS
from bayescmp.predictions._check import check_equal_records as check_equal_records
from bayescmp.predictions._check import check_outcomes as check_outcomes
from bayescmp.predictions._check import check_predictions
from bayescmp.predictions._class_labels import column as column
from bayescmp.predictions._class_labels import encode as encode
from bayescmp.predictions._class_labels import plain_labels as plain_labels
from bayescmp.predictions._dataset import RIGHT as RIGHT
from bayescmp.predictions._dataset import UNRATED as UNRATED
from bayescmp.predictions._dataset import WRONG as WRONG
from bayescmp.predictions._dataset import are_answers as are_answers
from bayescmp.predictions._dataset import are_preferences as are_preferences
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
from bayescmp.predictions._placed_rows import Rows as Rows
from bayescmp.predictions._said_of_losses import check_called_so as check_called_so
from bayescmp.predictions._said_of_losses import checked_bounds as checked_bounds
from bayescmp.predictions._said_of_losses import provenance_of_losses as provenance_of_losses
from bayescmp.predictions._saved import name_of_system as name_of_system
from bayescmp.predictions._saved import read_predictions, save_predictions
from bayescmp.predictions._splits import Layout as Layout
from bayescmp.predictions._splits import check_whole_groups as check_whole_groups
from bayescmp.predictions._splits import layout_of_splits as layout_of_splits
from bayescmp.predictions._splits import row_numbers as row_numbers
from bayescmp.predictions._tasks import by_values as by_values
from bayescmp.predictions._tasks import ids_within_tasks as ids_within_tasks
from bayescmp.predictions._time import IN_TIME as IN_TIME

__all__ = ["check_predictions", "read_predictions", "save_predictions"]
