"""Resampling: splitters, plans, their audit, and fitting each distinct training set once."""

from bayescmp.model_selection._block_plans import (
    BLOCKED_3_X_2,
    BLOCKED_5_X_2,
    BLOCKED_9_X_2,
    BLOCKED_15_X_2,
    BLOCKED_31_X_2,
)
from bayescmp.model_selection._block_regularized import BlockRegularizedCV, training_overlaps
from bayescmp.model_selection._cross_val_predictions import cross_val_predictions
from bayescmp.model_selection._half_splits import HALF_SPLITS, HalfSplitHoldOuts
from bayescmp.model_selection._hold_outs import HOLD_OUT, HOLD_OUTS_15, HOLD_OUTS_30, SMALL_HOLD_OUTS_15
from bayescmp.model_selection._k_fold import FIVE_FOLD, RANDOM_5_X_2, TEN_FOLD, TEN_TIMES_TEN_FOLD
from bayescmp.model_selection._plan import Plan
from bayescmp.model_selection._plans import PLANS

__all__ = [
    "BLOCKED_3_X_2",
    "BLOCKED_5_X_2",
    "BLOCKED_9_X_2",
    "BLOCKED_15_X_2",
    "BLOCKED_31_X_2",
    "FIVE_FOLD",
    "HALF_SPLITS",
    "HOLD_OUT",
    "HOLD_OUTS_15",
    "HOLD_OUTS_30",
    "PLANS",
    "RANDOM_5_X_2",
    "SMALL_HOLD_OUTS_15",
    "TEN_FOLD",
    "TEN_TIMES_TEN_FOLD",
    "BlockRegularizedCV",
    "HalfSplitHoldOuts",
    "Plan",
    "cross_val_predictions",
    "training_overlaps",
]
