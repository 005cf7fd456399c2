"""Resampling: splitters, plans, their audit, and fitting each distinct training set once."""

from typing import TYPE_CHECKING

from bayescmp.model_selection._cross_val_datasets import cross_val_datasets, units_of
from bayescmp.model_selection._cross_val_predictions import check_arguments, cross_val_predictions, seed_of
from bayescmp.model_selection._fit import seeded
from bayescmp.model_selection._predicted import (
    Predicted,
    check_gives_probabilities,
    checked_groups,
    predictions_from_cross_validate,
)
from bayescmp.model_selection._registered_plans import PLANS, predict_plans, splits_of_plan
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
    ONE_REPEATED,
    RANDOM_5_X_2,
    SMALL_HOLD_OUTS_15,
    TEN_FOLD,
    TEN_TIMES_TEN_FOLD,
    Plan,
)

if TYPE_CHECKING:
    from bayescmp.model_selection._splitters import BlockRegularizedCV, HalfSplitHoldOuts, training_overlaps
    from bayescmp.model_selection._training_runs import TrainingRuns

__all__ = [
    "BLOCKED_3_X_2", "BLOCKED_5_X_2", "BLOCKED_9_X_2", "BLOCKED_15_X_2", "BLOCKED_31_X_2", "FIVE_FOLD", "HALF_SPLITS",
    "HOLD_OUT", "HOLD_OUTS_15", "HOLD_OUTS_30", "PLANS", "RANDOM_5_X_2", "SMALL_HOLD_OUTS_15", "TEN_FOLD",
    "TEN_TIMES_TEN_FOLD", "BlockRegularizedCV", "HalfSplitHoldOuts", "Plan", "TrainingRuns", "cross_val_datasets",
    "cross_val_predictions", "predictions_from_cross_validate", "training_overlaps", "units_of",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in {"BlockRegularizedCV", "HalfSplitHoldOuts", "TrainingRuns", "training_overlaps"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bayescmp.model_selection import _splitters, _training_runs

    return getattr(_training_runs if name == "TrainingRuns" else _splitters, name)
