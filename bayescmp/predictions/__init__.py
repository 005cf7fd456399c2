"""Predictions: the Dataset that everything else in the package is a function of, its check, and its files.

It has `y_true` (record), `y_pred` (classifier, repeat, record) and `fold` (repeat, record); `loss` (classifier, repeat,
record) may stand in place of labels. The doors make it.
"""

from bayescmp.predictions._check import DOORS, OF_ANSWERS, check_equal_records, check_outcomes, check_predictions
from bayescmp.predictions._class_labels import column, encode, plain_labels
from bayescmp.predictions._dataset import (
    RIGHT,
    UNRATED,
    WRONG,
    are_answers,
    are_preferences,
    are_runs,
    check_names_differ,
    checked_names,
    fold_of,
    groups_of,
    lacks_answers,
    noting,
    of_places,
    once,
    pair_of_names,
    provenance,
    tells_only_what_is_right,
    training_sets,
    wrong,
)
from bayescmp.predictions._placed_rows import Rows
from bayescmp.predictions._said_of_losses import TEST_SET, check_called_so, checked_bounds, provenance_of_losses
from bayescmp.predictions._saved import name_of_system, read_predictions, save_predictions
from bayescmp.predictions._splits import Layout, check_whole_groups, layout_of_splits, row_numbers
from bayescmp.predictions._tasks import by_values, groups_in_several, ids_within_tasks, slices
from bayescmp.predictions._time import IN_TIME

__all__ = ["check_predictions", "read_predictions", "save_predictions"]
