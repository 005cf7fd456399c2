"""Resampling: splitters, plans, their audit, and fitting each distinct training set once."""

from bayescmp.model_selection._block_regularized import BlockRegularizedCV, training_overlaps
from bayescmp.model_selection._cross_val_predictions import check_arguments, cross_val_predictions, seed_of
from bayescmp.model_selection._fit import plan_fits, predict_splits
from bayescmp.model_selection._plans import PLANS, HalfSplitHoldOuts, Plan

__all__ = [
    "PLANS",
    "BlockRegularizedCV",
    "HalfSplitHoldOuts",
    "Plan",
    "check_arguments",
    "cross_val_predictions",
    "plan_fits",
    "predict_splits",
    "seed_of",
    "training_overlaps",
]
