"""Doors: from what people hold, arrays, tables or files, to predictions, one for each kind of answer."""

from bayescmp.doors._columns import ColumnReader as ColumnReader
from bayescmp.doors._columns import rows_called as rows_called
from bayescmp.doors._columns import with_named_rows as with_named_rows
from bayescmp.doors._doors import decision_values, labels, losses, preferences, probabilities, scores, verdicts
from bayescmp.doors._gathered import predictions_of as predictions_of
from bayescmp.doors._how import ValidationSets as ValidationSets
from bayescmp.doors._how import answers, folds, hold_out, in_time, splits, validation_sets
from bayescmp.doors._kind import MISSING as MISSING
from bayescmp.doors._kind import Kind as Kind
from bayescmp.doors._labels import Labels as Labels
from bayescmp.doors._long import at_rows as at_rows
from bayescmp.doors._long import rows_of_long as rows_of_long
from bayescmp.doors._losses import Losses as Losses
from bayescmp.doors._losses import Scores as Scores
from bayescmp.doors._probabilities import Probabilities as Probabilities
from bayescmp.doors._registry import KINDS as KINDS
from bayescmp.doors._sets import SET_DIMS as SET_DIMS
from bayescmp.doors._sets import SIZES as SIZES
from bayescmp.doors._sets import columns_alike as columns_alike
from bayescmp.doors._sets import labelled_sets as labelled_sets
from bayescmp.doors._verdicts import Verdicts as Verdicts
from bayescmp.doors._verdicts import judged_by as judged_by

__all__ = [
    "answers", "decision_values", "folds", "hold_out", "in_time", "labels", "losses", "preferences", "probabilities",
    "scores", "splits", "validation_sets", "verdicts",
]  # fmt: skip
