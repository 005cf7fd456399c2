"""Resampling: splitters, plans, their audit, and fitting each distinct training set once."""

from typing import TYPE_CHECKING

from bayescmp.model_selection._cross_val_datasets import cross_val_datasets, units_of
from bayescmp.model_selection._cross_val_predictions import check_arguments as check_arguments
from bayescmp.model_selection._cross_val_predictions import cross_val_predictions
from bayescmp.model_selection._cross_val_predictions import seed_of as seed_of
from bayescmp.model_selection._fit import seeded as seeded
from bayescmp.model_selection._predicted import Predicted as Predicted
from bayescmp.model_selection._predicted import check_as_long as check_as_long
from bayescmp.model_selection._predicted import check_gives_probabilities as check_gives_probabilities
from bayescmp.model_selection._predicted import check_kind as check_kind
from bayescmp.model_selection._predicted import checked_groups as checked_groups
from bayescmp.model_selection._predicted import labels_of as labels_of
from bayescmp.model_selection._predicted import predicted_by as predicted_by
from bayescmp.model_selection._predicted import predictions_from_cross_validate
from bayescmp.model_selection._registered_plans import PLANS
from bayescmp.model_selection._registered_plans import predict_plans as predict_plans
from bayescmp.model_selection._registered_plans import splits_of_plan as splits_of_plan
from bayescmp.model_selection._resampling_plans import (
    BLOCKED_3_X_2,
    BLOCKED_5_X_2,
    BLOCKED_9_X_2,
    BLOCKED_15_X_2,
    BLOCKED_31_X_2,
    FIVE_FOLD,
    HALF_SPLITS,
    HOLD_OUT,
    HOLD_OUTS_15,
    HOLD_OUTS_30,
    RANDOM_5_X_2,
    SMALL_HOLD_OUTS_15,
    TEN_FOLD,
    TEN_TIMES_TEN_FOLD,
    Plan,
)
from bayescmp.model_selection._resampling_plans import ONE_REPEATED as ONE_REPEATED

if TYPE_CHECKING:
    from bayescmp.model_selection._splitters import BlockRegularizedCV, HalfSplitHoldOuts, training_overlaps

__all__ = [
    "BLOCKED_3_X_2", "BLOCKED_5_X_2", "BLOCKED_9_X_2", "BLOCKED_15_X_2", "BLOCKED_31_X_2", "FIVE_FOLD", "HALF_SPLITS",
    "HOLD_OUT", "HOLD_OUTS_15", "HOLD_OUTS_30", "PLANS", "RANDOM_5_X_2", "SMALL_HOLD_OUTS_15", "TEN_FOLD",
    "TEN_TIMES_TEN_FOLD", "BlockRegularizedCV", "HalfSplitHoldOuts", "Plan", "cross_val_datasets",
    "cross_val_predictions", "predictions_from_cross_validate", "training_overlaps", "units_of",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in {"BlockRegularizedCV", "HalfSplitHoldOuts", "training_overlaps"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bayescmp.model_selection import _splitters

    return getattr(_splitters, name)
