"""Doors: from what people hold, arrays, tables or files, to predictions, one for each kind of answer."""

from bayescmp.doors._columns import (
    ColumnReader,
    column_of_classifiers,
    of_pandas,
    rows_called,
    widened,
    with_named_rows,
)
from bayescmp.doors._doors import decision_values, labels, losses, preferences, probabilities, scores, verdicts
from bayescmp.doors._gathered import predictions_of
from bayescmp.doors._how import (
    answers,
    folds,
    hold_out,
    in_time,
    one_test_set,
    runs,
    splits,
    validation_sets,
)
from bayescmp.doors._kind import MISSING, Kind
from bayescmp.doors._labels import Labels
from bayescmp.doors._long import at_rows, rows_of_long
from bayescmp.doors._losses import Losses, Scores
from bayescmp.doors._probabilities import Probabilities
from bayescmp.doors._registry import KINDS
from bayescmp.doors._sets import SET_DIMS, SIZES, columns_alike, labelled_sets
from bayescmp.doors._verdicts import Verdicts, judged_by
from bayescmp.doors._ways import OneTestSet, ValidationSets

__all__ = [
    "answers", "decision_values", "folds", "hold_out", "in_time", "labels", "losses", "one_test_set", "preferences",
    "probabilities", "runs", "scores", "splits", "validation_sets", "verdicts",
]  # fmt: skip
